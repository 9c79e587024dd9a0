"""Run every law on a game: does it play, can everything be undone, do the odds hold, does any secret leak?"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from itertools import zip_longest
from pathlib import Path

from fatewright.chance import seeded_dice
from fatewright.core.errors import BadValue, FatewrightError
from fatewright.core.grammar import count_of
from fatewright.kit.functions import findings
from fatewright.kit.laws import LAWS, PAST_REVEALS, LawBroken, Twins, unused
from fatewright.kit.scribe import regenerated
from fatewright.kit.stage import stage
from fatewright.systems import spec
from fatewright.systems.faults import fault_of
from fatewright.systems.scene import scene_faults
from fatewright.watchdog import TooLong, Watchdog


def configure(parser: ArgumentParser) -> None:
    """The arguments of `fatewright check`."""
    parser.add_argument("game", help="the folder of a game, or the id of a built-in one")
    parser.add_argument("--write", action="store_true", help="write the blocks of play.txt (and of play-*.txt) anew")
    parser.add_argument("--seeds", type=int, default=40, help="how many random tables (default 40)")
    parser.add_argument("--lines", type=int, default=15, help="how many commands at each (default 15)")
    parser.add_argument("--patience", type=float, default=60, help="seconds of work after which a rule is endless (default 60)")


def run(args: Namespace) -> int:
    """Print a line per law; exit code 1 if one is broken."""
    if args.seeds < 1 or args.lines < 1 or args.patience <= 0:
        raise BadValue("--seeds and --lines: at least one; --patience: more than nothing")
    folder = Path(args.game)
    system = spec.from_folder(folder) if folder.is_dir() else spec.game(args.game)
    print(f"{system.title}: {count_of(len(system.game.verbs), 'verb')}, {count_of(len(system.rules), 'rule')}")
    try:
        return 1 if _is_broken(system, args, Watchdog(args.patience, is_final=True)) else 0
    except TooLong as wrong:
        print(f"  endless {wrong}; nothing else is tried before that is put right")
        return 1


def _is_broken(system: spec.System, args: Namespace, watchdog: Watchdog) -> bool:
    """Whether a law does not hold."""
    is_broken = False
    laws = LAWS if system.kinds else {"readings agree": LAWS["readings agree"]}  # nobody to place: nothing but rules yet
    for name, law in laws.items():
        try:
            results = [watchdog.run(partial(law, system, seed, args.lines)) for seed in range(args.seeds)]
        except LawBroken as wrong:
            print(f"  broken  {name}: {wrong}")
            is_broken = True
            continue
        print(f"  holds   {name}{_figures(results)}")
    if not system.kinds:
        return is_broken
    is_broken = watchdog.run(partial(_has_wrong_functions, system)) or is_broken
    is_broken = watchdog.run(partial(_has_no_scene, system)) or is_broken
    others = sorted(system.folder.glob("play-*.txt"))
    for file in (system.folder / "play.txt", *others):
        is_broken = watchdog.run(partial(_playthrough, system, file, write=args.write)) or is_broken
    missing = unused(system, range(10 * args.seeds), args.lines, watchdog.run)  # quick, and it stops when nothing is missing
    print(f"  unused  {', '.join(missing)}" if missing else "  used    every verb and every entry of every list")
    return is_broken


def _has_no_scene(system: spec.System) -> bool:
    """Whether something is wrong with the scene to try the game in; then, what."""
    try:
        found = [f"{system.folder / 'system.toml'}: {one}" for one in scene_faults(system, seeded_dice(0))]
    except FatewrightError as wrong:
        found = [str(wrong)]
    except Exception as wrong:  # of a function that the house calls when somebody comes
        found = [fault_of(wrong, system.folder / "rules.py")]
    for one in found:
        print(f"  broken  try it: {one}")
    return bool(found)


def _has_wrong_functions(system: spec.System) -> bool:
    """Whether a function that the house calls by name gives something else than it is asked for; then, what."""
    found = dict.fromkeys(findings(system, stage(system).table))
    for one in found:
        print(f"  broken  functions answer: {one}")
    if not found:
        print("  holds   functions answer")
    return bool(found)


def _playthrough(system: spec.System, file: Path, *, write: bool) -> bool:
    """Whether the golden playthrough is missing, or differs from what is told today."""
    if not file.exists():
        print(f"  missing {file.name}: a playthrough, the game's specification by example")
        return True
    written = file.read_text(encoding="utf-8")
    try:
        today = regenerated(system, written)
    except FatewrightError as wrong:
        print(f"  broken  {file.name}, {wrong}")
        return True
    if write:
        file.write_text(today, encoding="utf-8")
    is_told = today == written or write
    word, where = ("written" if write else "holds  ", "") if is_told else ("differs", _first(written, today))
    print(f"  {word} {file.name}{where}")
    return not is_told


def _first(written: str, today: str) -> str:
    """Where a playthrough differs first, and what to do."""
    pairs = zip_longest(written.splitlines(), today.splitlines(), fillvalue="")
    line, (was, is_now) = next((line, pair) for line, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    found = f"found '{was.strip()}', and today it is '{is_now.strip()}'"
    return f", line {line}: {found}; if that is right, --write writes it anew"


def _figures(results: list[object]) -> str:
    twins = [result for result in results if isinstance(result, Twins)]
    if not twins:
        return f" ({count_of(len(results), 'table')})"
    pairs, past = sum(one.pairs for one in twins), sum(one.past for one in twins)
    weak = "" if past >= PAST_REVEALS else f"; fewer than {PAST_REVEALS}: raise --seeds"
    return f" ({count_of(pairs, 'pair')} of worlds, {past} of them past a reveal{weak})"
