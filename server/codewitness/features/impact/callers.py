"""Whom a change concerns: calls of a definition as it is now, and calls that no longer find it.

The first come from the graph of now. The second come from the graph as it was: the changed files
are given their old text in it, all others stay as they are now. A call that was found so in a file
that has changed as well is looked for in its text of now; what is no longer written there concerns
nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from codewitness.engine.documents import Document
from codewitness.engine.graph.edges import RANK, Resolution
from codewitness.engine.graph.files import Scope
from codewitness.engine.impact.notes import is_untouched, notes
from codewitness.engine.view import Folder
from codewitness.features.call_graph import CallGraph, call_graph
from codewitness.features.impact.baseline import ChangedFile
from codewitness.features.impact.importers import OldName, broken, importing
from codewitness.features.impact.lost_bases import (
    Inherited,
    inherited_then,
    may_lose_bases,
    no_more_inherited,
)
from codewitness.features.impact.mentioned import still_named, untold
from codewitness.features.impact.old_sites import (
    OldSite,
    callers_of,
    scope_now,
    sites_now,
    sites_of,
    span_of,
)
from codewitness.features.impact.overriding import overriding
from codewitness.features.impact.pairs import Pairs
from codewitness.features.impact.read_by import with_readers
from codewitness.features.impact.required import lacking
from codewitness.features.impact.whom import LOSES_CALLS, OF_PLACE, Concerned, Subject, Whom, reason
from codewitness.features.mentions import Mention, mentions
from codewitness.features.places import Place, Reading
from codewitness.model.facts import Kind
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_IMPLEMENTS, _OVERRIDES = "implements it as it was", "overrides it as it was"
MAX_CALLERS = 500  # of one definition; the answer says if there are more


@dataclass(frozen=True, slots=True)
class _Then:
    """What led to a subject in the graph as it was."""

    sites: Sequence[OldSite] = ()
    imports: Sequence[OldName] = ()
    mentions: Sequence[Mention] = ()
    keeping: Sequence[Scope] = ()
    how: str = ""
    inherited: Sequence[Inherited] = ()


@dataclass(slots=True)
class _Calls:
    """Calls in one caller's text of now: index of the site, and whether it is still found."""

    scope: Scope
    resolution: Resolution
    is_found: dict[int, bool] = field(default_factory=dict)


def concerned(
    reading: Reading,
    folder: Folder,
    files: Sequence[ChangedFile],
    pairs: Pairs,
    subjects: Sequence[Subject],
) -> tuple[list[Whom], bool]:
    """Whom each of the subjects concerns, and whether all could be looked at."""
    old, has_old = _oldsites_of(reading, folder, files, subjects)
    changed = {file.path for file in files}
    with call_graph(reading, folder) as graph:
        found = [
            Whom(
                *_of_subject(graph, pairs, files, subject, then.sites),
                broken(graph, reading, folder, then.imports),
                still_named(
                    *(reading, folder, subject.name),
                    *(then.mentions, changed, pairs.after_by_before),
                ),
            )
            for subject, then in zip(subjects, old, strict=True)
        ]
        found = [
            whom._replace(
                callers=(
                    *whom.callers,
                    *_of_enclosing(graph, subject, whom.callers),
                    *_not_kept(graph, pairs, changed, subject, then),
                    *lacking(graph, subject),
                    *no_more_inherited(graph, pairs, changed, subject, then.inherited),
                )
            )
            for whom, subject, then in zip(found, subjects, old, strict=True)
        ]
        found = with_readers(graph, reading, folder, subjects, found)
        is_complete = has_old and graph.is_complete
    cut = [
        one._replace(
            callers=one.callers[:MAX_CALLERS],
            imports=one.imports[:MAX_CALLERS],
            mentions=untold(one.mentions, one.callers),
        )
        for one in found
    ]
    is_cut = any(max(len(one.callers), len(one.imports)) > MAX_CALLERS for one in found)
    return cut, is_complete and not is_cut


def _oldsites_of(
    reading: Reading, folder: Folder, files: Sequence[ChangedFile], subjects: Sequence[Subject]
) -> tuple[list[_Then], bool]:
    """The calls and imports of each subject in the graph as it was."""
    if not any(one.may_lose_calls or may_lose_bases(one) for one in subjects):
        return [_Then() for _ in subjects], True
    then = _as_it_was(folder, files)
    snapshot = reading.snapshot
    folders = tuple(then if one is folder else one for one in snapshot.folders)
    old = Reading(replace(snapshot, folders=folders))
    found: list[_Then] = []
    with call_graph(old, then) as graph:
        for subject in subjects:
            place = subject.before if subject.may_lose_calls else None
            scope = graph.scope_of(place) if place is not None else None
            own = list(callers_of(graph, scope)) if scope is not None else []
            if scope is not None and not _keeps_name(subject):
                own += _possible_of(graph, scope)
            is_lost = scope is not None and any(one.kind in OF_PLACE for one in subject.effects)
            imports = list(importing(graph, scope)) if is_lost and scope is not None else []
            # What has the same name elsewhere is named as before.
            is_named = is_lost and not _keeps_name(subject) and scope is not None
            named = list(mentions(graph, scope)) if is_named and scope is not None else []
            keeping, how = list(_keeping(graph, scope)) if scope is not None else [], _IMPLEMENTS
            if scope is not None and place is not None and not keeping:
                keeping, how = overriding(graph, place, scope), _OVERRIDES
            inherited = tuple(inherited_then(graph, old, then, reading, subject))
            found.append(_Then(own, imports, named, keeping, how, inherited))
        is_complete = graph.is_complete
    reading.stale.update(old.stale)
    return found, is_complete


def _keeping(graph: CallGraph, method: Scope) -> Iterator[Scope]:
    """The methods that keep what a method of an interface or trait promises."""
    for key in graph.keeping(method):
        yield graph.graph.workspace.scopes[key]


def _as_it_was(folder: Folder, files: Sequence[ChangedFile]) -> Folder:
    """The folder with the old texts of the changed files as its buffers."""
    documents = dict(folder.documents)
    for file in files:
        if file.before is not None:
            uri, text = folder.uri_of(file.path), file.before.text
            documents[file.path] = Document(str(folder.root), file.path, uri, 0, text)
    return replace(folder, documents=MappingProxyType(documents))


def _keeps_name(subject: Subject) -> bool:
    """True if calls by the old name may still be of it; they are found beside those of now."""
    before, after = subject.before, subject.after
    return before is not None and after is not None and before.symbol.name == after.symbol.name


def _possible_of(graph: CallGraph, scope: Scope) -> Iterator[OldSite]:
    """Calls by the name of a definition of which nobody knows where they lead."""
    for caller, index, resolution in graph.calls_of(scope):
        place = graph.place_of(caller) if resolution is Resolution.UNRESOLVED else None
        if place is not None:
            sites = [(kind, name) for kind, name, _ in sites_of(caller, place.text.raw)]
            kind, name = sites[index]
            key = (caller.file.path, caller.ordinal)
            at, n_alike = sites[:index].count((kind, name)), sites.count((kind, name))
            yield OldSite(key, kind, name, at, n_alike, resolution)


def _of_subject(
    graph: CallGraph,
    pairs: Pairs,
    files: Sequence[ChangedFile],
    subject: Subject,
    old: Sequence[OldSite],
) -> tuple[tuple[Concerned, ...], int]:
    if not subject.concerning:
        return (), 0
    callee = graph.scope_of(subject.after) if subject.after is not None else None
    calls: dict[str, _Calls] = {}
    possible: set[tuple[str, int]] = set()
    for scope, index, resolution in graph.calls_of(callee) if callee is not None else ():
        if resolution is Resolution.UNRESOLVED:
            possible.add((scope.key, index))
        else:
            own = calls.setdefault(scope.key, _Calls(scope, resolution))
            own.resolution = min(own.resolution, resolution, key=RANK.__getitem__)
            own.is_found[index] = True
    changed = {file.path for file in files}
    for one in old:
        now = scope_now(graph, pairs, changed, one.caller)
        if now is not None and one.resolution is Resolution.UNRESOLVED:
            possible |= {(now.key, index) for index in sites_now(graph, now, one)}
        elif now is not None:
            own = calls.setdefault(now.key, _Calls(now, one.resolution))
            for index in sites_now(graph, now, one):
                own.is_found.setdefault(index, False)
    possible -= {(own.scope.key, index) for own in calls.values() for index in own.is_found}
    found = (_concerned(graph, subject, callee, own) for own in calls.values())
    return tuple(one for one in found if one is not None), len(possible)


def _of_enclosing(
    graph: CallGraph, subject: Subject, told: Sequence[Concerned]
) -> Iterator[Concerned]:
    """Callers of the function that a lambda is in: what the lambda does, that function may do."""
    place = subject.after
    scope = graph.scope_of(place) if place is not None else None
    while scope is not None and scope.kind is Kind.LAMBDA:
        scope = scope.parent
    effects = tuple(one for one in subject.concerning if one.kind not in LOSES_CALLS)
    if place is None or place.symbol.kind is not Kind.LAMBDA or not effects:
        return
    if scope is None or not scope.is_callable:
        return
    calls: dict[str, _Calls] = {}
    for caller, index, resolution in graph.calls_of(scope):
        if resolution is not Resolution.UNRESOLVED:
            calls.setdefault(caller.key, _Calls(caller, resolution)).is_found[index] = True
    own = replace(subject, name=f"{scope.name}.{subject.name}", effects=effects)
    known = {one.key for caller in told if (one := graph.scope_of(caller.place)) is not None}
    others = (one for key, one in calls.items() if key not in known)
    found = (_concerned(graph, own, scope, one) for one in others)
    yield from (one for one in found if one is not None)


def _not_kept(
    graph: CallGraph, pairs: Pairs, changed: set[str], subject: Subject, then: _Then
) -> Iterator[Concerned]:
    """Methods that keep a promise as it was, and have not been changed with it."""
    for one in then.keeping:
        now = scope_now(graph, pairs, changed, (one.file.path, one.ordinal))
        place = graph.place_of(now) if now is not None else None
        is_same = now is not None and (now.name, now.parameters) == (one.name, one.parameters)
        if place is None or not is_same:
            continue
        texts = [effect.text for effect in subject.effects if effect.kind in LOSES_CALLS]
        line = place.symbol.name_line + 1
        yield Concerned(
            place=place,
            sites=(place.symbol.name_span,),
            resolution=Resolution.INHERITED,
            reason=reason(subject.name, texts, {then.how: [line]}),
        )


def _concerned(
    graph: CallGraph, subject: Subject, callee: Scope | None, calls: _Calls
) -> Concerned | None:
    place = graph.place_of(calls.scope)
    if place is None:
        graph.is_complete = False
        return None
    effects = subject.concerning
    rest = [one for one in effects if one.kind not in OF_PLACE]
    outline = _outline(place) if rest else None
    sites: dict[Span, None] = {}
    said: dict[str, None] = {}
    by_line: dict[str, list[int]] = {}
    for index, is_found in sorted(calls.is_found.items()):
        site = calls.scope.flow.sites[index]
        now = rest if is_found else effects
        now = [one for one in now if not is_untouched(one, site, callee)]
        if not now:
            continue
        span = span_of(calls.scope, site)
        sites[span] = None
        said.update(dict.fromkeys(one.text for one in now))
        words = notes(now, outline, span, site, callee)
        if not is_found:
            words.append(_leads(graph, calls.scope, index))
        for word in words:
            by_line.setdefault(word, []).append(place.text.line_at(span.start) + 1)
    if not sites:
        return None
    return Concerned(
        place=place,
        sites=tuple(sorted(sites)),
        resolution=calls.resolution,
        reason=reason(subject.name, list(said), by_line),
    )


def _outline(place: Place) -> Outline | None:
    parsed = place.source.parsed()
    if parsed is None:
        return None
    if place.symbol.ordinal < 0:
        return parsed.file_outline()
    return parsed.outline(place.symbol.span, place.symbol.name_span)


def _leads(graph: CallGraph, scope: Scope, index: int) -> str:
    """Where a call leads now that no longer leads to the subject."""
    names: dict[str, None] = {}
    for edge in graph.graph.of(scope, index):
        target = graph.graph.workspace.scopes.get(edge.target) if edge.target is not None else None
        place = graph.place_of(target) if target is not None else None
        if place is not None:
            names[f"`{place.symbol.qualified_name}`"] = None
    return f"leads to {', '.join(names)} now" if names else "no longer known to lead to it"
