"""What a table adds up to, for the table itself and for every seat, as values that can be laid beside each other."""

import json

from fatewright.core.table.codec import kept
from fatewright.core.table.stream import messages
from fatewright.core.table.table import Table


def standing(table: Table) -> dict[str, object]:
    """Facts, open questions and running procedures in the truth and in every view, and what each seat has been sent."""
    views = {"the table itself": table.truth, **{seat: table.view(seat) for seat in table.seats()}}
    found = {
        viewer: {
            "facts": sorted([list(path), kept(value)] for path, value in state.facts.items()),
            "questions": {
                str(number): {
                    "procedure": one.procedure,
                    "part": one.part,
                    "seat": one.seat,
                    "name": one.name,
                    "asked": kept(one.asked),
                    "is_locked": one.is_locked,
                    "answer": kept(one.answer),
                }
                for number, one in state.questions.items()
            },
            "procedures": {
                str(number): {"seat": one.seat, "verb": one.verb, "args": kept(one.args), "steps": len(one.steps)}
                for number, one in state.procedures.items()
            },
        }
        for viewer, state in views.items()
    }
    for seat in table.seats():
        heard = messages(table.records, seat)
        found[seat]["heard"] = [[one.number, type(one.event).__name__, list(one.undone)] for one in heard]
    plain: dict[str, object] = json.loads(json.dumps(found))
    return plain
