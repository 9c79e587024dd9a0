"""Part 1, CMB and STA: fights, harm and status effects."""
