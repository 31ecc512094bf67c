"""Where a file declares constants, variables and fields, read only as far as it is asked for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from codewitness.model.outline import whole_word
from codewitness.model.symbol import Symbol
from codewitness.model.text import Span
from codewitness.syntax.parsed import Parsed

_IMPORT = re.compile(rb"(?:import|from)\b")  # that only imports, unlike `const a = require("a")`


class Declaring:
    """The declarations of one file that are no definitions."""

    def __init__(self, parsed: Parsed, symbols: Sequence[Symbol]) -> None:
        self._parsed = parsed
        self._symbols = symbols
        self._fields: dict[int, frozenset[Span]] = {}  # by the ordinal of what they are in
        self._names: dict[str, bool] = {}

    def has_name(self, name: str) -> bool:
        """True if the top level declares something by this name."""
        if (known := self._names.get(name)) is None:
            known = self._names[name] = self._may_declare(name) and name in self._top_names
        return known

    def is_at(self, span: Span, around: Sequence[Symbol]) -> bool:
        """True for a name where it is declared; `around` are the definitions that it is in."""
        if not around:
            return span in self._top_spans
        return any(span in self._fields_of(one) for one in around if not one.kind.is_callable)

    def _may_declare(self, name: str) -> bool:
        """False if a name stands in definitions and imports alone."""
        raw = self._parsed.text.raw
        return any(
            not any(one.span.contains(span) for one in self._symbols)
            and not any(one.contains(span) for one in self._imports)
            for span in (Span(*match.span()) for match in whole_word(name).finditer(raw))
        )

    @cached_property
    def _imports(self) -> list[Span]:
        raw = self._parsed.text.raw
        return [one.span for one in self._parsed.imports() if _IMPORT.match(raw, one.span.start)]

    @cached_property
    def _top(self) -> list[tuple[str, Span]]:
        whole = Span(0, len(self._parsed.text))
        found = self._parsed.declared(self._parsed.file_outline(), whole)
        return [(one.name, one.span) for one in found]

    @cached_property
    def _top_names(self) -> frozenset[str]:
        return frozenset(name for name, _ in self._top)

    @cached_property
    def _top_spans(self) -> frozenset[Span]:
        return frozenset(span for _, span in self._top)

    def _fields_of(self, one: Symbol) -> frozenset[Span]:
        if (known := self._fields.get(one.ordinal)) is None:
            outline = self._parsed.outline(one.span, one.name_span)
            own = self._parsed.declared(outline, one.span) if outline else ()
            known = self._fields[one.ordinal] = frozenset(field.span for field in own)
        return known
