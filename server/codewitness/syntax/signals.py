"""What the body of one definition does, from the language's `signals.scm`.

Captures: `@call`, `@attribute` with `@attribute.write` and `@attribute.delete`, `@subscript`,
`@raise`, `@handle`, `@loop`, `@conditional`, `@try`; `@outside` marks a part of a body that belongs
to no function, such as an annotation, and `@inside` one of a nested definition's header that the
scope around evaluates, such as what a closure captures. `@bare` and its kin are those of
`bare_calls`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeVar

from tree_sitter import Node, QueryCursor

from codewitness.model.facts import CallItem, Item, ScopeFacts, SubscriptItem
from codewitness.model.names import spelt
from codewitness.model.text import Span
from codewitness.syntax.bare_calls import bare_calls
from codewitness.syntax.bare_fields import COMPACT, bare_names
from codewitness.syntax.languages.spec import Callee, LanguageSpec, extent
from codewitness.syntax.queries_loader import query
from codewitness.syntax.scopes import Scope

_WORD = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$") | frozenset(
    range(0x80, 0x100)
)

_Placed = TypeVar("_Placed", Item, SubscriptItem)


@dataclass(slots=True, kw_only=True)
class Region:
    """What belongs to one scope: its body without the bodies of the scopes nested in it.

    gaps: the parts of the body that are its own. headers: spans in the gaps that introduce a
    nested definition (decorators, parameters, bases): they are outside of every function. They are
    disjoint and in source order.
    """

    gaps: list[Span]
    headers: list[Span]
    base: int

    @classmethod
    def of(cls, body: Span, nested: list[Scope], base: int) -> Region:
        """Region of a scope with this body; `nested` are its direct children."""
        gaps: list[Span] = []
        headers: list[Span] = []
        at = body.start
        holes = [(c.body or Span(c.head.end, c.head.end), c) for c in nested]
        for hole, child in sorted(holes, key=_hole_start):
            if hole.start > at:
                gaps.append(Span(at, hole.start))
            at = max(at, hole.end)
            headers.append(Span(child.head.start, hole.start))
            if child.head.end > hole.end:
                headers.append(Span(hole.end, child.head.end))
        if body.end > at:
            gaps.append(Span(at, body.end))
        return cls(gaps=gaps, headers=_outermost(headers), base=base)

    def without(self, parts: Iterable[Span]) -> Region:
        """The same with `parts` outside of every function too."""
        return replace(self, headers=_outermost([*self.headers, *parts]))

    def within(self, parts: Iterable[Span]) -> Region:
        """The same with `parts` of headers its own."""
        kept = self.headers
        for part in parts:
            kept = [piece for header in kept for piece in _apart(header, part)]
        return replace(self, headers=kept)

    def in_header(self, start: int, end: int) -> bool:
        """True if the range lies within the header of a nested definition."""
        at = bisect_right(self.headers, start, key=_start) - 1
        return at >= 0 and end <= self.headers[at].end


@dataclass(slots=True)
class Captured:
    """Nodes by capture name that start in the region's gaps."""

    nodes: dict[str, list[Node]] = field(default_factory=dict)

    def own(self, name: str, region: Region) -> Iterator[Node]:
        """Those of one name that stand in no header of a nested definition."""
        nodes = self.nodes.get(name, ())
        if not region.headers:
            return iter(nodes)
        return (n for n in nodes if not region.in_header(n.start_byte, n.end_byte))


def _outermost(spans: list[Span]) -> list[Span]:
    """Those that lie in no other one, in source order; none may overlap another in part."""
    if len(spans) < 2:
        return spans
    found: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if not found or span.end > found[-1].end:
            found.append(span)
    return found


def _apart(header: Span, part: Span) -> list[Span]:
    """What is left of a header without a part of it."""
    if part.start < header.start or part.end > header.end:
        return [header]
    return [Span(header.start, part.start), Span(part.end, header.end)]


def _start(span: Span) -> int:
    return span.start


def _hole_start(hole: tuple[Span, Scope]) -> int:
    return hole[0].start


def scope_facts(
    node: Node, region: Region, raw: bytes, spec: LanguageSpec, parameters: list[Node]
) -> ScopeFacts:
    """Facts of the scope whose own code is `region`; spans relative to `region.base`."""
    captured = capture(node, region, raw, spec)
    if not captured.nodes and not parameters:
        return ScopeFacts()
    if "outside" in captured.nodes:
        region = region.without(Span(*node.byte_range) for node in captured.nodes["outside"])
    if "inside" in captured.nodes:
        region = region.within(Span(*node.byte_range) for node in captured.nodes["inside"])
    if "bare" in captured.nodes and node.type not in spec.closure_types:
        captured.nodes.setdefault("call", []).extend(bare_calls(captured.nodes, parameters))
    calls, outer_calls, callees = _calls(captured, region, raw, spec)
    writes = _extents(captured.nodes.get("attribute.write", ()), spec)
    unread = callees | writes | _extents(captured.nodes.get("attribute.delete", ()), spec)
    own = _extents(captured.own("attribute", region), spec)
    words = () if node.type == COMPACT else captured.own("word", region)
    bare = bare_names(
        (one for one in words if one.byte_range not in callees),
        captured.nodes.get("word.bound", ()),
        parameters,
        lambda one: not _is_listed(one, spec) and spec.is_read(one),
        region.base,
    )
    return ScopeFacts(
        calls=calls,
        outer_calls=outer_calls,
        attribute_reads=_items(own - unread, region, raw),
        attribute_writes=_items(own & writes, region, raw),
        subscripts=_by_place(_subscripts(captured.own("subscript", region), region, raw, spec)),
        parameters_used=_parameters_used(node, parameters, region, raw, spec),
        raises=_by_place(_raised(n, region, raw, spec) for n in captured.own("raise", region)),
        handles=_items(_extents(captured.own("handle", region), spec), region, raw),
        has_loop=any(captured.own("loop", region)),
        has_conditional=any(captured.own("conditional", region)),
        has_try=any(captured.own("try", region)),
        bare_reads=bare.reads,
        bare_writes=bare.writes,
        bound=bare.bound,
    )


def capture(node: Node, region: Region, raw: bytes, spec: LanguageSpec) -> Captured:
    """The nodes that `signals.scm` captures in the region's gaps."""
    captured = Captured()
    cursor = QueryCursor(query(spec.name, spec.grammar, "signals"))
    for gap in region.gaps:
        if raw[gap.start : gap.end].isspace():
            continue
        cursor.set_byte_range(gap.start, gap.end)
        for name, nodes in cursor.captures(node).items():
            kept = [n for n in nodes if gap.start <= n.start_byte < gap.end]
            if kept:
                captured.nodes.setdefault(name, []).extend(kept)
    return captured


def _calls(
    captured: Captured, region: Region, raw: bytes, spec: LanguageSpec
) -> tuple[tuple[CallItem, ...], tuple[CallItem, ...], set[tuple[int, int]]]:
    inner: list[CallItem] = []
    outer: list[CallItem] = []
    ranges: set[tuple[int, int]] = set()
    for node in captured.nodes.get("call", ()):
        callee = spec.callee(node)
        if callee is None:
            continue
        ranges.add((callee.start, callee.end))
        in_header = region.in_header(node.start_byte, node.end_byte)
        (outer if in_header else inner).append(_call_item(callee, region, raw))
    return _ordered(inner), _ordered(outer), ranges


def _by_place(items: Iterable[_Placed]) -> tuple[_Placed, ...]:
    return tuple(sorted(items, key=lambda item: item.span))


def _call_item(callee: Callee, region: Region, raw: bytes) -> CallItem:
    return CallItem(
        _decode(raw, callee.start, callee.end),
        Span(callee.start - region.base, callee.end - region.base),
        _decode(raw, callee.name_start, callee.name_end).strip("`"),
        Span(callee.name_start - region.base, callee.name_end - region.base),
    )


def _ordered(calls: list[CallItem]) -> tuple[CallItem, ...]:
    return tuple(sorted(calls, key=lambda call: (call.name_span, call.span)))


def _subscripts(
    nodes: Iterable[Node], region: Region, raw: bytes, spec: LanguageSpec
) -> Iterator[SubscriptItem]:
    for node in nodes:
        if (reach := spec.extent(node)) is None:
            continue
        start, end = reach
        target_end = node.start_byte
        if start >= target_end and (target := node.named_child(0)) is not None:
            target_end = target.end_byte
        yield SubscriptItem(
            _decode(raw, start, end),
            Span(start - region.base, end - region.base),
            _decode(raw, start, target_end),
            _decode(raw, target_end, end).strip().lstrip("?!.")[1:-1].strip(),
        )


def _raised(node: Node, region: Region, raw: bytes, spec: LanguageSpec) -> Item:
    while node.type == "parenthesized_expression" and node.named_child_count == 1:
        node = node.named_children[0]
    start, end = node.start_byte, node.end_byte
    if node.type in spec.call_types and (callee := spec.callee(node)) is not None:
        start, end = callee.start, callee.end
    return Item(_decode(raw, start, end), Span(start - region.base, end - region.base))


def _parameters_used(
    node: Node, parameters: list[Node], region: Region, raw: bytes, spec: LanguageSpec
) -> tuple[Item, ...]:
    used: dict[str, Item] = {}
    for parameter in parameters:
        name = parameter.text or b""
        if name and (start := first_read(node, name, region, raw, spec)) is not None:
            text = spelt(name)
            span = Span(start - region.base, start - region.base + len(name))
            used.setdefault(text, Item(text, span))
    return tuple(sorted(used.values(), key=lambda item: item.span))


def first_read(
    node: Node, name: bytes, region: Region, raw: bytes, spec: LanguageSpec
) -> int | None:
    """Where the region's own code first reads this name."""
    for gap in region.gaps:
        at = raw.find(name, gap.start, gap.end)
        while at >= 0:
            end = at + len(name)
            if _is_word(raw, at, end) and _reads(node, at, end, region, spec):
                return at
            at = raw.find(name, end, gap.end)
    return None


def _is_word(raw: bytes, start: int, end: int) -> bool:
    # Whether a `$` before it is a part of the name, as in JavaScript, the tree will tell.
    before_ok = start == 0 or raw[start - 1] not in _WORD or raw[start - 1] == ord("$")
    return before_ok and (end >= len(raw) or raw[end] not in _WORD)


def _reads(node: Node, start: int, end: int, region: Region, spec: LanguageSpec) -> bool:
    leaf = node.named_descendant_for_byte_range(start, end)
    if leaf is None or region.in_header(start, end):
        return False
    if leaf.type in spec.format_types:
        return _is_placeholder(leaf, start, end) and spec.is_read(leaf)
    is_name = leaf.type in spec.identifier_types and leaf.byte_range == (start, end)
    return is_name and not _is_listed(leaf, spec) and spec.is_read(leaf)


def _is_listed(leaf: Node, spec: LanguageSpec) -> bool:
    if (parent := leaf.parent) is None:
        return True
    for name in spec.non_reads.get(parent.type, ()):
        if name == "*":
            return True
        for child in parent.children_by_field_name(name):
            if child.byte_range == leaf.byte_range:
                return True
    return False


def _is_placeholder(text: Node, start: int, end: int) -> bool:
    """True for the name in `{name}` or `{name:..}`, not in `{{name}}`."""
    raw, at = text.text or b"", text.start_byte
    before, after = raw[max(start - at - 2, 0) : start - at], raw[end - at : end - at + 1]
    return before.endswith(b"{") and before != b"{{" and after in (b"}", b":")


def _extents(nodes: Iterable[Node], spec: LanguageSpec) -> set[tuple[int, int]]:
    if spec.extent is extent:
        return {node.byte_range for node in nodes}
    return {reach for node in nodes if (reach := spec.extent(node)) is not None}


def _items(ranges: Iterable[tuple[int, int]], region: Region, raw: bytes) -> tuple[Item, ...]:
    base = region.base
    return tuple(Item(_decode(raw, s, e), Span(s - base, e - base)) for s, e in sorted(set(ranges)))


def _decode(raw: bytes, start: int, end: int) -> str:
    return spelt(raw[start:end])
