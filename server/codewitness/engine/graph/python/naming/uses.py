"""How a scope of Python uses names: as values, under other names, as texts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.builtin_names import BY_NAME
from codewitness.engine.graph.python.naming.lookups import method_around
from codewitness.model.flow import Expression, form, last_name

TYPE = "type"
NO_CALLS = "prxk"  # kinds of sites
NO_PLAIN_CALLS = f"{NO_CALLS}hndbowWlL"
_BY_NAME = [dotted.rpartition(".")[2] for dotted in BY_NAME]


def uses(scope: Scope) -> tuple[dict[str, list[str]], set[str]]:
    """Other names that names are given in a scope, and the names that are used as values."""
    if scope.uses is not None:
        return scope.uses
    aliases: dict[str, list[str]] = {}
    values: set[str] = set()
    for target, value in scope.flow.binds:
        alias = target if isinstance(target, str) else last_name(target) if target else ""
        if form(value) == "m":
            own = value[2] if len(value) > 2 else value[1].rpartition(".")[2]
        else:
            own = last_name(value) if form(value) in ("", "a", "v") else ""
        if own and alias and form(target) != "i":
            if own != alias:
                aliases.setdefault(own, []).append(alias)
        else:
            _add_values(value, values)
    for value in _handed(scope):
        _add_values(value, values)
    scope.uses = (aliases, values)
    return scope.uses


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
    """True if a scope does more with a name than to import it, or to come from it."""
    flow = scope.flow
    sites = ([site[1], *site[4:6]] for site in flow.sites if site[1] != "super")
    binds = (value for _, value in flow.binds if form(value) != "m")
    return any(_mentions(one, name) for one in (*sites, *binds, *flow.returns, *flow.yields))


def _mentions(value: Expression, name: str) -> bool:
    return value == name or (
        isinstance(value, list) and any(_mentions(part, name) for part in value)
    )


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


def _add_values(expression: Expression, values: set[str]) -> None:
    if isinstance(expression, str):
        values.add(expression)
    elif type(expression) is list:
        kind = expression[0]
        if kind == "v":
            values.add(last_name(expression))
        elif kind == "a":
            values.add(expression[2])
            _add_values(expression[1], values)
        elif kind not in ("k", "t", "m", "c", "f"):
            for part in expression[1:]:
                if type(part) is list or kind in ("u", "e", "w", "x", "i", "s", "n", "y", "*"):
                    _add_values(part, values)
                elif isinstance(part, str) and kind in ("L", "D", "C"):
                    values.add(part)
