"""What a published test suite asserts of a call hierarchy, whatever form the suite has."""

from __future__ import annotations

from dataclasses import dataclass, replace

Place = tuple[int, int]  # line and character, from 0
Range = tuple[Place, Place]

FILE, MODULE, NAMESPACE, CLASS, METHOD, PROPERTY, FIELD = 1, 2, 3, 5, 6, 7, 8
CONSTRUCTOR, FUNCTION = 9, 12  # LSP's SymbolKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One item; None is what the suite leaves open. `name_range` is LSP's selectionRange."""

    path: str | None = None
    name: str | None = None
    kinds: frozenset[int] | None = None
    whole: Range | None = None
    name_range: Range | None = None
    incoming: tuple[Call, ...] | None = None
    outgoing: tuple[Call, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A caller or callee, and where the calls are."""

    item: Item
    sites: tuple[Range, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """The items that a place in a file stands for, with their callers and callees."""

    path: str
    at: Place
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A small project and what is asked of it; `left_out` says why nothing is."""

    suite: str
    name: str
    files: dict[str, str]
    questions: tuple[Question, ...]
    left_out: str = ""

    def without(self, reason: str) -> Case:
        """The same case, not asked."""
        return replace(self, left_out=reason)


def place_of(text: str, offset: int) -> Place:
    """Line and character of an offset in characters."""
    before = text[:offset]
    return before.count("\n"), offset - before.rfind("\n") - 1


def range_of(text: str, start: int, end: int) -> Range:
    """The range between two offsets in characters."""
    return place_of(text, start), place_of(text, end)
