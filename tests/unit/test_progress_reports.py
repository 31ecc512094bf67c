"""How often a client is told how far work is."""

from __future__ import annotations

from typing import Any

import pytest

from codewitness.protocol import progress


class Telling:
    """As much of a server as progress is told through."""

    def __init__(self) -> None:
        self.protocol = self._converter = self
        self.progress_cancels: dict[Any, Any] = {}
        self.sent: list[Any] = []

    def unstructure(self, value: Any) -> Any:
        return value

    def notify(self, _method: str, params: Any) -> None:
        self.sent.append(params.value)


@pytest.mark.parametrize(("seconds", "told"), [(0.0, ["20", "40", "130"]), (900.0, ["20", "130"])])
def test_the_same_percentage_is_told_again_after_a_while(
    monkeypatch: pytest.MonkeyPatch, seconds: float, told: list[str]
) -> None:
    monkeypatch.setattr(progress, "TELL_SECONDS", seconds)
    server: Any = Telling()
    shown = progress.Progress(server, "codewitness: indexing", "token")
    shown.begin()
    for done in (20, 40, 130):
        shown.advance(done, 13_000)
    assert [one.message.split()[0] for one in server.sent[1:]] == told
