"""Part 4: spells, how they are cast and made."""
