"""What stands for the type variables of a generic class of Python, said by a class below it.

`class Plugins(Required[Found])` and `class Required(Option[T])`: for `Option` it is `Found`.
"""

from __future__ import annotations

from collections.abc import Iterator

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.names import Names
from codewitness.model.flow import Expression, form

_MAX_ABOVE = 8  # classes, one above the other
Said = tuple[Scope, Expression]  # a type, and where it is read


def variables(names: Names, owner: Scope) -> list[str]:
    """The type variables of a class, in order."""
    around = owner.parent
    if around is None:
        return []
    names.cells.note("scope", around.key)
    for base in owner.header[2]:
        parts = listed(base[2]) if form(base) == "i" else []
        plain = [one for one in parts if isinstance(one, str)]
        if plain == parts and parts and all(names.is_generic(around, one) for one in plain):
            return plain
    return []


def listed(said: Expression) -> list[Expression]:
    """The types that are given in brackets, one or several."""
    return list(said[3:]) if form(said) == "L" else [said]


def arguments(
    names: Names, key: str, owner: Scope, given: list[Said], depth: int = 0
) -> Iterator[list[Said]]:
    """What each class on the way says of the variables of `owner`; `given` are those of `key`."""
    if key == owner.key and given:
        yield given
    below = names.scope(key)
    around = below.parent if below is not None else None
    if below is None or around is None or key == owner.key or depth > _MAX_ABOVE:
        return
    own = variables(names, below)
    for base in below.header[2]:
        named, said = (base[1], listed(base[2])) if form(base) == "i" else (base, [])
        handed = [_handed(around, one, own, given) for one in said]
        for value in names.static(around, named, names.cells.settle):
            if value[0] == "C":
                yield from arguments(names, value[1], owner, handed, depth + 1)


def _handed(around: Scope, said: Expression, own: list[str], given: list[Said]) -> Said:
    """A type that a base is given; where it is a variable of the class, what that is given."""
    at = own.index(said) if isinstance(said, str) and said in own else len(given)
    return given[at] if at < len(given) else (around, said)
