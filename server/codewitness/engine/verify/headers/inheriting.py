"""What is inherited: `inherits m from B`; by which word, and whether a method is what is named."""

from __future__ import annotations

import re
from dataclasses import replace

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import (
    LOOSE,
    NOTHING,
    EvidenceType,
    Finding,
    InWords,
    Proof,
    doubtful,
    found,
)
from codewitness.engine.verify.hits import combined
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Member, Subject
from codewitness.model.facts import Kind
from codewitness.model.text import Span

_OVERLOADING = frozenset({"java", "kotlin", "csharp", "cpp", "swift"})
_UNSEEN = doubtful("a class that it comes from is not in this workspace")


def rule_inherits_member(clause: Clause, subject: Subject) -> Finding:
    """`inherits close from Base`: the members are the clause's `arguments`."""
    if not subject.is_class:
        return doubtful("only a class inherits")
    bases = [parts(one.text)[-1] for one in clause.objects]
    findings = [_inherits(parts(name)[-1], bases, subject) for name in clause.arguments]
    return combined(findings, any_of=clause.any_of or clause.is_negated)


def inherited_members(clause: Clause, subject: Subject) -> Finding:
    """`inherits close`, if a class that it comes from has such a method."""
    names = tuple(one.text for one in clause.objects)
    if not subject.is_class or not all(
        subject.known.overridden(replace(subject, name=parts(name)[-1]))[0] for name in names
    ):
        return NOTHING
    return rule_inherits_member(replace(clause, objects=(), arguments=names), subject)


def _inherits(name: str, bases: list[str], subject: Subject) -> Finding:
    own = [one for one in subject.members if one.name == name]
    having, is_all = subject.known.overridden(replace(subject, name=name))
    if own:
        return _of_its_own(own, is_there=bool(having), subject=subject)
    if not having:  # what is no method may be set in one
        return doubtful(f"no method `{name}` is known in what it comes from") if is_all else _UNSEEN
    last = [parts(one)[-1] for one in having]
    if last[0] in bases or not bases:
        return found(_headers(subject))
    if not {parts(one)[-1] for one in subject.known.ancestors()[0]}.isdisjoint(bases):
        return doubtful(f"`{name}` is that of {having[0]}")
    return NOTHING if is_all else _UNSEEN


def _of_its_own(own: list[Member], *, is_there: bool, subject: Subject) -> Finding:
    """What it defines itself it does not inherit, unless that is another of the name."""
    if is_there and subject.language in _OVERLOADING:
        return doubtful("it has one of this name itself, which may be another overload")
    return Finding(
        against=tuple(Proof(EvidenceType.SIGNATURE, one.name, one.outline, one.span) for one in own)
    )


def _headers(subject: Subject) -> list[Proof]:
    """Where it says what it comes from."""
    return [
        Proof(EvidenceType.SIGNATURE, item.text, part.outline, item.span, LOOSE)
        for part in subject.parts
        if not part.outline.kind.is_callable
        for item in part.outline.marked("base")
    ]


_HERITAGE = re.compile(r"\b(extends|implements)\b")


def is_said_else(clause: Clause, proof: Proof) -> bool:
    """True for `extends I` of a class of which `implements I` is written."""
    outline, said = proof.outline, _HERITAGE.search(clause.text)
    if said is None or outline.language not in ("java", "typescript", "tsx"):
        return False
    before = outline.text.slice(Span(outline.span.start, proof.span.start))
    written = _HERITAGE.findall(before)
    return outline.kind is Kind.CLASS and bool(written) and written[-1] != said[1]


def another_method(clause: Clause, subject: Subject) -> str:
    """A plain word that may name another method than the one that is spoken of."""
    words = (one.text for one in clause.objects if not one.is_code and one.noun != "described")
    return next((w for w in words if w.isidentifier() and w not in {subject.name, *_NO_NAMES}), "")


_NO_NAMES = frozenset({"method", "base", "parent", "super", "it", "one", "function", "inherited"})
_NO_NAMES |= {"implementation", "anything", "nothing", "something", "superclass", "default"}


_FROM = re.compile(r"\bfrom `?[A-Z]\w*")


def unclear(clause: Clause, subject: Subject) -> str:
    """Why nothing can be said of what it inherits from."""
    if not subject.is_class and not subject.head.outline.marked("base"):
        return "only a class inherits"
    is_lost = not clause.objects and _FROM.search(clause.text)  # `inherits privately from B`
    return InWords("what it is said to inherit from is not understood") if is_lost else ""
