"""`codewitness.audit`: the index against a clean build, with progress, until done or cancelled."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcRequestCancelled

from codewitness.engine.audit import Audit
from codewitness.engine.session import OpenFolder
from codewitness.engine.view import Snapshot
from codewitness.protocol import convert
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.cannot_now import CannotNow
from codewitness.protocol.convert import Json
from codewitness.protocol.progress import Progress
from codewitness.storage.faults import IndexFault

if TYPE_CHECKING:
    from codewitness.protocol.server import Server

AUDIT = "codewitness.audit"
MAX_SAMPLE = 1_000_000
LOOK_SECONDS = 0.02  # between two looks at whether a step is done


async def audit_command(
    server: Server, snapshot: Snapshot, params: lsp.ExecuteCommandParams
) -> Json:
    """All folders, one after the other; what was found until then is lost if it is cancelled."""
    sample, repair = parse_audit(Arguments(AUDIT, params.arguments))
    loop = asyncio.get_running_loop()
    began = loop.time()
    folders = list(server.session.folders)
    audits = [folder.indexer.audit(sample, repair=repair) for folder in folders]
    progress = Progress(
        server, "codewitness: audit", params.work_done_token, on_cancel=snapshot.cancel.cancel
    )
    progress.begin()
    try:
        for audit in audits:
            while not audit.is_done:
                await _done(audit.step(), snapshot)
                done = sum(one.findings.n_files for one in audits)
                progress.advance(done, sum(one.n_files for one in audits))
    finally:
        progress.end()
        for audit in audits:
            audit.end()
    audited = list(zip(folders, audits, strict=True))
    return answer(audited, loop.time() - began, server.session.snapshot(None))


def parse_audit(arguments: Arguments) -> tuple[int | None, bool]:
    """How many files to compare, None for all, and whether to mend what differs."""
    sample = None
    if arguments.value("sample") is not None:
        sample = arguments.whole("sample", 1, 1, MAX_SAMPLE)
    repair = arguments.flag("repair", False)
    arguments.finish()
    return sample, repair


def answer(audited: list[tuple[OpenFolder, Audit]], seconds: float, now: Snapshot) -> Json:
    """What the audits of these folders have found; `now` is how things are after them."""
    return {
        "files": sum(audit.findings.n_files for _, audit in audited),
        "rows": sum(audit.findings.n_rows for _, audit in audited),
        "edges": sum(audit.findings.n_edges for _, audit in audited),
        "differences": [
            {
                "uri": f"{folder.uri.rstrip('/')}/{quote(one.path)}",
                "table": one.table,
                "missing": one.missing,
                "extra": one.extra,
            }
            for folder, audit in audited
            for one in audit.findings.differences
        ],
        "repaired": sum(audit.findings.n_repaired for _, audit in audited),
        "seconds": round(seconds, 3),
        "freshness": convert.freshness_so_far(now),
    }


async def _done(step: Future[Any], snapshot: Snapshot) -> None:
    while not step.done():
        if snapshot.cancel.is_cancelled:
            step.cancel()
            raise JsonRpcRequestCancelled("cancelled")
        await asyncio.sleep(LOOK_SECONDS)
    try:
        step.result()
    except IndexFault as fault:
        hint = "free some space, or run `codewitness doctor`"
        raise CannotNow(str(fault), code="index-failed", hint=hint) from fault
    if snapshot.cancel.is_cancelled:
        raise JsonRpcRequestCancelled("cancelled")
