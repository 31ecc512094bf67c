"""Permission to go on, asked at named points of long work."""

from __future__ import annotations


class Cancelled(Exception):
    """The client no longer wants the answer."""


class CancelToken:
    """Handed to a feature in its snapshot; cancelled on the loop, checked in a worker thread."""

    __slots__ = ("_is_cancelled",)

    def __init__(self) -> None:
        self._is_cancelled = False

    def cancel(self) -> None:
        """Ask the work to stop at its next check."""
        self._is_cancelled = True

    @property
    def is_cancelled(self) -> bool:
        """True once `cancel` was called."""
        return self._is_cancelled

    def check(self) -> None:
        """Raise `Cancelled` if the work is to stop."""
        if self._is_cancelled:
            raise Cancelled
