"""What is to be done at a table; and what of it is worked out one after the other, to be stored in one go."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import NamedTuple

from fatewright.core.errors import FatewrightError
from fatewright.core.table.ahead import ahead, is_by_itself
from fatewright.core.table.codec import stored
from fatewright.core.table.events import Event
from fatewright.core.table.story import Refusal
from fatewright.core.table.table import Table
from fatewright.server.store import Batch, Key, Row, as_rows

Plan = Callable[[Table], list[Event]]
Clock = Callable[[], int]


class ToDo(NamedTuple):
    """Something to be done at a table, and whom to tell."""

    seat: str
    id: str
    plan: Plan
    told: asyncio.Future[None]
    key: Key | None = None  # a seat that changes hands with it, or not at all
    is_said: bool = False  # by somebody at the table: others may be stored with it in one go

    def tell(self, why: FatewrightError | None) -> None:
        """It is done, or why not."""
        if self.told.done():
            return
        if why is None:
            self.told.set_result(None)
        else:
            self.told.set_exception(why)
            self.told.exception()  # whoever asked may have gone: that is no error


class Together(NamedTuple):
    """The table after acts that are still to be stored, what is to be stored, and whom to tell what then."""

    further: Table
    batches: list[Batch]
    outcomes: list[tuple[ToDo, FatewrightError | None]]

    @property
    def rows(self) -> list[Row]:
        """The records of all acts."""
        return [row for batch in self.batches for row in batch.rows]


def together(
    id: str, table: Table, orders: Sequence[ToDo], planned: Callable[[ToDo, Table], list[Event]], clock: Clock
) -> Together:
    """As many of the first orders as can be stored in one go. The table stands still: nobody sees what is not stored."""
    found, known = Together(ahead(table), [], []), set()
    for order in orders:
        first, at = len(found.further.records), clock()
        if not order.is_said or (order.seat, order.id) in known:
            break
        try:
            events = planned(order, found.further)
            rows = as_rows(first, at, map(written, events))
        except FatewrightError as why:
            found.outcomes.append((order, why))
            continue
        except Exception:  # a bug: by itself it fails as well, and then it is noted down
            break
        if is_by_itself(events):
            break
        found.further.append(events, at)
        found.batches.append(Batch(id, first, rows, order.seat, order.id))
        found.outcomes.append((order, None))
        known.add((order.seat, order.id))
    return found


def written(event: Event) -> str:
    """An event as it is stored. Nothing is that could not be sent: a table must not choke on what one person has typed."""
    text = stored(event)
    if "\\ud" in text:  # half of a sign beyond the first 65,536, or one half alone
        try:
            json.dumps(json.loads(text), ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise Refusal("there are signs in it that are no text") from None
    return text
