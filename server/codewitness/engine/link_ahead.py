"""Work out the edges of a folder before anybody asks, in short turns when nothing else is done.

So the first question about a name that is used everywhere is answered as fast as the next one, and
what an edit has made unknown is known again before long. What many questions without a rest have
left behind is given back in between. It runs in a thread of its own, and only
after a second without a request or an edit: two threads that compute share one interpreter lock, so
that linking beside a search makes that search take twice as long. What every later question gains
by is done after some seconds even so: a client that never rests would be slow for good. And what
nearly every question waits for is done at once.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from codewitness.engine.live_graph import LiveGraph
from codewitness.engine.quiet import Quiet
from codewitness.engine.view import IndexView, Stage

log = logging.getLogger(__name__)

QUIET_SECONDS = 1.0  # without a request or an edit, before a turn
RESTLESS_SECONDS = 5.0  # of requests and edits without such a rest, before `before` is called
TURN_SECONDS = 0.05  # of work, which ends when a request or an edit comes
REST_SECONDS = 0.005  # between turns, for other threads
BUSY_SECONDS = 0.4  # between turns while other threads, or other programs, want the processor
ALONE = 0.75  # share of a turn's time that it computes itself if nobody else wants to
LOOK_SECONDS = 0.5  # between looks at whether there is work
SOON_SECONDS = 0.05  # the same, and before that, while what is to be done at once is not
GIVING_SECONDS = 5.0  # of rest, after which memory that requests have left free is given back
MANY_TURNS = 100  # after so many it is long work, and there is memory to be given back


class LinkAhead:
    """Keeps the graph of one folder linked.

    `when_long` is called after each turn of long work, once it is known to be that, with False; and
    with True when all is linked.
    `before` is called first in each rest, and where there is none: for what else no question should
    wait for. Called again it should find that it has nothing to do. `at_once` is called as soon as
    the folder is ready, rest or none, until it says that it is done; it may not raise.
    `when_rested` is called once after some seconds without a request.
    """

    def __init__(
        self,
        graph: LiveGraph,
        view: Callable[[], IndexView],
        quiet: Quiet,
        when_long: Callable[[bool], None] = lambda _: None,
        before: Callable[[], object] = lambda: None,
        at_once: Callable[[], bool] = lambda: True,
    ) -> None:
        self._graph = graph
        self._view = view
        self._quiet = quiet
        self._when_long = when_long
        self._before = before
        self._at_once = at_once
        self.when_rested: Callable[[], object] = lambda: None
        self._gave_at = time.monotonic()
        self._stopped = threading.Event()
        self._rested = time.monotonic()  # when there was a turn last
        self._n_turns = 0  # since all was linked

    def run(self) -> None:
        """Work until `stop`."""
        pause = SOON_SECONDS
        while not self._stopped.wait(pause):
            if self._view().stage is not Stage.READY:
                continue
            try:
                began = time.monotonic()
                is_done = self._at_once()
                soon = min(LOOK_SECONDS, max(SOON_SECONDS, time.monotonic() - began))
                pause = self._turn(LOOK_SECONDS if is_done else soon)
            except Exception:  # questions are answered without it
                log.exception("linking ahead has failed, and is off from now on")
                return

    def _turn(self, pause: float) -> float:
        """Do what there is time for; gives how long to pause, which is `pause` without work."""
        self._graph.make_room()
        self._give_back()
        if (left := QUIET_SECONDS - self._quiet.seconds()) > 0:
            if time.monotonic() - self._rested >= RESTLESS_SECONDS:
                self._rested = time.monotonic()
                self._before()
            return min(left, pause)
        self._rested = began = time.monotonic()
        computed = time.thread_time()
        self._before()
        has_more = self._graph.work_ahead(self._view(), TURN_SECONDS, self._is_wanted)
        self._graph.keep(self._is_wanted)
        if has_more:
            self._n_turns += 1
            if self._n_turns >= MANY_TURNS:
                self._when_long(False)
            taken, computed = time.monotonic() - began, time.thread_time() - computed
            return REST_SECONDS if computed > ALONE * taken else BUSY_SECONDS
        if self._n_turns:
            log.debug("all is linked, after %d turns", self._n_turns)
            self._graph.rest()
            if self._n_turns >= MANY_TURNS:
                self._when_long(True)
            self._n_turns = 0
        return pause

    def _give_back(self) -> None:
        rest, now = self._quiet.seconds(), time.monotonic()
        if rest >= GIVING_SECONDS and now - rest > self._gave_at:
            self._gave_at = now
            self._graph.rest()
            self.when_rested()

    def _is_wanted(self) -> bool:
        return self._quiet.seconds() >= QUIET_SECONDS

    def stop(self) -> None:
        """End `run` soon."""
        self._stopped.set()
