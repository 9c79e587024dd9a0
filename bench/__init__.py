"""Figures against other libraries: `make bench`, or `python -m bench [--json] [--brief] [SUBJECT ...]`.

Every result is first compared with the peer's, exactly; only then is either of them timed. A peer may be written in several
forms, and the fastest counts. Cold figures forget everything on both sides before each run; remembered ones ask again.
A brief run is a run of everything at its smallest: its figures mean nothing, but that there are some.
"""
