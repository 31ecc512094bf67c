"""Judge a claim about each definition that its subject may be, and say one verdict."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from codewitness.engine.rank.places import place_boosts
from codewitness.engine.verify.claim import Claim, Predicate, SubjectName
from codewitness.engine.verify.confidence import (
    DIFFERING,
    NOBODY_ELSE,
    NOT_FOUND,
    NOT_UNDERSTOOD,
    OTHERS_DO,
    PARTLY_UNDERSTOOD,
)
from codewitness.engine.verify.judging import judge
from codewitness.engine.verify.nouns import named_there
from codewitness.engine.verify.reading.parse import parse, parse_predicate
from codewitness.engine.verify.reading.special_members import is_special, named_members
from codewitness.engine.verify.reading.spelled import said_of, spelled, takes
from codewitness.engine.verify.reading.tokens import as_marked
from codewitness.engine.verify.reading.turned import of_caller, of_caller_alone
from codewitness.engine.verify.subject import Subject
from codewitness.engine.verify.verdicts import Status, Verdict
from codewitness.engine.view import Folder, Snapshot
from codewitness.features.not_read import why_not_read
from codewitness.features.places import Reading
from codewitness.features.verify.alone import Others, others_doing
from codewitness.features.verify.answer import Answer, evidence_of
from codewitness.features.verify.forwarding import without_forwarding
from codewitness.features.verify.found import Found, NotThere, of_level, of_named
from codewitness.features.verify.known import KnownHere
from codewitness.features.verify.members import judge_members
from codewitness.features.verify.messages import as_message, is_other_message
from codewitness.features.verify.one_call_away import with_indirect
from codewitness.features.verify.preferred import left_aside, of_the_code
from codewitness.features.verify.several import of_each
from codewitness.features.verify.subjects import Subjects
from codewitness.features.verify.to_read import with_lines_to_read

MAX_CANDIDATES = 40  # definitions of one name that are judged one by one


def verify(snapshot: Snapshot, text: str) -> Answer:
    """The answer to a claim in one sentence."""
    reading = Reading(snapshot)
    answer = with_indirect(_verified(snapshot, text, reading), reading)
    return with_lines_to_read(answer, reading)


def _verified(snapshot: Snapshot, text: str, reading: Reading) -> Answer:
    answer = verify_claim(snapshot, parse(text), reading)
    is_ruby = answer.place is not None and answer.place.symbol.path.endswith((".rb", ".rake"))
    if not is_ruby or answer.evidence or not (marked := as_marked(text)):
        return answer
    other = verify_claim(snapshot, parse(marked), reading)
    return other if other.evidence else answer


def verify_predicate(snapshot: Snapshot, subject: str, predicate: str) -> Answer:
    """The answer to a claim whose subject is given by name."""
    reading = Reading(snapshot)
    claim = parse_predicate(subject, predicate)
    answer = with_indirect(verify_claim(snapshot, claim, reading), reading)
    return with_lines_to_read(answer, reading)


def verify_claim(
    snapshot: Snapshot,
    claim: Claim,
    reading: Reading | None = None,
    *,
    is_of_definition: bool = False,
) -> Answer:
    """The answer to a parsed claim; claims that are judged together may share a `reading`.

    `is_of_definition`: nothing is said of its subject by the calls alone that are left of it.
    """
    reading = Reading(snapshot) if reading is None else reading
    if claim.subject is None or (claim.problem and not claim.clauses):
        return _not_understood(claim, reading)
    if claim.several:
        return of_each(claim, partial(_of_one, snapshot, reading, is_of_definition))
    subjects = Subjects(reading)
    try:
        is_of_header = all(one.predicate in _OF_HEADER for one in claim.clauses)
        found = subjects.find(claim.subject, is_of_header=is_of_header)
    except NotThere as missing:
        is_callers = not (is_of_definition or claim.members)
        turned = (of_caller(claim) or of_caller_alone(claim)) if is_callers else None
        if turned is not None:
            answer = verify_claim(snapshot, turned, reading)
            if answer.status in (Status.SUPPORTED, Status.CONTRADICTED):
                return answer
        return _not_found(claim, claim.subject, missing, reading)
    aside = left_aside(found, claim)
    named, found = found, _fitting(claim, found, subjects)
    if not found:  # another constructor, or another message, than the one that is said
        name, near = as_message(claim.subject, claim.text, named, subjects)
        return _not_found(claim, name, NotThere(name.name, near), reading)
    if len(found) > MAX_CANDIDATES:
        return _too_many(claim, found, reading)
    answer = _judged(claim, found, subjects, snapshot)
    if claim.is_alone and answer.status is Status.SUPPORTED:
        answer = _of_one_alone(answer, others_doing(claim, found, subjects), subjects)
    answer = replace(answer, searched=(*answer.searched, *aside))
    is_of_members = claim.members is not None
    if (
        answer.status is Status.NOT_SUPPORTED
        and not is_of_members
        and _OF_VARIABLE.match(claim.subject.name)
    ):
        turned = of_caller(claim)
        other = verify_claim(snapshot, turned, reading) if turned is not None else answer
        return other if other.status is Status.SUPPORTED else answer
    return answer


def _of_one(snapshot: Snapshot, reading: Reading, is_of_definition: bool, claim: Claim) -> Answer:
    return verify_claim(snapshot, claim, reading, is_of_definition=is_of_definition)


def _judged(claim: Claim, found: list[Found], subjects: Subjects, snapshot: Snapshot) -> Answer:
    """One verdict on all definitions that fit, if they agree."""
    verdicts: list[tuple[Found, Verdict]] = []
    asked = claim
    bodies = list(_with_bodies(subjects, found, snapshot, is_all=_is_of_heads(claim)))
    for one, subject in without_forwarding(bodies, claim):
        claim = named_there(asked, subject)
        verdict = (
            judge(claim, subject)
            if claim.members is None
            else judge_members(claim, one, subject, subjects)
        )
        verdicts.append((one, verdict))
        if verdict.status is not verdicts[0][1].status:
            return replace(
                _ambiguous(claim, found, verdicts, subjects.reading),
                touched=frozenset(subjects.touched),
            )
    if not verdicts:
        return _unread(claim, found[0], subjects.reading)
    return _one_verdict(claim, verdicts, subjects)


def _of_one_alone(answer: Answer, others: Others, subjects: Subjects) -> Answer:
    """What follows for `only f does it` from who else does; what `f` does is shown already."""
    about = answer.place.symbol.qualified_name if answer.place is not None else "it"
    searched = (*answer.searched, f"{others.n_judged} other definitions that name it")
    answer = replace(answer, searched=searched, touched=frozenset(subjects.touched))
    if others.proofs:
        return replace(
            answer,
            status=Status.CONTRADICTED,
            confidence=OTHERS_DO,
            evidence=evidence_of(others.proofs, subjects, supports=False),
            summary=f"{about}: the claim is contradicted: it is not the only one that does that",
        )
    if others.doubt:
        return replace(
            answer,
            status=Status.INCONCLUSIVE,
            confidence=PARTLY_UNDERSTOOD,
            evidence=(),
            summary=f"{about}: it does that; whether it alone does can't be told: {others.doubt}",
        )
    n_others = f"{others.n_judged} other definition{'s' if others.n_judged != 1 else ''}"
    summary = f"{answer.summary}; of {n_others} that name it, none does that"
    return replace(answer, confidence=NOBODY_ELSE, summary=summary)


_OF_VARIABLE = re.compile(r"[a-z]\w*[.][a-z]\w*$")  # `error.source` may be what is called there


def _fitting(claim: Claim, found: list[Found], subjects: Subjects) -> list[Found]:
    """Of several definitions of a name those with the parameters that are said.

    No stubs or built copies of others. The classes, if it is what they come from or override.
    """
    found = [one for one in found if not one.is_stub] or found
    found = of_named(of_the_code(found, claim))
    boosts = place_boosts((one.place.symbol.path for one in found), frozenset())
    found = [one for one in found if "built" not in boosts.get(one.place.symbol.path, ())] or found
    if len(found) > 1 and claim.subject is not None:
        found = of_level(found, claim.subject.name, claim.text)
    if claim.members is not None:
        return [one for one in found if one.is_file or one.place.symbol.kind.is_classlike] or found
    if claim.subject is not None and (len(found) > 1 or is_special(claim.text)):
        given = said_of(spelled(claim.subject.name).name, named_members(claim.text))
        kept = [one for one in found if given and _takes(one, given, subjects)]
        if kept or is_special(claim.text):
            return kept
    if len(found) == 1 and is_other_message(claim, found[0], subjects):
        return []
    predicates = {clause.predicate for clause in claim.clauses}
    if not predicates <= {Predicate.INHERITS, Predicate.OVERRIDES}:
        return found
    return [one for one in found if one.place.symbol.kind.is_classlike] or found


def _takes(one: Found, given: Sequence[str], subjects: Subjects) -> bool:
    part = None if one.is_file else subjects.part(one.place)
    return part is not None and takes(part.outline, tuple(given))


def _is_of_heads(claim: Claim) -> bool:
    """True for `is abstract`, which is said of what has no body."""
    return any(
        one.predicate is Predicate.MODIFIER and re.search(r"\babstract\b", one.text)
        for one in claim.clauses
    )


def _with_bodies(
    subjects: Subjects, found: Sequence[Found], snapshot: Snapshot, *, is_all: bool = False
) -> Iterator[tuple[Found, Subject]]:
    """What is to be judged; what is but declared, in an interface or header, if nothing else is.

    What can't be read, as in a language of which only definitions are known, is left out.
    is_all: what is but declared counts like the others.
    """
    declared = []
    n_unread = 0
    for one in found:
        snapshot.cancel.check()
        known = KnownHere(subjects, one, found)
        try:
            subject = known.judging(subjects.read(one, known))
        except NotThere:
            n_unread += 1
            continue
        if is_all or subject.has_body or len(found) == 1:
            yield one, subject
        else:
            declared.append((one, subject))
    if len(declared) == len(found) - n_unread:
        yield from declared


def _one_verdict(
    claim: Claim, verdicts: Sequence[tuple[Found, Verdict]], subjects: Subjects
) -> Answer:
    first, verdict = verdicts[0]
    supports = verdict.status is not Status.CONTRADICTED
    proofs = [proof for _, one in verdicts for proof in one.proofs]
    evidence = evidence_of(proofs, subjects, supports=supports)
    searched = tuple(_searched(one) for one, _ in verdicts)
    sure = min(one.confidence for _, one in verdicts)
    return Answer(
        claim=claim,
        status=verdict.status,
        confidence=sure if len(verdicts) == 1 else round(sure * 0.95, 3),
        summary=_summary(claim, verdicts, len(evidence)),
        place=first.place if len(verdicts) == 1 else None,
        candidates=() if len(verdicts) == 1 else tuple(one.place for one, _ in verdicts),
        evidence=evidence,
        searched=searched,
        touched=frozenset(subjects.touched),
        freshness=subjects.reading.freshness(),
    )


def _searched(found: Found) -> str:
    symbol = found.place.symbol
    if found.is_file:
        return f"{symbol.path}: the whole file"
    lines = f"lines {symbol.start_line + 1} to {symbol.end_line + 1}"
    what = "its methods, " if symbol.kind.is_classlike else ""
    via = f", inherited from {found.inherited_from}" if found.inherited_from else ""
    return f"{symbol.qualified_name} ({symbol.path}): {what}{lines}, read wholly{via}"


_MEANING = {
    Status.SUPPORTED: "holds",
    Status.CONTRADICTED: "is contradicted",
    Status.NOT_SUPPORTED: "is not supported: nothing in it does that",
    Status.INCONCLUSIVE: "can't be decided",
}


def _summary(claim: Claim, verdicts: Sequence[tuple[Found, Verdict]], n_lines: int) -> str:
    found, verdict = verdicts[0]
    name = found.place.symbol.qualified_name
    about = name if len(verdicts) == 1 else f"all {len(verdicts)} definitions that fit"
    meaning = _MEANING[verdict.status]
    if verdict.status is Status.NOT_SUPPORTED and "a function inside" in verdict.reason:
        meaning = "is not supported: it does not do that by itself"
    said = f"{about}: the claim {meaning if claim.members is None else meaning.partition(':')[0]}"
    if n_lines:
        said += f", by {n_lines} line{'s' if n_lines > 1 else ''}"
    elif verdict.status is Status.SUPPORTED and claim.members is None:
        said += ": it was read wholly, and that is not in it"
    if found.inherited_from:
        said += f" (the body is inherited from {found.inherited_from})"
    if verdict.reason:
        said += f" ({verdict.reason})"
    if claim.ignored and not verdict.is_of_arm:
        said += f"; not looked at: {'; '.join(w.removeprefix('? ') for w in claim.ignored)}"
    return said


def failed(claim: Claim, snapshot: Snapshot, bug: Exception) -> Answer:
    """The answer where a bug of ours ended the judging: one claim must not cost those beside it."""
    return Answer(
        claim=claim,
        status=Status.INCONCLUSIVE,
        confidence=0.0,
        summary=f"judging it has failed ({type(bug).__name__}), which is a bug of codewitness",
        freshness=Reading(snapshot).freshness(),
    )


def _not_understood(claim: Claim, reading: Reading) -> Answer:
    about = f" about {claim.subject.name!r}" if claim.subject is not None else ""
    return Answer(
        claim=claim,
        status=Status.INCONCLUSIVE,
        confidence=NOT_UNDERSTOOD,
        summary=f"the claim{about} is not understood: {claim.problem}",
        freshness=reading.freshness(),
    )


def _unread(claim: Claim, found: Found, reading: Reading) -> Answer:
    """Of some languages only definitions are known, and not what they do."""
    symbol = found.place.symbol
    return Answer(
        claim=claim,
        status=Status.INCONCLUSIVE,
        confidence=NOT_UNDERSTOOD,
        summary=f"what {symbol.qualified_name} does can't be read: it is in {symbol.language}",
        place=found.place,
        freshness=reading.freshness(),
    )


_OF_HEADER = frozenset({Predicate.TAKES, Predicate.HAS_DEFAULT})


def _not_found(claim: Claim, name: SubjectName, missing: NotThere, reading: Reading) -> Answer:
    near = f"; near names: {', '.join(missing.suggestions)}" if missing.suggestions else ""
    folders = reading.snapshot.folders
    unfinished = [one for one in folders if not one.is_complete]
    said = f"no definition is named {name.name!r}{near}"
    if not folders:
        said = "no workspace folder is open"
    elif unfinished:
        said += "; the index is not finished yet"
    elif why := why_not_read(folders, name.name):
        said = f"no definition is named {name.name!r}: {why}"
    return Answer(
        claim=claim,
        status=Status.SUBJECT_NOT_FOUND,
        confidence=0.5 if unfinished else NOT_FOUND,
        summary=said,
        suggestions=missing.suggestions,
        freshness=reading.freshness(),
    )


def _too_many(claim: Claim, found: Sequence[Found], reading: Reading) -> Answer:
    return Answer(
        claim=claim,
        status=Status.INCONCLUSIVE,
        confidence=0.8,
        summary=f"{len(found)} definitions fit the name: say which, as in Class.method",
        candidates=tuple(one.place for one in found[:MAX_CANDIDATES]),
        freshness=reading.freshness(),
    )


def _ambiguous(
    claim: Claim,
    found: Sequence[Found],
    verdicts: Sequence[tuple[Found, Verdict]],
    reading: Reading,
) -> Answer:
    (first, one), (last, other) = verdicts[0], verdicts[-1]
    folders = reading.snapshot.folders
    return Answer(
        claim=claim,
        status=Status.INCONCLUSIVE,
        confidence=DIFFERING,
        summary=(
            f"{len(found)} definitions fit the name and differ: {one.status.value} for"
            f" {_where(first, folders)}, {other.status.value} for {_where(last, folders)};"
            " say which is meant"
        ),
        candidates=tuple(one.place for one in found),
        searched=tuple(_searched(one) for one, _ in verdicts),
        freshness=reading.freshness(),
    )


def _where(found: Found, folders: Sequence[Folder]) -> str:
    symbol = found.place.symbol
    folder = f"{found.place.folder.root.name}/" if len(folders) > 1 else ""
    return f"{symbol.qualified_name} ({folder}{symbol.path}:{symbol.name_line + 1})"
