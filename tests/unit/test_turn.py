"""Turns: one at a time, in the order in which threads came, and given up early or by an error."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from codewitness.engine.turn import Turn

WAIT_SECONDS = 10.0


def _started(target: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=target)
    thread.start()
    return thread


def _until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def test_those_who_wait_have_it_in_the_order_in_which_they_came() -> None:
    turn, came, had = Turn(), list[int](), list[int]()
    threads = []

    def wait(number: int) -> None:
        came.append(number)
        with turn.taken():
            had.append(number)

    with turn.taken():
        for number in range(20):
            threads.append(_started(lambda number=number: wait(number)))  # type: ignore[misc]
            _until(lambda: len(turn._waiting) == len(threads))
        assert had == []
    for thread in threads:
        thread.join(WAIT_SECONDS)
    assert had == came == list(range(20))
    assert not turn._is_taken


def test_one_at_a_time() -> None:
    turn, within, most = Turn(), list[int](), list[int]()

    def work() -> None:
        for number in range(50):
            with turn.taken():
                within.append(number)
                most.append(len(within))
                time.sleep(0)
                within.pop()

    threads = [_started(work) for _ in range(8)]
    for thread in threads:
        thread.join(WAIT_SECONDS)
    assert most == [1] * 400


def test_who_leaves_early_lets_the_next_one_in_and_leaves_once() -> None:
    turn, had = Turn(), threading.Event()
    release = threading.Event()

    def hold() -> None:
        with turn.taken():
            had.set()
            release.wait(WAIT_SECONDS)

    with turn.taken() as leave:
        thread = _started(hold)
        leave()
        assert had.wait(WAIT_SECONDS)
        leave()  # it is not its own any more
        assert turn._is_taken
    assert turn._is_taken
    release.set()
    thread.join(WAIT_SECONDS)
    assert not turn._is_taken


def test_an_error_gives_it_up() -> None:
    turn = Turn()
    with pytest.raises(ValueError, match="no"), turn.taken():
        raise ValueError("no")
    with turn.taken():
        pass
