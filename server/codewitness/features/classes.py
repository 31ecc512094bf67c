"""What classes come from and what they have, over all files; what can't be found is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from codewitness.engine.verify.names import parts
from codewitness.features.places import Place, Reading
from codewitness.features.written_apart import WrittenApart
from codewitness.model.facts import Kind
from codewitness.model.outline import Outline
from codewitness.model.symbol import Symbol
from codewitness.model.text import Span

# Languages in which a class may be written in several places.
OPEN = frozenset({"go", "rust", "swift", "csharp", "ruby", "kotlin", "objc", "cpp"})
MAX_MEMBERS = 400
# Those of them in which any of the places may say what the class comes from.
_BASES_ANYWHERE = frozenset({"swift", "csharp", "ruby", "objc"})
# Everything comes from these.
_ROOTS = frozenset({"object", "Object", "NSObject", "Any", "AnyObject"})
_MAX_ANCESTORS = 60
_MAX_DEPTH = 20
_UNKNOWN = "?"


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
            for base, known in self._direct(one):
                names.append(base)
                if parts(base)[-1] in _ROOTS or _is_of_typing(base, one):
                    continue
                is_all &= known is not None
                if known is not None and known.symbol.qualified_name not in seen:
                    seen.add(known.symbol.qualified_name)
                    found.append(known)
                    waiting.append(known)
        return found, names, is_all

    def line(self, name: str, place: Place) -> tuple[list[str], list[str]] | None:
        """All that the class comes from that is named so there, and which of these are elsewhere.

        None if there is no such class here; of several, nobody knows which.
        """
        named = list(self._named(name, place))
        if len(named) != 1:
            return ([], [_UNKNOWN]) if named else None
        names: list[str] = []
        outside: list[str] = []
        seen = {_name(named[0])}
        while named:
            for base, known in self._direct(named.pop(0)):
                names.append(base)
                if known is None or len(seen) == _MAX_ANCESTORS:
                    outside.append(base)
                elif _name(known) not in seen:
                    seen.add(_name(known))
                    named.append(known)
        return names, outside

    def in_order(self, place: Place, depth: int = 0) -> list[Place] | None:
        """A class and the known ones that it comes from, as Python asks them; None if it can't.

        The order is C3: Barrett et al., "A Monotonic Superclass Linearization for Dylan", 1996.
        """
        if depth > _MAX_DEPTH:
            return None
        bases = [known for _, known in self._direct(place) if known is not None]
        lines = [self.in_order(base, depth + 1) for base in bases]
        merged = [place]
        waiting = [line for line in (*lines, bases) if line]
        if None in lines:
            return None
        while waiting:
            behind = {_name(one) for line in waiting for one in line[1:]}
            first = next((line[0] for line in waiting if _name(line[0]) not in behind), None)
            if first is None:
                return None
            merged.append(first)
            rest = ([one for one in line if _name(one) != _name(first)] for line in waiting)
            waiting = [line for line in rest if line]
        return merged

    def _direct(self, place: Place) -> Iterator[tuple[str, Place | None]]:
        """Each base as it is written, and the class that it is if just one is known."""
        for one in self.written(place):
            for base in self._bases(one):
                if "=" not in base:
                    named = [] if parts(base)[-1] in _ROOTS else list(self._named(base, one))
                    yield base, named[0] if len(named) == 1 else None

    def written(self, place: Place) -> Iterator[Place]:
        """Everywhere that the class is written: Objective-C names its base in a header alone."""
        symbol, folder = place.symbol, place.folder
        yield place
        if symbol.language not in _BASES_ANYWHERE:
            return
        known = (one.path for one in folder.view.symbols.named(symbol.name))
        for path in dict.fromkeys([symbol.path, *known, *folder.unsaved()]):
            symbols, source = self.reading.symbols(folder, path, symbol.name)
            for other in symbols if source is not None else ():
                is_other = (path, other.ordinal) != (symbol.path, symbol.ordinal)
                if source is not None and is_other and _is_same_class(symbol, other):
                    yield Place(folder=folder, symbol=other, source=source)

    def members(self, places: Sequence[Place], name: str | None = None) -> Iterator[Place]:
        """The definitions of the class that `places` make up, wherever they are written.

        With a `name`, only those of that name.
        """
        head = places[0]
        owners = {head.symbol.qualified_name}
        if head.symbol.language == "objc":  # a category may stand in any file
            owners |= {place.symbol.qualified_name for place in places}
        seen: set[tuple[str, int]] = set()
        apart = WrittenApart(head, self._of_name(head))
        paths = list(dict.fromkeys(place.symbol.path for place in places))
        if head.symbol.language in OPEN:
            known = head.folder.view.symbols
            others = (s.path for s in known if s.container in owners or apart.may_have(s))
            paths = list(dict.fromkeys([*paths, *others, *head.folder.unsaved()]))
        for path in paths:
            symbols, source = self.reading.symbols(head.folder, path, name)
            if source is None:
                continue
            for symbol in symbols:
                is_own = symbol.container in owners or apart.has(symbol, source)
                is_named = symbol.kind is not Kind.LAMBDA and name in (None, symbol.name)
                is_wanted = is_own and is_named
                if is_wanted and (path, symbol.ordinal) not in seen and len(seen) < MAX_MEMBERS:
                    seen.add((path, symbol.ordinal))
                    yield Place(folder=head.folder, symbol=symbol, source=source)

    def _of_name(self, head: Place) -> Iterator[Symbol]:
        """The symbols of a class's name, of saved files and of open buffers."""
        folder, name = head.folder, head.symbol.name
        if head.symbol.language in ("cpp", "swift"):
            unsaved = list(folder.unsaved())
            yield from (one for one in folder.view.symbols.named(name) if one.path not in unsaved)
            for path in unsaved:
                yield from self.reading.symbols(folder, path, name)[0]

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


def _name(place: Place) -> str:
    return place.symbol.qualified_name


def _is_of_typing(base: str, place: Place) -> bool:
    """True for Python's `Generic` and `Protocol`, which have nothing that is overridden."""
    parsed = place.source.parsed() if place.symbol.language == "python" else None
    if parsed is None or parts(base)[-1] not in ("Generic", "Protocol"):
        return False
    imported = {one.name: one.target for one in parsed.imports()}
    first, *rest = parts(base)
    return ".".join((imported.get(first, ""), *rest)).startswith(("typing.", "typing_extensions."))


def _is_same_class(one: Symbol, other: Symbol) -> bool:
    if not other.kind.is_classlike or one.language != other.language:
        return False
    if one.language == "objc":  # all its classes are known everywhere
        return one.name == other.name
    return one.qualified_name == other.qualified_name


def _best(places: list[Place], target: str, near: Symbol, *, is_imported: bool) -> list[Place]:
    """Those that an import names; else those of the same file; else all."""
    by_name: dict[str, Place] = {}
    for place in places:
        is_known_everywhere = place.symbol.language == "objc"
        name = place.symbol.name if is_known_everywhere else place.symbol.qualified_name
        by_name.setdefault(name, place)
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
