"""Whether a condition asks for one of several where a claim says all of them, or the reverse."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.conditions.answered import is_answered
from codewitness.engine.verify.conditions.asked import said
from codewitness.engine.verify.conditions.one_of_sides import Known
from codewitness.engine.verify.conditions.state import words_of
from codewitness.engine.verify.question import EITHER, Question

_ALL = re.compile(r"\b(?:all|every|each|both)\b")
_ANY = re.compile(r"\b(?:any|some|one of|at least one|either)\b")
_ASKS_ALL = re.compile(r"\b(?:all|every|allMatch|All|allSatisfy|all_of|everyObject)\??\s*[({|]")
_ASKS_ANY = re.compile(r"\b(?:any|some|anyMatch|Any|any_of|contains)\??\s*(?:[({|]|where\b)")
_DENIED = re.compile(r"!|\bnot\b|\bnone\b")


def is_of_others(described: str, condition: str) -> bool:
    """True for `if all items are ready` of `items.some(x => x.ready)`."""
    says_all, says_any = _ALL.search(described), _ANY.search(described)
    asks_all, asks_any = _ASKS_ALL.search(condition), _ASKS_ANY.search(condition)
    if _DENIED.search(condition):
        return False
    if says_all and not says_any:
        return asks_any is not None and asks_all is None
    return bool(says_any) and not says_all and asks_all is not None and asks_any is None


_OF_SEVERAL = re.compile(
    r"\b(?:either|any|one)(?: of)?(?: the| its)? (?P<noun>[a-z]{3,}?)s? "
    r"(?P<is>(?:is|are|was|were) .+)$"
)


def asks_for_each(described: str, known: Sequence[Known], language: str) -> bool:
    """True for `if either loader is null` where `a_loader == null && b_loader == null` is asked."""
    plain = [one.question for one in known if one.question.kind != EITHER]
    return len(_so_named(described, plain, language)) > 1


def asks_for_one(described: str, known: Question, language: str) -> bool:
    """True for `if either loader is null` of an `or` that asks of each whether it is null."""
    sides = [_so_named(described, side, language) for side in known.sides]
    return bool(sides) and all(sides)


def is_of_either(described: str) -> bool:
    """True for `either loader is null`, which names neither."""
    return _EITHER.search(described) is not None


def _so_named(described: str, known: Sequence[Question], language: str) -> set[str]:
    """What has the name that is said of several, and is as that says."""
    found = _OF_SEVERAL.search(described)
    if found is None:
        return set()
    lead, nouns = described.split(" ", 1)[0], words_of(found["noun"])
    return {
        one.what
        for one in known
        if words_of(one.what)[-1:] == nouns
        for asked in said(f"{lead} {one.what} {found['is']}")
        if is_answered(asked, one, language)
    }


_EITHER = re.compile(r"\beither (?:of )?(?:the |its )?[a-z]+ (?:is|are|was|were)\b")
