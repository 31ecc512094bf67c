"""When the writer of an index is given what waits for it."""

from __future__ import annotations

import pytest

from codewitness.engine import inbox as inbox_module
from codewitness.engine.documents import Document
from codewitness.engine.inbox import HELD_SECONDS, IDLE_SECONDS, LONGEST_WAIT_SECONDS, Inbox
from codewitness.model.text import Text


class Clock:
    """Time that passes when it is told to."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(inbox_module, "time", clock)
    return clock


def type_into(inbox: Inbox, path: str = "a.py") -> None:
    inbox.document_changed(Document("/p", path, f"file:///p/{path}", 1, Text.of("x = 1\n")))


def is_due(inbox: Inbox) -> bool:
    return bool(inbox.take(force=False, with_disk=False).changed)


def test_a_buffer_is_written_when_its_typist_rests(clock: Clock) -> None:
    inbox = Inbox()
    type_into(inbox)
    assert not is_due(inbox)
    clock.now += 1.1 * IDLE_SECONDS
    assert is_due(inbox)


def test_rows_that_are_held_wait_for_their_release_and_not_for_ever(clock: Clock) -> None:
    inbox = Inbox()
    inbox.hold(True)
    type_into(inbox)
    clock.now += 1.1 * IDLE_SECONDS
    assert not is_due(inbox)
    inbox.hold(False)
    assert is_due(inbox)
    inbox.hold(True)
    type_into(inbox)
    clock.now += 1.1 * HELD_SECONDS
    assert is_due(inbox)


def test_one_who_types_on_while_it_is_written_gets_a_longer_rest(clock: Clock) -> None:
    inbox = Inbox()
    for rest in (1, 2, 4):
        type_into(inbox)
        clock.now += (rest - 0.5) * IDLE_SECONDS
        assert not is_due(inbox)
        clock.now += 0.6 * IDLE_SECONDS
        assert is_due(inbox)
        type_into(inbox)
        inbox.documents_are_done()
    type_into(inbox, "b.py")
    clock.now += 8.1 * IDLE_SECONDS
    assert is_due(inbox)
    inbox.documents_are_done()  # nobody typed meanwhile
    type_into(inbox)
    clock.now += 1.1 * IDLE_SECONDS
    assert is_due(inbox)


def test_keystrokes_without_end_do_not_put_it_off_for_ever(clock: Clock) -> None:
    inbox = Inbox()
    began = clock.now
    type_into(inbox)
    while not is_due(inbox):
        clock.now += IDLE_SECONDS / 2
        type_into(inbox)
    assert clock.now - began <= LONGEST_WAIT_SECONDS + IDLE_SECONDS
