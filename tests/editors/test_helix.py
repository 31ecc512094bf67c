"""Helix with the files of `editors/helix`: what a person sees, and what keys lead to."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from codewitness.platform.client_process import is_running
from tests.editors.conftest import ROOT, editor
from tests.editors.terminal import SECONDS, Terminal

ARGUMENTS_SINCE = (25, 7)  # the version in which commands take arguments
CODE = """\
class Reader:
    def load(self, path):
        self.check()
        return self.source.read(path)

    def check(self):
        raise ValueError("empty")


def main(reader: Reader):
    reader.load("orders.csv")
"""
CLAIMS = "Reader.load calls check\nReader.check never raises ValueError\n"
BROKEN = "This claim no longer holds"
CALLERS = "orders.Reader.load has 1 caller:  orders.main [typed]: orders.py:11"


@pytest.fixture(scope="module")
def program() -> Path:
    return editor("helix") / "hx"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with a project, and the user's configuration with the server on the path."""
    shop, config, programs = (tmp_path / name for name in ("shop", "config/helix", "bin"))
    for folder in (shop / ".codewitness", config, programs):
        folder.mkdir(parents=True)
    (shop / "orders.py").write_text(CODE)
    (shop / ".codewitness" / "claims.md").write_text(CLAIMS)
    for name in ("languages.toml", "config.toml"):
        (config / name).write_text((ROOT / "editors" / "helix" / name).read_text("utf-8"))
    server = programs / "codewitness"
    note = f'[ -e "{tmp_path}/pid" ] || echo $$ >"{tmp_path}/pid"'  # of the first, the server
    server.write_text(f'#!/bin/sh\n{note}\nexec "{sys.executable}" -m codewitness "$@"\n')
    server.chmod(0o755)
    subprocess.run(["git", "init", "-q"], cwd=shop, check=True)
    return tmp_path


def opened(program: Path, place: Path) -> Terminal:
    env = {
        "PATH": f"{place / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "server"),
        "XDG_CONFIG_HOME": str(place / "config"),
        **{f"CODEWITNESS_{kind}_DIR": str(place / kind) for kind in ("CACHE", "DATA", "STATE")},
        "XDG_CACHE_HOME": str(place / "cache"),
    }
    return Terminal([str(program), "orders.py"], place / "shop", env)


def version_of(program: Path) -> tuple[int, int]:
    done = subprocess.run([program, "--version"], check=True, capture_output=True, text=True)
    found = re.search(r"(\d+)\.(\d+)", done.stdout)
    assert found, done.stdout
    return int(found[1]), int(found[2])


def goes_to(helix: Terminal, text: str) -> None:
    """Search for a text: the cursor is at its last character then."""
    helix.keys("Escape")
    helix.write(f"/{text}")
    helix.shows(f"search:{text}")
    helix.keys("Enter")


def runs(helix: Terminal, command: str) -> None:
    helix.keys("Escape")
    helix.write(f":{command}")
    helix.keys("Enter")


def check_keys(helix: Terminal) -> None:
    """Those that ask the command line."""
    goes_to(helix, "def load")
    helix.keys("Space", "x", "c")
    helix.shows('orders.py:11: reader.load("orders.csv")')
    goes_to(helix, "def main")
    helix.keys("Space", "x", "c")
    helix.shows("found no call of orders.main")  # which is no failure


def test_what_a_person_sees(program: Path, place: Path) -> None:
    version = version_of(program)
    with opened(program, place) as helix:
        helix.shows("● 1")  # the claim that does not hold, so the server is attached
        server = int((place / "pid").read_text())

        goes_to(helix, "def load")
        helix.keys("Space", "k")
        helix.shows("calls self.check, self.source.read")  # the hover

        helix.keys("Escape", "Space", "a")
        helix.shows("Show who calls load (1 caller)")
        helix.keys("Enter")
        helix.shows(CALLERS)

        helix.keys("Escape", "g", "e", "o")
        helix.write("def ping(): return Reader().load(1)")
        helix.keys("Escape", "Space", "S")
        helix.shows("kind name")
        helix.write("ping")
        helix.shows("function ping orders")  # nothing is saved

        goes_to(helix, "ValueE")
        helix.shows(BROKEN)
        helix.keys("Space", "a")
        helix.shows("Give up this claim")
        helix.keys("Enter")
        helix.shows_no(BROKEN)

        runs(helix, "lsp-workspace-command")
        helix.shows("codewitness.session.start")  # among the commands to pick from
        if version >= ARGUMENTS_SINCE:
            runs(helix, 'lsp-workspace-command codewitness.lens.callers {"symbol": "Reader.load"}')
            screen = helix.shows("orders.Reader.load has 2 callers:")
            assert "orders.main.ping [typed]: orders.py:12" in screen
            runs(helix, 'lsp-workspace-command codewitness.lens.callers {"symbol": "lode"}')
            helix.shows("symbol: no definition is named 'lode'")
            check_keys(helix)

        runs(helix, "quit-all!")
        helix.ends()
    until = time.monotonic() + SECONDS
    while is_running(server):
        assert time.monotonic() < until, "the server has outlived Helix"
        time.sleep(0.05)
