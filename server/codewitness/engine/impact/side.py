"""One definition as one version of its file has it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from codewitness.engine.impact.headers import (
    one_line,
    shown_header,
    without_comments,
    without_hints,
)
from codewitness.model.facts import Definition, FileFacts, Item, Kind
from codewitness.model.outline import Outline, Parameter
from codewitness.model.pieces import Piece
from codewitness.model.text import Span, Text
from codewitness.syntax.classify import FileNames, signals_of
from codewitness.syntax.declared import Declared
from codewitness.syntax.layout import plain_words
from codewitness.syntax.parsed import Parsed

# Says of a parameter whether the body may set it, which is nothing to those who call.
_REASSIGNED = {"java": "final", "rust": "mut"}


@dataclass(frozen=True, kw_only=True)  # without slots: it keeps its names
class Version:
    """A file as one text has it."""

    facts: FileFacts
    text: Text
    parsed: Parsed | None

    @cached_property
    def names(self) -> FileNames:
        """What calls in it can mean; asked for by each of its definitions."""
        return FileNames.of(self.facts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A definition before or after an edit. Spans are those of its version's text.

    `items` are its signals by kind, `returns` the values that it gives back among them; `flags`
    what holds of the whole. `outline` is None for what has none of its own, as a class, `pieces`
    are its own code. `frame_words` are the header without its parameters. `declared` are
    the constants, variables and fields of a class or a top level.
    """

    definition: Definition
    language: str
    text: Text
    signature: str
    header_words: tuple[str, ...]
    frame_words: tuple[str, ...]
    items: dict[str, Sequence[Item]]
    flags: dict[str, bool]
    parameters: tuple[Parameter, ...] = ()
    outline: Outline | None = None
    pieces: tuple[Piece, ...] = ()
    declared: tuple[Declared, ...] = ()

    @property
    def name_span(self) -> Span:
        """Where its name stands."""
        return self.definition.name_span

    @property
    def code(self) -> list[tuple[int, tuple[str, ...]]] | None:
        """All that it says, without its layout and its comments; None if that is not known."""
        if self.outline is None:
            return None
        return [(one.depth, one.words) for one in self.pieces]


def side_of(version: Version, ordinal: int) -> Side:
    """The definition `ordinal` of a version."""
    definition = version.facts.definitions[ordinal]
    items: dict[str, Sequence[Item]] = {}
    flags: dict[str, bool] = {}
    outline = None
    pieces: tuple[Piece, ...] = ()
    declared: tuple[Declared, ...] = ()
    if version.parsed is not None:
        outline = version.parsed.outline(definition.span, definition.name_span)
        pieces = version.parsed.pieces(outline) if outline is not None else ()
        if outline is not None and not definition.kind.is_callable:
            declared = version.parsed.declared(outline, definition.span)
    if definition.kind.is_callable:
        own = signals_of(version.facts, version.text, ordinal, version.names)
        items = {
            "calls": [Item(call.text, call.span) for call in own.calls],
            "attributeReads": own.attribute_reads,
            "attributeWrites": own.attribute_writes,
            "subscripts": [Item(one.text, one.span) for one in own.subscripts],
            "parametersUsed": own.parameters_used,
            "raises": own.raises,
            "handles": own.handles,
            "returns": _returns(outline),
        }
        flags = {
            "hasLoop": own.has_loop,
            "hasConditional": own.has_conditional,
            "hasTry": own.has_try,
            "isAsync": own.is_async,
        }
    else:
        outline = None
    header, language = version.text.slice(definition.header_span), version.facts.language
    return Side(
        definition=definition,
        language=language,
        text=version.text,
        signature=shown_header(header, language),
        header_words=_words(header, definition.name, language),
        frame_words=_words(
            _beside_parameters(header, definition, language), definition.name, language
        ),
        items=items,
        flags=flags,
        parameters=tuple(_parameters(outline)) if outline is not None else (),
        outline=outline,
        pieces=pieces,
        declared=declared,
    )


def top_side(version: Version) -> Side | None:
    """A file's top-level code, in which no definition stands; None for what is not read."""
    if version.parsed is None:
        return None
    outline = version.parsed.file_outline()
    whole, nowhere = Span(0, len(version.text)), Span(0, 0)
    name_spans = {one.name_span for one in version.facts.definitions}
    own = version.parsed.declared(outline, whole)
    return Side(
        definition=Definition(
            kind=Kind.MODULE,
            name="",
            qualified_name="",
            parent=-1,
            span=whole,
            node_span=whole,
            name_span=nowhere,
            header_span=nowhere,
            body_span=whole,
        ),
        language=version.facts.language,
        text=version.text,
        signature="",
        header_words=(),
        frame_words=(),
        items={},
        flags={},
        pieces=tuple(
            one
            for one in version.parsed.pieces(outline)
            if not any(one.span.contains(name) for name in name_spans)
        ),
        declared=tuple(one for one in own if one.span not in name_spans),
    )


def _parameters(outline: Outline) -> Iterator[Parameter]:
    """The parameters, with a default for those that may be missing without one."""
    raw = outline.text.raw
    for one in outline.parameters:
        is_optional = raw[one.span.end : one.span.end + 1] == b"?"  # TypeScript's `x?: string`
        is_block = outline.language == "ruby" and raw[one.span.start - 1 : one.span.start] == b"&"
        default = "undefined" if is_optional and one.default is None else one.default
        yield one._replace(default=default, is_rest=one.is_rest or is_block)


def _returns(outline: Outline | None) -> list[Item]:
    if outline is None:
        return []
    return [Item(one_line(one.value), one.value_span) for one in outline.returns]


def _beside_parameters(header: str, definition: Definition, language: str) -> str:
    """A header without its parameters: decorators, modifiers, the type of what is given back."""
    at = definition.name_span.end - definition.header_span.start
    before = len(header.encode()[:at].decode("utf-8", "replace"))
    rest = without_comments(header[before:], language)  # their brackets close nothing
    opening = rest.find("(")
    if opening < 0 or language == "objc":
        return header[:before]
    depth = 0
    for close in range(opening, len(rest)):
        depth += (rest[close] in "([{") - (rest[close] in ")]}")
        if depth == 0:
            return header[:before] + rest[close + 1 :]
    return header[:before]


def _words(header: str, name: str, language: str) -> tuple[str, ...]:
    """The tokens of a header but its name and comments, so that another name is no other header."""
    said = without_hints(without_comments(header, language), language)
    tokens = plain_words(said, language)
    mark = _REASSIGNED.get(language)
    opened = False
    found: list[str] = []
    for before, token in zip(("", *tokens), tokens, strict=False):
        opened = opened or token == "("
        is_of_body = token == mark and opened and before in ("(", ",")
        if not is_of_body and token not in (name, ","):
            found.append(token)
    return tuple(found)
