"""Whoever points at an overload is told of the function that runs for it."""

from __future__ import annotations

import pytest

from codewitness.features.hover import Card, hover
from codewitness.model.text import Position
from tests.support.snapshots import snapshot_of

TYPESCRIPT = """\
export function go(a: number): string
export function go(a: string): string
export function go(a: any) {
  return show(a, go2)
}
class Cart {
  add(a: 1): void
  add(a: any) { this.rows.push(a) }
}
"""
PYTHON = """\
from typing import overload

@overload
def go(a: int) -> str: ...
@overload
async def go(a: str) -> str: ...
def go(a):
    return show(a)
@go.register
def other(a): ...
def alone(a): pass
"""


def card(path: str, text: str, line: int, word: str) -> Card | None:
    snapshot = snapshot_of({path: text})
    character = text.split("\n")[line].index(word) + 1
    root = str(snapshot.folders[0].root)
    return hover(snapshot, root, path, Position(line, character))


@pytest.mark.parametrize(
    ("line", "word", "shown"),
    [(0, "go", "show"), (1, "go", "show"), (2, "go", "show"), (6, "add", "this.rows.push")],
)
def test_typescript(line: int, word: str, shown: str) -> None:
    found = card("a.ts", TYPESCRIPT, line, word)
    assert found is not None
    assert f"calls `{shown}`" in found.markdown
    assert found.is_at_name == (line == 2)


@pytest.mark.parametrize("line", [3, 5, 6])
def test_python(line: int) -> None:
    found = card("a.py", PYTHON, line, "go")
    assert found is not None
    assert "calls `show`" in found.markdown
    assert found.is_at_name == (line == 6)


@pytest.mark.parametrize(
    ("path", "text", "line", "word"),
    [
        ("a.ts", TYPESCRIPT, 0, "number"),
        ("a.ts", TYPESCRIPT, 0, "export"),
        ("a.ts", TYPESCRIPT, 3, "go2"),
        ("a.py", PYTHON, 2, "overload"),
        ("a.py", PYTHON, 7, "show"),
        ("a.py", PYTHON, 8, "go"),
    ],
)
def test_nothing_else_has_a_card(path: str, text: str, line: int, word: str) -> None:
    assert card(path, text, line, word) is None


def test_a_long_name_is_told_by_its_end() -> None:
    path = "packages/tools/source/lib/runners/git-executor-chain.ts"
    found = card(path, "export class GitExecutorChain {\n  push(task) { go(task) }\n}\n", 1, "push")
    assert found is not None
    assert found.markdown.startswith(
        "**method** `…lib.runners.git-executor-chain.GitExecutorChain.push`"
    )
