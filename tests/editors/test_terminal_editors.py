"""The Neovim and Emacs folders in the real programs; their scripts say what each step saw."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from tests.editors.conftest import ROOT, editor

SECONDS = 240


def drive(*command: str) -> None:
    """Run a script; its exit status is the number of failures."""
    done = subprocess.run(
        command,
        env={
            **os.environ,
            "CODEWITNESS_COMMAND": json.dumps([sys.executable, "-m", "codewitness"]),
            "PYTHONPATH": str(ROOT / "server"),
        },
        check=False,
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    assert "ok stopped" in said, said
    assert "FAIL" not in said, said


def test_neovim() -> None:
    script = ROOT / "editors" / "neovim" / "test" / "drive.lua"
    drive(str(editor("neovim") / "bin" / "nvim"), "--clean", "--headless", "-l", str(script))


def test_emacs() -> None:
    script = ROOT / "editors" / "emacs" / "test" / "drive.el"
    drive(str(editor("emacs") / "emacs"), "--batch", "-l", str(script))
