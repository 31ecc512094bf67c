"""The audit that runs by itself: a few files at a time, when nothing else is to be done.

It takes a hundredth of a processor at most. Every file has its turn once an hour.
What differs is written anew, logged, and counted.
"""

from __future__ import annotations

import logging
import math
import random
import time
from collections.abc import Callable

from codewitness.engine.audit import Audited, compared
from codewitness.engine.audit_counts import AuditCounts

log = logging.getLogger(__name__)

REST_SECONDS = 10.0  # after a commit
SHARE = 100  # times as long as a check took, before the next one
LEAST_SECONDS = 2.0  # between two checks
PAUSE_SECONDS = 3600.0  # after all files
FILES_PER_CHECK = 6
_LISTED = 5  # paths in the log


class IdleCheck:
    """Told of commits, compares some files when it is due."""

    def __init__(self, *, is_on: bool = True, clock: Callable[[], float] = time.monotonic) -> None:
        self._is_on = is_on
        self._clock = clock
        self._next = clock() + REST_SECONDS
        self._left: list[str] = []
        self.counts = AuditCounts()

    def committed(self) -> None:
        """The tables were written: others may have more to do."""
        self._next = max(self._next, self._clock() + REST_SECONDS)

    def count(self, *, checks: int, differences: int, repaired: int) -> None:
        """So many files were compared just now, here or by an audit that was asked for."""
        self.counts = self.counts.plus(checks=checks, differences=differences, repaired=repaired)

    def wait(self) -> float:
        """Seconds until the next check; infinity if there is none."""
        return max(self._next - self._clock(), 0.0) if self._is_on else math.inf

    def step(self, index: Audited) -> None:
        """Compare the next files, if it is time to, and repair what differs."""
        if self.wait() > 0:
            return
        began = self._clock()
        try:
            if paths := self._taken(index):
                self._check(index, paths)
        except RuntimeError:  # the tables can't be used: who writes them sees to it
            raise
        except Exception:  # what nobody asked for must not end the writer
            log.exception("the check of the index has failed, and is off from now on")
            self._is_on = False
        taken = self._clock() - began
        pause = max(LEAST_SECONDS, SHARE * taken) if self._left else PAUSE_SECONDS
        self._next = self._clock() + pause

    def _taken(self, index: Audited) -> list[str]:
        if not self._left:
            self._left = sorted(index.view.files)
            random.shuffle(self._left)
        taken, self._left = self._left[:FILES_PER_CHECK], self._left[FILES_PER_CHECK:]
        return taken

    def _check(self, index: Audited, paths: list[str]) -> None:
        _, found = compared(index, paths, index.read(paths, few=True, anew=True).result())
        wrong = sorted({one.path for one in found})
        if found:
            log.warning(
                "%d of %d files were not as a clean build has them, and are written anew: %s",
                len(wrong),
                len(paths),
                ", ".join(sorted(f"{one.path} ({one.table})" for one in found)[:_LISTED]),
            )
            index.repair(wrong)
        self.count(checks=len(paths), differences=len(found), repaired=len(wrong))
