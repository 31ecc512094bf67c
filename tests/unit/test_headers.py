"""How a definition is shown in one line: without comments, layout, and what opens its body."""

from __future__ import annotations

import pytest

from codewitness.engine.impact.headers import shown_header
from codewitness.features.hover import hover
from codewitness.model.text import Position
from tests.support.snapshots import snapshot_of


@pytest.mark.parametrize(
    ("language", "header", "shown"),
    [
        ("typescript", "f(\n  a: A, // the first\n  b?: B,\n): C {", "f(a: A, b?: B): C"),
        ("typescript", "f(a = 'it\\'s // x', /* b */ b) {", "f(a = 'it\\'s // x', b)"),
        ("rust", "fn f(a: &'a str, // the user's\n  b: u8) where A: B,", None),
        ("rust", "fn f(a: char, // '\n b: char) {", "fn f(a: char, b: char)"),
        ("kotlin", "val parse: (String) -> UInt = {", "val parse: (String) -> UInt"),
        ("java", "void f(char a /* ' */, int b) {", "void f(char a , int b)"),
        ("python", "def f(\n    a=(1,\n    ),  # it's\n    b='#',\n):", "def f(a=(1,), b='#')"),
        ("ruby", "def f(a = '#', # a\n  b = 1)", "def f(a = '#', b = 1)"),
    ],
)
def test_in_one_line(language: str, header: str, shown: str | None) -> None:
    assert shown_header(header, language) == (shown or "fn f(a: &'a str, b: u8) where A: B")


def test_overloads_stand_without_their_comments() -> None:
    text = (
        "/** One. */\nexport function go(a: 1): void;\n/**\n * Two (as\n * a string.\n */\n"
        "export function go(a: '2'): void;\nexport function go(a: any) { run(a); }\n"
    )
    snapshot = snapshot_of({"go.ts": text})
    card = hover(snapshot, str(snapshot.folders[0].root), "go.ts", Position(7, 17))
    assert card is not None
    assert card.markdown.split("```")[1].splitlines()[1:] == [
        "export function go(a: 1): void;",
        "export function go(a: '2'): void;",
        "export function go(a: any)",
    ]
