"""Chapter 5: Moments of Truth, how they are earned and spent."""
