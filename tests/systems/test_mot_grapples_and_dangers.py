"""Holds, falls, fire, explosions and the void at the table."""

from fractions import Fraction

import pytest

from fatewright.core.table.codec import wire
from fatewright.core.table.events import Verdict
from fatewright.core.table.game import Overrule
from fatewright.core.table.replay import Header, read, written
from fatewright.core.table.seal import see
from fatewright.core.table.story import Refusal
from fatewright.kit.stage import Stage
from fatewright.systems.moment_of_truth.combat import harm
from fatewright.systems.moment_of_truth.combat.grapples import side
from fatewright.systems.moment_of_truth.combat.turns import holders
from fatewright.systems.moment_of_truth.hazards.hazards import explosion_dice, fall_dice, stays_conscious
from fatewright.systems.moment_of_truth.mechanics.pools import Task
from fatewright.systems.moment_of_truth.mechanics.rolls import contest
from systems.mot_stage import CALM, MOT, Play, dice, extension, faces, outcome, priced, said, somebody

BRAWLER = somebody({"Brawling": 2})  # five dice to take hold, and five in a hold
OGRE = {"Ogre": BRAWLER}
HOLD = (6, 6, 2, 2, 2)
SIX, NONE = (6, 2, 2, 2, 2), (1, 2, 3, 4, 4)


refusal = Stage.refused  # the sentence with which an act is refused


def wrestlers(dials=CALM, foes=None, ana=None, bo=None, moments=0, **more):
    """Ana and Bo, both of whom can wrestle, and an ogre."""
    return Play({"Ana": ana or BRAWLER, "Bo": bo or BRAWLER, **more}, OGRE if foes is None else foes, dials, moments)


def held(target="Ogre", skill="Brawling", **more):
    """Ana has taken hold of somebody."""
    play = wrestlers(**more)
    play.act("ana", "grapple", *HOLD, who="Ana", target=target, skill=skill)
    assert holders(play.desk, target) == ["Ana"]
    return play


def put(play, **squares):
    """These people stand on these squares."""
    for who, (x, y) in squares.items():
        play.act(play.of(who, "owner"), "move", who=who, x=x, y=y)


def fight(play, reserve=0, leader="Ogre"):
    """A fight begins; the order is ana, bo, gm."""
    count = len(play.desk.seats("player"))
    play.act("gm", "start-fight", 6, 6, 6, *[1] * (3 * count), leader=leader)
    for seat, _ in play.asked():
        play.answer(seat, reserve)
    assert play.desk.fact("turns", "order")[0] == "ana"


def pass_to(play, seat, *thrown):
    """Turns end until it is somebody's; the faces fall as that one begins."""
    order = play.desk.fact("turns", "order")
    steps = (order.index(seat) - play.desk.fact("turns", "at")) % len(order) or len(order)
    for _ in range(steps - 1):
        play.act("gm", "end-turn")
    return play.act("gm", "end-turn", *thrown)


def conditions(play, who="Ana"):
    return play.of(who, "conditions")


def damage(play, who="Ana"):
    return play.of(who, "minor"), play.of(who, "major")


# Taking hold


@pytest.mark.parametrize(("skill", "weapon"), [("Brawling", "Unarmed Attack"), ("Martial Arts", "Martial Arts Attack")])
def test_taking_hold_is_an_attack_without_damage(skill, weapon):
    """MOT-7.29, MOT-7.30, MOT-7.77, MOT-R.28: Melee Attack and the skill, two successes; what both hands hold is dropped."""
    play = wrestlers(ana=somebody({"Brawling": 2, "Martial Arts": 2}, weapon="Club", off_hand="small"))
    fight(play)
    events = play.act("ana", "grapple", *HOLD, who="Ana", target="Ogre", skill=skill)
    assert said(events) == ["Ana drops: Club, small", "Ana takes hold of Ogre"]
    assert (outcome(events), dice(events), damage(play, "Ogre")) == ("hits", [5], (0, 0))
    assert (play.of("Ana", "weapon"), play.of("Ana", "off_hand"), play.of("Ana", "acted")) == (weapon, "nothing", "yes")
    assert play.knows("eve", "relation", "grapples", "Ana", "Ogre")


def test_an_empty_hand_drops_nothing_and_one_success_is_not_enough():
    """MOT-7.29, MOT-7.30."""
    play = wrestlers()
    events = play.act("ana", "grapple", *SIX, who="Ana", target="Ogre")
    assert (said(events), outcome(events)) == (["Ana does not get hold of Ogre"], "misses")
    assert holders(play.desk, "Ogre") == []


def test_dice_held_back_make_it_harder_to_take_hold():
    """MOT-7.30: the ordinary target number of an attack, which is told before the roll."""
    play = wrestlers()
    fight(play)
    play.act("gm", "secret-reserve", who="Ogre", dice=2)
    assert outcome(play.act("ana", "grapple", *HOLD, who="Ana", target="Ogre")) == "misses"


def test_the_game_masters_people_take_hold_behind_the_screen():
    """MOT-7.30: everyone learns how it went, and nobody the dice."""
    play = wrestlers()
    events = play.act("gm", "grapple", *HOLD, who="Ogre", target="Ana")
    assert (said(events, "ana"), faces(events, "ana"), holders(play.desk, "Ana")) == (["Ogre takes hold of Ana"], [], ["Ogre"])


def test_whom_nobody_takes_hold_of():
    """MOT-7.29: oneself, the dead, those out of reach; nor does who is in a hold already, on either side of it."""
    play = wrestlers()
    take = {"who": "Ana", "target": "Ogre"}
    assert refusal(play, "ana", "grapple", who="Ana", target="Ana") == "nobody grapples themselves"
    assert refusal(play, "ana", "grapple", **take, metres=2) == "Ogre is too far away to be taken hold of"
    put(play, Ana=(0, 0), Ogre=(3, 0))
    assert refusal(play, "ana", "grapple", **take, metres=0) == "Ogre is too far away to be taken hold of"
    put(play, Ogre=(1, 0))
    play.act("ana", "grapple", *HOLD, **take)
    assert refusal(play, "ana", "grapple", who="Ana", target="Bo") == "Ana is in a hold already"
    assert refusal(play, "gm", "grapple", who="Ogre", target="Ana") == "Ogre is in a hold already"
    play.act("gm", "condition", who="Ogre", condition="dead")
    assert refusal(play, "bo", "grapple", who="Bo", target="Ogre") == "Ogre is dead"
    play.act("ana", "approach", mark="Ogre", goal="rises again")
    name = next(token.name for token in play.desk.tokens() if token.kind == "encounter")
    assert refusal(play, "bo", "grapple", who="Bo", target=name) == f"{name} is nobody"


def test_taking_hold_takes_the_action_and_movement_to_get_there():
    """MOT-7.29, MOT-7.40: in one's own turn."""
    play = wrestlers()
    fight(play)
    take = {"who": "Ana", "target": "Ogre"}
    assert refusal(play, "bo", "grapple", who="Bo", target="Ogre") == "it is ana's turn"
    play.act("ana", "grapple", *NONE, **take)
    assert refusal(play, "ana", "grapple", **take) == "Ana has acted in this turn"
    play.act("gm", "end-fight")
    put(play, Ana=(0, 0), Ogre=(3, 0))
    fight(play)
    play.act("ana", "move", who="Ana", x=2, y=0)
    assert outcome(play.act("ana", "grapple", *NONE, **take)) == "misses"
    play.act("gm", "end-fight")
    put(play, Ana=(0, 0), Ogre=(4, 0))
    fight(play)
    play.act("ana", "move", who="Ana", x=3, y=0)
    assert refusal(play, "ana", "grapple", **take) == "Ana has no movement left to close in"
    play.act("ana", "move", who="Ana", x=4, y=1)
    assert refusal(play, "ana", "grapple", **take) == "Ana has moved twice in this turn"


# Being held


@pytest.mark.parametrize(("aim", "reserve", "needed"), [("anywhere", 0, 1), ("legs", 0, 2), ("anywhere", 2, 2), ("legs", 2, 3)])
def test_whoever_is_held_is_easier_to_hit(aim, reserve, needed):
    """MOT-7.31, MOT-7.77, MOT-R.51: one success fewer after everything else; dice that are held back still count."""
    play = held("Bo")
    fight(play, reserve)
    blow = {"who": "Ana", "target": "Bo", "weapon": "Unarmed Attack", "aim": aim}
    events = play.act("ana", "attack", *NONE[reserve:], **blow)
    assert said(events)[0] == f"Ana misses (Bo, Unarmed Attack; {needed} needed)"


def test_never_fewer_than_one_success():
    """MOT-7.31, MOT-R.51: where one is the standard, a hold changes nothing, and a leg in it needs one as well."""
    play = held("Bo", dials={**CALM, "default_tn": 1})
    for aim in ("anywhere", "legs"):
        events = play.act("ana", "attack", *NONE, who="Ana", target="Bo", weapon="Unarmed Attack", aim=aim)
        assert said(events)[0] == "Ana misses (Bo, Unarmed Attack; 1 needed)"


def test_a_fumble_at_somebody_in_a_hold_hits_whoever_holds():
    """MOT-7.32, MOT-R.52: another's; one's own is an ordinary fumble."""
    play = held()
    events = play.act("bo", "attack", 1, 1, 2, 2, 2, 6, 1, 1, 1, 1, who="Bo", target="Ogre", weapon="Unarmed Attack")
    assert said(events)[1:] == ["Bo hits Ana instead", "Ana: 1 minor, 1 major"]
    events = play.act("ana", "attack", 1, 1, 2, 2, 2, who="Ana", target="Ogre", weapon="Unarmed Attack")
    assert said(events) == ["Ana misses critically (Ogre, Unarmed Attack; 1 needed)"]
    assert damage(play, "Ana") == (1, 1)


def test_what_somebody_in_a_hold_may_do():
    """MOT-7.33, MOT-7.40, MOT-7.77: no step; a close weapon at whoever holds them, who is no easier to hit for it."""
    play = held("Bo", bo=somebody({"Brawling": 2, "Melee, one-handed": 2}, weapon="Club", off_hand="Dagger"))
    assert refusal(play, "bo", "move", who="Bo", x=0, y=1) == "Bo is held by Ana"
    why = "Bo is held by Ana: unarmed or with a close weapon, and at nobody else"
    assert refusal(play, "bo", "attack", who="Bo", target="Ana", weapon="Club") == why
    assert refusal(play, "bo", "attack", who="Bo", target="Ogre", weapon="Dagger") == why
    assert refusal(play, "bo", "ready", who="Bo", weapon="Spear") == "Bo is held, and has no room for a Spear"
    for weapon in ("Dagger", "Unarmed Attack"):
        events = play.act("bo", "attack", *NONE, who="Bo", target="Ana", weapon=weapon, metres=0)
        assert said(events) == [f"Bo misses (Ana, {weapon}; 2 needed)"]


# How a hold ends


def test_whoever_holds_may_let_go():
    """MOT-7.40: for nothing, and whenever they like."""
    play = held()
    fight(play)
    pass_to(play, "bo")
    assert said(play.act("ana", "release", who="Ana")) == ["Ana lets go"]
    assert holders(play.desk, "Ogre") == []
    assert refusal(play, "ana", "release", who="Ana") == "Ana holds nobody"


@pytest.mark.parametrize("verb", ["hurt", "condition unconscious", "condition dead", "void", "die"])
def test_a_hold_ends_when_whoever_holds_falls(verb):
    """MOT-7.40, MOT-7.75, MOT-7.81: by damage, by the game master's word, by the void, by death; and the strangled breathe."""
    play = held()
    play.act("ana", "strangle", *SIX, *NONE, who="Ana")
    assert harm.has(play.desk, "Ogre", "suffocating")
    if verb == "hurt":
        play.act("gm", "hurt", 1, 1, who="Ana", minor=12)
    elif verb == "void":
        play.act("gm", "void", who="Ana")
        play.act("gm", "second", who="Ana")
        play.act("gm", "second", 1, 1, 1, 1, 1, 1, who="Ana")
    elif verb == "die":
        play.act("gm", "hurt", 1, 1, who="Ana", minor=13)
        play.act("gm", "wait", minutes=2)
        play.act("ana", "die", who="Ana")
    else:
        play.act("gm", "condition", who="Ana", condition=verb.split()[1])
    assert (holders(play.desk, "Ogre"), harm.has(play.desk, "Ogre", "suffocating")) == ([], False)
    assert refusal(play, "gm", "break-free", who="Ogre") == "nobody holds Ogre"


@pytest.mark.parametrize("moved", ["Ana", "Ogre"])
def test_a_hold_ends_when_somebody_is_moved_away(moved):
    """MOT-7.40: either of them; who was strangled breathes again, and is not hurt by it any more."""
    play = wrestlers()
    put(play, Ana=(0, 0), Ogre=(0, 0))
    play.act("ana", "grapple", *HOLD, who="Ana", target="Ogre")
    play.act("ana", "strangle", *SIX, *NONE, who="Ana")
    play.do(Overrule("gm", moved, "at", (1, 1), "a shove"))
    assert holders(play.desk, "Ogre") == ["Ana"]
    play.do(Overrule("gm", moved, "at", (2, 0), "the roof comes down"))
    assert holders(play.desk, "Ogre") == []
    fight(play)
    pass_to(play, "gm")
    assert (harm.has(play.desk, "Ogre", "suffocating"), damage(play, "Ogre")) == (False, (0, 0))


def test_whoever_is_strangled_by_two_breathes_when_both_have_let_go():
    """MOT-7.37, MOT-7.40: one hand at the throat is enough."""
    play = held()
    play.act("bo", "grapple", *HOLD, who="Bo", target="Ogre")
    for who in ("Ana", "Bo"):
        play.act(who.lower(), "strangle", *SIX, *NONE, who=who)
    play.act("ana", "release", who="Ana")
    assert harm.has(play.desk, "Ogre", "suffocating")
    play.act("gm", "condition", who="Ogre", condition="suffocating", is_so="no")
    assert (harm.has(play.desk, "Ogre", "suffocating"), holders(play.desk, "Ogre")) == (False, ["Bo"])


# Breaking free


@pytest.mark.parametrize(
    ("mine", "theirs", "word", "line", "left"),
    [
        (SIX, NONE, "wins", "Bo is free", []),
        (SIX, SIX, "deadlock", "Ana holds Bo", ["Ana"]),
        (NONE, SIX, "loses", "Ana holds Bo", ["Ana"]),
        ((6, 6, 6, 1, 1), NONE, "wins critically", "Bo is free", []),
    ],
)
def test_breaking_free(mine, theirs, word, line, left):
    """MOT-7.34, MOT-7.77, MOT-R.54: a contest on one's own turn, as the action; a tie holds."""
    play = held("Bo")
    fight(play)
    assert refusal(play, "bo", "break-free", who="Bo") == "it is ana's turn"
    pass_to(play, "bo")
    events = play.act("bo", "break-free", *mine, *theirs, who="Bo")
    assert (outcome(events), said(events)[-1], holders(play.desk, "Bo")) == (word, line, left)
    assert play.of("Bo", "acted") == "yes"


@pytest.mark.parametrize(
    ("values", "kind", "task"),
    [
        (
            somebody({"Brawling": 1, "Martial Arts": 3}, strength=2, agility=6),
            "break free",
            Task("melee attack", "Martial Arts"),
        ),
        (somebody({"Brawling": 3, "Martial Arts": 1}, strength=5, agility=2), "break free", Task("strength", "Brawling")),
        (somebody({"Brawling": 2, "Martial Arts": 2}), "take down", Task("strength", "Martial Arts")),
        (somebody({"Martial Arts": 0}), "disarm", Task("strength", "Martial Arts")),
        (somebody(strength=2, agility=4), "strangle", Task("agility", "Brawling")),
        (somebody(strength=2, agility=6), "breathe", Task("strength", "Brawling")),
    ],
)
def test_each_side_uses_the_better_statistic_and_the_better_skill(values, kind, task):
    """MOT-7.34, MOT-7.36, MOT-7.37, MOT-7.38, MOT-7.39, MOT-R.54: of equal skills Martial Arts, which have the edge."""
    assert side(Play({"Ana": values}).desk, "Ana", kind) == task


def test_without_a_skill_only_sixes_count():
    """MOT-7.34, MOT-R.54: the statistic alone; three fives are nothing."""
    play = held("Bo", bo=somebody())
    events = play.act("bo", "break-free", 5, 5, 5, *NONE, who="Bo")
    assert (outcome(events), dice(events)) == ("deadlock", [3, 5])


def test_martial_arts_leave_the_other_side_nothing_but_sixes():
    """MOT-7.35, MOT-R.53, MOT-X.34: four dice against five: free in 4609 of 39366, deadlock in 4045 of 17496."""
    play = held("Bo", "Martial Arts", ana=somebody({"Martial Arts": 2}), bo=somebody({"Brawling": 1}))
    events = play.act("bo", "break-free", 5, 5, 5, 5, 5, 1, 1, 1, 1, who="Bo")
    assert (outcome(events), dice(events)) == ("loses", [4, 5])
    told = priced(contest(4, 5, "unskilled", "skilled"), "winner")
    assert told.chance("actor") == Fraction(4609, 39366)
    assert told.chance("deadlock") == Fraction(4045, 17496)
    assert told.chance("opponent") == Fraction(102623, 157464)


@pytest.mark.parametrize("verb", ["take-down", "strangle", "disarm"])
def test_the_edge_is_there_in_every_contest_of_a_hold(verb):
    """MOT-7.35, MOT-7.36, MOT-7.37, MOT-7.39, MOT-R.53: four fives of the ogre's count for nothing."""
    play = held(
        skill="Martial Arts", ana=somebody({"Martial Arts": 2}), foes={"Ogre": somebody({"Brawling": 2}, weapon="Club")}
    )
    events = play.act("ana", verb, 5, 2, 2, 2, 2, 5, 5, 5, 5, 5, who="Ana")
    assert outcome(events) == "wins"
    assert next(see(event, "eve").value for event in events if isinstance(event, Verdict)) == ("Ogre",)


def test_two_martial_artists_have_no_edge_and_taking_hold_is_no_contest():
    """MOT-7.35, MOT-R.53: fives count for both, as between two brawlers; and against an artist who is taken hold of."""
    artist = somebody({"Martial Arts": 2})
    play = wrestlers(ana=BRAWLER, bo=artist, foes={"Ogre": artist})
    assert outcome(play.act("ana", "grapple", 5, 5, 2, 2, 2, who="Ana", target="Ogre")) == "hits"
    play.act("bo", "grapple", *HOLD, who="Bo", target="Ogre", skill="Martial Arts")
    assert outcome(play.act("bo", "take-down", 5, 2, 2, 2, 2, *NONE, who="Bo")) == "wins"
    assert outcome(held().act("ana", "take-down", 5, 2, 2, 2, 2, *NONE, who="Ana")) == "wins"


def test_what_the_game_masters_people_throw_in_a_hold_nobody_sees():
    """MOT-7.34, MOT-R.54: nor how many dice they were."""
    play = held()
    events = play.act("gm", "break-free", *NONE, *SIX, who="Ogre")
    assert (outcome(events), said(events, "ana"), faces(events, "ana")) == ("wins", ["Ogre is free"], [list(NONE)])


# Taking down, strangling, disarming


@pytest.mark.parametrize(
    ("mine", "theirs", "word", "prone"),
    [(SIX, NONE, "wins", ["Ogre"]), (SIX, SIX, "deadlock", ["Ana", "Ogre"]), (NONE, SIX, "loses", [])],
)
def test_a_take_down(mine, theirs, word, prone):
    """MOT-7.36, MOT-7.79, MOT-R.34: won, the other lies; lost, nobody; level, both."""
    play = held()
    events = play.act("ana", "take-down", *mine, *theirs, who="Ana")
    line = f"On the ground: {' and '.join(prone)}" if prone else "Ogre stays up"
    assert (outcome(events), said(events)[-1]) == (word, line)
    assert [who for who in ("Ana", "Bo", "Ogre") if "prone" in conditions(play, who)] == prone


@pytest.mark.parametrize("verb", ["take-down", "strangle", "disarm"])
def test_each_of_these_is_the_action_of_whoever_holds(verb):
    """MOT-7.40: of nobody else, and not twice; the dead are left in peace."""
    play = wrestlers(foes={"Ogre": somebody({"Brawling": 2}, weapon="Club")})
    assert refusal(play, "ana", verb, who="Ana") == "Ana holds nobody"
    play.act("ana", "grapple", *HOLD, who="Ana", target="Ogre")
    fight(play)
    play.act("ana", verb, *NONE, *SIX, who="Ana")
    assert refusal(play, "ana", verb, who="Ana") == "Ana has acted in this turn"
    pass_to(play, "ana")
    play.act("gm", "condition", who="Ogre", condition="dead")
    assert refusal(play, "ana", verb, who="Ana") == "Ogre is dead"


@pytest.mark.parametrize("theirs", [NONE, SIX])
def test_strangling(theirs):
    """MOT-7.37, MOT-7.80: one minor damage at the start of each of their turns until free; on a tie they resist."""
    play = held()
    fight(play)
    events = play.act("ana", "strangle", *SIX, *theirs, who="Ana")
    is_strangled = theirs is NONE
    assert said(events)[-1] == ("Ana strangles Ogre" if is_strangled else "Ogre resists")
    pass_to(play, "gm")
    pass_to(play, "gm")
    assert damage(play, "Ogre") == ((2, 0) if is_strangled else (0, 0))


def test_no_breath_hurts_until_somebody_is_unconscious():
    """MOT-7.80, MOT-R.41: at the start of the own turn, by water as by a hand; and then no more."""
    play = wrestlers()
    play.act("gm", "condition", who="Bo", condition="suffocating")
    play.act("gm", "hurt", who="Bo", minor=11)
    fight(play)
    events = pass_to(play, "bo", 2, 2)
    assert "Bo: 1 minor, 0 major, and unconscious" in said(events)
    assert "Bo still cannot breathe; what comes of it now is your word" in set(said(events, "gm")) - set(said(events, "bo"))
    pass_to(play, "ana")
    pass_to(play, "gm")
    pass_to(play, "ana")
    assert (damage(play, "Bo"), conditions(play, "Bo")) == ((12, 0), ("suffocating", "unconscious"))


def test_no_breath_where_no_fight_counts_the_turns():
    """MOT-7.80, MOT-R.41: turn by turn, at the game master's word."""
    play = wrestlers()
    why = "nothing harms Ana: neither fire nor the void, no lack of breath, no bleeding wound"
    assert refusal(play, "gm", "second", who="Ana") == why
    play.act("gm", "condition", who="Ana", condition="suffocating")
    play.act("gm", "second", who="Ana")
    play.act("gm", "second", who="Ana")
    assert damage(play) == (2, 0)
    fight(play)
    assert refusal(play, "gm", "second", who="Ana") == "a fight is on: turns count by themselves"
    play.act("gm", "end-fight")
    play.act("gm", "condition", who="Ana", condition="dead")
    assert refusal(play, "gm", "second", who="Ana") == "Ana is dead"


@pytest.mark.parametrize(
    ("mine", "theirs", "left"), [((6, 1, 1, 1), NONE, []), ((6, 1, 1, 1), SIX, ["Ana"]), ((2, 1, 1, 1), SIX, ["Ana"])]
)
def test_who_breaks_a_strangle_is_free_of_the_hold_too(mine, theirs, left):
    """MOT-7.38, MOT-R.55: by Strength, though Melee Attack is better; a deadlock keeps the hold, and the hand at the throat."""
    play = held("Bo", bo=somebody({"Brawling": 2}, strength=2, agility=5))
    play.act("ana", "strangle", *SIX, *[1] * 7, who="Ana")
    events = play.act("bo", "break-free", *mine, *theirs, who="Bo")
    assert dice(events) == [4, 5]
    assert (holders(play.desk, "Bo"), harm.has(play.desk, "Bo", "suffocating")) == (left, bool(left))


def test_whoever_lies_unconscious_resists_nothing():
    """MOT-7.36, MOT-7.81: nothing is thrown."""
    play = held("Bo")
    play.act("gm", "condition", who="Bo", condition="unconscious")
    assert outcome(play.act("ana", "take-down", who="Ana")) == "wins"
    assert conditions(play, "Bo") == ("unconscious", "prone")


@pytest.mark.parametrize(("theirs", "weapon", "found"), [(NONE, "Unarmed Attack", ("disarmed",)), (SIX, "Club", ())])
def test_disarming(theirs, weapon, found):
    """MOT-7.39, MOT-7.76: won, the weapon lies on the ground, and picking it up is an action; on a tie they keep it."""
    play = held("Bo", bo=somebody({"Brawling": 2}, weapon="Club"))
    fight(play)
    events = play.act("ana", "disarm", *SIX, *theirs, who="Ana")
    assert said(events)[-1] == ("Bo is disarmed" if found else "Bo keeps hold of it")
    assert (play.of("Bo", "weapon"), conditions(play, "Bo")) == (weapon, found)
    if found:
        play.act("gm", "end-fight")
        assert refusal(play, "ana", "disarm", who="Ana") == "Bo has no weapon in the hand"
        play.act("ana", "release", who="Ana")
        fight(play)
        pass_to(play, "bo")
        play.act("bo", "ready", who="Bo", weapon="Club")
        assert (play.of("Bo", "weapon"), conditions(play, "Bo"), play.of("Bo", "acted")) == ("Club", (), "yes")


# Moments in a hold


def test_a_contest_in_a_hold_may_be_lost_on_purpose():
    """MOT-7.34, MOT-7.36: either side, for two Moments, and nothing is thrown."""
    play = wrestlers({})
    play.act("ana", "grapple", who="Ana", target="Bo")
    play.answer("ana", "roll", *HOLD)
    play.answer("ana", False)
    play.act("ana", "take-down", who="Ana")
    play.answer("ana", "roll")
    events = play.answer("bo", "refuse")
    assert (outcome(events), play.moments("bo"), conditions(play, "Bo")) == ("wins", 2, ("prone",))
    play.act("bo", "break-free", who="Bo")
    events = play.answer("bo", "fumble")
    assert (outcome(events), play.moments("bo"), holders(play.desk, "Bo")) == ("loses critically", 5, ["Ana"])


def test_nobody_wins_a_deadlock_and_raised_stakes_are_lost_in_it():
    """MOT-7.34, MOT-7.36, MOT-R.55: no setback is offered to whoever resisted; the stakes pay all the same."""
    play = wrestlers({})
    play.act("ana", "grapple", who="Ana", target="Bo")
    play.answer("ana", "roll", *HOLD)
    play.answer("ana", False)
    play.act("ana", "take-down", who="Ana")
    play.answer("ana", "raise")
    events = play.answer("bo", "roll", *SIX, *SIX)
    assert (outcome(events), play.asked(), play.moments("ana"), play.moments("bo")) == ("deadlock", [], 2, 0)
    assert "Ana does not win: critical failure" in said(events)


def test_nobody_holds_or_strangles_who_has_fallen_or_let_go_meanwhile():
    """MOT-7.37, MOT-7.40: while a player thinks, the table goes on."""
    play = wrestlers({})
    play.act("ana", "grapple", who="Ana", target="Bo")
    play.act("gm", "hurt", 1, 1, who="Ana", minor=12)
    play.answer("ana", "roll", 6, 6, 2)
    assert said(play.answer("ana", False)) == ["Ana does not get hold of Bo"]
    assert holders(play.desk, "Bo") == []
    play = wrestlers({})
    play.act("ana", "grapple", who="Ana", target="Bo")
    play.answer("ana", "roll", *HOLD)
    play.answer("ana", False)
    play.act("ana", "strangle", who="Ana")
    play.answer("ana", "roll")
    play.act("ana", "release", who="Ana")
    play.answer("bo", "roll", *SIX, *NONE)
    events = play.answer("ana", False)
    assert (said(events)[-1], harm.has(play.desk, "Bo", "suffocating")) == ("Bo resists", False)


def test_a_won_contest_in_a_hold_may_have_a_setback():
    """MOT-7.37: for one Moment; the game master is told what a setback is."""
    play = wrestlers({})
    play.act("ana", "grapple", who="Ana", target="Ogre")
    play.answer("ana", "roll", *HOLD)
    play.answer("ana", False)
    play.act("ana", "strangle", who="Ana")
    play.answer("ana", "roll", 6, 2, 2, 2, 2, *NONE)
    events = play.answer("ana", True)
    assert (outcome(events), play.moments("ana")) == ("wins with a setback", 1)
    assert any(line.startswith("A setback") for line in said(events, "gm"))


# Falling


def test_a_fall_at_the_table():
    """MOT-8.02, MOT-8.03, MOT-8.04, MOT-R.58, MOT-R.59, MOT-X.56: nine metres, Agility [5,2,6]: two dice of four."""
    play = wrestlers()
    events = play.act("gm", "fall", 5, 2, 6, 5, 6, who="Ana", metres=9)
    assert (said(events), dice(events)) == (["Ana falls 9 m", "Ana: 2 minor, 1 major"], [3, 2])
    assert [fall_dice(metres) for metres in (1, 3, 9, 10, 569)] == [0, 1, 4, 5, 284]


def test_nobody_falls_faster_than_they_can():
    """MOT-8.02, MOT-R.59, MOT-X.08: 285 dice from 570 metres on."""
    play = wrestlers()
    assert dice(play.act("gm", "fall", 1, 1, 1, *[1] * 285, who="Ana", metres=2000)) == [3, 285]
    assert (fall_dice(570), fall_dice(571), damage(play)) == (285, 285, (0, 0))


@pytest.mark.parametrize(("numbers", "found"), [("5_6", (1, 1)), ("3_6", (3, 1))])
def test_the_numbers_of_a_fall_and_no_armour(numbers, found):
    """MOT-8.04, MOT-R.58, MOT-R.62: three fours and a six; plate does not help."""
    play = wrestlers({**CALM, "fall_numbers": numbers}, ana=somebody(armor=["Plate"]))
    play.act("gm", "fall", 1, 1, 1, 4, 3, 2, 6, who="Ana", metres=8)
    assert damage(play) == found


def test_a_metre_is_harmless():
    """MOT-8.02, MOT-8.03, MOT-R.59."""
    play = wrestlers()
    assert said(play.act("gm", "fall", 1, 1, 1, who="Ana", metres=1)) == ["Ana falls 1 m"]
    assert damage(play) == (0, 0)


# Fire


def test_a_fire_from_start_to_end():
    """MOT-8.06, MOT-8.07, MOT-8.08, MOT-8.09, MOT-8.10, MOT-8.11, MOT-R.60, MOT-X.57: helpers, oneself, the fire.

    It burns at once; an own try is the action; what has grown stays grown.
    """
    play = wrestlers()
    fight(play)
    events = play.act("gm", "set-fire", 5, 6, 2, who="Ana", dice=3)
    assert said(events) == ["Ana is on fire", "5 dice of fire", "Ana: 2 minor, 2 major"]
    pass_to(play, "bo")
    assert said(play.act("bo", "douse", 6, 1, 1, who="Bo", target="Ana")) == ["Bo puts out 1 die of the fire on Ana"]
    assert (play.of("Bo", "acted"), play.of("Ana", "fire")) == ("yes", 5)
    pass_to(play, "ana")
    assert (play.asked(), play.of("Ana", "fire")) == ([("ana", "put out")], 4)
    events = play.answer("ana", "nothing", 5, 5, 1, 3, 6)
    assert said(events)[:3] == [
        "Ana puts out 2 dice of the fire on Ana",
        "3 dice of fire",
        "Ana: 2 minor, 1 major, and injured",
    ]
    assert (damage(play), play.of("Ana", "acted")) == ((4, 3), "yes")
    assert refusal(play, "ana", "grapple", who="Ana", target="Ogre") == "Ana has acted in this turn"
    pass_to(play, "ana")
    events = play.answer("ana", "nothing", 5, 6, 6)
    assert said(events)[1] == "The fire on Ana is out"
    assert (damage(play), play.of("Ana", "fire")) == ((4, 3), 0)


def test_who_does_not_try_burns_and_may_act():
    """MOT-8.08, MOT-8.09, MOT-8.10, MOT-R.60: growth is for good."""
    play = wrestlers()
    fight(play)
    play.act("gm", "set-fire", 5, who="Ana", dice=1)
    pass_to(play, "ana")
    play.answer("ana", "", 6, 1)
    assert (damage(play), play.of("Ana", "fire"), play.of("Ana", "acted")) == ((2, 2), 3, "no")


def test_the_unconscious_burn_without_a_try():
    """MOT-8.08, MOT-8.09: nobody is asked."""
    play = wrestlers()
    fight(play)
    play.act("gm", "set-fire", 1, who="Bo", dice=1)
    play.act("gm", "condition", who="Bo", condition="unconscious")
    play.act("ana", "end-turn", 3)
    assert (damage(play, "Bo"), play.asked(), play.of("Bo", "fire")) == ((1, 0), [], 1)


def test_helpers_alone_can_put_a_fire_out():
    """MOT-8.11, MOT-8.12, MOT-R.60, MOT-R.61: before the burning turn; then there is neither damage nor a question."""
    play = wrestlers()
    fight(play)
    play.act("gm", "set-fire", 1, 2, who="Ana", dice=2)
    pass_to(play, "bo")
    play.act("bo", "douse", 6, 6, 6, 1, 1, 1, who="Bo", target="Ana", gear="blanket")
    assert said(pass_to(play, "ana"))[-2:] == ["The fire on Ana is out", "ana's turn"]
    assert (damage(play), play.asked(), play.of("Ana", "doused")) == ((0, 0), [], 0)


@pytest.mark.parametrize(("gear", "thrown"), [("nothing", 3), ("blanket", 6), ("extinguisher", 9), ("bucket of water", 9)])
def test_what_helps_against_fire(gear, thrown):
    """MOT-8.09, MOT-8.11, MOT-8.12, MOT-8.13, MOT-R.61: three dice for a blanket, six for an extinguisher or a bucket."""
    play = wrestlers()
    play.act("gm", "set-fire", *[1] * 12, who="Ana", dice=12)
    for _ in range(2):
        assert dice(play.act("bo", "douse", 6, *[1] * (thrown - 1), who="Bo", target="Ana", gear=gear)) == [thrown]
    assert play.of("Ana", "doused") == 2
    play.act("gm", "second", who="Ana")
    events = play.answer("ana", gear, 6, *[1] * (thrown - 1), *[1] * 9)
    assert (dice(events), play.of("Ana", "fire")) == ([thrown, 9], 9)


@pytest.mark.parametrize(("gear", "thrown", "taken"), [("bucket of water", 9, 0), ("extinguisher", 9, 9), ("blanket", 6, 6)])
def test_water_does_nothing_to_burning_grease(gear, thrown, taken):
    """MOT-8.06, MOT-8.14: an extinguisher and a blanket do, in anybody's hand."""
    play = wrestlers()
    play.act("gm", "set-fire", *[1] * 12, who="Ana", dice=12, grease="yes")
    events = play.act("bo", "douse", *[6] * thrown, who="Bo", target="Ana", gear=gear)
    assert said(events) == [f"Bo puts out {taken} dice of the fire on Ana"]
    play.act("gm", "second", who="Ana")
    left = 12 - taken
    events = play.answer("ana", gear, *[6] * thrown, *[1] * max(0, left - taken))
    assert said(events)[0] == f"Ana puts out {taken} dice of the fire on Ana"
    assert play.of("Ana", "fire") == max(0, left - taken)


def test_a_table_on_which_buckets_were_extinguishers_plays_on():
    """MOT-8.12, MOT-8.14: what was stored then is a douse with one, and a question without the other; both are read."""
    play = wrestlers()
    play.act("gm", "set-fire", *[1] * 12, who="Ana", dice=12, grease="yes")
    play.act("bo", "douse", 6, *[1] * 8, who="Bo", target="Ana", gear="extinguisher")
    play.act("gm", "second", who="Ana")
    bucket = ',{"$":"Option","value":"bucket of water","label":"yes, with bucket of water","blocked":""}'
    text = written(play.table, Header("moment-of-truth", 1))
    assert text.count(bucket) == 1
    play.table = read(text.replace(bucket, ""))[1]
    assert list(play.offers("ana")) == ["", "nothing", "blanket", "extinguisher"]
    events = play.answer("ana", "extinguisher", *[6] * 9, 1, 1)
    assert said(events) == ["Ana puts out 9 dice of the fire on Ana", "2 dice of fire"]


def test_the_game_masters_people_burn_behind_the_screen():
    """MOT-8.07, MOT-8.08, MOT-8.09: what it does and how it grows everyone sees; the game master is asked for them."""
    play = wrestlers()
    fight(play)
    events = play.act("gm", "set-fire", 4, 6, who="Ogre", dice=2)
    assert (said(events, "ana"), faces(events, "ana")) == (["Ogre is on fire", "3 dice of fire", "Ogre is hurt"], [])
    pass_to(play, "gm")
    assert play.asked() == [("gm", "put out")]
    events = play.answer("gm", "blanket", 6, 6, 6, 1, 1, 1)
    assert (faces(events, "ana"), play.of("Ogre", "fire"), damage(play, "Ogre")) == ([], 0, (2, 2))


def test_who_may_help_whom_against_fire():
    """MOT-8.11: somebody who burns, by somebody else, as the action of their turn."""
    play = wrestlers()
    assert refusal(play, "bo", "douse", who="Bo", target="Ana") == "Ana does not burn"
    play.act("gm", "set-fire", 1, who="Ana", dice=1)
    assert refusal(play, "ana", "douse", who="Ana", target="Ana") == "whoever burns is asked at the start of their turn"
    fight(play)
    assert refusal(play, "bo", "douse", who="Bo", target="Ana") == "it is ana's turn"


def test_a_fire_where_no_fight_counts_the_turns():
    """MOT-8.08, MOT-8.09, MOT-R.60: turn by turn, at the game master's word."""
    play = wrestlers()
    play.act("gm", "set-fire", 1, 1, who="Ana", dice=2)
    play.act("gm", "second", who="Ana")
    play.answer("ana", "", 4, 1)
    assert (damage(play), play.of("Ana", "fire")) == ((1, 1), 2)


# Explosions


@pytest.mark.parametrize(("metres", "count"), [(0, 20), (1, 20), (2, 19), (3, 18), (20, 1), (21, 0)])
def test_an_explosion_near_one_person(metres, count):
    """MOT-8.15, MOT-R.63, MOT-X.05, MOT-X.58: twenty dice within a metre, one fewer for each further one."""
    play = wrestlers()
    events = play.act("gm", "blast", *[1] * count, who="Ana", dice=20, metres=metres)
    assert said(events) == [f"An explosion, {metres} m from Ana"]
    assert explosion_dice(20, metres) == count


def test_the_other_reading_of_an_explosion():
    """MOT-8.15, MOT-R.63: one fewer from the first metre on; half metres count up, or down."""
    play = wrestlers({**CALM, "explosion_decay": "floor_meters"})
    play.act("gm", "blast", *[1] * 19, who="Ana", dice=20, metres=1)
    assert [explosion_dice(20, metres) for metres in (0.5, 1.2, 19.5, 20, 20.1)] == [20, 19, 1, 1, 0]


@pytest.mark.parametrize(("kind", "found"), [("shrapnel", (3, 2)), ("blast", (2, 1)), ("flash-bang", (2, 0))])
def test_kinds_of_explosions(kind, found):
    """MOT-8.16: by 4 and 5, by 5 and 6, by 5 alone."""
    play = wrestlers()
    play.act("gm", "blast", 1, 2, 3, 4, 5, 6, who="Ana", dice=6, kind=kind)
    assert damage(play) == found


@pytest.mark.parametrize(("armor", "found"), [(["Leather"], (3, 0)), (["Cloth", "Chainmaille"], (2, 0)), ([], (3, 2))])
def test_armour_counts_against_explosions(armor, found):
    """MOT-R.62: the best of it, from major damage first."""
    play = wrestlers(ana=somebody(armor=armor))
    play.act("gm", "blast", 1, 2, 3, 4, 5, 6, who="Ana", dice=6)
    assert damage(play) == found


def test_an_explosion_on_the_board_reaches_everybody_near_enough():
    """MOT-8.15, MOT-R.63: a metre a square, the diagonal too; not the dead, nor who stands nowhere."""
    play = wrestlers(Cy=somebody(), Di=somebody(), Ed=somebody())
    put(play, Ana=(0, 0), Bo=(2, 2), Cy=(4, 0), Ogre=(0, 3), Di=(1, 0))
    play.act("gm", "condition", who="Di", condition="dead")
    events = play.act("gm", "explode", 6, 5, 4, 4, 5, 5, x=0, y=0, dice=3)
    assert dice(events) == [3, 2, 1]
    assert faces(events, "eve") == [[6, 5, 4], [4, 5]]
    assert said(events)[::2] == ["An explosion, 0 m from Ana", "An explosion, 2 m from Bo", "An explosion, 3 m from Ogre"]
    assert [damage(play, who) for who in ("Ana", "Bo", "Cy", "Di", "Ed", "Ogre")] == [
        (3, 2),
        (2, 1),
        (0, 0),
        (0, 0),
        (0, 0),
        (1, 1),
    ]


# The void


def test_turns_in_the_void():
    """MOT-8.17, MOT-8.18, MOT-8.20, MOT-8.21, MOT-R.64: breath alone at first; then breath, Endurance and a die."""
    play = wrestlers()
    fight(play)
    assert said(play.act("gm", "void", who="Ana")) == ["Ana is in the void: no suit"]
    events = pass_to(play, "ana")
    assert (dice(events), damage(play)) == ([], (1, 0))
    events = pass_to(play, "ana", 5, 1, 1, 6)
    assert (dice(events), damage(play)) == ([3, 1], (3, 1))
    events = pass_to(play, "ana", 1, 1, 4, 2, 3, 5)
    assert [line for line in said(events) if line.startswith("Ana")] == [
        "Ana: 1 minor, 0 major",
        "Ana passes out",
        "Ana: 1 minor, 0 major, and injured",
    ]
    assert (damage(play), conditions(play), play.of("Ana", "wakes")) == ((5, 1), ("unconscious",), 5)


def test_who_is_unconscious_in_the_void_breathes_nothing_and_rolls_nothing():
    """MOT-8.20, MOT-8.21, MOT-R.41, MOT-R.64: only the die is left."""
    play = wrestlers()
    play.act("gm", "void", who="Ana")
    play.act("gm", "second", who="Ana")
    play.act("gm", "condition", who="Ana", condition="unconscious")
    events = play.act("gm", "second", 6, who="Ana")
    assert (dice(events), damage(play)) == ([1], (2, 1))


def test_whoever_loses_the_last_breath_rolls_no_endurance():
    """MOT-8.18, MOT-R.64: the breath comes first."""
    play = wrestlers()
    play.act("gm", "hurt", who="Ana", minor=10)
    play.act("gm", "void", who="Ana")
    play.act("gm", "second", who="Ana")
    events = play.act("gm", "second", 3, 3, 1, who="Ana")
    assert (dice(events), conditions(play)) == ([2, 1], ("unconscious",))


def test_one_success_keeps_awake():
    """MOT-8.18, MOT-R.64, MOT-X.59: 19 of 27 by Endurance 3; the first failure comes at the check number 27/8."""
    play = wrestlers()
    play.act("gm", "void", who="Ana")
    play.act("gm", "second", who="Ana")
    play.act("gm", "second", 1, 1, 5, 1, who="Ana")
    assert conditions(play) == ()
    assert 1 / priced(stays_conscious(3)).chance(False) == Fraction(27, 8)


def test_a_ruptured_suit_and_its_die():
    """MOT-8.22, MOT-R.65, MOT-X.60: a two: Endurance on turns 2, 4, 6, breath and damage on the sixth.

    What the die shows only the game master knows.
    """
    play = wrestlers()
    events = play.act("gm", "void", 2, who="Ana", suit="ruptured suit")
    assert (said(events), faces(events, "ana")) == (["Ana is in the void: ruptured suit"], [])
    assert [play.knows(seat, "token", "Ana", "suit") for seat in ("gm", "ana", "eve")] == [True, False, False]
    thrown = [(), (6, 1, 1), (), (6, 1, 1), (), (6, 1, 1, 5)]
    for fallen in thrown:
        play.act("gm", "second", *fallen, who="Ana")
    assert (damage(play), play.of("Ana", "vacuum")) == ((2, 0), 7)


def test_safe_again():
    """MOT-8.17, MOT-8.22, MOT-R.40: with air the minutes begin to count."""
    play = wrestlers()
    assert refusal(play, "gm", "void", who="Ana", suit="safe again") == "Ana is not in the void"
    play.act("gm", "void", 3, who="Ana", suit="ruptured suit")
    play.act("gm", "second", who="Ana")
    play.act("gm", "second", who="Ana")
    play.act("gm", "second", 1, 1, 1, 1, 1, who="Ana")
    assert said(play.act("gm", "wait", minutes=12)) == ["12 minutes pass"]
    assert said(play.act("gm", "void", who="Ana", suit="safe again")) == ["Ana breathes again"]
    assert (play.of("Ana", "vacuum"), play.of("Ana", "suit")) == (0, 0)
    assert said(play.act("gm", "wait", minutes=2))[-1] == "Ana comes to"


@pytest.mark.parametrize(("reading", "hurt"), [("every_3n", [3, 6, 9]), ("each_turn_after_3n", [3, 4, 5, 6, 7, 8, 9])])
def test_on_which_turns_a_ruptured_suit_lets_the_void_in(reading, hurt):
    """MOT-8.22, MOT-R.65: a one on its die; every third turn, or every turn from the third on."""
    play = wrestlers({**CALM, "ruptured_suit_damage": reading}, ana=somebody(endurance=6))
    play.act("gm", "void", 1, who="Ana", suit="ruptured suit")
    found = []
    for turn in range(1, 10):
        minor = play.of("Ana", "minor")
        play.act("gm", "second", *[6] * 6, *([1] if turn in hurt else []), who="Ana")
        found += [turn] * (play.of("Ana", "minor") - minor)
    assert found == hurt


def test_a_table_from_before_the_dial_of_ruptured_suits_plays_on():
    """MOT-R.65: by the reading it has had all along."""
    older = {name: dial for name, dial in MOT.dials.items() if name != "ruptured_suit_damage"}
    play = Play({"Ana": somebody(endurance=6)}, dials=CALM, system=MOT._replace(dials=older))
    play.act("gm", "void", 1, who="Ana", suit="ruptured suit")
    for thrown in ([6] * 6, [6] * 6, [6] * 7, [6] * 6):
        play.act("gm", "second", *thrown, who="Ana")
    assert damage(play) == (2, 1)


def all_but_two_minutes(play, who):
    """119 turns in the void, of somebody whom a suit keeps from the worst."""
    play.act("gm", "void", 6, who=who, suit="ruptured suit")
    for turn in range(1, 120):
        play.act("gm", "second", *_thrown(turn), who=who)


def _thrown(turn):
    """Endurance every sixth turn, a harmless die every eighteenth."""
    return (*((6, 1, 1, 1, 1, 1) if turn % 6 == 0 else ()), *((1,) if turn % 18 == 0 else ()))


TOUGH = somebody(endurance=6)


@pytest.mark.parametrize(("rule", "who"), [("harsh", "Ana"), ("heroic", "Ana"), ("heroic", "Ogre")])
def test_two_minutes_in_the_void_kill(rule, who):
    """MOT-7.75, MOT-8.19: on turn 120; under the heroic rule the player declares it, at whatever hit points."""
    play = wrestlers({**CALM, "death_rule": rule}, ana=TOUGH, foes={"Ogre": TOUGH})
    all_but_two_minutes(play, who)
    declares = rule == "heroic" and who == "Ana"
    if declares:
        assert refusal(play, "ana", "die", who="Ana") == "Ana has 12 hit points left; a hero's death needs fewer than 0"
    events = play.act("gm", "second", *_thrown(120), who=who)
    assert said(events)[-1] == (f"{who} may be declared dead" if declares else f"{who} is dead")
    if declares:
        play.act("ana", "die", who="Ana")
    assert conditions(play, who) == ("dead",)


def test_the_game_masters_people_in_the_void():
    """MOT-8.18, MOT-8.20, MOT-8.22: their dice fall behind the screen."""
    play = wrestlers()
    play.act("gm", "void", who="Ogre")
    play.act("gm", "second", who="Ogre")
    events = play.act("gm", "second", 1, 1, 1, 4, 4, 6, who="Ogre")
    assert said(events, "ana") == ["Ogre is hurt", "Ogre passes out", "Ogre is hurt"]
    assert (faces(events, "ana"), damage(play, "Ogre"), play.of("Ogre", "wakes")) == ([], (3, 1), 8)


# Anything else


@pytest.mark.parametrize(
    ("hazard", "dice_", "thrown", "found"),
    [
        ("Rockfall", 0, (6, 1, 1, *[4] * 6, 6), (5, 0)),
        ("Acid", 0, (6, 5, 1, 4), (1, 1)),
        ("Poison", 2, (6, 6, 6), (0, 0)),
        ("Electric shock", 3, (1, 1, 1, 4, 5, 3), (2, 1)),
    ],
)
def test_any_other_danger_by_its_row(hazard, dice_, thrown, found):
    """MOT-8.01: dice, two numbers, a statistic that makes it less, armour if the row says so; or as many dice as one likes."""
    play = wrestlers(ana=somebody(armor=["Chainmaille"]))
    events = play.act("gm", "hazard", *thrown, who="Ana", hazard=hazard, dice=dice_)
    row = play.system.data["lists"]["hazards"][hazard]
    assert said(events)[0] == f"{hazard}: {dice_ or row['dice']} dice for Ana"
    assert damage(play) == found


def test_a_group_adds_dangers_of_its_own(tmp_path):
    """MOT-8.01: one that nothing makes less."""
    system = extension(tmp_path, "[lists.hazards.Thorns]\ndice = 2\nminor = 3\nmajor = 7\n")
    play = Play(dials=CALM, system=system)
    play.act("gm", "hazard", 6, 3, who="Ana", hazard="Thorns")
    assert damage(play) == (2, 0)


def test_how_well_the_game_masters_people_escape_nobody_learns():
    """MOT-8.01: everyone sees the wound, and neither dice nor successes."""
    play = wrestlers()
    events = play.act("gm", "hazard", 6, 6, 1, 5, who="Ogre", hazard="Acid")
    assert (said(events, "ana"), faces(events, "ana")) == (["Acid: 3 dice for Ogre", "Ogre is hurt"], [])
    assert [see(event, "ana").value for event in events if isinstance(event, Verdict)] == [(1, 1), ("", False)]


def test_only_the_game_master_lets_dangers_befall():
    """MOT-8.01."""
    play = wrestlers()
    for verb in ("fall", "blast", "explode", "hazard", "set-fire", "void", "second"):
        with pytest.raises(Refusal, match=f"'{verb}' is not something you can do here"):
            play.act("ana", verb)


# Secrets


def an_evening(brawler, thrown):
    """All that can befall one of the game master's people, with the faces that fall in this world."""
    fallen = iter(thrown)
    play = wrestlers(ana=somebody({"Brawling": 2, "Medic": 2, "Medicine": 3}), foes={"Ogre": brawler})
    play.act("gm", "fall", *next(fallen), 5, 6, who="Ogre", metres=4)
    play.act("gm", "hazard", *next(fallen), who="Ogre", hazard="Acid")
    play.act("gm", "set-fire", 1, 1, who="Ogre", dice=2)
    play.act("gm", "second", who="Ogre")
    play.answer("gm", "nothing", *next(fallen))
    play.act("gm", "void", *next(fallen), who="Ogre", suit="ruptured suit")
    play.act("gm", "second", who="Ogre")
    play.act("gm", "void", who="Ogre", suit="safe again")
    play.act("gm", "rest", *next(fallen), who="Ogre", hours=1)
    play.cares("treat", 6, 6, 1, 1, 1, medic="Ana", patient="Ogre", skill="Medic")
    play.act("ana", "grapple", *HOLD, who="Ana", target="Ogre")
    play.act("gm", "break-free", *SIX, *next(fallen), who="Ogre")
    left = harm.most(play.desk, "Ogre") - harm.taken(play.desk, "Ogre").points
    play.act("gm", "secret-hurt", who="Ogre", minor=int(left) - 1)
    play.act("gm", "condition", who="Ogre", condition="suffocating")
    play.act("gm", "second", *next(fallen), who="Ogre")
    play.act("gm", "condition", who="Ogre", condition="suffocating", is_so="no")
    play.act("gm", "wait", minutes=1)
    play.act("gm", "kill", who="Ogre")
    play.cares("revive", *[6] * 6, *next(fallen), medic="Ana", patient="Ogre")
    assert conditions(play, "Ogre") == ("unconscious",)
    return play


@pytest.mark.parametrize("viewer", ["ana", "bo", "eve"])
def test_two_ogres_of_different_numbers_look_alike(viewer):
    """MOT-7.54, MOT-8.01, MOT-8.22: whatever differs behind the screen, players hear the same, to the last word."""
    weak = [(1, 1, 1), (6, 1, 1, 4, 1), (5, 5, 1), (2,), (6, 1, 1), NONE, (1, 2), (1, 1)]
    tough = [(1, 1), (1, 1, 4, 1, 1), (5, 5), (6,), (6, 6, 6, 1), (1, 2, 3, 4, 4, 4), (6, 6), (5, 6)]
    worlds = [
        an_evening(BRAWLER, weak),
        an_evening(somebody({"Brawling": 2}, endurance=4, strength=4, agility=2), tough),
    ]
    assert damage(worlds[0], "Ogre") != damage(worlds[1], "Ogre")
    one, other = ([wire(seen) for event in play.table.records if (seen := see(event, viewer))] for play in worlds)
    assert one == other
