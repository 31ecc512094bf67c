"""The names in a decision's claims: tied to definitions, and read anew when those are renamed.

A claim is a sentence. `Cart.total never raises` goes on being about the same method after that
method is called `sum_up`, so its names are tied to anchors when it is recorded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.recording.rebasing import is_outside
from codewitness.engine.symbols import path_and_name
from codewitness.engine.verify.claim import Claim as Parsed
from codewitness.engine.verify.claim import Predicate, SubjectName
from codewitness.engine.verify.reading.parse import parse
from codewitness.features.find_symbol import Asked
from codewitness.features.memory_scope import MemoryScope
from codewitness.features.places import BadRequest
from codewitness.model.names import dotted, segments
from codewitness.model.records import Anchor, Claim, DecisionRecord, NamedInClaim

# What these are said of is a definition even if its name is a plain word.
_OF_DEFINITIONS = frozenset(
    {
        Predicate.CALLS,
        Predicate.CALLED_BY,
        Predicate.INHERITS,
        Predicate.INSTANTIATES,
        Predicate.OVERRIDES,
    }
)


def tied(
    scope: MemoryScope, claims: Sequence[Claim], anchors: Sequence[Anchor]
) -> tuple[tuple[Claim, ...], tuple[Anchor, ...]]:
    """The claims with their names tied to anchors, and those anchors after the given ones.

    A name is tied if it means one definition. Claims that did not hold are left as they are.
    """
    found = list(anchors)
    by_name = {(one.path, one.qualified_name): at for at, one in enumerate(found)}
    ready = []
    for claim in claims:
        names = []
        for said in _names(claim.text) if claim.verdict == "SUPPORTED" else ():
            anchor = _anchor(scope, said)
            if anchor is None or _pattern(said).search(claim.text) is None:
                continue
            key = (anchor.path, anchor.qualified_name)
            if key not in by_name:
                by_name[key] = len(found)
                found.append(anchor)
            names.append(
                NamedInClaim(
                    name=said.name,
                    path=said.path,
                    anchor=by_name[key],
                    was=anchor.qualified_name,
                    was_in=anchor.path,
                )
            )
        ready.append(Claim(text=claim.text, verdict=claim.verdict, names=tuple(names)))
    return tuple(ready), tuple(found)


def readings(record: DecisionRecord, claim: Claim) -> tuple[str, ...]:
    """The claim by the names that its definitions have now; first it counts, then, if given, next.

    `record` has its anchors where they are now. What is denied is judged by the new names alone,
    since under its old name nothing is done any more. Else the claim as it was written may hold
    too: its word may never have meant the definition that was renamed.
    """
    text = claim.text
    for one in claim.names:
        if one.anchor < len(record.anchors) and not record.anchors[one.anchor].is_lost:
            text = _renamed(text, one, record.anchors[one.anchor])
    if text == claim.text:
        return (text,)
    return (text,) if parse(text).is_negated else (text, claim.text)


def is_elsewhere(record: DecisionRecord, claim: Claim) -> bool:
    """True if a name of the claim is of another folder of the project: it can't be judged here."""
    anchors = record.anchors
    return any(
        one.anchor < len(anchors) and is_outside(anchors[one.anchor].path) for one in claim.names
    )


def is_of_definition(claim: Claim) -> bool:
    """True if the claim's subject was a definition of ours when it was made.

    Of others, such as functions of a library, what calls them is all that can be seen; one of ours
    that is gone keeps no claim, though calls of it may be left.
    """
    subject = next(_names(claim.text), None) if claim.names else None
    return subject is not None and subject.name == claim.names[0].name


def _names(text: str) -> Iterator[SubjectName]:
    """The subject, then what is said to be called, read and so on, each once."""
    claim = parse(text)
    seen = (said for one in claim.several or (claim,) for said in _names_of(one))
    yield from {(said.name, said.path): said for said in seen}.values()


def _names_of(claim: Parsed) -> Iterator[SubjectName]:
    if claim.problem or claim.subject is None:
        return
    path, name = path_and_name(claim.subject.name)
    yield claim.subject._replace(name=name, path=claim.subject.path or path)
    objects = (
        one.text
        for clause in claim.clauses
        for one in clause.objects
        if one.is_code or clause.predicate in _OF_DEFINITIONS
    )
    for name in dict.fromkeys(objects):
        if name != claim.subject.name:
            yield SubjectName(name)


def _anchor(scope: MemoryScope, said: SubjectName) -> Anchor | None:
    """Where the name's definition is; None if it means none or several."""
    asked = Asked(name=f"{said.path}::{said.name}" if said.path else said.name)
    try:
        return scope.anchors_to([asked])[0]
    except BadRequest:
        return None


def _renamed(text: str, one: NamedInClaim, now: Anchor) -> str:
    """`text` with a name as its definition is called now."""
    n_parts = len(segments(dotted(one.name)))
    own, before = _tail(now.qualified_name, n_parts), _tail(one.was, n_parts)
    if own == before and (not one.path or now.path == one.was_in):
        return text
    path = f"{now.path}::" if one.path else ""
    return _pattern(SubjectName(one.name, path=one.path)).sub(lambda _: f"`{path}{own}`", text)


def _tail(name: str, n_parts: int) -> str:
    return ".".join(segments(name)[-n_parts:])


def _pattern(said: SubjectName) -> re.Pattern[str]:
    """Where a claim says this name, back-ticks and path included."""
    path = rf"{re.escape(said.path)}::" if said.path else ""
    name = path + re.escape(said.name)
    return re.compile(rf"`{name}(?:\(\))?`|(?<![\w.:`]){name}(?:\(\))?(?![\w`]|[.:]\w)")
