"""The outline of one definition: what its own code does, in order, and what stands around what.

It is read from the syntax tree when somebody asks, and never stored. Spans are absolute.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from codewitness.model.facts import Item, Kind, SubscriptItem
from codewitness.model.text import Span, Text


class Around(StrEnum):
    """What a piece of code can stand in; the values are captures of `outline.scm`."""

    LOOP = "loop"
    COMPREHENSION = "comprehension"
    BRANCH = "branch"
    ELSE = "else"
    TRY = "try"
    HANDLER = "handler"
    FINALLY = "finally"
    WITH = "with"


class Region(NamedTuple):
    """The code in `span` stands in a loop, a branch and so on."""

    around: Around
    span: Span


class Call(NamedTuple):
    """A call: callee as written, its last name, and the whole call with its arguments."""

    text: str
    span: Span
    name: str
    name_span: Span
    whole: Span


class Assigned(NamedTuple):
    """A target and what it is set to, both as written."""

    target: str
    target_span: Span
    value: str
    value_span: Span


class Parameter(NamedTuple):
    """A parameter; `default` as written, None if it has none. `is_rest` takes what is left over."""

    name: str
    span: Span
    default: str | None
    is_rest: bool


class CapturedParameter(NamedTuple):
    """A parameter that something inside reads; `is_rebound` if it may be one of its own there."""

    name: str
    span: Span
    is_rebound: bool


class Nested(NamedTuple):
    """A definition inside the one that is outlined."""

    name: str
    kind: Kind
    span: Span
    name_span: Span


class Returned(NamedTuple):
    """A value that is given back: the statement, and the value's text and place."""

    span: Span
    value: str
    value_span: Span


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Outline:
    """What one definition says by itself; what is nested in it is left out.

    `marks` are the other captures of `outline.scm` by name: `loop`, `condition`, `await` and so on.
    `gaps` are the parts of its body that are its own, `silent` the comments and strings in them.
    `text` may have blanks in the place of comments; `source` is then the file as it is. `plain` is
    the outline as it is written, of one in which conditions are told in other words.
    """

    text: Text
    source: Text | None = None
    plain: Outline | None = None
    language: str
    kind: Kind
    name: str
    span: Span
    name_span: Span
    header_span: Span
    body_span: Span | None
    is_async: bool
    has_error: bool
    parameters: tuple[Parameter, ...] = ()
    calls: tuple[Call, ...] = ()
    attribute_reads: tuple[Item, ...] = ()
    attribute_writes: tuple[Item, ...] = ()
    subscripts: tuple[SubscriptItem, ...] = ()
    parameters_used: tuple[Item, ...] = ()
    captured: tuple[CapturedParameter, ...] = ()
    raises: tuple[Item, ...] = ()
    handles: tuple[Item, ...] = ()
    returns: tuple[Returned, ...] = ()
    assigned: tuple[Assigned, ...] = ()
    regions: tuple[Region, ...] = ()
    nested: tuple[Nested, ...] = ()
    marks: Mapping[str, tuple[Item, ...]] = field(default_factory=lambda: MappingProxyType({}))
    gaps: tuple[Span, ...] = ()

    @property
    def exits(self) -> list[Span]:
        """Where the definition is left: what returns, with a value or without, and what raises."""
        exits = [item.span for item in self.returns]
        return exits + [item.span for item in self.marked("return", "raised")]

    silent: tuple[Span, ...] = ()

    def marked(self, *names: str) -> tuple[Item, ...]:
        """The items of these marks, in source order."""
        found = [item for name in names for item in self.marks.get(name, ())]
        return tuple(sorted(found, key=lambda item: item.span)) if len(names) > 1 else tuple(found)

    def around(self, span: Span) -> frozenset[Around]:
        """Everything of its own code that `span` stands in."""
        return frozenset(r.around for r in self.regions if r.span.contains(span))

    def innermost(self, span: Span, *kinds: Around) -> Span | None:
        """The smallest region of these kinds around `span`."""
        found = [r.span for r in self.regions if r.around in kinds and r.span.contains(span)]
        return min(found, key=lambda one: one.end - one.start, default=None)

    def shares_text(self, other: Outline) -> bool:
        """True if both are of one reading of one file, told in other words or not."""
        return (self.plain or self).text is (other.plain or other).text

    def occurrences(self, name: str) -> Iterator[Item]:
        """Where the whole word `name` stands in its own code, comments and strings left out."""
        wanted = whole_word(name)
        for gap in self.gaps:
            for match in wanted.finditer(self.text.raw, gap.start, gap.end):
                span = Span(*match.span())
                if not any(one.contains(span) for one in self.silent):
                    yield Item(name, span)

    def header_words(self) -> list[str]:
        """Words of the header without its comments: modifiers, types, names."""
        return re.findall(r"@?[\w.]+", self.text.slice(self.header_span))


@lru_cache(maxsize=256)
def whole_word(name: str) -> re.Pattern[bytes]:
    """What finds a name in bytes where it is not a part of a longer one."""
    if name.isdigit():  # no part of `0.5`
        return re.compile(rb"(?<![\w$])(?<!\d\.)" + name.encode() + rb"(?![\w$]|\.\d)")
    before = rb"(?<![\w$])" if re.match(r"\w", name) else b""
    after = rb"(?![\w$])" if re.search(r"\w$", name) else b""
    return re.compile(before + re.escape(name.encode()) + after)
