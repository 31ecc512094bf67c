"""Classes of Ruby's own that a project opens again, and what it adds to their objects."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.listed import words
from codewitness.engine.graph.typed.ruby.ruby_names import (
    COMPARED,
    COMPARING,
    ENUMERATED,
    ENUMERATING,
)
from codewitness.engine.graph.typed.tabling import Answer
from codewitness.engine.graph.typed.values import Value

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator

# Opened again they are no classes of the project: making one of them runs none of its code.
CORE = words(
    "Array BasicObject Class Comparable Complex Date DateTime Dir Encoding Enumerable Enumerator"
    " Exception FalseClass File Float Hash IO Integer Kernel MatchData Method Module Mutex NilClass"
    " Numeric Object Proc Queue Random Range Rational Regexp Set StandardError String Struct Symbol"
    " Thread Time TrueClass"
)
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
        if file.language == "ruby" and definition.is_callable and around in above:
            if file.header(place).known_as != ["static"]:
                found.setdefault(around, []).append(("f", path, place, owner, owner))
    return frozenset(next((found[one] for one in above if one in found), ()))


def run_as(function: Scope) -> Iterable[str]:
    """The names of methods of Ruby's own modules that run one of a class that includes them."""
    around = function.parent
    if function.name == ENUMERATING and around is not None and "Enumerable" in around.flow_text:
        return ENUMERATED
    return COMPARED if function.name == COMPARING else ()


def is_reopened(ev: Evaluator, value: Value) -> bool:
    """True for a class that Ruby itself has."""
    definition = ev.definition(value)
    return definition.name in CORE and definition.qualified_name == definition.name
