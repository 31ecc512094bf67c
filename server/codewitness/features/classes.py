"""What classes come from and what they have, over all files; what can't be found is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from codewitness.engine.verify.names import parts
from codewitness.features.places import Place, Reading
from codewitness.model.facts import Kind
from codewitness.model.outline import Outline
from codewitness.model.symbol import Symbol
from codewitness.model.text import Span

# Languages in which a class may be written in several places.
OPEN = frozenset({"go", "rust", "swift", "csharp", "ruby", "kotlin", "objc", "cpp"})
MAX_MEMBERS = 400
# Everything comes from these.
_ROOTS = frozenset({"object", "Object", "NSObject", "Any", "AnyObject"})
_MAX_ANCESTORS = 60


class Classes:
    """The lines of classes, for one answer, which is told of each place that it `reads`."""

    def __init__(
        self, reading: Reading, reads: Callable[[Place], None] = lambda _place: None
    ) -> None:
        self.reading = reading
        self._reads = reads

    def ancestors(self, place: Place) -> tuple[list[Place], list[str], bool]:
        """All classes that this one comes from, nearest first; their names; were all found?"""
        found: list[Place] = []
        names: list[str] = []
        is_all = True
        waiting = [place]
        seen = {place.symbol.qualified_name}
        while waiting and len(found) < _MAX_ANCESTORS:
            one = waiting.pop(0)
            for base in self._bases(one):
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

    def members(self, places: Sequence[Place], name: str | None = None) -> Iterator[Place]:
        """The definitions of the class that `places` make up, wherever they are written.

        With a `name`, only those of that name.
        """
        head = places[0]
        owner = head.symbol.qualified_name
        seen: set[tuple[str, int]] = set()
        paths = list(dict.fromkeys(place.symbol.path for place in places))
        if head.symbol.language in OPEN:
            others = (s.path for s in head.folder.view.symbols if s.container == owner)
            paths = list(dict.fromkeys([*paths, *others]))
        for path in paths:
            symbols, source = self.reading.symbols(head.folder, path, name)
            if source is None:
                continue
            for symbol in symbols:
                is_own = symbol.container == owner and symbol.kind is not Kind.LAMBDA
                is_wanted = is_own and name in (None, symbol.name)
                if is_wanted and (path, symbol.ordinal) not in seen and len(seen) < MAX_MEMBERS:
                    seen.add((path, symbol.ordinal))
                    yield Place(folder=head.folder, symbol=symbol, source=source)

    def _bases(self, place: Place) -> tuple[str, ...]:
        """What a class says that it comes from."""
        self._reads(place)
        parsed = place.source.parsed()
        if parsed is None:
            return ()
        named = parsed.bases(place.symbol.name_span)
        if place.symbol.language != "ruby":
            return named
        outline = parsed.outline(place.symbol.span, place.symbol.name_span)
        return named if outline is None else (*named, *_mixed_in(outline))

    def _named(self, base: str, place: Place) -> Iterator[Place]:
        """The class that a base's name means there."""
        folder, reading = place.folder, self.reading
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


def _mixed_in(outline: Outline) -> Iterator[str]:
    """The modules that a class of Ruby includes."""
    for call in outline.calls:
        if call.text in ("include", "prepend"):
            given = outline.text.slice(Span(call.span.end, call.whole.end))
            yield from (one.strip(" ()") for one in given.split(",") if one.strip(" ()"))
