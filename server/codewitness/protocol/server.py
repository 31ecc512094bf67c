"""The server: what it answers, and the parts that it is put together from."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections.abc import Awaitable, Callable, Generator
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path, PurePath
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcMethodNotFound
from pygls.lsp.server import LanguageServer

from codewitness import __version__
from codewitness.engine.session import OpenFolder, RequestId, Session
from codewitness.engine.view import Snapshot
from codewitness.features.hover import hover
from codewitness.features.places import BadRequest
from codewitness.features.workspace_symbols import workspace_symbols
from codewitness.model.text import Encoding, Position
from codewitness.platform.client_process import is_running, wait_for_end
from codewitness.platform.log import ServerLog
from codewitness.platform.places import path_of_uri
from codewitness.protocol import call_hierarchy, convert, waiting
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.auditing import AUDIT
from codewitness.protocol.client_abilities import ClientAbilities, abilities_of
from codewitness.protocol.commands import COMMANDS, is_of_memory
from codewitness.protocol.configuration import Configuration
from codewitness.protocol.diagnosing import Diagnosing
from codewitness.protocol.dispatch import Dispatcher, answered
from codewitness.protocol.folders import TASTER, make_folder, start
from codewitness.protocol.jsonrpc import Protocol
from codewitness.protocol.lens_renewal import LensRenewal
from codewitness.protocol.lenses import CALLERS, REMEMBERED, register_lenses
from codewitness.protocol.memory_watch import MemoryWatch
from codewitness.protocol.progress import Progress
from codewitness.protocol.registration import register
from codewitness.protocol.remarks import register_remarks
from codewitness.protocol.remembering import Remembering
from codewitness.protocol.settings import Settings

log = logging.getLogger(__name__)

SECONDS_TO_STOP = 1.5  # VS Code allows two from shutdown to exit
SECONDS_TO_END = 1.9  # from the client's leaving to the end of the process, whatever still runs
SECONDS_TO_REOPEN = 10.0  # for a writer to end its batch before other settings count
MAX_NAME = 100  # characters of an unknown name that are told back

WAITING = (waiting.WAIT_FOR_FRESH, waiting.REINDEX, AUDIT)

Steps = Generator[Any, Any, Any]


class Server(LanguageServer):
    """Codewitness as a language server."""

    def __init__(self, log_file: ServerLog | None = None) -> None:
        super().__init__("codewitness", __version__, protocol_cls=Protocol)
        self.log_file = log_file
        self.settings = Settings()
        self.configuration = Configuration(self)
        self.session = Session()
        self.session.log_path = str(log_file.path) if log_file is not None else ""
        self.dispatcher = Dispatcher(self.session)
        self.diagnosing = Diagnosing(self)
        self.remembering = Remembering(self)
        self.progress_cancels: dict[lsp.ProgressToken, Callable[[], None]] = {}
        self.can_show_progress = False
        self.abilities = ClientAbilities()
        self.was_shut_down = False
        self.has_left = asyncio.Event()
        self._stopping: asyncio.Future[Any] | None = None
        self._beginning: asyncio.Future[None] | None = None
        self._stops: dict[int, Callable[[float], None]] = {}
        self._told: set[str] = set()  # of an index that can't be where it should be
        self.folder_progress: dict[PurePath, Progress] = {}  # by the folder's root
        self._loop: asyncio.AbstractEventLoop | None = None
        self.is_going = False
        _register(self)

    def on_loop(self, call: Callable[..., None], *arguments: object) -> None:
        """Run `call` on the loop's thread, from any thread; nothing after the loop has ended."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *arguments)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log only: pygls would show a pop-up for each."""
        log.debug("%s: %s", getattr(source, "__name__", source), error)

    # Life.

    def initialize(self, params: lsp.InitializeParams) -> None:
        """Take over settings, encoding and folders; nothing heavy is imported yet."""
        self._loop = asyncio.get_running_loop()
        self.settings = self.configuration.begin(params)
        self._set_log_level()
        self.session.encoding = _encoding(self.workspace.position_encoding)
        window = params.capabilities.window
        self.can_show_progress = bool(window and window.work_done_progress)
        self.abilities = abilities_of(params.capabilities)
        if params.process_id is not None:
            self._follow_client(params.process_id)
        if self.settings.call_hierarchy != "off":
            call_hierarchy.register(self)  # what is offered is told when this is over
        for uri in _folder_uris(params):
            self.add_folder(uri)

    def initialized(self) -> None:
        """Start the writers of the folders that were named at initialize."""
        self._beginning = asyncio.ensure_future(self._begin(self.configuration.complete()))

    async def _begin(self, completed: Awaitable[object]) -> None:
        await completed
        if self._stopping is not None:
            return
        for folder in self.session.folders:
            if id(folder) not in self._stops:
                self._start(folder)
        self.diagnosing.begin()
        LensRenewal(self).begin()
        MemoryWatch(self).begin()
        await register(self, self.client_capabilities)

    def add_folder(self, uri: str, *, is_running: bool = False) -> None:
        """A folder of the workspace."""
        path = path_of_uri(uri)
        if path is None or not path.is_dir():
            self.tell(f"codewitness can't read this workspace folder: {uri}")
            return
        if any(folder.root == path for folder in self.session.folders):
            return
        folder = self._made(path, uri)
        self.session.add_folder(folder)
        if is_running:
            self._start(folder)

    async def use(self, settings: Settings) -> None:
        """Take over other settings: each folder's index is closed and opened anew."""
        before, self.settings = self.settings, settings
        self._set_log_level()
        if settings.lens_callers != before.lens_callers:
            self.renew_lenses()
        if settings == replace(
            before, log_level=settings.log_level, lens_callers=settings.lens_callers
        ):
            return
        for old in list(self.session.folders):
            is_started = id(old) in self._stops
            if is_started:  # it answers until its writer has ended
                stop = self._stops.pop(id(old))
                await asyncio.get_running_loop().run_in_executor(None, stop, SECONDS_TO_REOPEN)
            else:
                old.release()
            if old not in self.session.folders or self._stopping is not None:
                continue  # it has left the workspace meanwhile
            self.folder_progress.pop(old.root).end()
            new = self._made(Path(old.root), old.uri)
            new.memories = old.memories
            self._tell_memory(new)
            self.session.replace_folder(old, new)
            if is_started:
                self._start(new)

    def _set_log_level(self) -> None:
        if self.log_file is not None:
            self.log_file.set_level(self.settings.log_level)

    def _made(self, path: Path, uri: str) -> OpenFolder:
        progress = Progress(self, "codewitness: indexing")
        folder = make_folder(path, self.settings, uri=uri, on_progress=progress.report)
        progress.on_cancel = folder.indexer.cancel_indexing
        folder.graph.ahead.on_done = lambda: self.on_loop(self.renew_lenses)
        self.folder_progress[path] = progress
        self._tell_memory(folder)
        for note in folder.indexer.notes:
            if note not in self._told:  # each start reads all files again
                self._told.add(note)
                self.tell(f"codewitness: {path.name}: {note}; `codewitness doctor` says more")
        return folder

    def _tell_memory(self, folder: OpenFolder) -> None:
        if folder.memories is not None:
            folder.memories.keeps_commits = self.settings.memory_capture_commits

    def renew_lenses(self) -> None:
        """Ask the client to ask for its lenses again, if it can."""
        workspace = self.client_capabilities.workspace
        lens = workspace.code_lens if workspace is not None else None
        if lens is not None and lens.refresh_support:
            self.workspace_code_lens_refresh(None, _ignore)

    def remove_folder(self, uri: str) -> None:
        """A folder has left the workspace."""
        path = path_of_uri(uri)
        for folder in [f for f in self.session.folders if f.root == path]:
            self.session.remove_folder(folder)
            self.folder_progress.pop(folder.root).end()
            self._stops.pop(id(folder), _stop_nothing)(0.0)

    async def stop(self) -> None:
        """Let the writers write what waits, for a short while."""
        loop = asyncio.get_running_loop()
        stops, self._stops = list(self._stops.values()), {}
        self._stopping = asyncio.gather(
            *(loop.run_in_executor(None, stop, SECONDS_TO_STOP) for stop in stops)
        )
        await self._stopping
        self.diagnosing.close()
        self.remembering.close()
        self.dispatcher.close()
        self.was_shut_down = True

    async def leave(self) -> None:
        """The client wants the process to end; a shutdown under way comes first."""
        self.be_gone_soon()
        if self._stopping is not None:
            await asyncio.wait([self._stopping])
            await asyncio.sleep(0)  # its answer is sent
        self.has_left.set()

    def be_gone_soon(self) -> None:
        """The client has left: whatever still runs, the process ends in time."""
        if not self.is_going:
            self.is_going = True
            timer = threading.Timer(
                SECONDS_TO_END, lambda: os._exit(0 if self.was_shut_down else 1)
            )
            timer.daemon = True
            timer.start()

    def client_gone(self) -> None:
        """The client has gone without a word. From any thread."""
        self.be_gone_soon()
        self.on_loop(self.has_left.set)

    def _follow_client(self, pid: int) -> None:
        """Leave when the client's process ends; its pipes may be open in others."""
        if not is_running(pid):  # of another machine or container: its pipes have to tell
            log.warning("there is no process %d here: the client can't be watched", pid)
            return

        def follow() -> None:
            wait_for_end(pid)
            self.client_gone()

        threading.Thread(target=follow, name="codewitness-client", daemon=True).start()

    def end(self) -> None:
        """The client has gone, perhaps without a word: end what still runs."""
        for stop in self._stops.values():
            stop(0.0)
        until = time.monotonic() + SECONDS_TO_STOP
        for stop in self._stops.values():
            stop(max(until - time.monotonic(), 0.0))
        TASTER.close()
        self.diagnosing.close()
        self.remembering.close()
        self.dispatcher.close()

    def _start(self, folder: OpenFolder) -> None:
        self._stops[id(folder)] = start(folder, follow_disk=True)

    def tell(self, message: str, kind: lsp.MessageType = lsp.MessageType.Warning) -> None:
        """Show the user a message."""
        self.window_show_message(lsp.ShowMessageParams(type=kind, message=message))

    # Buffers.

    def opened(self, uri: str, version: int, text: str) -> None:
        """A buffer was opened; it is followed if it is a file, and read if a folder has it."""
        if (file := path_of_uri(uri)) is not None:
            folder, path = self.session.place(file)
            self.session.open_document(folder, path, uri, version, text)

    def lost(self, uri: str) -> None:
        """What was said of a buffer can't be used, so that its text is not known any more."""
        file = path_of_uri(uri)
        if file is not None and self.session.place(file)[0] is not None:
            self.session.lose_document(uri)

    def files_changed(self, uris: list[str]) -> None:
        """The client saw files change on disk."""
        for uri in uris:
            if (file := path_of_uri(uri)) is not None:
                folder, path = self.session.place(file)
                if folder is not None:
                    folder.heard([path])

    # Requests.

    def execute(self, params: lsp.ExecuteCommandParams, request: int | str | None) -> Steps:
        """The steps that answer a custom command."""
        name, given = params.command, params.arguments
        if name in COMMANDS:
            work = self._telling(name) if name in (CALLERS, REMEMBERED) else _work(name)
            answer = yield from self.dispatcher.run(name, work, given, request)
            if is_of_memory(name):  # decisions and errors are shown in the code
                self.diagnosing.changed()
            if name in (CALLERS, REMEMBERED):  # it was run by a client that shows nothing itself
                self.tell(answer["message"], lsp.MessageType.Info)
            return answer
        if name in WAITING:
            snapshot = self.session.snapshot(request)
            return (yield self._wait, (snapshot, params, request), None)
        raise JsonRpcMethodNotFound(f"unknown command: {name[:MAX_NAME]}{_meant(name)}")

    def _telling(self, name: str) -> Callable[[Snapshot, Any], Any]:
        """Its work; people run it, and not every client shows them why it was refused."""

        def work(snapshot: Snapshot, given: Any) -> Any:
            try:
                return _work(name)(snapshot, given)
            except BadRequest as refusal:
                self.on_loop(self.tell, str(refusal))
                raise

        return work

    async def _wait(
        self, snapshot: Snapshot, params: lsp.ExecuteCommandParams, request: RequestId | None
    ) -> Any:
        began = time.perf_counter()
        with self.dispatcher.counted(params.command, snapshot, request, began):
            return await waiting.answer(self, snapshot, params)


def _meant(name: str) -> str:
    """What may have been meant by a name that no command has, to be told with it."""
    own = "codewitness."
    names = {one.removeprefix(own): one for one in (*COMMANDS, *WAITING)}
    near = get_close_matches(name.removeprefix(own)[:MAX_NAME], names, n=1, cutoff=0.8)
    return f"; did you mean {names[near[0]]}?" if near else ""


def _work(name: str) -> Callable[[Snapshot, Any], Any]:
    return lambda snapshot, given: COMMANDS[name](snapshot, Arguments(name, given))


def _symbols(snapshot: Snapshot, params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
    return [
        lsp.WorkspaceSymbol(
            name=place.symbol.name,
            kind=lsp.SymbolKind(convert.SYMBOL_KINDS[place.symbol.kind]),
            container_name=place.symbol.container,
            location=_location(convert.symbol(place, snapshot.encoding)),
        )
        for place in workspace_symbols(snapshot, params.query)
    ]


def _hover(snapshot: Snapshot, params: lsp.HoverParams) -> lsp.Hover | None:
    place = convert.place_in_workspace(params.text_document.uri, snapshot)
    if place is None:
        return None
    at = Position(params.position.line, params.position.character)
    card = hover(snapshot, *place, at)
    if card is None:
        return None
    name = convert.range_of(card.place.text, card.place.symbol.name_span, snapshot.encoding)
    return lsp.Hover(
        contents=lsp.MarkupContent(kind=lsp.MarkupKind.Markdown, value=card.markdown),
        range=_range(name) if card.is_at_name else None,
    )


def _location(symbol: convert.Json) -> lsp.Location:
    return lsp.Location(uri=symbol["uri"], range=_range(symbol["selectionRange"]))


def _range(shape: convert.Json) -> lsp.Range:
    return lsp.Range(start=lsp.Position(**shape["start"]), end=lsp.Position(**shape["end"]))


def _register(server: Server) -> None:
    """Everything else that the server answers. Custom commands are listed for the capabilities."""
    _register_workspace(server)
    register_remarks(server)
    register_lenses(server)

    @server.feature(lsp.INITIALIZE)
    def initialize(ls: Server, params: lsp.InitializeParams) -> None:
        ls.initialize(params)

    @server.feature(lsp.INITIALIZED)
    def initialized(ls: Server, _params: lsp.InitializedParams) -> None:
        ls.initialized()

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def did_save(ls: Server, params: lsp.DidSaveTextDocumentParams) -> None:
        ls.session.save_document(params.text_document.uri)
        ls.remembering.saved(params.text_document.uri)

    @server.feature(lsp.WINDOW_WORK_DONE_PROGRESS_CANCEL)
    def cancel_progress(ls: Server, params: lsp.WorkDoneProgressCancelParams) -> None:
        ls.progress_cancels.get(params.token, lambda: None)()

    for name in (*COMMANDS, *WAITING):
        server.protocol.fm.commands[name] = answered  # named only; `Server.execute` answers them

    @server.feature(lsp.WORKSPACE_SYMBOL)
    def symbols(ls: Server, params: lsp.WorkspaceSymbolParams) -> Steps:
        request = ls.protocol.msg_id
        return (yield from ls.dispatcher.run(lsp.WORKSPACE_SYMBOL, _symbols, params, request))

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(ls: Server, params: lsp.HoverParams) -> Steps:
        request = ls.protocol.msg_id
        return (yield from ls.dispatcher.run(lsp.TEXT_DOCUMENT_HOVER, _hover, params, request))


def _register_workspace(server: Server) -> None:
    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(ls: Server, params: lsp.DidChangeWatchedFilesParams) -> None:
        ls.files_changed([change.uri for change in params.changes])

    @server.feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def settings(ls: Server, params: lsp.DidChangeConfigurationParams) -> None:
        ls.configuration.change(params.settings)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders(ls: Server, params: lsp.DidChangeWorkspaceFoldersParams) -> None:
        for folder in params.event.removed:
            ls.remove_folder(folder.uri)
        for folder in params.event.added:
            ls.add_folder(folder.uri, is_running=True)


def _encoding(agreed: lsp.PositionEncodingKind | str | None) -> Encoding:
    # Its `str` is not its value, and a client's own spelling comes as a plain string.
    value = agreed.value if isinstance(agreed, lsp.PositionEncodingKind) else agreed
    return Encoding(value or "utf-16")


def _ignore(_answer: object) -> None:
    return None


def _stop_nothing(_seconds: float) -> None:
    return None


def _folder_uris(params: lsp.InitializeParams) -> list[str]:
    if params.workspace_folders:
        return [folder.uri for folder in params.workspace_folders]
    if params.root_uri:
        return [params.root_uri]
    return [Path(params.root_path).as_uri()] if params.root_path else []
