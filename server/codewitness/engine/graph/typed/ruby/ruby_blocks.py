"""Ruby: on what a block runs that is given to a method which calls `instance_eval` with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import calls
from codewitness.engine.graph.typed.ruby import ruby_made
from codewitness.engine.graph.typed.ruby.ruby_core import SENDING
from codewitness.engine.graph.typed.ruby.ruby_levels import is_of_class
from codewitness.engine.graph.typed.ruby.ruby_parts import RUNNING_IN
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import THIS, Value, one, substituted, union
from codewitness.model.facts import Kind
from codewitness.model.flow import (
    GIVEN_BLOCK,
    IN_BLOCK,
    YIELDED,
    Expression,
    Site,
    form,
    last_name,
)

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_DEFINING = "define_method"  # makes a method of the block
_GOING = frozenset(("each", "each_value", "each_entry", "map", "select", "reject"))
_MAX_DEPTH = 3  # methods that hand a block on


def called(ev: Evaluator, at: Where, site: Site) -> Answer:
    """The method that a bare name is of what the blocks around it run on."""
    found: Answer = NOTHING
    for told in site[6] if len(site) > 6 and isinstance(site[1], str) else ():
        if not found and form(told) == IN_BLOCK:
            owners = [
                owner for function in _run(ev, at, told[1]) for owner in _run_on(ev, function, 0)
            ] or ruby_made.of_call(ev, at, ev.site(at.path, at.scope, told[1]))
            found = union(_method(ev, owner, site[1]) for owner in owners)
    return found


def _method(ev: Evaluator, owner: Value, name: str) -> Answer:
    """What a name is on a class, or on an object: of a class that has both, the one of its kind."""
    found = [value for value in ev.member(owner, name) if value[0] == "f"]
    own = [v for v in found if is_of_class(ev, v[1], v[2]) == (owner[0] == "C")]
    return frozenset(own or found)


def is_variable(ev: Evaluator, at: Where, site: Site) -> bool:
    """True in a lambda for a variable of the method around, which is read and not called."""
    if not isinstance(site[1], str) or (len(site) > 4 and site[4]):
        return False
    file, scope = ev.file(at.path), at.scope
    while scope >= 0 and file.definitions[scope].kind is Kind.LAMBDA:
        scope = file.parent(scope)
        if file.binds(scope).get(site[1]):
            return True
    return False


def _run_on(ev: Evaluator, function: Value, depth: int) -> Answer:
    from codewitness.engine.graph.typed.evaluate import Where

    path, ordinal = function[1:3]
    here = Where(path, ordinal)
    found: list[Answer] = []
    for number, site in enumerate(ev.file(path).flow(ordinal).sites):
        if not _hands_on(ev, function, site):
            continue
        if last_name(site[1]) in RUNNING_IN:
            found.append(_owners(ev, function, site))
        elif last_name(site[1]) == _DEFINING:
            found.append(frozenset(("I", *owner[1:]) for owner in _owners(ev, function, site)))
        elif made := ruby_made.of_call(ev, here, site):
            found.append(made)
        elif depth < _MAX_DEPTH:
            found += (_run_on(ev, one, depth + 1) for one in _run(ev, here, number))
    return union(found) | _run_later(ev, function)


def _owners(ev: Evaluator, function: Value, site: Site) -> Answer:
    """On what `instance_eval` and its kin are called in a method; a class's own is its class."""
    from codewitness.engine.graph.typed.evaluate import Where

    here = Where(*function[1:3])
    if form(site[1]) == "a":
        found = ev.owners(here, site[1][1])
    elif not (found := ruby_made.around(ev, here, site)):
        this = function[4] if len(function) > 4 and function[4] else function[3]
        found = ev.this(here) if this is None else one(this)
        if is_of_class(ev, here.path, here.scope):
            found = frozenset(("C", *owner[1:]) for owner in found if owner[0] == "I")
    return frozenset(owner for owner in found if owner[0] in "IC")


def _run_later(ev: Evaluator, function: Value) -> Answer:
    """On what methods of a class run a block that it keeps: `instance_eval(&@block)`."""
    from codewitness.engine.graph.typed.evaluate import Where

    path, ordinal = function[1:3]
    file = ev.file(path)
    last = len(file.header(ordinal).parameters)
    fields = [
        target
        for target, value in file.flow(ordinal).binds
        if form(target) == "a" and target[1] == "this"
        if _holds(value, -last)
    ]
    found: list[Answer] = []
    for method in file.children.get(file.parent(ordinal), ()) if fields else ():
        for site in file.flow(method).sites:
            labels = site[5] if len(site) > 5 else []
            if last_name(site[1]) in RUNNING_IN and labels[-2:-1] == [GIVEN_BLOCK]:
                if _is_of(fields, labels[-1], file.flow(method).binds):
                    here = Where(path, method)
                    on_itself = form(site[1]) != "a"
                    found.append(ev.this(here) if on_itself else ev.owners(here, site[1][1]))
    return frozenset(owner for owner in union(found) if owner[0] in "IC")


def _holds(value: Expression, index: int) -> bool:
    """True for a parameter, and for what is written with it."""
    if form(value) == "v":
        return bool(value[2:] == [index])
    return form(value) in ("E", "L", "u") and any(_holds(part, index) for part in value[1:])


def _is_of(fields: list[Expression], value: Expression, binds: list[list[Expression]]) -> bool:
    """True for one of these fields, or a variable that has an element of one."""
    while form(value) in ("e", "i", "u"):
        value = value[1]
    if form(value) == "v":
        return any(k >= 0 and _is_of(fields, binds[k][1], binds[:k]) for k in value[2:])
    return value in fields


def _hands_on(ev: Evaluator, function: Value, site: Site) -> bool:
    """True for a call that is given the block that the function itself was given."""
    labels = site[5] if len(site) > 5 else []
    given: Expression = labels[-1] if labels and labels[-2] == GIVEN_BLOCK else None
    if form(given) != "v" or len(given) != 3 or given[2] >= 0:
        return False
    parameters = ev.file(function[1]).header(function[2]).parameters
    return bool(-1 - given[2] == len(parameters) - 1)


def handed(ev: Evaluator, at: Where, number: int, k: int) -> Answer:
    """What the block of a call gets as its k-th parameter of a method of the project."""
    callees = _run(ev, at, number)
    return union(yielded(ev, function, k) for function in callees)


def _run(ev: Evaluator, at: Where, number: int) -> list[Value]:
    """The methods that a call runs; `new` runs what makes an object, and hands it the block."""
    callees = ev.callees(at.path, at.scope, number)
    found = [value for value in callees if value[0] == "f"]
    if last_name(ev.site(at.path, at.scope, number)[1]) == "new":
        for kind in callees:
            found += calls.constructors(ev, kind) if kind[0] == "C" else []
    return found


def yielded(ev: Evaluator, function: Value, k: int) -> Answer:
    """What a method hands its block, itself or by what it hands the block on to."""
    path, ordinal = function[1:3]
    key = ("yielded", path, ordinal, k)
    found = ev.table.ask(key, lambda: _yielded(ev, function, k))
    this = function[4] if len(function) > 4 and function[4] else function[3]
    return substituted(found, {THIS: one(this)}) if this is not None else found


def _yielded(ev: Evaluator, function: Value, k: int) -> Answer:
    from codewitness.engine.graph.typed.evaluate import Where

    here = Where(*function[1:3])
    flow = ev.file(here.path).flow(here.scope)
    found = [
        one(THIS) if value == "this" else ev.value(here, value)
        for target, value in flow.binds
        if target == [YIELDED, k]
    ]
    for number, site in enumerate(flow.sites):
        if not _hands_on(ev, function, site) and not _hands_unnamed(site):
            continue
        if form(site[1]) == "a" and k == 0:
            held = ev.value(here, site[1][1])
            found.append(ev.elements(frozenset(v for v in held if v[0] == "B")))
        handed_on = handed(ev, here, number, k)
        # Objects of several classes: which it is, rests on who calls.
        if len({value[:3] for value in handed_on if value[0] == "I"}) < 2:
            found.append(handed_on)
    return union(found)


def _hands_unnamed(site: Site) -> bool:
    """`items.each(&)`."""
    return form(site[1]) == "a" and site[1][2] in _GOING and len(site) > 4 and site[4] == [None]


def sent(
    ev: Evaluator, at: Where, site: Site, users: Callable[[Evaluator, Value], Answer]
) -> Answer:
    """`public_send(command)`, where a table tells the names that the command may be."""
    given = site[4] if len(site) > 4 else []
    if last_name(site[1]) not in SENDING or not given:
        return NOTHING
    names = [
        name[1]
        for value in ev.value(at, given[0])
        if value[:2] == ("B", "Symbol") and value[2]
        for name in value[2][0]
    ]
    owners = ev.owners(at, site[1][1]) if form(site[1]) == "a" else ev.this(at)
    if names and form(site[1]) != "a":  # in a module it is one of what that is mixed into
        owners |= union(users(ev, v) for v in owners if v[0] == "I")
    found = union(ev.members(owners, name) for name in names)
    return frozenset(value for value in found if value[0] == "f")
