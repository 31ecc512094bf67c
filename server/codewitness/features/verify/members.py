"""Judge what is said of methods of a class that are not named, method by method."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.confidence import PARTLY_UNDERSTOOD
from codewitness.engine.verify.judging import judge
from codewitness.engine.verify.subject import Subject
from codewitness.engine.verify.verdicts import Status, Verdict
from codewitness.features.classes import MAX_MEMBERS
from codewitness.features.places import Place
from codewitness.features.verify.found import Found, NotThere, pooled
from codewitness.features.verify.known import KnownHere
from codewitness.features.verify.subjects import Subjects
from codewitness.model.facts import Kind

# Where a method may be declared in one place and written in another.
_DECLARED_APART = frozenset({"c", "cpp", "objc"})
_EMPTY = 0.8  # what is denied of the methods of a class that has none
# Where a constructor is a method like others.
_CONSTRUCTOR_IS_METHOD = frozenset({"python", "ruby", "php"})


@dataclass(frozen=True, slots=True)
class _Judged:
    """What follows for each method, by its verdict."""

    done: list[tuple[str, Verdict]]
    not_done: list[tuple[str, Verdict]]
    unsure: list[tuple[str, Verdict]]


def judge_members(claim: Claim, found: Found, subject: Subject, subjects: Subjects) -> Verdict:
    """The verdict on what `claim` says of methods of `subject`."""
    if not (subject.is_class or subject.is_file):
        return _open("what has methods is a class or a file")
    plain = replace(claim, members=None)
    each = _Judged([], [], [])
    places = list(_methods(found, subjects))
    for name, verdict, is_method in _written(plain, pooled(places), subjects):
        if verdict.status is Status.SUPPORTED and is_method:
            each.done.append((name, verdict))
        elif verdict.status in (Status.SUPPORTED, Status.INCONCLUSIVE):
            each.unsure.append((name, verdict))
        elif is_method:
            each.not_done.append((name, verdict))
    if len(places) >= MAX_MEMBERS:
        each.unsure.append(("", _open("it has more methods than are read")))
    is_of_all = claim.members is not None and claim.members.count is None
    verdict = _of_all(claim, each) if is_of_all else _counted(claim, each)
    if claim.ignored and verdict.status is not Status.NOT_SUPPORTED:
        return _open(f"a part of the claim is not understood: {claim.ignored[0].strip('?& ')}")
    return verdict


def _methods(found: Found, subjects: Subjects) -> Iterator[Place]:
    """The methods of a class; the functions of a file."""
    if not found.is_file:
        members = subjects.classes.members(found.places)
        yield from (place for place in members if place.symbol.kind.is_callable)
        return
    place = found.place
    symbols, source = subjects.reading.symbols(place.folder, place.symbol.path)
    for symbol in symbols if source is not None else ():
        if source is not None and symbol.kind.is_callable and symbol.kind is not Kind.LAMBDA:
            yield Place(folder=place.folder, symbol=symbol, source=source)


def _written(
    plain: Claim, methods: list[Found], subjects: Subjects
) -> Iterator[tuple[str, Verdict, bool]]:
    """The verdict on each by its name, and whether all would call it a method.

    Without those that are but declared where others of the name are written.
    """
    judged = []
    for one in methods:
        known = KnownHere(subjects, one)
        try:
            subject = known.judging(subjects.read(one, known))
        except NotThere:
            judged.append((one, _open(f"{_name(one)} can't be read"), True))
            continue
        judged.append((one, _of_method(plain, subject), subject.has_body))
    written = {_name(one) for one, _, has_body in judged if has_body}
    for one, verdict, has_body in judged:
        if has_body or _name(one) not in written:
            yield _name(one), verdict, not _is_no_method(one.place)


def _name(one: Found) -> str:
    return one.place.symbol.qualified_name


def _of_method(plain: Claim, subject: Subject) -> Verdict:
    verdict = judge(plain, subject)
    is_declared = not subject.has_body and subject.language not in _DECLARED_APART
    if verdict.status is Status.INCONCLUSIVE and is_declared and not plain.is_negated:
        return replace(verdict, status=Status.NOT_SUPPORTED)  # what has no body does nothing
    return verdict


def _is_no_method(place: Place) -> bool:
    """True for a constructor or property of a language that keeps them apart from methods."""
    symbol = place.symbol
    is_apart = symbol.kind in (Kind.CONSTRUCTOR, Kind.PROPERTY)
    return is_apart and symbol.language not in _CONSTRUCTOR_IS_METHOD


def _of_all(claim: Claim, each: _Judged) -> Verdict:
    """`Every method of A …`, `not every …`."""
    is_negated = claim.members is not None and claim.members.is_negated
    if each.not_done:
        name, verdict = min(each.not_done, key=lambda one: one[1].status is Status.NOT_SUPPORTED)
        status = Status.SUPPORTED if is_negated else verdict.status
        return replace(verdict, status=status, reason=f"{name} does not")
    if each.unsure or not each.done:
        return _unsure(each)
    status = Status.CONTRADICTED if is_negated else Status.SUPPORTED
    proofs = tuple(proof for _, verdict in each.done for proof in verdict.proofs)
    n_done = len(each.done)
    sure = min(verdict.confidence for _, verdict in each.done)
    reason = f"each of its {n_done} methods does" if n_done > 1 else "it has one method"
    return Verdict(status=status, confidence=sure, proofs=proofs, reason=reason)


def _counted(claim: Claim, each: _Judged) -> Verdict:
    """`A has a method that …`, `no method of A …`, `exactly two methods of A …`."""
    count = claim.members.count if claim.members is not None else None
    assert count is not None  # `_of_all` judges the others
    n_done, n_most = len(each.done), len(each.done) + len(each.unsure)
    least = count.least or 0
    shown = each.done[: max(least, 1)] if count.most is None else each.done
    proofs = tuple(proof for _, verdict in shown for proof in verdict.proofs)
    names = ", ".join(name for name, _ in shown[:3])
    sure = min((v.confidence for _, v in (*shown, *each.not_done)), default=_EMPTY)
    if count.most is not None and n_done > count.most:
        reason = f"{names} {'do' if len(shown) > 1 else 'does'}"
        sure = min(verdict.confidence for _, verdict in shown)
        return Verdict(status=Status.CONTRADICTED, confidence=sure, proofs=proofs, reason=reason)
    if n_most < least:
        reason = f"of its {n_done + len(each.not_done)} methods {n_done or 'none'} does"
        return Verdict(status=Status.NOT_SUPPORTED, confidence=sure, reason=reason)
    is_over = claim.members is not None and claim.members.is_bare and n_done > least
    if n_done < least or (count.most is not None and n_most > count.most) or is_over:
        return _unsure(each)
    if shown:
        sure = min(verdict.confidence for _, verdict in shown)
    reason = (
        f"{names} {'do' if len(shown) > 1 else 'does'}" if shown else "none of its methods does"
    )
    return Verdict(status=Status.SUPPORTED, confidence=sure, proofs=proofs, reason=reason)


def _unsure(each: _Judged) -> Verdict:
    for name, verdict in each.unsure:
        about = f"{name}: " if name else ""
        return _open(f"{about}{verdict.reason or 'whether it is a method can be disputed'}")
    return _open("how many do can be disputed" if each.done else "it has no methods")


def _open(reason: str) -> Verdict:
    return Verdict(status=Status.INCONCLUSIVE, confidence=PARTLY_UNDERSTOOD, reason=reason)
