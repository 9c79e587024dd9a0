"""Chapter 2: decisions and discussions."""
