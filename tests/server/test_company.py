"""Those who sit with a newcomer: they answer and act by themselves, each by its own view, and never stand in the way."""

import asyncio
from types import SimpleNamespace

import pytest

import loops
from fatewright.chance import seeded_dice
from fatewright.core.table.events import Began, Fact
from fatewright.core.table.game import Act, Answer
from fatewright.core.table.seal import EVERYONE, is_hidden
from fatewright.core.table.story import Refusal
from fatewright.core.table.table import TakeBack
from fatewright.kit.players import open_questions
from fatewright.server import company
from fatewright.server.file_store import FileStore
from fatewright.server.hall import Hall
from fatewright.systems.scene import STEP, Cue, scene_of
from fatewright.systems.spec import games
from patience import PATIENCE

SYSTEMS = games()


def sat_down(tmp_path, story, game="lanterns", is_watched=True, systems=SYSTEMS, patience=60):
    """Try a game at a hall of its own, and let a story go on at that table."""

    async def run():
        store = FileStore(tmp_path / "tables.db")
        hall = Hall(store, systems, lambda: seeded_dice(3), lambda: 1000, 0.001, patience=patience)
        try:
            id, seat, _ = await hall.make_try(game)
            room = await hall.room(id)
            if is_watched:
                room.watch(lambda: None, seat)
            return await story(SimpleNamespace(hall=hall, room=room, seat=seat))
        finally:
            await hall.close()
            store.close()

    return loops.run(run())


async def do(here, command):
    await here.room.do(here.seat, "", lambda table: table.plan(here.room.system.game, command, here.room.draw))


async def until(is_it):
    async with asyncio.timeout(PATIENCE):
        while not is_it():
            await asyncio.sleep(0.002)


def step(here):
    return here.room.table.truth.facts[STEP]


def asked(here):
    view = here.room.table.view(here.seat)
    return [view.questions[number].name for number in open_questions(view, here.seat)]


async def follow(here):
    """Do what the scene wants, and give the first answer to whatever is asked, until it is over."""
    scene = scene_of(here.room.system)
    async with asyncio.timeout(PATIENCE):
        while (now := step(here)) < len(scene.steps):
            view = here.room.table.view(here.seat)
            if waiting := open_questions(view, here.seat):
                first = view.questions[waiting[0]].asked
                await do(
                    here, Answer(here.seat, waiting[0], first.default if first.default is not None else next(first.answers()))
                )
            elif (
                scene.steps[now].seat == here.seat
                and not view.questions
                and not company.is_done(here.room.table, scene.steps[now], set())
            ):
                try:
                    await do(here, Act(here.seat, scene.steps[now].verb, scene.steps[now].args))
                except Refusal:
                    await asyncio.sleep(0.01)  # somebody else's turn
            await asyncio.sleep(0.002)


@pytest.mark.parametrize("game", list(SYSTEMS))
def test_whoever_does_what_the_scene_wants_comes_to_its_end(tmp_path, game):
    sat_down(tmp_path, follow, game)


def test_nothing_happens_while_nobody_watches(tmp_path):
    async def story(here):
        before = len(here.room.table.records)
        await asyncio.sleep(0.05)
        assert len(here.room.table.records) == before
        here.room.watch(lambda: None, here.seat)
        await until(lambda: asked(here))

    sat_down(tmp_path, story, "moment-of-truth", is_watched=False)


def test_a_seat_lays_its_bid_down_while_the_newcomer_thinks(tmp_path):
    async def story(here):
        await do(here, Act(here.seat, "stare", {"who": "Mara", "other": "Bo"}))
        await until(lambda: any(one.is_locked for one in here.room.table.truth.questions.values()))
        assert asked(here) == ["stake"]
        theirs = next(one for one in here.room.table.view(here.seat).questions.values() if one.seat == "Bo")
        assert is_hidden(theirs.answer)

    sat_down(tmp_path, story)


def test_what_is_taken_back_is_the_step_as_well(tmp_path):
    async def story(here):
        here.room.company.scene = here.room.company.scene._replace(steps=(Cue("", "Mara", "say", {}, {}, {}),) * 2)
        await do(here, Act(here.seat, "say", {"text": "Who is there?"}))
        assert step(here) == 1
        await do(here, TakeBack(here.seat))
        assert step(here) == 0

    sat_down(tmp_path, story, is_watched=False)


def test_a_seat_that_somebody_has_taken_is_theirs(tmp_path):
    async def story(here):
        await here.hall.join(here.room, "Bo", "player")
        await do(here, Act(here.seat, "stare", {"who": "Mara", "other": "Bo"}))
        await asyncio.sleep(0.05)
        assert not any(one.is_locked for one in here.room.table.truth.questions.values())

    sat_down(tmp_path, story)


def test_after_a_restart_it_goes_on_where_it_was(tmp_path):
    async def story(here):
        await do(here, Act(here.seat, "dare", {"who": "Mara", "trait": "nerve", "difficulty": "hard"}))
        while asked(here):
            await do(here, Answer(here.seat, open_questions(here.room.table.view("Mara"), "Mara")[0], False))
        await until(lambda: step(here) >= 1)
        await here.hall.close()
        here.room = await here.hall.room(here.room.id)
        here.room.watch(lambda: None, here.seat)
        await follow(here)

    sat_down(tmp_path, story)


def test_a_step_that_nobody_can_take_is_left(tmp_path):
    async def story(here):
        scene = scene_of(here.room.system)
        struck = [place for place, one in enumerate(scene.steps) if one.verb == "strike" and one.seat == here.seat]
        now = {("token", "the ghoul", "harm"): 9, ("token", "the ghoul", "toughness"): 9, STEP: struck[-1]}
        await here.room.do("", "", lambda _: [Fact(path, value, EVERYONE) for path, value in now.items()])
        await until(lambda: step(here) == len(scene.steps))

    sat_down(tmp_path, story)


def test_what_goes_wrong_in_an_automatic_seat_never_breaks_the_table(tmp_path, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(company, "sensible", broken)
    monkeypatch.setattr(company, "random", broken)

    async def story(here):
        await do(here, Act(here.seat, "stare", {"who": "Mara", "other": "Bo"}))
        waiting = open_questions(here.room.table.view("Mara"), "Mara")
        await do(here, Answer("Mara", waiting[0], 1))
        await until(lambda: not here.room.table.truth.questions)  # Bo's answer is the default, none
        assert here.room.table.truth.facts[("token", "Bo", "light")] == 3

    sat_down(tmp_path, story)


def said(here):
    return sum(isinstance(one, Began) and one.verb == "say" for one in here.room.table.records)


def test_they_stop_when_nobody_answers_them(tmp_path):
    """Automatic seats that could go on for ever do so only while the newcomer does something."""

    def chatters(view, game, seat):
        del view, game
        return Act(seat, "say", {"text": "and then?"})

    async def story(here):
        here.room.company.scene = here.room.company.scene._replace(steps=())
        here.room.system = here.room.system._replace(plays=chatters)
        here.room.wake_all()
        await until(lambda: said(here) == company.IN_A_ROW)
        await asyncio.sleep(0.1)
        assert said(here) == company.IN_A_ROW

    sat_down(tmp_path, story)


def test_tactics_that_never_end_are_ended_and_the_table_goes_on(tmp_path):
    begun = []

    def plays(view, game, seat):
        begun.append(seat)
        while True:
            pass

    async def story(here):
        await until(lambda: begun)
        await do(here, Act(here.seat, "say", {"text": "What are you waiting for?"}))
        await until(lambda: len(begun) > 1)  # they think anew about what has happened; what they thought before was ended
        await do(here, Act(here.seat, "say", {"text": "Never mind."}))

    system = SYSTEMS["lanterns"]._replace(plays=plays)
    sat_down(tmp_path, story, systems={**SYSTEMS, "lanterns": system}, patience=0.2)
