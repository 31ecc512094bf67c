"""Members of classes that stand in other files than the class: in `src/x.cpp` of C++'s `x.h`.

An extension of Swift may stand in any file.

A file's symbols bear its path in their names, so they are told by what they are called within it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.features.places import Place
from codewitness.model.facts import Kind
from codewitness.model.symbol import Symbol
from codewitness.syntax.paths import module_name

_INCLUDED = re.compile(
    rb'^[ \t]*#[ \t]*include[ \t]*[<"](?:[^>"\n]*/)?([^>"/\n]+)[>"]', re.MULTILINE
)


class WrittenApart:
    """What belongs to the class at a place, wherever it is written; nothing in other languages.

    known: the symbols of the class's name.
    """

    def __init__(self, head: Place, known: Iterable[Symbol]) -> None:
        symbol = head.symbol
        self._language = symbol.language
        self._is_open = symbol.language in ("cpp", "swift")
        self._name = _within(symbol.path, symbol.qualified_name)
        self._header = symbol.path.rpartition("/")[2].encode()
        same = {
            one.qualified_name
            for one in known
            if self._is_open and one.kind.is_classlike and one.language == self._language
            if one.kind is not Kind.EXTENSION
        }
        self._is_only = same <= {symbol.qualified_name}

    def may_have(self, symbol: Symbol) -> bool:
        """True if by its name a definition belongs to the class, or to another one so called."""
        if not self._is_open or symbol.language != self._language or not symbol.container:
            return False
        if symbol.container.rpartition(".")[2] != self._name.rpartition(".")[2]:
            return False
        around = _within(symbol.path, symbol.container)
        # `using namespace a` leaves out the outer names.
        is_left = self._language == "cpp" and self._is_only
        return around == self._name or (is_left and self._name.endswith(f".{around}"))

    def has(self, symbol: Symbol, source: Document | SavedFile) -> bool:
        """True if it does; of several classes of one name it is that whose file is included."""
        if not self.may_have(symbol):
            return False
        return self._is_only or self._header in _INCLUDED.findall(source.text.raw)


def _within(path: str, qualified_name: str) -> str:
    return qualified_name.removeprefix(f"{module_name(path)}.")
