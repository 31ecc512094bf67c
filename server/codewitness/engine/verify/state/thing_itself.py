"""`frees the table` is done by `free(table)`, and not by `free(table->rows)`, a part of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.name_words import words_in
from codewitness.engine.verify.names import parts
from codewitness.model.nesting import split

# What is gone then: a part that goes is not the whole.
_ENDING = frozenset({"free", "dispose", "destroy"})


def held_to_thing(verb: str, words: Sequence[str], hits: Sequence[Hit]) -> tuple[list[Hit], str]:
    """The calls on the very thing, if there are any, else all; and why they are left open."""
    kept = [hit for hit in hits if words and _is_on_it(hit, words)]
    if kept or verb not in _ENDING:
        return kept or list(hits), ""
    if hits and all(_is_on_a_part(hit, words) for hit in hits):
        return [], f"`{hits[0].detail}` is called, but on a part of it"
    return list(hits), ""


def _is_on_it(hit: Hit, words: Sequence[str]) -> bool:
    """True if it is called on what is named so, is given that, or has its name in its own."""
    named = words_in(parts(hit.detail)[-1])
    if any(_are_same(named[at:], words) for at in range(1, len(named))):
        return True
    return any(_are_same(words_in(parts(one)[-1]), words) for one in _things(hit))


def _is_on_a_part(hit: Hit, words: Sequence[str]) -> bool:
    """True if what is named so is but the owner of what it is called on, or given."""
    owners = [words_in(name) for one in _things(hit) for name in parts(one)[:-1]]
    return any(_are_same(one, words) for one in owners)


def _things(hit: Hit) -> list[str]:
    """What a call is given, and what it is made on; not whose field a pointer of C is."""
    given = split((hit.arguments or "").strip().removeprefix("(").removesuffix(")"), ",")
    things = [one.strip(" &*\n") for one in given if one.strip()]
    if "->" in hit.detail and things:
        return things
    owner = re.match(r"(.*?)(?:->|::|\?\.|\.)[^.>:]+$", hit.detail, re.DOTALL)
    return [*things, owner[1]] if owner is not None else things


def _are_same(mine: Sequence[str], asked: Sequence[str]) -> bool:
    return [w.rstrip("s") for w in mine] == [w.rstrip("s") for w in asked]
