"""What a scope hands on: to calls, in what it binds, as defaults and in what it returns.

Callers of a function are looked for in each scope that mentions one of its many names. So all that
a scope hands on is read once, by what is handed on, and kept as long as the scope's flow is.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Hashable, Iterable, Iterator
from typing import NamedTuple

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed import filled
from codewitness.engine.graph.typed.handled import ECMA, PART_OF, VIEWS, handled, is_by_call
from codewitness.engine.graph.typed.keyed import GETTING
from codewitness.engine.graph.typed.values import FOLDS, GIVING_ELEMENTS
from codewitness.engine.graph.typed.world import called
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression
from codewitness.syntax.languages.ecma_bound import WRAPPING

# The callee, the argument's number or label, a key within it. Without a callee the key is the name
# that keeps it; a number below 0 then says which of the functions around alone has that name, and
# `AS_TABLE` that the name is that of a table which has it under some key, `AS_GIVEN` that it is
# that of a function whose collection gets it.
Given = tuple[str, int | str, str]
AS_TABLE = 1
AS_GIVEN = 2

# What gives back the function that it is given, or a box or a collection of it.
BOXING = re.compile(
    rf"Some|Ok|new|from|exchange|move|forward|of|ofEntries|entry|entries|values|asList|(?:Weak)?(?:Map|Set)|\w*(?:[lL]ist|[mM]ap|[sS]et|array|sequence)Of(?:NotNull)?"
    rf"|{WRAPPING.pattern}"
)
# Members of collections that give another with the same elements, or fewer of them.
_SIEVING = frozenset(
    (
        *("AsEnumerable", "Reverse", "Where", "OrderBy", "OrderByDescending", "ToList", "ToArray"),
        *("Skip", "Take", "Distinct", "Concat", "stream", "filter", "sorted", "toList", "distinct"),
        *("reversed", "asReversed", "toTypedArray", "sortedBy", "iter", "into_iter", "rev"),
        *("slice", "reverse", "concat", "toSorted", "toReversed", "lazy", "dropFirst", "select"),
    )
)
_OPENING = frozenset(
    (
        *("as_ref", "as_mut", "as_deref", "as_deref_mut", "take", "clone", "unwrap", "expect"),
        *("lock", "borrow", "borrow_mut", "read", "write"),
    )
)
_MANY = 12  # names that are not looked through one by one; a set of few takes much more memory
_SINGLE = frozenset(("c", "f"))  # forms of what has no name and holds nothing
_WITH_STRUCTURES = frozenset(("c", "objc"))


class Told(NamedTuple):
    """Names that a scope calls and hands on, and whether it calls one of several things."""

    called: Collection[str]
    given: Collection[str]
    has_choices: bool


def told(scope: Scope) -> Told:
    """What is known of a scope without its flow, once that was read."""
    if scope.told is None:
        given = [one for one in _handed_on(scope) if isinstance(one, str)]
        known = handled(scope)
        scope.told = Told(_among(known.called), _among(given), bool(known.choices))
    found: Told = scope.told
    return found


def _among(names: Collection[str]) -> Collection[str]:
    return frozenset(names) if len(names) > _MANY else tuple(map(sys.intern, names))


def may_give(scope: Scope, wanted: Expression) -> bool:
    """False if an expression, or what has a name, goes nowhere from a scope."""
    if isinstance(wanted, str):
        return wanted in told(scope).given
    return _known_by(wanted) in _handed_on(scope)


def giving(scope: Scope, wanted: Expression) -> Iterator[Given]:
    """Where a value or a name is handed on: the callee, the argument's number or label, a key."""
    if not may_give(scope, wanted):
        return
    for one in _handed_on(scope).get(_known_by(wanted), ()):
        if not isinstance(one, int):
            yield one
        elif wanted != ["c", one]:
            yield from giving(scope, ["c", one])


def through(scope: Scope, members: frozenset[str]) -> list[int]:
    """Numbers of the sites that call one of these members, in order."""
    if members.isdisjoint(told(scope).called):
        return []
    known = handled(scope).members
    return sorted(number for name in members & known.keys() for number in known[name])


def held_with_keys(given: Expression) -> list[tuple[Hashable, str]]:
    """All that stands in an expression, each with the key of a display that it has; "" for none.

    Names as they are, sites, definitions and imports as tuples.
    """
    if not isinstance(given, list):
        return [(given, "")] if isinstance(given, str) and given else []
    if not given or given[0] == "k":
        return []
    known = _known_by(given)
    if given[0] in _SINGLE:
        return [(known, "")] if known is not None else []
    name = called(given)
    own = [(one, "") for one in (name or None, known) if one is not None]
    within = _held_within(given)
    if not own:
        return within
    return own + [(one, key) for one, key in within if one not in (name, known)]


def keys(given: Expression, wanted: Expression) -> Iterator[str]:
    """Keys of a display under which a value stands in an expression; "" if it is the value."""
    known = _known_by(wanted)
    return (key for one, key in held_with_keys(given) if one == known)


def holds(given: Expression, wanted: Expression) -> bool:
    """True if a value, or what has a name, stands in an expression."""
    return any(True for _ in keys(given, wanted))


def _is_box(scope: Scope, site: Expression) -> bool:
    """True for a call that may give back its argument; one of Go may convert it to a type."""
    if scope.file.language == "go" and len(site[4]) == 1:
        return True
    if _is_listed(site[1]):
        return True
    return BOXING.fullmatch(called(site[1]).replace("()", "")) is not None


def _is_listed(callee: Expression) -> bool:
    """True for `Enumerable.Reverse(rows)` of C#, which is `rows.Reverse()`."""
    is_of_all = isinstance(callee, list) and callee[:2] == ["a", "Enumerable"]
    return is_of_all and callee[2] in _SIEVING


def kept_of(scope: Scope, value: Expression) -> Expression:
    """What a bind keeps by its own name: the fields of C's structures are bound for themselves."""
    if scope.file.language not in _WITH_STRUCTURES:
        return value
    if not (isinstance(value, list) and value[:1] == ["y"] and _is_list(value[2])):
        return value
    kind, listed = value[1:]
    if not (isinstance(kind, list) and kind[:2] == ["G", ["t", "[]"]]):
        return None
    return [*listed[:3], *(part for part in listed[3:] if not _is_list(part))]


def target_of(target: Expression) -> str:
    """The name by which something that is bound to a target is called; "" if it has none."""
    if isinstance(target, list) and target:
        name = str(target[-1]) if target[0] in ("a", "x", "g") else ""
        return "" if name[:1] == "#" and name[1:].isdecimal() else name
    return target if isinstance(target, str) else ""


def level_of(scope: Scope, target: Expression) -> int:
    """Which function has the variable that a scope binds; 0 if others may know it.

    -1 for the scope itself, -2 for the one around it, and so on.
    """
    if isinstance(target, str):
        return -1 if scope.is_callable else 0
    is_further_out = isinstance(target, list) and target[:1] == ["g"]
    around: Scope | None = scope if is_further_out else None
    level = -1
    while around is not None and around.is_callable:
        if _declares(around, target[1]):
            return level
        around, level = around.parent, level - 1
    return 0


def _declares(scope: Scope, name: str) -> bool:
    return bool(scope.binds(name)) or name in scope.parameter_names


def at_level(scope: Scope, level: int) -> Scope | None:
    """The function that a level names, seen from a scope."""
    found: Scope | None = scope if level < 0 else None
    for _ in range(-1 - level):
        found = found.parent if found is not None else None
    return found


def _is_list(value: Expression) -> bool:
    return isinstance(value, list) and value[:1] == ["L"]


def _known_by(value: Expression) -> Hashable:
    """By what a value that may be asked for is kept; None for one that is never asked for."""
    if isinstance(value, str):
        return value
    if not isinstance(value, list) or len(value) < 2:
        return None
    if value[0] == "m" or (len(value) == 2 and isinstance(value[1], int)):
        return tuple(value)
    is_imported = value[0] == "a" and isinstance(value[1], list) and value[1][:1] == ["m"]
    return ("a", tuple(value[1]), value[2]) if is_imported else None


def _held_within(given: list[Expression]) -> list[tuple[Hashable, str]]:
    kind = given[0]
    found: list[tuple[Hashable, str]] = []
    if kind == "D":
        for key, value in zip(given[2::2], given[3::2], strict=False):
            under = str(key[1]) if isinstance(key, list) and key[0] == "k" else ""
            found += [(one, under) for one in held_in(value)]
            if isinstance(value, list) and value[:1] == ["D"]:  # `api.units.cup()`
                found += [(one, inner) for one, inner in _held_within(value) if inner != under]
    elif kind in PART_OF or (kind == "a" and given[2] in VIEWS):
        found += held_with_keys(given[1])
    elif kind == "a" and isinstance(given[1], list) and given[1][:1] == ["D"]:
        found += [(one, "") for one, key in held_with_keys(given[1]) if key == given[2]]
    elif kind in ("u", "y", "L", "E"):
        for part in given[2 if kind == "E" else 1 :]:
            found += held_with_keys(part)
    return found


def _handed_on(scope: Scope) -> dict[Hashable, list[Given | int]]:
    """By what is handed on, where to; a number stands for where what that site gives goes."""
    known = handled(scope)
    if known.handed_on is None:
        known.handed_on = {}
        for one, place in _all_given(scope):
            known.handed_on.setdefault(one, []).append(place)
    return known.handed_on


def _all_given(scope: Scope) -> Iterator[tuple[Hashable, Given | int]]:
    flow = handled(scope).flow
    for number, site in enumerate(flow.sites):
        yield from _given_to_call(scope, number, site)
    for header in flow.headers:
        for name, _, _, default in header[1] if header else ():
            if default is not None:
                yield from ((one, ("", 0, name)) for one in held_in(default))
    for target, value in flow.binds:
        own = target_of(target)
        level = level_of(scope, target)
        is_of_property = scope.file.language == "objc" and own[:1] == "_"
        for one, key in held_with_keys(kept_of(scope, value)):
            yield one, ("", 0, key) if key else ("", level, own)
            if is_of_property and not key:
                yield one, ("", 0, own[1:])
            if table := _table(scope, target, value, own if key else ""):
                yield one, ("", AS_TABLE, table)
    for value in (*flow.returns, *flow.yields):
        yield from ((one, ("", 0, key)) for one, key in held_with_keys(value))


def _table(scope: Scope, target: Expression, value: Expression, own: str) -> str:
    """The name of a table that has under a key what is bound, as `table[key]`; "" for none."""
    if scope.kind is Kind.OBJECT:
        return scope.name
    if own or scope.file.language not in ECMA:
        return own
    if isinstance(target, list) and target[:1] == ["i"]:
        return called(target[1])
    return target_of(target) if isinstance(value, list) and value[:1] == ["E"] else ""


def _given_to_call(
    scope: Scope, number: int, site: list[Expression]
) -> Iterator[tuple[Hashable, Given | int]]:
    if len(site) <= 4:
        return
    arguments, named = site[4], site[5] if len(site) > 5 else ()
    callee = _given_to(scope, site[1])
    if _gives_held(site[1]) or (scope.file.language == "rust" and _opens(site[1])):
        yield from ((one, number) for one in held_in(site[1][1]))
    boxes = _is_box(scope, site)
    run = called(site[1][1]) if scope.file.language in ECMA and is_by_call(site) else ""
    giver = filled.given_by(scope, site[1])  # `handlers(type).push(fn)`
    into = called(handled(scope).flow.sites[giver[1]][1]) if giver is not None else ""
    for k, given in enumerate(arguments):
        for one, key in held_with_keys(given):
            yield one, (callee, k, key)
            if into:
                yield one, ("", AS_GIVEN, into)
            if run and k:
                yield one, (run, k - 1, key)
            if boxes:
                yield one, number
    if called(site[1]) in FOLDS and (names := list(_parameters_of(scope, arguments))):
        begun = [one for given in arguments for one in held_in(given)]
        yield from ((one, ("", 0, name)) for one in begun for name in names)
        yield from ((one, number) for one in begun)
    for label, given in zip(named[::2], named[1::2], strict=False):
        yield from ((one, (callee, label, key)) for one, key in held_with_keys(given))
    # `[f].forEach(g => g())`: what a collection holds is given to functions.
    if _is_given_elements(scope, site[1]) and (names := list(_parameters_of(scope, arguments))):
        for receiver in _tables_of(scope, seen_through(scope, site[1][1])):
            for one in held_in(receiver):
                if _may_hold(receiver, one):
                    yield from ((one, ("", 0, name)) for name in names)


def _tables_of(scope: Scope, receiver: Expression) -> Iterator[Expression]:
    """A collection, and in JavaScript the table that may have it under a name: `table.name`."""
    yield receiver
    is_member = isinstance(receiver, list) and receiver[:1] == ["a"] and receiver[1] != "this"
    if is_member and scope.file.language in ECMA:
        yield receiver[1]


def seen_through(scope: Scope, receiver: Expression) -> Expression:
    """The collection of which `rules.values().filter(f)` tells, in Rust, and `rules.get(key)`."""
    while isinstance(receiver, list) and receiver[:1] == ["c"]:
        site = handled(scope).flow.sites[receiver[1]]
        callee = site[1]
        if _is_listed(callee) and len(site) > 4 and site[4]:
            receiver = site[4][0]
            continue
        is_part = scope.file.language == "rust" and isinstance(callee, list)
        if not (_gives_held(callee) or (is_part and callee[:1] == ["a"])):
            break
        receiver = callee[1]
    return receiver


def _opens(callee: Expression) -> bool:
    """True for Rust's methods that give what a box or an option holds."""
    return isinstance(callee, list) and callee[:1] == ["a"] and callee[2] in _OPENING


def _gives_held(callee: Expression) -> bool:
    """True for `rules.get`, `rules.filter` and the like."""
    is_member = isinstance(callee, list) and callee[:1] == ["a"]
    return is_member and (callee[2] in GETTING or callee[2] in _SIEVING)


def _given_to(scope: Scope, callee: Expression) -> str:
    """The name of what gets the arguments; `Bell.new(f)` of Ruby gives them to the class."""
    name = called(callee)
    if name == "new" and scope.file.language == "ruby" and isinstance(callee, list):
        return called(callee[1]) or name
    return name


def held_in(given: Expression) -> Iterable[Hashable]:
    """All that stands in an expression: names as they are, anything else as tuples."""
    return dict.fromkeys(one for one, _ in held_with_keys(given))


def _is_given_elements(scope: Scope, callee: Expression) -> bool:
    """True if the functions that a call is given may be called with what its object holds."""
    if not (isinstance(callee, list) and callee[0] == "a"):
        return False
    return scope.file.language not in ECMA or callee[2] in GIVING_ELEMENTS


def _may_hold(receiver: Expression, one: Hashable) -> bool:
    """True for a display, and for a field, a parameter or a variable of this name."""
    if not isinstance(receiver, list):
        return bool(receiver == one)
    if receiver[:1] == ["v"]:
        return bool(receiver[1] == one)
    if receiver[:1] == ["c"]:
        return one == tuple(receiver)
    if receiver[:1] in (["i"], ["u"]):
        parts = receiver[1:2] if receiver[0] == "i" else receiver[1:]
        return any(_may_hold(part, one) for part in parts)
    if receiver[:1] == ["a"] and receiver[2] in VIEWS:
        return _may_hold(receiver[1], one)
    return receiver[:1] in (["L"], ["D"]) or (receiver[:1] == ["a"] and receiver[2] == one)


def _parameters_of(scope: Scope, arguments: Iterable[Expression]) -> Iterator[str]:
    for given in arguments:
        if isinstance(given, list) and given[:1] == ["f"] and given[1] < len(scope.flow.headers):
            header = scope.flow.headers[given[1]]
            yield from (parameter[0] for parameter in (header[1] if header else ()))
            if header and not header[1] and scope.file.language == "swift":
                yield "$0"  # the first parameter of a closure that names none
