"""Chapter 6: fights and what they do."""
