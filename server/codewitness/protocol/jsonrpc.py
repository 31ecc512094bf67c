"""pygls' protocol with a text store, commands, cancellation and a gate for messages of our own.

The gate sees to it that every request gets exactly one answer, also one that can't be read, that
comes before `initialize`, or after `shutdown`: pygls drops all of these.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Generator
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from cattrs import transform_error
from lsprotocol import types as lsp
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.protocol.json_rpc import JsonRPCResponseMessage

from codewitness.engine.session import Change
from codewitness.model.text import Position

if TYPE_CHECKING:
    from codewitness.protocol.server import Server

log = logging.getLogger(__name__)

_SNAKE = re.compile(r"_([a-z])")
_TELLING_TEXTS = frozenset({lsp.TEXT_DOCUMENT_DID_OPEN, lsp.TEXT_DOCUMENT_DID_CHANGE})
_TELLING_FOLDERS = frozenset({lsp.INITIALIZE, lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS})
MAX_FAULTS = 3  # that one message about unreadable parameters names

Steps = Generator[Any, Any, Any]


class Protocol(LanguageServerProtocol):
    """Reads messages in their order; each is handled up to its first wait before the next."""

    _server: Server
    _is_initialized = False
    _is_leaving = False

    # The gate.

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Leave it to `handle_message`: pygls calls this for every object within a message too."""
        return data

    def handle_message(self, message: Any) -> None:
        """Hand on what can be handled now; answer all other requests with what is wrong."""
        if not isinstance(message, dict) or message.get("jsonrpc") != self.VERSION:
            given = message.get("id") if isinstance(message, dict) else None
            self._refuse(given, JsonRpcInvalidRequest("not a message of JSON-RPC 2.0"))
            return
        try:
            super().handle_message(self._admitted(message))
        except JsonRpcException as error:
            if "method" in message and "id" in message:
                self._refuse(message["id"], error)
            elif "method" in message:
                method = message["method"]
                log.warning("%s is ignored: %s", method, error)
                if isinstance(method, str) and method in _TELLING_TEXTS and self._is_initialized:
                    self._lose(message.get("params"))

    def _lose(self, params: object) -> None:
        """Remember whose text a message was about that can't be read."""
        document = params.get("textDocument") if isinstance(params, dict) else None
        uri = document.get("uri") if isinstance(document, dict) else None
        if isinstance(uri, str):
            self._server.lost(uri)

    def handle_one(self, message: Any) -> None:
        """Handle what came; a failure of ours must not end the conversation."""
        try:
            self.handle_message(message)
        except ConnectionError:
            raise
        except Exception as bug:
            log.exception("a message could not be handled")
            if isinstance(message, dict) and "method" in message and "id" in message:
                self._refuse(message["id"], JsonRpcInternalError(type(bug).__name__))

    def told_nonsense(self, what: str) -> None:
        """Answer bytes that are no message."""
        self._refuse(None, JsonRpcParseError(what))

    def _admitted(self, message: dict[str, Any]) -> Any:
        method, is_request = message.get("method"), "id" in message
        if is_request and (
            isinstance(message["id"], bool) or not isinstance(message["id"], int | str)
        ):
            raise JsonRpcInvalidRequest("id: takes a string or a whole number")
        if "method" in message:
            if not isinstance(method, str):
                raise JsonRpcInvalidRequest("method: takes a string")
            self._check_order(method, is_request)
            if is_request and not self._knows(method):
                raise JsonRpcMethodNotFound(f"unknown method: {_cut(method)}")
        if method == lsp.WORKSPACE_EXECUTE_COMMAND:
            _check_command(message.get("params"))
        if method in _TELLING_FOLDERS:
            _name_folders(message.get("params"))
        try:
            return super().structure_message(message)
        except JsonRpcException as error:
            raise JsonRpcInvalidParams(_faults(error.__cause__, method)) from None

    def _check_order(self, method: object, is_request: bool) -> None:
        if method == lsp.EXIT:
            return
        if self._is_leaving:
            raise JsonRpcInvalidRequest("the server is shutting down")
        if method == lsp.INITIALIZE and is_request:
            if self._is_initialized:
                raise JsonRpcInvalidRequest("initialize: the server is initialized already")
            self._is_initialized = True
        elif not self._is_initialized:
            raise JsonRpcServerNotInitialized("initialize comes first")
        elif method == lsp.SHUTDOWN and is_request:
            self._is_leaving = True

    def _knows(self, method: str) -> bool:
        return method in self.fm.builtin_features or method in self.fm.features

    def _refuse(self, request: Any, error: JsonRpcException) -> None:
        is_id = isinstance(request, int | str) and not isinstance(request, bool)
        # By hand: lsprotocol leaves out the id that is null.
        shown = {"code": error.code, "message": error.message}
        answer = {"jsonrpc": self.VERSION, "id": request if is_id else None, "error": shown}
        self._send_data(answer)

    # What pygls keeps of a request goes when its answer has been sent.

    def _execute_handler(
        self,
        msg_id: int | str,
        handler: Callable[[Any], Any],
        callback: Callable[[Future[Any]], None],
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
    ) -> None:
        def finished(future: Future[Any]) -> None:
            self._request_futures.pop(msg_id, None)
            if future.cancelled() and self._server.is_going:
                return  # by the end of the loop: nobody is there to be told
            if not future.cancelled():
                future.exception()  # asyncio logs those that nobody looked at, as of cancelled work
            callback(future)

        super()._execute_handler(msg_id, handler, finished, args, kwargs)

    def _handle_cancel_notification(self, msg_id: object) -> None:
        if not isinstance(msg_id, int | str):
            log.warning("$/cancelRequest is ignored: id: takes a string or a whole number")
            return
        # pygls cancels its future only; the work itself stops through the token in its snapshot.
        self._server.session.cancel(msg_id)
        super()._handle_cancel_notification(msg_id)

    def _serialize_message(self, data: Any) -> dict[str, Any]:
        # The results of commands are plain already: no converter has to walk through them.
        if isinstance(data, JsonRPCResponseMessage):
            return {"id": data.id, "jsonrpc": data.jsonrpc, "result": data.result}
        message: dict[str, Any] = super()._serialize_message(data)
        return message

    # Buffers.

    @lsp_method(lsp.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: lsp.DidOpenTextDocumentParams) -> None:
        """A buffer was opened."""
        document = params.text_document
        self._server.opened(document.uri, document.version, document.text)
        self._server.remembering.opened(document.uri)
        self._server.diagnosing.changed()

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: lsp.DidChangeTextDocumentParams) -> None:
        """A buffer was edited."""
        changes = [_change(change) for change in params.content_changes]
        uri, version = params.text_document.uri, params.text_document.version
        if not self._server.session.change_document(uri, version, changes):
            log.warning("a change of a buffer that was not opened is ignored")
            self._server.lost(uri)
        self._server.diagnosing.changed()

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: lsp.DidCloseTextDocumentParams) -> None:
        """A buffer was closed."""
        self._server.session.close_document(params.text_document.uri)
        self._server.diagnosing.changed()

    # Commands and the end.

    @lsp_method(lsp.WORKSPACE_EXECUTE_COMMAND)
    def lsp_workspace__execute_command(self, params: lsp.ExecuteCommandParams) -> Steps:
        """Answer a custom command."""
        return (yield from self._server.execute(params, self.msg_id))

    @lsp_method(lsp.SHUTDOWN)
    def lsp_shutdown(self, *_: object) -> Steps:
        """Answer what is still asked with `cancelled`, write what waits, then answer."""
        own = self.msg_id
        for request, future in list(self._request_futures.items()):
            if request != own and not future.done():
                future.cancel()
        yield self._server.stop, (), None

    @lsp_method(lsp.EXIT)
    def lsp_exit(self, *_: object) -> Steps:
        """End the process, after the shutdown that may still be under way."""
        yield self._server.leave, (), None


def _change(change: lsp.TextDocumentContentChangeEvent) -> Change:
    if isinstance(change, lsp.TextDocumentContentChangeWholeDocument):
        return None, None, change.text
    start, end = change.range.start, change.range.end
    return (
        Position(start.line, start.character),
        Position(end.line, end.character),
        change.text,
    )


def _check_command(params: object) -> None:
    # lsprotocol would make texts of numbers, and lists of texts and objects.
    if not isinstance(params, dict):
        raise JsonRpcInvalidParams("params: takes {command, arguments}")
    if not isinstance(params.get("command"), str):
        raise JsonRpcInvalidParams("command: takes the name of a command")
    if not isinstance(params.get("arguments"), list | None):
        raise JsonRpcInvalidParams("arguments: takes a list of one object")


def _name_folders(params: object) -> None:
    """Name each folder that has no name by its URI: by that alone it is known here."""
    if not isinstance(params, dict):
        return
    event = params.get("event")
    event = event if isinstance(event, dict) else {}
    for folders in (params.get("workspaceFolders"), event.get("added"), event.get("removed")):
        for folder in folders if isinstance(folders, list) else ():
            if isinstance(folder, dict) and isinstance(uri := folder.get("uri"), str):
                folder.setdefault("name", uri.rstrip("/").rpartition("/")[2])


def _faults(error: BaseException | None, method: object) -> str:
    """Which fields of a message are not as they should be."""
    try:
        found = [] if error is None else transform_error(error, path="message")
    except Exception as bug:  # cattrs does not know all that its hooks raise
        log.debug("%s", bug)
        found = []
    plain = []
    for fault in found[:MAX_FAULTS]:
        what, _, where = fault.rpartition(" @ ")
        field = _SNAKE.sub(lambda found: found[1].upper(), where.removeprefix("message."))
        plain.append(f"{field}: {what}")
    return _cut("; ".join(plain) or f"params: not what {method} takes")


def _cut(text: str, limit: int = 300) -> str:
    return text if len(text) <= limit else text[:limit] + "…"
