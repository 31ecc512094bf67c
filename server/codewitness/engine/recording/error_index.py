"""The errors of a memory as they are compared."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from codewitness.engine.recording.similar import ErrorIndex, ErrorText, Match, Vectors
from codewitness.engine.recording.traces import Trace, parse_trace
from codewitness.model.records import ErrorRecord


@lru_cache(maxsize=20_000)
def error_text(record: ErrorRecord) -> ErrorText:
    """What is compared of a record: what its trace says counts more than how it was put."""
    trace = parse_trace(record.stack_trace) if record.stack_trace else Trace()
    kind, message = trace.error_type or record.error_type, trace.message or record.message
    named = (record.error_type,) if record.error_type != kind else ()
    told = (record.message,) if record.message != message else ()
    return ErrorText(
        error_type=kind,
        message=message,
        causes=(*named, *trace.causes),
        frames=record.frames,
        words=" ".join(
            (*told, record.solution or record.former_solution, *record.tags, record.path)
        ),
        report=record.stack_trace,
    )


class ErrorCatalog:
    """The index of the errors of one memory, kept up to date record by record."""

    def __init__(self, embed: Vectors | None) -> None:
        self._index = ErrorIndex(embed)
        self._known: dict[str, tuple[ErrorText, int]] = {}

    def update(self, records: Iterable[ErrorRecord]) -> None:
        """These are all errors now."""
        present = {record.id: record for record in records}
        for id_ in self._known.keys() - present.keys():
            self._index.remove(self._known.pop(id_)[1])
        for id_, record in present.items():
            text = error_text(record)
            known = self._known.get(id_)
            if known is not None and known[0] == text:
                continue
            if known is not None:
                self._index.remove(known[1])
            self._known[id_] = (text, self._index.add(id_, text))

    def search(
        self, query: ErrorText, *, limit: int, allowed: Collection[str] | None = None
    ) -> list[Match]:
        """As `ErrorIndex.search`."""
        return self._index.search(query, limit=limit, allowed=allowed)
