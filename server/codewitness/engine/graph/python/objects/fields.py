"""Fields of objects that a constructor which nobody wrote fills, told by one scope alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.listed import words
from codewitness.model.flow import Expression, Site, form, last_name

_NO_FIELD = words("ClassVar KW_ONLY")
_CALLS = words("ib attrib field Field")  # that declare a field without a type
_DECLARED = re.compile(r'\["(\w+)",\["[yc]",(?:\["i",)?"?(\w*)')
# Types that say of a field that it holds no function.
_PLAIN = words(
    "str int float bool bytes list dict set tuple List Dict Set Tuple datetime date Path Decimal"
)


def field_words(scope: Scope) -> set[str]:
    """Names of what may be fields that hold functions, told by the text of a scope alone."""
    found: set[str] = set()
    if scope.is_class and ('["y",' in scope.flow_text or '["c",' in scope.flow_text):
        declared = _DECLARED.findall(scope.flow_text)
        found.update(name for name, kind in declared if kind not in _PLAIN)
    if '"namedtuple"' in scope.flow_text:
        for site in scope.flow.sites:
            if last_name(site[1]) == "namedtuple":
                found.update(listed(site))
    return found


def declared(scope: Scope) -> Iterator[str]:
    """What a class declares for the constructor that is made for it, in order."""
    for target, value in scope.flow.binds:
        if not isinstance(target, str):
            continue
        if form(value) == "y":
            kind = value[1][1] if form(value[1]) == "i" else value[1]
            if last_name(kind) not in _NO_FIELD:
                yield target
        elif form(value) == "c" and last_name(scope.flow.sites[value[1]][1]) in _CALLS:
            yield target


def factory_of(scope: Scope, value: Expression) -> Expression:
    """What makes a field that a class declares so: `field(default_factory=list)`."""
    known = _named(scope, value)
    return known.get("default_factory", known.get("factory"))


def default_of(scope: Scope, value: Expression) -> Expression:
    """What a field is if nobody gives it: `field(default=shown)`."""
    return _named(scope, value).get("default")


def _named(scope: Scope, value: Expression) -> dict[str, Expression]:
    """What the call that declares a field is given by name."""
    call = value[2] if form(value) == "y" else value
    site = scope.flow.sites[call[1]] if form(call) == "c" else []
    named = site[5] if len(site) > 5 else []
    return dict(zip(named[::2], named[1::2], strict=True))


def listed(site: Site) -> list[str]:
    """The fields that a call of `namedtuple` names."""
    given: list[Expression] = site[4] if len(site) > 4 else []
    named: Expression = given[1] if len(given) > 1 else None
    if form(named) == "L":
        return [one[1] for one in named[3:] if form(one) == "k" and isinstance(one[1], str)]
    if form(named) == "k" and isinstance(named[1], str):
        return str(named[1]).replace(",", " ").split()
    return []
