"""Claims that are to go on holding: claims in, standings out; only the concerned are judged again.

A claim is concerned by a change if its last answer stood on the changed file, or if the file has
or had a definition of the subject's name. All others keep their answer.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from codewitness.engine.cancel import Cancelled
from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.engine.symbols import SymbolTable, last_name
from codewitness.engine.verify.claim import Claim, Predicate
from codewitness.engine.verify.reading.claims_file import CLAIMS_FILE
from codewitness.engine.verify.reading.parse import parse
from codewitness.engine.verify.verdicts import Status
from codewitness.engine.view import Folder, Snapshot
from codewitness.features.claims_file import claims_in, claims_source
from codewitness.features.places import Place as Found
from codewitness.features.places import Reading
from codewitness.features.standing_claims import Standing, counted, standing_by
from codewitness.features.verify import Answer, failed, verify_claim
from codewitness.model.text import Span, Text

log = logging.getLogger(__name__)

MAX_CLAIMS = 2_000

Key = tuple[str, str]  # root and path of a file
Said = tuple[str, bool, str]  # a claim, if its subject is to be a definition, and where it is said


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingClaim:
    """A claim that somebody relies on.

    `readings`, if given, are what it says by the names of now: the first that holds counts.

    `is_of_definition`: its subject was a definition; of one that is gone nothing holds.

    `code` names the diagnostic that tells if it no longer holds. `root` is the folder in which it
    is said, and whose definitions it means. `origin` is where it is written
    down, if that is a file: folder, path, text and place there. `label` says whose claim it is.
    `has_held`: it is known to have held when it was made.
    """

    text: str
    readings: tuple[str, ...] = ()
    is_of_definition: bool = False
    code: str = "claim-contradicted"
    has_held: bool = False
    label: str = ""
    root: str = ""
    folder: Folder | None = None
    path: str = ""
    source: Text | None = None
    span: Span = field(default=Span(0, 0))

    @property
    def said(self) -> tuple[Said, ...]:
        """What is judged."""
        said = self.readings or (self.text,)
        return tuple((one, self.is_of_definition, self.root) for one in said)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stood:
    """How a claim stands now, whether it has held before, and whether its code is half typed."""

    claim: StandingClaim
    answer: Answer
    has_held: bool = False
    is_typed: bool = False

    @property
    def standing(self) -> Standing:
        """Holds, contradicted or unknown."""
        return standing_by(self.answer.status.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    """An answer, what it stands on, and where definitions of its names were when it was given."""

    parsed: Claim
    answer: Answer
    names: frozenset[str]
    paths: frozenset[Key]
    callees: frozenset[str]  # whose callers it speaks of
    has_held: bool  # at this check or an earlier one


class StandingClaims:
    """Remembers answers between checks. For one thread at a time."""

    def __init__(self) -> None:
        self._kept: dict[Said, _Kept] = {}
        self._seen: dict[Key, str] = {}
        self._symbols: list[SymbolTable] = []  # of the last check
        self.n_judged = 0  # in all checks so far

    def check(self, snapshot: Snapshot, claims: Sequence[StandingClaim]) -> list[Stood]:
        """How each claim stands by the text as it is in `snapshot`."""
        if not claims:  # no buffer is read for nothing
            self._kept, self._seen = {}, {}
            return []
        wanted = list(dict.fromkeys(said for one in claims for said in one.said))[:MAX_CLAIMS]
        now = self._texts_now(snapshot)
        changed = {key for key in {*now, *self._seen} if now.get(key) != self._seen.get(key)}
        names = _names_in(snapshot, changed)
        called = _called_in(snapshot, changed)
        kept: dict[Said, _Kept] = {}
        readings = {str(one.root): Reading(snapshot.at_home_in(one)) for one in snapshot.folders}
        readings.setdefault("", Reading(snapshot))
        tables = [folder.view.symbols for folder in snapshot.folders]
        moved = tables != self._symbols  # each equals itself alone
        for said in wanted:
            known = self._kept.get(said)
            if (
                known is None
                or known.names & names
                or known.callees & called
                or known.answer.touched & changed
                or (moved and _paths_of(snapshot, known.names) != known.paths)
            ):
                snapshot.cancel.check()
                known = self._judge(readings.get(said[2], readings[""]), said, known)
            kept[said] = known
        self._kept, self._symbols = kept, tables
        self._seen = {**now, **self._texts_of(snapshot, kept.values())}
        return [
            Stood(
                claim=one,
                answer=known.answer,
                has_held=one.has_held or known.has_held,
                is_typed=_is_being_typed(known.answer, snapshot),
            )
            for one in claims
            if (known := _counted(one, kept)) is not None
        ]

    def _judge(self, reading: Reading, said: Said, known: _Kept | None) -> _Kept:
        self.n_judged += 1
        text, is_of_definition, _ = said
        parsed = known.parsed if known is not None else parse(text)
        snapshot = reading.snapshot
        try:
            answer = verify_claim(snapshot, parsed, reading, is_of_definition=is_of_definition)
        except Cancelled:
            raise
        except Exception as bug:
            log.exception("%r can't be judged", text)
            answer = failed(parsed, snapshot, bug)
        names = frozenset(_names_of(parsed))
        return _Kept(
            parsed=parsed,
            answer=answer,
            names=names,
            paths=_paths_of(snapshot, names),
            callees=frozenset(_callees_of(parsed)),
            has_held=answer.status is Status.SUPPORTED or (known is not None and known.has_held),
        )

    def _texts_now(self, snapshot: Snapshot) -> dict[Key, str]:
        """Hashes of the open buffers, and of the saved files that answers stand on."""
        found = self._texts_of(snapshot, self._kept.values())
        for folder in snapshot.folders:
            for path, source in _loose(folder).items():
                found[str(folder.root), path] = source.text.sha256
        return found

    def _texts_of(self, snapshot: Snapshot, kept: Iterable[_Kept]) -> dict[Key, str]:
        touched = {key for one in kept for key in one.answer.touched}
        found: dict[Key, str] = {}
        for folder in snapshot.folders:
            root = str(folder.root)
            for key in touched:
                if key[0] != root:
                    continue
                source = folder.document(key[1]) or folder.changed.get(key[1])
                known = folder.view.files.get(key[1])
                if source is not None:
                    found[key] = source.text.sha256
                elif known is not None:
                    found[key] = known.sha256
        return found


def _counted(claim: StandingClaim, kept: Mapping[Said, _Kept]) -> _Kept | None:
    """The answer that counts of those on the readings of a claim."""
    found = {said[0]: kept[said] for said in claim.said if said in kept}
    verdicts = {text: one.answer.status.value for text, one in found.items()}
    return found[counted(verdicts)] if verdicts else None


def _is_being_typed(answer: Answer, snapshot: Snapshot) -> bool:
    """True if what the claim needs is gone from text that isn't saved, and can't be parsed now."""
    place = answer.place
    if answer.status is not Status.NOT_SUPPORTED or place is None:
        return False
    symbol = place.symbol
    folder = next((one for one in snapshot.folders if one.root == place.folder.root), place.folder)
    buffer = folder.document(symbol.path)
    if buffer is None or folder.is_saved(buffer):
        return False
    analysis = place.source.analysis()
    problems = analysis.core.problems if analysis is not None else ()
    own = symbol.span
    return any(one.span.start < own.end and own.start < one.span.end for one in problems)


def _loose(folder: Folder) -> dict[str, Document | SavedFile]:
    """Texts by path that may differ from those in the tables."""
    return {**folder.changed, **folder.documents}


def _names_of(claim: Claim) -> Iterator[str]:
    """Last names of the definitions that the claim speaks of, and of the classes around them."""
    if claim.several:
        for one_of_them in claim.several:
            yield from _names_of(one_of_them)
        return
    asked = [claim.subject.name] if claim.subject is not None else []
    asked += [one.text for clause in claim.clauses for one in clause.objects if one.is_code]
    for name in asked:
        last = last_name(name)
        yield last
        owner = name.rpartition("::")[2].rpartition(".")[0]
        if owner:
            yield last_name(owner)


def _callees_of(claim: Claim) -> Iterator[str]:
    """Last names of the definitions whose callers the claim speaks of."""
    for one_of_them in claim.several:
        yield from _callees_of(one_of_them)
    is_passive = any(one.predicate is Predicate.CALLED_BY for one in claim.clauses)
    if is_passive and claim.subject is not None:
        yield last_name(claim.subject.name)


def _called_in(snapshot: Snapshot, changed: set[Key]) -> frozenset[str]:
    """Names of all that is called in the texts that have changed."""
    found: set[str] = set()
    for folder in snapshot.folders:
        for path, source in _loose(folder).items():
            analysis = source.analysis() if (str(folder.root), path) in changed else None
            if analysis is not None:
                core = analysis.core
                scopes = [core.module_facts, *(one.facts for one in core.definitions)]
                found |= {call.name for facts in scopes for call in facts.calls}
    return frozenset(found)


def _paths_of(snapshot: Snapshot, names: frozenset[str]) -> frozenset[Key]:
    """Where saved definitions of these names are."""
    return frozenset(
        (str(folder.root), symbol.path)
        for folder in snapshot.folders
        for name in names
        for symbol in folder.view.symbols.named(name)
    )


def _names_in(snapshot: Snapshot, changed: set[Key]) -> frozenset[str]:
    """Names of all definitions in the buffers and unwritten files that have changed."""
    found: set[str] = set()
    for folder in snapshot.folders:
        for path, source in _loose(folder).items():
            if (str(folder.root), path) in changed:
                analysis = source.analysis()
                if analysis is not None:
                    found |= {one.name for one in analysis.core.definitions}
    return frozenset(found)


def claims_of_files(snapshot: Snapshot) -> list[StandingClaim]:
    """The claims in the claims file of each folder, as it is open or saved."""
    found: list[StandingClaim] = []
    for folder in snapshot.folders:
        source = claims_source(folder)
        if source is None:
            continue
        text = source.text
        found += [
            StandingClaim(
                text=one.text,
                label=f"{CLAIMS_FILE}:{one.line}",
                root=str(folder.root),
                folder=folder,
                path=CLAIMS_FILE,
                source=text,
                span=text.line_span(one.line - 1),
            )
            for one in claims_in(text)
        ]
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A range in a file."""

    folder: Folder
    path: str
    text: Text
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What a reader of the code is to be told. `is_hint`: the claim itself can't be judged."""

    at: Place
    code: str
    message: str
    related: tuple[tuple[Place, str], ...] = ()
    is_hint: bool = False


def problems_of(stood: Iterable[Stood]) -> Iterator[Problem]:
    """What is to be told of claims that no longer hold, or can't be judged as they are written."""
    for one in stood:
        if one.standing is Standing.CONTRADICTED:
            if not one.is_typed:
                yield from _broken(one)
        elif one.standing is Standing.UNKNOWN and one.has_held and _is_judged(one.answer):
            yield from _unproven(one)
        elif one.standing is not Standing.HOLDS:
            yield from _told_where_written(one, "claim-open", one.answer.summary)


def _told_where_written(
    one: Stood, code: str, message: str, related: tuple[tuple[Place, str], ...] = ()
) -> Iterator[Problem]:
    """In the claims file itself: whoever writes a claim there sees what becomes of it."""
    origin = _origin(one.claim)
    if origin is not None:
        yield Problem(at=origin, code=code, message=message, related=related, is_hint=True)


def _unproven(one: Stood) -> Iterator[Problem]:
    """What showed the claim is gone, and something that can't be seen could do it instead."""
    place = one.answer.place
    if place is None:
        return
    analysis = place.source.analysis()
    if analysis is None or analysis.core.problems:
        return  # somebody is just typing there
    label = f" ({one.claim.label})" if one.claim.label else ""
    name = _name_of(place)
    origin = _origin(one.claim)
    yield Problem(
        at=name,
        code="claim-unproven",
        message=f"This claim held, and can't be shown any more: {_said(one)}{label}. "
        f"{one.answer.summary}",
        related=() if origin is None else ((origin, "the claim"),),
        is_hint=True,
    )


def _said(one: Stood) -> str:
    """The claim as it was written, and as it reads now if its names have changed."""
    text, read_as = one.claim.text, one.answer.claim.text
    return text if read_as == text else f"{text}, which reads now: {read_as}"


def _is_judged(answer: Answer) -> bool:
    is_found = answer.place is not None or bool(answer.candidates)
    return is_found and not answer.claim.problem


def _broken(one: Stood) -> Iterator[Problem]:
    """One problem: at the line that breaks the claim, or at the name if its evidence is gone."""
    answer, claim = one.answer, one.claim
    place = answer.place or (answer.candidates[0] if answer.candidates else None)
    if place is None:
        return
    shown = [
        Place(folder=e.place.folder, path=e.place.symbol.path, text=e.place.text, span=e.span)
        for e in answer.evidence
    ]
    name = _name_of(place)
    own = [at for at in shown if at.path == name.path] or [name]
    related = [(at, "this line too") for at in shown if at is not own[0]]
    origin = _origin(claim)
    if origin is not None:
        related.insert(0, (origin, "the claim"))
    said = f" ({claim.label})" if claim.label else ""
    yield Problem(
        at=own[0],
        code=claim.code,
        message=f"This claim no longer holds: {_said(one)}{said}. {answer.summary}",
        related=tuple(related),
    )
    breaking = tuple((at, "what breaks it") for at in (shown or [name]))
    yield from _told_where_written(one, "claim-broken", answer.summary, breaking)


def _name_of(place: Found) -> Place:
    """Where the definition's name stands."""
    symbol = place.symbol
    return Place(folder=place.folder, path=symbol.path, text=place.text, span=symbol.name_span)


def _origin(claim: StandingClaim) -> Place | None:
    if claim.folder is None or claim.source is None:
        return None
    return Place(folder=claim.folder, path=claim.path, text=claim.source, span=claim.span)
