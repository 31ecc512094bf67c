"""What recurs in a project's records: errors and fixes, hot places, files that go together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from codewitness.engine.recording.concepts import concepts
from codewitness.engine.recording.reports import first_line
from codewitness.model.records import ChangeRecord, ErrorRecord, Record, anchors_of

MAX_FILES = 40  # of one session that are paired
MIN_TOGETHER = 2  # sessions in which two files changed


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """Something that recurs: what, how often, and examples (ids of records, or names).

    `said` is what the examples say, where they are ids of errors; `detail` what helped.
    """

    what: str
    count: int
    examples: tuple[str, ...]
    detail: str = ""
    said: tuple[str, ...] = ()


def recurring_errors(errors: Sequence[ErrorRecord], limit: int) -> list[Pattern]:
    """Kinds of failure by how often they came, with the solutions that are known."""
    groups: dict[str, list[ErrorRecord]] = defaultdict(list)
    for one in errors:
        kinds = sorted(concepts(one.error_type, one.message)) or [one.error_type]
        groups[kinds[0]].append(one)
    found = [
        Pattern(
            what=kind,
            count=sum(one.frequency for one in group),
            examples=tuple(one.id for one in group[-3:]),
            said=tuple(dict.fromkeys(map(_said, group[-3:]))),
            detail="; ".join(dict.fromkeys(filter(None, map(_helped, group))))[:500],
        )
        for kind, group in groups.items()
    ]
    return _most(found, limit)


def _helped(one: ErrorRecord) -> str:
    return one.solution or one.former_solution


def _said(one: ErrorRecord) -> str:
    return f"{one.error_type}: {first_line(one.message, 100)}"


def hot_files(records: Iterable[Record], limit: int) -> list[Pattern]:
    """Files by how many changes and errors concern them."""
    ids: dict[str, list[str]] = defaultdict(list)
    for one in records:
        if isinstance(one, ChangeRecord | ErrorRecord) and one.path:
            ids[one.path].append(one.id)
    return _counted(ids, limit)


def hot_methods(records: Iterable[Record], limit: int) -> list[Pattern]:
    """Methods by how many changes and errors concern them."""
    ids: dict[str, list[str]] = defaultdict(list)
    for one in records:
        if isinstance(one, ChangeRecord | ErrorRecord):
            for anchor in anchors_of(one):
                ids[anchor.qualified_name].append(one.id)
    return _counted(ids, limit)


def changed_together(changes: Iterable[ChangeRecord], limit: int) -> list[Pattern]:
    """Pairs of files that changed in the same sessions."""
    files: dict[str, dict[str, None]] = defaultdict(dict)
    for one in changes:
        if one.session:
            files[one.session][one.path] = None
    sessions: dict[tuple[str, str], list[str]] = defaultdict(list)
    for session, paths in files.items():
        for pair in combinations(sorted(paths)[:MAX_FILES], 2):
            sessions[pair].append(session)
    found = [
        Pattern(what=" and ".join(pair), count=len(ids), examples=tuple(ids[-3:]))
        for pair, ids in sessions.items()
        if len(ids) >= MIN_TOGETHER
    ]
    return _most(found, limit)


def tally(values: Iterable[tuple[str, str]], limit: int) -> list[Pattern]:
    """How often each first value came, with some of the second as examples."""
    counts: Counter[str] = Counter()
    examples: dict[str, dict[str, None]] = defaultdict(dict)
    for what, example in values:
        counts[what] += 1
        if len(examples[what]) < 3:
            examples[what][example] = None
    found = [
        Pattern(what=what, count=count, examples=tuple(examples[what]))
        for what, count in counts.items()
    ]
    return _most(found, limit)


def _counted(ids: dict[str, list[str]], limit: int) -> list[Pattern]:
    return _most(
        [Pattern(what=k, count=len(v), examples=tuple(v[-3:])) for k, v in ids.items()], limit
    )


def _most(found: list[Pattern], limit: int) -> list[Pattern]:
    return sorted(found, key=lambda one: (-one.count, one.what))[:limit]
