"""The only source of chance: system dice and seeded dice. (Typed faces are `core.rule.dice.typed_faces`: no chance in them.)"""

import secrets
from random import Random

from fatewright.core.rule.dice import Draw

POOL = 512  # bytes of randomness that are fetched at once: the system is asked for them, and others go on meanwhile


def system_dice() -> Draw:
    """Dice from the operating system's own randomness: nobody can foresee them."""
    pool = bytearray()

    def draw(sides: int) -> int:
        if sides > 256:
            return secrets.randbelow(sides) + 1
        even = 256 - 256 % sides  # a byte beyond would make the lowest faces likelier
        while True:
            try:
                byte = pool.pop()
            except IndexError:
                pool.extend(secrets.token_bytes(POOL))
            else:
                if byte < even:
                    return byte % sides + 1

    return draw


def seeded_dice(seed: int) -> Draw:
    """Dice that fall the same way every time for one seed."""
    random = Random(seed).random  # of all its methods, the one whose sequence Python promises to keep
    return lambda sides: int(random() * sides) + 1
