"""How a person names a definition, and is told of one: by a name, or by a place `path:LINE`."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

from codewitness.engine.symbols import path_and_name
from codewitness.features.find_symbol import MAX_CANDIDATES
from codewitness.features.places import BadRequest
from codewitness.model.names import dotted
from codewitness.platform.places import path_of_uri
from codewitness.platform.reading import decoded
from codewitness.syntax.registry import reading

HELP = "Class.method, path/to/file.py::Class.method, or path/to/file.py:LINE"
MOST_SHOWN = 120  # characters of a line
_PLACE = re.compile(r"(?P<path>.+?):(?P<line>\d+)(?::(?P<column>\d+))?")

_CONTROLS = {code: "�" for code in (*range(32), *range(127, 160)) if chr(code) != "\t"}
_LINE_END = re.compile(r"\r\n|\n|\r")
_CHAINED = re.compile(r"\s*\n\s*(?=\??\.|->|::)")  # a call on what stands in the line before


def add_symbol(command: argparse.ArgumentParser) -> None:
    """The argument that names a definition."""
    command.add_argument("symbol", help=HELP)


def asked(arguments: argparse.Namespace) -> str | dict[str, Any]:
    """The definition as commands take it; a place counts lines and columns from 1.

    Without a column it is what stands first in the line, so the definition that begins there, or
    the innermost one around it.
    """
    given: str = arguments.symbol
    found = _PLACE.fullmatch(given)
    file = existing(found["path"] if found else given, arguments.root)
    if found is None:
        if file is not None:
            raise BadRequest(f"symbol: {given} is a file: add a line, {given}:12, or ::a_name")
        return given
    if file is None:
        if "/" in given or reading(found["path"]) is not None:
            raise BadRequest(f"symbol: there is no file {found['path']} in {arguments.root}")
        return given
    lines = lines_of(file)
    line = int(found["line"]) - 1
    if lines and not 0 <= line < len(lines):
        raise BadRequest(f"symbol: {found['path']} has lines 1 to {len(lines)}, got {line + 1}")
    text = lines[line] if lines else ""
    first = len(text) - len(text.lstrip())
    character = max(int(found["column"]) - 1, 0) if found["column"] else first
    return {"uri": file.resolve().as_uri(), "position": {"line": line, "character": character}}


def is_inherited(qualified_name: str, arguments: argparse.Namespace) -> bool:
    """True if the definition that was named is the one of another class."""
    given: str = arguments.symbol
    if _PLACE.fullmatch(given):
        return False
    wanted = dotted(path_and_name(given)[1])
    return not f".{qualified_name}".endswith(f".{wanted}")


def existing(path: str, root: Path) -> Path | None:
    """The file of a path, which stands below the root or below the working folder."""
    return next((one for one in (root / path, Path(path)) if path and one.is_file()), None)


def place(uri: str, shape: Any, root: Path) -> str:
    """Path below the root, and the 1-based line."""
    path = path_of_uri(uri)
    if path is not None and path.is_relative_to(root.resolve()):
        path = path.relative_to(root.resolve())
    return f"{visible(str(path or uri))}:{shape['start']['line'] + 1}"


def quoted(uri: str, shape: Any, root: Path) -> str:
    """The place, and what is written in its line."""
    shown = shortened(_line(uri, shape["start"]["line"]))
    where = place(uri, shape, root)
    return f"{where}: {shown}" if shown else where


def shortened(text: str) -> str:
    """Code in one line, and of a very long one its beginning."""
    line = " ".join(_CHAINED.sub("", text).split()) if "\n" in text else text
    return cut(line)


def cut(line: str) -> str:
    """A line, and of a very long one its beginning."""
    line = visible(line)
    return f"{line[:MOST_SHOWN]}…" if len(line) > MOST_SHOWN else line


def visible(text: str) -> str:
    """Text of a file, or its name, without what would steer the terminal."""
    return text.translate(_CONTROLS)


def print_candidates(answer: Any, root: Path) -> bool:
    """Show what a name could mean, if it could mean several; False if it could not."""
    if answer["symbol"] is not None:
        return False
    places = [place(one["uri"], one["selectionRange"], root) for one in answer["candidates"]]
    print(f"several definitions fit; name one of them, such as {places[0]}:")
    names = [one["qualifiedName"] for one in answer["candidates"]]
    for where, one in zip(places, answer["candidates"], strict=True):
        print(f"  {where}  {visible(one['qualifiedName'])}")
        if names.count(one["qualifiedName"]) > 1:  # overloads, told by how they begin
            print(f"    {_line(one['uri'], one['selectionRange']['start']['line'])}")
    if len(names) == MAX_CANDIDATES:
        print("  … and perhaps more")
    return True


def _line(uri: str, line: int) -> str:
    path = path_of_uri(uri)
    lines = lines_of(path) if path and path.is_file() else []
    return lines[line].strip() if line < len(lines) else ""


def lines_of(file: Path) -> list[str]:
    """Lines of a file, as the index has them; an empty list for a binary one."""
    found = decoded(file.read_bytes())
    return _LINE_END.split(found[0].raw.decode("utf-8", "replace")) if found is not None else []
