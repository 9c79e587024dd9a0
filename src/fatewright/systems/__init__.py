"""The games, a folder each; `spec` is the one door through which they come in."""

__all__ = [
    "author",
    "called",
    "cast",
    "columns",
    "defects",
    "faults",
    "fields",
    "foresight",
    "forms",
    "names",
    "opening",
    "own_dice",
    "paper",
    "scene",
    "sheet",
    "sides",
    "spec",
    "turns",
    "versions",
    "whose",
]
