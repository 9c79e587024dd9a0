"""What stands in the form of a verb, as far as it follows from what is filled in: asked for in this one place."""


def goes_with(system, verb, desk, given):
    """What usually goes with what is filled in, by field."""
    return dict(system.game.verbs[verb].suggest(desk, given))
