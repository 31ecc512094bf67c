"""Functions that are put into collections: what is taken out of them is called later.

`table[key] = f`, `table.put(key, f)` and `listeners.add(f)` bind `["E", type, f]` to the variable
or the field that holds the collection, beside what else it was given.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from codewitness.model.flow import Expression, form, key_said

if TYPE_CHECKING:
    from codewitness.syntax.flow.lexical import Reader

# Methods of collections that add what they are given, and those that add it under a key.
_ADDING = frozenset(
    (
        *("push", "unshift", "add", "set", "append", "insert", "addLast", "push_back"),
        *("emplace_back", "Add", "addObject", "subscribe_to", "push_front", "emplace_front"),
        *("emplace", "addFirst", "offer", "offerFirst", "offerLast", "put", "enqueue", "Enqueue"),
        *("Push", "AddLast", "AddFirst"),
    )
)
_PUTTING = frozenset(
    (
        *("put", "putIfAbsent", "set", "insert", "Add", "TryAdd", "emplace", "try_emplace"),
        *("insert_or_assign", "store", "updateValue"),
    )
)
# Methods of maps that give what is under a key, or put there first what is to be under it.
_AT_KEY = frozenset(
    (
        *("get", "get_mut", "at", "fetch", "dig", "getValue", "getOrDefault", "getOrElse"),
        *("getOrPut", "computeIfAbsent", "GetOrAdd", "GetValueOrDefault", "entry", "objectForKey"),
    )
)
_OF_ENTRY = frozenset(("or_default", "or_insert", "or_insert_with"))
# What gives back the function that it is given, to be called like it or within a box.
_SAME = frozenset(("new", "bind", "from", "Some", "freeze", "to_proc", "lambda"))
_PASSING = (["a", "std", "forward"], ["a", "std", "move"])
_MERGED = 3  # arguments of a map's method that puts two values under a key together
_PAIR = 5  # parts of a display of two
_MOST_OF_A_VARIABLE = 16  # every read of a variable names them all
_MOST_IN_A_DISPLAY = 40


def kept_by_call(reader: Reader, callee: Expression, arguments: list[Expression]) -> None:
    """What a call adds to the collection that it is a method of."""
    holder, name = callee[1], callee[2]
    if name == "merge" and len(arguments) == _MERGED:  # `hooks.merge(key, hook, Hook::then)`
        keep(reader, holder, arguments[1], key=arguments[0])
    elif name in _PUTTING and len(arguments) > 1:
        keep(reader, holder, arguments[-1], key=arguments[0])
    elif name in _PUTTING and form(arguments[0]) == "L" and len(arguments[0]) == _PAIR:
        keep(reader, holder, arguments[0][4], key=arguments[0][3])
    elif name in _ADDING or (name == "splice" and len(arguments) > 2 and reader.scripting):
        add(reader, holder, arguments[-1])


def kept_at(reader: Reader, place: Expression, value: Expression) -> None:
    """`place = value`, where the place is one in a collection."""
    if form(place) == "u":
        place = place[1]
    if form(place) == "i":
        keep(reader, place[1], value, key=place[2])


def element_at(base: Expression, key: Expression, said: str = "") -> Expression:
    """`base[key]`: what a table holds under a key; `said` is the text of the key."""
    told = key_said(key) or (f"={said}" if said.isdecimal() else key_said(said))
    return ["i", base, ["K", told] if told else None]


def add(reader: Reader, holder: Expression, value: Expression) -> None:
    """`this.listeners.push(listener)`: what a field of the object holds, too."""
    value = unboxed(reader, value)
    is_field = isinstance(holder, str) or (form(holder) == "a" and holder[1] == "this")
    if form(value) == "*" or not is_field:
        keep(reader, holder, value, "[]")
    elif (_may_be_function(value) or _is_made(reader, value)) and holder != "this":
        target = ["g", holder] if isinstance(holder, str) else holder
        reader.bind(target, ["L", "[]", reader.new_id(), value])


def keep(
    reader: Reader,
    holder: Expression,
    value: Expression,
    kind: str = "Map",
    key: Expression = None,
) -> None:
    """A collection holds what may be a function, if it is a variable's or a field's."""
    value = unboxed(reader, value)
    is_spread = form(value) == "*"
    is_kept = _may_be_function(value[1] if is_spread else value) or _is_made(reader, value)
    if not is_kept or holder == "this":
        return
    said = key_said(key) if kind == "Map" else ""
    held = ["E", [kind, said] if said else kind, ["e", value[1]] if is_spread else value]
    if (slot := _slot(reader, holder)) is not None:
        keep(reader, slot[0], held, key=slot[1])
    elif isinstance(holder, str):
        reader.bind(["g", holder], held)
    elif form(holder) == "a":
        reader.bind(holder, held)
    elif form(holder) == "v" and (form(value) != "v" or _may_name_function(reader, value)):
        variable = reader.find(holder[1])
        if variable is not None and len(variable.binds) < _MOST_OF_A_VARIABLE:
            variable.binds.append(reader.bind(holder[1], held))


def _is_made(reader: Reader, value: Expression) -> bool:
    """JavaScript: an object that is made there, for nothing declares what a list holds.

    Of those that are written there the ones that have what may be a function.
    """
    if reader.scripting and form(value) == "D":
        return any(may_be_called(reader, one) for one in value[3::2])
    is_result = reader.scripting and form(value) == "c"
    return is_result and reader.flow.sites[value[1]][0] == "n"


def _slot(reader: Reader, holder: Expression) -> tuple[Expression, Expression] | None:
    """The map and the key, if a collection is one that a map has under a key."""
    kind = form(holder)
    if kind == "i" and form(holder[1]) in ("a", "v", ""):
        return None if holder[1] is None else (holder[1], holder[2])
    if kind == "u":
        return next((one for part in holder[1:] if (one := _slot(reader, part))), None)
    if kind != "c":
        return None
    site = reader.flow.sites[holder[1]]
    if form(site[1]) != "a":
        return None
    if site[1][2] in _OF_ENTRY:
        return _slot(reader, site[1][1])
    given = site[4] if len(site) > 4 else []
    return (site[1][1], given[0]) if site[1][2] in _AT_KEY and given else None


def may_be_called(reader: Reader, value: Expression) -> bool:
    """True for a function, a collection of some, and for a variable or parameter with either."""
    value = unboxed(reader, value)
    if form(value) != "v":
        return isinstance(value, str) or form(value) in ("f", "E", "L")
    variable = reader.find(value[1])
    return variable is not None and any(
        index < 0 or form(reader.flow.binds[index][1]) in ("f", "E") for index in variable.binds
    )


def _may_name_function(reader: Reader, value: Expression) -> bool:
    """True for a parameter, and for a function that the scope defines, perhaps further down."""
    variable = reader.find(value[1])
    return variable is not None and (
        not variable.binds
        or any(index < 0 or form(reader.flow.binds[index][1]) == "f" for index in variable.binds)
    )


def unboxed(reader: Reader, value: Expression) -> Expression:
    """The function that is put into a box: `Box::new(f)`, `f.bind(this)`."""
    if form(value) != "c":
        return value
    site = reader.flow.sites[value[1]]
    callee, given = site[1], site[4] if len(site) > 4 else []
    name = callee[2] if form(callee) == "a" else callee
    if not isinstance(name, str) or (name not in _SAME and callee not in _PASSING):
        return value
    first = given[0] if given else None
    if form(first) in ("f", "a", "v") or isinstance(first, str):
        return first
    return callee[1] if name == "bind" and form(callee) == "a" else value


def display(
    reader: Reader,
    values: list[Expression],
    kind: str = "Map",
    keys: Sequence[Expression] = (),
) -> Expression:
    """A collection that is written with these values; None if there is no function among them."""
    if len(values) > _MOST_IN_A_DISPLAY:
        return None
    unboxed_values = [unboxed(reader, value) for value in values]
    known = [one for one in unboxed_values if _may_be_function(one)]
    said = [
        key_said(key)
        for key, one in zip(keys, unboxed_values, strict=False)
        if _may_be_function(one)
    ]
    return ["E", [kind, *said] if any(said) else kind, *known] if known else None


def _may_be_function(value: Expression) -> bool:
    is_name = form(value) == "t" and value[1] == "Symbol" and len(value) > 2  # sent, in Ruby
    return isinstance(value, str) or is_name or form(value) in ("f", "v", "a", "E")
