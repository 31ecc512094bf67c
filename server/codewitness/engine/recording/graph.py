"""Records as a graph: what belongs to what, what it was about, what mended it, what replaced it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from codewitness.model.records import (
    ChangeRecord,
    DecisionRecord,
    ErrorRecord,
    Record,
    anchors_of,
)

MAX_SHARED = 30  # records about one method or file that are related to each other


class Relation(StrEnum):
    """How two nodes are connected."""

    INCLUDES = "includes"
    AFFECTS = "affects"
    RELATED_TO = "related_to"
    RESOLVED_BY = "resolved_by"
    SUPERSEDES = "supersedes"


@dataclass(frozen=True, slots=True, order=True)
class Edge:
    """From one node to another: ids of records, `file:PATH` or `method:NAME`."""

    start: str
    relation: Relation
    end: str


def edges(records: Iterable[Record]) -> tuple[Edge, ...]:
    """All edges between these records and what they are about, each once, sorted."""
    listed = list(records)
    ids = {record.id for record in listed}
    found = {edge for record in listed for edge in _of(record) if _is_known(edge, ids)}
    found |= set(_related(listed)) | set(_resolved(listed))
    return tuple(sorted(found))


def around(all_edges: Iterable[Edge], start: str, hops: int) -> tuple[frozenset[str], set[Edge]]:
    """The nodes within so many steps of `start`, in either direction, and the edges on the way."""
    by_node: dict[str, list[Edge]] = defaultdict(list)
    for edge in all_edges:
        by_node[edge.start].append(edge)
        by_node[edge.end].append(edge)
    reached, used, border = {start}, set[Edge](), {start}
    for _ in range(hops):
        steps = {edge for node in border for edge in by_node.get(node, ())}
        used |= steps
        border = {node for edge in steps for node in (edge.start, edge.end)} - reached
        reached |= border
    return frozenset(reached), used


def _of(record: Record) -> Iterator[Edge]:
    if record.session:
        yield Edge(record.session, Relation.INCLUDES, record.id)
    if isinstance(record, ErrorRecord):
        for session in record.sessions:
            yield Edge(session, Relation.INCLUDES, record.id)
    if path := getattr(record, "path", ""):
        yield Edge(record.id, Relation.AFFECTS, f"file:{path}")
    for path in getattr(record, "related_files", ()):
        yield Edge(record.id, Relation.RELATED_TO, f"file:{path}")
    for anchor in anchors_of(record):
        yield Edge(record.id, Relation.AFFECTS, f"method:{anchor.qualified_name}")
    if isinstance(record, DecisionRecord) and record.supersedes:
        yield Edge(record.id, Relation.SUPERSEDES, record.supersedes)


def _is_known(edge: Edge, ids: set[str]) -> bool:
    return edge.start in ids and (edge.end in ids or edge.end.startswith(("file:", "method:")))


def _related(records: list[Record]) -> Iterator[Edge]:
    """Records of different kinds about one method."""
    by_method: Mapping[str, list[Record]] = defaultdict(list)
    for record in records:
        for anchor in anchors_of(record):
            by_method[anchor.qualified_name].append(record)
    for shared in by_method.values():
        newest = shared[-MAX_SHARED:]
        for at, one in enumerate(newest):
            for other in newest[at + 1 :]:
                if type(one) is not type(other):
                    yield Edge(*_in_order(one.id, other.id))


def _in_order(one: str, other: str) -> tuple[str, Relation, str]:
    return min(one, other), Relation.RELATED_TO, max(one, other)


def _resolved(records: list[Record]) -> Iterator[Edge]:
    """A solved error and the last change of its file between its coming and its solution."""
    changes = [one for one in records if isinstance(one, ChangeRecord)]
    for error in records:
        if not isinstance(error, ErrorRecord) or not error.is_resolved or not error.path:
            continue
        fixes = [
            one
            for one in changes
            if one.path == error.path and error.timestamp <= one.timestamp <= error.resolved_at
        ]
        if fixes:
            yield Edge(error.id, Relation.RESOLVED_BY, fixes[-1].id)
