"""Whether a word in a file means a constant, a field or a type that another place declares."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.engine.graph.files import Scope
from codewitness.engine.view import Folder
from codewitness.features.call_graph import CallGraph, module_symbol
from codewitness.features.impact.declaring import Declaring
from codewitness.features.impact.receivers import receiver
from codewitness.features.impact.seeing import Imports, Means, sees, through
from codewitness.features.places import Place
from codewitness.model.facts import Kind
from codewitness.model.symbol import Symbol
from codewitness.model.text import Span
from codewitness.syntax.parsed import Parsed
from codewitness.syntax.paths import module_name

_OWN = frozenset({"self", "this", "cls", "Self"})
# Languages in which a field's name stands for it without a receiver.
_ALONE = frozenset({"java", "kotlin", "csharp", "swift", "cpp", "objc", "ruby"})
_OF_FILE = frozenset({"c", "objc", "cpp"})  # in which members of enums are names of the file
_SPACES = frozenset({Kind.NAMESPACE, Kind.MODULE})
_CASE = re.compile(rb"(?:\bcase\b[^:;{}]*|->\s*|,\s*|^\s*)\Z")
_KEY = re.compile(rb"\s*[:=](?![=:])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """A name, where it is declared, and the class that it is of, if it is of one.

    is_lost: it is not there any more. asks: new fields or variants of the type; it is sought where
    they are left out.
    """

    name: str
    place: Place
    owner: Symbol | None = None
    is_lost: bool = False
    asks: frozenset[str] = frozenset()

    @property
    def path(self) -> str:
        """The file that declares it."""
        return self.place.symbol.path

    @property
    def key(self) -> str:
        """The name by which other files see it, that of its class if it is of one."""
        return self.name if self.owner is None else self.owner.name

    @property
    def is_of_file(self) -> bool:
        """True if the file has it by its name alone."""
        if self.owner is None:
            return True
        is_member = self.owner.kind is Kind.ENUM and self.owner.language in _OF_FILE
        return is_member or self.owner.kind in _SPACES


@dataclass(slots=True)
class WordsOf:
    """One file in which words are looked at."""

    graph: CallGraph
    folder: Folder
    path: str
    source: Document | SavedFile
    parsed: Parsed
    symbols: Sequence[Symbol]
    imports: Imports
    declaring: Declaring

    def is_import(self, span: Span) -> bool:
        """True for a word of an import."""
        return any(one.span.contains(span) for one in self.parsed.imports())

    def has_other(self, sought: Sought) -> bool:
        """True if this file, not that of what is sought, declares something by its name."""
        if self.path == sought.path:
            return False
        whole = _whole_name(sought.owner) if sought.owner is not None else ""
        return self.declaring.has_name(sought.key) or any(
            one.name == sought.key and _whole_name(one) != whole for one in self.symbols
        )

    def place(self, span: Span) -> Place:
        """The definition around a word, or the file."""
        around = [one for one in self.around(span) if one.kind is not Kind.LAMBDA]
        language = self.parsed.spec.name
        symbol = around[0] if around else None
        symbol = symbol or module_symbol(self.path, language, module_name(self.path))
        return Place(folder=self.folder, symbol=symbol, source=self.source)

    def around(self, span: Span) -> list[Symbol]:
        """The definitions in which a place is, the innermost first."""
        found = [one for one in self.symbols if one.span.contains(span)]
        return sorted(found, key=lambda one: one.span.end - one.span.start)

    def means(self, sought: Sought, span: Span) -> Means:
        """Whether the word at `span` means what is sought."""
        raw = self.source.text.raw
        if any(one.name_span == span for one in self.symbols) or not self.parsed.is_name(span):
            return Means.NO
        if self.declaring.is_at(span, self.around(span)):
            return Means.NO
        if sought.owner is not None and (of := self.parsed.type_of_key(span)):
            return self._as_key(sought.owner, span, of)
        asked_of = receiver(raw, span.start)
        if sought.asks and sought.owner is not None:
            of = (*(asked_of or ()), raw[span.start : span.end].decode("utf-8", "replace"))
            is_without = self.parsed.lacks(span, sought.asks)
            return self._as_key(sought.owner, span, of) if is_without else Means.NO
        if asked_of is None:
            word = raw[span.start : span.end].decode("utf-8", "replace")
            return self._alone(sought, span, word)
        return self._of(sought, span, asked_of)

    def _alone(self, sought: Sought, span: Span, word: str) -> Means:
        if self._is_local(word, span) or self.parsed.is_label(span):
            return Means.NO
        if sought.owner is not None and self._is_inside(sought.owner, span):
            is_seen = self.parsed.spec.name in _ALONE or sought.is_of_file
            innermost = self._class_around(span)
            is_body = innermost is not None and not any(
                one.kind.is_callable for one in self.around(span)
            )
            return Means.YES if is_seen or is_body else Means.NO
        if sought.is_of_file and not (sought.owner is not None and sought.owner.kind in _SPACES):
            if self.path != sought.path and self.declaring.has_name(sought.name):
                return Means.NO
            return sees(self.imports, word, sought.name, sought.path)
        if sought.owner is None or self.parsed.spec.name not in (*_ALONE, "rust"):
            return Means.NO
        owner = sought.owner.name
        if sought.name in self.imports.local_names(sought.name, sought.path, owner):
            return Means.YES
        around = self._class_around(span)
        if around is not None and owner in self.parsed.bases(around.name_span):
            return Means.MAYBE
        return Means.MAYBE if self.parsed.is_case(span) else Means.NO

    def _as_key(self, owner: Symbol, span: Span, of: Sequence[str]) -> Means:
        """Of a field that is given by its name where an object of a type is made."""
        if of[-1] in _OWN:
            return Means.YES if self._is_own(owner, span) else Means.NO
        if of[-1] != owner.name or self._declares_other(owner, span):
            return Means.NO
        if len(of) > 1:
            return max(Means.MAYBE, through(self.imports, of[-2], owner.path))
        return sees(self.imports, of[-1], owner.name, owner.path)

    def _of(self, sought: Sought, span: Span, asked_of: Sequence[str]) -> Means:
        """The meaning of a word after the name of something else."""
        owner, last = sought.owner, asked_of[-1]
        if owner is None:
            if last in _OWN and self.parsed.spec.name != "rust":
                return Means.NO
            return through(self.imports, last, sought.path)
        if last in _OWN:
            return Means.YES if self._is_own(owner, span) else Means.NO
        if last != owner.name:
            return Means.NO if owner.kind in _SPACES else self._by_type(owner, span, asked_of)
        # A variable or a field may be called what its type is called.
        if len(asked_of) > 1 or self._is_local(last, span):
            means = self._by_type(owner, span, asked_of)
            if means is not Means.MAYBE:
                return means
        return max(Means.MAYBE, sees(self.imports, last, owner.name, sought.path))

    def _is_own(self, owner: Symbol, span: Span) -> bool:
        """True if the object around has what a class has: its own, or one that comes from it."""
        around = self._class_around(span)
        if around is None:
            return False
        if self._is_inside(owner, span) or owner.name in self.parsed.bases(around.name_span):
            return True
        return around.name == owner.name and not self._declares_other(owner, span)

    def _declares_other(self, owner: Symbol, span: Span) -> bool:
        """True if another class by its name is declared here, where the place sees it."""
        others = (one for one in self.symbols if one.name == owner.name)
        return any(
            one.kind.is_classlike
            and one.kind is not Kind.EXTENSION
            and _whole_name(one) != _whole_name(owner)
            and all(it.span.contains(span) for it in self.around(one.span) if it is not one)
            for one in others
        )

    def _by_type(self, owner: Symbol, span: Span, asked_of: Sequence[str]) -> Means:
        scope = self._scope(span)
        if scope is None or not all(one.isidentifier() for one in asked_of):
            return Means.MAYBE
        keys = self._classes_of(scope, asked_of)
        scopes = self.graph.graph.workspace.scopes
        known = [scopes[key] for key in keys if key in scopes]
        if any(one.name == owner.name and one.file.path == owner.path for one in known):
            return Means.YES
        return Means.NO if known and not any(one.header[2] for one in known) else Means.MAYBE

    def _classes_of(self, scope: Scope, asked_of: Sequence[str]) -> list[str]:
        first, *rest = asked_of
        found = self.graph.classes_of(scope, first, rest)
        if not found and rest and first in _OWN:
            found = self.graph.classes_of(scope, "this", rest)
        return found

    def _scope(self, span: Span) -> Scope | None:
        file = self.graph.graph.workspace.files.get(self.path)
        around = self.around(span)
        ordinal = around[0].ordinal if around else -1
        if file is None or ordinal + 1 >= len(file.scopes):
            return None
        return file.scope(ordinal)

    def _is_local(self, name: str, span: Span) -> bool:
        """True if a function around has something else by this name: a parameter or a variable."""
        at = self._scope(span)
        while at is not None and at.is_callable:
            if any(one.name == name for one in at.parameters) or at.binds(name):
                return True
            at = at.parent
        return False

    def _is_inside(self, owner: Symbol, span: Span) -> bool:
        return any(
            _whole_name(one) == _whole_name(owner) and not one.kind.is_callable
            for one in self.around(span)
        )

    def _class_around(self, span: Span) -> Symbol | None:
        return next((one for one in self.around(span) if one.kind.is_classlike), None)


def _whole_name(one: Symbol) -> str:
    """The name of a definition; in Ruby, any file may go on with a module, so without its file."""
    file = f"{module_name(one.path)}." if one.language == "ruby" else ""
    return one.qualified_name.removeprefix(file)
