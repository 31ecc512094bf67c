"""`memory.export`, `import` and `delete`: records as JSON Lines, out, in, and away."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from codewitness.engine.recording.encoding import BadRecord, encoded
from codewitness.engine.recording.imported import imported
from codewitness.features.memory_scope import MemoryScope
from codewitness.features.places import BadRequest
from codewitness.model.records import ErrorRecord, Record, kind_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """How many records were added, replaced by a newer state, and known already."""

    added: Mapping[str, int]
    updated: int
    unchanged: int


def export_lines(scope: MemoryScope) -> Iterator[tuple[str, str]]:
    """Kind and JSON of each record in scope, oldest first, with its methods where they are now."""
    for record in scope.every_record():
        kept = encoded(scope.memory.base.outward(record))
        yield kind_of(record).value, json.dumps(kept, ensure_ascii=False)


def import_lines(scope: MemoryScope, lines: Iterable[str]) -> Imported:
    """Take over records by their ids; the newer state wins, so a second time changes nothing.

    They become this user's and this project's. `BadRequest` names the first line that is wrong,
    and then nothing is taken over.
    """
    records = [_record(line, number) for number, line in enumerate(lines, start=1) if line.strip()]
    added: Counter[str] = Counter()
    updated = unchanged = 0
    inward = scope.memory.base.inward
    with scope.memory.changing() as changes:
        for record in records:
            whose = scope.memory.scope
            own = replace(inward(record), user=whose.user, project=whose.project)
            known = changes.get(own.id)
            if known is None:
                added[kind_of(own).value] += 1
            elif _age(own) > _age(known):
                updated += 1
            else:
                unchanged += 1
                continue
            changes.put(own)
    return Imported(added=dict(added), updated=updated, unchanged=unchanged)


def delete_records(scope: MemoryScope, ids: Sequence[str]) -> tuple[Mapping[str, int], list[str]]:
    """Remove records and the pictures that only they have.

    Gives how many of each kind, and the ids that nothing has.
    """
    deleted: Counter[str] = Counter()
    missing = []
    pictures: set[str] = set()
    with scope.memory.changing() as changes:
        for id_ in ids:
            record = changes.get(id_)
            if record is None or not scope.sees(record):
                missing.append(id_)
            else:
                changes.delete(id_)
                deleted[kind_of(record).value] += 1
                pictures |= _pictures([record])
    unused = pictures - _pictures(scope.memory.records().values())
    scope.memories.forget_pictures(scope.memory.scope, unused)
    return dict(deleted), missing


def _pictures(records: Iterable[Record]) -> set[str]:
    shown = (one.screenshot for one in records if isinstance(one, ErrorRecord))
    return {name for name in shown if name}


def _record(line: str, number: int) -> Record:
    try:
        given: Any = json.loads(line)
        if not isinstance(given, dict):
            raise BadRecord("takes an object")
        return imported(given)
    except json.JSONDecodeError as error:
        what = f"{error.msg.removesuffix(' at')} at character {error.pos + 1}"
        raise BadRequest(f"path: line {number} is no record: {what}") from None
    except ValueError as error:
        raise BadRequest(f"path: line {number} is no record: {error}") from None


def _age(record: Record) -> str:
    return record.updated or record.timestamp
