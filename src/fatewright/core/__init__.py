"""The kernel: rules as generators of questions, and the ways of answering them. No clock, no chance, no I/O."""

__all__ = ["errors", "grammar", "languages", "phrases", "score"]
