"""Which functions for objects of other classes a file of Kotlin sees, and on which they run.

Those of its package, those that it imports by name or with all of their package, and those that
stand in a class.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.jvm.jvm_library import IN_KOTLIN
from codewitness.engine.graph.typed.packages import Place
from codewitness.engine.graph.typed.tabling import Answer
from codewitness.engine.graph.typed.values import Value
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.facts import join_name
from codewitness.model.flow import form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator

_MAX_BASES = 10  # on top of each other
_NUMBERS = dict.fromkeys(("Int", "Long", "Short", "Byte", "Float", "Double"), "Number Comparable")
_ABOVE = {"String": "CharSequence Comparable", "List": "Collection Iterable", **_NUMBERS}


Imported = dict[str, frozenset[str]]  # full names, by the file that imports them


def visible(
    ev: Evaluator, path: str, found: Answer, known: Imported, package_of: Callable[[str], str]
) -> Answer:
    """What a file may call, of all that was found."""
    hidden = [
        v for v in found if v[0] == "f" and not is_visible(ev, path, v[1:3], known, package_of)
    ]
    return found.difference(hidden) if hidden else found


def is_visible(
    ev: Evaluator, path: str, place: Place, known: Imported, package_of: Callable[[str], str]
) -> bool:
    """False for an extension of another package that is not imported."""
    file = ev.file(place[0])
    if place[0] == path or file.language != "kotlin" or file.parent(place[1]) != MODULE:
        return True
    if file.header(place[1]).known_as is None:
        return True
    package = package_of(place[0])
    if package == package_of(path):
        return True
    flow = ev.file(path).flow(MODULE)
    if package in flow.stars:
        return True
    wanted = join_name(package, file.definitions[place[1]].name)
    if (imported := known.get(path)) is None:
        imports = (value for _, value in flow.binds if form(value) == "m" and len(value) > 2)
        imported = known[path] = frozenset(join_name(*value[1:]) for value in imports)
    return wanted in imported


def names_of(ev: Evaluator, owner: Value, depth: int = 0) -> set[str]:
    """The names of what a function may be declared for that is called on an object."""
    if owner[0] == "B":
        return {owner[1], IN_KOTLIN.get(owner[1], owner[1])}
    if owner[0] == "X":
        return {owner[1].removesuffix("()").rpartition(".")[2]}
    if owner[0] not in "CIS":
        return set()
    names = {ev.definition(owner).name}
    if depth < _MAX_BASES:
        for base in ev.bases(owner):
            names |= names_of(ev, base, depth + 1)
    return names


def names_above(owner: Value) -> set[str]:
    """The names of what a type of the library stands on itself."""
    names = (_ABOVE.get(IN_KOTLIN.get(name, name), "") for name in _names_of_library(owner))
    return {name for one in names for name in one.split()}


def _names_of_library(owner: Value) -> set[str]:
    if owner[0] == "B":
        return {owner[1]}
    return {owner[1].removesuffix("()").rpartition(".")[2]} if owner[0] == "X" else set()
