"""The games, a folder each; `spec` is the one door through which they come in."""
