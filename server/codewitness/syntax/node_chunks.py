"""Definitions and chunks of a file whose grammar has no `LanguageSpec`: by one query a grammar.

`queries/generic/<grammar>.scm` captures `@definition.<kind>` with one or several `@name` (joined by
dots) or a `@path`, whose last part is the name and what is before it the qualifier. `@lead` and
`@tail` stand beside a definition and belong to it, `@open` marks one that reaches to the next such
definition, `@test` one that is a test, and a `@comment` right above a definition is its
documentation. A grammar without a query is read by the types of its nodes.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache

from tree_sitter import Node, Query, QueryCursor, QueryError

from codewitness.model.facts import ChunkKind, Definition, FileFacts, Kind, join_name
from codewitness.model.text import Span, Text
from codewitness.syntax.chunk import MAX_CHUNK_BYTES, Chunker, boundaries_below, trimmed, uncovered
from codewitness.syntax.paths import is_test_path, module_name
from codewitness.syntax.queries_loader import query
from codewitness.syntax.tags import domain_tags

MAX_NAME = 120
_TOP = -1
_MAX_DEPTH = 12  # of definitions in definitions, and of nodes where there is no query
_MAX_DOCS = 2_000
_MIN_NODE_BYTES = 12
_PREFIX = "definition."
_PATH = re.compile(r"\.|::|:(?=\w)")
_WORDS_BEFORE = re.compile(rb"[ \t]*((?:(?:pub|inline|export|extern|type|and|nonrec)[ \t]+)+)")
# Grammars in which each clause of a function is a node of its own.
_BY_CLAUSES = frozenset({"elixir", "erlang", "haskell"})

_CLASS_WORDS = ("class", "struct", "interface", "trait", "module", "object", "enum", "type")
_CALLABLE_WORDS = ("function", "method", "macro", "procedure", "subroutine", "command", "value")
_TYPE_ENDS = ("definition", "declaration", "_item", "_statement", "_def", "_decl")


@dataclass(slots=True, kw_only=True)
class _Found:
    """One definition while its file is read. `start` is that of the comments above it."""

    kind: Kind
    name: str
    qualifier: str
    node: Node
    name_span: Span
    span: Span
    pattern: int = 0
    is_open: bool = False
    is_test: bool = False
    start: int = 0
    parent: int = _TOP
    children: list[int] = field(default_factory=list)

    @property
    def whole(self) -> Span:
        """The definition with the comments above it."""
        return Span(self.start, self.span.end)


def node_facts(path: str, text: Text, language: str, root: Node) -> FileFacts:
    """Definitions of the file, and its chunks along them."""
    compiled = _query(language)
    if compiled is None:
        found, comments = _by_type(root, text), list[Span]()
    else:
        found, comments = _by_query(compiled, root, text)
    found = _nested(found, text, merges=language in _BY_CLAUSES)
    _add_comments(found, comments, text)
    facts = FileFacts(
        path=path,
        language=language,
        module=module_name(path),
        definitions=tuple(_definitions(found, text, is_test=is_test_path(path))),
    )
    cutter = _Cutter(
        facts=facts,
        found=found,
        text=text,
        chunker=Chunker(path=path, language=language, text=text),
    )
    cutter.cut(root)
    return replace(facts, chunks=tuple(sorted(cutter.chunker.chunks, key=lambda c: c.span)))


@cache
def _query(grammar: str) -> Query | None:
    """The grammar's query; None if there is none or it is not for this release of the grammar."""
    try:
        return query("generic", grammar, grammar)
    except (FileNotFoundError, QueryError):
        return None


def _by_query(compiled: Query, root: Node, text: Text) -> tuple[list[_Found], list[Span]]:
    """Definitions, not nested yet, and comments."""
    found: dict[int, _Found] = {}
    comments: list[Span] = []
    for pattern, captures in QueryCursor(compiled).matches(root):
        if "comment" in captures:
            comments += (Span(node.start_byte, node.end_byte) for node in captures["comment"])
        elif (one := _of_match(captures, text)) is not None:
            one.pattern = pattern
            known = found.get(one.node.id, one)
            start = min(known.span.start, one.span.start)
            end = max(known.span.end, one.span.end)
            found[one.node.id] = first = min(known, one, key=lambda each: each.pattern)
            first.span = Span(start, end)
    _close(list(found.values()), text.raw)
    return list(found.values()), sorted(comments)


def _of_match(captures: dict[str, list[Node]], text: Text) -> _Found | None:
    word = next((key for key in captures if key.startswith(_PREFIX)), None)
    names = captures.get("name") or captures.get("path")
    if word is None or not names:
        return None
    node = captures[word][0]
    qualifier, name = "", ".".join(filter(None, (_clean(_text_of(one, text)) for one in names)))
    if "path" in captures:
        *outer, name = _PATH.split(name)
        qualifier = ".".join(part for part in outer if part)
    if not name:
        return None
    parts = [node, *captures.get("lead", ()), *captures.get("tail", ())]
    start = _with_words_before(min(part.start_byte for part in parts), text.raw)
    return _Found(
        kind=Kind(word.removeprefix(_PREFIX)),
        name=name[:MAX_NAME],
        qualifier=qualifier[:MAX_NAME],
        node=node,
        name_span=Span(names[-1].start_byte, names[-1].end_byte),
        span=Span(start, max(part.end_byte for part in parts)),
        is_open="open" in captures,
        is_test="test" in captures,
    )


def _with_words_before(start: int, raw: bytes) -> int:
    """Where the words begin that a grammar leaves out of the definition after them."""
    line = raw.rfind(b"\n", 0, start) + 1
    match = _WORDS_BEFORE.fullmatch(raw, line, start)
    return start if match is None else match.start(1)


def _close(found: list[_Found], raw: bytes) -> None:
    """Let each open definition reach to the next one, or to the end of the text."""
    openers = sorted((one for one in found if one.is_open), key=lambda one: one.span)
    ends = [one.span.start for one in openers[1:]]
    for one, end in zip(openers, [*ends, len(raw)], strict=False):
        own = raw[one.span.start : end].rstrip()
        one.span = Span(one.span.start, max(one.span.end, one.span.start + len(own)))


def _by_type(root: Node, text: Text) -> list[_Found]:
    """Nodes with a name and a telling type."""
    found: list[_Found] = []
    stack = [(child, 0) for child in reversed(root.named_children)]
    while stack:
        node, depth = stack.pop()
        kind = _kind_of(node)
        named = _name_of(node) if kind is not None else None
        if kind is not None and named is not None and (name := _clean(_text_of(named, text))):
            span = Span(node.start_byte, node.end_byte)
            at = Span(named.start_byte, named.end_byte)
            found.append(
                _Found(kind=kind, name=name, qualifier="", node=node, name_span=at, span=span)
            )
        if depth < _MAX_DEPTH and node.end_byte - node.start_byte >= _MIN_NODE_BYTES:
            stack.extend((child, depth + 1) for child in reversed(node.named_children))
    return found


def _name_of(node: Node) -> Node | None:
    named = node.child_by_field_name("name")
    if named is not None:
        return named
    for child in node.named_children:
        if child.type.endswith(("identifier", "name")) or child.type in ("word", "symbol"):
            return child
    return None


def _kind_of(node: Node) -> Kind | None:
    kind = node.type
    if not kind.endswith(_TYPE_ENDS):
        return None
    if any(word in kind for word in _CLASS_WORDS):
        return Kind.CLASS
    return Kind.FUNCTION if any(word in kind for word in _CALLABLE_WORDS) else None


def _nested(found: list[_Found], text: Text, *, merges: bool) -> list[_Found]:
    """`found` in source order, each in its parent: none reaches beyond it, none is too deep."""
    kept: list[_Found] = []
    around: list[int] = []
    last: dict[int, int] = {}
    for one in sorted(found, key=lambda one: (one.span.start, -one.span.end)):
        while around and kept[around[-1]].span.end <= one.span.start:
            around.pop()
        one.parent = around[-1] if around else _TOP
        end = kept[one.parent].span.end if around else len(text)
        one.span = Span(one.span.start, min(one.span.end, end))
        before = last.get(one.parent)
        if merges and before is not None and _is_clause(kept[before], one):
            kept[before].span = Span(kept[before].span.start, one.span.end)
            around.append(before)
        elif around and kept[around[-1]].name_span == one.name_span:
            continue  # the same definition without what is around it
        elif len(around) < _MAX_DEPTH and one.span.end > one.span.start:
            last[one.parent] = len(kept)
            if around:
                kept[one.parent].children.append(len(kept))
            around.append(len(kept))
            kept.append(one)
    return kept


def _is_clause(before: _Found, one: _Found) -> bool:
    if not (before.kind is one.kind is Kind.FUNCTION):
        return False
    return (before.qualifier, before.name) == (one.qualifier, one.name)


def _add_comments(found: list[_Found], comments: list[Span], text: Text) -> None:
    """Begin each definition at the comments that stand right above it, on lines of their own."""
    ends = [span.end for span in comments]
    floors: dict[int, int] = {}
    for one in found:
        floor = floors.get(one.parent, found[one.parent].span.start if one.parent != _TOP else 0)
        one.start = one.span.start
        at = bisect_left(ends, one.start + 1) - 1
        while at >= 0 and comments[at].start >= floor and _is_above(comments[at], one.start, text):
            one.start = comments[at].start
            at -= 1
        floors[one.parent] = one.span.end


def _is_above(comment: Span, start: int, text: Text) -> bool:
    between = text.raw[comment.end : start]
    if between.strip() or text.raw[comment.start : start].count(b"\n") == 0:
        return False
    # Some grammars take the line's end into the comment.
    n_ends = between.count(b"\n") + text.raw[comment.start : comment.end].endswith(b"\n")
    line = text.raw.rfind(b"\n", 0, comment.start) + 1
    return n_ends <= 1 and not text.raw[line : comment.start].strip()


def _definitions(found: list[_Found], text: Text, *, is_test: bool) -> Iterator[Definition]:
    names: list[str] = []
    for one in found:
        outer = found[one.parent] if one.parent != _TOP else None
        prefix = names[one.parent] if outer is not None else ""
        one.is_test |= is_test or (outer is not None and outer.is_test)
        names.append(join_name(prefix, one.qualifier, one.name))
        body = one.node.child_by_field_name("body")
        docs = text.slice(Span(one.start, one.span.start)).rstrip()
        yield Definition(
            kind=_kind_in(one, outer),
            name=one.name,
            qualified_name=names[-1],
            parent=one.parent,
            span=one.span,
            node_span=one.span,
            name_span=one.name_span,
            header_span=_header(one.span, body),
            body_span=None if body is None else _body(one.span, body),
            is_test=one.is_test,
            docs=docs[:_MAX_DOCS],
        )


def _kind_in(one: _Found, outer: _Found | None) -> Kind:
    is_member = outer is not None and outer.kind.is_classlike and outer.kind is not Kind.MODULE
    return Kind.METHOD if is_member and one.kind is Kind.FUNCTION else one.kind


def _header(span: Span, body: Node | None) -> Span:
    end = span.end if body is None else min(max(body.start_byte, span.start), span.end)
    return Span(span.start, end)


def _body(span: Span, body: Node) -> Span:
    start = min(max(body.start_byte, span.start), span.end)
    return Span(start, min(max(body.end_byte, start), span.end))


@dataclass(slots=True, kw_only=True)
class _Cutter:
    """Makes a file's chunks: of a class its skeleton, of a function its text."""

    facts: FileFacts
    found: list[_Found]
    text: Text
    chunker: Chunker

    def cut(self, root: Node) -> None:
        """Chunks of all definitions, and of what lies in none."""
        is_whole: list[bool] = []  # by definition: all that is in it is in a chunk already
        for index, one in enumerate(self.found):
            inside = one.parent != _TOP and is_whole[one.parent]
            size = one.span.end - one.start
            is_whole.append(inside or (one.kind is Kind.TYPE and size <= MAX_CHUNK_BYTES))
            if not inside:
                self._definition(index, one)
        self._top_level(root)

    def _definition(self, index: int, one: _Found) -> None:
        definition = self.facts.definitions[index]
        whole, is_long = one.whole, one.span.end - one.start > MAX_CHUNK_BYTES
        spans = [whole]
        if one.kind.is_classlike or is_long:
            inner = (self.found[child].whole for child in one.children)
            gaps = _outside(whole, inner)
            spans = [piece for gap in gaps if (piece := trimmed(gap, self.text.raw))]
        if not spans:
            return
        self.chunker.add(
            _chunk_kind(definition.kind),
            spans,
            name=definition.name,
            qualified_name=self.facts.qualified_name(definition),
            parent=self.facts.parent_name(definition),
            tags=_tags(definition),
            boundaries=self._boundaries(one) if is_long else (),
            span=whole,
            definition=index,
        )

    def _boundaries(self, one: _Found) -> list[int]:
        if not one.is_open:
            return boundaries_below(one.node)
        return _line_starts(self.text.raw, one.span)

    def _top_level(self, root: Node) -> None:
        covered = [one.whole for one in self.found if one.parent == _TOP]
        gaps = [trimmed(gap, self.text.raw) for gap in uncovered(len(self.text), covered)]
        is_long = any(gap.end - gap.start > MAX_CHUNK_BYTES for gap in gaps if gap)
        boundaries = boundaries_below(root) if is_long else []
        for piece in gaps:
            if piece is not None:
                self.chunker.add(
                    ChunkKind.TOPLEVEL,
                    [piece],
                    name=self.facts.path.rsplit("/", 1)[-1][:MAX_NAME],
                    qualified_name=self.facts.module,
                    tags=["domain:test"] if is_test_path(self.facts.path) else [],
                    boundaries=boundaries,
                )


def _outside(whole: Span, inner: Iterable[Span]) -> list[Span]:
    shifted = [span.shifted(-whole.start) for span in inner]
    gaps = uncovered(whole.end - whole.start, shifted)
    return [gap.shifted(whole.start) for gap in gaps]


def _line_starts(raw: bytes, span: Span) -> list[int]:
    return [match.end() for match in re.compile(rb"\n").finditer(raw, span.start, span.end)]


def _chunk_kind(kind: Kind) -> ChunkKind:
    if kind.is_classlike:
        return ChunkKind.CLASS
    if kind is Kind.TYPE:
        return ChunkKind.NODE
    is_free = kind in (Kind.FUNCTION, Kind.MACRO)
    return ChunkKind.FUNCTION if is_free else ChunkKind.METHOD


def _tags(definition: Definition) -> Iterator[str]:
    is_type = definition.kind is Kind.TYPE
    for tag in domain_tags(definition):
        yield "domain:class" if is_type and tag == "domain:function" else tag


def _text_of(node: Node, text: Text) -> str:
    return text.slice(Span(node.start_byte, min(node.end_byte, node.start_byte + 4 * MAX_NAME)))


def _clean(name: str) -> str:
    """`name` on one line, without quotes around it, not too long."""
    return " ".join(name.split()).strip("\"'` ")[:MAX_NAME].rstrip()
