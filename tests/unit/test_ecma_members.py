"""Call signatures with type parameters that no semicolon separates, as the parser gets them."""

from __future__ import annotations

import pytest

from codewitness.syntax.languages import tsx, typescript
from codewitness.syntax.languages.ecma_members import end_members
from codewitness.syntax.parse import parse

APART = [
    b"interface A {\n  (x: B): C\n  <T>(x: T): D\n}\n",
    b"interface A {\n  <T>(x: T): B<C>\n\n  // two\n  <\n    T extends B = C,\n  >(x: T): D[]\n}\n",
    b"interface A {\r\n  m(): string\r\n  /** Two. */\r\n  <const T, U>(x: T): 'a'\r\n}\r\n",
    b"type A = {\n  x: { y: 1 }\n  /*\n   * Two.\n   */\n  <T>(x: T): (y: T) => void\n}\n",
]
LEFT = [
    b"interface A {\n  <T>(x: T): void\n}\n",
    b"interface A {\n  m():\n    <T>(x: T) => T;\n}\n",
    b"const x = a\n  < b && c\n  > (d);\n",
    b"const f =\n  <T>(x: T) => x;\n",
]


@pytest.mark.parametrize("raw", APART)
def test_signatures_are_set_apart(raw: bytes) -> None:
    found = end_members(raw)
    assert len(found) == len(raw)
    assert [a for a, b in zip(raw, found, strict=True) if a != b] == [ord(" ")]
    assert not parse(raw, "typescript", typescript.SPEC).root_node.has_error


@pytest.mark.parametrize("raw", LEFT)
def test_other_lines_are_left(raw: bytes) -> None:
    assert end_members(raw) == raw


def test_elements_are_none() -> None:
    raw = b"const a = (\n  <div>\n    <b>(text)</b>\n    <i>(x)</i>\n  </div>\n)\n"
    assert end_members(raw, has_elements=True) == raw
    assert not parse(raw, "tsx", tsx.SPEC).root_node.has_error


@pytest.mark.parametrize(
    "rest", [b"        \n" * 60, b"  // c\r\n" * 60, b"  /* c */   \n" * 60, b" /* c \n" * 3_000]
)
def test_long_gaps_are_read_at_once(rest: bytes) -> None:
    """In each of these a pattern could try the more ways the longer they are."""
    raw = b"f()\n" + rest + b"x"
    assert end_members(raw) == raw
