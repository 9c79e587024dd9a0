"""What a seat could do, and its forms, over HTTP."""

from __future__ import annotations

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from fatewright.core.languages import Language
from fatewright.core.phrases import form_of, worded
from fatewright.core.table.game import Act
from fatewright.core.table.slots import Filled, Sentence
from fatewright.core.table.state import State
from fatewright.core.table.story import Refusal, Verb
from fatewright.kit.automatic import usual_act
from fatewright.web import play, seen, wire
from fatewright.web.request import body_of, language_of, reply, seated, watched


async def acts(request: Request) -> Response:
    """What do you do? First what an automatic player would do in your place, by your own view."""
    room, seat = await seated(request)
    await body_of(request, wire.WhatToDo)
    forms = room.forms(seat)

    def wished(view: State, seat: str) -> Act | None:
        return usual_act(view, room.system, seat)

    found = watched(request, lambda: forms.acts(forms.wish(wished)))
    return reply(wire.Acts([wire.Doable(one.verb, one.blocked) for one in found]))


async def form(request: Request) -> Response:
    """An act's form, as far as it is filled in."""
    room, seat = await seated(request)
    said = await body_of(request, wire.FillIn)
    forms, given = room.forms(seat), {name: play.plain(value) for name, value in said.args.items()}
    verb = next((one for one in forms.verbs if one.name == said.verb), None)
    if verb is None:
        raise Refusal(f"'{said.verb}' is not something you can do here; you can: {', '.join(one.name for one in forms.verbs)}")
    names = [slot.name for slot in verb.slots]
    if wrong := [name for name in given if name not in names]:
        raise Refusal(f"{said.verb} takes {', '.join(names) or 'nothing'}; found {', '.join(wrong)}")

    def filled() -> Sentence:
        return forms.reasoned(forms.opened(verb, given) if said.is_opening else forms.form(verb, given))

    found = watched(request, filled)
    language = language_of(request, room.system)
    return reply(wire.Form(verb.name, [_slot(verb, one, language) for one in found.slots], found.blocked, dict(found.given)))


def _slot(verb: Verb, slot: Filled, language: Language) -> wire.Slot:
    name = slot.asked.name
    phrase = verb.phrase(name)
    form = "" if phrase in language.templates else form_of(phrase, name)  # articles are English
    said = "" if slot.value is None else worded(slot.value, form)
    asked = seen.question(slot.asked, language)
    if slot.known:
        asked = replace(asked, options=[wire.Choice(one, "") for one in slot.known])
    return wire.Slot(asked, slot.value, said, slot.is_secret)
