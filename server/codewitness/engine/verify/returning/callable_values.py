"""Whether what is returned is a function or a class: `returns a closure`, `returns a class`."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.code.alternatives import alternatives
from codewitness.engine.verify.code.declared import types_of
from codewitness.engine.verify.code.function_literals import is_function_literal
from codewitness.engine.verify.evidence import (
    NOTHING,
    EvidenceType,
    Finding,
    Proof,
    doubtful,
    found,
)
from codewitness.engine.verify.names import is_bound
from codewitness.engine.verify.subject import Known, Part, Subject
from codewitness.model.outline import Outline

_MADE_SO = {
    "function": re.compile(r"(?s)(?:functools\.)?partial\(|.*\.bind\("),
    "class": re.compile(r"class\b|.*\.class$|type\(\w+\)$"),
}
_TYPES = {
    "function": re.compile(r"\bCallable\b|=>|\bFunction\b|\bfunc\s*\(|\bFn(?:Mut|Once)?\b|->.*->"),
    "class": re.compile(r"(?:->|:)?\s*(?:type|Type|Class)\b"),
}
_NO_SUCH = re.compile(
    r"(?s)(?:None|null|nil|undefined|NULL|nullptr|[Tt]rue|[Ff]alse|-?[\d.]+"
    r"|[rbfuRBFU]{0,2}([\"'`]).*|\[[^\[\]]*\]|\(?\)?|new\b.*|not\b.*|![^=].*)$"
)
_WORDS = {
    **dict.fromkeys(
        ("function", "arrow function", "closure", "lambda", "callback", "method", "callable"),
        "function",
    ),
    "class": "class",
    "type": "class",
}
_SAID = re.compile(rf"\breturn(?:s|ed|ing)? (?:an? |another |new )+({'|'.join(_WORDS)})$")


def sort_asked(clause: Clause) -> str:
    """`function` or `class` if one is said to be returned, and nothing more of it; else empty."""
    if clause.objects:
        return ""
    said = _SAID.search(clause.text)
    return _WORDS.get(clause.detail, "") or (_WORDS[said[1]] if said else "")


def callable_returned(sort: str, clause: Clause, subject: Subject) -> Finding:
    """What follows of the values that are returned, and of the type in the header."""
    proofs: list[Proof] = []
    others = 0
    unknown = 0
    for part in subject.parts:
        outline = part.outline
        for item in outline.returns:
            known = _is_of(sort, item.value, part, subject.known)
            if known:
                proofs.append(Proof(EvidenceType.SIGNATURE, item.value, outline, item.span))
            others += known is False
            unknown += known is None
        if sort == "function":
            proofs += given_body(outline)
        for declared in types_of(part):
            if _TYPES[sort].search(declared.text):
                kind = EvidenceType.SIGNATURE
                proofs += [Proof(kind, declared.text, outline, declared.span)]
    if clause.is_only and proofs and others + unknown:
        return doubtful("of what kind each returned value is can't be seen")
    if proofs:
        return found(proofs)
    return doubtful("of what kind the returned value is can't be seen") if unknown else NOTHING


def given_body(outline: Outline) -> list[Proof]:
    """The function that is all of another's body: `(a) => (b) => …`."""
    return [
        Proof(EvidenceType.SIGNATURE, "function", outline, inner.name_span)
        for inner in outline.nested
        if inner.kind.is_callable and inner.span == outline.body_span
    ]


def _is_of(sort: str, value: str, part: Part, graph: Known) -> bool | None:
    """Whether a value is a function, or a class; None if that can't be seen."""
    value = value.strip()
    if _is_made_so(sort, value, part):
        return True
    known = [_of_one(sort, one.strip(), part, graph) for one in alternatives(value)]
    if True in known:
        return True
    return False if known and all(one is False for one in known) else None


def _of_one(sort: str, value: str, part: Part, known: Known) -> bool | None:
    if _is_made_so(sort, value, part):
        return True
    if not value or _NO_SUCH.match(value):
        return False
    outline = part.outline
    for one in outline.nested:
        if one.name == value:
            return one.kind.is_callable if sort == "function" else one.kind.is_classlike
    made = [one.value for one in outline.assigned if one.target.split()[-1:] == [value]]
    is_set_so = bool(made) and all(_is_made_so(sort, one, part) for one in made)
    if is_set_so or (not made and sort == "class" and _is_class(value, part, known)):
        return True
    return None


def _is_made_so(sort: str, value: str, part: Part) -> bool:
    """True for a value that is of the sort as it stands."""
    is_literal = sort == "function" and is_function_literal(value, part.outline.language)
    return is_literal or _MADE_SO[sort].match(value) is not None


def _is_class(value: str, part: Part, known: Known) -> bool:
    """True for the name of one class of the workspace that nothing hides there."""
    if not value.isidentifier() or is_bound(part.outline, value):
        return False
    line = known.comes_from(part.outline, value)
    return line is not None and "?" not in line[1]
