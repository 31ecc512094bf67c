"""Classes of Ruby's own that a project opens again, and what it adds to their objects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.listed import words
from codewitness.engine.graph.typed.ruby import ruby_unwritten
from codewitness.engine.graph.typed.ruby.ruby_names import (
    COMPARED,
    COMPARING,
    ENUMERATED,
    ENUMERATING,
)
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, builtin, one, union
from codewitness.model.facts import Kind

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator
    from codewitness.engine.graph.typed.world import World

Place = tuple[Scope, int]
SENDING = frozenset(("send", "public_send", "__send__"))
# Opened again they are no classes of the project: making one of them runs none of its code.
CORE = words(
    "Array BasicObject Class Comparable Complex Date DateTime Dir Encoding Enumerable Enumerator"
    " Exception FalseClass File Float Hash IO Integer Kernel MatchData Method Module Mutex NilClass"
    " Numeric Object Proc Queue Random Range Rational Regexp Set StandardError String Struct Symbol"
    " Thread Time TrueClass"
)
_ELEMENT = words("first last pop shift find detect sample min max fetch min_by max_by")
_SAME = words(
    "select reject sort sort_by reverse compact uniq to_a each take drop shuffle dup freeze"
    " each_with_index flatten push append concat lazy eager"
)
_UNDER_KEY = frozenset(("fetch", "dig", "delete", "[]", "values_at"))
_ALL = ("Object", "Kernel", "BasicObject")
_ABOVE = {
    "[]": ("Array", "Enumerable"),
    "()": ("Array", "Enumerable"),
    "Map": ("Hash", "Enumerable"),
    "Integer": ("Integer", "Numeric", "Comparable"),
    "Float": ("Float", "Numeric", "Comparable"),
    "String": ("String", "Comparable"),
    "Range": ("Range", "Enumerable"),
    "Set": ("Set", "Enumerable"),
}


def added(ev: Evaluator, owner: Value, name: str) -> Answer:
    """The method that a project adds to the class of something built in; the nearest class's."""
    kind = "Map" if owner[0] == "D" else owner[1]
    above = (*_ABOVE.get(kind, (kind,)), *_ALL)
    found: dict[str, list[Value]] = {}
    for path, place in ev.world.named(name):
        file = ev.file(path)
        definition = file.definitions[place]
        around, _, _ = definition.qualified_name.rpartition(".")
        around = ruby_unwritten.refines(ev, path, place) or around
        if file.language == "ruby" and definition.is_callable and around in above:
            if file.header(place).known_as != ["static"]:
                found.setdefault(around, []).append(("f", path, place, owner, owner))
    return frozenset(next((found[one] for one in above if one in found), ()))


def run_as(function: Scope) -> Iterable[str]:
    """The names of methods of Ruby's own modules that run one of a class that includes them."""
    around = function.parent
    if function.name == ENUMERATING and around is not None and "Enumerable" in around.flow_text:
        return ENUMERATED
    return (*COMPARED, *ruby_unwritten.SORTING) if function.name == COMPARING else ()


def sent(
    world: World, function: Scope, sites_called: Callable[[World, Iterable[str]], Iterator[Place]]
) -> Iterator[Place]:
    """Sites that send a name which they don't write, if a table tells the method's own."""
    if function.file.language != "ruby" or function.kind is not Kind.METHOD:
        return
    yield from ruby_unwritten.calls_missing(world, function)
    said = f'["t","Symbol","{function.name}"]'
    is_told = any(said in scope.flow_text for scope in world.mentioning(function.name))
    for scope, number in sites_called(world, SENDING) if is_told else ():
        if len(scope.flow.sites[number]) > 4 and scope.flow.sites[number][4]:
            yield scope, number


def is_reopened(ev: Evaluator, value: Value) -> bool:
    """True for a class that Ruby itself has."""
    definition = ev.definition(value)
    return definition.name in CORE and definition.qualified_name == definition.name


def given_back(callee: Value) -> Answer:
    """What methods of arrays, hashes and texts give."""
    _, name, receiver = callee
    if receiver[1] in ("[]", "()"):
        if name in _ELEMENT:
            return union(receiver[2])
        return one(receiver) if name in _SAME else NOTHING
    if receiver[1] == "Map" and len(receiver[2]) == 2:
        if name in _UNDER_KEY:
            return receiver[2][1]  # type: ignore[no-any-return]
        if name in ("values", "each_value", "keys", "each_key"):
            return builtin("[]", receiver[2]["value" in name])
        return one(receiver) if name in _SAME else NOTHING
    return builtin("String") if receiver[1] == "String" else NOTHING
