"""What a person is told who is new to it: the wrong folder, long lists, names that are no names."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Protocol

import pytest

from codewitness.cli import DONE, NO, NOT_DONE, WRONG_USE, _parser, main
from tests.protocol.buffers import write_files


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "project").mkdir()
    return tmp_path / "project"


class Asking(Protocol):
    def __call__(self, *given: str, status: int = DONE) -> tuple[str, str]:
        """What a command prints on stdout and on stderr."""


@pytest.fixture
def told(root: Path, capsys: pytest.CaptureFixture[str]) -> Asking:
    def ask(*given: str, status: int = DONE) -> tuple[str, str]:
        assert main([*given, "--root", str(root), "--embedder", "none"]) == status
        shown = capsys.readouterr()
        return shown.out, shown.err

    return ask


def test_a_folder_without_a_file_that_is_read_is_told(told: Asking, root: Path) -> None:
    (root / "picture.png").write_bytes(b"\0")
    said = f"no file that can be read is in {root.resolve()}"
    assert said in told("search", "x", status=NO)[1]
    assert said in told("signals", "x", status=WRONG_USE)[1]
    write_files(root, {"a.py": "x = 1\n"})
    assert said not in told("search", "zzz", "--mode", "lexical", status=NO)[1]


def test_long_lists_are_counted_or_said_to_be_cut(told: Asking, root: Path) -> None:
    calls = "".join(f"def one_{n}(): go()\n" for n in range(30))
    classes = "".join(f"class A{n}:\n    def same(self): ...\n" for n in range(60))
    write_files(root, {"a.py": f"def go(): ...\ndef few(): ...\ndef b(): few()\n{calls}{classes}"})
    assert told("callers", "go")[0].endswith("\n30 callers\n")
    assert not told("callers", "few")[0].endswith("callers\n")
    shown = told("callers", "same", status=NO)[0]
    assert shown.endswith("\n  … and perhaps more\n")


def test_what_would_steer_the_terminal_is_not_printed(told: Asking, root: Path) -> None:
    write_files(root, {"bad\x1b[2J\n.py": "def go():\n    say('\x1b[31m')\ndef on():\tgo()\n"})
    for given in (("signals", "go"), ("callers", "go"), ("search", "go", "--mode", "lexical")):
        shown = told(*given)[0]
        assert "\x1b" not in shown
        assert "bad�[2J�.py:" in shown
    assert "def on():\tgo()" in told("callers", "go")[0]


def test_an_impact_of_nothing_says_since_when(told: Asking, root: Path) -> None:
    write_files(root, {"a.py": "x = 1\n"})
    for command in (
        ("init", "-q"),
        ("add", "."),
        ("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x"),
    ):
        subprocess.run(["git", "-C", str(root), *command], check=True)
    assert told("impact")[0] == "no definition does anything else than in the last commit\n"


def test_who_starts_the_server_in_a_terminal_is_told_what_it_is() -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "codewitness"]
    with subprocess.Popen(command, stdin=theirs, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        assert "waits for an editor; Ctrl+C ends it" in server.stderr.readline()
        assert "`codewitness --help`" in server.stderr.readline()
        server.send_signal(signal.SIGINT)
        os.close(ours)
        os.close(theirs)
        assert "Traceback" not in server.stderr.read()


def test_a_model_that_can_not_be_used_is_told_in_a_line(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_files(root, {"a.py": "x = 1\n"})
    given = ["search", "x", "--root", str(root), "--embedder"]
    with pytest.raises(SystemExit) as ended:
        main([*given, "foo"])
    assert ended.value.code == WRONG_USE
    assert "argument --embedder: takes static, static:FOLDER" in capsys.readouterr().err
    program = [sys.executable, "-m", "codewitness", *given, f"static:{tmp_path}/none"]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.returncode == NOT_DONE
    assert done.stderr.startswith("codewitness: embedding model 'none': model.safetensors can't")
    assert done.stderr.count("\n") == 1


def test_an_index_that_is_not_kept_is_told(
    told: Asking, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(root, {"a.py": "x = 1\n", "../file": ""})
    assert "temporary" not in told("search", "x")[1]
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "file"))
    said = "the folder of the index can't be written (Not a directory): the index is temporary"
    assert said in told("search", "x")[1]


def test_all_that_can_be_typed_is_explained() -> None:
    silent = []

    def look(parser: argparse.ArgumentParser, name: str) -> None:
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                for word, below in action.choices.items():
                    look(below, f"{name} {word}")
            elif not action.help:
                silent.append(f"{name}: {action.option_strings or action.dest}")

    look(_parser(), "codewitness")
    assert silent == []
