"""What is given back in plain words: the values whose names have all of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.claim import Object
from codewitness.engine.verify.code.itself import OWN
from codewitness.engine.verify.evidence import LOOSE, InWords
from codewitness.engine.verify.hit import Hit, Hits
from codewitness.engine.verify.name_words import words_in

_MEASURING = re.compile(
    r"(?:len|sum|min|max|any|all|bool|hash|id|isinstance)\(|.*(?:\.|->)(?:len|length|size|count)(?:\(\))?$",
    re.DOTALL,
)
# What tells whether something is so.
_ANSWER = re.compile(
    r"(?:[\w$@?!]+(?:\.|->|::))*(?:has|[hH]as[A-Z_]\w*|[cC]ontains?\w*|includes?|[eE]xists?|is[A-Z_]\w*"
    r"|(?:starts|ends)_?[wW]ith|[tT]ry[A-Z_]\w*)(?:<[^()]*>)?\([^()]*\)$"
    r"|[^?:{}]+ (?:(?:not )?in|[=!]==?|is(?: not)?) [^?:{}&|]+$",
    re.DOTALL,
)
_COUNTED = frozenset({"number", "count", "length", "size", "sum", "total", "len", "max", "min"})
_ONE_OF = frozenset({"first", "last", "entry", "element", "item", "value", "one", "next"})
# Behind which a call that is given it, or made of it, may give back something else.
_ITSELF = re.compile(
    r"\b(?:it|them)sel(?:f|ves)\b|\bas (?:it|they)(?: is| are|$)"
    r"|\b(?:as[ -]is|unchanged|untouched|uncopied)\b"
)
_IDENTIFIER = re.compile(r"[^\W\d]\w*")
_DENIED = re.compile(r"(?:not\b|!(?!=)|-(?!\d))")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'|`[^`]*`")
_CONVERTED = re.compile(
    r"[\w$@.>:()-]+(?:\.|->|::)(?:to|as|into)(?:_\w+|[A-Z]\w*)\(.*\)", re.DOTALL
)
_OPERATOR = re.compile(r" (?:[-+*/%&|^]|&&|and|[=!]==?|[<>]=?) ")


def said_plainly(one: Object, hits: list[Hit], others: list[Hit], text: str) -> Hits:
    """The values that have all words of `one`, of a claim's clause `text`."""
    if hits:
        return Hits(tuple(hits), "", tuple(others))
    words = [w for w in re.findall(r"[a-z\d]+", one.text) if len(w) > 2]
    is_bare = len(words) == 1 and re.search(rf"\breturns? {words[0]}\b", text) is not None
    named = [h for h in others if words and _is_named(words, h.detail, is_bare=is_bare)]
    named = [h for h in named if not _is_of_it(h.detail, words) and not _is_part(h.detail, words)]
    if _ITSELF.search(text):
        named = [h for h in named if re.fullmatch(r"[\w$@.>:?!-]+", h.detail)]
    if named:
        return Hits(tuple(h._replace(relevance=LOOSE) for h in named))
    return Hits((), InWords("what is returned is named in plain words only"), tuple(others))


def _is_named(words: Sequence[str], value: str, *, is_bare: bool) -> bool:
    """True if each word begins a part of a name in `value`; `username` is no `name`.

    is_bare: it is said as names are, without an article, so that it is all of one.
    """
    if _DENIED.match(value):
        return False
    outside = _QUOTED.sub('""', value)
    if len(words) == 1 and _OPERATOR.search(outside):
        return False
    names = _IDENTIFIER.findall(value if _QUOTED.fullmatch(value) else outside)
    if is_bare and _CONVERTED.fullmatch(value):
        return False  # `NANOS.toMillis(n)` gives no nanos
    if is_bare:
        return words[0] in {name.strip("_").lower() for name in names}
    inside = {part for name in names for part in words_in(name)}
    inside |= {name.strip("_").lower() for name in names}
    whole = "".join(words)
    return any(name.startswith(whole) for name in inside) or all(
        any(name.startswith(word) for name in inside) for word in words
    )


_MEMBER = re.compile(r"[\w$@]+(?:(?:\??\.|->|::)[\w$]+)*(?:\??\.|->|::)(?P<last>[\w$]+)$")
_HOLDING = frozenset(
    {*("value", "values", "obj", "object", "data", "raw", "inner", "ref", "current", "ptr", "item")}
    | {*("result", "text", "content", "contents", "instance", "self", "wrapped", "target", "node")}
)


_OF_IT = frozenset(
    {*("id", "name", "path", "count", "size", "length", "index", "key", "url", "type", "class")}
    | {*("ref", "handle", "hash", "time", "date", "state", "status", "number", "version", "code")}
)
_CHAIN = re.compile(r"[\w$@]+(?:(?:\??\.|->|::)[\w$]+)*")


def _is_part(value: str, words: Sequence[str]) -> bool:
    """True for `request.promise`, which is not `the request`, and for `request_id`."""
    if _CHAIN.fullmatch(value):
        named = words_in(re.split(r"\W+", value)[-1])
        at = next((n for n, part in enumerate(named) if part.startswith(words[-1][:4])), -1)
        if 0 <= at < len(named) - 1 and set(named[at + 1 :]) <= _OF_IT:
            return True
    member = _MEMBER.fullmatch(value)
    if member is None:
        return False
    last = words_in(member["last"])
    return not any(
        part in _HOLDING or any(part.startswith(word[:4]) for word in words) for part in last
    )


def is_answer(value: str) -> bool:
    """True for `rows.has(id)` and `a in b`, which are true or false, and for the object itself."""
    return value in OWN or _ANSWER.fullmatch(value.strip()) is not None


def _is_of_it(value: str, words: Sequence[str]) -> bool:
    """True for `len(rows)` and `rows[0]`, which are not `the rows`."""
    if is_answer(value):
        return True
    if _MEASURING.match(value):
        return not _COUNTED & set(words)
    is_element = words[-1].endswith("s") or words[0] in ("list", "array", "map", "set")
    return is_element and not _ONE_OF & set(words) and re.search(r"\[[^\]:]*\]$", value) is not None
