"""Lanterns Under the Hill: the tutorial's game, small enough to read in one sitting."""
