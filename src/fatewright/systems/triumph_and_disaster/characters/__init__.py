"""Abilities and part 2: who somebody is, and may become."""
