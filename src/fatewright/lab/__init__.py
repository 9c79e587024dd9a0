"""What can be reckoned about games beyond the odds of one rule; it knows none of them."""

__all__ = ["duel", "purse", "tries"]
