"""On a terminal nothing of what is shown is obeyed; what programs read stays as it is."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from codewitness.cli import DONE, main
from codewitness.cli.terminal import Plain
from tests.unit.test_transcripts import Talk

SAID = "red \x1b[31m bell \x07 back \x08 tab\tline\r\nnext \u202e turned \x9b end"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_control_characters_are_shown() -> None:
    terminal = Terminal()
    print(SAID, file=Plain(terminal))  # type: ignore[arg-type]
    assert terminal.getvalue() == (
        "red \u241b[31m bell \u2407 back \u2408 tab\tline\nnext \ufffd turned \ufffd end\n"
    )


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_conversation_on_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_terminal: bool
) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "codex"))
    folder = tmp_path / "claude" / "projects" / "x"
    folder.mkdir(parents=True)
    (folder / "s1.jsonl").write_text(Talk().add("user", SAID).text)
    printed = Terminal() if is_terminal else io.StringIO()
    monkeypatch.setattr(sys, "stdout", printed)
    given = ["conversations", "context", "s1", "--root", str(tmp_path)]
    assert main(given) == DONE
    assert ("\x1b" in printed.getvalue()) is not is_terminal
    assert sys.stdout is printed
    printed.seek(0)
    printed.truncate()
    assert main([*given, "--json"]) == DONE
    said = json.loads(printed.getvalue())["messages"][0]["content"]
    assert (said == SAID) is not is_terminal
