"""What stands in the form of a verb, as far as it follows from what is filled in: asked for in this one place."""

from fatewright.core.slots import arguments_of, in_order

PEOPLE = ("mine", "token")


def goes_with(system, verb, desk, given):
    """What usually goes with what is filled in, by slot; it may follow from what goes with it, or stands there first.

    Whom a form opens on, people and foes, is a matter of its own (`systems/test_actors_and_foes.py`).
    """
    found, stands = {}, dict(given)
    for field in in_order(system.game.verbs[verb]):
        for says in (field.usual, field.offers):
            needed = {name: stands.get(name) for name in arguments_of(says)} if says else {}
            if says and field.kind not in PEOPLE and field.name not in stands and None not in needed.values():
                usual = says(desk, **needed)
                usual = next(iter(usual), None) if says is field.offers else usual
                found |= {} if usual is None else {field.name: usual}
        first = field.choices[0] if field.kind == "choice" and field.default is None else field.default
        stands = {field.name: found.get(field.name, first), **stands}
    return found
