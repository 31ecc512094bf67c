"""Rust-analyzer's tests of call hierarchies: fixtures and `expect!` in `call_hierarchy.rs`."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks.support.hierarchy_cases import (
    FUNCTION,
    METHOD,
    Call,
    Case,
    Item,
    Question,
    place_of,
    range_of,
)

_TEST = re.compile(r"#\[test\]\n    fn (test_\w+)\(\) \{(.*?)(?=#\[test\]\n    fn |\Z)", re.DOTALL)
_CHECK = re.compile(
    r'check_hierarchy\(\s*(true|false),\s*r#"\n(.*?)"#,(.*?)\n        \);', re.DOTALL
)
_EXPECT = re.compile(r'expect!\[(?:\[(?:r#"(.*?)"#|"(.*?)"|)\]|"(.*?)")\]', re.DOTALL)
_HEAD = re.compile(r"^//- (\S+).*\n", re.MULTILINE)
_ITEM = re.compile(r"(\w+) (\w+) FileId\((\d+)\) (\d+)\.\.(\d+)(?: (\d+)\.\.(\d+))?")
_SITE = re.compile(r"FileId\((\d+)\):(\d+)\.\.(\d+)")
_KINDS = {"Function": frozenset({FUNCTION, METHOD})}


def read(folder: Path) -> Iterator[Case]:
    """The cases of each `call_hierarchy.rs`."""
    for path in sorted(folder.rglob("call_hierarchy.rs")):
        for test in _TEST.finditer(path.read_text()):
            for number, check in enumerate(_CHECK.finditer(test[2]), 1):
                case = _case(f"{test[1]}#{number}", check[2], check[3])
                if check[1] == "true":
                    case = case.without("asks for a list without tests, a setting of that server")
                yield case


def _case(name: str, fixture: str, expected: str) -> Case:
    files, path, at = _files(textwrap.dedent(fixture))
    item, incoming, outgoing = (
        textwrap.dedent(next((one for one in match if one), ""))
        for match in _EXPECT.findall(expected)
    )
    (about,) = _items(files, item.strip())
    asked = replace(
        about,
        incoming=tuple(_calls(files, incoming)),
        outgoing=tuple(_calls(files, outgoing)),
    )
    question = Question(path=path, at=place_of(files[path], at), items=(asked,))
    return Case(suite="rust-analyzer", name=name, files=files, questions=(question,))


def _files(fixture: str) -> tuple[dict[str, str], str, int]:
    """The files in order, and where `$0` was: path and offset."""
    parts = _HEAD.split(fixture)
    named = dict(zip(parts[1::2], parts[2::2], strict=True)) or {"/main.rs": fixture}
    files = {f"src{name}": text for name, text in named.items()}
    path = next(name for name, text in files.items() if "$0" in text)
    at = files[path].index("$0")
    files[path] = files[path].replace("$0", "")
    return files, path, at


def _items(files: dict[str, str], drawn: str) -> Iterator[Item]:
    paths = [*files]
    for match in _ITEM.finditer(drawn):
        path = paths[int(match[3])]
        text = files[path]
        whole = range_of(text, int(match[4]), int(match[5]))
        named = range_of(text, int(match[6]), int(match[7])) if match[6] else whole
        yield Item(path=path, name=match[1], kinds=_KINDS[match[2]], whole=whole, name_range=named)


def _calls(files: dict[str, str], drawn: str) -> Iterator[Call]:
    paths = [*files]
    for line in filter(str.strip, drawn.splitlines()):
        (item,) = _items(files, line.partition(" : ")[0])
        sites = tuple(
            range_of(files[paths[int(number)]], int(start), int(end))
            for number, start, end in _SITE.findall(line.partition(" : ")[2])
        )
        yield Call(item=item, sites=sites)
