"""What a person sees of code on the command line: which lines, and how far in."""

from __future__ import annotations

from pathlib import Path

import pytest

from codewitness.cli import DONE, NO, main
from codewitness.cli.found_lines import found_lines
from tests.protocol.buffers import write_files

CODE = """\
/**
 * Looks for the owner of a pet.
 */
@Cached
Owner find(String name) {
    log(name);

    if (name == null) {
        return null;
    }
    return owners.byPet(name);
}
""".splitlines()


@pytest.mark.parametrize(
    ("query", "declared", "expected"),
    [
        ("owner of a pet", 4, [1, 4, 10]),
        ("null name", 4, [4, 5, 7, 8]),
        ("nothing of this", 4, [4, 5, 7, 8]),
        ("owners", None, [1, 3, 4, 10]),
        ("nothing of this", None, [1, 3, 4, 5]),
    ],
)
def test_the_declaration_and_the_lines_that_fit(
    query: str, declared: int | None, expected: list[int]
) -> None:
    assert set(expected) <= set(found_lines(query, CODE, declared))


def test_the_line_that_passes_a_filter_is_among_them() -> None:
    lines = [f"  line{n}(find)" for n in range(20)]
    lines[17] = "  items.forEach((one) => this.shop.spawn(one))"
    assert 17 not in found_lines("find", lines, None)
    assert 17 in found_lines("find", lines, None, {17})


def test_each_word_of_the_query_comes_before_a_second_line_of_one() -> None:
    lines = ["def parse(", "  max: of the payload", "  too much: a payload", "  not: payload", ")"]
    lines += ["  x = 1" for _ in range(20)] + ["  masked = head & mask", "  mask = read(4)"]
    assert set(found_lines("mask frame payload", lines, 0)) & {25, 26}


def test_a_number_is_a_word() -> None:
    lines = ["class Codes:", *(f"  CODE_{n} = {n}" for n in range(1000, 1020))]
    assert 15 in found_lines("close code 1014", lines, 0)


FILES: dict[str, str | bytes] = {
    "bank.rb": "class Account\n  # Ends all.\n  def close!(why)\n    log(why)\n  end\nend\n"
    "class Branch\n  def close!(why)\n  end\nend\n",
    "desk.rb": "class Desk\n  def shut(account)\n    account.close!(2)\n  end\nend\n",
}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr("codewitness.cli.graph.MOST_SITES", 1)
    write_files(tmp_path / "project", FILES)
    return tmp_path / "project"


def test_on_the_command_line(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*words: str, status: int = DONE) -> str:
        assert main([*words, "--root", str(root), "--embedder", "none"]) == status
        return capsys.readouterr().out

    shown = run("search", "account close log", "--limit", "1")
    assert shown.startswith("bank.rb:3  bank.Account.close!  ")
    assert "       3 │   def close!(why)\n       4 │     log(why)\n" in shown
    told = run("search", "Account.close!", "--limit", "1", "--why").splitlines()[1]
    assert "0.12 the query names it" in told
    assert told.endswith(", times 1.1 function")
    shown = run("implementation", "Account.close!")
    assert "\ndef close!(why)\n  log(why)\nend\n" in shown
    shown = run("callers", "Account.close!", status=NO)
    assert shown.startswith("found no call that is known to lead to bank.Account.close!\n")
    assert "\n  desk.rb:3: account.close!(2)\n" in shown
    with (root / "desk.rb").open("a") as file:
        file.write("def late(one)\n  one.close!(3)\nend\n")
    assert "  … and 1 more: --json has them\n" in run("callers", "Account.close!", status=NO)
