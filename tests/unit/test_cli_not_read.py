"""Which files were not read, as `codewitness status` tells it."""

from __future__ import annotations

from pathlib import Path

import pytest

from codewitness.cli import DONE, NO, WRONG_USE, main
from codewitness.cli.not_read import size
from tests.protocol.buffers import write_files

FILES: dict[str, str | bytes] = {
    "good.py": "def good(): pass\n",
    "web/broken.py": "def broken(:\n",
    "big.py": b"x = 1\n" * 500_000,
    "a.png": b"\0",
    "b.png": b"\0",
    "c.xyz": "text",
    "#c%20d?.min.js": "function a(){}\n",
    **{f"bad/{n}.py": "def broken(:\n" for n in range(3)},
}


def test_files_are_named_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr("codewitness.cli.not_read.MOST_NAMED", 2)
    write_files(tmp_path / "project", FILES)
    assert main(["status", "--root", str(tmp_path / "project"), "--embedder", "none"]) == DONE
    shown = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert shown[shown.index("1 not read: too large") + 1] == "big.py: 3.0 MB, limit 2.0 MB"
    assert shown[shown.index("1 not read: generated") + 1].startswith("#c%20d?.min.js: ")
    assert "3 not read: in no language that is known (2 .png, .xyz)" in shown
    first, second, rest = shown[shown.index("4 read with syntax errors") + 1 :][:3]
    assert first.endswith(".py: line 1: '(' is not closed")
    assert second.endswith(".py: line 1: '(' is not closed")
    assert rest == "… and 2 more"


def test_who_asks_for_what_is_in_such_a_file_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    write_files(tmp_path / "project", {**FILES, "good.xyz": "text"})
    where = ("--root", str(tmp_path / "project"), "--embedder", "none")
    why = "big.py is not read (size: 3000000 bytes, limit 2000000)"
    for asked in ("big.py::x", "big.x", "big.py:1"):
        assert main(["signals", asked, *where]) == WRONG_USE
        assert why in capsys.readouterr().err
    assert main(["verify", "big.x calls y", *where]) == NO
    assert f"no definition is named 'big.x': {why}" in capsys.readouterr().out
    assert main(["signals", "good.bad", *where]) == WRONG_USE  # of `good.xyz` nobody expects code
    assert "is not read" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("n_bytes", "shown"),
    [
        (0, "0 bytes"),
        (999, "999 bytes"),
        (1_000, "1.0 kB"),
        (12_701, "13 kB"),
        (8_392_358, "8.4 MB"),
    ],
)
def test_sizes(n_bytes: int, shown: str) -> None:
    assert size(n_bytes) == shown


def test_one_of_a_thing_is_no_plural(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    write_files(tmp_path / "one", {"a.py": "def load(x):\n    return open(x)\n"})
    told = ["--root", str(tmp_path / "one"), "--embedder", "none"]
    assert main(["status", *told]) == DONE
    assert "1 chunk, 1 symbol, 1 call site\n" in capsys.readouterr().out
    main(["doctor", *told])
    shown = capsys.readouterr().out
    assert "index: 1 file, 1 chunk, 1 symbol, 1 call site," in shown
    assert "watching: 1 folder, by" in shown or "watching: by watchfiles" in shown
