"""Calls of Python, and what they may change of what is known."""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from codewitness.model.flow import Expression, form, last_name
from codewitness.syntax.flow.python.names import member
from codewitness.syntax.flow.python.operators import named_like
from codewitness.syntax.flow.python.reader import Reader
from codewitness.syntax.flow.python.types import first

# Methods that put their last argument into what they are called on.
_PUTTING = frozenset({"append", "appendleft", "add", "insert", "put", "put_nowait", "setdefault"})
# Functions that put their second argument into the first.
_PUTTING_INTO = frozenset(
    {"heappush", "heappushpop", "heapreplace", "insort", "insort_left", "insort_right"}
)
_EXTENDING = frozenset({"extend", "extendleft", "update"})


def _call(reader: Reader, node: Node) -> Expression:
    children = node.named_children
    function = children[0]
    while (
        function.type in ("parenthesized_expression", "list_splat") and function.named_child_count
    ):
        function = function.named_children[0]
    callee: Expression
    if function.type == "attribute":
        callee, at = member(reader, function)
    else:
        callee, at = reader.value(function), reader.name_node(function)
    arguments, named = _arguments(reader, children[-1] if len(children) > 1 else None)
    index = reader.site(reader.call_kind, callee, at, arguments, named)
    _may_change(reader, function, callee, arguments, named)
    if len(arguments) == 2 and last_name(callee) in _PUTTING_INTO:
        reader.recorder.bind(["i", arguments[0], None], arguments[1])
    if len(arguments) == 3 and _sets(callee) and form(arguments[1]) == "k":
        reader.recorder.bind(["a", arguments[0], str(arguments[1][1])], arguments[2])
    if form(callee) == "a" and callee[2] == "set_defaults":
        for name, value in zip(named[::2], named[1::2], strict=True):
            reader.recorder.bind(["d", callee[1], name], value)
    return _formatted(callee) or ["c", index]


def _sets(callee: Expression) -> bool:
    """True for `setattr` and `object.__setattr__`."""
    return callee in ("setattr", ["a", "object", "__setattr__"])


def _formatted(callee: Expression) -> Expression:
    """`"load_{}".format(kind)`: how it begins and ends."""
    if form(callee) != "a" or callee[2] != "format" or form(callee[1]) != "k":
        return None
    parts = str(callee[1][1]).split("{}")
    named = named_like(*parts) if len(parts) == 2 else ["t", "str"]
    return named if len(named) > 2 else None


def _arguments(reader: Reader, node: Node | None) -> tuple[list[Expression], list[Expression]]:
    arguments: list[Expression] = []
    named: list[Expression] = []
    if node is None:
        return arguments, named
    if node.type == "generator_expression":
        return [reader.value(node)], named
    for child in node.named_children:
        kind = child.type
        if kind == "keyword_argument":
            own = child.named_children
            named += (reader.text(own[0]), reader.value(own[-1]))
        elif kind == "dictionary_splat":
            named += ("**", reader.value(first(child)))
        elif kind != "comment":
            arguments.append(reader.value(child))
    return arguments, named


def _may_change(
    reader: Reader,
    function: Node,
    callee: Expression,
    arguments: Sequence[Expression],
    named: Sequence[Expression],
) -> None:
    """What a call may have changed of what is known: the object, and what it is given."""
    recorder = reader.recorder
    if function.type != "attribute":
        return
    owner = function.named_children[0]
    path = reader.path(owner)
    name = reader.text(function.named_children[-1])
    if name == "update" and named:
        by_name = zip(named[::2], named[1::2], strict=True)
        own = [part for key, one in by_name if key != "**" for part in (["k", key], one)]
        _update(reader, reader.owner(owner), path, own)
    if (name in _PUTTING or name in _EXTENDING) and arguments:
        base, value = reader.owner(owner), arguments[-1]
        if base is None and form(callee) == "a" and form(callee[1]) in ("c", "i"):
            base = callee[1]  # `by_name.setdefault(name, []).append(one)`
        if base is None:
            return
        if name in _EXTENDING and form(value) == "D":
            _update(reader, base, path, value[2:])
        elif value is not None:
            value = ["e", value] if name in _EXTENDING else value
            is_keyed = name == "setdefault" and form(arguments[0]) == "k"
            recorder.bind(["i", base, arguments[0] if is_keyed else None], value)
    elif path is not None:
        recorder.forget(path)


def _update(
    reader: Reader, base: Expression, path: str | None, pairs: Sequence[Expression]
) -> None:
    """Keys and values in turn are put into a mapping."""
    for key, one in zip(pairs[::2], pairs[1::2], strict=False) if base is not None else ():
        index = reader.recorder.bind(["i", base, key], one)
        if path is not None and form(key) == "k":
            quoted = f'"{key[1]}"' if isinstance(key[1], str) else str(key[1])
            reader.recorder.assign_path(f"{path}[{quoted}]", index)


CALLS = {"call": _call}
