"""The protocol: every message between a browser and the table. The TypeScript types and docs/protocol.md are written from here.

A browser says what its seat does; who it is comes from the cookie of its connection, never from the message. Every number in
here is the viewer's own: lines are numbered without gaps as this seat has witnessed them, and questions go by such numbers.
"""

# ruff: noqa: F403 (whatever stands there is part of the protocol)
from fatewright.web.wire.answered import *
from fatewright.web.wire.asked import *
from fatewright.web.wire.games import *
from fatewright.web.wire.said import *
from fatewright.web.wire.table import *
