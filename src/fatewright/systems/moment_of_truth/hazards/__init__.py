"""Chapter 8: falls, fire, explosions and the void."""
