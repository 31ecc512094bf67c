"""A program in a terminal, as a person has it: keys go in, and the screen is what comes out."""

from __future__ import annotations

import os
import shlex
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

SECONDS = 60.0  # longer than anything takes on a busy machine
PAUSE = 0.3  # keys that come at once after Escape would count as pressed with Alt


class Terminal:
    """A tmux server with one window, in which `command` runs; leaving it ends both."""

    def __init__(self, command: Sequence[str], cwd: Path, env: Mapping[str, str]) -> None:
        self._socket = str(cwd.parent / "tmux.sock")
        size = ("-x", "160", "-y", "40")
        self._env = {**os.environ, **env}  # the first command starts tmux's server, and it keeps it
        self._tmux("new-session", "-d", *size, "-c", str(cwd), shlex.join(command))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        if self.is_running():
            self._tmux("kill-server")

    def keys(self, *names: str) -> None:
        """Press keys by tmux's names: `Enter`, `Escape`, `a`."""
        for name in names:
            self._tmux("send-keys", name)
            time.sleep(PAUSE if name == "Escape" else 0)

    def write(self, text: str) -> None:
        """Type a text as it is."""
        self._tmux("send-keys", "-l", text)

    def screen(self) -> str:
        """What stands on the screen."""
        return self._tmux("capture-pane", "-p")

    def shows(self, text: str) -> str:
        """The screen, as soon as it has `text`."""
        until = time.monotonic() + SECONDS
        while text not in (screen := self.screen()):
            assert time.monotonic() < until, f"{text!r} is not on the screen:\n{screen}"
            time.sleep(0.05)
        return screen

    def shows_no(self, text: str) -> None:
        """Wait until `text` is not on the screen any more."""
        until = time.monotonic() + SECONDS
        while text in (screen := self.screen()):
            assert time.monotonic() < until, f"{text!r} is still on the screen:\n{screen}"
            time.sleep(0.05)

    def ends(self) -> None:
        """Wait until the program has ended by itself."""
        until = time.monotonic() + SECONDS
        while self.is_running():
            assert time.monotonic() < until, self.screen()
            time.sleep(0.05)

    def is_running(self) -> bool:
        """True while the program runs."""
        asked = [*self._command(), "has-session"]
        return (
            subprocess.run(asked, check=False, capture_output=True, timeout=SECONDS).returncode == 0
        )

    def _command(self) -> list[str]:
        return ["tmux", "-S", self._socket, "-f", "/dev/null"]

    def _tmux(self, *words: str) -> str:
        done = subprocess.run(
            [*self._command(), *words],
            env=self._env,
            check=True,
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
        return done.stdout
