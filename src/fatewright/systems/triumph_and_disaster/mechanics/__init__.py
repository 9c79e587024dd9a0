"""Part 1, GEN to DT: dice, ability rolls, contests, fate, triumph and disaster."""
