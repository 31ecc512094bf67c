"""The definitions of a file as a tree of scopes, from the language's `definitions.scm`.

Captures: `@definition.<kind>` with `@name`, `@body`, `@qualifier`, `@async` of the same pattern;
`@outer` wraps the definition captured as `@inner` (decorators, export, template header), and so
does `@around`, whose own signals are those of the code around it (the `a.b =` of `a.b = () => 1`);
`@parameter`, `@import` and `@suspends` (what makes the function around it async) stand alone;
`@package` names the file's package.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

from tree_sitter import Node, QueryCursor

from codewitness.model.facts import Kind
from codewitness.model.names import spelt
from codewitness.model.text import Span
from codewitness.syntax.languages.spec import Declared, LanguageSpec
from codewitness.syntax.queries_loader import query

MODULE = -1
_PREFIX = "definition."
_MAY_BE_BOUND = frozenset({Kind.LAMBDA, Kind.FUNCTION, Kind.CLASS, Kind.OBJECT})


@dataclass(slots=True, kw_only=True)
class Scope:
    """One definition while a file is read. `span` includes decorators, `body` may be missing.

    head: the part of the span that belongs to no function, once the body is taken out.
    """

    kind: Kind
    name: str
    node: Node
    outer: Node
    span: Span
    head: Span
    body: Span | None
    body_node: Node | None
    name_node: Node | None
    qualifier: str
    is_async: bool
    parent: int = MODULE
    children: list[int] = field(default_factory=list)
    parameters: list[Node] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Outline:
    """All scopes of a file in source order, its imports, and the package that it declares."""

    scopes: list[Scope]
    top: list[int]
    imports: list[Node]
    package: str


def outline(root: Node, spec: LanguageSpec) -> Outline:
    """Find the definitions below `root`."""
    found: dict[int, Scope] = {}
    left_out: list[Span] = []
    wraps: dict[int, Node] = {}
    arounds: dict[int, Node] = {}
    parameters: list[Node] = []
    suspensions: list[Node] = []
    imports: list[Node] = []
    package = ""
    cursor = QueryCursor(query(spec.name, spec.grammar, "definitions"))
    for _, captures in cursor.matches(root):
        if "inner" in captures:
            kept, wrapper = (wraps, "outer") if "outer" in captures else (arounds, "around")
            kept[captures["inner"][0].id] = captures[wrapper][0]
        elif "parameter" in captures:
            for node in captures["parameter"]:
                parameters += spec.parameter_names(node)
        elif "suspends" in captures:
            suspensions += captures["suspends"]
        elif "import" in captures:
            imports += captures["import"]
        elif "package" in captures:
            package = _text(captures["package"][0])
        else:
            _add(found, captures, spec, left_out)
    _add_made(found, root, spec)
    _name_bound(found, arounds, spec)
    scopes = sorted(found.values(), key=lambda scope: (scope.node.start_byte, -scope.node.end_byte))
    if spec.package_joins and not package:
        package = _sole_namespace(scopes)
    for scope in scopes:
        _wrap(scope, wraps, arounds, spec)
    top = _nest(scopes)
    _give_parameters(scopes, parameters, left_out)
    _mark_async(scopes, suspensions)
    return Outline(scopes=scopes, top=top, imports=imports, package=package)


def _sole_namespace(scopes: list[Scope]) -> str:
    """Name of the one namespace around all of a file, which is no scope then but a package."""
    end = -1
    outermost: list[Scope] = []
    for scope in scopes:
        if scope.node.start_byte >= end:
            outermost.append(scope)
            end = scope.node.end_byte
    if len({(scope.kind, scope.name) for scope in outermost}) != 1:
        return ""
    if outermost[0].kind is not Kind.NAMESPACE:
        return ""
    scopes[:] = [scope for scope in scopes if scope not in outermost]
    return outermost[0].name


def _add(
    found: dict[int, Scope],
    captures: dict[str, list[Node]],
    spec: LanguageSpec,
    left_out: list[Span],
) -> None:
    kind = next((key for key in captures if key.startswith(_PREFIX)), None)
    if kind is None:
        return
    node = captures[kind][0]
    word = kind.removeprefix(_PREFIX)
    if spec.refine is not None:
        word = spec.refine(node, word)
        if not word:
            left_out.append(Span(node.start_byte, node.end_byte))
            return
    known = found.get(node.id)
    if known is not None and (word == Kind.LAMBDA or known.kind is not Kind.LAMBDA):
        known.is_async = known.is_async or "async" in captures
        known.body = _wider(known.body, _cover(captures.get("body", [])))
        return
    bodies = captures.get("body", [])
    name = captures.get("name", [None])[0]
    declared = _declared(name, spec)
    found[node.id] = Scope(
        kind=Kind(word),
        name=declared.name if declared else "",
        node=node,
        outer=node,
        span=Span(node.start_byte, node.end_byte),
        head=Span(node.start_byte, node.end_byte),
        body=_cover(bodies),
        body_node=bodies[-1] if bodies else None,
        name_node=declared.node if declared else None,
        qualifier=_qualifier(declared, captures.get("qualifier", [])),
        is_async="async" in captures,
    )


def _add_made(found: dict[int, Scope], root: Node, spec: LanguageSpec) -> None:
    for node, name in spec.made(root) if spec.made is not None else ():
        _add(found, {f"{_PREFIX}{Kind.FUNCTION}": [node], "name": [name]}, spec, [])


def _name_bound(found: dict[int, Scope], arounds: dict[int, Node], spec: LanguageSpec) -> None:
    """Give values the name of what holds them, or what a call made of them."""
    if spec.bound is None:
        return
    for scope in found.values():
        if scope.kind not in _MAY_BE_BOUND:
            continue
        bound = spec.bound(scope.node)
        if bound is not None:
            scope.kind = Kind.FUNCTION if scope.kind is Kind.LAMBDA else scope.kind
            scope.name, scope.name_node = _plain(bound.name), bound.name
            scope.qualifier = bound.qualifier
            arounds[scope.node.id] = bound.around


def _declared(name: Node | None, spec: LanguageSpec) -> Declared | None:
    if name is None or spec.declared is None:
        return None if name is None else Declared(name, _plain(name))
    return spec.declared(name)


def _qualifier(declared: Declared | None, parts: list[Node]) -> str:
    first = [declared.qualifier] if declared and declared.qualifier else []
    return ".".join([*first, *map(_text, parts)])


def _cover(nodes: list[Node]) -> Span | None:
    if not nodes:
        return None
    return Span(min(n.start_byte for n in nodes), max(n.end_byte for n in nodes))


def _wider(known: Span | None, other: Span | None) -> Span | None:
    if known is None or other is None:
        return known
    return Span(min(known.start, other.start), max(known.end, other.end))


def _wrap(
    scope: Scope, wraps: dict[int, Node], arounds: dict[int, Node], spec: LanguageSpec
) -> None:
    inner = _outermost(scope.node, wraps)
    node = _outermost(inner, arounds)
    first = node if spec.leading is None else spec.leading(node)
    scope.outer = first
    scope.span = Span(first.start_byte, node.end_byte)
    scope.head = Span(inner.start_byte, inner.end_byte) if node != inner else scope.span


def _outermost(node: Node, wraps: dict[int, Node]) -> Node:
    while (outer := wraps.get(node.id)) is not None:
        node = outer
    return node


def _nest(scopes: list[Scope]) -> list[int]:
    """Set parents and children; give the indexes of the scopes at the top level."""
    top: list[int] = []
    open_scopes: list[int] = []
    for index, scope in enumerate(scopes):
        while open_scopes and scopes[open_scopes[-1]].node.end_byte <= scope.node.start_byte:
            open_scopes.pop()
        around = open_scopes
        if scope.kind is Kind.LAMBDA:
            around = _without_defaulted(scope, scopes, open_scopes)
        if around:
            scope.parent = around[-1]
            scopes[scope.parent].children.append(index)
        else:
            top.append(index)
        if scope.kind is Kind.FUNCTION and _is_member(scopes, scope):
            scope.kind = Kind.METHOD
        open_scopes.append(index)
    return top


def _without_defaulted(scope: Scope, scopes: list[Scope], open_scopes: list[int]) -> list[int]:
    """`open_scopes` without the functions of whose parameters the lambda `scope` is a default."""
    n_around = len(open_scopes)
    while n_around and _is_default(scope, scopes[open_scopes[n_around - 1]]):
        n_around -= 1
    return open_scopes[:n_around]


def _is_default(scope: Scope, function: Scope) -> bool:
    at = scope.node.start_byte
    if not function.kind.is_callable or function.body is None or at >= function.body.start:
        return False
    node = scope.node.parent
    while node is not None and node != function.node:
        if "parameter" in node.type:
            return True
        node = node.parent
    return False


def _is_member(scopes: list[Scope], scope: Scope) -> bool:
    return scope.parent != MODULE and scopes[scope.parent].kind.is_classlike


def _give_parameters(scopes: list[Scope], parameters: list[Node], left_out: list[Span]) -> None:
    # Both run in source order; the innermost scope around a parameter is its owner, but for what
    # is left out in that scope, as an overload is.
    left_out.sort()
    owner_stack: list[int] = []
    upcoming = 0
    for parameter in sorted(parameters, key=lambda node: node.start_byte):
        at = parameter.start_byte
        while upcoming < len(scopes) and scopes[upcoming].node.start_byte <= at:
            owner_stack.append(upcoming)
            upcoming += 1
        while owner_stack and scopes[owner_stack[-1]].node.end_byte <= at:
            owner_stack.pop()
        for index in reversed(owner_stack):
            owner = scopes[index]
            if owner.node.end_byte > at:
                if owner.kind.is_callable and not _is_left_out(at, owner, left_out):
                    owner.parameters.append(parameter)
                break


def _is_left_out(at: int, owner: Scope, left_out: list[Span]) -> bool:
    before = bisect_right(left_out, at, key=lambda span: span.start) - 1
    return (
        before >= 0 and left_out[before].end > at and left_out[before].start > owner.node.start_byte
    )


def _mark_async(scopes: list[Scope], suspensions: list[Node]) -> None:
    for node in suspensions:
        around = [s for s in scopes if s.body and s.body.start <= node.start_byte < s.body.end]
        if around and around[-1].kind.is_callable:
            around[-1].is_async = True


def _plain(name: Node) -> str:
    """A name as it is written; Ruby's symbols without their colon."""
    return _text(name)[1:] if name.type == "simple_symbol" else _text(name)


def _text(node: Node) -> str:
    return spelt(node.text or b"")
