"""Code lenses: who calls a definition, counted when the lens is seen, and what is remembered of it.

A lens names one of the commands below, which the server answers with the places and, in `message`,
in words. A client that shows the places itself runs the command in its own way; to any other the
server shows the message.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp

from codewitness.engine.graph.edges import Resolution
from codewitness.engine.view import Folder, Snapshot
from codewitness.features.caller_counts import CallerCount, last_counted
from codewitness.features.lenses import caller_lenses, count_of, memory_lenses
from codewitness.features.places import BadRequest, Place
from codewitness.model.records import Record, kind_of
from codewitness.model.text import Encoding
from codewitness.protocol import convert
from codewitness.protocol.convert import Json

if TYPE_CHECKING:
    from codewitness.protocol.server import Server

Steps = Generator[Any, Any, Any]

CALLERS = "codewitness.lens.callers"
REMEMBERED = "codewitness.lens.remembered"
_UNCOUNTED = "callers…"


def register_lenses(server: Server) -> None:
    """Answer code lenses."""

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS, lsp.CodeLensOptions(resolve_provider=True))
    def lenses(ls: Server, params: lsp.CodeLensParams) -> Steps:
        request, has_callers = ls.protocol.msg_id, ls.settings.lens_callers
        work: Callable[[Snapshot, Any], Any] = lambda snapshot, given: code_lenses(  # noqa: E731
            snapshot, given, has_callers=has_callers
        )
        return (yield from ls.dispatcher.run(lsp.TEXT_DOCUMENT_CODE_LENS, work, params, request))

    @server.feature(lsp.CODE_LENS_RESOLVE)
    def resolve(ls: Server, lens: lsp.CodeLens) -> Steps:
        request = ls.protocol.msg_id
        return (yield from ls.dispatcher.run(lsp.CODE_LENS_RESOLVE, resolved, lens, request))


def code_lenses(
    snapshot: Snapshot, params: lsp.CodeLensParams, *, has_callers: bool
) -> list[lsp.CodeLens]:
    """At each method that records are tied to, how many of which kind; callers come later."""
    found = folder_of(snapshot, params.text_document.uri)
    if found is None:
        return []
    encoding = snapshot.encoding
    lenses = [
        lsp.CodeLens(
            range=_range(one.place, encoding),
            command=command_at(_counted(one.records), REMEMBERED, one.place, snapshot),
        )
        for one in memory_lenses(snapshot, *found)
    ]
    if has_callers:
        root = str(found[0].root)
        lenses += [
            lsp.CodeLens(
                range=_range(one.place, encoding),
                data={"root": root, "key": one.key, "symbol": _at(one.place, encoding)},
            )
            for one in caller_lenses(snapshot, *found)
        ]
    return lenses


def resolved(snapshot: Snapshot, lens: lsp.CodeLens) -> lsp.CodeLens:
    """The lens with the number of callers; with the last one or none while they are counted."""
    data = lens.data if isinstance(lens.data, dict) else vars(lens.data) if lens.data else {}
    root, key, symbol = (data.get(name) for name in ("root", "key", "symbol"))
    folder = next((one for one in snapshot.folders if str(one.root) == root), None)
    if folder is None or not isinstance(key, str):
        raise BadRequest("data: takes what textDocument/codeLens has put there")
    count = count_of(snapshot, folder, key)
    title = title_of(count) if count is not None else _meanwhile(snapshot, folder, key)
    command = lsp.Command(title=title, command=CALLERS, arguments=[{"symbol": symbol}])
    return lsp.CodeLens(range=lens.range, command=command, data=lens.data)


def _meanwhile(snapshot: Snapshot, folder: Folder, key: str) -> str:
    """While somebody types, a number that comes and goes would be all that is seen."""
    last = last_counted(snapshot, folder, key)
    return f"{title_of(last)}…" if last is not None else _UNCOUNTED


def folder_of(snapshot: Snapshot, uri: str) -> tuple[Folder, str] | None:
    """The folder around a file, and the path there."""
    try:
        root, path = convert.place_of_uri(uri, snapshot)
    except BadRequest:
        return None
    return next((one, path) for one in snapshot.folders if one.root == PurePath(root))


def title_of(count: CallerCount) -> str:
    """As short as it can be said: how they are known only where it is by name alone."""
    words = [count.in_short()]
    if by_name := count.by_resolution.get(Resolution.AMBIGUOUS, 0):
        words.append(f"{by_name} by name alone")
    if count.n_possible:
        words.append(f"{count.n_possible} possible call{'s' if count.n_possible > 1 else ''}")
    return ", ".join(words)


def command_at(title: str, name: str, place: Place, snapshot: Snapshot) -> lsp.Command:
    """A command about the definition at `place`."""
    at = _at(place, snapshot.encoding)
    return lsp.Command(title=title, command=name, arguments=[{"symbol": at}])


def _at(place: Place, encoding: Encoding) -> Json:
    """The definition as commands take it: by the place of its name."""
    return {
        "uri": convert.uri_in(place.folder, place.symbol.path),
        "position": convert.position(place.text, place.symbol.name_span.start, encoding),
    }


def _range(place: Place, encoding: Encoding) -> lsp.Range:
    shape = convert.range_of(place.text, place.symbol.name_span, encoding)
    return lsp.Range(start=lsp.Position(**shape["start"]), end=lsp.Position(**shape["end"]))


def _counted(records: Sequence[Record]) -> str:
    words = {"error": "past error", "decision": "decision", "lesson": "lesson"}
    counts = Counter(kind_of(record).value for record in records)
    shown = [
        f"{count} {words[kind]}{'s' if count > 1 else ''}"
        for kind, count in sorted(counts.items(), key=lambda pair: -pair[1])
    ]
    return " · ".join(shown)
