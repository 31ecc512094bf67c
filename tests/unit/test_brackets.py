"""A bracket that is not closed yet breaks the definition that it stands in, and no other."""
# ruff: noqa: E501 (a source is easier to read on one line)

from __future__ import annotations

import re
from collections import Counter

import pytest

from codewitness.model.text import Span, Text, TextEdit, apply_edits
from codewitness.syntax import parse
from codewitness.syntax.extract import Analysis, analyse, reanalyse, settled
from tests.support.sources import LONG_PATHS, long_source

# Path, the line behind which something is typed, what is typed, and the definitions that stay.
SMALL = [
    (
        "a.go",
        "package a\n\nfunc One() {\n\tx := 1\n\ttwo(x)\n}\n\nfunc Two() {\n\tone()\n}\n",
        "x := 1",
        "\n\tif x > 0 {",
        ["One", "Two"],
    ),
    (
        "a.cpp",
        "namespace a {\n\nOwner::Owner(\n    int x)\n    : m_x{x} {\n  use(x);\n}\n\n"
        "void two() {\n  one();\n}\n\n} // namespace a\n",
        "use(x);",
        "\n  if (m.empty( {",
        ["a", "a.Owner.Owner", "a.two"],
    ),
    (
        "A.cs",
        "class A\n{\n    void One()\n    {\n        Use();\n    }\n\n    void Two() { One(); }\n}\n",
        "Use();",
        "\n        if (x)\n        {",
        ["A", "A.One", "A.Two"],
    ),
    (
        "a.swift",
        "struct A {\n    func one() {\n        use()\n    }\n    func two() {\n        one()\n    }\n}\n",
        "use()",
        "\n        if x {",
        ["A", "A.one", "A.two"],
    ),
    (
        "a.py",
        "class A:\n    def one(self):\n        use()\n\n    def two(self):\n        return self.one()\n",
        "use()",
        "\n        return self.other(",
        ["A", "A.one", "A.two"],
    ),
    (
        "a.ts",
        "export class A {\n  one() {\n    use();\n  }\n  two() {\n    this.one();\n  }\n}\n",
        "use();",
        "\n    items.forEach((x) => {",
        ["A", "A.one", "A.two"],
    ),
    (
        "a.rs",
        "impl A {\n    fn one(&self) {\n        run();\n    }\n    fn two(&self) {\n        one();\n    }\n}\n",
        "run();",
        "\n        if let Some(x) = self.y {",
        ["A", "A.one", "A.two"],
    ),
]


def read(path: str, text: str) -> Analysis:
    analysis = analyse(path, Text.of(text), keep=False)
    assert analysis is not None
    return analysis


def names(analysis: Analysis) -> list[str]:
    found = (one.qualified_name for one in analysis.core.definitions)
    return [name for name in found if name and "<lambda" not in name]


@pytest.mark.parametrize(("path", "text", "line", "typed", "kept"), SMALL, ids=lambda one: one[:8])
def test_the_others_stay(path: str, text: str, line: str, typed: str, kept: list[str]) -> None:
    broken = read(path, text.replace(line, line + typed, 1))
    assert names(broken) == names(read(path, text)) == kept
    assert broken.core.problems


@pytest.mark.parametrize("path", LONG_PATHS)
@pytest.mark.parametrize("typed", [" {", "(", "["])
def test_wherever_it_is_typed(path: str, typed: str) -> None:
    source = long_source(path, 4, 6)
    whole = read(source.path, source.text)
    raw = whole.text.raw
    bodies = [one.body_span for one in whole.core.definitions if one.kind.is_callable]
    body = next(one for one in bodies if one is not None and one.end - one.start > 100)
    ends = [m.start() for m in re.finditer(rb"\n", raw[body.start : body.end])][1:-1]
    n_same = 0
    tried = ends[:: max(1, len(ends) // 6)]
    for end in tried:
        at = body.start + end
        broken = read(source.path, (raw[:at] + typed.encode() + raw[at:]).decode())
        n_same += Counter(names(broken)) == Counter(names(whole))
    assert n_same >= 0.8 * len(tried)


def test_the_bracket_is_told() -> None:
    _, text, line, typed, _ = SMALL[0]
    problems = read("a.go", text.replace(line, line + typed, 1)).core.problems
    assert "line 5: '{' is not closed" in [one.message for one in problems]
    problems = read("a.ts", "class A {\n  one() {}\n    }\n  two() {}\n}\n").core.problems
    assert "line 3: '}' closes nothing" in [one.message for one in problems]


@pytest.mark.parametrize(
    ("path", "text", "closed"),
    [
        ("a.js", "class A {\n  one (x) {\n    go()\n  }\n\n  two () {\n    one()\n  }\n}\n", "(x)"),
        ("a.go", "package a\n\nfunc One(x int) {\n\trun()\n}\n\nfunc Two() {\n\tOne()\n}\n", "int)"),
        ("a.ts", "class A {\n  one(x: B[]) {\n    go()\n  }\n  two() {\n    one()\n  }\n}\n", "[])"),
        ("a.java", "class A {\n    void one(int x) {\n        if (x) {\n        }\n    }\n    void two() {}\n}\n", "(x)"),
    ],
    ids=["js", "go", "ts", "condition"],
)  # fmt: skip
def test_a_head_whose_bracket_is_open(path: str, text: str, closed: str) -> None:
    """Its body and all that follows stay what they are; it is told, and nothing denied of it."""
    broken = read(path, text.replace(closed, closed[:-1], 1))
    assert names(broken) == names(read(path, text))
    line = text[: text.index(closed)].count("\n") + 1
    expected = f"line {line}: a bracket is not closed before '{{'"
    assert [one.message for one in broken.core.problems] == [expected]
    one = next(d for d in broken.core.definitions if d.name.lower() == "one")
    outline = broken.parsed().outline(one.span, one.name_span)
    assert outline is not None
    assert outline.has_error


def test_what_is_paired_is_left_alone() -> None:
    """A grammar's own errors say nothing of brackets."""
    broken = read("a.go", "package a\n\nfunc One() {\n\tx := = f(1)\n}\n\nfunc Two() {}\n")
    assert broken.core.problems
    assert not any("closed" in one.message for one in broken.core.problems)


def test_closing_it_makes_the_file_whole() -> None:
    path, text, line, typed, _ = SMALL[0]
    whole = Text.of(text.replace(line, f"{line}{typed}\n\t}}", 1))
    broken = analyse(path, Text.of(text.replace(line, line + typed, 1)))
    assert broken is not None
    at = broken.text.raw.index(typed.encode()) + len(typed)
    closed = reanalyse(broken, whole, [TextEdit(Span(at, at), b"\n\t}")])
    assert closed is not None
    fresh = analyse(path, whole)
    assert fresh is not None
    assert closed.core == fresh.core
    assert not closed.core.problems


def test_at_the_very_end() -> None:
    broken = read("a.js", "function one() {\n  two();\n}\n\n{\n")
    assert names(broken) == ["one"]
    assert [one.message for one in broken.core.problems] == ["line 5: '{' is not closed"]


def test_a_large_file_is_read_from_tree_to_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keystroke by keystroke, through a line with open brackets."""
    monkeypatch.setattr(parse, "FRESH_BYTES", 0)
    line = "        return self.other(value[1].go("
    text = (
        f"class A:\n    def one(self):\n        use()\n{line}\n    def two(self):\n        pass\n"
    )
    at = text.index(line)
    analysis = analyse("a.py", Text.of(text.replace(line, "", 1)))
    n_open = 0
    for n in range(len(line)):
        assert analysis is not None
        edit = TextEdit(Span(at + n, at + n), line[n].encode())
        after = apply_edits(analysis.text, [edit])
        analysis = reanalyse(analysis, after, [edit])
        assert analysis is not None
        assert names(analysis) == ["A", "A.one", "A.two"]
        fresh = analyse("a.py", after)
        assert fresh is not None
        assert settled(analysis).core == fresh.core
        n_open += not analysis.is_settled
    assert n_open > 10
