"""Chapter 3: travel and contested movement."""
