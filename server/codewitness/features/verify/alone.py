"""Whether nobody else does what a claim says that its subject alone does.

Every definition of the workspace that names the thing is judged like the subject. What does it too
speaks against the claim; where it may, or may be another thing of the name, nothing follows.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.engine.verify.claim import Claim, Clause, Predicate, SubjectName
from codewitness.engine.verify.evidence import Proof
from codewitness.engine.verify.judging import judge
from codewitness.engine.verify.names import is_bound, parts
from codewitness.engine.verify.subject import Subject
from codewitness.engine.verify.verdicts import Status
from codewitness.engine.view import Snapshot, Stage
from codewitness.features.places import Place
from codewitness.features.verify.found import Found, NotThere
from codewitness.features.verify.known import KnownHere
from codewitness.features.verify.subjects import Subjects, file_symbol
from codewitness.model.outline import whole_word
from codewitness.model.symbol import Symbol
from codewitness.model.text import Span
from codewitness.syntax.paths import is_test_path

MAX_OTHERS = 200  # definitions that are judged for one claim
ENOUGH = 10  # places that speak against a claim
SECONDS = 4.0
P = Predicate
# What is done to a thing that has a name, so that whoever does it names the thing.
_NAMING = frozenset(
    {P.READS, P.WRITES, P.USES, P.RAISES, P.CATCHES, P.INSTANTIATES, P.CALLS, P.SUBSCRIPTS}
)
_ATTRIBUTES = frozenset({P.READS, P.WRITES, P.USES, P.SUBSCRIPTS})
_OWN = frozenset({"self", "this", "@this", "cls"})


@dataclass(slots=True)
class Others:
    """What does it too for certain, why there may be more, and how many were looked at."""

    proofs: list[Proof] = field(default_factory=list)
    doubt: str = ""
    n_judged: int = 0


def others_doing(claim: Claim, found: Sequence[Found], subjects: Subjects) -> Others:
    """Who else does what `claim` says that `found` alone does."""
    others = Others()
    named = [_names(clause, subjects) for clause in claim.clauses]
    if claim.is_negated or not all(named) or len(claim.clauses) != 1:
        others.doubt = "who else does that can't be looked for"
        return others
    own = subjects.read(found[0], KnownHere(subjects, found[0]))
    clause = claim.clauses[0]
    until = time.monotonic() + SECONDS
    for place in _naming(named[0], subjects):
        if time.monotonic() > until or others.n_judged >= MAX_OTHERS:
            others.doubt = others.doubt or "more may do it than could be looked at"
            break
        is_enough = len(others.proofs) >= ENOUGH or is_test_path(place.symbol.path)
        if others.proofs and is_enough:
            break
        if not _is_of(place.symbol, found) and _is_among(place.symbol, claim.among):
            _judge(_of_any(claim, own), clause, place, own, subjects, others)
    if not _is_all_read(subjects.reading.snapshot):
        others.doubt = others.doubt or "not all files are read yet"
    return others


def _names(clause: Clause, subjects: Subjects) -> list[str]:
    """The last names of the objects, if whoever does it has to write them.

    What is called is a name, too, if it looks like a word and a definition bears it.
    """
    is_call = clause.predicate is P.CALLS
    if clause.predicate not in _NAMING or not all(
        one.is_code or (is_call and _is_defined(one.text, subjects)) for one in clause.objects
    ):
        return []
    return [parts(one.text)[-1] for one in clause.objects]


def _is_defined(name: str, subjects: Subjects) -> bool:
    try:
        return bool(subjects.find(SubjectName(name)))
    except NotThere:
        return False


def _is_all_read(snapshot: Snapshot) -> bool:
    return all(one.view.stage is Stage.READY and not one.is_behind for one in snapshot.folders)


def _naming(names: Sequence[str], subjects: Subjects) -> Iterator[Place]:
    """The innermost functions, and the top levels of files, in which all of the names stand.

    Those of tests come last.
    """
    reading = subjects.reading
    words = [whole_word(name) for name in names]
    for folder in reading.snapshot.folders:
        for path in sorted(folder.paths(), key=is_test_path):
            reading.snapshot.cancel.check()
            source = reading.source(folder, path)
            if source is None or not all(word.search(source.text.raw) for word in words):
                continue
            if source.parsed() is None:  # a text in no language that is read
                continue
            symbols, _ = reading.symbols(folder, path)
            callables = [one for one in symbols if one.kind.is_callable]
            at: dict[int, Symbol] = {}
            for match in words[0].finditer(source.text.raw):
                span = Span(*match.span())
                around = [one for one in callables if one.span.contains(span)]
                if around:
                    inner = min(around, key=lambda one: one.span.end - one.span.start)
                    at[inner.ordinal] = inner
                elif not any(one.span.contains(span) for one in symbols) and _is_done(source, span):
                    at[-1] = file_symbol(path, source)
            for symbol in at.values():
                yield Place(folder=folder, symbol=symbol, source=source)


_IMPORTING = re.compile(
    rb"\s*(?:from\b|import\b|use\b|using\b|#|require|export\b|const \{|pub use\b)"
)


def _is_done(source: Document | SavedFile, span: Span) -> bool:
    """True for a name in a line of its own doing at the top level of a file, and no import."""
    line = source.text.line_span(source.text.line_at(span.start))
    return _IMPORTING.match(source.text.raw, line.start, line.end) is None


def _is_of(symbol: Symbol, found: Sequence[Found]) -> bool:
    """True for the subject itself and for what is inside it."""
    for one in found:
        for place in one.places:
            mine = place.symbol
            if mine.path == symbol.path and mine.span.contains(symbol.span):
                return True
            if mine.kind.is_classlike and symbol.container == mine.qualified_name:
                return True
    return False


def _is_among(symbol: Symbol, among: str) -> bool:
    if not among:
        return True
    if "/" in among or symbol.path.endswith(among):
        return symbol.path.endswith(among)
    asked = parts(among)
    owners = parts(symbol.qualified_name)[:-1]
    return any(owners[at : at + len(asked)] == asked for at in range(len(owners)))


def _of_any(claim: Claim, own: Subject) -> Claim:
    """The claim of any other: what is `self.x` to the subject may be `check.x` to others."""
    [clause] = claim.clauses
    plain = [
        one._replace(text=f"{parts(one.text)[-1]}") if _is_own(one.text, own) else one
        for one in clause.objects
    ]
    is_any = clause.predicate in _ATTRIBUTES
    return replace(
        claim,
        is_alone=False,
        clauses=(replace(clause, objects=tuple(plain)) if is_any else clause,),
    )


def _is_own(text: str, own: Subject) -> bool:
    """True for `self.x` and `@x`, and for `Class.x`."""
    before = parts(text)[:-1]
    words = own.head.around.own_words | _OWN | {own.head.around.container} - {""}
    return text[:1] == "@" or not words.isdisjoint(before[-1:])


def _judge(
    claim: Claim, clause: Clause, place: Place, own: Subject, subjects: Subjects, others: Others
) -> None:
    one = Found(places=(place,), is_file=place.symbol.ordinal < 0)
    known = KnownHere(subjects, one)
    try:
        subject = known.judging(subjects.read(one, known))
    except NotThere:
        return
    if one.is_file:  # what its functions do is judged of each
        subject = replace(subject, parts=(subject.head,), members=())
    others.n_judged += 1
    verdict = judge(claim, subject)
    name = place.symbol.qualified_name
    if verdict.status is Status.SUPPORTED and verdict.proofs:
        proofs = [one for one in verdict.proofs if one.outline.header_span.end <= one.span.start]
        same = [_is_same(clause, proof, subject, own) for proof in proofs]
        if True in same:
            others.proofs += [p for p, so in zip(proofs, same, strict=True) if so]
        elif None in same:
            line = proofs[same.index(None)].line + 1
            others.doubt = f"`{name}` may do it too: {place.symbol.path}, line {line}"
    elif verdict.status is Status.INCONCLUSIVE:
        others.doubt = others.doubt or f"`{name}` may do it too: {verdict.reason}"


def _is_same(clause: Clause, proof: Proof, other: Subject, own: Subject) -> bool | None:
    """Whether what is done there is done to what the claim names; None if it may be another."""
    asked = parts(clause.objects[0].text)
    if clause.predicate is P.INSTANTIATES:  # `cluster.Raft(id)` may be a method
        owners = _written(proof, asked[-1])[:-1]
        return None if owners and is_bound(other.head.outline, owners[0]) else True
    if clause.predicate not in _ATTRIBUTES:
        return True
    is_own = _is_own(clause.objects[0].text, own)
    written = _written(proof, asked[-1])
    if not is_own and len(asked) > 1:
        return True if written[-len(asked) :] == asked else None
    owner = own.head.around.container
    around, before = other.head.around, written[-2] if len(written) > 1 else ""
    is_inside = not owner or owner in (around.container, *parts(other.qualified_name)[:-1])
    words = around.own_words | (own.head.around.own_words if is_inside else frozenset())
    if before in words or _begins_with_at(proof) or (not before and around.implicit_self):
        return True if is_inside else (None if owner in around.bases or not is_own else False)
    if not before:  # a name of its own
        if is_bound(other.head.outline, written[-1]):
            return False
        return None if is_own else True
    is_called_so = bool(owner) and before.replace("_", "").lower() == owner.lower()
    return True if is_called_so else None


def _written(proof: Proof, name: str) -> tuple[str, ...]:
    """The dotted name that stands where a proof is, up to `name`."""
    text = proof.outline.text.slice(proof.span).lstrip("@")
    names = parts(text) if text else (name,)
    if name in names:
        return names[: names.index(name) + 1]
    detail = parts(proof.detail)
    return detail if detail and detail[-1] == name else (name,)


def _begins_with_at(proof: Proof) -> bool:
    """True for an attribute of Ruby's own object."""
    return proof.outline.text.raw[proof.span.start : proof.span.start + 1] == b"@"
