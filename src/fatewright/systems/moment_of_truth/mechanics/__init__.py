"""Chapter 1: rolls, pools, checks and contests."""
