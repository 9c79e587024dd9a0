"""What looks like a name of the source, and is never read on a screen."""

import re

SHORT = {
    *(
        "adv",
        "attr",
        "char",
        "crit",
        "desc",
        "diff",
        "dis",
        "max",
        "min",
        "mult",
        "num",
        "pos",
        "spec",
        "specs",
        "stat",
        "temp",
    ),
    *("dm", "dn", "gms", "h2h", "hp", "kte", "mot", "mots", "npc", "npcs", "pc", "tn", "xp"),
}


def identifiers(text, verbs=()):
    """What looks like a name of the source: words joined by a line, a verb as programs call it, an abbreviation, a mark."""
    found = re.findall(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b|`[^`]*`", text)
    found += [verb for verb in verbs if "-" in verb and re.search(rf"(?<![\w-]){re.escape(verb)}(?![\w-])", text)]
    return found + [word for word in re.findall(r"(?<![\w.'-])[a-z][a-z0-9]*(?![\w-])", text) if word in SHORT]
