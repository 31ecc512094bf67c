"""Where attributes are assigned and which classes name which bases: looked up, not searched.

What a file tells is read when it is packed. The tables are made of that when first asked for, of
all files at once; then each file that changes is taken out and put in again.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from codewitness.engine.graph.cells import Key
from codewitness.engine.graph.files import File, Scope
from codewitness.engine.graph.python.objects.properties import property_names
from codewitness.model.flow import Expression, form, last_name, unpacked

Write = tuple[Scope, int]
Likeness = tuple[str, str]
# Words that begin a bind of an attribute in the text of a flow; one without them has none.
_ATTRIBUTE_BIND = '[["a",'
RECEIVERS = ("self", "cls")  # who is called so is the object, whatever decorates the method
PASSING = (
    "pass_context",
    "pass_obj",
)  # decorators of click that hand a function its first argument
_DEFAULT_BIND = '[["d",'
DEFAULT = "="
LANGUAGE = "python"  # no other has a say in what attributes of Python are given
_STRINGS = re.compile(r'"((?:[^"\\]|\\.)*)"')
_IMPORTS = re.compile(r'\["(?:g",")?(\w+)"\]?,\["m","[^"]*","(\w+)"\]\]')
_LIKENESS = '["t","str","'
_LOOKING_NAMES = (
    *("getattr", "globals", "vars", "locals", "__dict__"),
    *("methodcaller", "attrgetter", "getmembers"),
)
_LOOKING = tuple(f'"{one}"' for one in _LOOKING_NAMES)
_LIKENESSES = re.compile(r'\["t","str","(\w*)","(\w*)"[],]')


class Lookups:
    """Of the files that it was given. Lists are in no order; whoever asks sorts."""

    def __init__(self) -> None:
        self.own_writes: dict[tuple[str, str], list[Write]] = {}  # by class and attribute
        self.other_writes: dict[str, list[Write]] = {}  # by attribute
        self.classes: dict[str, list[Scope]] = {}  # by the last name of a base
        self.aliases: dict[str, Counter[str]] = {}  # by what is imported: other names of it
        self.properties: Counter[str] = Counter()  # how many there are by name
        self.likenesses: Counter[Likeness] = Counter()  # how many there are of (begin, end)

    def add(self, file: File) -> None:
        """This file is there now."""
        if not file.told or file.language != LANGUAGE:
            return
        own, other, classes, aliases, properties, likenesses = json.loads(file.told)
        for owner, name, ordinal, index in own:
            key = (file.scope(owner).key, sys.intern(name))
            self.own_writes.setdefault(key, []).append((file.scope(ordinal), index))
        for name, ordinal, index in other:
            self.other_writes.setdefault(name, []).append((file.scope(ordinal), index))
        for name, ordinal in classes:
            self.classes.setdefault(name, []).append(file.scope(ordinal))
        for name, alias in aliases:
            self.aliases.setdefault(name, Counter())[alias] += 1
        self.properties.update(properties)
        self.likenesses.update(map(tuple, likenesses))

    def remove(self, file: File) -> None:
        """This file is no longer there."""
        if not file.told or file.language != LANGUAGE:
            return
        own, other, classes, aliases, properties, likenesses = json.loads(file.told)
        for owner, name, ordinal, index in own:
            self.own_writes[file.scope(owner).key, name].remove((file.scope(ordinal), index))
        for name, ordinal, index in other:
            self.other_writes[name].remove((file.scope(ordinal), index))
        for name, ordinal in classes:
            self.classes[name].remove(file.scope(ordinal))
        for name, alias in aliases:
            self.aliases[name][alias] -= 1
            self.aliases[name] += Counter()  # without those that are gone
        self.properties.subtract(properties)
        self.likenesses.subtract(map(tuple, likenesses))


def told_by(file: File) -> list[list[Any]]:
    """What the tables are to have of a file, as JSON, with the ordinals of its scopes.

    [writes of own attributes, other writes, classes by base, aliases, properties, likenesses];
    empty if there is none of these.
    """
    ordinals = {scope.key: scope.ordinal for scope in file.scopes}
    told: list[list[Any]] = [[], [], [], [], [], []]
    own, other, classes, aliases, properties, found = told
    for scope in file.scopes:
        for key, (_, index) in attribute_writes(scope):
            if key[0] == "own":
                own.append([ordinals[key[1]], key[2], scope.ordinal, index])
            else:
                other.append([key[1], scope.ordinal, index])
        classes += ([name, child.ordinal] for name, child in based_classes(scope))
        aliases += import_aliases(scope)
        properties += property_names(scope)
        found += likenesses(scope)
    return told if any(told) else []


def words_of(flow_texts: Iterable[str]) -> set[str]:
    """All that flows mention."""
    return set().union(*map(_STRINGS.findall, flow_texts))


def sources(scope: Scope | None) -> Iterator[Key]:
    """The pieces of facts that look-ups give of a scope."""
    if scope is not None and scope.file.language == LANGUAGE:
        yield from ((key[0], key[-1]) for key, _ in attribute_writes(scope))
        yield from (("based", name) for name, _ in based_classes(scope))
        yield from (("alias", name) for name, _ in import_aliases(scope))
        yield from (("property", name) for name in property_names(scope))
        yield from (("likeness",) for _ in likenesses(scope))


def attribute_writes(scope: Scope) -> Iterator[tuple[Key, Write]]:
    """Assignments to attributes: of the method's own object by its class, others by name.

    What a parser of arguments is to give is there by its name with `DEFAULT` before it.
    """
    if _ATTRIBUTE_BIND not in scope.flow_text and _DEFAULT_BIND not in scope.flow_text:
        return
    method = method_around(scope)
    first = _receiver(method)
    for index, target in _targets(scope.flow_text):
        if form(target) == "a":
            is_own = _is_name(target[1], first) and method is not None
            if is_own and method is not None and method.parent is not None:
                yield ("own", method.parent.key, target[2]), (scope, index)
            else:
                yield ("writes", target[2]), (scope, index)
        elif form(target) == "d":
            yield ("writes", DEFAULT + target[2]), (scope, index)


def _receiver(method: Scope | None) -> str:
    """What a method calls the object or the class that it runs on; nothing if it is told none."""
    parameters = method.parameter_names if method is not None else []
    if method is None or not parameters or "staticmethod" in method.decorators:
        return ""
    is_handed = parameters[0] not in RECEIVERS and any(one in PASSING for one in method.decorators)
    return "" if is_handed else parameters[0]


@lru_cache(maxsize=1024)  # of an edited file most scopes are as they were before
def _targets(flow_text: str) -> tuple[tuple[int, Expression], ...]:
    """The binds of a flow that are of attributes or defaults: their index and target."""
    binds = enumerate(unpacked(flow_text).binds)
    return tuple((index, bind[0]) for index, bind in binds if form(bind[0]) in ("a", "d"))


def based_classes(scope: Scope) -> Iterator[tuple[str, Scope]]:
    """Classes directly in a scope, each with the last names of its bases."""
    for child in scope.children:
        if child.is_class:
            bases = {_base_name(scope, base) for base in child.header[2]} - {""}
            for name in sorted(bases.union(*(_assigned(scope, base) for base in bases))):
                yield name, child


def _assigned(scope: Scope, name: str) -> set[str]:
    """The last names of what a name was given, where it is bound: `Base = other.Class`."""
    around: Scope | None = scope
    while around is not None and not around.binds(name):
        around = around.parent
    if around is None:
        return set()
    given = [around.flow.binds[i][1] for i in around.binds(name)]
    parts = [part for one in given for part in (one[1:] if form(one) == "u" else [one])]
    names = {_base_name(around, one) for one in parts if form(one) in ("", "a", "v", "c")}
    return names - {"", name}


def import_aliases(scope: Scope) -> Iterator[tuple[str, str]]:
    """(name, other name) of what a scope imports under another name."""
    if '["m",' in scope.flow_text:
        for alias, name in _IMPORTS.findall(scope.flow_text):
            if alias != name:
                yield name, alias


def likenesses(scope: Scope) -> Iterator[Likeness]:
    """How names begin and end that are put together in a scope to look something up by them."""
    if _LIKENESS in scope.flow_text and looks_up(scope):
        yield from _LIKENESSES.findall(scope.flow_text)


def looks_up(scope: Scope) -> bool:
    """True if a scope may ask for something by a name that it has as a text."""
    return any(one in scope.flow_text for one in _LOOKING)


def method_around(scope: Scope) -> Scope | None:
    """The method that `scope` is or is within."""
    at: Scope | None = scope
    while at is not None and at.parent is not None:
        if at.parent.is_class:
            return at if at.is_callable else None
        at = at.parent
    return None


def _base_name(scope: Scope, base: Expression) -> str:
    while form(base) in ("i", "n", "meta"):
        base = base[1]
    if isinstance(base, str):
        return base
    if form(base) == "a":
        return str(base[2])
    if form(base) == "c":  # what makes the base
        return last_name(scope.flow.sites[base[1]][1])
    return str(base[1]) if form(base) == "v" else ""


def _is_name(expression: Expression, name: str) -> bool:
    return bool(name) and (
        expression == name or (form(expression) == "v" and expression[1] == name)
    )
