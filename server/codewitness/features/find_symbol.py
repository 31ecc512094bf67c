"""Find the symbol that a request names, over saved and unsaved text; never choose in silence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from itertools import chain, islice

from codewitness.engine.symbols import last_name, path_and_name
from codewitness.engine.view import Folder
from codewitness.features.declarations import without_declarations
from codewitness.features.not_read import why_not_read
from codewitness.features.places import BadRequest, Place, Reading, innermost
from codewitness.model.facts import Kind, join_name
from codewitness.model.names import dotted
from codewitness.model.symbol import Symbol
from codewitness.model.text import Position
from codewitness.syntax.paths import is_test_path

MAX_CANDIDATES = 50
_MAX_SUGGESTIONS = 5
_MAX_SHOWN = 100  # characters of an unknown name that are told back

NOWHERE = "symbol.position: no definition is around this position"
ATTRIBUTE = "; an attribute of "
_ATTRIBUTE = r"\b(?:self|this|cls)(?:\.|->){0}\b|\b{0}\s*(?:[:=](?![:=])|;)"

_Known = tuple[Folder, Symbol]


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
    folders = reading.snapshot.folders
    found = [place for folder in folders for place in reading.named(folder, asked.name)]
    if not folders:
        raise BadRequest("symbol: no workspace folder is open")
    within = [(folder, _without_root(folder, asked.name)) for folder in folders]
    found = found or [
        place for folder, name in within if name for place in reading.named(folder, name)
    ]
    if not found:
        _refuse_file(reading, asked.name)
        raise BadRequest(
            f"symbol: no definition is named {asked.name[:_MAX_SHOWN]!r}{_as_far_as(reading)};"
            " give a name, a dotted tail such as Class.method, path/to/file.py::Class.method,"
            f" or {{uri, position}}{_attribute(reading, asked.name)}",
            suggestions=_suggestions(reading, asked.name),
            freshness=reading.freshness(),
        )
    at_home = [one for one in found if str(one.folder.root) == reading.snapshot.home]
    found = at_home or found
    at_path = [place for place in found if place.symbol.path == path_and_name(asked.name)[0]]
    found = at_path or found  # `m.py::f` is no `sub/m.py::f` where there is a `m.py::f`
    found = without_declarations(found)
    exact = [place for place in found if _is_exactly(place, asked.name)] if found[1:] else []
    return exact if len(exact) == 1 else found


def _is_exactly(place: Place, name: str) -> bool:
    """True for the whole name, and for `m.py::f` of the `f` that no class of the file is around."""
    path, tail = path_and_name(name)
    whole = place.symbol.qualified_name
    if not path:
        return whole == name
    analysis = place.source.analysis()
    return analysis is not None and whole == join_name(analysis.core.module, dotted(tail))


def _refuse_file(reading: Reading, name: str) -> None:
    """Say what to ask for instead of a whole file, and of one that is not read why."""
    if why := why_not_read(reading.snapshot.folders, name):
        raise BadRequest(f"symbol: {why}", freshness=reading.freshness())
    for folder in reading.snapshot.folders:
        if name in folder.view.files or name in folder.documents:
            own = reading.symbols(folder, name)[0]
            inner = {one.qualified_name for one in own}
            top = [one for one in own if one.container not in inner and one.kind is not Kind.LAMBDA]
            raise BadRequest(
                f"symbol: {name[:_MAX_SHOWN]!r} is a file; give {name[:_MAX_SHOWN]}::NAME for a"
                " definition in it; codewitness.search with this path as query lists them",
                suggestions=tuple(one.qualified_name for one in top[:_MAX_SUGGESTIONS]),
                freshness=reading.freshness(),
            )


def _attribute(reading: Reading, name: str) -> str:
    """What to ask instead if a class that is named may have this as an attribute."""
    member = last_name(name)
    owner = name[: -len(member)].rstrip(".:#") if member != name else ""
    folders = reading.snapshot.folders if owner and member.isidentifier() else ()
    for place in (one for folder in folders for one in reading.named(folder, owner)):
        span, kind = place.symbol.span, place.symbol.kind
        text = place.text.raw[span.start : span.end].decode("utf-8", "replace")
        if kind.is_classlike and re.search(_ATTRIBUTE.format(member), text) is not None:
            return (
                f"{ATTRIBUTE}{place.symbol.name}, if it is one, is no definition:"
                " codewitness.search with accesses finds who reads or writes it"
            )
    return ""


def _without_root(folder: Folder, name: str) -> str:
    """`b.py::f` of `api/b.py::f` or `/home/me/api/b.py::f`, if the folder is that `api`."""
    path, tail = path_and_name(name)
    root = folder.root.as_posix()
    for above in (f"{root}/", f"{folder.root.name}/"):
        if path.startswith(above):
            return f"{path.removeprefix(above)}::{tail}"
    return ""


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
            raise BadRequest(NOWHERE)
        return Place(folder=folder, symbol=symbol, source=source)
    folders = [one for one in reading.snapshot.folders if str(one.root) == asked.root]
    why = why_not_read(folders, asked.path) or f"not a file that is read: {asked.uri}"
    raise BadRequest(f"symbol.uri: {why}")


def _as_far_as(reading: Reading) -> str:
    """What a definition that is not found may be missing for."""
    if all(folder.is_complete for folder in reading.snapshot.folders):
        return ""
    found = reading.freshness()
    numbers = f"{found.indexed_files} of {found.total_files} files"
    return f" yet: the index is not finished ({numbers}; codewitness.waitForFresh waits for it)"


def _suggestions(reading: Reading, name: str) -> tuple[str, ...]:
    """Definitions of the same last name, which another class may have it from; then near names.

    Of several, those first that are in what was named before it, or in what is called much like it.
    """
    wanted = last_name(name)
    within = last_name(name[: -len(wanted)].rstrip(".:#")) if name != wanted else ""

    def rank(one: _Known) -> tuple[float, bool, str]:
        symbol = one[1]
        owner = last_name(symbol.qualified_name.removesuffix(symbol.name).rstrip("."))
        return -SequenceMatcher(None, within, owner).ratio(), is_test_path(symbol.path), symbol.path

    def far(one: _Known) -> float:
        return rank(one)[0] - SequenceMatcher(None, wanted, one[1].name).ratio()

    names: dict[str, list[_Known]] = {}
    for folder in reading.snapshot.folders:
        for symbol in _symbols_of(reading, folder):
            names.setdefault(symbol.name, []).append((folder, symbol))
    near = get_close_matches(wanted, names, n=_MAX_SUGGESTIONS, cutoff=0.7)
    same = sorted(names.get(wanted, ()), key=rank)
    there = chain(
        (one for one in same if _is_there(reading, *one)),
        sorted(
            chain(
                *(_first(reading, sorted(names[one], key=rank)) for one in near if one != wanted)
            ),
            key=far,
        ),
    )
    told: dict[str, None] = {}
    for _, symbol in there:
        told[symbol.qualified_name] = None
        if len(told) == _MAX_SUGGESTIONS:
            break
    return tuple(told)


def _first(reading: Reading, found: Iterable[_Known]) -> Iterator[_Known]:
    """The first that is there."""
    return islice((one for one in found if _is_there(reading, *one)), 1)


def _symbols_of(reading: Reading, folder: Folder) -> Iterator[Symbol]:
    """All symbols, of unsaved texts as they are now."""
    unsaved = folder.unsaved()
    yield from (symbol for symbol in folder.view.symbols if symbol.path not in unsaved)
    for path in unsaved:
        yield from reading.symbols(folder, path)[0]


def _is_there(reading: Reading, folder: Folder, symbol: Symbol) -> bool:
    """True unless it has gone from its file, which another branch may have replaced."""
    symbols, _ = reading.symbols(folder, symbol.path, symbol.name)
    return any(one.qualified_name == symbol.qualified_name for one in symbols)
