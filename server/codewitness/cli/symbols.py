"""How a person names a definition, and is told of one: by a name, or by a place `path:LINE`."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

from codewitness.platform.places import path_of_uri

HELP = "Class.method, path/to/file.py::Class.method, or path/to/file.py:LINE"
MOST_SHOWN = 120  # characters of a line
_PLACE = re.compile(r"(?P<path>.+?):(?P<line>\d+)(?::(?P<column>\d+))?")


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
    file = found and next(
        (one for one in (arguments.root / found["path"], Path(found["path"])) if one.is_file()),
        None,
    )
    if not found or file is None:
        return given
    line = max(int(found["line"]) - 1, 0)
    text = (file.read_text("utf-8", "replace").splitlines() + [""] * (line + 1))[line]
    first = len(text) - len(text.lstrip())
    character = max(int(found["column"]) - 1, 0) if found["column"] else first
    return {"uri": file.resolve().as_uri(), "position": {"line": line, "character": character}}


def place(uri: str, shape: Any, root: Path) -> str:
    """Path below the root, and the 1-based line."""
    path = path_of_uri(uri)
    if path is not None and path.is_relative_to(root.resolve()):
        path = path.relative_to(root.resolve())
    return f"{path or uri}:{shape['start']['line'] + 1}"


def quoted(uri: str, shape: Any, root: Path) -> str:
    """The place, and what is written in its line."""
    line = _line(uri, shape["start"]["line"])
    shown = f"{line[:MOST_SHOWN]}…" if len(line) > MOST_SHOWN else line
    where = place(uri, shape, root)
    return f"{where}: {shown}" if shown else where


def print_candidates(answer: Any, root: Path) -> bool:
    """Show what a name could mean, if it could mean several; False if it could not."""
    if answer["symbol"] is not None:
        return False
    places = [place(one["uri"], one["selectionRange"], root) for one in answer["candidates"]]
    print(f"several definitions fit; name one of them, such as {places[0]}:")
    names = [one["qualifiedName"] for one in answer["candidates"]]
    for where, one in zip(places, answer["candidates"], strict=True):
        print(f"  {where}  {one['qualifiedName']}")
        if names.count(one["qualifiedName"]) > 1:  # overloads, told by how they begin
            print(f"    {_line(one['uri'], one['selectionRange']['start']['line'])}")
    return True


def _line(uri: str, line: int) -> str:
    path = path_of_uri(uri)
    lines = path.read_text("utf-8", "replace").split("\n") if path and path.is_file() else []
    return lines[line].strip() if line < len(lines) else ""
