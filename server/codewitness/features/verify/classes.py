"""Where classes come from: their bases by name, over all files; what can't be found is said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codewitness.engine.verify.names import parts
from codewitness.features.places import Place
from codewitness.model.symbol import Symbol

if TYPE_CHECKING:
    from codewitness.features.verify.subjects import Subjects

# Everything comes from these.
_ROOTS = frozenset({"object", "Object", "NSObject", "Any", "AnyObject"})
_MAX_ANCESTORS = 60


class Classes:
    """The lines of classes, for one answer."""

    def __init__(self, subjects: Subjects) -> None:
        self._subjects = subjects

    def ancestors(self, place: Place) -> tuple[list[Place], list[str], bool]:
        """All classes that this one comes from, nearest first; their names; were all found?"""
        found: list[Place] = []
        names: list[str] = []
        is_all = True
        waiting = [place]
        seen = {place.symbol.qualified_name}
        while waiting and len(found) < _MAX_ANCESTORS:
            one = waiting.pop(0)
            for base in self._subjects.bases(one):
                if "=" in base:
                    continue
                name = parts(base)[-1]
                names.append(base)
                if name in _ROOTS:
                    continue
                places = list(self._named(base, one))
                if len(places) != 1:
                    is_all = False
                    continue
                if places[0].symbol.qualified_name not in seen:
                    seen.add(places[0].symbol.qualified_name)
                    found.append(places[0])
                    waiting.append(places[0])
        return found, names, is_all

    def _named(self, base: str, place: Place) -> Iterator[Place]:
        """The class that a base's name means there."""
        folder, reading = place.folder, self._subjects.reading
        parsed = place.source.parsed()
        name = parts(base)
        target = ".".join(name)
        imported = {} if parsed is None else {one.name: one.target for one in parsed.imports()}
        if name[0] in imported:
            target = ".".join((imported[name[0]], *name[1:]))
        wanted = parts(target)[-1]
        candidates = [
            symbol
            for symbol in folder.view.symbols.named(wanted)
            if symbol.kind.is_classlike and symbol.language == place.symbol.language
        ]
        open_paths = [path for path in folder.unsaved() if path != place.symbol.path]
        paths = dict.fromkeys([place.symbol.path, *(s.path for s in candidates), *open_paths])
        fresh: list[Place] = []
        for path in paths:
            symbols, source = reading.symbols(folder, path, wanted)
            if source is None:
                continue
            fresh += [
                Place(folder=folder, symbol=symbol, source=source)
                for symbol in symbols
                if symbol.name == wanted
                and symbol.kind.is_classlike
                and symbol.qualified_name != place.symbol.qualified_name
            ]
        yield from _best(fresh, target, place.symbol, is_imported=name[0] in imported)


def _best(places: list[Place], target: str, near: Symbol, *, is_imported: bool) -> list[Place]:
    """Those that an import names; else those of the same file; else all."""
    by_name: dict[str, Place] = {}
    for place in places:
        by_name.setdefault(place.symbol.qualified_name, place)
    unique = list(by_name.values())
    exact = [p for p in unique if p.symbol.qualified_name.endswith(target)]
    if is_imported and "." in target:
        return exact or [p for p in unique if _is_reexported(p.symbol, target)]
    here = [p for p in unique if p.symbol.path == near.path]
    return here or exact or unique


def _is_reexported(symbol: Symbol, target: str) -> bool:
    """True if `target`, `a.b.C`, may be `a.b.c.C` that its package gives out."""
    package = target.rpartition(".")[0]
    return bool(package) and f".{symbol.qualified_name}.".find(f".{package}.") >= 0
