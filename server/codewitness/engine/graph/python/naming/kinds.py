"""What kind a value or a definition is of, told by itself alone."""

from __future__ import annotations

import json
import re
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import AsyncGenerator, Collection, Generator, Iterable, Iterator
from functools import lru_cache
from types import MappingProxyType
from weakref import WeakSet, WeakValueDictionary

from codewitness.engine.graph.cells import Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.builtin_names import GETTERS, GIVING, MAPPINGS, SHOWING
from codewitness.engine.graph.python.naming.names import Value
from codewitness.model.flow import Expression, form, last_name

_PLAIN = {kind.__name__: frozenset(dir(kind)) for kind in (str, bytes, int, float, bool, complex)}
_CONTAINERS: tuple[type, ...] = (
    *(list, tuple, set, frozenset, dict, range, deque, defaultdict, OrderedDict, Counter),
    *(MappingProxyType, WeakSet, WeakValueDictionary, Generator, AsyncGenerator),
)
_OF_CONTAINERS = frozenset(name for kind in _CONTAINERS for name in dir(kind))
_ATTRIBUTES = {kind.__name__: frozenset(dir(kind)) for kind in _CONTAINERS}
_BY_TYPE = {
    kind.__name__: frozenset(dir(kind))
    for kind in (str, bytes, int, float, bool, complex, list, tuple, set, frozenset, dict, range)
}
_OF_CLASSES = frozenset(dir(type))
# What operators of built-in types give is of such a type again.
_GIVING_THE_SAME = frozenset(
    f"__{kind}{name}__()"
    for name in ("add", "sub", "mul", "mod", "floordiv", "truediv", "pow", "and", "or", "xor")
    for kind in ("", "r", "i")
)
_NO_CONTAINERS = frozenset(
    {"namedtuple", "record", "make_pass_decorator", "submit", "queue", "ref", *GETTERS}
    | {"context", "property"}
) | {name.rpartition(".")[2] for name in SHOWING}
_CALLABLE = frozenset({"namedtuple", "ref", *GETTERS})
_MADE_AS = {
    **{name: f"operator.{name}" for name in GETTERS},
    "namedtuple": "collections.namedtuple",
    "submit": "concurrent.futures.Future",
    "queue": "queue.Queue",
    "context": "contextvars.ContextVar",
    "ref": "weakref.ref",
    "property": "builtins.property",
    **{name.rpartition(".")[2]: f"{name}()" for name in sorted(SHOWING, reverse=True)},
}
_TYPE_BY_KIND = {
    "D": "dict",
    "S": "dict",
    "H": "list",
    "V": "tuple",
    "E": "list",
    "U": "tuple",
    "G": "generator",
}


def type_name(value: Value) -> str:
    """The built-in type of a value that is of one."""
    if value[0] == "T":
        return str(value[1])
    if value[0] == "K":
        return type(value[1]).__name__
    return _TYPE_BY_KIND.get(value[0], "list")


def is_callable_of_library(value: Value) -> bool:
    """True for what a call of the library made that may be called: a class, a weak reference."""
    return value[0] == "E" and value[3] in _CALLABLE


def type_having(value: Value, name: str) -> str:
    """The dotted name of the built-in type of a value that has an attribute of this name."""
    if (kept := _MADE_AS.get(value[-1])) is not None:
        return kept
    kind = _declared_as(value[2]) if value[0] == "Y" else type_name(value)
    own = _ATTRIBUTES.get(kind)
    if value[0] not in "TK" and own is not None and name not in own:
        for other in _CONTAINERS:
            if name in _ATTRIBUTES[other.__name__]:
                return f"{other.__module__}.{other.__name__}"
    return f"builtins.{kind}"


@lru_cache(maxsize=512)
def _name_declared(declared: str) -> str:
    meant = json.loads(declared)
    return last_name(meant[1] if form(meant) == "i" else meant)


@lru_cache(maxsize=512)
def _declared_as(declared: str) -> str:
    name = _name_declared(declared)
    if name in MAPPINGS:
        return "dict"
    return name.lower() if name.lower() in ("tuple", "set", "frozenset") else "list"


def may_be_container(value: Value, kind: Value) -> bool:
    """True for what holds others and may be of a type that does: `isinstance(one, list)`."""
    if kind[0] != "Y" or value[0] not in "LDHVEG":
        return False
    is_mapping = _declared_as(kind[2]) == "dict"
    return value[0] not in "LD" or is_mapping == (value[0] == "D")


def told_like(values: Values, like: Expression) -> Values:
    """Of values those that may be a text which begins and ends so; where not all are told, any.

    like: a text of which that is known, as expressions have it.
    """
    _, _, begin, end = like
    found = {
        one
        for one in values
        if one[0] not in "*TK" or is_like(one[1] if one[0] == "K" else None, begin, end)
    }
    is_told = bool(values) and all(one[0] == "K" for one in values)
    return frozenset(found if is_told else found | {("T", *like[1:])})


def is_like(constant: object, begin: str, end: str) -> bool:
    """True for a text that begins and ends so, with or without something between."""
    return (
        isinstance(constant, str)
        and constant.startswith(begin)
        and constant.endswith(end)
        and len(constant) >= len(begin) + len(end)
    )


def may_have(value: Value, name: str) -> bool:
    """False for a name that no value of this built-in type has."""
    if value[0] in "TK":
        own = _PLAIN.get(type_name(value))
        return own is None or name in own
    if value[0] == "Y" and _name_declared(value[2]) in GIVING:  # which is one of its own, too
        return False
    return name in _OF_CONTAINERS or (value[0] == "E" and value[3] in _NO_CONTAINERS)


def may_be_inherited(base: Value, name: str) -> bool:
    """False for a name that a built-in type, as a base, surely has not."""
    of, _, kind = str(base[1]).rpartition(".")
    own = {**_PLAIN, **_ATTRIBUTES, "object": frozenset(dir(object))}.get(kind)
    return of not in ("builtins", "collections") or own is None or name in own


def may_be_outside(dotted: str, name: str) -> bool:
    """False for a name that what is built in, or what its operators give, surely has not.

    dotted: what has it: `builtins.dict` for the class and its objects, `builtins.list.__add__()`.
    """
    module, _, rest = dotted.partition(".")
    kind, _, operator = rest.partition(".")
    own = _BY_TYPE.get(kind)
    if module != "builtins" or own is None:
        return True
    if operator in _GIVING_THE_SAME:
        return name in _OF_CONTAINERS or any(name in one for one in _PLAIN.values())
    return bool(operator) or name in own or name in _OF_CLASSES


def is_of_class(scope: Scope, name: str) -> bool:
    """True for a method that needs no object: a class that is kept is asked for it."""
    kinds = ("staticmethod", "classmethod")
    return any(
        child.name == name and any(one in kinds for one in child.decorators)
        for child in scope.children
    )


def is_called_in_class(function: Scope, owner: Scope) -> bool:
    """True for a function of a class that the class itself calls, to decorate others: no method."""
    found = owner.sites_of(function.name)
    return any(owner.flow.sites[index][1][:2] == ["v", function.name] for index in found)


def is_of_arguments(value: Value) -> bool:
    """True for what comes from the standard library's parser of arguments."""
    return bool(value[1].startswith("argparse."))


def is_known(declared: Iterable[Value]) -> bool:
    """True if a declared type is one of the workspace, or a value of a plain type."""
    return any(one[0] not in "XY" for one in declared)


def is_of_containers(declared: Iterable[Value]) -> bool:
    """True if a declared type is of nothing of the workspace but of what holds others."""
    return all(one[0] in "XY" for one in declared)


def objects(values: Values, declared: Collection[Value] = ()) -> Values:
    """Those that tell more than a type from outside, which is declared: objects and containers.

    Of what is declared to hold texts or numbers nothing that a library fills with what it is given.
    """
    kinds = "ILDG" if hold_plain(declared) else "ILDHEGV"
    return frozenset(one for one in values if one[0] in kinds)


def hold_plain(declared: Collection[Value]) -> bool:
    """True for declared containers of texts or numbers: `list[str]`."""
    plain = (one[0] == "Y" and _OF_PLAIN.fullmatch(one[2]) is not None for one in declared)
    return bool(declared) and all(plain)


_PLAIN_NAME = '"(?:' + "|".join(_PLAIN) + ')"'
_OF_PLAIN = re.compile(
    rf'\["i",\s*"\w+",\s*(?:\["L",\s*"tuple",\s*0(?:,\s*{_PLAIN_NAME})+\]|{_PLAIN_NAME})\]'
)


def is_abstract(function: Scope) -> bool:
    """True for a method that is there to be overridden."""
    if any(name.startswith("abstract") for name in function.decorators):
        return True
    if '"NotImplementedError"' not in function.flow_text:
        return False
    flow = function.flow
    raised = [site[1] for site in flow.sites if site[0] in "bc"]
    return bool(raised) and not flow.returns and all(one == "NotImplementedError" for one in raised)


def gives_none(scope: Scope, index: int) -> bool:
    """True for an assignment of None."""
    return bool(scope.flow.binds[index][1] == ["t", "None"])


def is_left_open(owner: Scope, name: str) -> bool:
    """True for `kind = None` in a class, which classes below fill."""
    given = owner.binds(name)
    return bool(given) and all(gives_none(owner, index) for index in given)


def display_of(value: Value, scope: Scope) -> Expression:
    """The display or comprehension of a scope that a value stands for; None if there is none."""
    if scope.displays is None:
        scope.displays = found = dict[tuple[str, int], Expression]()
        for one in _displays(scope):
            kind, number = ("H" if one[0] == "C" else one[0]), one[1 if one[0] == "D" else 2]
            found.setdefault((kind, number), one)
    return scope.displays.get((value[0], value[2]))


def _displays(scope: Scope) -> Iterator[Expression]:
    """All displays and comprehensions of a scope."""
    flow = scope.flow
    stack: list[Expression] = [*flow.returns, *flow.yields]
    for target, value in flow.binds:
        stack += (target, value)
    for site in flow.sites:
        stack.append(site[1])
        stack += site[4] if len(site) > 4 else ()
        stack += site[5][1::2] if len(site) > 5 else ()
    for header in flow.headers:
        stack += [parameter[3] for parameter in header[1]] if header else ()
    while stack:
        one = stack.pop()
        if type(one) is list:
            if one[0] in ("L", "D", "C"):
                yield one
            stack += one[1:]
