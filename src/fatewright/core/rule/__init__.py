"""What can be asked and thrown, and the ways of answering it: rolled, priced, simulated, solved."""

__all__ = [
    "ask",
    "blame",
    "dice",
    "matrix",
    "notation",
    "odds",
    "price",
    "reading",
    "rule",
    "sample",
    "solve",
    "spread",
    "words",
]
