"""How a scope of Python uses names: as values, under other names, as texts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.builtin_names import BY_NAME
from codewitness.engine.graph.python.naming.lookups import method_around
from codewitness.model.flow import Expression, Site, form, last_name

TYPE = "type"
NO_CALLS = "prxk"  # kinds of sites
NO_CALLS_OR_ATTRIBUTES = "khndbowWlL"
NO_PLAIN_CALLS = f"prx{NO_CALLS_OR_ATTRIBUTES}"
_BY_NAME = [dotted.rpartition(".")[2] for dotted in BY_NAME]


@dataclass(slots=True)
class Uses:
    """What a scope does with names.

    `aliases` are other names that names are given. `values` are names that are used as values, as
    they are or as attributes; of variables those that may be a definition of this name. `copies`
    are variables that were given what has another name, `kept` attributes that were given what has
    the same.
    """

    aliases: dict[str, list[str]] = field(default_factory=dict)
    values: set[str] = field(default_factory=set)
    copies: set[str] = field(default_factory=set)
    kept: set[str] = field(default_factory=set)


def uses(scope: Scope) -> Uses:
    """How names are used in a scope, kept with its flow.

    A variable that was given neither a definition nor what bears its name is no value: what it
    has was one before.
    """
    if scope.uses is None:
        scope.uses = own = Uses()
        reader = _Reader(scope, own)
        for target, value in scope.flow.binds:
            alias = target if isinstance(target, str) else last_name(target) if target else ""
            name = _named(value)
            if name and alias and form(target) != "i":
                if name != alias:
                    own.aliases.setdefault(name, []).append(alias)
                elif form(target) == "a":
                    own.kept.add(name)
            else:
                reader.add(value)
        for value in _handed(scope):
            reader.add(value)
    known: Uses = scope.uses
    return known


def _named(value: Expression) -> str:
    """The name of what is told by a name; empty for anything else."""
    if form(value) == "m":
        return str(value[2] if len(value) > 2 else value[1].rpartition(".")[2])
    return last_name(value) if form(value) in ("", "a", "v") else ""


def is_named_otherwise(scope: Scope, name: str) -> bool:
    """True if a scope has a name elsewhere than where it is called, imported or given a value.

    Told by the text of its flow, mostly without reading it: by how often each of these is there.
    What is returned, or handed to a call, first looks there like what is given a value.
    """
    text, written = scope.flow_text, re.escape(json.dumps(name, ensure_ascii=False))
    known = rf'\["m","[^"]*",{written}\]|\[{written},|{written}:\['
    n_known = len(re.findall(known, text)) + len(scope.sites_of(name, but=NO_CALLS))
    if len(re.findall(written, text)) > n_known:
        return True
    is_first = f"[{json.dumps(name, ensure_ascii=False)}" in text
    given = (site[4][0] for site in scope.flow.sites if len(site) > 4 and site[4])
    return is_first and name in (*scope.flow.returns[:1], *scope.flow.yields[:1], *given)


def is_used(scope: Scope, name: str) -> bool:
    """True if a scope does more with a name than to import it, to come from it, or to ask for it.

    `super(Base, self)` and `Base.run(self)` are on objects that are there.
    """
    flow = scope.flow
    sites = ([site[1], *site[4:6]] for site in flow.sites if not _is_on_own(site, name))
    binds = (value for _, value in flow.binds if form(value) != "m")
    return any(_mentions(one, name) for one in (*sites, *binds, *flow.returns, *flow.yields))


def _is_on_own(site: Site, name: str) -> bool:
    """True for a call that only names a class to tell whose method is meant, or to compare."""
    given = site[4] if len(site) > 4 else []
    if site[1] in ("super", "isinstance", "issubclass"):
        return len(given) < 2 or not _mentions(given[0], name) or site[1] == "super"
    is_of_class = form(site[1]) == "a" and last_name(site[1][1]) == name
    return is_of_class and bool(given) and form(given[0]) == "v" and given[0][2:] == [-1]


def _mentions(value: Expression, name: str) -> bool:
    if not isinstance(value, list) or not value:
        return bool(value == name)
    if value[0] in ("n", "y"):  # what it is asked or said to be is no use
        return _mentions(value[1 if value[0] == "n" else 2], name)
    return any(_mentions(part, name) for part in value)


def quoted(scope: Scope) -> list[tuple[int, str]]:
    """Sites of `getattr(one, "name")` and its kin, and the names that are written there."""
    if scope.quoted is None:
        sites = {index for name in _BY_NAME for index in scope.sites_of(name, but=NO_CALLS)}
        given = [(index, [*scope.flow.sites[index], None][4] or []) for index in sorted(sites)]
        scope.quoted = [
            (index, parts[1][1])
            for index, parts in given
            if len(parts) > 1 and form(parts[1]) == "k" and isinstance(parts[1][1], str)
        ]
    return scope.quoted


def spreading(scope: Scope, star: str) -> Iterator[int]:
    """Calls that are given something spread out, by `*` or `**`."""
    for index, site in enumerate(scope.flow.sites):
        named = site[5][::2] if len(site) > 5 else ()
        given = site[4] if len(site) > 4 else ()
        if star in named or any(form(part) == star for part in given):
            yield index


def has_iterator(method: Scope) -> bool:
    """True if the class of a method has another one by which it is iterated."""
    around = method.parent
    return around is not None and any(one.name == "__iter__" for one in around.children)


def is_alone(one: Scope) -> bool:
    """True for a class that is all that its module defines."""
    return one.parent is one.file.top and len(one.file.top.children) == 1


def hands_own(scope: Scope, name: str) -> bool:
    """True if a scope in a class hands a method of its object to a call: `connect(self.name)`."""
    method = method_around(scope)
    own = method.parameter_names[:1] if method is not None else []
    return bool(own) and any(
        form(one) == "a" and one[2] == name and last_name(one[1]) == own[0]
        for site in scope.flow.sites
        for one in (*(site[4] if len(site) > 4 else ()), *(site[5][1::2] if len(site) > 5 else ()))
    )


def is_of_call(scope: Scope, expression: Expression, name: str) -> bool:
    """True for what a call of this name gives."""
    if form(expression) != "c":
        return False
    return last_name(scope.flow.sites[expression[1]][1]) == name


def of_type(scope: Scope) -> list[tuple[Scope, int]]:
    """Calls of what `type(one)` gives."""
    sites = scope.flow.sites
    own = (index for index, _ in scope.indirect)
    return [(scope, index) for index in own if is_of_call(scope, sites[index][1], TYPE)]


def by_path(places: list[tuple[Scope, int]]) -> dict[str, list[tuple[Scope, int]]]:
    """Sites by the path of their file."""
    found: dict[str, list[tuple[Scope, int]]] = {}
    for place in places:
        found.setdefault(place[0].file.path, []).append(place)
    return found


def _handed(scope: Scope) -> Iterable[Expression]:
    """Expressions of a scope whose value goes elsewhere."""
    flow = scope.flow
    for site in flow.sites:
        # An attribute of it that is read or set (`cached.disabled = True`) hands nothing on.
        is_accessed = site[0] in "prx" and form(site[1]) == "a"
        if form(site[1]) not in ("", "v") and site[0] != "k" and not is_accessed:
            yield site[1][1] if form(site[1]) == "a" else site[1]
        yield from site[4] if len(site) > 4 else ()
        yield from site[5][1::2] if len(site) > 5 else ()
    yield from flow.returns
    yield from flow.yields
    for header in flow.headers:
        for parameter in header[1] if header else ():
            yield parameter[3]
    if '["i","type"' in scope.flow_text or '"Type"' in scope.flow_text:
        for header in flow.headers:
            declared = [one[2] for one in header[1]] if header else []
            yield from _classes([*declared, *(header[3:4] if header else ())])


def _classes(declared: Expression) -> Iterable[Expression]:
    """Classes that are values of a declared type: `type[Store]`."""
    if form(declared) == "i" and last_name(declared[1]) in ("type", "Type"):
        yield declared[2]
    elif type(declared) is list:
        for part in declared:
            yield from _classes(part)


_COMPARED = {f"o{name}" for name in ("__getitem__", "__setitem__", "__delitem__", "__contains__")}
_COMPARED |= {"o__eq__", "o__ne__"}
_EXPORTED = "__all__"


def told_texts(scope: Scope) -> tuple[set[str], set[str]]:
    """Texts of a scope that may go elsewhere, and those that are keys or compared with others.

    What is exported is neither.
    """
    if scope.texts is None:
        told, keys = set[str](), set[str]()
        flow = scope.flow
        for site in flow.sites:
            given = list(site[4]) if len(site) > 4 else []
            if given and f"{site[0]}{last_name(site[1])}" in _COMPARED:
                _add_texts(given.pop(0), keys, keys)
            _add_texts([site[1], *given, *(site[5][1::2] if len(site) > 5 else ())], told, keys)
        for target, value in flow.binds:
            if target != _EXPORTED:
                _add_texts(value, told, keys)
        _add_texts([*flow.returns, *flow.yields, *flow.headers], told, keys)
        scope.texts = (told, keys)
    return scope.texts


def _add_texts(expression: Expression, told: set[str], keys: set[str]) -> None:
    if type(expression) is not list:
        return
    kind = form(expression) if expression and isinstance(expression[0], str) else ""
    if kind == "k":
        if isinstance(expression[1], str):
            told.add(expression[1])
    elif kind == "i":
        _add_texts(expression[1], told, keys)
        _add_texts(expression[2], keys, keys)
    else:
        for part in expression:
            _add_texts(part, told, keys)


class _Reader:
    """Notes the names that a scope uses as values."""

    def __init__(self, scope: Scope, own: Uses) -> None:
        self._scope = scope
        self._own = own
        self._seen: set[str] = set()

    def add(self, expression: Expression) -> None:
        """All that are in an expression."""
        if isinstance(expression, str):
            self._variable(expression)
        elif type(expression) is list:
            kind = expression[0]
            if kind == "v":
                self._reached(expression)
            elif kind == "a":
                self._own.values.add(expression[2])
                self.add(expression[1])
            elif kind not in ("k", "t", "m", "c", "f"):
                for part in expression[1:]:
                    if type(part) is list or kind in ("u", "e", "w", "x", "i", "s", "n", "y", "*"):
                        self.add(part)
                    elif isinstance(part, str) and kind in ("L", "D", "C"):
                        self._variable(part)

    def _reached(self, expression: Expression) -> None:
        """A variable of which it is known what has given it its value."""
        binds = self._scope.flow.binds
        self._given(last_name(expression), [binds[i][1] for i in expression[2:] if i >= 0])

    def _variable(self, name: str) -> None:
        if name in self._seen:
            return
        self._seen.add(name)
        at: Scope | None = self._scope
        while at is not None:
            if at is self._scope or not at.is_class:
                places = [(at, index) for index in at.binds(name)] + at.outer_binds(name)
                self._given(name, [one.flow.binds[index][1] for one, index in places])
                is_own = places or (at.is_callable and name in at.parameter_names)
                if is_own and not at.is_class:  # which may read what is around before it has it
                    return
            at = at.parent
        self._own.values.add(name)  # `import *` may bring it

    def _given(self, name: str, values: Sequence[Expression]) -> None:
        """The variable has one of these."""
        named = [_named(value) for value in values]
        if name in named or any(form(value) in ("m", "f") for value in values):
            self._own.values.add(name)
        if any(one and one != name for one in named):
            self._own.copies.add(name)
