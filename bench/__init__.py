"""Figures against other libraries: `make bench`, or `python -m bench [--json] [SUBJECT ...]`.

Every result is first compared with the peer's, exactly; only then is either of them timed. A peer may be written in several
forms, and the fastest counts. Cold figures forget everything on both sides before each run; remembered ones ask again.
"""
