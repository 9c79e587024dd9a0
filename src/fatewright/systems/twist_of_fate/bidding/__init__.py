"""Chapter 1: bids, checks and contests."""
