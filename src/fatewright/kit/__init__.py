"""What an author runs against a game: a stage to play on, players that play by themselves, laws that every game must keep."""
