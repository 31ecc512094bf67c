"""What goes wrong with the tables, as one error, told to whoever can mend it.

lancedb raises RuntimeError, ValueError or OSError, with paths and places in Rust in the message,
and a panic in Rust as a BaseException of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from codewitness.storage.store import IndexStore

CONFLICT_TRIES = 5

_PATH = re.compile(r"(?:[A-Za-z]:)?[^/\\\s:'\",(]*(?:[/\\][^/\\\s:'\",)]+){2,}")
_LAYERS = re.compile(
    r"^(?:lance error: |LanceError\(\w+\): |IO: |Generic LocalFileSystem error: "
    r"|Unable to copy data to file: )+(?=.)"
)
_RUST_SOURCE = re.compile(r",? \S+\.rs(:\d+)*")
_CONFLICT = re.compile(
    r"commit conflict|concurrent (?:commit|transaction)|retryable", re.IGNORECASE
)
# The disk is full, closed to us or not there for the moment, or the network is: the tables
# themselves are as good as before. Numbers are Linux's and macOS's.
_PASSING = re.compile(
    r"no space left|disk quota|read-only file system|permission denied|operation not permitted"
    r"|too many open files|file too large|input/output error|device or resource busy"
    r"|timed out|error sending request|connect(?:ion)? (?:error|refused|reset|closed)|dns error"
    r"|os error (?:1|5|13|16|23|24|27|28|30|69|122)\b",
    re.IGNORECASE,
)


class IndexFault(RuntimeError):
    """The tables could not be read or written.

    `is_passing` if that is for want of space or rights, and not because they are damaged.
    """

    def __init__(self, what: str, *, is_passing: bool = False) -> None:
        super().__init__(what)
        self.is_passing = is_passing


class IndexUnusable(IndexFault):
    """The index can't be read as it is, and whoever opened it may not make it anew."""


class IndexOutdated(IndexUnusable):
    """It is whole, and another version, embedder or engine has written it."""


def fault_of(error: BaseException) -> IndexFault:
    """`error` in one line, without where it happened."""
    said = error.strerror if isinstance(error, OSError) else None
    line = (said or str(error)).strip().partition("\n")[0] or type(error).__name__
    line = _LAYERS.sub("", _PATH.sub("…", _RUST_SOURCE.sub("", line)))
    return IndexFault(line[:200], is_passing=bool(_PASSING.search(str(error))))


def is_conflict(error: BaseException) -> bool:
    """True if another write came between, and the same one may succeed later."""
    return _CONFLICT.search(str(error)) is not None


class TellingStore:
    """An `IndexStore` whose failures are `IndexFault`, raised and reported; conflicts are retried.

    Two processes that write at the same time, which the lock should prevent, or a write beside an
    upkeep, conflict; the same write later does not.
    """

    def __init__(self, store: IndexStore) -> None:
        self._store = store
        self.report: Callable[[IndexFault], None] = lambda _: None

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        return self._telling(found) if callable(found) else found

    def _telling(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def told(*arguments: Any, **named: Any) -> Any:
            for tries_left in reversed(range(CONFLICT_TRIES)):
                try:
                    return method(*arguments, **named)
                except BaseException as error:
                    if not (tries_left and is_conflict(error)):
                        raise self._told(error) from error
                    self._store.see_latest()
            raise AssertionError("the last try returns or raises")

        return told

    def _told(self, error: BaseException) -> BaseException:
        """The fault, reported; `error` itself if it is none of the tables' doing."""
        is_panic = type(error).__name__ == "PanicException"
        if not (is_panic or isinstance(error, RuntimeError | ValueError | OSError)):
            return error
        if isinstance(error, IndexFault):
            return error
        fault = fault_of(error)
        self.report(fault)
        return fault
