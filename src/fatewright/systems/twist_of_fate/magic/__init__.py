"""Chapter 8: magic."""
