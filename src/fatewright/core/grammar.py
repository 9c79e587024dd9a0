"""Words that follow others: so many of a thing, a or an, is or are."""

from __future__ import annotations

import re
from functools import lru_cache

IRREGULAR = {"die": "dice", "person": "people", "man": "men", "woman": "women", "foot": "feet", "child": "children"}
SIBILANT = ("s", "x", "z", "ch", "sh")
SPELT_WITH_AN = frozenset("AEFHILMNORSX")  # letters whose names begin with a vowel: an SMG, an X-ray
SPOKEN = frozenset({"NASA", "NATO", "RADAR", "LASER"})  # capitals that are read as a word
SILENT = re.compile(r"(hour|honest|honou?r|heir)")  # an h that nobody hears: an hour
SOUNDED = re.compile(
    r"(uni(?!n|m[^o])|us[aeu]|ut[ei]|ubi|ura|uto|eu|ewe|one\b|once\b)"
)  # no vowel to the ear: a unicorn, a one-eyed crow
VOWELS = "aeiou"


def plural(noun: str) -> str:
    """More than one of a thing; of several words the last one is counted: hit points, Assault Rifles."""
    *before, last = noun.split(" ")
    if last.lower() in IRREGULAR:
        many = last[0] + IRREGULAR[last.lower()][1:]
    elif last.endswith("y") and last[-2:-1] not in VOWELS:
        many = f"{last[:-1]}ies"
    else:
        many = f"{last}es" if last.endswith(SIBILANT) else f"{last}s"
    return " ".join((*before, many))


def count_of(number: int, noun: str) -> str:
    """So many of a thing: 1 hit, 2 hits, 0 hits. `noun` is one of them."""
    return f"{number} {agrees(number, noun, plural(noun))}"


def change_of(number: int, noun: str) -> str:
    """So many more or fewer of a thing: +1 die, -2 dice."""
    return f"{number:+d} {agrees(number, noun, plural(noun))}"


def agrees(number: int, one: str, many: str) -> str:
    """The word that belongs to a number: 1 was, 2 were; one fewer is one as well."""
    return one if abs(number) == 1 else many


def article(words: str) -> str:
    """The article of what comes next, by how it is spoken: an hour, a unicorn, an SMG, an 8-gauge, a 10-gauge."""
    word = re.match(r"[^A-Za-z0-9]*([A-Za-z]+|[0-9]+)?", words)[1] or ""  # type: ignore[index]  # it matches anything
    if word.isdigit():
        return "an" if word.startswith("8") or (word[:2] in ("11", "18") and len(word) % 3 == 2) else "a"
    if word.isupper() and word not in SPOKEN:
        return "an" if word[0] in SPELT_WITH_AN else "a"
    spoken = words.strip().lower()
    if SILENT.match(spoken):
        return "an"
    return "an" if word[:1].lower() in tuple(VOWELS) and not SOUNDED.match(spoken) else "a"


def in_words(value: object) -> str:
    """A value as people say it: main_arm is a main arm. What has capitals or spaces was written for people already."""
    return _in_words(str(value))


@lru_cache(maxsize=4096)  # every option of every list is said again and again
def _in_words(said: str) -> str:
    return said if re.search("[A-Z ]", said) else said.replace("_", " ")


def spaced(name: str) -> str:
    """A name as people read it: a skill-roll is a skill roll. What has capitals or spaces was written for people already."""
    return name if re.search("[A-Z ]", name) else re.sub("[-_]", " ", name)


def with_article(words: str) -> str:
    """A thing with its article: an Assault Rifle."""
    return f"{article(words)} {words}"
