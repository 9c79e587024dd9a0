"""Fatewright plays, prices and proves tabletop role-playing games."""

__version__ = "0.3.0.dev0"
