"""Commands that wait for index writers: `waitForFresh`, `reindex` and `audit`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from codewitness.engine.session import OpenFolder
from codewitness.engine.view import Snapshot
from codewitness.features.places import BadRequest
from codewitness.model.freshness import State
from codewitness.protocol import convert
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.auditing import AUDIT, audit_command
from codewitness.protocol.commands import DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS, fresh
from codewitness.protocol.convert import Json
from codewitness.protocol.dispatch import REQUEST_FAILED
from codewitness.protocol.progress import Progress
from codewitness.protocol.reindex_paths import unknown, wanted_in

if TYPE_CHECKING:
    from codewitness.protocol.server import Server

WAIT_FOR_FRESH = "codewitness.waitForFresh"
REINDEX = "codewitness.reindex"

LOOK_SECONDS = 0.005  # between two looks at whether the writers are done


async def answer(server: Server, snapshot: Snapshot, params: lsp.ExecuteCommandParams) -> Json:
    """The result of one of these commands, or the one error that the client is told."""
    work = _WORK[params.command]
    try:
        return await work(server, snapshot, params)
    except BadRequest as error:
        raise JsonRpcInvalidParams(str(error)) from None
    except RuntimeError as error:
        reason = {"code": "index-failed", "hint": "run `codewitness doctor`"}
        raise JsonRpcException(str(error), code=REQUEST_FAILED, data=reason) from None


async def _wait_for_fresh(
    server: Server, snapshot: Snapshot, params: lsp.ExecuteCommandParams
) -> Json:
    arguments = Arguments(WAIT_FOR_FRESH, params.arguments)
    timeout = arguments.whole("timeoutMs", DEFAULT_TIMEOUT_MS, 0, MAX_TIMEOUT_MS)
    arguments.finish()
    loop = asyncio.get_running_loop()
    until = loop.time() + timeout / 1000
    while True:
        is_done = await _rescanned(server, snapshot, until - loop.time())
        now = server.session.snapshot(None)
        # It looks at files that have changed since, which is not for the loop.
        found = await loop.run_in_executor(None, fresh, now)
        is_over = not is_done or loop.time() + LOOK_SECONDS >= until
        is_gone = any(one.view.unlisted for one in now.folders)  # nobody knows for how long
        # Something may have changed just after the look, while there is time to look again.
        if found["fresh"] or is_over or is_gone:
            return found if is_done else _unfinished(found)
        await asyncio.sleep(LOOK_SECONDS)


def _unfinished(found: Json) -> Json:
    """The disk was not looked at wholly in time, so what is known may not be all."""
    freshness = found["freshness"]
    if freshness["state"] == State.FRESH.value:
        freshness = {**freshness, "state": State.INDEXING.value}
    return {"fresh": False, "freshness": freshness}


async def _rescanned(server: Server, snapshot: Snapshot, seconds: float) -> bool:
    """True once all has been looked at; False after `seconds`, or if nobody wants it any more."""
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    while (left := until - loop.time()) > 0 and not snapshot.cancel.is_cancelled:
        if server.configuration.is_changing:  # folders are opened anew
            await asyncio.sleep(LOOK_SECONDS)
            continue
        folders = list(server.session.folders)
        try:
            return await _all_done([one.indexer.rescan() for one in folders], left, snapshot)
        except RuntimeError:
            if folders == server.session.folders and not server.configuration.is_changing:
                raise
    return False


async def _reindex(server: Server, snapshot: Snapshot, params: lsp.ExecuteCommandParams) -> Json:
    arguments = Arguments(REINDEX, params.arguments)
    wanted = arguments.texts("paths") if arguments.value("paths") is not None else None
    arguments.finish()
    loop = asyncio.get_running_loop()
    began = loop.time()
    folders = list(server.session.folders)
    jobs = [
        folder.indexer.reindex(None if wanted is None else wanted_in(folder, wanted))
        for folder in folders
    ]

    def stop() -> None:
        for folder, job in zip(folders, jobs, strict=True):
            if not job.cancel():
                folder.indexer.cancel_indexing()

    watched = _Watched(server, folders, params.work_done_token, stop)
    try:
        while not await _all_done(jobs, 0.1, snapshot):
            if snapshot.cancel.is_cancelled:
                stop()
                break
            watched.report()
    finally:
        watched.end()
    counts = [job.result() for job in jobs if job.done() and not job.cancelled()]
    return {
        "files": sum(files for files, _ in counts),
        "chunks": sum(chunks for _, chunks in counts),
        "seconds": round(loop.time() - began, 3),
        "unknown": unknown(wanted, folders) if wanted and len(counts) == len(jobs) else [],
        "freshness": convert.freshness_so_far(server.session.snapshot(None)),
    }


_WORK = {WAIT_FOR_FRESH: _wait_for_fresh, REINDEX: _reindex, AUDIT: audit_command}


class _Watched:
    """Progress of some folders on the token that the client gave; their own is silent meanwhile."""

    def __init__(
        self,
        server: Server,
        folders: list[OpenFolder],
        token: lsp.ProgressToken | None,
        stop: Callable[[], None],
    ) -> None:
        self._parts = [] if token is None else [server.folder_progress[one.root] for one in folders]
        self._whole: Progress | None = None
        for part in self._parts:
            part.be_silent(True)
        if token is not None:
            self._whole = Progress(server, "codewitness: reindexing", token, stop)
            self._whole.begin()

    def report(self) -> None:
        """Tell how far all folders together are."""
        if self._whole is not None:
            done = sum(part.so_far[0] for part in self._parts)
            self._whole.advance(done, sum(part.so_far[1] for part in self._parts))

    def end(self) -> None:
        """The work is done or was cancelled."""
        for part in self._parts:
            part.be_silent(False)
        if self._whole is not None:
            self._whole.end()


async def _all_done(jobs: list[Future[Any]], seconds: float, snapshot: Snapshot) -> bool:
    """True once all jobs are done; False after `seconds`, or when the request is cancelled."""
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    while not all(job.done() for job in jobs):
        if loop.time() >= until or snapshot.cancel.is_cancelled:
            return False
        await asyncio.sleep(LOOK_SECONDS)
    for job in jobs:
        if not job.cancelled():
            job.result()
    return True
