"""Chapter 6, and the lies of chapter 3."""
