"""What a lens tells when it is chosen: its callers, or what is remembered of its definition."""

from __future__ import annotations

from collections.abc import Sequence

from codewitness.engine.graph.edges import RANK, Resolution
from codewitness.engine.view import Snapshot
from codewitness.features.call_graph import Related
from codewitness.features.find_symbol import find
from codewitness.features.places import Reading
from codewitness.features.relationships import Relationship, Relationships, relationships
from codewitness.features.remembered import records_at, said_of
from codewitness.model.records import LessonRecord, Record, kind_of
from codewitness.protocol import convert
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.convert import Json
from codewitness.protocol.graph_commands import related_json, symbol_or_candidates
from codewitness.protocol.lenses import CALLERS, REMEMBERED
from codewitness.syntax.paths import is_test_path

_MAX_TOLD = 10  # callers or records in a message


def callers_command(snapshot: Snapshot, arguments: Arguments) -> Json:
    """`codewitness.lens.callers`."""
    asked = convert.asked_symbol(arguments.required("symbol"), snapshot)
    arguments.finish()
    answer = relationships(snapshot, asked, Relationship.CALLERS, 1, Resolution.AMBIGUOUS)
    callers = [related_json(one, snapshot.encoding) for one in answer.callers]
    return {
        **symbol_or_candidates(answer.place, answer.candidates, snapshot.encoding),
        "callers": callers,
        "complete": answer.is_complete,
        "message": _said_of_callers(answer, callers),
        "freshness": convert.freshness(answer.freshness),
    }


def remembered_command(snapshot: Snapshot, arguments: Arguments) -> Json:
    """`codewitness.lens.remembered`."""
    asked = convert.asked_symbol(arguments.required("symbol"), snapshot)
    arguments.finish()
    reading = Reading(snapshot)
    places = find(reading, asked)
    records = [(one, place) for place in places for one in records_at(snapshot, place)]
    name = places[0].symbol.qualified_name
    lines = [said_of(record) for record, _ in records]
    return {
        "records": [_record(record) for record, _ in records],
        "message": _message(f"{name}:", f"nothing is remembered of {name}", lines),
        "freshness": convert.freshness(reading.freshness()),
    }


def _record(record: Record) -> Json:
    shape = {"id": record.id, "type": kind_of(record).value, "text": said_of(record)}
    shape["timestamp"] = record.timestamp
    if isinstance(record, LessonRecord):
        shape["lesson"] = record.lesson  # no other command gives the records of a method
    return shape


def _said_of_callers(answer: Relationships, callers: Sequence[Json]) -> str:
    if answer.place is None:
        names = [f"{one.symbol.path}::{one.symbol.qualified_name}" for one in answer.candidates]
        return _message("several have this name:", "", names)
    name, so_far = answer.place.symbol.qualified_name, "" if answer.is_complete else " so far"
    surest_first = sorted(zip(answer.callers, callers, strict=True), key=lambda one: _order(one[0]))
    lines = [f"{one['name']} [{one['resolution']}]: {_lines(one)}" for _, one in surest_first]
    head = f"{name} has {len(lines)} caller{'s' if len(lines) > 1 else ''}{so_far}:"
    why = "; ".join(answer.notes)
    return _message(head, f"{name}: {why or f'no callers are known{so_far}'}", lines)


def _order(caller: Related) -> tuple[int, bool]:
    """The surest first, and tests after what they test: of many not all are told."""
    is_test = caller.place is not None and is_test_path(caller.place.symbol.path)
    return RANK[caller.resolution], is_test


def _lines(caller: Json) -> str:
    file = caller["sites"][0]["uri"].rpartition("/")[2] if caller["sites"] else ""
    lines = dict.fromkeys(str(one["range"]["start"]["line"] + 1) for one in caller["sites"])
    return f"{file}:{','.join(lines)}"


def _message(head: str, nothing: str, lines: Sequence[str]) -> str:
    """Indented, since some clients show all of it in one line and leave the ends of lines out."""
    if not lines:
        return nothing
    more = [f"and {len(lines) - _MAX_TOLD} more"] if len(lines) > _MAX_TOLD else []
    return "\n  ".join([head, *lines[:_MAX_TOLD], *more])


COMMANDS = {CALLERS: callers_command, REMEMBERED: remembered_command}
