"""Whom a claim is judged about: one definition, or a class with its own methods, or a file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from codewitness.engine.verify.names import Surroundings
from codewitness.model.facts import Kind
from codewitness.model.outline import Outline
from codewitness.model.text import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One definition whose own code counts, and what names mean in it."""

    outline: Outline
    around: Surroundings


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A definition in a class: its name, kind and place in `outline`'s text."""

    name: str
    kind: Kind
    outline: Outline
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class FileImport:
    """An import of the subject's file; `outline` is any of that file, for its text."""

    name: str
    target: str
    span: Span
    outline: Outline


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSite:
    """A call from elsewhere, in the file `path`; `is_certain` unless only its name is known.

    `kind` is that of the caller.
    """

    caller: str
    kind: Kind
    path: str
    outline: Outline
    span: Span
    is_certain: bool


class Known(Protocol):
    """What a rule may ask about other definitions."""

    def callers(self) -> Sequence[CallSite] | None:
        """Who calls the subject, or names it as a value; None if that is not known."""

    def ancestors(self) -> tuple[Sequence[str], bool]:
        """Names of all classes that the subject's class comes from, and whether these are all."""

    def comes_from(self, outline: Outline, name: str) -> tuple[Sequence[str], Sequence[str]] | None:
        """All that a class comes from, and what of that is elsewhere; None if itself is."""

    def overridden(self, subject: Subject) -> tuple[Sequence[str], bool]:
        """Names of the ancestors that define a method of this name, and whether all were seen."""

    def calls_of(self, caller: str, subject: Subject) -> Sequence[CallSite] | None:
        """Calls of the subject in the definition `caller`; None if there is no such definition."""

    def targets(self, outline: Outline, name_span: Span) -> Sequence[str] | None:
        """Dotted names of what the call whose name stands there leads to; None if not known."""

    def levels(self, name: str) -> frozenset[bool]:
        """Of Ruby: True if a class has a method of this name itself, False if its instances do."""

    def is_of_class(self, outline: Outline, name_span: Span) -> bool | None:
        """Of Ruby: whether a call leads to a method of a class itself; None if that isn't known."""

    def may_run(self, outline: Outline, name_span: Span, wanted: str) -> bool:
        """True if a call may lead to what is named: through its base, or for all that is known."""

    def declared(self, subject: Subject) -> str:
        """What its class says of it: a declaration in a header, under which `private` it stands."""

    def inside(self, part: Part) -> Sequence[Part]:
        """The functions in it that run whenever it runs, theirs among them."""

    def handed(self, part: Part) -> Sequence[tuple[Part, str]]:
        """The functions in it that may run when it does, and to what each is handed."""

    def returned(self, part: Part) -> Sequence[Part]:
        """The functions in it that it gives back, by their names or as they are written."""

    def within(self, part: Part, names: Sequence[str]) -> Sequence[Part]:
        """The functions without a name in it, theirs too, with one of `names` in the text."""

    def is_callable(self, name: str) -> bool:
        """True if a function or method of this last name is defined somewhere."""

    def is_property(self, name: str) -> bool:
        """True if a property of this last name is defined somewhere, which has code of its own."""

    def is_kept(self, name: str) -> bool:
        """True if a function of this last name is named somewhere without being called."""


@dataclass(frozen=True, slots=True, kw_only=True, weakref_slot=True)
class Subject:
    """`head` is the definition itself; `parts` are those whose code counts, it among them.

    is_file: a whole file is spoken of, and `head` is one of its definitions or an empty outline.
    """

    name: str
    qualified_name: str
    kind: Kind
    language: str
    head: Part
    parts: tuple[Part, ...]
    members: tuple[Member, ...] = ()
    imports: tuple[FileImport, ...] = ()
    is_file: bool = False
    is_stub: bool = False
    known: Known

    @property
    def is_class(self) -> bool:
        """True for a class or what is like one."""
        return self.kind.is_classlike and not self.is_file

    @property
    def has_body(self) -> bool:
        """False for what is only declared; Ruby's `def call; end` is not."""
        return not self.is_stub and any(
            part.outline.body_span is not None or _is_empty_def(part.outline) for part in self.parts
        )


def _is_empty_def(outline: Outline) -> bool:
    return (
        outline.language == "ruby"
        and _DEF.match(outline.text.slice(outline.header_span)) is not None
    )


_DEF = re.compile(r"\s*(?:private |protected |public )?def\b")
