"""`codewitness.session.reportDiagnostics`: what other servers publish, sent on by the client."""

from __future__ import annotations

from typing import Any

from codewitness.engine.published import Reported
from codewitness.engine.view import Snapshot
from codewitness.features.memory_scope import MemoryScope
from codewitness.features.places import BadRequest
from codewitness.features.published import report_diagnostics
from codewitness.protocol import records
from codewitness.protocol.convert import Json
from codewitness.protocol.memory_arguments import MemoryArguments

MAX_REPORTS = 1_000  # of one file
MAX_MESSAGE = 20_000  # characters
ERROR, WARNING = 1, 2  # LSP's severities
OWN = "codewitness"


def report_diagnostics_(snapshot: Snapshot, given: MemoryArguments) -> Json:
    """`codewitness.session.reportDiagnostics`."""
    path = given.path("uri", is_needed=True)
    reports = _reports(given.raw.value("diagnostics"))
    scope = MemoryScope.of(snapshot, given.asking())
    found = report_diagnostics(scope, path, reports)
    return {
        "recorded": [records.error(one, scope.folder) for one in found.recorded],
        "mended": [records.error(one, scope.folder) for one in found.mended],
        "known": [
            {"line": one.reported.line, "error": records.error(one.record, scope.folder)}
            for one in found.known
        ],
    }


def _reports(given: Any) -> list[Reported]:
    if not isinstance(given, list):
        raise BadRequest("diagnostics: takes a list of LSP diagnostics, all of the file's")
    if len(given) > MAX_REPORTS:
        raise BadRequest(f"diagnostics: takes at most {MAX_REPORTS}, got {len(given)}")
    found = [_report(one, number) for number, one in enumerate(given)]
    return [one for one in found if one is not None]


def _report(given: Any, number: int) -> Reported | None:
    """A diagnostic; None for our own, and for hints."""
    match given:
        case {"message": str(message), "range": {"start": {"line": int(line)}}}:
            pass
        case _:
            raise BadRequest(
                f"diagnostics[{number}]: takes an LSP diagnostic with `message` and `range`"
            )
    severity = given.get("severity", ERROR)
    source = given.get("source")
    if source == OWN or severity not in (ERROR, WARNING):
        return None
    named = [str(one) for one in (source, given.get("code")) if isinstance(one, str | int)]
    return Reported(
        error_type=" ".join(named) or "diagnostic",
        message=message[:MAX_MESSAGE],
        line=max(line, 0) + 1,
        is_error=severity == ERROR,
    )
