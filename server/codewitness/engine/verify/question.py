"""A question that a condition asks, in one form for code and claims."""

from __future__ import annotations

import re
from typing import NamedTuple


class Question(NamedTuple):
    """`kind` is asked of `what`, perhaps with a `value`; `holds` says whether it is so.

    `raw` is the value as it is written, with its quotes; of the kind `null`, which of the two of
    JavaScript it is, or empty where either will do. Of the kind EITHER, one of the `sides` of an
    `or` has come true, each with all that it asks. `called` is the callee that code asks it of,
    with `!` before it if its answer is the opposite: `x.is_some()` says that `x` is not null.
    """

    what: str
    kind: str
    value: str
    holds: bool
    raw: str = ""
    sides: tuple[tuple[Question, ...], ...] = ()
    called: str = ""


EITHER = "either"
_KEY = re.compile(r"\[\s*(?::(\w+)|\"(\w+)\"|'(\w+)')\s*\]")


def keyed(name: str) -> str:
    """`options.color` of `options[:color]` and `options["color"]`."""
    return _KEY.sub(lambda found: f".{found[1] or found[2] or found[3]}", name)


def is_same_name(one: str, other: str) -> bool:
    """True if one name is the tail of the other: `closed`, `self.closed`."""
    mine, yours = _named_so(one), _named_so(other)
    n_names = min(len(mine), len(yours))
    return bool(one and other) and mine[-n_names:] == yours[-n_names:]


_IS_SO = re.compile(r"^(?:is|has)(?:_(?=[a-z])|(?=[A-Z]))")


_MEMBER = re.compile(r"^(?:m_|_+|@{1,2}_*)(?=[A-Za-z])|(?<=[A-Za-z\d])_+$")  # `m_rows`, `@rows`


def _named_so(name: str) -> list[str]:
    """The parts of a dotted name; `paused` of `isPaused` and `paused_`, which say no more."""
    *owners, last = name.split(".")
    last = _MEMBER.sub("", last)
    bare = _IS_SO.sub("", last)
    return [*owners, bare[:1].lower() + bare[1:] if bare != last else last]


_STRICTLY = re.compile(
    r"[!=]==\s*(null|undefined)\b|\b(null|undefined)\s*[!=]=="
    r"|typeof\b.*?[!=]==?\s*[\"'](undefined)[\"']|\bis(Undefined|Null)\("
)


def strictly_null(text: str) -> str:
    """`undefined` of `x === undefined`, which `null` is not; empty of `x == null`."""
    found = _STRICTLY.search(text)
    return next((one.lower() for one in found.groups() if one), "") if found else ""


def is_other_null(one: Question, other: Question) -> bool:
    """True if one asks for `null` and one for `undefined`, where these are told apart."""
    return one.kind == other.kind == "null" and {one.raw, other.raw} == {"null", "undefined"}
