"""Run every law on a game: does it play, can everything be undone, do the odds hold, does any secret leak?"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from fatewright.chance import seeded_dice
from fatewright.core.errors import BadValue, FatewrightError
from fatewright.kit.laws import LAWS, PAST_REVEALS, Broken, Twins, unused
from fatewright.kit.scribe import regenerated
from fatewright.systems import spec
from fatewright.systems.scene import scene_of, set_out


def configure(parser: ArgumentParser) -> None:
    """The arguments of `fatewright check`."""
    parser.add_argument("game", help="the folder of a game, or the id of a built-in one")
    parser.add_argument("--write", action="store_true", help="write the blocks of play.txt (and of play-*.txt) anew")
    parser.add_argument("--seeds", type=int, default=40, help="how many random tables (default 40)")
    parser.add_argument("--lines", type=int, default=15, help="how many commands at each (default 15)")


def run(args: Namespace) -> int:
    """Print a line per law; exit code 1 if one is broken."""
    if args.seeds < 1 or args.lines < 1:
        raise BadValue("--seeds and --lines: at least one")
    folder = Path(args.game)
    system = spec.from_folder(folder) if folder.is_dir() else spec.game(args.game)
    print(f"{system.title}: {len(system.game.verbs)} verbs, {len(system.rules)} rules")
    is_broken = False
    laws = LAWS if system.kinds else {"readings agree": LAWS["readings agree"]}  # nobody to place: nothing but rules yet
    for name, law in laws.items():
        try:
            results = [law(system, seed, args.lines) for seed in range(args.seeds)]
        except Broken as wrong:
            print(f"  broken  {name}: {wrong}")
            is_broken = True
            continue
        print(f"  holds   {name}{_figures(results)}")
    if not system.kinds:
        return 1 if is_broken else 0
    is_broken = _has_no_scene(system) or is_broken
    others = sorted(system.folder.glob("play-*.txt"))
    for file in (system.folder / "play.txt", *others):
        is_broken = _playthrough(system, file, write=args.write) or is_broken
    missing = unused(system, range(10 * args.seeds), args.lines)  # quick, and it stops when nothing is missing
    print(f"  unused  {', '.join(missing)}" if missing else "  used    every verb and every entry of every list")
    return 1 if is_broken else 0


def _has_no_scene(system: spec.System) -> bool:
    """Whether the scene to try the game in cannot be set out; then, why."""
    scene = scene_of(system)
    try:
        if scene:
            set_out(system, scene, seeded_dice(0))
    except FatewrightError as wrong:
        print(f"  broken  try it: {wrong}")
        return True
    return False


def _playthrough(system: spec.System, file: Path, *, write: bool) -> bool:
    """Whether the golden playthrough is missing, or differs from what is told today."""
    if not file.exists():
        print(f"  missing {file.name}: a playthrough, the game's specification by example")
        return True
    written = file.read_text(encoding="utf-8")
    today = regenerated(system, written)
    if write:
        file.write_text(today, encoding="utf-8")
    print(f"  {'written' if write else 'holds  ' if today == written else 'differs'} {file.name}")
    return today != written and not write


def _figures(results: list[object]) -> str:
    twins = [result for result in results if isinstance(result, Twins)]
    if not twins:
        return f" ({len(results)} tables)"
    pairs, past = sum(one.pairs for one in twins), sum(one.past for one in twins)
    weak = "" if past >= PAST_REVEALS else f"; fewer than {PAST_REVEALS}: raise --seeds"
    return f" ({pairs} pairs of worlds, {past} of them past a reveal{weak})"
