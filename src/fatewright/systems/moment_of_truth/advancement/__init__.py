"""Chapter 11: sessions, and what they are worth."""
