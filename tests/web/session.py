"""A session of Lanterns worth looking back upon."""

from web.serving import character

SECRET = "the king is her brother"


def play_a_session(gm, ana, bo):
    """A dare, a secret, and two rulings of which one was taken back; the session stays open."""
    ana.act("bring", character=character("Ana"))
    bo.act("bring", character=character("Bo"))
    gm.act("session", what="open")
    gm.act("place", name="ghoul", kind="ghoul")
    gm.act("note", text=SECRET)
    gm.act("secret-roll", notation="3d7")
    bo.hear().act("dare", who="Bo", trait="hand", difficulty="plain")
    while any(one["asked"] for one in bo.questions):
        bo.answer(False)
    gm.hear().send("overrule", token="Ana", field="light", value=1, reason="the wind")
    gm.send("overrule", token="Ana", field="light", value=5, reason="a mistake")
    gm.send("back")
    ana.hear().act("say", text="that was close")
    gm.hear()
