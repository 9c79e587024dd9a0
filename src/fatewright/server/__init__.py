"""Tables that last: the store, the rooms they are played in, and who holds which seat."""
