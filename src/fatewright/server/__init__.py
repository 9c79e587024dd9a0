"""Tables that last: the store, the rooms they are played in, and who holds which seat."""

__all__ = ["backup", "file_store", "folder", "hall", "private", "reading", "revisions", "room", "seeded", "shelf", "store"]
