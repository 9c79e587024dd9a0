"""Odds of a fight: an attack from its pool to its wound, and every button of the attack form at a table. Limits, not peers."""

from collections.abc import Callable, Iterator
from itertools import product

from bench import forget
from bench.clock import Effort, Timed, once
from bench.compare import Row
from fatewright.core.rule.odds import Memory
from fatewright.core.rule.price import odds
from fatewright.core.table.game import Act
from fatewright.core.table.landing import Draft
from fatewright.core.table.preview import odds_of_answer
from fatewright.core.table.seal import EVERYONE, Audience
from fatewright.core.table.table import Table
from fatewright.kit.players import cautious, open_questions
from fatewright.kit.stage import KeyedDice, no_dice
from fatewright.systems.moment_of_truth.mechanics.rolls import attack
from fatewright.systems.opening import opening
from fatewright.systems.spec import game
from fatewright.web.weigh import odds_of_act

ATTACK = attack(9, 3, 16, 3, 4, 6)
COLD, BUTTON = 0.002, 0.050
MOT = game("moment-of-truth")
MANNERS, AIMS, GAPS = ("plain", "automatic"), ("anywhere", "legs", "weapon hand", "head", "neck"), ("no", "yes")


def measure(tell: Callable[[str], None], effort: Effort) -> Iterator[Row]:
    case = "attack with 9 dice, 16 dice of damage, armour 6"
    tell(case)
    memory = Memory()
    cold, remembered = effort.race(
        [
            Timed(lambda: odds(ATTACK, memory=Memory()), forget.ours),
            Timed(lambda: odds(ATTACK, memory=memory)),
        ]
    )
    yield Row("fight", case, cold, remembered, "limit", COLD, "at most 2 ms cold")
    tell("every button of the attack form")
    forms = [_form(*one) for one in product(MANNERS, AIMS, GAPS)]
    yield _slowest("the slowest button of the attack form, by a game master", [_weighed(one) for one in forms])
    yield _slowest("the slowest answer of a player who attacks", [run for one in forms for run in _answers(one)])


def _slowest(case: str, runs: list[Callable[[], object]]) -> Row:
    cold, warm = [], []
    for run in runs:
        forget.ours()
        cold.append(once(run))
        warm.append(once(run))
    return Row("fight", case, max(cold), max(warm), "limit", BUTTON, f"at most 50 ms; {len(runs)} of them")


def _table() -> Table:
    """A game master's gunman and a player's, ten metres apart, in mail; the player holds five Moments."""
    table = Table()
    table.append(opening(MOT, {"gm": "gm", "ana": "player"}, {"starting_mots": 5}))
    draft = Draft(len(table.records), table.truth.fork(), MOT.game, no_dice)
    sheet = {**MOT.kinds["Gang Boss"], "agility": 4, "armor": ["Chainmaille"]}
    draft.land(MOT.place("ana", sheet, "Gang Boss", "ana", keepers=Audience({"gm"})), EVERYONE)
    draft.land(MOT.place("foe", sheet, "Gang Boss", "gm", Audience({"gm"}), Audience({"gm"})), EVERYONE)
    table.append(draft.events)
    table.do(MOT.game, Act("gm", "open-session", {"hours": 4}), no_dice)
    return table


def _form(manner: str, aim: str, gap: str) -> dict[str, object]:
    return {"weapon": "Assault Rifle", "manner": manner, "aim": aim, "gap": gap, "metres": 10}


def _weighed(form: dict[str, object]) -> Callable[[], object]:
    view = _table().view("gm")
    return lambda: odds_of_act(view, MOT, Act("gm", "attack", {"who": "foe", "target": "ana", **form}))


def _answers(form: dict[str, object]) -> Iterator[Callable[[], object]]:
    table = _table()
    table.do(MOT.game, Act("ana", "attack", {"who": "ana", "target": "foe", **form}), KeyedDice(1))
    view = table.view("ana")
    (question,) = open_questions(view, "ana")
    for answer in view.questions[question].asked.answers():
        yield lambda answer=answer: odds_of_answer(view, MOT.game, "ana", question, answer, cautious)  # type: ignore[misc]
