"""Mind over Matter, the older edition of Twist of Fate: no specializations, no wounds, otherwise the same game."""
