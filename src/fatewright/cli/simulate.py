"""Many runs of dice or of a rule: how often each outcome came up, with 95 % intervals."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from fatewright.cli import progress, show, target
from fatewright.core.grammar import agrees
from fatewright.core.rule import words
from fatewright.core.rule.sample import Simulated, simulate

RUNS = 100_000


def configure(parser: ArgumentParser) -> None:
    """The arguments of `fatewright simulate`."""
    target.configure(parser)
    parser.add_argument("--runs", type=int, default=RUNS, help=f"how many (default {RUNS:,})")
    parser.add_argument("--seed", type=int, default=None, help="the same runs every time")


def run(args: Namespace) -> int:
    """Simulate and print."""
    from secrets import randbits

    call = target.target(args.what)
    seed = randbits(32) if args.seed is None else args.seed
    tell = progress.progress(lambda done: f"{done:,} of {args.runs:,} runs")
    try:
        result = simulate(call, args.runs, seed, target.answers(args.answer), lens=args.lens, tell=tell)
    finally:
        progress.clear()
    outcomes = words.from_worst_to_best(list(result.counts), target.tones(args.what))
    if args.json:
        rows = [_row(result, outcome) for outcome in outcomes]
        print(show.dump({"runs": result.runs, "seed": seed, "from_exact_odds": result.is_exact_source, "outcomes": rows}))
        return 0
    source = "drawn from exact odds" if result.is_exact_source else "played, too costly for exact odds"
    print(f"{result.runs:,} {agrees(result.runs, 'run', 'runs')}, seed {seed}, {source}")
    widest = max(len(words.label(outcome)) for outcome in outcomes)
    highest = max(result.counts.values())
    for outcome in outcomes:
        low, high = result.interval(outcome)
        count = result.counts[outcome]
        print(
            f"{words.label(outcome):>{widest}}  {show.bar(count, highest)}  {words.percent(count, result.runs):>9}"
            f"  95 %: {100 * low:.2f} to {100 * high:.2f} %"
        )
    return 0


def _row(result: Simulated[Any], outcome: Any) -> dict[str, Any]:
    low, high = result.interval(outcome)
    return {
        "outcome": words.plain(outcome),
        "label": words.label(outcome),
        "count": result.counts[outcome],
        "frequency": result.frequency(outcome),
        "low": low,
        "high": high,
    }
