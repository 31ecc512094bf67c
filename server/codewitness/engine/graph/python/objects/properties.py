"""Properties of Python: methods that are run by reading or setting an attribute.

They are decorated, or made by a call within a class: `level = property(_get_level, _set_level)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.listed import words
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, Site, form, last_name

_PROPERTIES = words(
    "property cached_property abstractproperty classproperty hybrid_property lazy_property getter"
)
_PROPERTY_WORDS = [f'"{name}"' for name in _PROPERTIES]
_MAKING_ONE = _PROPERTIES | words("setter deleter")
_SETTABLE = words("property abstractproperty hybrid_property")


class Made(NamedTuple):
    """A property that a call makes, by what is run when it is read, set or deleted."""

    name: str
    getter: Expression
    setter: Expression
    deleter: Expression

    def runs(self, kind: str) -> Expression:
        """What a site of this kind runs."""
        return {"p": self.setter, "x": self.deleter}.get(kind, self.getter)


def property_names(scope: Scope) -> Iterator[str]:
    """Names of the properties directly in a scope."""
    if any(child.kind is Kind.PROPERTY for child in scope.children) or _has_words(scope):
        yield from (child.name for child in scope.children if is_property(child))
        yield from (made.name for made in made_properties(scope))


def is_property(function: Scope) -> bool:
    """True for a method that is run by reading it."""
    if function.kind is Kind.PROPERTY:
        return True
    return any(name in _PROPERTIES for name in function.decorators)


def is_setter(function: Scope) -> bool:
    """True for a method that is run by an assignment to it."""
    return "setter" in function.decorators


def is_deleter(function: Scope) -> bool:
    """True for a method that is run by deleting it."""
    return "deleter" in function.decorators


def below_property(around: Scope, method: Scope) -> Expression:
    """What `@property`, or a setter, is given that has other decorators below it; else None."""
    if len(method.header[0]) < 2 or form(method.header[4]) != "c":
        return None
    site = around.flow.sites[method.header[4][1]]
    is_one = site[0] == "d" and last_name(site[1]) in _MAKING_ONE
    return site[4][0] if is_one and form(site[4][0]) == "c" else None


# What a site runs of a property, by its kind.
RUNNING = {"r": is_property, "p": is_setter, "x": is_deleter}


def made_properties(scope: Scope) -> Sequence[Made]:
    """The properties that calls make directly in a class; kept with its flow."""
    if scope.made is None:
        if not scope.is_class or scope.file.language != "python" or not _has_words(scope):
            return ()
        scope.made = tuple(_made_properties(scope))
    made: Sequence[Made] = scope.made
    return made


def _made_properties(scope: Scope) -> Iterator[Made]:
    for target, value in scope.flow.binds:
        if isinstance(target, str) and form(value) == "c":
            site = scope.flow.sites[value[1]]
            kind = last_name(site[1])
            if kind in _PROPERTIES and site[0] == "c":  # not a decorator
                setter = _given(site, 1, "fset") if kind in _SETTABLE else None
                deleter = _given(site, 2, "fdel") if kind in _SETTABLE else None
                given = (_given(site, 0, "fget", "func"), setter, deleter)
                yield Made(target, *(_called_by(scope, one) for one in given))


def made_of(function: Scope) -> Iterator[tuple[str, bool]]:
    """(name, True if it sets) of the properties of its own class that run a function."""
    around = function.parent
    for made in made_properties(around) if around is not None else ():
        for expression, is_set in (
            *((made.getter, False), (made.setter, True), (made.deleter, True)),
        ):
            if expression is not None and _is(function, expression):
                yield made.name, is_set


def names_in_class(function: Scope) -> list[str]:
    """The names of its class that stand for a lambda."""
    around = function.parent
    own = ["f", function.number]
    is_one = function.kind is Kind.LAMBDA and around is not None and around.is_class
    binds = around.flow.binds if is_one and around is not None else []
    return [target for target, value in binds if isinstance(target, str) and value == own]


def _is(function: Scope, expression: Expression) -> bool:
    if form(expression) == "f":
        return bool(expression[1] == function.number)
    return bool(function.name) and last_name(expression) == function.name


def _called_by(scope: Scope, expression: Expression) -> Expression:
    """What a partial calls, for a partial; else the expression."""
    if form(expression) != "c":
        return expression
    site = scope.flow.sites[expression[1]]
    return _given(site, 0) if last_name(site[1]) == "partial" else expression


def _given(site: Site, place: int, *labels: str) -> Expression:
    given: list[Any] = site[4] if len(site) > 4 else []
    if place < len(given):
        return given[place]
    named = site[5] if len(site) > 5 else []
    known = zip(named[::2], named[1::2], strict=False)
    return next((value for label, value in known if label in labels), None)


def _has_words(scope: Scope) -> bool:
    return any(word in scope.flow_text for word in _PROPERTY_WORDS)
