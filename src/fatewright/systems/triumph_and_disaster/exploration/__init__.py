"""Part 1, EXP: scenes, time, light, traps and what is carried."""
