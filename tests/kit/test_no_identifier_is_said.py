"""Nobody reads a name of the source: no form, refusal, question or line of any game says one."""

import re

import pytest

from fatewright.core.rule.ask import Choose, Form, Sealed
from fatewright.core.table.events import Asked, Told
from fatewright.core.table.game import Act, judge
from fatewright.core.table.seal import opened
from fatewright.core.table.slots import Forms
from fatewright.core.table.story import Refusal
from fatewright.kit.performance import played
from fatewright.kit.scribe import line_of
from fatewright.systems.called import Names
from fatewright.systems.spec import games
from identifiers import identifiers

SEEDS, LINES, SEATS = range(2), 40, 2  # the game master, if there is one, and a player
WRONG = ("zed", -99999)  # that fit into no slot


def asked(question):
    """All that a question says."""
    yield question.prompt
    match question:
        case Form(fields=parts) | Sealed(parts=parts):
            for part in parts:
                yield from asked(part)
        case Choose(options=options):
            for one in options:
                yield from (one.label, one.blocked, one.caution, one.depends, *(price.label for price in one.price))
        case _:
            yield getattr(question, "reason", "")
            yield from (price.label for price in getattr(question, "each", ()))


def said_at(table, game, performance):
    """All that a table has told and asked, each of its lines as a screen has it, and all that was refused."""
    for event in table.records:
        yield line_of(opened(event, table.seats()[0]), game.verbs, Names(game.data))
        match event:
            case Told(text=text):
                yield text
            case Asked(seat=seat, asked=question):
                yield from asked(opened(question, seat))
    yield from (why for _, _, why in performance.refused)


def said_of_forms(table, game, seat):
    """All that the forms of a seat say, and what it hears that puts something wrong into each slot."""
    forms = Forms(table.view(seat), game, seat)
    for form in forms.acts():
        verb = game.verbs[form.verb]
        yield from (
            re.sub(r"{.*?}", "", part)
            for part in (verb.sentence, *verb.more, verb.group, re.sub(r"\b[A-Z]{3}-[\w.]+", "", verb.help))
        )
        yield form.blocked
        for slot in forms.reasoned(form).slots:
            yield from asked(slot.asked)
            for wrong in WRONG:
                try:
                    judge(game, Act(seat, verb.name, {**form.args, slot.asked.name: wrong}), forms.view)
                except Refusal as why:
                    yield str(why)


@pytest.mark.parametrize("name", games())
def test_no_form_refusal_question_or_line_says_a_name_of_the_source(name):
    system, found, heard = games()[name], set(), 0
    verbs = set(system.game.verbs)
    for seed in SEEDS:
        performance = played(system, seed, LINES)[0]
        texts = set(said_at(performance.table, system.game, performance))
        for seat in performance.table.seats()[:SEATS]:
            texts |= set(said_of_forms(performance.table, system.game, seat))
        heard += len(texts)
        found |= {(word, text[:160]) for text in texts if text for word in identifiers(text, verbs)}
    assert sorted(found) == []
    assert heard > 100
