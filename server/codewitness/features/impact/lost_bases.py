"""A class that does not come from another any more: who has called what it had from there.

Such a call led to a method of that class, and leads there no longer. One on an object of another
class that comes from it as before still does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from codewitness.engine.impact.kinds import EffectKind
from codewitness.engine.view import Folder
from codewitness.features.call_graph import CallGraph, says_something
from codewitness.features.classes import Classes
from codewitness.features.impact.old_sites import (
    OldSite,
    callers_of,
    scope_now,
    sites_now,
    span_of,
)
from codewitness.features.impact.pairs import Key, Pairs
from codewitness.features.impact.whom import Concerned, Subject, reason
from codewitness.features.places import Place, Reading
from codewitness.model.text import Span

_DECLARING = frozenset({EffectKind.SIGNATURE_CHANGED, EffectKind.CODE_CHANGED})
_IN_BODY = frozenset({"go", "ruby"})  # in which a class says within what it comes from
_MAX_METHODS = 60  # of the bases that are gone


@dataclass(frozen=True, slots=True)
class Inherited:
    """A method that a class had of a base which is none any more, and what called it then."""

    method: Key
    name: str
    sites: Sequence[OldSite]


def may_lose_bases(subject: Subject) -> bool:
    """True for a class where it is not said as before what it comes from."""
    before, after = subject.before, subject.after
    if before is None or after is None or not after.symbol.kind.is_classlike:
        return False
    kinds = {one.kind for one in subject.effects}
    is_within = after.symbol.language in _IN_BODY and EffectKind.CODE_CHANGED in kinds
    return is_within or EffectKind.SIGNATURE_CHANGED in kinds


def inherited_then(
    graph: CallGraph, old: Reading, then: Folder, now: Reading, subject: Subject
) -> Iterator[Inherited]:
    """What the class had of bases that it does not have now, in the graph as it was."""
    before, after = subject.before, subject.after
    if before is None or after is None or not may_lose_bases(subject):
        return
    classes = Classes(old)
    was = classes.ancestors(replace(before, folder=then))[0]
    kept = {one.symbol.qualified_name for one in Classes(now).ancestors(after)[0]} if was else set()
    lost = [one for one in was if one.symbol.qualified_name not in kept]
    members = [place for base in lost for place in classes.members((base,))]
    for place in members[:_MAX_METHODS]:
        method = graph.scope_of(place)
        if method is not None and method.is_callable and says_something(method):
            sites = tuple(callers_of(graph, method))
            key = (method.file.path, method.ordinal)
            yield Inherited(key, place.symbol.qualified_name, sites)


def no_more_inherited(
    graph: CallGraph,
    pairs: Pairs,
    changed: set[str],
    subject: Subject,
    inherited: Sequence[Inherited],
) -> Iterator[Concerned]:
    """The calls that led to those methods and lead there no longer."""
    texts = [one.text for one in subject.effects if one.kind in _DECLARING]
    for one in inherited:
        method = scope_now(graph, pairs, changed, one.method)
        for site in one.sites:
            scope = scope_now(graph, pairs, changed, site.caller)
            place = graph.place_of(scope) if scope is not None else None
            if scope is None or place is None or method is None:
                continue
            spans = [
                span_of(scope, scope.flow.sites[index])
                for index in sites_now(graph, scope, site)
                if all(edge.target != method.key for edge in graph.graph.of(scope, index))
            ]
            if spans:
                yield _concerned(subject, place, spans, texts, one, site)


def _concerned(
    subject: Subject,
    place: Place,
    spans: Sequence[Span],
    texts: Sequence[str],
    one: Inherited,
    site: OldSite,
) -> Concerned:
    lines = [place.text.line_at(span.start) + 1 for span in spans]
    return Concerned(
        place=place,
        sites=tuple(spans),
        resolution=site.resolution,
        reason=reason(subject.name, texts, {f"no longer known to lead to `{one.name}`": lines}),
    )
