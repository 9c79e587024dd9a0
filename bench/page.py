"""The page in a real browser: how large it is, when it can be used, and how a log of ten thousand lines behaves.

Sizes are those of the files that the first page asks for, compressed; fonts apart. Frames are those that the browser drew while
the log was being scrolled from its end towards its beginning; whatever takes longer than two at 60 a second is a stutter.
"""

import asyncio
import gzip
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from bench.browser import CHROMIUM
from bench.clock import Effort
from bench.compare import Row
from bench.tables import PATIENCE, served
from fatewright.chance import seeded_dice
from fatewright.core.table.game import Act
from fatewright.server.file_store import FileStore
from fatewright.server.hall import Hall
from fatewright.systems.spec import games

LINES = 10_000
LARGEST = 100.0  # KB
INTERACTIVE, OPEN, ACT = 1.0, 2.0, 0.1  # seconds
SMOOTH, FRAME = 1 / 60, 1 / 30
STEP = 300  # pixels from frame to frame: a strong flick of the thumb
SCREEN = {"width": 1280, "height": 860}

SCROLL = """async (step) => {
    const list = document.querySelector('#log .list')
    const frames = []
    let last = performance.now()
    while (list.scrollTop > 0 && frames.length < 600) {
        list.scrollTop -= step
        await new Promise((done) => requestAnimationFrame(done))
        const now = performance.now()
        frames.push(now - last)
        last = now
    }
    return frames
}"""


class Size(NamedTuple):
    """How much is measured."""

    lines: int  # in the log
    opened: int  # times that the lobby is opened
    acts: int


def measure(tell: Callable[[str], None], effort: Effort) -> Iterator[Row]:
    """A row for each limit."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        yield Row("page", "the page", None, None, "limit", None, "not measured: there is no playwright here")
        return
    size = effort.of(Size(LINES, 5, 20), Size(300, 1, 1))
    with TemporaryDirectory() as folder:
        tell(f"a table with {size.lines:,} lines")
        id, key = asyncio.run(_filled(Path(folder), size.lines))
        with served("ours", Path(folder)) as server, sync_playwright() as playwright:
            if not CHROMIUM:
                yield Row("page", "the page", None, None, "limit", None, "not measured: there is no chromium here")
                return
            browser = playwright.chromium.launch(executable_path=CHROMIUM, timeout=PATIENCE * 1000)
            address = f"http://127.0.0.1:{server.port}"
            tell("the first page")
            yield from _first_page(browser, address, size)
            tell("the log")
            yield from _long_log(browser, address, id, key, size)
            browser.close()


async def _filled(folder: Path, lines: int) -> tuple[str, str]:
    """A table at which much has been said: its id, and the key to the game master's seat."""
    store = FileStore(folder / "tables.db")
    draw = seeded_dice(1)
    hall = Hall(store, games(), lambda: draw, lambda: int(time.time()))
    try:
        id, key = await hall.make("lanterns", "A long table", "gm", "", {})
        room = await hall.room(id)
        number = 0
        while room.table.stream("gm").count < lines:
            group = [_deed(number + more) for more in range(50)]
            await asyncio.gather(
                *(
                    room.do("gm", "", lambda table, deed=deed: table.plan(room.system.game, deed, room.draw))  # type: ignore[misc]
                    for deed in group
                )
            )
            number += len(group)
        await hall.close()
        return id, key
    finally:
        store.close()


def _deed(number: int) -> Act:
    """What somebody does at a table: they talk, and now and then dice fall."""
    if number % 4 == 3:
        return Act("gm", "roll", {"notation": "4d6"})
    return Act("gm", "say", {"text": f"line {number}: the lantern is low, " + "and the hill is dark " * (number % 5)})


def _first_page(browser: Any, address: str, size: Size) -> Iterator[Row]:
    sizes: dict[str, float] = {}
    times = []
    for _ in range(size.opened):
        page = browser.new_page(viewport=SCREEN)
        page.set_default_timeout(PATIENCE * 1000)
        page.on("response", lambda answer: sizes.update(_size(answer)))
        page.goto(address)
        page.get_by_role("link", name="New table").first.wait_for()
        page.wait_for_load_state("networkidle")
        times.append(page.evaluate(INTERACTIVE_AT) / 1000)
        page.close()
    largest = max(sizes, key=lambda name: sizes[name])
    note = f"{len(sizes)} files, the largest {largest.rpartition('/')[2]} with {sizes[largest]:.1f} KB"
    yield Row("page", "script and style of the first page", sum(sizes.values()), None, "limit", LARGEST, note, unit="KB")
    note = f"the lobby with its games drawn, median of {len(times)}, the slowest {max(times) * 1000:.0f} ms"
    yield Row("page", "the first page, until it can be used", median(times), None, "limit", INTERACTIVE, note)


ONE_IS_FOUND = "() => document.querySelector('#log [role=status]').textContent.trim().startsWith('1 of')"

# The last thing that was drawn for somebody to use; scripts that run for long would come after it.
INTERACTIVE_AT = """() => new Promise((done) => {
    const tasks = []
    const seen = new PerformanceObserver((list) => tasks.push(...list.getEntries()))
    seen.observe({type: 'longtask', buffered: true})
    setTimeout(() => {
        const paints = performance.getEntriesByType('paint').map((one) => one.startTime)
        const answers = performance.getEntriesByType('resource').filter((one) => one.name.includes('/api/'))
        const ends = [...tasks.map((one) => one.startTime + one.duration), ...answers.map((one) => one.responseEnd)]
        done(Math.max(0, ...paints, ...ends))
    }, 100)
})"""


def _size(answer: Any) -> dict[str, float]:
    """The size of a script or style in KB, compressed as servers do."""
    if answer.request.resource_type not in ("script", "stylesheet"):
        return {}
    return {answer.url: len(gzip.compress(answer.body(), 9)) / 1000}


def _long_log(browser: Any, address: str, id: str, key: str, size: Size) -> Iterator[Row]:
    context = browser.new_context(viewport=SCREEN)
    context.add_cookies([{"name": f"seat-{id}", "value": key, "url": address}])
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    began = time.perf_counter()
    page.goto(f"{address}/t/{id}")
    log = page.get_by_role("region", name="Log", exact=True)
    log.get_by_role("listitem").last.wait_for()
    opened = time.perf_counter() - began
    yield Row("page", f"a table with {size.lines:,} lines, until its log is there", opened, None, "limit", OPEN, "from nothing")

    log.get_by_role("button", name="Filter").click()
    began = time.perf_counter()
    search = log.get_by_role("searchbox")
    search.fill("line 1:")
    page.wait_for_function(ONE_IS_FOUND, polling="raf")  # a locator looks but every half second
    found = time.perf_counter() - began
    note = "every earlier line is read from the server first"
    yield Row("page", f"one of {size.lines:,} lines found by its words", found, None, "limit", OPEN, note)
    log.get_by_role("button", name="Show everything").click()
    log.get_by_role("button", name="Filter").click()

    drawn = log.get_by_role("listitem").count()
    worked = _worked(context, page)
    began = worked()
    frames = [frame / 1000 for frame in page.evaluate(SCROLL, STEP)]
    each = (worked() - began) / len(frames)
    note = f"what the page itself works for it; {drawn} entries are drawn at once"
    yield Row("page", f"processor time of a frame, {size.lines:,} lines scrolled", each, None, "limit", SMOOTH, note)
    slow, stutters = quantiles(frames, n=20)[18], sum(frame > FRAME for frame in frames)
    note = f"median of {len(frames)}; 95 of 100 within {slow * 1000:.0f} ms, {stutters} over {FRAME * 1000:.0f} ms"
    yield Row("page", "from frame to frame meanwhile", median(frames), None, "limit", FRAME, note)

    times = []
    said = page.get_by_label("Say something")
    for number in range(size.acts):
        said.fill(f"word {number}")
        times.append(page.evaluate(ACTED, f"word {number}") / 1000)
    note = f"from the click until it is drawn, median of {size.acts}, the slowest {max(times) * 1000:.0f} ms"
    yield Row("page", f"something said with {size.lines:,} lines in the log", median(times), None, "limit", ACT, note)
    context.close()


def _worked(context: Any, page: Any) -> Callable[[], float]:
    """Seconds for which the page has had a core: the figure that a busy machine spoils least."""
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    return lambda: next(
        float(one["value"]) for one in session.send("Performance.getMetrics")["metrics"] if one["name"] == "TaskDuration"
    )


ACTED = """async (text) => {
    const list = document.querySelector('#log .list')
    list.scrollTop = list.scrollHeight
    await new Promise((done) => setTimeout(done, 50))
    const button = [...document.querySelectorAll('.talk button')].find((one) => one.textContent.trim() === 'Say')
    const began = performance.now()
    button.click()
    while (!list.textContent.includes(text)) await new Promise((done) => requestAnimationFrame(done))
    return performance.now() - began
}"""
