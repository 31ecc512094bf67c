"""The reader of Markdown cases: what a marker means, and what is refused with a way out."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import markers
from tests.support.markers import (
    COMMENT_BY_LANGUAGE,
    SIGNAL_FLAGS,
    SIGNAL_ITEMS,
    Case,
    Mark,
    MarkerError,
    MarkKind,
    load_cases,
    parse_cases,
)

SOURCE = Path("cases/example.md")


def case_of(body: str, *, path: str = "a.py", language: str = "python") -> Case:
    (case,) = parse_cases(f"# Title\n`{path}`\n```{language}\n{body}\n```\n", SOURCE)
    return case


def marks_of(body: str, *, path: str = "a.py", language: str = "python") -> list[Mark]:
    return case_of(body, path=path, language=language).marks_of(path)


def marked_text(case: Case, mark: Mark, version: int = 0) -> str:
    return case.text(mark.path, version).encode()[mark.start_byte : mark.end_byte].decode()


def refusal(body: str) -> MarkerError:
    with pytest.raises(MarkerError) as refused:
        case_of(body)
    return refused.value


def test_a_case_has_title_files_marks_and_blocks() -> None:
    text = """# Calls
Prose is for people.
## Through an attribute
`store.py`
```python
class Store:
    def write(self, row): ...     #: def write = Store.write
```
`writer.go`
```go
func save() {        //: def save = save
    store.Write(row) //: call Write -> Store.write [typed] as ev1
}
```
```verify
claim "save writes" => supported by ev1
```
```golden hover Writer.save
card
```
"""
    (case,) = parse_cases(text, SOURCE)
    assert case.title == "Calls / Through an attribute"
    assert (case.source, case.line) == (SOURCE, 3)
    assert case.language_by_path == {"store.py": "python", "writer.go": "go"}
    assert case.text("store.py") == "class Store:\n    def write(self, row): ...\n"
    assert case.text("writer.go") == "func save() {\n    store.Write(row)\n}\n"
    assert [(b.kind, b.argument, b.text) for b in case.blocks] == [
        ("verify", "", 'claim "save writes" => supported by ev1\n'),
        ("golden", "hover Writer.save", "card\n"),
    ]
    (call,) = case.marks_of("writer.go", kind=MarkKind.CALL)
    assert call == Mark(
        path="writer.go",
        line=1,
        span_start=10,
        span_end=15,
        start_byte=24,
        end_byte=29,
        kind=MarkKind.CALL,
        anchor="Write",
        target="Store.write",
        tag="typed",
        name="ev1",
        source_line=12,
    )


def test_each_heading_with_fences_is_a_case() -> None:
    fence = "`a.py`\n```python\npass\n```\n"
    cases = parse_cases(f"# A\n{fence}## B\nprose\n## C #\n{fence}# D\n{fence}", SOURCE)
    assert [case.title for case in cases] == ["A", "A / C", "D"]


def test_headings_in_a_fence_are_source() -> None:
    assert case_of("# not a heading\n`x`").text("a.py") == "# not a heading\n`x`\n"


@pytest.mark.parametrize("language", COMMENT_BY_LANGUAGE)
def test_each_language_has_its_comment_token(language: str) -> None:
    token = COMMENT_BY_LANGUAGE[language]
    case = case_of(f"go(x)  {token}: signal go = call.external", language=language)
    assert case.text("a.py") == "go(x)\n"
    assert [mark.target for mark in case.marks_of("a.py")] == ["call.external"]


def test_markers_alone_speak_of_the_code_line_above() -> None:
    case = case_of("first()\nsecond(x)\n    #: ref x = ?\n#: call second -> second\nthird()")
    assert case.text("a.py") == "first()\nsecond(x)\nthird()\n"
    assert [(m.line, m.anchor, marked_text(case, m)) for m in case.marks_of("a.py")] == [
        (1, "x", "x"),
        (1, "second", "second"),
    ]


def test_several_markers_on_a_line() -> None:
    marks = marks_of("f(g)  #: call f -> f ;; ref g -> g [bare] as r ;; signal g = parameter")
    assert [(m.kind, m.anchor, m.tag, m.name) for m in marks] == [
        ("call", "f", None, None),
        ("ref", "g", "bare", "r"),
        ("signal", "g", None, None),
    ]


@pytest.mark.parametrize(
    ("code", "marker", "anchor", "target"),
    [
        ("x = a [0]", "signal `a [0]` = subscript", "a [0]", "subscript"),
        ("for (;;) {}", "ref `for (;;)` = `a b`", "for (;;)", "a b"),
        ("go( ;; )", "ref `( ;; )` = ?", "( ;; )", "?"),
        ("x = `a b`", "ref `` `a b` `` = ?", "`a b`", "?"),
        ("x = ``", "ref `` = ?", "``", "?"),
        ("@rows[1] = 2", "signal @rows = read", "@rows", "read"),
        ("this.#secret()", "call #secret -> secret", "#secret", "secret"),
        ("raise E", "signal E = raise", "E", "raise"),
    ],
)
def test_anchors_are_pieces_of_the_line(code: str, marker: str, anchor: str, target: str) -> None:
    case = case_of(f"{code}  #: {marker}")
    (mark,) = case.marks_of("a.py")
    assert (mark.anchor, mark.target) == (anchor, target)
    assert marked_text(case, mark) == anchor


def test_anchors_are_whole_words_and_numbered_when_there_are_several() -> None:
    case = case_of("for i in items: i(i)  #: ref i#3 = ? ;; call i#2 -> ?")
    assert [m.span_start for m in case.marks_of("a.py")] == [18, 16]


def test_spans_are_bytes_in_the_line_and_in_the_file() -> None:
    case = case_of("π = '🐍'\nä = f(π)  #: ref π = ? ;; call f -> ?")
    pi, f = case.marks_of("a.py")
    assert (pi.span_start, pi.span_end, f.span_start) == (7, 9, 5)
    assert marked_text(case, pi) == "π"
    assert marked_text(case, f) == "f"


def test_a_second_fence_is_an_edit() -> None:
    text = """# Edit
`a.py`
```python
old()  #: call old -> ? as it
```
`a.py`
```python
# longer
new()  #: call new -> ? as it
```
"""
    (case,) = parse_cases(text, SOURCE)
    assert case.files == {"a.py": ["old()\n", "# longer\nnew()\n"]}
    assert [m.anchor for m in case.marks_of("a.py")] == ["old"]
    assert case.marks_of("a.py", -1) == case.marks["a.py", 1]
    assert marked_text(case, case.marks["a.py", 1][0], version=1) == "new"


def test_files_of_other_languages_are_taken_as_they_are() -> None:
    (case,) = parse_cases("# T\n`R.md`\n````markdown\n# Head #: def\n```\n````\n", SOURCE)
    assert case.text("R.md") == "# Head #: def\n```\n"
    assert case.marks_of("R.md") == []


def test_ordinary_comments_stay() -> None:
    body = "# def x = y\nx = 'a#: b'  # see #1: later"
    assert case_of(body).text("a.py") == body + "\n"


@pytest.mark.parametrize("target", sorted(SIGNAL_ITEMS | SIGNAL_FLAGS))
def test_signals_are_items_or_flags(target: str) -> None:
    (mark,) = marks_of(f"def f():  #: signal f = {target}")
    assert mark.is_flag == (target in {"loop", "conditional", "try", "async"})


@pytest.mark.parametrize(
    ("body", "line", "problem", "fix"),
    [
        ("f(f)  #: call f -> ?", 4, "'f' is 2 times in a.py line 1", "f#1 to f#2"),
        ("f(f)  #: call f#3 -> ?", 4, "no 'f' number 3", "there are 2"),
        ("f(f)  #: call f#0 -> ?", 4, "no 'f' number 0", "from 1"),
        ("f()\n  #: call g -> ?", 5, "no 'g' in a.py line 1", "copy the anchor"),
        ("rows()  #: call row -> ?", 4, "no 'row'", "whole words"),
        ("f()  #: calls f -> ?", 4, "can't read the marker", "def|call|ref|signal|chunk"),
        ("f()  #:call f", 4, "can't read the marker", "TARGET"),
        ("f()  #: signal f = reads", 4, "no signal 'reads'", "call.external"),
        ("f()  #:", 4, "an empty marker", "cut it"),
        ("f()  #: call f -> ? ;;", 4, "an empty marker", "cut it"),
        ("#: call f -> ?\nf()", 4, "without a code line above", "below one"),
        ("f(x)  #: call f -> ? as e ;; ref x -> ? as e", 4, "named 'e'", "another name"),
    ],
)
def test_markers_that_mean_nothing_are_refused(
    body: str, line: int, problem: str, fix: str
) -> None:
    error = refusal(body)
    assert (error.source, error.line) == (SOURCE, line)
    assert problem in error.problem
    assert fix in error.fix
    assert str(error).startswith(f"{SOURCE}:{line}: ")


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("# T\n```python\npass\n```\n", 2, "a fence of python without a path"),
        ("# T\n`a.py`\n```python\npass\n", 3, "never closed"),
        ("# T\n`a.py`\n", 2, "no code fence follows"),
        ("# T\n`a.py`\n# U\n", 2, "no code fence follows"),
        ("# T\n`a.py`\n```verify\n```\n", 2, "no code fence follows"),
        ("# T\n`a`\n```c\n```\n`a`\n```cpp\n```\n", 6, "`a` was c and is cpp"),
        ("# T\n```verify\n```\n# T\n```verify\n```\n", 4, "two cases are called 'T'"),
    ],
)
def test_files_that_are_no_cases_are_refused(text: str, line: int, problem: str) -> None:
    with pytest.raises(MarkerError) as refused:
        parse_cases(text, SOURCE)
    assert refused.value.line == line
    assert problem in refused.value.problem


def test_names_may_not_be_shared_by_two_files() -> None:
    one = "`{0}`\n```python\nf()  #: call f -> ? as e\n```\n"
    with pytest.raises(MarkerError, match="named 'e'"):
        parse_cases("# T\n" + one.format("a.py") + one.format("b.py"), SOURCE)


def test_cases_are_loaded_by_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "tests" / "cases" / "calls" / "deep"
    folder.mkdir(parents=True)
    fence = "`a.py`\n```python\npass\n```\n"
    (folder / "b.md").write_text(f"# B\n{fence}", "utf-8")
    (folder.parent / "a.md").write_text(fence, "utf-8")
    monkeypatch.setattr(markers, "CASES", folder.parent.parent)
    cases = load_cases("calls")
    assert [(case.title, case.source.as_posix()) for case in cases] == [
        ("a", "tests/cases/calls/a.md"),
        ("B", "tests/cases/calls/deep/b.md"),
    ]
    with pytest.raises(FileNotFoundError, match="no folder of cases"):
        load_cases("call")


_LINE = st.text(st.characters(codec="utf-8", exclude_characters="\n\r`~:"))
_WORD = st.from_regex(r"[a-zé]{1,6}", fullmatch=True)


@settings(deadline=None)
@given(before=st.lists(_LINE), words=st.lists(_WORD, min_size=1, unique=True), data=st.data())
def test_what_is_marked_is_what_the_span_holds(
    before: list[str], words: list[str], data: st.DataObject
) -> None:
    word = data.draw(st.sampled_from(words))
    case = case_of("\n".join([*before, f"{' '.join(words)}  #: ref {word} = ?"]))
    assert case.text("a.py") == "".join(f"{line}\n" for line in [*before, " ".join(words)])
    (mark,) = case.marks_of("a.py")
    assert mark.line == len(before)
    assert marked_text(case, mark) == word
