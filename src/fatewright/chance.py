"""The only source of chance: system dice and seeded dice. (Typed faces are `core.rule.dice.typed_faces`: no chance in them.)"""

import secrets
from random import Random

from fatewright.core.rule.dice import Draw


def system_dice() -> Draw:
    """Dice from the operating system's own randomness: nobody can foresee them."""
    return lambda sides: secrets.randbelow(sides) + 1


def seeded_dice(seed: int) -> Draw:
    """Dice that fall the same way every time for one seed."""
    random = Random(seed).random  # of all its methods, the one whose sequence Python promises to keep
    return lambda sides: int(random() * sides) + 1
