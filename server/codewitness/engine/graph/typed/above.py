"""Constructors that are called for a class below their own: by `super(x)`, or by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed.handled import ECMA
from codewitness.engine.graph.typed.world import World, called
from codewitness.model.facts import Kind
from codewitness.model.flow import COMPANION, Expression, form

Place = tuple[Scope, int]

_MAKING = frozenset(("initialize", "init"))  # names of constructors in Ruby and Swift
_INHERITING = frozenset((*ECMA, "ruby", "swift"))  # where a class has its base's constructors
_DEEP = 8  # mixins around a class
_MOST = 40  # classes that are gone through


def calls_from_below(
    world: World, owner: Scope, sites: Callable[[World, list[str]], Iterator[Place]]
) -> Iterator[Place]:
    """Calls of `super` in classes that name a class as their base.

    Of one without a constructor of its own also the `sites` that call it by name, and so on.
    """
    waiting, seen = [owner], {owner.key}
    while waiting:
        above = waiting.pop()
        for child in _below(world, above):
            if own := _makers(child):
                yield from (place for maker in own for place in _calls_of_super(maker))
            elif child.file.language in _INHERITING and child.key not in seen:
                yield from sites(world, [child.name])
                seen.add(child.key)
                waiting += [child] if len(seen) < _MOST else []


def is_base(function: Scope) -> bool:
    """True for a function that may make objects, of which a class may then be a kind."""
    is_named = function.kind is Kind.FUNCTION and function.name[:1].isupper()
    return is_named and function.file.language in ECMA


def own(scope: Scope) -> list[tuple[str, int]]:
    """The class around a scope, which `new this()` makes an object of."""
    around: Scope | None = scope
    while around is not None and not around.is_class:
        around = around.parent
    return [] if around is None else [(around.file.path, around.ordinal)]


def bases(world: World, scope: Scope) -> list[tuple[str, int]]:
    """Places of the classes that the class around a scope names as its bases."""
    at: Scope | None = scope
    while at is not None and not at.is_class:
        at = at.parent
    if at is None or at.parent is None:
        return []
    header = at.parent.flow.headers[at.number]
    names = [_plain(base) for base in header[2]] if header else []
    return [place for name in names if name for place in world.named(name)]


def names_below(world: World, function: Scope) -> list[str]:
    """Names of classes that stand on the class of a function, directly or not.

    Also of those of Kotlin whose companion does.
    """
    start = function.qualified_name.rpartition(".")[0].rpartition(".")[2]
    found = [start] if start else []
    for name in found:
        if len(found) > _MOST:
            break
        for scope in world.mentioning(name):
            is_beside = any(b[0] == COMPANION and mentions(b[1], name) for b in scope.flow.binds)
            if is_beside and scope.name not in found:
                found.append(scope.name)
            for child, header in zip(scope.children, scope.flow.headers, strict=False):
                is_base = header and any(_stands_on(scope, base, name) for base in header[2])
                if is_base and child.name not in found:
                    found.append(child.name)
    return found


def _stands_on(scope: Scope, base: Expression, name: str, depth: int = _DEEP) -> bool:
    """True if a base is what has a name, or what a mixin makes of it: `extends Named(Base)`."""
    if form(base) != "c" or not depth:
        return mentions(base, name)
    site = scope.flow.sites[base[1]]
    return any(_stands_on(scope, one, name, depth - 1) for one in (site[4:5] or [[]])[0])


def mentions(expression: Expression, name: str) -> bool:
    """True if a name stands in an expression."""
    if isinstance(expression, str):
        return expression == name
    return isinstance(expression, list) and any(mentions(part, name) for part in expression)


def taking(world: World, kind: Scope) -> list[Scope]:
    """What takes the arguments that a class is called with: itself and what is in it.

    Of a class without a constructor that is its base's.
    """
    found, seen = [kind, *kind.children], {kind.key}
    waiting = [kind] if kind.file.language in _INHERITING and not _makers(kind) else []
    for one in waiting:
        for path, ordinal in bases(world, one):
            above = world.files[path].definitions[ordinal]
            if above.key not in seen and len(seen) < _MOST:
                seen.add(above.key)
                found += _makers(above)
                waiting += [] if _makers(above) or not above.is_class else [above]
    return found


def _below(world: World, owner: Scope) -> Iterator[Scope]:
    for scope in world.mentioning(owner.name) if owner.name else ():
        for child, header in zip(scope.children, scope.flow.headers, strict=False):
            if child.is_class and header and any(_plain(b) == owner.name for b in header[2]):
                yield child


def _makers(kind: Scope) -> list[Scope]:
    return [one for one in kind.children if one.kind is Kind.CONSTRUCTOR or one.name in _MAKING]


def _plain(base: Expression) -> str:
    while form(base) in ("G", "I"):
        base = base[1]
    return called(base)


def _calls_of_super(maker: Scope) -> Iterator[Place]:
    for number, site in enumerate(maker.flow.sites):
        callee = site[1]
        if callee == "super" or (form(callee) == "a" and callee[1] == "super"):
            yield maker, number
