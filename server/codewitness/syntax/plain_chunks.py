"""Chunks of files that are not read in depth: other grammars by node, text by heading or window."""

from __future__ import annotations

import re

from tree_sitter import Node

from codewitness.model.facts import ChunkKind, Definition, FileFacts, Kind, join_name
from codewitness.model.text import Span, Text
from codewitness.syntax.chunk import MAX_CHUNK_BYTES, Chunker, boundaries_below, trimmed, uncovered
from codewitness.syntax.paths import is_test_path, module_name

_HEADING = re.compile(rb"^(#{1,6})[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
_FENCE = re.compile(rb"^(```|~~~)[^\n]*\n.*?^\1[ \t]*$", re.MULTILINE | re.DOTALL)
_RST_HEADING = re.compile(rb"^(?=\S)(.+)\r?\n([=\-~^\"'#*+`:.])\2{2,}[ \t]*$", re.MULTILINE)
_TOML_HEADING = re.compile(rb"^\[+([^\]\n]+)\]+", re.MULTILINE)
_YAML_HEADING = re.compile(rb"^([A-Za-z_][\w.-]*):", re.MULTILINE)
_MIN_NODE_BYTES = 12
_MAX_NODE_DEPTH = 12

_CLASS_WORDS = ("class", "struct", "interface", "trait", "module", "object", "enum", "type")
_CALLABLE_WORDS = ("function", "method", "macro", "procedure", "subroutine", "command", "value")


def text_facts(path: str, text: Text, language: str) -> FileFacts:
    """Sections of a text that has headings, else windows of whole paragraphs."""
    module = module_name(path)
    chunker = Chunker(path=path, language=language, text=text)
    tags = ["domain:test"] if is_test_path(path) else []
    for title, span in _sections(text.raw, language):
        piece = trimmed(span, text.raw)
        if piece is not None:
            chunker.add(
                ChunkKind.SECTION if title else ChunkKind.WINDOW,
                [piece],
                name=title or path.rsplit("/", 1)[-1],
                qualified_name=module,
                tags=tags,
                boundaries=_paragraphs(text.raw, piece),
            )
    return FileFacts(path=path, language=language, module=module, chunks=tuple(chunker.chunks))


def node_facts(path: str, text: Text, language: str, root: Node) -> FileFacts:
    """Definitions are the nodes with a `name` that look like one; the rest is top-level code."""
    module = module_name(path)
    chunker = Chunker(path=path, language=language, text=text)
    definitions: list[Definition] = []
    covered: list[Span] = []
    tags = ["domain:test"] if is_test_path(path) else []
    for node, name in _named_nodes(root):
        definition = _generic_definition(node, name, text)
        definitions.append(definition)
        span = definition.span
        covered.append(span)
        chunker.add(
            ChunkKind.NODE,
            [span],
            name=definition.name,
            qualified_name=join_name(module, definition.qualified_name),
            tags=[f"domain:{'class' if definition.kind.is_classlike else 'function'}", *tags],
            boundaries=boundaries_below(node),
            definition=len(definitions) - 1,
        )
    for gap in uncovered(len(text), covered):
        if (piece := trimmed(gap, text.raw)) is not None:
            chunker.add(
                ChunkKind.TOPLEVEL,
                [piece],
                name=path.rsplit("/", 1)[-1],
                qualified_name=module,
                tags=tags,
                boundaries=boundaries_below(root),
            )
    chunks = tuple(sorted(chunker.chunks, key=lambda chunk: chunk.span))
    return FileFacts(
        path=path, language=language, module=module, definitions=tuple(definitions), chunks=chunks
    )


def _named_nodes(root: Node) -> list[tuple[Node, Node]]:
    """Outermost definition-like nodes with their name nodes; long class-like ones are entered."""
    found: list[tuple[Node, Node]] = []
    stack = [(child, 0) for child in reversed(root.named_children)]
    while stack:
        node, depth = stack.pop()
        name = _name_of(node)
        big = node.end_byte - node.start_byte > MAX_CHUNK_BYTES
        if (name is not None and _kind_of(node) is not None and not big) or (
            name is not None and _kind_of(node) is not None and not _has_inner(node)
        ):
            found.append((node, name))
        elif depth < _MAX_NODE_DEPTH and node.end_byte - node.start_byte >= _MIN_NODE_BYTES:
            stack.extend((child, depth + 1) for child in reversed(node.named_children))
    return found


def _has_inner(node: Node) -> bool:
    stack, steps = list(node.named_children), 0
    while stack and steps < 2_000:
        steps += 1
        inner = stack.pop()
        if _kind_of(inner) is not None and _name_of(inner) is not None:
            return True
        stack.extend(inner.named_children)
    return False


def _name_of(node: Node) -> Node | None:
    name = node.child_by_field_name("name")
    if name is not None:
        return name
    if _kind_of(node) is None:
        return None
    for child in node.named_children:
        if child.type.endswith(("identifier", "name")) or child.type in ("word", "symbol"):
            return child
    return None


def _kind_of(node: Node) -> Kind | None:
    kind = node.type
    if not kind.endswith(("definition", "declaration", "_item", "_statement", "_def", "_decl")):
        return None
    if any(word in kind for word in _CLASS_WORDS):
        return Kind.CLASS
    return Kind.FUNCTION if any(word in kind for word in _CALLABLE_WORDS) else None


def _generic_definition(node: Node, name: Node, text: Text) -> Definition:
    label = text.slice(Span(name.start_byte, name.end_byte)).strip()
    span = Span(node.start_byte, node.end_byte)
    body = node.child_by_field_name("body")
    header_end = body.start_byte if body is not None else span.end
    return Definition(
        kind=_kind_of(node) or Kind.FUNCTION,
        name=label,
        qualified_name=label,
        parent=-1,
        span=span,
        node_span=span,
        name_span=Span(name.start_byte, name.end_byte),
        header_span=Span(span.start, header_end),
        body_span=None if body is None else Span(body.start_byte, body.end_byte),
    )


def _sections(raw: bytes, language: str) -> list[tuple[str, Span]]:
    heads = [(m.start(), title) for m, title in _headings(raw, language)]
    if not heads:
        return [("", Span(0, len(raw)))]
    starts = [start for start, _ in heads]
    edges = [*starts, len(raw)]
    found = [(title, Span(edges[i], edges[i + 1])) for i, (_, title) in enumerate(heads)]
    return [("", Span(0, starts[0])), *found] if starts[0] > 0 else found


def _headings(raw: bytes, language: str) -> list[tuple[re.Match[bytes], str]]:
    if language == "markdown":
        fences = [Span(m.start(), m.end()) for m in _FENCE.finditer(raw)]
        matches = [(m, m[2]) for m in _HEADING.finditer(raw) if not _inside(m.start(), fences)]
    elif language in ("rst", "text"):
        matches = [(m, m[1]) for m in _RST_HEADING.finditer(raw)]
    elif language in ("toml", "ini"):
        matches = [(m, m[1]) for m in _TOML_HEADING.finditer(raw)]
    elif language == "yaml":
        matches = (
            [(m, m[1]) for m in _YAML_HEADING.finditer(raw)] if len(raw) > MAX_CHUNK_BYTES else []
        )
    else:
        matches = []
    return [(match, title.decode("utf-8", "replace").strip()) for match, title in matches]


def _inside(offset: int, spans: list[Span]) -> bool:
    return any(span.start <= offset < span.end for span in spans)


def _paragraphs(raw: bytes, span: Span) -> list[int]:
    return [m.end() for m in re.finditer(rb"\n[ \t\r]*\n", raw[: span.end]) if m.end() > span.start]
