"""Texts that nest without end, or whose nodes have more or fewer parts than a grammar promises."""

from __future__ import annotations

import pytest

from codewitness.model.text import Text
from codewitness.syntax.extract import Analysis, analyse

N = 1_500
JOINED = {
    "a.py": ("def f(x):\n    if ", "x", " and ", ": g()\n"),
    "a.ts": ("function f(x: any) { if (", "x", " && ", ") g() }\n"),
    "a.js": ("function f(x) { if (", "x", " || ", ") g() }\n"),
    "a.kt": ("fun f(x: Any) { if (", "x", " && ", ") g() }\n"),
    "A.java": ("class A { void f(boolean x) { if (", "x", " && ", ") g(); } }\n"),
    "A.cs": ("class A { void f(bool x) { if (", "x", " && ", ") g(); } }\n"),
    "a.swift": ("func f(x: Bool) { if ", "x", " && ", " { g() } }\n"),
    "a.rb": ("def f(x)\n  g if ", "x", " && ", "\nend\n"),
    "a.rs": ("fn f(x: bool) { if ", "x", " && ", " { g() } }\n"),
    "a.go": ("package a\nfunc f(x bool) { if ", "x", " && ", " { g() } }\n"),
    "a.c": ("void f(int x) { if (", "x", " && ", ") g(); }\n"),
}
NEGATED = {
    "a.py": ("def f(x):\n    if ", "not ", "x: g()\n"),
    "a.ts": ("function f(x: any) { if (", "!", "x) g() }\n"),
    "a.kt": ("fun f(x: Any) { if (", "!", "x) g() }\n"),
}


def analysis_of(path: str, source: str) -> Analysis:
    found = analyse(path, Text.of(source))
    assert found is not None
    return found


def calls(path: str, source: str) -> list[str]:
    """Names of all that the definition `f` calls."""
    core = analysis_of(path, source).core
    return [call.name for one in core.definitions if one.name == "f" for call in one.facts.calls]


@pytest.mark.parametrize("path", JOINED)
def test_a_long_chain_of_conditions_is_read(path: str) -> None:
    before, term, operator, after = JOINED[path]
    assert calls(path, before + operator.join([term] * N) + after) == ["g"]


@pytest.mark.parametrize("path", NEGATED)
def test_many_negations_are_read(path: str) -> None:
    before, sign, after = NEGATED[path]
    assert calls(path, before + sign * N + after) == ["g"]


@pytest.mark.parametrize(
    "checked", ["x is /* of */ String", "x is", "is String", "x !is /**/ /**/"]
)
def test_a_check_with_other_parts_comes_to_an_end(checked: str) -> None:
    # Of a check without a type, what follows is the type: `g` is called by another name then.
    found = calls("a.kt", f"fun f(x: Any) {{\n    val y = {checked}\n    g()\n}}\n")
    assert [name.split()[-1] for name in found] == ["g"]


def test_a_comment_hides_no_check() -> None:
    source = "class A {{ fun a() {{}} }}\nfun f(x: Any) {{ if (x is {}A) x.a() }}\n"
    plain = analysis_of("a.kt", source.format("")).core.definitions[-1].facts.flow
    hidden = analysis_of("a.kt", source.format("/* */ ")).core.definitions[-1].facts.flow
    assert '"A"' in plain
    assert plain.count('"A"') == hidden.count('"A"')
