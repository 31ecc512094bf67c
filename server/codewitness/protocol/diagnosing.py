"""Diagnostics: looked for when typing rests or the disk has changed, sent if they differ.

A source is a function that gives problems for a snapshot; all sources' problems of one file go out
together, since what is sent for a file replaces what was sent for it before.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from codewitness.engine.cancel import Cancelled
from codewitness.engine.look import with_disk
from codewitness.engine.moment import NEVER, Moment
from codewitness.engine.view import Folder, Snapshot
from codewitness.features.claims_file import claims_source
from codewitness.features.remembered import scope_in
from codewitness.platform.journal import JournalUnusable
from codewitness.protocol import convert

if TYPE_CHECKING:
    from codewitness.features.standing import Place, Problem, StandingClaims
    from codewitness.protocol.server import Server

log = logging.getLogger(__name__)

REST_SECONDS = 0.06  # after an edit, before it is looked at
LOOK_SECONDS = 1.0  # between two looks at whether the index has changed
MAX_RELATED = 10

# None: it can't be told yet, so what was sent stays.
Source = Callable[[Snapshot], "Iterable[Problem] | None"]


class Diagnosing:
    """Looks for problems in a thread of its own, one look at a time."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="codewitness-diagnosing")
        self.sources: list[Source] = []
        self._timer: asyncio.TimerHandle | None = None
        self._is_looking = False
        self._is_waiting = False
        self._sent: dict[str, list[lsp.Diagnostic]] = {}
        self._looked_at = NEVER
        self._running: asyncio.Future[None] | None = None
        self._snapshot: Snapshot | None = None

    def begin(self) -> None:
        """Look now, and whenever something changes from now on. On the loop."""
        self.sources += [standing_source(), memory_source()]
        self._watch()

    def changed(self) -> None:
        """Something was typed: look when it has rested."""
        if self._server.was_shut_down:
            return
        loop = asyncio.get_running_loop()
        if self._timer is not None:
            self._timer.cancel()
        self._server.session.hold_rows(True)
        self._timer = loop.call_later(REST_SECONDS, self._look)

    def close(self) -> None:
        """Stop looking."""
        if self._timer is not None:
            self._timer.cancel()
        if self._snapshot is not None:
            self._snapshot.cancel.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _watch(self) -> None:
        """Look again if a commit or a buffer has changed what is known."""
        now = Moment.of(self._server.session)
        if not (now.is_same(self._looked_at) or self._server.was_shut_down):
            self._looked_at = now
            self._look()
        if not self._server.was_shut_down:
            asyncio.get_running_loop().call_later(LOOK_SECONDS, self._watch)

    def _look(self) -> None:
        if self._is_looking:
            self._is_waiting = True
            return
        self._is_looking = True
        self._snapshot = self._server.session.snapshot(None)
        self._running = asyncio.ensure_future(self._run(self._snapshot))

    async def _run(self, snapshot: Snapshot) -> None:
        loop = asyncio.get_running_loop()
        try:
            found = await loop.run_in_executor(self._thread, self._problems, snapshot)
            if found is not None:
                self._send(found, snapshot)
        except Cancelled as reason:
            log.debug("no diagnostics: %s", reason)
        except Exception:
            if not self._server.was_shut_down:  # which has closed the thread
                log.exception("diagnostics failed at revision %d", snapshot.revision)
        finally:
            self._is_looking = False
            if self._is_waiting and not self._server.was_shut_down:
                self._is_waiting = False
                self._look()
            elif self._timer is None or self._timer.when() <= loop.time():
                self._server.session.hold_rows(False)

    def _problems(self, snapshot: Snapshot) -> dict[str, list[lsp.Diagnostic]] | None:
        snapshot = with_disk(snapshot)
        found: defaultdict[str, list[lsp.Diagnostic]] = defaultdict(list)
        for source in self.sources:
            if (problems := source(snapshot)) is None:
                return None
            for problem in problems:
                uri = convert.uri_in(problem.at.folder, problem.at.path)
                found[uri].append(_diagnostic(problem, snapshot))
        return dict(found)

    def _send(self, found: dict[str, list[lsp.Diagnostic]], snapshot: Snapshot) -> None:
        """Send what differs from what was sent before."""
        versions = {
            document.uri: document.version
            for folder in snapshot.folders
            for document in folder.documents.values()
        }
        for uri in {*found, *self._sent}:
            if found.get(uri) != self._sent.get(uri):
                self._server.text_document_publish_diagnostics(
                    lsp.PublishDiagnosticsParams(
                        uri=uri, diagnostics=found.get(uri, []), version=versions.get(uri)
                    )
                )
        self._sent = found


def _diagnostic(problem: Problem, snapshot: Snapshot) -> lsp.Diagnostic:
    severity = lsp.DiagnosticSeverity
    return lsp.Diagnostic(
        range=_range(problem.at, snapshot),
        message=problem.message,
        severity=severity.Information if problem.is_hint else severity.Warning,
        code=problem.code,
        source="codewitness",
        related_information=[
            lsp.DiagnosticRelatedInformation(
                location=lsp.Location(
                    uri=convert.uri_in(at.folder, at.path), range=_range(at, snapshot)
                ),
                message=message,
            )
            for at, message in problem.related[:MAX_RELATED]
        ],
    )


def _range(at: Place, snapshot: Snapshot) -> lsp.Range:
    shape = convert.range_of(at.text, at.span, snapshot.encoding)
    return lsp.Range(start=lsp.Position(**shape["start"]), end=lsp.Position(**shape["end"]))


def standing_source() -> Source:
    """Problems with the claims of claims files; answers are kept between looks."""
    standing: StandingClaims | None = None

    def look(snapshot: Snapshot) -> Iterable[Problem] | None:
        nonlocal standing
        if not all(folder.is_complete for folder in snapshot.folders):
            return None
        if not any(map(has_claims_file, snapshot.folders)):
            return ()  # without what judges claims, which takes long to import
        from codewitness.features.standing import StandingClaims, claims_of_files, problems_of

        standing = standing or StandingClaims()
        claims = claims_of_files(snapshot)
        return problems_of(standing.check(snapshot, claims)) if claims else ()

    return look


def has_claims_file(folder: Folder) -> bool:
    """True if claims are written down in the folder, in a buffer or on disk."""
    return claims_source(folder) is not None


def memory_source() -> Source:
    """Problems with the claims of decisions, and errors where they may recur."""
    standing: StandingClaims | None = None

    def look(snapshot: Snapshot) -> Iterable[Problem] | None:
        nonlocal standing
        if not all(folder.is_complete for folder in snapshot.folders):
            return None
        every = (scope_in(snapshot, folder) for folder in snapshot.folders)
        scopes = [one for one in every if one is not None and one.memory.records()]
        if not scopes:
            return ()  # as above
        from codewitness.features.memory_problems import problems
        from codewitness.features.standing import StandingClaims

        standing = standing or StandingClaims()
        found = problems(snapshot, standing)
        for scope in scopes:
            try:
                scope.keep_moves()  # nobody tells of what other programs have done and saved
            except (JournalUnusable, OSError) as error:
                log.warning("memory: %s", error)
        return found

    return look
