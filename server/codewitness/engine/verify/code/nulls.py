"""Whether a value that is returned is none, where several are returned at once, too."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.evidence import EvidenceType, Finding, Proof, doubtful, found
from codewitness.engine.verify.subject import Subject
from codewitness.model.nesting import split

NULLS = frozenset({"", "None", "null", "nil", "undefined", "NULL", "nullptr", "()", "void", "Unit"})
NULL_WORDS = NULLS - {""} | {"none", "nothing", "Null", "Nil"}
_WITH_TUPLES = frozenset({"python"})  # of which `()` is one


def is_none(value: str, language: str) -> bool:
    """True if a value that is written is none: `()` is one of Rust, and a tuple in Python."""
    return value in NULLS and not (value == "()" and language in _WITH_TUPLES)


def asks_for_none(wanted: str, language: str) -> bool:
    """True if a claim's word for a value means none."""
    return wanted in NULL_WORDS and not (wanted == "()" and language in _WITH_TUPLES)


_AN_ERROR = re.compile(r"(?i)\berr|error")


def is_all_null(values: Sequence[str], language: str) -> bool:
    """True for Go's `nil, nil`, and for `nil, ""`, where no error comes with it."""
    if language != "go" or not values or values[0] not in NULLS:
        return False
    return not any(_AN_ERROR.search(one) for one in values[1:])


def several(value: str) -> list[str]:
    """The values of `a, b`, and of a tuple `(a, b)`; one of all else."""
    text = value.strip()
    inside = text[1:-1] if text.startswith("(") and text.endswith(")") else text
    pieces = [one.strip() for one in split(inside, ",")]
    if len(pieces) > 1 and all(one.count("(") == one.count(")") for one in pieces):
        return pieces
    return [text]


def null_among(values: Sequence[str]) -> str:
    """Why it is left open whether none is returned: one of several values is none."""
    if len(values) > 1 and any(one and one in NULLS for one in values):
        return "several values are returned, and one of them is none"
    return ""


_BRACKETS = re.compile(r"\([^(){}\[\]]*\)|\[[^(){}\[\]]*\]|\{[^(){}\[\]]*\}|\"[^\"]*\"")
_SAFELY = re.compile(r"\?\.|&\.|\b(?:as|try)\?|\w+OrNull\b")
_INSTEAD = re.compile(r"\?:|\?\?|!!|\|\||\bor\b")
_COMPARED = re.compile(r"[=!<>]=|\s[<>]\s|&&|\bis\b")


def is_safely_reached(value: str, language: str) -> bool:
    """True for `x?.f()`, which gives none where there is no `x`; not with `?: y` behind it."""
    if language == "rust":
        return False
    while (plain := _BRACKETS.sub("", value)) != value:
        value = plain
    last = _INSTEAD.split(value)[-1]
    is_cast = language == "csharp" and re.search(r"\bas\s+\w", last) is not None
    return (is_cast or _SAFELY.search(last) is not None) and _COMPARED.search(last) is None


def nil_errors(subject: Subject) -> Finding:
    """`returns a nil error`: the last of the values, in Go, where an error is declared last."""
    outline = subject.head.outline
    if not re.search(r"\berror\b", outline.text.slice(outline.header_span)):
        return doubtful("no error is declared to be returned")
    return found(
        Proof(EvidenceType.SIGNATURE, one.value, outline, one.span)
        for one in outline.returns
        if several(one.value)[-1] == "nil"
    )
