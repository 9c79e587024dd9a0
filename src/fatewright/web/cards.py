"""Games as a screen needs them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from zlib import crc32

from fatewright.core.languages import ENGLISH, Language
from fatewright.core.phrases import around
from fatewright.core.rule.ask import Choose
from fatewright.core.table.house import house_verbs
from fatewright.core.table.story import Verb
from fatewright.core.table.taking import TAKING
from fatewright.rulebook import ledger
from fatewright.systems.called import PEOPLE, names_said
from fatewright.systems.cast import NAMES as CAST
from fatewright.systems.defects import HUES
from fatewright.systems.forms import Argument, arguments, ids
from fatewright.systems.scene import scene_of
from fatewright.systems.spec import Dial, System
from fatewright.systems.whose import DIAL, DRAFT_ONLY, KINDS, emptied, rows_of_ours
from fatewright.systems.writing import whole
from fatewright.web import wire
from fatewright.web.fillable import sheet_field, slot_card
from fatewright.web.seen import question


def game_card(system: System, *, has_content: bool) -> wire.GameCard:
    """A game in the lobby; `has_content`: rows can be added to its lists here."""
    said = system.data["system"]
    return wire.GameCard(
        id=system.id,
        title=system.title,
        extends=said.get("extends", ""),
        pitch=said.get("pitch", ""),
        hue=hue(system),
        has_gm=system.has_gm,
        has_content=has_content,
        has_ledger=bool(system.ledger),
        has_builder=bool(system.kinds and system.steps),
        has_rules=bool(system.rules),
        has_scene=scene_of(system) is not None,
        is_playable=bool(system.kinds),
    )


def game(system: System, language: Language = ENGLISH) -> wire.Game:
    """All that a screen needs to draw a game, whoever sits before it."""
    figure = system.data.get("figure")
    house = {name: verb.story for name, verb in house_verbs(has_gm=system.has_gm).items()}
    return wire.Game(
        id=system.id,
        title=system.title,
        version=system.version,
        revision=system.revision,
        extends=system.data["system"].get("extends", ""),
        has_gm=system.has_gm,
        has_ledger=bool(system.ledger),
        hue=hue(system),
        fields=[sheet_field(name, one, language) for name, one in system.fields.items()],
        seat_fields=list(system.seat_fields),
        people=[*dict.fromkeys((*PEOPLE, *system.data.get("kinds", {}), *system.looks.values()))],
        about={kind: language.label(text) for kind, text in system.about.items() if kind in system.kinds},
        quick=str(system.quick.get("number", "")),
        steps=[
            wire.BuildStep(language.label(step.title), list(step.fields), language.label(step.help)) for step in system.steps
        ],
        whole=[wire.BuildStep(language.label(title), list(fields), "") for title, fields in whole(system).items()],
        has_newcomer="newcomer" in system.rules,
        dials=[_dial_card(name, dial, language, _cautions(system, name)) for name, dial in system.dials.items()],
        presets=system.presets,
        lists=system.data.get("lists", {}),
        ours=rows_of_ours(system.data),
        emptied=_titles(system, system.emptied),
        rulings=[one.id for one in ledger(system.ledger).values() if one.tag == "gap"] if system.ledger else [],
        called=names_said(system, language),
        tracker=_tracker(system.data.get("tracker", {}), language),
        stacks=system.data.get("stacks", {}),
        figure=wire.Figure(figure.get("wounds", ""), figure.get("armor", ""), figure.get("whole", {})) if figure else None,
        outcomes=list(system.outcomes),
        at_hand=system.data["system"].get("at_hand", []),
        verbs=[
            _verb_card(verb, language, is_house=verb.name in CAST or house.get(verb.name) is verb.story)
            for verb in system.game.verbs.values()
            if verb.name not in TAKING
        ],
        rules=[_rule_card(system, rule, language) for rule in system.rules.values()],
        scene=_scene_card(system, language),
        languages=list(system.languages),
    )


def hue(system: System) -> int:
    """The colour of a game: as it says, or else always the same one by its id."""
    return int(system.data["system"].get("hue", crc32(system.id.encode()) % HUES))


def _scene_card(system: System, language: Language) -> wire.SceneCard | None:
    scene = scene_of(system)
    if scene is None:
        return None
    said = language.label
    mine = [step if step.seat == scene.you else step._replace(verb="", args={}) for step in scene.steps]
    steps = [
        wire.SceneStep(
            said(step.says), step.verb, dict(step.args), {name: said(caption) for name, caption in step.asks.items()}
        )
        for step in mine
    ]
    return wire.SceneCard(said(scene.title), said(scene.text), said(scene.ends), steps)


def _tracker(said: Mapping[str, Any], language: Language) -> wire.Tracker:
    boxes, called = said.get("boxes"), language.label
    return wire.Tracker(
        order=said.get("order", "seats"),
        large={name: called(what) for name, what in said.get("large", {}).items()},
        parts=said.get("parts", 0),
        used={name: called(what) for name, what in said.get("used", {}).items()},
        boxes=wire.Boxes(boxes["of"], boxes["filled"]) if boxes else None,
        numbers=[
            wire.TrackedNumber(name, called(one["name"]), called(one.get("odd", "")))
            for name, one in said.get("numbers", {}).items()
        ],
        states=said.get("states", []),
        hands=said.get("hands", []),
        relations={name: [called(side) for side in sides] for name, sides in said.get("relations", {}).items()},
        out=said.get("out", []),
        acts=said.get("acts", []),
    )


def _cautions(system: System, dial: str) -> Mapping[Any, str]:
    """What to know before a dial is set to one of its values: what is empty at a table of the draft alone."""
    if dial != DIAL or not (left := emptied(system.data)):
        return {}
    said = f"The author's draft has none of these, and what was added is left out: {', '.join(_titles(system, left))}."
    return {DRAFT_ONLY: f"{said} Rows of your own are written in your own version of the game; open the table with that."}


def _titles(system: System, lists: Iterable[str]) -> list[str]:
    """What people read for lists, and for people that are ready-made."""
    return ["ready-made people" if one == KINDS else system.called(one) for one in lists]


def _dial_card(name: str, dial: Dial, language: Language, cautions: Mapping[Any, str]) -> wire.DialCard:
    options = [
        wire.Choice(value, language.label(dial.label(value)), caution=language.label(cautions.get(value, "")))
        for value in dial.values
    ]
    asked = wire.Question("choose", name, language.label(dial.title), options=options, default=dial.values[0])
    return wire.DialCard(asked, language.label(dial.text), dial.group, list(dial.ids), dial.house)


def _verb_card(verb: Verb, language: Language, *, is_house: bool) -> wire.VerbCard:
    def said(template: str) -> str:
        return language.templates.get(template, template)

    slots = [slot_card(one, around(said(verb.phrase(one.name)), one.name)) for one in verb.slots]
    text = language.label(" ".join((verb.help or verb.story.__doc__ or "").split()))
    sentence = verb.sentence or f"{{seat}}: {verb.name.replace('-', ' ')}"
    more = verb.more if verb.sentence else [verb.phrase(one.name) for one in verb.slots]
    phrases = [said(one) for one in (sentence, *more)]
    return wire.VerbCard(
        verb.name, text, slots, list(verb.roles), verb.is_secret, is_house, verb.group, phrases[0], phrases[1:]
    )


def _rule_card(system: System, rule: Any, language: Language) -> wire.RuleCard:
    fields = [question(_in_words(system, one), language) for one in arguments(rule)]
    text = " ".join((rule.__doc__ or "").split())
    return wire.RuleCard(rule.name, language.label(text), list(ids(rule)), fields, list(rule.lenses))


def _in_words(system: System, argument: Argument) -> Argument:
    """An argument of a rule as it is asked for: what it is, and what can be chosen, as the game calls it."""
    if isinstance(argument, Choose):
        argument = argument._replace(options=tuple(one._replace(label=system.said(one.value)) for one in argument.options))
    return argument._replace(prompt=system.called(argument.name))
