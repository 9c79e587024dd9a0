"""What everybody must know of a table stands on every screen: that its dice follow a seed, that it is damaged."""

import sqlite3
from contextlib import closing

from playwright.sync_api import expect

from e2e.access import Walk
from web.serving import Browser, new_table, served

SEEDED, DAMAGED = "The dice of this table follow a seed", "This table is damaged."


def test_dice_that_follow_a_seed_and_a_damaged_table_are_told_on_every_screen(chromium, tmp_path):
    with served(tmp_path) as address:
        table, browsers = new_table(address, "Ana")
        browsers["Ana"].sit(table).act("say", text="hello")
        television = Browser(address)
        television.post(f"/api/tables/{table}/join", {"name": "television", "role": "television"})
        lost, gm = new_table(address)
        gm["gm"].sit(lost).act("say", text="mice")
    with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as tables:
        tables.execute("UPDATE records SET event = 'mice' WHERE \"table\" = ? AND event LIKE '%gm: mice%'", (lost,))
    with served(tmp_path, is_seeded=True) as address:
        ana = Walk(chromium, address, {**browsers["Ana"].cookies, **gm["gm"].cookies}.items())
        ana.go(f"/t/{table}", SEEDED)
        ana.look("a table whose dice follow a seed", about=".top")
        ana.go(f"/t/{table}/join", SEEDED)
        ana.look("its door")
        ana.go(f"/t/{lost}", DAMAGED)
        ana.look("a damaged table", about=".top")
        ana.go("/", "damaged: can be looked at")
        expect(ana.page.get_by_text("damaged: can be looked at")).to_have_count(1)
        shared = Walk(chromium, address, television.cookies.items())
        shared.go(f"/t/{table}/tv", SEEDED)
        shared.look_large("its television")
        assert ana.faults + shared.faults == []
