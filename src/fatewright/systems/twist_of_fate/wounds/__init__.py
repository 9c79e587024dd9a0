"""Chapter 7: wounds and their care."""
