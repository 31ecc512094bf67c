"""`under the action lock`: which of the locks in the code is meant, if one is named so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.reading.places import WHICH_LOCK
from codewitness.engine.verify.reading.spelled_short import in_words
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Around

_NAME = re.compile(rb"@?[A-Za-z_][\w.>-]*\w")
_LOCKS = ("lock", "mutex", "mu", "semaphore", "monitor")


def with_described_lock(claim: Claim, subject: Subject) -> Claim:
    """The claim with the name of the lock that its words describe."""
    said = next((words for words in claim.ignored if words.startswith(WHICH_LOCK)), "")
    if not said:
        return claim
    words = said.removeprefix(WHICH_LOCK)
    asked = words.lower().split()
    names = {name for name in _names(subject) if _is_named(name, asked)}
    if len(names) != 1:
        return claim
    clauses = tuple(
        replace(one, condition=tuple(names), text=one.text.replace(f" {words} ", " "))
        if one.place is Around.WITH and one.condition is None and not one.is_outside
        else one
        for one in claim.clauses
    )
    if clauses == claim.clauses:
        return claim
    return replace(
        claim, clauses=clauses, ignored=tuple(one for one in claim.ignored if one != said)
    )


def _names(subject: Subject) -> Iterator[str]:
    """The names in the code, `self.action_lock`."""
    for part in subject.parts:
        outline = part.outline
        for gap in outline.gaps:
            for one in _NAME.findall(outline.text.raw[gap.start : gap.end]):
                pieces = re.split(r"(\.|->)", one.decode("utf-8", "replace"))
                yield from ("".join(pieces[: at + 1]) for at in range(0, len(pieces), 2))


def _is_named(name: str, asked: list[str]) -> bool:
    tail = in_words(re.split(r"\.|->", name)[-1]).lower().split()
    return len(tail) > 1 and tail[-1] in _LOCKS and tail[:-1] == asked
