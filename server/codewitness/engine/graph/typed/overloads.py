"""Which of several functions of one name is called, told by the types of the arguments.

Asked of answers that are final, for edges alone: what an expression may be never rests on it, so
that it can't depend on the order of questions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.values import Value
from codewitness.model.flow import Expression, Site

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where
    from codewitness.engine.graph.typed.tabling import Answer

_MAX_BASES = 20
_NEVER = 100  # an argument that can't be what a parameter takes
_KINDS = {
    **dict.fromkeys(("string", "String", "str", "char*", "CharSequence", "Substring"), "text"),
    **dict.fromkeys(("number", "int", "Int", "long", "Long", "float", "double"), "number"),
    **dict.fromkeys(("Double", "Float", "short", "byte", "size_t", "decimal"), "number"),
    **dict.fromkeys(("bool", "boolean", "Bool", "Boolean"), "truth"),
    **dict.fromkeys(("[]", "Map"), "collection"),
}


def best(ev: Evaluator, at: Where, site: Site, functions: list[Value]) -> list[Value]:
    """Of functions that share their full name those whose parameters fit the arguments best."""
    groups: dict[str, list[Value]] = {}
    for function in functions:
        groups.setdefault(ev.definition(function).qualified_name, []).append(function)
    found: list[Value] = []
    for group in groups.values():
        if len(group) > 1:
            misfits = [_misfit(ev, at, site, function) for function in group]
            least = min(misfits)
            group = [one for one, much in zip(group, misfits, strict=True) if much == least]
        found += group
    return found


def _misfit(ev: Evaluator, at: Where, site: Site, function: Value) -> int:
    """How badly the arguments of a site fit a function; 0 if nothing speaks against it."""
    from codewitness.engine.graph.typed.evaluate import Where as Place

    path, ordinal = function[1:3]
    file = ev.file(path)
    place = Place(path, file.parent(ordinal), ordinal)
    given: list[Expression] = site[4] if len(site) > 4 else []
    much = 0
    for parameter, argument in zip(file.header(ordinal).parameters, given, strict=False):
        if parameter.type is None or argument is None or parameter.kind[:1] == "*":
            continue
        wanted = ev.type(place, parameter.type)
        much += _distance(ev, wanted, ev.value(at, argument))
    return much


def _distance(ev: Evaluator, wanted: Answer, given: Answer) -> int:
    pairs = [_between(ev, want, value) for want in wanted for value in given]
    return min(pairs, default=0)


def _between(ev: Evaluator, want: Value, given: Value) -> int:
    """0: the same, or nothing is known; 1 and more: so far below; `_NEVER`: something else."""
    if want[0] in "TX?" or given[0] in "TX?" or want[0] == "this":
        return 0
    if want[0] == "I" and given[0] == "I":
        return _steps(ev, given, want)
    if want[0] == "B" and given[0] == "B":
        kinds = (_KINDS.get(want[1]), _KINDS.get(given[1]))
        return _NEVER if None not in kinds and kinds[0] != kinds[1] else want[1] != given[1]
    known = {one[0]: _KINDS.get(one[1]) for one in (want, given) if one[0] == "B"}
    return _NEVER if "I" in (want[0], given[0]) and known.get("B") else 0


def _steps(ev: Evaluator, value: Value, wanted: Value) -> int:
    """How many classes a class is below another; `_NEVER` if it is not."""
    level, seen = [value], {value[:3]}
    for steps in range(_MAX_BASES):
        if any(one[:3] == wanted[:3] for one in level):
            return steps
        above = {base for one in level for base in ev.bases(one)}
        if any(base[0] == "X" for base in above):
            return 1  # what is outside of the project may stand on it
        level = [base for base in above if base[:3] not in seen]
        seen |= {base[:3] for base in level}
        if not level:
            break
    return _NEVER
