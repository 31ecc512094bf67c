"""Of what kind the values are that are given back: `returns a list`, `returns an error`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.code.alternatives import alternatives
from codewitness.engine.verify.code.declared import family_hits
from codewitness.engine.verify.code.nulls import is_none
from codewitness.engine.verify.evidence import (
    NOTHING,
    EvidenceType,
    Finding,
    Proof,
    doubtful,
    found,
)
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.returning.may_give import truth_given
from codewitness.engine.verify.returning.returned_nouns import is_error
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.nesting import split
from codewitness.model.outline import Outline, Returned

SHAPES = {
    **dict.fromkeys(("boolean", "bool"), r"(?!)"),  # see `truth_given`
    "string": r"[rbfuRBF]?[\"'`]|str\(|.*\.(?:format|join|strip|toString)\(",
    "list": r"\[|list\(|sorted\(",
    "array": r"\[|new \w+\[|Array",
    "dict": r"\{|dict\(",
    "dictionary": r"\{|dict\(",
    "tuple": r"\(.*,|tuple\(|[^()\[\]{}]+,",
    "set": r"\{[^:]*\}$|set\(",
    "number": r"-?\d|len\(|int\(|float\(",
    "integer": r"-?\d+$|len\(|int\(",
    "error": (
        r"(?:err(?:[A-Z]\w*)?\b|Err|errors?\.|fmt\.Errorf|\w*[cC](?:on)?te?xt?\.Err\("
        r"|&?(?:\w+\.)?\w*Error\{"
        r"|-?(?:[A-Z\d]+_)*(?:ERR|ERROR|FAIL|FAILED|FAILURE)(?:_[A-Z\d]+)*$|-E[A-Z]{3,}$)"
    ),
    "promise": r"new Promise|Promise\.",
    "object": r"\{|new ",
    "new instance": r"new |[A-Z]\w*\(|cls\(|type\(self\)\(|self\.__class__\(|&?[A-Z]\w*\{",
    "generator": r"\(.* for ",
}
_FINE = re.compile(r"(?:\w*_)?(?:OK|SUCCESS|NOERROR)$")  # what says that there is no error
_LITERAL = re.compile(
    r"None|null|nil|undefined|NULL|nullptr|True|False|true|false|-?[\d.]+|\"[^\"]*\"|'[^']*'|"
)


def hit_of(item: Returned, outline: Outline) -> Hit:
    """A return as a place."""
    return Hit(_type_of(item), item.value or "return", outline, item.span, item.span)


def values_given(subject: Subject) -> Iterator[tuple[Hit, str]]:
    """The values that a subject gives back, each arm of a choice for itself, but for none."""
    for part in subject.parts:
        for item in part.outline.returns:
            for value in alternatives(item.value):
                if not is_none(value, part.outline.language):
                    yield hit_of(item, part.outline), value.strip().rstrip(";")


def _type_of(item: Returned) -> EvidenceType:
    if re.search(r"[\w\])]\(", item.value):
        return EvidenceType.CALL
    if re.search(r"\w\[", item.value):
        return EvidenceType.SUBSCRIPT_ACCESS
    if re.match(r"[\w$]+(?:\.|->|::)\w", item.value):
        return EvidenceType.ATTRIBUTE_READ
    return EvidenceType.SIGNATURE


def rule_shaped(clause: Clause, subject: Subject) -> Finding:
    """`returns a list`: by the values, else by the header."""
    outline = subject.head.outline
    known = {item: _is_shaped(item, clause.detail, subject.head) for item in outline.returns}
    proofs = [
        Proof(_type_of(item), item.value, outline, item.span)
        for item, is_so in known.items()
        if is_so
    ]
    others = [item for item, is_so in known.items() if not is_so]
    if clause.is_only and others and proofs:
        if any(known[item] is None for item in others):
            return doubtful("of what kind each returned value is can't be seen")
        return Finding(against=tuple(hit_of(item, outline).proof() for item in others))
    said, is_another = family_hits(clause.detail, subject)
    proofs = proofs or [hit.proof() for hit in said]
    if proofs:
        return found(proofs)
    if is_another or None not in known.values():
        return NOTHING
    return doubtful("of what kind the returned value is can't be seen")


def _is_shaped(item: Returned, kind: str, part: Part) -> bool | None:
    """Whether a return gives a value of this kind; None if that can't be seen."""
    if kind in ("boolean", "bool"):
        return truth_given(item, part)
    if _has_shape(item.value, kind):
        return True
    is_fine = kind == "error" and _FINE.match(item.value) is not None
    return False if is_fine or _LITERAL.fullmatch(item.value) else None


def errors_given(subject: Subject) -> list[Proof]:
    """The returns of what is an error by its shape or its name."""
    return [
        hit_of(item, part.outline).proof()
        for part in subject.parts
        for item in part.outline.returns
        if _has_shape(item.value, "error") or is_error(item.value)
    ]


def _has_shape(value: str, kind: str) -> bool:
    """True if what is given is of a kind; for an error, if one of several values is one."""
    values = [one.strip() for one in split(value, ",")] if kind == "error" else [value]
    return any(re.match(SHAPES[kind], one, re.DOTALL) for one in values)
