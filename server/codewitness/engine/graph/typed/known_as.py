"""Under which names something is known: imported, exported, or kept by another name.

What a module of JavaScript exports as a whole has a name that all modules use, `=` or `default`. It
is known by that to those alone who import the module.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed.c.places_in_lists import names_of
from codewitness.engine.graph.typed.giving import kept_of, keys, may_give, target_of
from codewitness.engine.graph.typed.handled import ECMA, PART_OF, VIEWS, handled
from codewitness.engine.graph.typed.world import World, called
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression

MAX_NAMES = 40  # under which something is known; with more, those found first count
WHOLE = frozenset(("=", "default"))  # what a module of JavaScript exports without a name
_MODULE = re.compile(r'\["m","((?:[^"\\]|\\.)*)"')

Name = tuple[str, str]  # with the path of the file that exports it, if it is one of `WHOLE`


def known_as(world: World, name: str) -> list[str]:
    """A name, and others under which it is imported, exported or kept."""
    return list(dict.fromkeys(known for known, _ in names_and_exporters(world, name)))


def names_and_exporters(world: World, name: str) -> list[Name]:
    """The same, with the file that exports what has none."""
    if (found := world.known_as.get(name)) is None:
        found = world.known_as[name] = _names_and_exporters(world, name)
    return found


def _names_and_exporters(world: World, name: str) -> list[Name]:
    found: list[Name] = [(name, "")]
    for known, exporter in found:
        if len(found) > MAX_NAMES:
            break
        for scope in world.mentioning(known):
            others = _plain((*_types(scope, known), *_beside(scope, known)))
            found += [other for other in others if other not in found]
            if not may_give(scope, known):
                continue
            for target, value in handled(scope).flow.binds:
                if not _names(kept_of(scope, value), known):
                    continue
                if not exporter or _is_of(world, scope, value, exporter):
                    others = exported_as(scope, target) or _plain(targets_of(world, target))
                    others += _plain(k for k in keys(value, known) if k and k not in WHOLE)
                    found += [other for other in others if other not in found]
    return found


def _types(scope: Scope, known: str) -> Iterator[str]:
    """Other names for a type that a scope defines."""
    for child in scope.children:
        if child.kind is Kind.TYPE:
            stands_for = child.header[4]
            while isinstance(stands_for, list) and stands_for[:1] == ["G"]:
                stands_for = stands_for[1]
            if called(stands_for) == known:
                yield child.name


def _beside(scope: Scope, known: str) -> Iterator[str]:
    """Other names that a function of JavaScript gets where it is written: `p.on = p.add = f`."""
    if scope.file.language not in ECMA:
        return
    own = [["f", child.number] for child in scope.children if child.name == known]
    for target, value in scope.flow.binds if own else ():
        if value in own and isinstance(target, list) and target[:1] == ["a"]:
            yield target_of(target)


def exported_as(scope: Scope, target: Expression) -> list[Name]:
    """The names by which others import what a module exports without one; empty for others."""
    if not (isinstance(target, list) and target[:1] == ["x"] and target[1] in WHOLE):
        return []
    path = scope.file.path
    return [("default", path), *([("=", path)] if target[1] == "=" else ())]


def imported(world: World, scope: Scope, name: Name) -> Iterator[Expression]:
    """What stands in a scope for what a file exports without a name."""
    known, exporter = name
    path = scope.file.path
    for module in dict.fromkeys(_MODULE.findall(scope.flow_text)):
        if world.imports.find(path, module) == exporter:
            yield ["m", module, known]
            yield ["a", ["m", module, "="], known]


def _is_of(world: World, scope: Scope, value: Expression, exporter: str) -> bool:
    """True if a value that is imported comes from a file; also if it is not told from where."""
    modules = list(_modules(value))
    path = scope.file.path
    return not modules or any(world.imports.find(path, one) == exporter for one in modules)


def _modules(value: Expression) -> Iterator[str]:
    if isinstance(value, list):
        if value[:1] == ["m"]:
            yield value[1]
        else:
            for part in value:
                yield from _modules(part)


def _plain(names: Iterable[str]) -> list[Name]:
    return [(name, "") for name in names]


def _names(value: Expression, name: str) -> bool:
    if isinstance(value, list) and value:
        if value[0] == "E":
            return any(_names(part, name) for part in value[2:])
        if value[0] in ("u", "L", "D"):
            return any(_names(part, name) for part in value[1:] if isinstance(part, list | str))
        if value[0] == "y":
            return _names(value[2], name)
        if value[0] in PART_OF or (value[0] == "a" and value[2] in VIEWS):
            return _names(value[1], name)
    return called(value) == name


def targets_of(world: World, target: Expression) -> list[str]:
    """Names by which something that is bound to a target is called."""
    name = target_of(target)
    return [name] if name else names_of(world, target)
