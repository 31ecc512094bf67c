"""Which lock is taken, where a claim names it: `mu` is not `optionsMu`."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Object
from codewitness.engine.verify.hit import Hit, Hits
from codewitness.engine.verify.names import parts

_NAME = re.compile(r"[A-Za-z_$][\w$]*")
# Words that are a name unless an article stands before them.
_SHORT = frozenset({"mu", "mtx", "mutex", "lock", "rw", "sem"})
# A member of something, `s.mu.Lock` and `(&s->mu)`, which is no other name of a lock.
_MEMBER = re.compile(r"(?:\w+(?:\.|->)){2,}\w+(?:\(\))?|\w+\(&?(?:\w+(?:\.|->))+\w+\)")


def name_of_lock(one: Object, said: str) -> str:
    """The name of the lock that is spoken of; empty if it is described."""
    is_short = one.text in _SHORT and re.search(rf"(?:locks?|acquires?) {one.text}\b", said)
    return parts(one.text)[-1] if one.is_code or is_short else ""


def of_that_name(name: str, hits: Hits, every: Hits) -> Hits:
    """Of the places that may take a lock those that take the one of this name.

    every: all that are named after taking one, whichever it is.
    """
    fitting = tuple(hit for hit in hits.fitting if _plain(name) in _names(hit))
    if fitting:
        return Hits(fitting)
    others = tuple(dict.fromkeys((*hits.fitting, *every.fitting)))
    unclear = [hit for hit in others if not _MEMBER.fullmatch(_written(hit))]
    if unclear:
        return Hits((), f"`{unclear[0].detail}` takes a lock, but which can't be told")
    return Hits((), "" if others else hits.doubt)


def _names(hit: Hit) -> set[str]:
    written = re.sub(r"<[^<>()]*>", "", f"{hit.detail}{hit.arguments or ''}")
    return {_plain(one) for one in _NAME.findall(written)}


def _written(hit: Hit) -> str:
    return re.sub(r"\s", "", f"{hit.detail}{hit.arguments or ''}")


def _plain(name: str) -> str:
    return name.strip("_$@").lower()
