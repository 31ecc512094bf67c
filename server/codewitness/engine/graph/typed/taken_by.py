"""Which parameter of a function takes which argument of a site, and functions among these."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from codewitness.engine.graph.typed import written_kinds
from codewitness.engine.graph.typed.c import c_arguments
from codewitness.engine.graph.typed.dotnet import delegate_types, extended
from codewitness.engine.graph.typed.tabling import Answer
from codewitness.engine.graph.typed.values import Value
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, Parameter, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

NEVER = 100  # a function that the parameter can't take
_NAMING = frozenset(("kotlin", "csharp", "swift"))  # where arguments may be given by name
_VARIABLE_ARGUMENTS = "va_list"  # in C, which nothing else is made into
_COLLECTIONS = (("B", "[]"), ("B", "Map"))
Taken = tuple[Parameter, Expression]


class Pair(NamedTuple):
    """An argument and what the k-th parameter of a function, the taker, wants."""

    taker: Where
    k: int
    kind: Expression  # the parameter's type as it is written
    wanted: Answer
    argument: Expression
    values: Answer


def misfit(ev: Evaluator, at: Where, pair: Pair) -> int:
    """How badly an argument fits by what a language has for it alone; -1 if that tells nothing."""
    language = ev.file(pair.taker.path).language
    if pair.kind == _VARIABLE_ARGUMENTS:
        return 0 if pair.values & pair.wanted else NEVER
    if language == "cpp":
        taken = c_arguments.Taken(pair.taker, pair.k, pair.kind, pair.wanted)
        if (much := c_arguments.misfit(ev, at, taken, pair.argument, pair.values)) >= 0:
            return much
    if language == "csharp":
        told = delegate_types.told_by(ev, at, pair.argument, pair.values)
        if much := delegate_types.misfit(ev, pair.kind, pair.wanted, pair.values, told):
            return much
    if pair.wanted and all(value[:2] in _COLLECTIONS for value in pair.wanted):
        if (much := written_kinds.misfit(ev, at, pair.kind, pair.argument)) >= 0:
            return much
    return _arity_misfit(ev, pair.wanted, pair.values) or -1 if language == "swift" else -1


def in_order(ev: Evaluator, site: Site, function: Value) -> list[Taken]:
    """The arguments that have no name with what takes them; Kotlin's last block is for the last."""
    parameters, given = extended.taken_and_given(ev, site, function)
    language = ev.file(function[1]).language
    named = {*site[5][::2]} if len(site) > 5 and language in _NAMING else set()
    parameters = [one for one in parameters if _label(one) not in named]  # they may stand between
    is_behind = bool(given) and form(given[-1]) == "f" and len(given) < len(parameters)
    if is_behind and language == "kotlin" and _takes_function(ev, function):
        parameters = [*parameters[: len(given) - 1], parameters[-1]]
    return [*zip(parameters, given, strict=False)]


def _label(parameter: Parameter) -> str:
    return parameter.kind.partition("=")[2] or parameter.name


def by_name(ev: Evaluator, site: Site, function: Value) -> list[Taken]:
    """The arguments that are given by name, or with a label."""
    named: list[Expression] = site[5] if len(site) > 5 else []
    if not named or ev.file(function[1]).language not in _NAMING:
        return []
    parameters = ev.file(function[1]).header(function[2]).parameters
    labels = {_label(one): one for one in parameters}
    pairs = zip(named[::2], named[1::2], strict=True)
    return [(labels[label], value) for label, value in pairs if label in labels]


def _arity_misfit(ev: Evaluator, wanted: Answer, values: Answer) -> int:
    """Whether functions take as many as the parameter hands them; 0 if nothing speaks against it.

    Of a closure without names for what it takes that is not known.
    """
    if not wanted or not values or any(one[0] != "F" for one in wanted):
        return 0
    taken = [_n_taken(ev, value) for value in values]
    if any(n is None for n in taken):
        return 0
    return 0 if {len(one[2]) for one in wanted} & {*taken} else NEVER


def _n_taken(ev: Evaluator, value: Value) -> int | None:
    if value[0] != "f":
        return None
    parameters = ev.file(value[1]).header(value[2]).parameters
    is_plain = all(p.kind == "" or p.kind[0] == "=" for p in parameters)
    is_told = bool(parameters) or ev.definition(value).kind is not Kind.LAMBDA
    return len(parameters) if is_plain and is_told else None


def _takes_function(ev: Evaluator, function: Value) -> bool:
    """True if the last parameter is of a function's type."""
    from codewitness.engine.graph.typed.evaluate import Where

    path, ordinal = function[1:3]
    place = Where(path, ev.rules.header_scope(ev.file(path), ordinal), ordinal)
    kinds = ev.type(place, ev.file(path).header(ordinal).parameters[-1].type)
    return bool(kinds) and all(ev.rules.is_function(ev, kind) for kind in kinds)


def of_rest(
    ev: Evaluator, at: Where, parameter: Parameter, argument: Expression, n_left: int
) -> Parameter:
    """What takes all that is left, as that of one argument in Java: a `T`, or a whole array."""
    kind = parameter.type
    if n_left != 1 or ev.file(at.path).language != "java" or form(kind) != "G":
        return parameter._replace(type=None)
    much = written_kinds.misfit(ev, at, kind, argument)
    may_be = much < 0 and any(v[:2] == ("B", "[]") for v in ev.value(at, argument))
    is_whole = kind[1] != ["t", "[]"] or much == 0 or may_be
    return parameter._replace(type=None if is_whole else kind[2])
