"""What an author runs against a game: a stage to play on, players that play by themselves, laws that every game must keep."""

__all__ = ["automatic", "functions", "laws", "players", "scribe", "stage", "telling"]
