"""Run a feature for a request: snapshot on the loop, work in a thread, one answer.

A pygls handler that is a generator runs on the loop up to its first `yield`, before the next
message is read; there the snapshot is taken. What it yields runs later, on threads of our own.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidParams,
    JsonRpcRequestCancelled,
)

from codewitness.engine.cancel import Cancelled
from codewitness.engine.figures import Outcome
from codewitness.engine.look import with_disk
from codewitness.engine.session import RequestId, Session
from codewitness.engine.view import Snapshot
from codewitness.features.places import BadRequest
from codewitness.protocol import convert
from codewitness.protocol.cannot_now import CannotNow
from codewitness.protocol.convert import Json

log = logging.getLogger(__name__)

REQUEST_FAILED = -32803
MAX_TOLD = 580  # characters of an error message
_ABOUT_ITSELF = "codewitness.status"  # clients ask for it again and again, to show how far it is

# A request's work: snapshot and parameters to a JSON value.
Work = Callable[[Snapshot, Any], Any]
Step = Generator[tuple[Any, tuple[Any, ...], None], Any, Any]


class Dispatcher:
    """Hands requests to threads of its own, so that reading messages never waits for them."""

    def __init__(self, session: Session, n_threads: int = 8) -> None:
        self._session = session
        self._threads = ThreadPoolExecutor(n_threads, thread_name_prefix="codewitness-request")

    def run(self, name: str, work: Work, params: Any, request: RequestId | None) -> Step:
        """The steps of a request; `yield from` it in a generator handler."""
        if name != _ABOUT_ITSELF:
            self._session.touch()
        snapshot = self._session.snapshot(request)
        began = time.perf_counter()
        return (yield self._answer, (name, work, snapshot, params, request, began), None)

    @contextmanager
    def counted(
        self, name: str, snapshot: Snapshot, request: RequestId | None, began: float
    ) -> Iterator[None]:
        """Around the work of a request that came at `began`; it is answered after that."""
        outcome = Outcome.ERROR
        try:
            yield
            outcome = Outcome.ANSWERED
        finally:
            # Work may end as if it were wanted after its client has been told that it is not.
            outcome = Outcome.CANCELLED if snapshot.cancel.is_cancelled else outcome
            self._session.finish(request)
            self._session.requests.add(name, outcome, time.perf_counter() - began)

    def close(self) -> None:
        """Stop what runs at its next check."""
        self._session.cancel_all()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _answer(
        self,
        name: str,
        work: Work,
        snapshot: Snapshot,
        params: Any,
        request: RequestId | None,
        began: float,
    ) -> Any:
        with self.counted(name, snapshot, request, began):
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, answered, name, work, snapshot, params)


def answered(name: str, work: Work, snapshot: Snapshot, params: Any) -> Any:
    """The result of `work`, or the one error that the client is told."""
    try:
        snapshot.cancel.check()
        return work(with_disk(snapshot), params)
    except JsonRpcException:
        raise
    except Cancelled:
        raise JsonRpcRequestCancelled("cancelled") from None
    except BadRequest as error:
        data: Json = {"suggestions": list(error.suggestions)} if error.suggestions else {}
        if error.freshness is not None:
            data["freshness"] = convert.freshness(error.freshness)
        raise JsonRpcInvalidParams(_short(error), data=data or None) from None
    except CannotNow as error:
        reason = {"code": error.code, "hint": error.hint}
        raise JsonRpcException(_short(error), code=REQUEST_FAILED, data=reason) from None
    except Exception as bug:
        log.exception("%s failed at revision %d", name, snapshot.revision)
        raise JsonRpcInternalError(f"{name}: {type(bug).__name__}") from None


def _short(error: Exception) -> str:
    """What it says; of one that quotes a long value, the beginning with its field, and the end."""
    text = str(error)
    return text if len(text) <= MAX_TOLD else f"{text[: MAX_TOLD - 200]} … {text[-180:]}"
