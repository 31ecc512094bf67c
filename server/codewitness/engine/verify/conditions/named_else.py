"""Whether a condition asks for another thing than a claim says in words, though a word is shared.

`if the read buffer is empty` is not `writeBuffer.length == 0` where there is a `readBuffer`, and
`if the cache is missing` is not `cacheTimeout == null`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.conditions.state import words_of
from codewitness.engine.verify.conditions.states import said_of
from codewitness.model.outline import Outline

_NAME = re.compile(r"[A-Za-z_]\w*")
# What ends a name that asks for, or holds, what is named before it.
_ENDS = frozenset(
    {*("exist", "found", "empty", "size", "length", "count", "len", "set", "missing", "present")}
    | {*("ptr", "ref", "opt", "locked", "num", "has", "contain", "include", "key", "item", "by")}
    | {
        *(
            "or",
            "null",
            "nil",
            "none",
            "opt",
            "for",
            "at",
            "name",
            "value",
            "url",
            "path",
            "id",
            "list",
            "map",
            "array",
            "obj",
        )
    }
)


def is_named_else(described: str, heads: Sequence[str], outline: Outline) -> bool:
    """True if what is said to be there, or to be empty, is named, and not by these conditions."""
    asked = said_of(described)
    if not asked:
        return False
    names = [words for head in heads for words in _asking(head)]
    if any(set(asked) <= set(words) and asked[-1] in _last(words) for words in names):
        return False
    is_spoken = any(asked[-1] in words for head in heads for words in _names(head))
    if is_spoken and not any(asked[-1] in _last(words) for words in names):
        return True
    text = "\n".join(outline.text.slice(gap) for gap in outline.gaps)
    return len(asked) > 1 and any(set(asked) <= set(words) for words in _names(text))


_MEMBER = re.compile(r"(?:\.|->|::)(?=[A-Za-z_])")


def _asking(text: str) -> Iterator[list[str]]:
    """The names in a condition but for those whose member is asked for, `a` of `a.b`."""
    for found in _NAME.finditer(text):
        member = _MEMBER.match(text, found.end())
        named = _NAME.match(text, member.end()) if member is not None else None
        if named is None or set(words_of(named[0])) <= _ENDS:
            yield words_of(found[0])


def _names(text: str) -> Iterator[list[str]]:
    for name in set(_NAME.findall(text)):
        yield words_of(name)


def _last(words: Sequence[str]) -> set[str]:
    """The word that a name ends with, and that before one that only asks for it."""
    last = set(words[-1:])
    for at in range(len(words) - 1, 0, -1):
        if words[at] not in _ENDS:
            break
        last.add(words[at - 1])
    return last
