"""Find the symbol that a request names, over saved and unsaved text; never choose in silence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from codewitness.engine.symbols import is_named, last_name, may_be_in
from codewitness.engine.view import Folder
from codewitness.features.places import BadRequest, Place, Reading, innermost
from codewitness.model.symbol import Symbol
from codewitness.model.text import Position
from codewitness.syntax.paths import is_test_path

MAX_CANDIDATES = 50
_MAX_SUGGESTIONS = 5
_MAX_SHOWN = 100  # characters of an unknown name that are told back


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A symbol as a request names it: by name, or by a place (`folder` and `path` of its URI)."""

    name: str = ""
    uri: str = ""
    path: str = ""
    root: str = ""
    position: Position | None = None


def find(reading: Reading, asked: Asked) -> list[Place]:
    """All definitions that `asked` fits; `BadRequest` with suggestions if there is none."""
    if asked.position is not None:
        return [_at_position(reading, asked)]
    found = [
        place
        for folder in reading.snapshot.folders
        for place in _in_folder(reading, folder, asked.name)
    ]
    if not reading.snapshot.folders:
        raise BadRequest("symbol: no workspace folder is open")
    if not found:
        raise BadRequest(
            f"symbol: no definition is named {asked.name[:_MAX_SHOWN]!r}; give a name, a dotted"
            " tail such as Class.method, path/to/file.py::Class.method, or {uri, position}",
            suggestions=_suggestions(reading, asked.name),
        )
    exact = [place for place in found if place.symbol.qualified_name == asked.name]
    return exact if len(exact) == 1 else found


def _at_position(reading: Reading, asked: Asked) -> Place:
    for folder in reading.snapshot.folders:
        if str(folder.root) != asked.root:
            continue
        symbols, source = reading.symbols(folder, asked.path)
        if source is None or asked.position is None:
            break
        symbol = innermost(symbols, source.text, asked.position, reading.snapshot)
        symbol = symbol or next(
            (one for one in symbols if one.start_line == asked.position.line), None
        )
        if symbol is None:
            raise BadRequest("symbol.position: no definition is around this position")
        return Place(folder=folder, symbol=symbol, source=source)
    raise BadRequest(f"symbol.uri: not a file that is read: {asked.uri}")


def _in_folder(reading: Reading, folder: Folder, name: str) -> Iterator[Place]:
    wanted = last_name(name)
    paths = {symbol.path for symbol in folder.view.symbols.named(wanted) if is_named(symbol, name)}
    unsaved = (path for path in folder.unsaved() if may_be_in(path, name))
    for path in sorted({*paths, *unsaved}):
        symbols, source = reading.symbols(folder, path, wanted)
        if source is None:
            continue
        for symbol in symbols:
            if symbol.name == wanted and is_named(symbol, name):
                yield Place(folder=folder, symbol=symbol, source=source)


def _suggestions(reading: Reading, name: str) -> tuple[str, ...]:
    """Definitions of the same last name, which another class may have it from; then near names."""
    wanted = last_name(name)
    names: dict[str, list[Symbol]] = {}
    for folder in reading.snapshot.folders:
        for symbol in folder.view.symbols:
            names.setdefault(symbol.name, []).append(symbol)
    near = get_close_matches(wanted, names, n=_MAX_SUGGESTIONS, cutoff=0.7)
    same = sorted(names.get(wanted, ()), key=lambda one: (is_test_path(one.path), one.path))
    found = [*same, *(names[one][0] for one in near if one != wanted)]
    return tuple(dict.fromkeys(one.qualified_name for one in found))[:_MAX_SUGGESTIONS]
