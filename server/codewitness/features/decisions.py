"""`session.recordDecision`, `decisions`, `recordLesson`: what was decided, what was learned."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from codewitness.engine.recording.word_search import best_by_words
from codewitness.features.claim_names import is_elsewhere, is_of_definition, readings, tied
from codewitness.features.find_symbol import Asked
from codewitness.features.memory_scope import MemoryScope, unknown
from codewitness.features.related_files import related
from codewitness.features.standing_claims import ClaimStanding, Standing, standing_of
from codewitness.model.records import Claim, DecisionRecord, LessonRecord

_ELSEWHERE = "it is about code of another folder of this project"


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionInput:
    """What a client says of a decision. `supersedes` is the id of one that no longer counts."""

    decision: str
    rationale: str
    alternatives: tuple[str, ...] = ()
    impact: str = ""
    tags: tuple[str, ...] = ()
    related_files: tuple[str, ...] = ()
    symbols: tuple[Asked, ...] = ()
    confidence: float = 1.0
    reviewed: bool = False
    claims: tuple[str, ...] = ()
    supersedes: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionNow:
    """A decision with how each of its claims stands at this moment."""

    record: DecisionRecord
    claims: tuple[ClaimStanding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionQuery:
    """Which decisions; empty fields ask for nothing."""

    symbol: Asked | None = None
    path: str = ""
    text: str = ""
    standing: Standing | None = None
    limit: int = 100


def record_decision(scope: MemoryScope, given: DecisionInput) -> DecisionNow:
    """Record a decision; its claims are checked now and at every later look."""
    scope.follow_first()
    related_files, home = related(scope, given.related_files), scope.at_home()
    claims = [standing_of(home.snapshot, text) for text in given.claims]
    named = scope.anchors_to(given.symbols)
    kept, anchors = tied(home, _claims(claims), named)
    with scope.memory.changing() as changes:
        session = scope.session_id(changes)
        record = DecisionRecord(
            **{**scope.stamp("dec"), "session": session},
            decision=given.decision,
            rationale=given.rationale,
            alternatives=given.alternatives,
            impact=given.impact,
            tags=given.tags,
            related_files=related_files,
            confidence=given.confidence,
            reviewed=given.reviewed,
            claims=kept,
            supersedes=given.supersedes,
            anchors=anchors,
            n_named=len(named),
        )
        for known in changes.all(DecisionRecord):
            is_open = known.session == session and scope.sees(known) and not known.superseded_by
            if is_open and _is_again(record, known):
                return _now(scope, scope.now(known))
        if given.supersedes:
            old = changes.get(given.supersedes)
            if not isinstance(old, DecisionRecord) or not scope.sees(old):
                raise unknown("supersedes", "decision", given.supersedes)
            changes.put(
                replace(old, superseded_by=record.id, superseded_reason=given.rationale),
                now=record.timestamp,
            )
        changes.put(record)
    if related_files:
        scope.moved_files()  # from now on they are followed
    return DecisionNow(record=record, claims=tuple(claims))


def _is_again(given: DecisionRecord, known: DecisionRecord) -> bool:
    """True if it says the same, or less, for instance after a lost answer."""
    said = [
        (one.decision, one.rationale, tuple(claim.text for claim in one.claims))
        for one in (given, known)
    ]
    more, had = (
        (one.alternatives, one.impact, one.tags, one.related_files, one.supersedes, one.n_named)
        for one in (given, known)
    )
    adds = any(new and new != old for new, old in zip(more, had, strict=True))
    return said[0] == said[1] and not adds and given.confidence in (1.0, known.confidence)


def update_decision(
    scope: MemoryScope,
    decision_id: str,
    *,
    superseded_reason: str,
    claims: tuple[str, ...] | None,
    reviewed: bool | None,
) -> DecisionNow:
    """Mark a decision as superseded, replace its claims, or say that it was reviewed."""
    scope.follow_first()
    now = scope.memory.clock.now()
    home = scope.at_home()
    checked = [standing_of(home.snapshot, text) for text in claims or ()]
    with scope.memory.changing() as changes:
        record = changes.get(decision_id)
        if not isinstance(record, DecisionRecord) or not scope.sees(record):
            raise unknown("decisionId", "decision", decision_id)
        if superseded_reason:
            record = replace(record, superseded_by="user", superseded_reason=superseded_reason)
        if claims is not None:
            anchors = scope.now(record).anchors
            named = anchors[: record.n_named] if record.n_named >= 0 else anchors
            kept, anchors = tied(home, _claims(checked), named)
            record = replace(record, claims=kept, anchors=anchors)
        if reviewed is not None:
            record = replace(record, reviewed=reviewed)
        record = changes.put(record, now=now)
    return _now(scope, scope.now(record))


def decisions(scope: MemoryScope, query: DecisionQuery) -> list[DecisionNow]:
    """Decisions that fit, best or newest first, each with the standing of its claims."""
    symbols = scope.meant(query.symbol)
    records = [
        one
        for one in scope.records(DecisionRecord)
        if (not symbols or scope.concerns(one, symbols)) and _is_of(one, query.path)
    ]
    records.sort(key=lambda one: one.timestamp, reverse=True)
    if query.text:
        records = best_by_words(query.text, records, decision_text)
    found = []
    for record in records:
        scope.snapshot.cancel.check()
        one = _now(scope, record)
        if query.standing is None or overall(one) is query.standing:
            found.append(one)
        if len(found) == query.limit:
            break
    return found


def overall(found: DecisionNow) -> Standing:
    """The standing of a decision: of its claims the worst; without claims it is unknown."""
    standings = {claim.standing for claim in found.claims}
    for worst in (Standing.CONTRADICTED, Standing.UNKNOWN):
        if worst in standings:
            return worst
    return Standing.HOLDS if standings else Standing.UNKNOWN


def record_lesson(
    scope: MemoryScope, lesson: str, tags: tuple[str, ...], symbols: tuple[Asked, ...]
) -> LessonRecord:
    """Record something learned."""
    scope.follow_first()
    anchors = scope.anchors_to(symbols)
    with scope.memory.changing() as changes:
        session = scope.session_id(changes)
        for known in changes.all(LessonRecord):
            if (known.lesson, known.session) == (lesson, session) and scope.sees(known):
                return known
        stamp = {**scope.stamp("les"), "session": session}
        return changes.put(LessonRecord(**stamp, lesson=lesson, tags=tags, anchors=anchors))


def decision_text(record: DecisionRecord) -> str:
    """All words of a decision, each thing that was said in a line of its own."""
    said = (
        record.decision,
        record.rationale,
        *record.alternatives,
        record.impact,
        " ".join(record.tags),
        *record.related_files,
        *(claim.text for claim in record.claims),
    )
    return "\n".join(filter(None, said))


def _is_of(record: DecisionRecord, path: str) -> bool:
    paths = {*record.related_files, *(anchor.path for anchor in record.anchors)}
    return not path or path in paths


def _now(scope: MemoryScope, record: DecisionRecord) -> DecisionNow:
    """`record` has its anchors where they are now."""
    return DecisionNow(
        record=record, claims=tuple(_standing(scope, record, one) for one in record.claims)
    )


def _standing(scope: MemoryScope, record: DecisionRecord, claim: Claim) -> ClaimStanding:
    if is_elsewhere(record, claim):
        return ClaimStanding(
            text=claim.text, verdict="INCONCLUSIVE", standing=Standing.UNKNOWN, why=_ELSEWHERE
        )
    return standing_of(
        scope.at_home().snapshot,
        claim.text,
        readings(record, claim),
        is_of_definition=is_of_definition(claim),
    )


def _claims(checked: Iterable[ClaimStanding]) -> list[Claim]:
    return [Claim(text=one.text, verdict=one.verdict) for one in checked]
