"""Chapter 4: hand-to-hand."""
