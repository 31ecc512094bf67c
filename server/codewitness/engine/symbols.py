"""All symbols of a folder by name. Immutable: a change gives a new table on the same base."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain

from codewitness.model.facts import Definition, FileFacts
from codewitness.model.names import composed, dotted
from codewitness.model.symbol import Symbol, packed_places
from codewitness.model.text import Text

_MAX_OVERRIDES = 200  # files changed since the base was made; more, and it is made anew
_MAX_ASKED = 4_096  # names whose parts are remembered: each is compared with many symbols

Symbols = tuple[Symbol, ...]


class SymbolTable:
    """A base by name, and the files that have changed since it was made."""

    __slots__ = ("_base", "_by_name", "_overrides", "n_symbols")

    def __init__(
        self,
        base: Mapping[str, Symbols],
        overrides: Mapping[str, Symbols] | None = None,
        by_name: Mapping[str, Sequence[Symbol]] | None = None,
    ) -> None:
        self._base = base
        self._overrides = overrides or {}
        self._by_name = _by_name(base.values()) if by_name is None else by_name
        changed = sum(len(new) - len(base.get(p, ())) for p, new in self._overrides.items())
        self.n_symbols = sum(map(len, base.values())) + changed

    def with_files(self, changed: Mapping[str, Symbols]) -> SymbolTable:
        """The table after these files have these symbols; none for a file that is gone."""
        overrides = {**self._overrides, **changed}
        if len(overrides) <= _MAX_OVERRIDES:
            return SymbolTable(self._base, overrides, self._by_name)
        merged = {**self._base, **overrides}
        return SymbolTable({path: symbols for path, symbols in merged.items() if symbols})

    def of_file(self, path: str) -> Symbols:
        """The symbols of one file, in source order."""
        return self._overrides.get(path, self._base.get(path, ()))

    def changed_since(self, before: SymbolTable) -> set[str]:
        """Files with other symbols than an earlier table has."""
        if self._base is before._base:
            paths = {*self._overrides, *before._overrides}
        else:
            paths = {*self._base, *before._base, *self._overrides, *before._overrides}
        return {path for path in paths if self.of_file(path) is not before.of_file(path)}

    def named(self, name: str) -> Iterator[Symbol]:
        """Symbols with exactly this last name."""
        for symbol in self._by_name.get(name, ()):
            if symbol.path not in self._overrides:
                yield symbol
        for symbols in self._overrides.values():
            yield from (symbol for symbol in symbols if symbol.name == name)

    def n_by_name(self) -> Mapping[str, int]:
        """How many symbols have each last name."""
        counts = {name: len(symbols) for name, symbols in self._by_name.items()}
        gone = chain.from_iterable(self._base.get(path, ()) for path in self._overrides)
        for symbol in gone:
            counts[symbol.name] -= 1
        for symbol in chain.from_iterable(self._overrides.values()):
            counts[symbol.name] = counts.get(symbol.name, 0) + 1
        return {name: count for name, count in counts.items() if count}

    def __iter__(self) -> Iterator[Symbol]:
        for path, symbols in self._base.items():
            if path not in self._overrides:
                yield from symbols
        for symbols in self._overrides.values():
            yield from symbols


def symbols_of(facts: FileFacts, text: Text, name: str | None = None) -> Symbols:
    """The definitions of one file as symbols, perhaps only those of one name."""
    return tuple(
        Symbol(
            name=definition.name,
            qualified_name=facts.qualified_name(definition),
            container=facts.container(definition),
            kind=definition.kind,
            language=facts.language,
            path=facts.path,
            ordinal=ordinal,
            places=_places(definition, text),
        )
        for ordinal, definition in enumerate(facts.definitions)
        if name is None or definition.name == name
    )


def _places(definition: Definition, text: Text) -> bytes:
    span, name_span = definition.span, definition.name_span
    last = max(span.end - 1, span.start)
    lines = (text.line_at(span.start), text.line_at(last), text.line_at(name_span.start))
    return packed_places(span, name_span, lines)


def is_named(symbol: Symbol, asked: str) -> bool:
    """True if `asked` is the symbol's qualified name, a tail of it, or `path::tail`."""
    if not may_be_in(symbol.path, asked):
        return False
    wanted = _dotted_name(asked)
    return symbol.qualified_name == wanted or symbol.qualified_name.endswith("." + wanted)


def may_be_in(path: str, asked: str) -> bool:
    """False if what was asked for names another file than `path`."""
    named, _ = path_and_name(asked)
    if not path.isascii():
        path = composed(path)
    return not named or path == named or path.endswith("/" + named)


@lru_cache(maxsize=_MAX_ASKED)
def path_and_name(asked: str) -> tuple[str, str]:
    """`path.rb::A::b` in its two parts; in `A::b` there is no path."""
    path, found, name = asked.partition("::")
    return (path, name) if found and ("/" in path or "." in path) else ("", asked)


@lru_cache(maxsize=_MAX_ASKED)
def _dotted_name(asked: str) -> str:
    return dotted(path_and_name(asked)[1])


def last_name(asked: str) -> str:
    """The last name of what was asked for: `method` of `path.py::Class.method`."""
    return dotted(asked.rpartition("::")[2]).rpartition(".")[2]


def _by_name(files: Iterable[Symbols]) -> Mapping[str, Sequence[Symbol]]:
    found: dict[str, list[Symbol]] = {}
    for symbols in files:
        for symbol in symbols:
            found.setdefault(symbol.name, []).append(symbol)
    return found
