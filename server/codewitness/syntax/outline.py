"""Outline one definition from its syntax tree: its calls in order, and what stands around them.

Captures of a language's `outline.scm`:

* `@in.<around>`: code that stands in a loop, a branch, a try and so on (`model.outline.Around`);
* `@return`, and `@tail` for a body that is an expression; `@assigned` with `@assigned.value`;
* `@decorator`, `@base`, `@default`, `@result`: parts of the header;
* `@text`: comments and the insides of strings;
* all others become marks under their own name: `@loop`, `@condition`, `@await`, `@fallback`…

The marks `ending` and `led` are of no query: see `endings.py` and `block_macros.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType

from tree_sitter import Node, QueryCursor, Tree

from codewitness.model.facts import Item, Kind
from codewitness.model.outline import (
    Around,
    Assigned,
    Call,
    Nested,
    Outline,
    Parameter,
    Region,
    Returned,
)
from codewitness.model.text import Span, Text
from codewitness.syntax import brackets, signals
from codewitness.syntax.atomics import atomic_writes
from codewitness.syntax.bare_calls import bare_calls
from codewitness.syntax.block_macros import LANGUAGES, led_blocks
from codewitness.syntax.captures import parameters_captured
from codewitness.syntax.endings import endings
from codewitness.syntax.languages.spec import LanguageSpec
from codewitness.syntax.leaving import body_of, is_run_once, left_through
from codewitness.syntax.queries_loader import query
from codewitness.syntax.scopes import Scope, outline
from codewitness.syntax.swift_conditions import whole_condition
from codewitness.syntax.tails import tails

_IN = "in."
_AROUND = {around.value: around for around in Around}
_HEADER = frozenset({"decorator", "default", "result", "base"})
# Marks that tell whether what stands behind them is reached.
_DECIDING = frozenset({"return", "raised", "conditional", "condition", "loop", "try", "handler"})
_RAISED = re.compile(r"raise\b(?!.*\b(?:if|unless)\b)", re.DOTALL)
_RETURN = re.compile(r"(?:co_)?return(?:@\w+)?\b\s*")
_MAX_HEADER = 1_000  # bytes after a class's name in which its bases stand
_MAX_OUTWARDS = 4
_MAX_TEXT = 2_000  # characters of a mark that anybody compares with


def outline_at(
    tree: Tree, text: Text, spec: LanguageSpec, span: Span, name_span: Span
) -> Outline | None:
    """The outline of the definition of this span and name; None if there is none.

    Both are those of the definition's `Symbol`, made of the same text as the tree.
    """
    node: Node | None = _node_of(tree.root_node, span, name_span)
    for _ in range(_MAX_OUTWARDS):
        if node is None:
            break
        found = outline(node, spec)
        for index, scope in enumerate(found.scopes):
            if _name_start(scope) == name_span.start:
                children = [found.scopes[child] for child in found.scopes[index].children]
                inlined = left_through(scope, found.scopes, text.raw)
                own = _Reader(scope, children, text, spec, inlined).read()
                captured = parameters_captured(scope, found.scopes, text.raw, spec)
                return replace(own, captured=captured) if captured else own
        node = node.parent  # what makes it a definition may stand around it, as in an interface
    return None


def outline_of_file(tree: Tree, text: Text, spec: LanguageSpec) -> Outline:
    """The outline of a file's top-level code."""
    found = outline(tree.root_node, spec)
    whole = Span(0, len(text))
    scope = Scope(
        kind=Kind.MODULE,
        name="",
        node=tree.root_node,
        outer=tree.root_node,
        span=whole,
        head=Span(0, 0),
        body=whole,
        body_node=tree.root_node,
        name_node=None,
        qualifier="",
        is_async=False,
    )
    return _Reader(scope, [found.scopes[index] for index in found.top], text, spec).read()


def base_names(tree: Tree, text: Text, spec: LanguageSpec, name_span: Span) -> tuple[str, ...]:
    """What the class of this name says that it comes from, read from its header alone."""
    end = min(name_span.end + _MAX_HEADER, len(text))
    cursor = QueryCursor(query(spec.name, spec.grammar, "outline"))
    start = max(text.line_span(text.line_at(name_span.start)).start - 200, 0)
    cursor.set_byte_range(start, end)
    found: list[str] = []
    for node in sorted(cursor.captures(tree.root_node).get("base", []), key=_start_byte):
        first, last = sorted((name_span, _span(node)))
        between = text.raw[first.end : last.start]
        if _has_ended(between, spec.name):
            continue
        named = text.slice(_span(node))
        found.append(named.partition("[")[0].strip() if spec.name in _SUBSCRIPTED else named)
    return tuple(found)


# Languages in which what a base is of stands in brackets: `Base[int]`.
_SUBSCRIPTED = frozenset({"python", "go"})


def _has_ended(between: bytes, language: str) -> bool:
    """True if what stands between a class's name and a base is more than its header."""
    if language == "go":  # a struct's bases are fields without a name
        return b"}" in between
    return b"{" in between or b":\n" in between or b"\n\n" in between or b"class " in between


def _start_byte(node: Node) -> int:
    return node.start_byte


def _node_of(root: Node, span: Span, name_span: Span) -> Node:
    node = root.descendant_for_byte_range(name_span.start, name_span.end) or root
    while (outer := node.parent) is not None:
        if outer.start_byte < span.start or outer.end_byte > span.end:
            # A language may put what leads a definition beside it.
            break
        node = outer
    return node


def _has_error_from(node: Node, start: int) -> bool:
    """True if something behind `start` could not be read: a macro before a name does no harm."""
    if not node.has_error or node.end_byte <= start:
        return False
    if node.is_error or node.is_missing:
        return True
    return any(_has_error_from(child, start) for child in node.children)


def _name_start(scope: Scope) -> int:
    return (scope.name_node or scope.node).start_byte


def _members(writes: Sequence[Assigned]) -> Iterator[Item]:
    """Those that set an attribute and no variable."""
    return (Item(one.target, one.target_span) for one in writes if re.search(r"\.|->", one.target))


class _Reader:
    """Reads one scope."""

    def __init__(
        self,
        scope: Scope,
        children: list[Scope],
        text: Text,
        spec: LanguageSpec,
        inlined: Sequence[Scope] = (),
    ) -> None:
        self.scope = scope
        self.children = children
        self.text = text
        self.raw = text.raw
        self.spec = spec
        body = scope.body or Span(scope.span.end, scope.span.end)
        self.region = signals.Region.of(body, children, 0)
        self.header = Span(scope.span.start, body.start)
        self.marks: dict[str, list[Item]] = {}
        self.regions: list[Region] = []
        self.returns: list[Returned] = []
        self.assigned: list[Assigned] = []
        self.silent: list[Span] = []
        # Where a `return` is this scope's though what it stands in is another's.
        self.inlined = [body_of(one) for one in inlined]
        self.regions += [
            Region(Around.BRANCH, _span(one.node))
            for one in inlined
            if not is_run_once(one, text.raw)
        ]

    def read(self) -> Outline:
        scope = self.scope
        for captures in self._matches():
            self._take(captures)
        self._take_tails()
        self._take_led_blocks()
        self.marks["ending"] = [
            Item(self._ending(node), _span(node)) for node in endings(scope, self.spec.name)
        ]
        facts = signals.scope_facts(scope.node, self.region, self.raw, self.spec, scope.parameters)
        calls = self._calls()
        self._drop_locals(calls)
        atomic = tuple(atomic_writes(calls, self.text, self.spec.name))
        kind = scope.kind
        return Outline(
            text=self.text,
            language=self.spec.name,
            kind=Kind.METHOD if scope.qualifier and kind is Kind.FUNCTION else kind,
            name=scope.name,
            span=scope.span,
            name_span=_span(scope.name_node or scope.node),
            header_span=self.header,
            body_span=scope.body,
            is_async=scope.is_async,
            has_error=_has_error_from(scope.node, _name_start(scope))
            or brackets.is_at_one(scope.node, self.raw),
            parameters=self._parameters(),
            calls=calls,
            attribute_reads=facts.attribute_reads,
            attribute_writes=(*facts.attribute_writes, *_members(atomic)),
            subscripts=facts.subscripts,
            parameters_used=facts.parameters_used,
            raises=facts.raises,
            handles=facts.handles,
            returns=tuple(sorted(set(self.returns))),
            assigned=tuple(sorted({*self.assigned, *atomic}, key=lambda one: one.target_span)),
            regions=tuple(self.regions),
            nested=tuple(
                Nested(c.name, c.kind, c.span, _span(c.name_node or c.node)) for c in self.children
            ),
            marks=MappingProxyType(
                {name: tuple(sorted(set(m), key=_place)) for name, m in self.marks.items()}
            ),
            gaps=tuple(self.region.gaps),
            silent=tuple(self.silent),
        )

    def _matches(self) -> Iterator[dict[str, list[Node]]]:
        cursor = QueryCursor(query(self.spec.name, self.spec.grammar, "outline"))
        body = [(gap, self.scope.node) for gap in (*self.region.gaps, *self.inlined)]
        for gap, node in ((self.header, _around(self.scope.outer, self.header)), *body):
            if gap.start < gap.end:
                cursor.set_byte_range(gap.start, gap.end)
                for _, captures in cursor.matches(node):
                    yield captures

    def _take(self, captures: dict[str, list[Node]]) -> None:
        if "assigned" in captures and "assigned.value" in captures:
            self._take_assigned(captures["assigned"][0], captures["assigned.value"][0])
        for name, nodes in captures.items():
            for node in nodes:
                if name.startswith(_IN):
                    if self._has_own(node):
                        around = _AROUND[name.removeprefix(_IN)]
                        self.regions.append(Region(around, _span(node)))
                elif not name.startswith(("assigned", "_")):
                    self._mark(name, node)

    def _take_assigned(self, target: Node, value: Node) -> None:
        if self._is_own(target.start_byte):
            self.assigned.append(
                Assigned(self._shown(target), _span(target), self._shown(value), _span(value))
            )

    def _mark(self, name: str, node: Node) -> None:
        span = _span(node)
        is_header = self.header.contains(span) and not self._is_own(span.start)
        if name == "text":
            self.silent.append(span)
        elif name in _HEADER and (is_header or (name == "base" and self._is_own(span.start))):
            if not node.type.startswith("parameter"):
                self.marks.setdefault(name, []).append(Item(self._shown(node), span))
        elif name in _HEADER or not self._is_own(span.start, name):
            return
        elif name == "return":
            self._take_return(node)
        elif name == "condition" and self.spec.name == "swift" and (whole := whole_condition(node)):
            self.marks.setdefault(name, []).append(Item(whole[0][:_MAX_TEXT], whole[1]))
        elif name == "tail":
            for last in tails(node):
                self._take_tail(last)
        else:
            self.marks.setdefault(name, []).append(Item(self._shown(node), span))

    def _take_return(self, node: Node) -> None:
        text = self.text.slice(_span(node))
        start = match.end() if (match := _RETURN.match(text)) else 0
        if self.spec.name == "kotlin" and "\n" in text[:start]:
            # What the grammar takes for its value is the next statement.
            text = text[:start].rstrip()
            start = len(text)
            end = node.start_byte + len(text.encode())
            self.returns.append(Returned(Span(node.start_byte, end), "", Span(end, end)))
            return
        value = text[start:].rstrip().rstrip(";").rstrip()
        at = node.start_byte + len(text[:start].encode())
        value_span = Span(at, at + len(value.encode()))
        self.returns.append(Returned(_span(node), value[:_MAX_TEXT], value_span))

    def _take_tail(self, node: Node) -> None:
        if self.spec.name == "ruby" and _RAISED.match(self._shown(node)):
            return  # by which the method is left without a value
        if not any(one.value_span.contains(_span(node)) for one in self.returns):
            self.returns.append(Returned(_span(node), self._shown(node), _span(node)))

    def _take_tails(self) -> None:
        body = self.scope.body_node
        if body is None or not self.scope.kind.is_callable:
            return
        if self.spec.name not in ("rust", "ruby", "swift"):
            return
        for last in tails(body, only_alone=self.spec.name == "swift"):
            if self._is_own(last.start_byte):
                self._take_tail(last)

    def _take_led_blocks(self) -> None:
        """What stands in a block that a macro leads, which no query sees."""
        for gap in self.region.gaps if self.spec.name in LANGUAGES else ():
            for led in led_blocks(self.raw, gap):
                if any(one.contains(led.whole) for one in self.silent):
                    continue
                item = Item(self.text.slice(led.whole)[:_MAX_TEXT], led.whole)
                if led.is_loop:
                    self.regions.append(Region(Around.LOOP, led.body))
                    self.marks.setdefault("loop", []).append(item)
                elif led.is_loop is None:
                    self.marks.setdefault("led", []).append(item)

    def _ending(self, node: Node) -> str:
        """What is given where the body ends there; empty for none."""
        is_value = self.spec.name == "ruby" and node.type == "assignment"
        value = node.child_by_field_name("right") if is_value else None
        return "" if value is None else self._shown(value)

    def _has_own(self, node: Node) -> bool:
        """True if some of it is own code; a block may begin with a function that is nested."""
        start, end = node.start_byte, node.end_byte
        if self._is_own(start, "return"):
            return True
        return any(gap.start < end and start < gap.end for gap in self.region.gaps) and not (
            self.region.in_header(start, end)
        )

    def _is_own(self, start: int, mark: str = "") -> bool:
        if mark in _DECIDING and any(one.start <= start < one.end for one in self.inlined):
            return True
        return any(gap.start <= start < gap.end for gap in self.region.gaps) and not (
            self.region.in_header(start, start + 1)
        )

    def _shown(self, node: Node) -> str:
        span = _span(node)
        return self.text.slice(Span(span.start, min(span.end, span.start + _MAX_TEXT)))

    def _parameters(self) -> tuple[Parameter, ...]:
        defaults = self.marks.get("default", [])
        nodes = self.scope.parameters
        found: list[Parameter] = []
        for number, node in enumerate(nodes):
            end = nodes[number + 1].start_byte if number + 1 < len(nodes) else self.header.end
            own = [d for d in defaults if node.end_byte <= d.span.start < end]
            found.append(
                Parameter(
                    self.text.slice(_span(node)),
                    _span(node),
                    own[0].text if own else None,
                    _is_rest(node, self.raw),
                )
            )
        return tuple(found)

    def _calls(self) -> tuple[Call, ...]:
        captured = signals.capture(self.scope.node, self.region, self.raw, self.spec)
        if "outside" in captured.nodes:
            outside = [_span(node) for node in captured.nodes["outside"]]
            region = self.region.without(outside)
        else:
            region = self.region
        nodes = list(captured.own("call", region))
        if "bare" in captured.nodes and self.scope.node.type not in self.spec.closure_types:
            bare = bare_calls(captured.nodes, self.scope.parameters)
            nodes += [n for n in bare if not region.in_header(n.start_byte, n.end_byte)]
        return _by_end(self._call(node) for node in nodes)

    def _drop_locals(self, calls: Sequence[Call]) -> None:
        """`fail` raises in Ruby where it is a call, and not where it is a local variable."""
        if self.spec.name == "ruby" and "raised" in self.marks:
            called = {call.span for call in calls}
            raised = self.marks["raised"]
            self.marks["raised"] = [n for n in raised if n.text != "fail" or n.span in called]

    def _call(self, node: Node) -> Call | None:
        callee = self.spec.callee(node)
        if callee is None:
            return None
        span, name = Span(callee.start, callee.end), Span(callee.name_start, callee.name_end)
        whole = Span(min(span.start, node.start_byte), max(span.end, node.end_byte))
        return Call(self.text.slice(span), span, self.text.slice(name), name, whole)


def _around(node: Node, span: Span) -> Node:
    """The innermost node around `node` that holds all of `span`."""
    while (node.start_byte > span.start or node.end_byte < span.end) and node.parent is not None:
        node = node.parent
    return node


def _by_end(calls: Iterable[Call | None]) -> tuple[Call, ...]:
    """In the order in which they are made: a call's arguments and receiver come before it."""
    found = {call for call in calls if call is not None}
    return tuple(sorted(found, key=lambda call: (call.whole.end, -call.whole.start)))


def _is_rest(node: Node, raw: bytes) -> bool:
    """True for `*args`, `**kwargs`, `...rest`, `vararg` and the like."""
    parent = node.parent
    around = raw[parent.start_byte : parent.end_byte] if parent is not None else b""
    before = raw[max(node.start_byte - 12, 0) : node.start_byte]
    if parent is not None and ("splat" in parent.type or "rest" in parent.type):
        return True
    if parent is not None and "variadic" in parent.type:
        return True
    return around.startswith((b"...", b"*args")) or before.rstrip().endswith((b"...", b"vararg"))


def _span(node: Node) -> Span:
    return Span(node.start_byte, node.end_byte)


def _place(item: Item) -> Span:
    return item.span
