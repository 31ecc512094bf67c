"""Calls of Python, and what they may change of what is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tree_sitter import Node

from codewitness.model.flow import Expression, form, last_name
from codewitness.syntax.flow.parts import parts_of
from codewitness.syntax.flow.python.evaluated import EVALUATING, evaluated
from codewitness.syntax.flow.python.names import member
from codewitness.syntax.flow.python.operators import named_like
from codewitness.syntax.flow.python.reader import Reader
from codewitness.syntax.flow.python.taken_out import popped
from codewitness.syntax.flow.python.types import first, quoted

# Methods that put their last argument into what they are called on.
_PUTTING = frozenset({"append", "appendleft", "add", "insert", "put", "put_nowait", "setdefault"})
# Functions that put their second argument into the first.
_PUTTING_INTO = frozenset(
    {"heappush", "heappushpop", "heapreplace", "insort", "insort_left", "insort_right"}
)
_EXTENDING = frozenset({"extend", "extendleft", "update"})
# Methods after which elements of a list stand elsewhere; `pop` as well, but for the last one.
_MOVING = frozenset({"remove", "reverse", "rotate", "sort"})
_MAX_ROWS = 40  # of a loop that gives attributes to something
_PLACES = frozenset("va")  # what may be a container, of what a method is called on
_SETTING = ["a", "object", "__setattr__"]
_HELD = frozenset("vaf")  # what may be a function, of what a class is made with


def _call(reader: Reader, node: Node) -> Expression:
    children = parts_of(node)
    function = children[0]
    while function.type in ("parenthesized_expression", "list_splat") and (
        inner := first(function)
    ):
        function = inner
    callee: Expression
    if function.type == "attribute":
        callee, at = member(reader, function)
    else:
        callee, at = reader.value(function), reader.name_node(function)
    arguments, named = _arguments(reader, children[-1] if len(children) > 1 else None)
    if last_name(callee) == "cast" and len(arguments) == 2:
        arguments[0] = _cast_to(reader, children[-1]) or arguments[0]
    index = reader.site(reader.call_kind, callee, at, arguments, named)
    if not named and (taken := popped(reader, callee, arguments)) is not None:
        return taken
    _may_change(reader, function, callee, arguments, named)
    _may_put(reader, callee, arguments)
    if len(arguments) == 1 and last_name(callee) == "shuffle":
        move_all(reader, arguments[0])
    if len(arguments) == 2 and last_name(callee) in _PUTTING_INTO:
        reader.recorder.bind(["i", arguments[0], None], arguments[1])
    if len(arguments) == 2 and last_name(callee) == "__setitem__" and form(callee[1]) in _PLACES:
        _update(reader, callee[1], None, arguments)
    if len(arguments) == 2 and _is_of_super(reader, callee):
        _may_set(reader, _SETTING, index, [_itself(reader), *arguments])
    if len(arguments) == 3:
        _may_set(reader, callee, index, arguments)
    if form(callee) == "a" and callee[2] == "set_defaults":
        for name, value in zip(named[::2], named[1::2], strict=True):
            reader.recorder.bind(["d", callee[1], name], value)
    if callee in EVALUATING and arguments and (given := first(children[-1])) is not None:
        return evaluated(reader, given) or ["c", index]
    return _formatted(callee, None if named else arguments) or ["c", index]


def _cast_to(reader: Reader, given: Node) -> Expression:
    """The type that `cast("Kind | None", one)` names in quotes."""
    name = first(given)
    return quoted(reader.text(name)) if name is not None and name.type == "string" else None


def _is_of_super(reader: Reader, callee: Expression) -> bool:
    """True for `super().__setattr__`."""
    if form(callee) != "a" or callee[2] != _SETTING[2] or form(callee[1]) != "c":
        return False
    return bool(reader.recorder.flow.sites[callee[1][1]][1] == "super")


def _itself(reader: Reader) -> Expression:
    """The object that a method runs on: its first parameter, if that is still what it was."""
    env = reader.recorder.env or {}
    return next((["v", name, -1] for name, given in env.items() if given == (-1,)), None)


def _may_set(
    reader: Reader, callee: Expression, index: int, arguments: Sequence[Expression]
) -> None:
    """Attributes that are given a value by their names: `setattr`, `type("A", (), {"a": f})`."""
    bind = reader.recorder.bind
    owner, name, value = arguments
    if callee in ("setattr", _SETTING):
        for one, own in _named(reader, name, value):
            bind(["a", owner, one], own)
    elif callee == "type" and form(name) == "L":
        for key, own in _entries(reader, _bound(reader, value)):
            if form(own) in _HELD:
                bind(["a", ["c", index], key], own)


def _entries(reader: Reader, value: Expression) -> Iterator[tuple[str, Expression]]:
    """What a display of a mapping, or a call of `dict`, has by texts that are written."""
    if form(value) == "D":
        pairs = zip(value[2::2], value[3::2], strict=False)
        yield from ((str(key[1]), own) for key, own in pairs if form(key) == "k")
    site = reader.recorder.flow.sites[value[1]] if form(value) == "c" else []
    if len(site) > 5 and site[1] == "dict":
        yield from zip(site[5][::2], site[5][1::2], strict=True)


def _named(reader: Reader, name: Expression, value: Expression) -> Iterator[tuple[str, Expression]]:
    """The names that `setattr` is given, each with its value; of a loop over what is written."""
    if form(name) == "k":
        yield str(name[1]), value
    for row in _rows(reader, name):
        key, own = (_in_row(reader, one, row) for one in (name, value))
        if form(key) == "k" and isinstance(key[1], str):
            yield key[1], own


def _rows(reader: Reader, name: Expression) -> Sequence[Expression]:
    """What the loop goes through that a name, or a part of a pair, comes from."""
    one = _bound(reader, name)
    if one is not None and form(one) == "i":
        one = one[1]
    gone = _bound(reader, one[1]) if one is not None and form(one) == "e" else None
    if gone is None:
        return ()
    if form(gone) == "L" and len(gone) <= _MAX_ROWS:
        return list(gone[3:])
    site = reader.recorder.flow.sites[gone[1]] if form(gone) == "c" else None
    if site is None or form(site[1]) != "a" or site[1][2] != "items":
        return ()
    of = _bound(reader, site[1][1])
    if of is None or form(of) != "D" or len(of) > 2 * _MAX_ROWS:
        return ()
    return [["L", "tuple", 0, *pair] for pair in zip(of[2::2], of[3::2], strict=False)]


def _in_row(reader: Reader, value: Expression, row: Expression) -> Expression:
    """What an argument is in one round of the loop."""
    one = _bound(reader, value)
    if form(one) == "e":
        return row
    if one is None or row is None or form(one) != "i" or form(one[1]) != "e":
        return value
    at = one[2][1] if form(one[2]) == "k" else None
    is_part = isinstance(at, int) and form(row) == "L" and at < len(row) - 3
    return row[3:][at] if is_part else value


def _bound(reader: Reader, value: Expression) -> Expression:
    """What the one assignment gives that a name has its value from."""
    is_one = form(value) == "v" and len(value) == 3 and value[2] >= 0
    return reader.recorder.flow.binds[value[2]][1] if is_one else value


def _formatted(callee: Expression, arguments: Sequence[Expression] | None) -> Expression:
    """`"load_{}".format(kind)`: how it begins and ends."""
    if form(callee) != "a" or callee[2] != "format" or form(callee[1]) != "k":
        return None
    parts = str(callee[1][1]).split("{}")
    only = arguments[0] if arguments is not None and len(arguments) == 1 else None
    named = named_like(parts[0], parts[1], only) if len(parts) == 2 else ["t", "str"]
    return named if len(named) > 2 else None


def _arguments(reader: Reader, node: Node | None) -> tuple[list[Expression], list[Expression]]:
    arguments: list[Expression] = []
    named: list[Expression] = []
    if node is None:
        return arguments, named
    if node.type == "generator_expression":
        return [reader.value(node)], named
    for child in parts_of(node):
        kind = child.type
        if kind == "keyword_argument":
            own = parts_of(child)
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
    owner = parts_of(function)[0]
    path = reader.path(owner)
    name = reader.text(parts_of(function)[-1])
    if name == "update" and named:
        by_name = zip(named[::2], named[1::2], strict=True)
        own = [part for key, one in by_name if key != "**" for part in (["k", key], one)]
        _update(reader, reader.owner(owner) or _made_there(callee), path, own)
    is_set = name == "set" and len(arguments) == 1 and not named  # of a `ContextVar`
    if (name in _PUTTING or name in _EXTENDING or is_set) and arguments:
        base, value = reader.owner(owner) or _made_there(callee), arguments[-1]
        if base is None:
            return
        if name in _EXTENDING and form(value) == "D":
            _update(reader, base, path, value[2:])
        elif value is not None:
            value = ["e", value] if name in _EXTENDING else value
            recorder.bind(["i", base, arguments[0] if name == "setdefault" else None], value)
    elif path is not None:
        recorder.forget(path)
        if name in _MOVING or (name == "pop" and arguments and is_place(arguments[0])):
            move_all(reader, reader.owner(owner))


def _may_put(reader: Reader, callee: Expression, arguments: Sequence[Expression]) -> None:
    """What is put into a container by a name of its method: `put = rows.append`, `put(one)`."""
    method = _bound(reader, callee) if form(callee) == "v" else None
    if form(method) != "a" or not arguments or method is None or method[2] not in _PUTTING:
        return
    if isinstance(method[1], str) or form(method[1]) in _PLACES:
        key = arguments[0] if method[2] == "setdefault" else None
        reader.recorder.bind(["i", method[1], key], arguments[-1])


def is_place(key: Expression) -> bool:
    """True for a place in a list that others follow."""
    return form(key) == "k" and isinstance(key[1], int) and key[1] != -1


def move_all(reader: Reader, base: Expression) -> None:
    """Each element of a list may be at any place from now on."""
    if isinstance(base, str) or form(base) in _PLACES:
        reader.recorder.bind(["i", base, None], ["e", base])


def _made_there(callee: Expression) -> Expression:
    """What a call gives, or an element, that is changed: `d.setdefault(name, []).append(one)`."""
    return callee[1] if form(callee) == "a" and form(callee[1]) in ("c", "i") else None


def _update(
    reader: Reader, base: Expression, path: str | None, pairs: Sequence[Expression]
) -> None:
    """Keys and values in turn are put into a mapping."""
    for key, one in zip(pairs[::2], pairs[1::2], strict=False) if base is not None else ():
        index = reader.recorder.bind(["i", base, key], one)
        if form(base) == "a" and base[2] == "__dict__" and form(key) == "k":
            reader.recorder.bind(["a", base[1], str(key[1])], one)
        if path is not None and form(key) == "k":
            quoted = f'"{key[1]}"' if isinstance(key[1], str) else str(key[1])
            reader.recorder.assign_path(f"{path}[{quoted}]", index)


CALLS = {"call": _call}
