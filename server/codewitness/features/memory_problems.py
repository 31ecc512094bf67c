"""Problems that the memory knows of: decisions that no longer hold, errors where they may recur."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from codewitness.engine.identity.mark import Mark, likeness, mark
from codewitness.engine.recording.reports import first_line
from codewitness.engine.view import Snapshot
from codewitness.features.claim_names import is_elsewhere, is_of_definition, readings
from codewitness.features.memory_scope import MemoryScope
from codewitness.features.published import KnownReport, known_reports
from codewitness.features.remembered import is_at, scope_in
from codewitness.features.standing import Place, Problem, StandingClaim, StandingClaims, problems_of
from codewitness.model.records import Claim, DecisionRecord, ErrorRecord, SessionRecord

SAME_SHAPE = 0.95  # likeness to what the code was before it was mended, to say that it is back


def problems(snapshot: Snapshot, standing: StandingClaims) -> list[Problem]:
    """Decisions that the code contradicts now, and past errors in open files."""
    found: list[Problem] = []
    claims: dict[tuple[str, str], list[StandingClaim]] = {}
    for folder in snapshot.folders:
        scope = scope_in(snapshot, folder)
        if scope is None or not scope.memory.records():
            continue
        branch = scope.memories.branch()
        for decision in scope.records(DecisionRecord):
            for claim in decision.claims:
                # What never held is not broken by an edit.
                is_standing = claim.verdict == "SUPPORTED" and not decision.superseded_by
                if is_standing and not is_elsewhere(decision, claim):
                    stated = claims.setdefault((decision.id, claim.text), [])
                    # Another folder of the project: a second work tree has the code as well, but a
                    # part of a large project that is opened beside another part has not.
                    if not stated or _is_all_here(decision, claim):
                        stated.append(_standing(decision, claim, branch, str(folder.root)))
        for path in folder.documents:
            again = list(known_reports(scope, path))
            found += _past_errors(scope, path, told={one.record.id for one in again})
            found += _published_again(scope, path, again)
    found += problems_of(
        standing.check(snapshot, [one for both in claims.values() for one in both])
    )
    return found


def _is_all_here(decision: DecisionRecord, claim: Claim) -> bool:
    """True if the definitions that the claim names are in this folder, as its anchors have it."""
    anchors = [decision.anchors[one.anchor] for one in claim.names]
    return bool(anchors) and not any(anchor.is_lost for anchor in anchors)


def _standing(decision: DecisionRecord, claim: Claim, branch: str, root: str) -> StandingClaim:
    said = f"decision {decision.id}, “{decision.decision}”: {first_line(decision.rationale)}"
    if decision.branch not in ("", branch):
        said += f"; made on branch {decision.branch}"  # whose code may not be here
    return StandingClaim(
        text=claim.text,
        readings=readings(decision, claim),
        is_of_definition=is_of_definition(claim),
        code="decision-contradicted",
        label=said,
        root=root,
        has_held=True,
    )


def _past_errors(scope: MemoryScope, path: str, *, told: Container[str]) -> Iterator[Problem]:
    """Open errors at their method, and mended ones whose code is as it was before.

    What is `told` where another server reports it is not told of its method, too.
    """
    records = scope.memory.records()
    here = [
        (record, anchor)
        for record_id, anchors in scope.anchors_now().items()
        for anchor in anchors[:1]
        if is_at(anchor, path)
        and isinstance(record := records.get(record_id), ErrorRecord)
        and not record.is_candidate
        and record_id not in told
    ]
    source = scope.source(path)
    analysis = source.analysis() if source is not None and here else None
    if source is None or analysis is None:
        return
    facts = analysis.core
    by_name = {facts.qualified_name(one): one for one in facts.definitions}
    for record, anchor in here:
        definition = by_name.get(anchor.qualified_name)
        if definition is None:
            continue
        said = f"{record.error_type}: {first_line(record.message)}"
        if record.former_solution:
            message = f"this came back after it was solved: {said}; {_how(scope, record)}"
        elif not record.is_resolved:
            message = f"this failed before and is not solved: {said}{_when(scope, record)}"
        elif _is_back(record, mark(facts, source.text, definition)):
            message = f"this is as it was when it failed: {said}; {_how(scope, record)}"
        else:
            continue
        yield Problem(
            at=Place(folder=scope.folder, path=path, text=source.text, span=definition.name_span),
            code="past-error",
            message=f"{message} ({record.id})",
            is_hint=True,
        )


def _published_again(
    scope: MemoryScope, path: str, again: Iterable[KnownReport]
) -> Iterator[Problem]:
    """Reports of other servers that say what an error said whose end is known."""
    source = scope.source(path)
    if source is None:
        return
    text = source.text
    for known in again:
        line = min(max(known.reported.line, 1), text.n_lines) - 1
        said = f"{known.reported.error_type}: {first_line(known.reported.message)}"
        yield Problem(
            at=Place(folder=scope.folder, path=path, text=text, span=text.line_span(line)),
            code="past-error",
            message=f"this was met before: {said}; {_how(scope, known.record)} ({known.record.id})",
            is_hint=True,
        )


def _how(scope: MemoryScope, record: ErrorRecord) -> str:
    """How an error was mended, and in which session."""
    if record.solution:
        return f"solved by: {first_line(record.solution)}{_when(scope, record)}"
    if record.former_solution:
        return f"solved before by: {first_line(record.former_solution)}{_when(scope, record)}"
    return f"it went with this edit: {first_line(record.candidate_solution)}{_when(scope, record)}"


def _when(scope: MemoryScope, record: ErrorRecord) -> str:
    session = scope.memory.records().get(record.session)
    if not isinstance(session, SessionRecord):
        return ""
    return f", in the session “{first_line(session.description, 60)}”"


def _is_back(record: ErrorRecord, now: Mark) -> bool:
    """True if the body is again what it was when the error came, and the fix had changed it."""
    if not record.broken or not record.mended or record.broken == record.mended:
        return False
    return _likeness(record.broken, now) >= SAME_SHAPE > _likeness(record.mended, now)


def _likeness(shingles: Sequence[int], now: Mark) -> float:
    other = Mark(
        kind=now.kind, path=now.path, qualified_name=now.qualified_name,
        parameters=now.parameters, shingles=tuple(shingles), n_shingles=len(shingles),
    )  # fmt: skip
    return likeness(other, now)
