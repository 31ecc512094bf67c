"""Whether a condition asks for one of several where a claim says all of them, or the reverse."""

from __future__ import annotations

import re

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


def is_of_either(described: str) -> bool:
    """True for `either loader is null`, which names neither."""
    return _EITHER.search(described) is not None


_EITHER = re.compile(r"\beither (?:of )?(?:the |its )?[a-z]+ (?:is|are|was|were)\b")
