"""TAD-X.37: a whole duel of Triumph & Disaster, replayed from its faces; every number of the rulebook is asserted."""

from systems.tad_table import APTITUDE, outcome, said, seated

KARA = {
    "strength": 3,
    "agility": 4,
    "vitality": 3,
    "aptitudes": {"Blades": APTITUDE, "Evade": APTITUDE, "light armor": APTITUDE},
    "arms": ["sword"],
    "weapon": "sword",
    "armor": "light armor",
}


def duel():
    """Kara, of the player of that name, against a bandit of the list; nobody has rolled yet."""
    return seated({"kara": KARA}, {"bandit": "Bandit"})


def hp(play):
    return play.of("kara", "hp"), play.of("bandit", "hp")


def totals(events):
    """What both sides of a contest came to, as everybody hears it."""
    (line,) = (line for line in said(events) if line.startswith(("kara ", "bandit ")) and " : " in line)
    return line


def test_the_whole_duel_is_replayed_from_its_faces():
    """TAD-X.37, TAD-CMB.06, TAD-CMB.07, TAD-CMB.15, TAD-AGI.05, TAD-TD.06, TAD-TD.07, TAD-TD.08: four rounds.

    From initiative to the fall of the bandit.
    """
    play = duel()
    assert hp(play) == (16, 14)
    assert play.derived("kara")["soak"] == 1
    assert play.derived("bandit")["soak"] == 1
    play.act("gm", "start-fight", 16, 9)
    assert (play.of("kara", "initiative"), play.of("bandit", "initiative")) == (20, 11)
    assert play.fact("turns", "order") == ("kara", "bandit")

    events = play.act("kara", "attack", 17, 12, 3, who="kara", target="bandit")
    assert totals(events) == "kara 21 : bandit 14; kara wins"
    assert outcome(events) == "hits"
    assert hp(play) == (16, 9)
    play.act("kara", "end-turn")
    events = play.act("gm", "attack", 13, 1, 6, who="bandit", target="kara")
    assert totals(events) == "bandit 15 : kara 5; bandit wins (kara: Disaster)"
    assert hp(play) == (9, 9)
    assert play.of("kara", "tray") == (("Disaster", -1, ""),)
    play.act("gm", "end-turn")

    assert play.fact("turns", "round") == 2
    events = play.act("kara", "attack", 16, 3, 15, who="kara", target="bandit")
    assert totals(events) == "kara 17 : bandit 17; bandit wins (tie: the reactor's)"
    assert outcome(events) == "misses"
    assert play.of("kara", "tray") == ()
    play.act("kara", "end-turn")
    events = play.act("gm", "attack", 20, 8, 1, 3, who="bandit", target="kara")
    assert totals(events) == "bandit 22 : kara 12; bandit wins (bandit: Triumph)"
    assert "6 wounding, soak 1: 5. kara: 9 → 4 HP" in said(events)
    assert hp(play) == (4, 9)
    play.act("gm", "end-turn")

    events = play.act("kara", "attack", 15, 12, 3, who="kara", target="bandit")
    assert totals(events) == "kara 19 : bandit 14; kara wins"
    assert hp(play) == (4, 4)
    play.act("kara", "end-turn")
    events = play.act("gm", "attack", 11, 7, 1, who="bandit", target="kara")
    assert totals(events) == "bandit 13 : kara 11; bandit wins"
    assert hp(play) == (2, 4)
    play.act("gm", "end-turn")

    assert play.fact("turns", "round") == 4
    events = play.act("kara", "attack", 19, 7, 2, who="kara", target="bandit")
    assert totals(events) == "kara 23 : bandit 9; kara wins"
    assert hp(play) == (2, 0)
    assert play.asked() == [("kara", "zero")]
    events = play.answer("kara", "Out")
    assert outcome(events) == "fells"
    assert play.of("bandit", "statuses") == ("Out",)
    assert play.fact("turns", "round") is None
