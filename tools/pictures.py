"""Draw the pictures of README and docs anew, from real tables: `make pictures`. Name some to draw only those."""

from __future__ import annotations

import base64
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "src")]

from bench.browser import CHROMIUM  # noqa: E402
from playwright.sync_api import Browser as Chromium  # noqa: E402  # the tests' own helpers are found only now
from playwright.sync_api import Page, sync_playwright  # noqa: E402

from fatewright.cli import main  # noqa: E402
from fatewright.systems import sheet  # noqa: E402
from fatewright.systems.spec import games  # noqa: E402
from web.serving import Browser, Sitting, served  # noqa: E402

PICTURES = ROOT / "docs/pictures"
DESK, PHONE, TELEVISION = (1400, 900), (390, 844), (1600, 900)
SEED = 11
SYSTEMS = games()


class Evening:
    """A house with one table in it, people who have sat down, and their screens."""

    def __init__(self, chromium: Chromium, address: str) -> None:
        self.chromium, self.address = chromium, address
        self.id, self.game = "", ""
        self.browsers: dict[str, Browser] = {}
        self.sittings: dict[str, Sitting] = {}

    def open(self, game: str, name: str, *players: str, **dials: Any) -> None:
        """Set out a table; Gwen is its game master, or its first player where there is none."""
        gwen = Browser(self.address)
        _, card = gwen.post("/api/tables", {"game": game, "name": name, "seat": "Gwen", "dials": dials})
        self.id, self.game, self.browsers = card["id"], game, {"Gwen": gwen}
        for player in players:
            self.browsers[player] = Browser(self.address)
            self.browsers[player].post(f"/api/tables/{self.id}/join", {"name": player})
        self.sittings = {name: browser.sit(self.id) for name, browser in self.browsers.items()}

    def try_it(self, game: str) -> None:
        """The scene in which a newcomer plays alone."""
        self.browsers = {"you": Browser(self.address)}
        _, card = self.browsers["you"].post(f"/api/games/{game}/try", {})
        self.id, self.game = card["id"], game
        self.sittings = {"you": self.browsers["you"].sit(self.id)}

    def sit(self, name: str) -> Sitting:
        return self.sittings[name].hear()

    def do(self, seat: str, verb: str, **args: Any) -> None:
        """Do something, which must be allowed; what is not said is as the form begins."""
        said = self.sit(seat).act(verb, **args)
        assert said["is"] == "done", (verb, args, said)

    def answer(self, seat: str, value: Any) -> None:
        said = self.sit(seat).answer(value)
        assert said["is"] == "done", (seat, value, said)

    def bring(self, seat: str, game: str, kind: str, name: str, **choices: Any) -> None:
        """Somebody ready-made comes to the table."""
        system = SYSTEMS[game]
        chosen = {field: system.fields[field] for step in system.steps for field in step.fields}
        starts = {field: value.low if value.start is None else value.start for field, value in chosen.items()}
        ready = {field: value for field, value in system.kinds[kind].items() if field in chosen}
        who = sheet.Character(system.id, system.version, name, starts | ready | choices)
        self.do(seat, "bring", character=json.dumps({key: value for key, value in who._asdict().items() if key != "advances"}))

    def screen(self, seat: str = "", path: str | None = None, size: tuple[int, int] = DESK, scheme: Any = "light") -> Page:
        """What somebody sees."""
        width, height = size
        context = self.chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, contrast="more"
        )  # plain paper: its grain would make every picture four times as large
        for name, value in (self.browsers[seat].cookies if seat else {}).items():
            context.add_cookies([{"name": name, "value": value, "url": self.address}])
        page = context.new_page()
        page.goto(self.address + (f"/t/{self.id}" if path is None else path))
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(500)
        return page

    def keep(self, page: Page, name: str, **options: Any) -> None:
        page.screenshot(path=PICTURES / f"{name}.png", **options)
        page.context.close()


# ── the pictures ───────────────────────────────────────────────────────────────────────────────────────────────────────


def lobby(evening: Evening) -> None:
    """Where everything begins."""
    evening.open("moment-of-truth", "The long night")
    gwen = evening.browsers["Gwen"]
    for game, name in (("twist-of-fate", "The Gilded Hook"), ("lanterns", "Under Barrow Hill")):
        gwen.post("/api/tables", {"game": game, "name": name, "seat": "Gwen"})
    evening.keep(evening.screen("Gwen", "/", (1280, 900)), "lobby")


def odds(evening: Evening) -> None:
    """Two situations side by side."""
    evening.open("moment-of-truth", "The long night")
    roll = "game=moment-of-truth&rule=skill-roll&tn=2&pool="
    evening.keep(evening.screen("Gwen", f"/odds?{roll}6&versus={quote(f'{roll}8')}", (1280, 1120)), "odds")


def table(evening: Evening) -> None:
    """Lanterns: a question with its odds."""
    lanterns(evening)
    evening.do("Ana", "dare", who="Ana", trait="hand", difficulty="hard")
    evening.keep(evening.screen("Ana"), "table")


def dice(evening: Evening) -> None:
    """Dice, just after they have fallen."""
    lanterns(evening)
    page = evening.screen("Bo", size=PHONE, scheme="dark")
    evening.do("Gwen", "roll", notation="2d20kh1+2d8+1d4")
    page.locator("[data-stage]").wait_for()
    page.wait_for_timeout(900)
    evening.keep(page, "dice")


def lanterns(evening: Evening) -> None:
    """A table of Lanterns, a ghoul on the board."""
    evening.open("lanterns", "Under Barrow Hill", "Ana", "Bo")
    for seat, kind in (("Ana", "warden"), ("Bo", "scholar")):
        evening.bring(seat, "lanterns", kind, seat)
    evening.do("Gwen", "place", name="ghoul", kind="ghoul")
    evening.do("Gwen", "move", who="ghoul", x=5, y=2)
    evening.do("Ana", "move", who="Ana", x=4, y=2)
    evening.do("Bo", "move", who="Bo", x=2, y=3)
    evening.do("Gwen", "say", text="Something breathes behind the third door.")
    evening.do("Gwen", "roll", notation="4d6kh3")


def moment_of_truth(evening: Evening) -> None:
    """A check: what rolling, spending, refusing or raising the stakes would come to."""
    open_night(evening)
    call = {"who": "Ada Finch", "skill": "Research", "statistic": "education", "tn": 2}
    evening.do("Gwen", "call-for", **call, task="find the ledger before the watchman comes back", reason="in the dark")
    evening.keep(evening.screen("Ana"), "moment-of-truth")


def open_night(evening: Evening) -> None:
    """A session of Moment of Truth has begun."""
    evening.open("moment-of-truth", "The long night", "Ana", "Bo", default_tn=1)
    evening.bring("Ana", "moment-of-truth", "Ada Finch", "Ada Finch")
    kinds = [kind for kind in SYSTEMS["moment-of-truth"].kinds if kind != "Ada Finch"]
    evening.bring("Bo", "moment-of-truth", kinds[0], kinds[0])
    evening.do("Gwen", "open-session", hours=3)


def fight(evening: Evening) -> None:
    """The order of turns, the board, and an attack with its odds."""
    open_night(evening)
    people = {name for name in evening.sit("Gwen").facts if name[0] == "token"}
    heroes = sorted({path[1] for path in people})
    for name, kind in {"Rook": "Street Tough", "Finn": "Thief"}.items():
        evening.do("Gwen", "place", name=name, kind=kind)
    places = dict(zip([*heroes, "Rook", "Finn"], [(4, 2), (1, 4), (5, 2), (6, 4)], strict=True))
    for name, (x, y) in places.items():
        owner = next(seat for seat in evening.sittings if evening.sit("Gwen").facts[("token", name, "owner")] == seat)
        evening.do(owner, "move", who=name, x=x, y=y)
    evening.do("Gwen", "start-fight", leader="Rook")
    for _ in range(3):
        for seat in evening.sittings:
            for one in evening.sit(seat).questions:
                if one["seat"] == seat and one["asked"] and not one["is_locked"]:
                    evening.answer(seat, 0)
    for _ in range(4):
        order, at = (evening.sit("Gwen").facts[("turns", what)] for what in ("order", "at"))
        if order[at] == "Gwen":
            break
        evening.do(order[at], "end-turn")
    page = evening.screen("Gwen", size=(1400, 1000))
    acts = page.locator("#acts")
    acts.locator("[data-verb=attack]").click()
    for field, value in {"who": "Rook", "target": heroes[0]}.items():
        acts.locator(f"[data-slot='{field}'] select").select_option(label=value)
    page.wait_for_timeout(900)
    acts.locator("h3").first.evaluate("title => title.parentElement.scrollIntoView()")
    evening.keep(page, "fight")


def open_hook(evening: Evening) -> None:
    """A table of Twist of Fate."""
    evening.open("twist-of-fate", "The Gilded Hook", "Ana", "Bo")
    evening.bring("Ana", "twist-of-fate", "Mina Stark", "Mina")
    evening.bring("Bo", "twist-of-fate", "Toby Quill", "Toby")
    for name in ("Captain", "Guard"):
        evening.do("Gwen", "place", name=name, kind=name)
    evening.do("Gwen", "say", text="Nobody leaves before the toast.")


def bids(evening: Evening) -> None:
    """Four sides bid face down: two screens beside each other."""
    open_hook(evening)
    evening.do("Gwen", "contest", who="Toby", skill="Deceive")
    for who, skill in (("Mina", "Act"), ("Captain", "Lead"), ("Guard", "Scrutinize"), ("that is all", "Deceive")):
        evening.answer("Gwen", [who, skill, "in general"])
    evening.answer("Ana", 2)
    gwen, bo = evening.screen("Gwen", size=(1200, 844)), evening.screen("Bo", size=PHONE)
    bo.get_by_role("radiogroup", name="bid").locator("label").nth(3).click()
    gwen.get_by_role("radiogroup").first.locator("label").nth(3).click()
    bo.wait_for_timeout(300)
    beside(evening, [gwen, bo], "bids")


def twist_of_fate(evening: Evening) -> None:
    """A fight without dice: the price of effects, the order, a bid."""
    open_hook(evening)
    for name, x, y in (("Mina", 2, 2), ("Toby", 1, 3), ("Captain", 3, 2), ("Guard", 3, 4)):
        evening.do("Gwen", "put", who=name, x=x, y=y)
    evening.do("Gwen", "start-fight")
    settle(evening)
    order, at = (evening.sit("Gwen").facts[("turns", what)] for what in ("order", "at"))
    owner = evening.sit("Gwen").facts[("token", order[at], "owner")]
    evening.keep(evening.screen(owner), "twist-of-fate")


def settle(evening: Evening) -> None:
    """Answer whatever is asked with what stands there if nobody does, until nothing is."""
    for _ in range(12):
        open_ones = [
            (seat, one["asked"])
            for seat in evening.sittings
            for one in evening.sit(seat).questions
            if one["seat"] == seat and one["asked"] and not one["is_locked"]
        ]
        if not open_ones:
            return
        seat, asked = open_ones[0]
        options = [one["value"] for one in asked.get("options", []) if not one.get("blocked")]
        fallback = options[-1] if options else asked.get("low", 0)
        evening.answer(seat, asked["default"] if asked.get("default") is not None else fallback)


def scene_of(game: str) -> Callable[[Evening], None]:
    """The scene to try a game in, as it begins."""

    def picture(evening: Evening) -> None:
        evening.try_it(game)
        page = evening.screen("you")
        if (shown := page.get_by_role("button", name="Show me")).count():
            shown.click()
            page.wait_for_timeout(900)
            page.locator(".middle").evaluate("zone => zone.scrollTo(0, 0)")
        evening.keep(page, game)

    return picture


def television(evening: Evening) -> None:
    """What everyone may see, large."""
    lanterns(evening)
    evening.browsers["screen"] = Browser(evening.address)
    evening.browsers["screen"].post(f"/api/tables/{evening.id}/join", {"name": "television", "role": "television"})
    evening.do("Bo", "stare", who="Bo", other="Ana")
    evening.answer("Bo", 2)
    evening.keep(evening.screen("screen", f"/t/{evening.id}/tv", TELEVISION, "dark"), "television")


def paper(evening: Evening) -> None:
    """A character on paper."""
    open_night(evening)
    page = evening.screen("Ana", size=(900, 1000))
    page.get_by_role("button", name="Print Ada Finch’s sheet").click()
    page.wait_for_timeout(500)
    evening.keep(page, "paper")


def builder(evening: Evening) -> None:
    """Making a character."""
    evening.open("triumph-and-disaster", "The Salt Road", "Ana")
    evening.keep(evening.screen("Ana"), "builder")


def beside(evening: Evening, pages: list[Page], name: str) -> None:
    """Several screens in one picture."""
    shots = [(page.viewport_size or {}, base64.b64encode(page.screenshot()).decode()) for page in pages]
    width, height = sum(size["width"] for size, _ in shots) + 10, max(size["height"] for size, _ in shots)
    drawn = evening.chromium.new_page(viewport={"width": width, "height": height})
    images = "".join(f'<img src="data:image/png;base64,{shot}">' for _, shot in shots)
    drawn.set_content(f'<body style="margin:0;display:flex;gap:10px;background:#d8cfbd">{images}')
    drawn.screenshot(path=PICTURES / f"{name}.png")
    for page in [drawn, *pages]:
        page.close()


def skill_roll(evening: Evening) -> None:
    """Exact odds as a plot, by the command line."""
    del evening
    (PICTURES / "skill-roll.svg").unlink(missing_ok=True)
    main(["odds", "moment-of-truth", "skill-roll", "pool=6", "tn=2", "--plot", str(PICTURES / "skill-roll.svg")])


ALL: dict[str, Callable[[Evening], None]] = {
    "lobby": lobby,
    "odds": odds,
    "table": table,
    "dice": dice,
    "moment-of-truth": moment_of_truth,
    "fight": fight,
    "bids": bids,
    "twist-of-fate": twist_of_fate,
    "avitch": scene_of("avitch"),
    "triumph-and-disaster": scene_of("triumph-and-disaster"),
    "television": television,
    "builder": builder,
    "paper": paper,
    "skill-roll": skill_roll,
}


def draw(names: list[str]) -> None:
    """Draw these pictures, each from a table of its own with dice that always fall the same."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM)
        for name in names:
            now = int(time.time())
            with tempfile.TemporaryDirectory() as folder, served(Path(folder), seed=SEED, now=now) as address:
                ALL[name](Evening(chromium, address))
            print(name)
        chromium.close()


if __name__ == "__main__":
    wanted = sys.argv[1:] or list(ALL)
    if unknown := [name for name in wanted if name not in ALL]:
        sys.exit(f"there is no picture {', '.join(unknown)}; there are: {', '.join(ALL)}")
    draw(wanted)
