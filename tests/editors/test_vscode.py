"""The extension in a real VS Code: tests in its extension host, and a person's sessions."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.editors.conftest import ROOT, editor

SECONDS = 280


@pytest.fixture(scope="session")
def environment(client_modules: Path) -> dict[str, str]:
    """Where VS Code and the server are, for the scripts of vscode-client/test/editor."""
    for arguments in ([], ["--api"]):
        subprocess.run(["node", "build.mjs", *arguments], cwd=client_modules, check=True)
    return {
        **os.environ,
        "CODEWITNESS_VSCODE": str(editor("vscode")),
        "CODEWITNESS_COMMAND": json.dumps([sys.executable, "-m", "codewitness"]),
        "CODEWITNESS_PYTHON_BIN": str(Path(sys.base_prefix) / "bin"),
        "CODEWITNESS_LIBRARIES": sysconfig.get_path("purelib"),
        "PYTHONPATH": str(ROOT / "server"),
    }


@pytest.fixture(scope="session")
def packaged(environment: dict[str, str], client_modules: Path) -> dict[str, str]:
    """The same, with the extension built and the server's wheel in it."""
    wheel = ["-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", "vscode-client/server", "."]
    subprocess.run([sys.executable, *wheel], cwd=ROOT, check=True, timeout=SECONDS)
    package = ["npm", "-s", "run", "package"]
    subprocess.run(package, cwd=client_modules, check=True, timeout=SECONDS)
    return environment


def drive(script: str, environment: dict[str, str]) -> str:
    """Run a script; every line that begins with FAIL is a failure, and none at all too."""
    done = subprocess.run(
        ["node", f"test/editor/{script}"],
        cwd=ROOT / "vscode-client",
        env=environment,
        check=False,
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^ok ", done.stdout, re.MULTILINE), done.stdout + done.stderr
    return done.stdout


def test_commands_in_the_extension_host(environment: dict[str, str]) -> None:
    drive("api.mjs", environment)


def test_first_day(packaged: dict[str, str]) -> None:
    drive("person.mjs", packaged)


def test_real_projects(packaged: dict[str, str]) -> None:
    drive("real.mjs", packaged)


def test_no_server_installed(packaged: dict[str, str]) -> None:
    drive("trouble.mjs", packaged)


def test_second_window_picture_cancel_and_trust(packaged: dict[str, str]) -> None:
    drive("corners.mjs", packaged)
