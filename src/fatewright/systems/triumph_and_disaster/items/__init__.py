"""Part 3: things, their prices, and how they are made."""
