"""Chapter 5: mass combat."""
