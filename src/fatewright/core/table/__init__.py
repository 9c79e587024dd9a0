"""What happens at a table: acts become events, and events a view for each who witnessed them."""

__all__ = [
    "codec",
    "engine",
    "events",
    "game",
    "house",
    "landing",
    "motions",
    "paying",
    "people",
    "preview",
    "replay",
    "seal",
    "slots",
    "snapshot",
    "state",
    "story",
    "stream",
    "table",
    "taking",
    "whole",
]
