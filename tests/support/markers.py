"""Test cases written as Markdown: headings, prose, source files with anchored markers.

Headings give a case its title; a line that holds only `` `path` `` names the file of the next code
fence; the comments in that fence that begin with `#:` or `//:` say what is expected of the line
they trail, or, standing alone, of the code line above them:

    `store.py`
    ```python
    def save(self, row):       #: def save = Store.save
        self.rows.append(row)  #: signal self.rows.append = call.external ;; signal row = parameter
                               #: call append -> ? [external] as ev1
    ```

A marker reads `KIND ANCHOR[#n] (=|->) TARGET [TAG] [as NAME]`. ANCHOR is a piece of the line, found
as whole words (`row` is not in `rows`), in back-ticks if it has blanks; where it occurs more than
once `#n` says which. Markers are cut out, with the blanks before them, before anybody reads the
source, so no marker can satisfy itself. A second fence for a path in one case is that file after an
edit. Fences without a path, such as those called `verify` and `golden`, are kept as blocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path

CASES = Path(__file__).resolve().parent.parent / "cases"

# The comment token of each language whose fences are read for markers.
COMMENT_BY_LANGUAGE: Mapping[str, str] = {
    **dict.fromkeys(("python", "ruby", "bash", "elixir", "toml", "yaml"), "#"),
    **dict.fromkeys(
        ("java", "kotlin", "typescript", "tsx", "javascript", "go", "csharp", "swift"), "//"
    ),
    **dict.fromkeys(("objc", "c", "cpp", "rust", "dart", "php", "scala"), "//"),
    **dict.fromkeys(("lua", "sql"), "--"),
}

SIGNAL_ITEMS = frozenset(
    {
        "call.internal",
        "call.external",
        "read",
        "write",
        "subscript",
        "parameter",
        "raise",
        "handle",
    }
)
SIGNAL_FLAGS = frozenset({"loop", "conditional", "try", "async"})

_BLOCK_WORDS = frozenset({"verify", "verdicts", "golden", "impact", "hierarchy"})
_HEADING = re.compile(r"(#{1,6})\s+(.+?)\s*#*\s*$")
_PATH = re.compile(r"`([^`]+)`\s*$")
_FENCE = re.compile(r"(`{3,}|~{3,})\s*(\S*)\s*(.*?)\s*$")
_QUOTED = r"``.+?``|`[^`]*`"
_PIECES = re.compile(rf"(?:{_QUOTED}|(?!\s;;(?:\s|$)).)+")
_MARK = re.compile(
    rf"""(?P<kind>def|call|ref|signal|chunk|line)
    \s+(?P<anchor>{_QUOTED}|\S+?)(?:\#(?P<nth>\d+))?
    \s+(?:=|->)
    \s+(?P<target>{_QUOTED}|\S+)
    (?:\s+\[(?P<tag>[^\]]+)\])?
    (?:\s+as\s+(?P<name>[\w-]+))?$""",
    re.VERBOSE,
)


class MarkerError(ValueError):
    """A case file that can't be read; the message says where and how to mend it."""

    def __init__(self, source: Path, line: int, problem: str, fix: str) -> None:
        super().__init__(f"{source}:{line}: {problem}; {fix}")
        self.source = source
        self.line = line
        self.problem = problem
        self.fix = fix


class MarkKind(StrEnum):
    """What a marker speaks of."""

    DEF = "def"
    CALL = "call"
    REF = "ref"
    SIGNAL = "signal"
    CHUNK = "chunk"
    LINE = "line"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One expectation about the text `anchor` in a file of a case.

    `line` is 0-based; `span_start` and `span_end` are UTF-8 byte columns in that line,
    `start_byte` and `end_byte` the same place counted from the start of the file.
    `source_line` is the marker's own 1-based line in the Markdown file.
    """

    path: str
    line: int
    span_start: int
    span_end: int
    start_byte: int
    end_byte: int
    kind: MarkKind
    anchor: str
    target: str
    tag: str | None
    name: str | None
    source_line: int

    @property
    def is_flag(self) -> bool:
        """True for a signal that a whole definition has, such as `loop`."""
        return self.kind is MarkKind.SIGNAL and self.target in SIGNAL_FLAGS


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A fence that is no source file: its first word, the rest of that line, and its text."""

    kind: str
    argument: str
    text: str
    source_line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One heading of a case file that has fences.

    `files` holds the versions of each path, oldest first; `marks` those of `(path, version)`.
    """

    title: str
    source: Path
    line: int
    files: dict[str, list[str]]
    language_by_path: dict[str, str]
    marks: dict[tuple[str, int], list[Mark]]
    blocks: list[Block]

    def text(self, path: str, version: int = 0) -> str:
        """Text of `path` without its markers; version -1 is the last."""
        return self.files[path][version]

    def marks_of(self, path: str, version: int = 0, kind: MarkKind | None = None) -> list[Mark]:
        """Marks of one version of `path`, in the order written, perhaps of one kind only."""
        index = range(len(self.files[path]))[version]
        return [mark for mark in self.marks[path, index] if kind is None or mark.kind is kind]


def load_cases(folder_name: str) -> list[Case]:
    """All cases of the Markdown files under tests/cases/`folder_name`, in order of path."""
    folder = CASES / folder_name
    if not folder.is_dir():
        raise FileNotFoundError(f"no folder of cases: {folder}")
    return list(_cases_below(folder))


@cache
def _cases_below(folder: Path) -> tuple[Case, ...]:
    return tuple(
        case
        for path in sorted(folder.rglob("*.md"))
        for case in parse_cases(path.read_text("utf-8"), path.relative_to(CASES.parent.parent))
    )


def parse_cases(text: str, source: Path) -> list[Case]:
    """The cases of one Markdown file; `source` is only named in them and in errors."""
    reader = _Reader(source)
    for number, line in enumerate(text.split("\n"), 1):
        reader.read(number, line)
    return reader.finish()


@dataclass(slots=True)
class _Fence:
    """A fence that has been opened and not yet closed."""

    closing: re.Pattern[str]
    word: str
    argument: str
    path: str | None
    opened_at: int
    lines: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Reader:
    """Goes down a Markdown file line by line."""

    source: Path
    cases: list[Case] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    heading_line: int = 1
    is_in_case: bool = False
    path: str | None = None
    path_line: int = 0
    fence: _Fence | None = None

    def read(self, number: int, line: str) -> None:
        """Take the next line, number 1 being the first."""
        if self.fence is not None:
            if self.fence.closing.match(line):
                self._close(self.fence)
            else:
                self.fence.lines.append(line)
        elif heading := _HEADING.match(line):
            self._refuse_unused_path()
            level = len(heading[1])
            self.headings = [*self.headings[: level - 1], heading[2]]
            self.heading_line, self.is_in_case = number, False
        elif path := _PATH.match(line):
            self._refuse_unused_path()
            self.path, self.path_line = path[1], number
        elif opening := _FENCE.match(line):
            self._open(number, opening)

    def finish(self) -> list[Case]:
        """The cases, once there are no more lines."""
        if self.fence is not None:
            fix = "close it with a line of as many back-ticks"
            raise MarkerError(self.source, self.fence.opened_at, "a fence is never closed", fix)
        self._refuse_unused_path()
        return self.cases

    def _refuse_unused_path(self) -> None:
        if self.path is not None:
            problem = f"no code fence follows the path `{self.path}`"
            raise MarkerError(self.source, self.path_line, problem, "add one, or cut the line")

    def _open(self, number: int, opening: re.Match[str]) -> None:
        ticks, word, argument = opening.groups()
        closing = re.compile(rf"{ticks[0]}{{{len(ticks)},}}\s*$")
        if word in COMMENT_BY_LANGUAGE and self.path is None:
            problem = f"a fence of {word} without a path"
            fix = "put a line with the file's `path` in back-ticks above it"
            raise MarkerError(self.source, number, problem, fix)
        if word in _BLOCK_WORDS:
            self._refuse_unused_path()
        self.fence = _Fence(closing, word, argument, self.path, number)
        self.path = None

    def _close(self, fence: _Fence) -> None:
        self.fence = None
        case = self._case()
        if fence.path is None:
            text = "".join(f"{line}\n" for line in fence.lines)
            block = Block(
                kind=fence.word, argument=fence.argument, text=text, source_line=fence.opened_at
            )
            case.blocks.append(block)
            return
        languages = case.language_by_path
        if languages.setdefault(fence.path, fence.word) != fence.word:
            problem = f"`{fence.path}` was {languages[fence.path]} and is {fence.word} here"
            fix = "an edit keeps its file's language"
            raise MarkerError(self.source, fence.opened_at, problem, fix)
        versions = case.files.setdefault(fence.path, [])
        text, marks = _source_file(fence, fence.path, self.source)
        case.marks[fence.path, len(versions)] = marks
        versions.append(text)
        self._refuse_same_names(case)

    def _case(self) -> Case:
        if self.is_in_case:
            return self.cases[-1]
        title = " / ".join(self.headings) or self.source.stem
        if any(case.title == title for case in self.cases):
            problem = f"two cases are called {title!r}"
            raise MarkerError(self.source, self.heading_line, problem, "give each its own heading")
        case = Case(
            title=title,
            source=self.source,
            line=self.heading_line,
            files={},
            language_by_path={},
            marks={},
            blocks=[],
        )
        self.cases.append(case)
        self.is_in_case = True
        return case

    def _refuse_same_names(self, case: Case) -> None:
        """A name means one place of each state of a case; an edit may state it anew."""
        owner_by_name: dict[str, tuple[str, int]] = {}
        for owner, marks in case.marks.items():
            seen: set[str] = set()
            for mark in marks:
                if mark.name is None:
                    continue
                if mark.name in seen or owner_by_name.get(mark.name, owner)[0] != owner[0]:
                    problem = f"a second mark is named {mark.name!r}"
                    raise MarkerError(self.source, mark.source_line, problem, "pick another name")
                seen.add(mark.name)
                owner_by_name[mark.name] = owner


def _source_file(fence: _Fence, path: str, source: Path) -> tuple[str, list[Mark]]:
    """Text of a fence without its markers, and its markers."""
    token = COMMENT_BY_LANGUAGE.get(fence.word)
    if token is None:
        return "".join(f"{line}\n" for line in fence.lines), []
    start = re.compile(rf"(?:^|(?<=\s)){re.escape(token)}:")
    lines: list[str] = []
    marks: list[Mark] = []
    line_start = text_end = 0
    for number, raw in enumerate(fence.lines, fence.opened_at + 1):
        marker = start.search(raw)
        code = raw if marker is None else raw[: marker.start()].rstrip()
        if marker is None or code:
            lines.append(code)
            line_start, text_end = text_end, text_end + len(code.encode()) + 1
        if marker is None:
            continue
        if not lines:
            fix = "put it at the end of a code line or below one"
            raise MarkerError(source, number, "a marker without a code line above it", fix)
        place = _Place(source, number, path, lines[-1], len(lines) - 1, line_start)
        marks += _marks(raw[marker.end() :].strip(), place)
    return "".join(f"{line}\n" for line in lines), marks


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a marker stands, and the code line that it speaks of."""

    source: Path
    source_line: int
    path: str
    code: str
    line: int
    line_start: int

    def error(self, problem: str, fix: str) -> MarkerError:
        return MarkerError(self.source, self.source_line, problem, fix)


def _marks(body: str, place: _Place) -> Iterator[Mark]:
    pieces = [piece.strip() for piece in _PIECES.findall(body)]
    if not body or any(piece.strip(";") == "" for piece in pieces):
        raise place.error("an empty marker", "say `KIND ANCHOR = TARGET`, or cut it")
    for piece in pieces:
        # All but the first still have the separator in front.
        yield _mark(piece.removeprefix(";;").strip(), place)


def _mark(text: str, place: _Place) -> Mark:
    match = _MARK.match(text)
    if match is None:
        fix = "write `def|call|ref|signal|chunk|line ANCHOR[#n] (=|->) TARGET [TAG] [as NAME]`"
        raise place.error(f"can't read the marker {text!r}", fix)
    kind = MarkKind(match["kind"])
    anchor, target = _unquoted(match["anchor"]), _unquoted(match["target"])
    if kind is MarkKind.SIGNAL and target not in SIGNAL_ITEMS | SIGNAL_FLAGS:
        known = ", ".join(sorted(SIGNAL_ITEMS | SIGNAL_FLAGS))
        raise place.error(f"there is no signal {target!r}", f"take one of {known}")
    # A line is marked as a whole: any piece of it will do.
    nth = match["nth"] or ("1" if kind is MarkKind.LINE else None)
    column = _find(anchor, nth, place)
    start = len(place.code[:column].encode())
    end = start + len(anchor.encode())
    return Mark(
        path=place.path,
        line=place.line,
        span_start=start,
        span_end=end,
        start_byte=place.line_start + start,
        end_byte=place.line_start + end,
        kind=kind,
        anchor=anchor,
        target=target,
        tag=match["tag"],
        name=match["name"],
        source_line=place.source_line,
    )


def _unquoted(text: str) -> str:
    """`text` without its back-ticks; two on each side hold one inside, as in Markdown."""
    if len(text) > 4 and text.startswith("``") and text.endswith("``"):
        inner = text[2:-2]
        is_padded = inner.startswith(" ") and inner.endswith(" ") and bool(inner.strip())
        return inner[1:-1] if is_padded else inner
    if len(text) > 2 and text.startswith("`") and text.endswith("`"):
        return text[1:-1]
    return text


def _columns(anchor: str, code: str) -> Iterator[int]:
    """Where it stands as a whole word, from the left, each behind the one before."""
    column = code.find(anchor)
    while column >= 0:
        end = column + len(anchor)
        if _is_apart(code[column - 1 : column + 1]) and _is_apart(code[end - 1 : end + 1]):
            yield column
            column = code.find(anchor, end)
        else:
            column = code.find(anchor, column + 1)


def _is_apart(both: str) -> bool:
    """False for two characters of one word."""
    return len(both) < 2 or not all(one == "_" or one.isalnum() for one in both)


def _find(anchor: str, nth: str | None, place: _Place) -> int:
    """Character column of the anchor in its line."""
    columns = list(_columns(anchor, place.code))
    where = f"in {place.path} line {place.line + 1}, {place.code.strip()!r}"
    if not columns:
        is_part = anchor in place.code
        fix = "anchors are whole words" if is_part else "copy the anchor from the code line"
        raise place.error(f"no {anchor!r} {where}", fix)
    if nth is None and len(columns) > 1:
        choice = f"{anchor}#1 to {anchor}#{len(columns)}"
        raise place.error(f"{anchor!r} is {len(columns)} times {where}", f"say which: {choice}")
    index = int(nth or 1)
    if not 1 <= index <= len(columns):
        problem = f"no {anchor!r} number {index} {where}"
        raise place.error(problem, f"there are {len(columns)}, counted as whole words from 1")
    return columns[index - 1]
