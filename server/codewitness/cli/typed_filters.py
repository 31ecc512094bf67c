"""Filters within a query as it is typed: `retry calls:sleep lang:python path:"my code/**" -test`.

The same language as in the editors' search. A quoted word is no filter, nor is a colon in any other
word: `std::vector`, `http://…`, and `path:str)` of a parameter that was pasted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from codewitness.features.places import BadRequest
from codewitness.syntax.registry import language_named

_TOKEN = re.compile(r'(?:[^\s"]|"[^"]*(?:"|$))+')
_FILTER = re.compile(r"([a-z]+):(.+)", re.DOTALL)
_OF_CODE = re.compile(r".*[,;]|[^(]*\)", re.DOTALL)
_LEFT_OUT = re.compile(r"-(?:[a-z]{2,}|[a-z]+:\S+)")

_FIELDS = {
    "calls": "calls",
    "reads": "includeTags",
    "writes": "includeTags",
    "accesses": "accesses",
    "subscripts": "subscripts",
    "path": "paths",
    "lang": "languages",
    "tag": "includeTags",
    "raises": "includeTags",
    "handles": "includeTags",
    "in": "memoryTypes",
}
_LEAVES_OUT = "left out are tags: -test, -class, -lang:go, -calls:print"
_TAGGED = ("reads", "writes", "raises", "handles")
_DOMAINS = ("class", "function", "imports", "test", "private", "accessor")
_TYPES = {
    **{name: name for name in ("code", "decision", "lesson", "error", "conversation")},
    "decisions": "decision",
    "lessons": "lesson",
    "errors": "error",
    "conversations": "conversation",
}


@dataclass(slots=True)
class Typed:
    """A query without its filters, and these as fields of the argument of `codewitness.search`."""

    text: str = ""
    lists: dict[str, list[str]] = field(default_factory=dict)
    single: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def onto(self, argument: Mapping[str, Any]) -> dict[str, Any]:
        """The argument with what was typed: lists are joined, of single values the typed counts."""
        joined = {name: [*argument.get(name, ()), *more] for name, more in self.lists.items()}
        return {**argument, "query": self.text, **joined, **self.single}


def typed(query: str) -> Typed:
    """Take a query apart; a filter alone is a query, too: its value is what is looked for."""
    found = Typed()
    words = [word for token in _TOKEN.findall(query) if (word := _word(token, found))]
    if not words:
        named = ("calls", "accesses", "subscripts", "includeTags")
        values = (value for name in named for value in found.lists.get(name, ()))
        words = [value.rpartition(":")[2] for value in values]
    found.text = " ".join(words)
    return found


def is_left_out(given: str) -> bool:
    """True for `-test` and `-calls:print`, which are no options."""
    return _LEFT_OUT.fullmatch(given) is not None


def _word(token: str, found: Typed) -> str:
    """The word that a token is; empty if it is a filter, which is taken."""
    text = token.replace('"', "")
    if token.startswith('"'):
        return text
    if is_left_out(text):
        if not (tag := _left_out(text[1:])):
            found.notes.append(f"{text} is taken for a word; {_LEAVES_OUT}")
            return text
        found.lists.setdefault("excludeTags", []).append(tag)
        return ""
    parts = _FILTER.fullmatch(text)
    if parts is None or _OF_CODE.fullmatch(parts[2]) or not _take(parts[1], parts[2], found):
        return text
    return ""


def _take(name: str, value: str, found: Typed) -> bool:
    if name in ("limit", "min"):
        found.single["limit" if name == "limit" else "minRelevance"] = _number(name, value)
    elif name == "mode":
        found.single["mode"] = value
    elif (of := _FIELDS.get(name)) is not None:
        if name == "in" and value not in _TYPES:
            raise BadRequest("in: takes code, decisions, lessons, errors or conversations")
        value = _TYPES[value] if name == "in" else value
        value = f"{name}:{value}" if name in _TAGGED else value
        found.lists.setdefault(of, []).append(value)
    else:
        return False
    return True


def _number(name: str, value: str) -> float:
    try:
        return int(value) if name == "limit" else float(value)
    except ValueError:
        takes = "a whole number" if name == "limit" else "a number"
        raise BadRequest(f"{name}: takes {takes}, got {value!r}") from None


def _left_out(word: str) -> str:
    """The tag that `-word` leaves out; empty if there is none, as in a message with `-lssl`."""
    name, colon, value = word.removeprefix("tag:").partition(":")
    if colon:
        return f"lang:{language_named(value) or value}" if name == "lang" else f"{name}:{value}"
    known = (one for one in (word, word.removesuffix("s")) if one in _DOMAINS)
    return "".join(f"domain:{one}" for one in list(known)[:1])
