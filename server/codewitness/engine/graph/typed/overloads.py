"""Which of several functions of one name is called, told by the types of the arguments.

Asked of answers that are final, for edges alone: what an expression may be never rests on it, so
that it can't depend on the order of questions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import classes, taken_by, written_kinds
from codewitness.engine.graph.typed.c import c_const
from codewitness.engine.graph.typed.calls import parameters_of, takes
from codewitness.engine.graph.typed.dotnet import extended
from codewitness.engine.graph.typed.jvm import boxed
from codewitness.engine.graph.typed.values import Value
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.flow import Expression, Parameter, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where
    from codewitness.engine.graph.typed.resolve import Target
    from codewitness.engine.graph.typed.tabling import Answer

_MAX_BASES = 20
_NEVER = 100  # an argument that can't be what a parameter takes
_INHERITING = frozenset(("java", "kotlin", "csharp", "swift"))  # overloads of bases as well
_WITH_DEFAULTS = frozenset(("csharp", "kotlin", "swift"))  # fewer of them are better
_OVERLOADING = frozenset((*_INHERITING, "cpp"))
_LINKED = frozenset(("c", "cpp"))
_IN_PLACE = frozenset(
    ("java", "csharp", "kotlin")
)  # a function never stands behind the other arguments
_PERHAPS = 50  # what a base from outside may stand on; more than any number of known steps
_HARDLY = 60  # the same of what is the project's own
_FAR = 90  # what takes everything, beside what takes the argument's own kind
_FURTHER = 95  # what is hardly above a built-in type, though it is not known
_LONGEST_ACRONYM = 4  # `UUID` is a type, `SECONDS` a constant
_MADE = re.compile(r"[A-Z]\w*\(\)")  # what a call of a type's name gives, where that makes one
_ANYTHING = frozenset(("Object", "Any", "object", "Comparable", "Serializable", "Number"))
_ANY = frozenset((("B", "any", ()),))  # any object, of which nothing else is known
_KINDS = {
    **dict.fromkeys(("string", "String", "str", "char", "CharSequence", "Substring"), "text"),
    **dict.fromkeys(("number", "int", "Int", "long", "Long", "float", "double"), "number"),
    **dict.fromkeys(("Double", "Float", "short", "byte", "size_t", "decimal", "Char"), "number"),
    **dict.fromkeys((f"{u}int{n}_t" for u in ("", "u") for n in (8, 16, 32, 64)), "number"),
    **dict.fromkeys(("unsigned", "ssize_t", "ptrdiff_t", "intptr_t", "uintptr_t"), "number"),
    **dict.fromkeys(("bool", "boolean", "Bool", "Boolean"), "truth"),
    **dict.fromkeys(("[]", "Map"), "collection"),
}
_BOXED = {"int": "Int", "long": "Long", "short": "Short", "byte": "Byte", "boolean": "Boolean"}
_LISTED = {"()": "[]"}  # what is written element by element
PLAIN = tuple(name for name, kind in _KINDS.items() if kind != "collection")

# Types in lower case, which are made into no other type in silence.
_TEXTS = frozenset(("std.string", "std.wstring", "std.string_view"))


def best(ev: Evaluator, at: Where, site: Site, functions: list[Value]) -> list[Value]:
    """Of functions that share their full name those whose parameters fit the arguments best."""
    groups: dict[str, list[Value]] = {}
    for function in functions:
        groups.setdefault(_group(ev, function), []).append(function)
    found: list[Value] = []
    for group in groups.values():
        if len(group) > 1:
            group = ev.rules.taking_implicit(ev, at, site, group) or group
            ranks = [_rank(ev, at, site, function) for function in group]
            least = min(ranks)
            group = [one for one, rank in zip(group, ranks, strict=True) if rank == least]
            group = _without_templates(ev, at, site, group)
            group = _without_open(ev, at, site, group)
            group = _without_defaults(ev, site, group)
            group = c_const.by_passing(ev, at, site, group)
        found += group
    return found


def _group(ev: Evaluator, function: Value) -> str:
    """By what overloads are known: in C++ a class's own and those that `using` brings are one."""
    own = ev.definition(function)
    is_on_object = own.file.language == "cpp" and len(function) > 4 and function[4] is not None
    return f"{function[4]}.{own.name}" if is_on_object else own.qualified_name


def fittest(ev: Evaluator, at: Where, site: Site, functions: list[Value]) -> list[Value]:
    """Of functions those that fit best; the first alone if none is better."""
    ranks = [_rank(ev, at, site, one) for one in functions]
    if ranks[0] == min(ranks):
        return functions[:1]
    return [one for one, rank in zip(functions, ranks, strict=True) if rank == min(ranks)]


def _without_templates(ev: Evaluator, at: Where, site: Site, group: list[Value]) -> list[Value]:
    """Of functions that fit as well those for these very types, if all arguments are known."""
    group = [one for one in group if _takes_types(ev, site, one)] or group
    plain = [v for v in group if not ev.file(v[1]).header(v[2]).type_parameters]
    if not plain or len(plain) == len(group):
        return group
    given = [ev.value(at, one) for one in (site[4] if len(site) > 4 else ())]
    is_known = all(values and all(v[0] in "IB" for v in values) for values in given)
    exact = [one for one in plain if _is_exact(ev, one, given)]
    return exact or (plain if is_known else group)


def _without_open(ev: Evaluator, at: Where, site: Site, group: list[Value]) -> list[Value]:
    """Of functions that fit as well those whose types are these; not what a parameter stands for.

    `Result(Status s)` goes before `Result(T value)` for a status, whatever `T` may be.
    """
    if len(group) < 2 or ev.file(group[0][1]).language not in _INHERITING:
        return group
    given = [ev.value(at, one) for one in (site[4] if len(site) > 4 else ())]
    if not all(values and all(v[0] in "ITB" or _is_type(v) for v in values) for values in given):
        return group
    closed = [one for one in group if _takes_as_open(ev, one, given)]
    return closed or group


def _is_type(value: Value) -> bool:
    """True for an object of a library whose type is known."""
    return value[0] == "X" and _outside(value) != ""


def _takes_as_open(ev: Evaluator, function: Value, given: list[Answer]) -> bool:
    """True if it takes what a type parameter stands for just where that is given."""
    from codewitness.engine.graph.typed.evaluate import Where as Place

    path, ordinal = function[1:3]
    place = Place(path, ev.rules.header_scope(ev.file(path), ordinal), ordinal)
    taken = [ev.type(place, one.type) for one in parameters_of(ev, function)]
    return all(
        {v for v in want if v[0] == "T"} == {v for v in values if v[0] == "T"}
        for want, values in zip(taken, given, strict=False)
    )


def _is_exact(ev: Evaluator, function: Value, given: list[Answer]) -> bool:
    """True for a function of C++ that takes the very types of the library that it gets."""
    from codewitness.engine.graph.typed.evaluate import Where as Place

    path, ordinal = function[1:3]
    if ev.file(path).language != "cpp":
        return False
    place = Place(path, ev.rules.header_scope(ev.file(path), ordinal), ordinal)
    kinds = [ev.type(place, one.type) for one in ev.file(path).header(ordinal).parameters]
    made = [
        frozenset(("X", v[1].removesuffix("()")) if v[0] == "X" else v for v in values)
        for values in given
    ]
    return all(made) and kinds[: len(made)] == made


def _takes_types(ev: Evaluator, site: Site, function: Value) -> bool:
    """False for C#'s `f<T>()` where no type is given and no argument tells it, and for others."""
    file = ev.file(function[1])
    if file.language != "csharp":
        return True
    header = file.header(function[2])
    if len(site) > 6 and site[6]:
        return len(header.type_parameters) == 2 * len(site[6])
    told = repr([parameter.type for parameter in header.parameters])
    return all(repr(name) in told for name in header.type_parameters[::2])


def of_bases(ev: Evaluator, at: Where, site: Site, own: list[Value], depth: int = 0) -> list[Value]:
    """Methods of bases that take what a site gives, where none of the class's own does."""
    if depth > _MAX_BASES or any(not _may_be_above(ev, one) for one in own):
        return []
    if any(fits(ev, at, site, one) for one in own):
        return []
    found: dict[Value, None] = {}
    for function in own:
        name = ev.definition(function).name
        for base in ev.rules.bases_in_order(ev, function[3]):
            members = sorted((v for v in ev.member(base, name) if v[0] == "f"), key=repr)
            members = [v for v in members if all(v[1:3] != one[1:3] for one in own)]
            fitting = [value for value in members if fits(ev, at, site, value)]
            if members and not fitting:
                fitting = of_bases(ev, at, site, members, depth + 1)
            this = function[4] or function[3]
            found |= {(*value[:3], value[3] or base, this): None for value in fitting}
    taken = [_types(ev, one) for one in own]
    if any(_types(ev, one) in taken for one in found):
        return []  # one of the class's own overrides it, and has its default values
    return best(ev, at, site, list(found))


def overloads_among(
    ev: Evaluator, found: Iterable[tuple[str, int]]
) -> dict[tuple[str, int], list[tuple[str, int]]]:
    """Of the targets of one call those that share their full name and differ in what they take.

    One of them runs, and nothing tells which. Declarations of one function are alike. In C and C++
    it is so, too, of all others of a name, in branches of `#if` or in files for other systems.
    """
    groups: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for place in sorted(found):
        definition = ev.file(place[0]).definitions[place[1]]
        if definition.file.language in (*_OVERLOADING, "c"):
            key = (definition.file.language, definition.qualified_name)
            groups.setdefault(key, []).append(place)
    return {
        place: group
        for group in groups.values()
        if len({repr(_plain_types(ev, one)) for one in group}) > 1 or _is_defined_twice(ev, group)
        for place in group
    }


def _is_defined_twice(ev: Evaluator, group: list[tuple[str, int]]) -> bool:
    """In Swift extensions that do so are for other type arguments."""
    languages = {ev.file(path).language for path, _ in group}
    return len(group) > 1 and (languages <= _LINKED or languages == {"swift"})


def beside(ev: Evaluator, path: str, found: dict[Target, str]) -> dict[Target, str]:
    """The targets of a call in a file of C or C++ that are built with it.

    Of a method that several files define outside of its class it is that of the file itself.
    """
    if len(found) < 2 or ev.file(path).language not in _LINKED:
        return found
    apart = {place for place in found if ev.file(place[0]).header(place[1]).known_as == ["M"]}
    own = {ev.file(path).definitions[at].qualified_name for where, at in apart if where == path}
    return {
        (where, at): how
        for (where, at), how in found.items()
        if (where, at) not in apart
        or where == path
        or ev.file(where).definitions[at].qualified_name not in own
    }


def _plain_types(ev: Evaluator, place: tuple[str, int]) -> list[Expression]:
    parameters = ev.file(place[0]).header(place[1]).parameters
    return [(unqualified(one.type), one.kind.removeprefix("?")) for one in parameters]


def unqualified(kind: Expression) -> Expression:
    """A type by its last names: a declaration elsewhere may spell out more of them."""
    if not isinstance(kind, list):
        return kind
    return kind[2] if kind[:1] == ["a"] else [unqualified(part) for part in kind]


def _types(ev: Evaluator, function: Value) -> list[Expression]:
    return [parameter.type for parameter in ev.file(function[1]).header(function[2]).parameters]


def _may_be_above(ev: Evaluator, function: Value) -> bool:
    is_method = function[3] is not None and function[3][0] == "I"
    return is_method and ev.file(function[1]).language in _INHERITING


def fits(ev: Evaluator, at: Where, site: Site, function: Value) -> bool:
    """True if a function takes so many arguments, and each may be what it takes."""
    return takes(ev, function, site) and _misfit(ev, at, site, function) < _PERHAPS


def _rank(ev: Evaluator, at: Where, site: Site, function: Value) -> tuple[bool, bool, int]:
    """The least is best: what fits at all, then what takes each argument by one of its own."""
    misfits = _misfits(ev, at, site, function)
    is_gathered = _gathers(ev, at, site, function)
    is_strange = any(much >= _HARDLY and much != _FAR for much in misfits)
    return is_strange, is_gathered, sum(misfits)


def _without_defaults(ev: Evaluator, site: Site, group: list[Value]) -> list[Value]:
    """Of functions that take the same, those that need nothing beside what is given."""
    if len(group) < 2 or ev.file(group[0][1]).language not in _WITH_DEFAULTS:
        return group
    n_given = len(site[4]) if len(site) > 4 else 0
    n_given += len(site[5]) // 2 if len(site) > 5 else 0
    taken = {
        one: [repr(p.type) for p in parameters_of(ev, one) if p.kind[:1] != "*"] for one in group
    }
    enough = [types for types in taken.values() if len(types) <= n_given]
    return [
        one
        for one, types in taken.items()
        if len(types) <= n_given or types[:n_given] not in enough
    ]


def _gathers(ev: Evaluator, at: Where, site: Site, function: Value) -> bool:
    """True if a parameter that takes what is left over gets anything but a whole array."""
    given: list[Expression] = site[4] if len(site) > 4 else []
    parameters = parameters_of(ev, function)
    rest = next((k for k, one in enumerate(parameters) if one.kind[:1] == "*"), None)
    if rest is None or len(given) <= rest:
        return rest is not None
    if len(given) > rest + 1:
        return True
    return not any(value[:2] == ("B", "[]") for value in ev.value(at, given[rest]))


def _misfit(ev: Evaluator, at: Where, site: Site, function: Value) -> int:
    """How badly the arguments of a site fit a function; 0 if nothing speaks against it."""
    return sum(_misfits(ev, at, site, function))


def _misfits(ev: Evaluator, at: Where, site: Site, function: Value) -> list[int]:
    from codewitness.engine.graph.typed.evaluate import Where as Place

    path, ordinal = function[1:3]
    place = Place(path, ev.rules.header_scope(ev.file(path), ordinal), ordinal)
    parameters, given = extended.taken_and_given(ev, site, function)
    found: list[int] = []
    pairs = [*taken_by.in_order(ev, site, function), *taken_by.by_name(ev, site, function)]
    is_in_place = ev.file(path).language in _IN_PLACE or len(parameters) == len(given)
    for k, (parameter, argument) in enumerate(pairs):
        if parameter.kind[:1] == "*":
            parameter = taken_by.of_rest(ev, at, parameter, argument, len(given) - k)
        if parameter.type is None or argument is None:
            continue
        wanted = ev.type(place, parameter.type)
        values = _of_bounds(ev, at, wanted, _told(ev, at, argument))
        pair = taken_by.Pair(Place(path, ordinal), k, parameter.type, wanted, argument, values)
        much = taken_by.misfit(ev, at, pair)
        found.append(_by_types(ev, pair, is_in_place=is_in_place) if much < 0 else much)
    return [*found, *_misfit_behind(ev, place, given, parameters)]


def _by_types(ev: Evaluator, pair: taken_by.Pair, *, is_in_place: bool) -> int:
    """The same by what an argument is, where nothing else tells."""
    is_function = is_in_place and any(v[0] == "f" for v in pair.values)
    plain = [_plain(v, is_type=True) for v in pair.wanted] if is_function else []
    if plain and all(v[0] == "B" and v[1] in _KINDS for v in plain):
        return _NEVER
    if ev.file(pair.taker.path).language == "java":
        return _in_java(ev, pair.wanted, pair.argument, pair.values)
    return _distance(ev, pair.wanted, pair.values)


def _told(ev: Evaluator, at: Where, argument: Expression) -> Answer:
    """What an argument is; one that is cast is of that type, whatever it was before."""
    if form(argument) == "y" and ev.file(at.path).language in _INHERITING:
        kinds = ev.type(at, argument[1])
        if kinds and all(_outside(v, is_type=True) in _KINDS for v in kinds if v[0] == "X"):
            return kinds if all(v[0] in "XB" for v in kinds) else ev.value(at, argument)
    return ev.value(at, argument)


def _in_java(ev: Evaluator, wanted: Answer, argument: Expression, values: Answer) -> int:
    """What a parameter stands for is no lambda, and an object is what its classes say it is."""
    if form(argument) == "f" and wanted and all(want[0] == "T" for want in wanted):
        return 1
    classes_alone = frozenset(want for want in wanted if want[0] != "F")
    are_objects = bool(values) and all(value[0] == "I" for value in values)
    plain = [_plain(want, is_type=True) for want in wanted]
    names = [_outside(value) if value[0] == "X" else "" for value in values]
    said = [_outside(want, is_type=True) if want[0] == "X" else str(want[1]) for want in wanted]
    if (steps := boxed.distance(zip(wanted, said, strict=True), names)) is not None:
        return steps
    if written_kinds.is_of_other_kind(plain, names):
        return _HARDLY
    return _distance(ev, (classes_alone or wanted) if are_objects else wanted, values)


def _misfit_behind(
    ev: Evaluator, place: Where, given: list[Expression], parameters: list[Parameter]
) -> list[int]:
    """Swift: a closure is for the last parameter; one that is known to take any goes before."""
    if ev.file(place.path).language != "swift" or not parameters or not given:
        return []
    wanted = ev.type(place, parameters[-1].type)
    is_strange = all(v[0] in "XIT" and not ev.rules.is_function(ev, v) for v in wanted)
    return [int(bool(wanted) and is_strange and form(given[-1]) == "f")]


def _of_bounds(ev: Evaluator, at: Where, wanted: Answer, given: Answer) -> Answer:
    """For a type parameter of a scope around what it is bound to be, or anything at all.

    One that comes of a call elsewhere stands for a type that is not known.
    """
    file = ev.file(at.path)
    if file.language not in _INHERITING or any(want[0] == "T" for want in wanted):
        return given
    around, scope = {at.scope}, at.scope
    while scope != MODULE:
        around.add(scope := file.parent(scope))
    found: set[Value] = set()
    for value in given:
        is_own = value[0] == "T" and value[1] == at.path and value[2] in around
        found |= (classes.bound(ev, value) or _ANY) if is_own else {value}
    return frozenset(found)


def _distance(ev: Evaluator, wanted: Answer, given: Answer) -> int:
    # A variable has one type: what a library gave for one of its values says nothing more.
    told = [value for value in given if value[0] != "X" or _outside(value)] or given
    pairs = [
        _between(ev, _plain(want, is_type=True), _plain(value)) for want in wanted for value in told
    ]
    return min(pairs, default=0)


def _plain(value: Value, *, is_type: bool = False) -> Value:
    """A type from outside that is built in elsewhere, such as Java's `String`, as built in."""
    name = _outside(value, is_type=is_type) if value[0] == "X" else ""
    return ("B", name, ()) if name in _KINDS else value


def _outside(value: Value, *, is_type: bool = False) -> str:
    """The plain name of a type from outside; "" for what may be a value or a result."""
    if value[1] in _TEXTS:
        return str(value[1])
    if _MADE.fullmatch(value[1]):
        return str(value[1])[:-2]
    *around, name = value[1].split(".")
    is_constant = name.isupper() and ("_" in name or len(name) > _LONGEST_ACRONYM)
    if is_type or not (is_constant or "(" in value[1] or any(p[:1].isupper() for p in around)):
        return name if name[:1].isupper() else ""
    return ""


def _between(ev: Evaluator, want: Value, given: Value) -> int:
    """0: the same, or nothing is known; 1 and more: so far below; `_NEVER`: something else."""
    if want[0] in "T?" or given[0] in "T?" or want[0] == "this":
        return 0
    if given in _ANY:
        is_any = want[0] in "XB" and want[1].rpartition(".")[2] in _ANYTHING
        return 0 if is_any else _NEVER
    if want[0] in "XB" and want[1].rpartition(".")[2] in _ANYTHING:
        is_told = given[0] in "IB" or (given[0] == "X" and _outside(given) != "")
        return _FAR if is_told and str(given[1]).rpartition(".")[2] not in _ANYTHING else 0
    if given[0] == "X":
        return _from_outside(want, _outside(given))
    if want[0] == "X":
        if not _outside(want, is_type=True) or given[0] not in "IB":
            if given[0] == "B" and _is_made_of_others(want[1], given[1]):
                return 1
            # What is declared to be a function goes before it.
            return int(given[0] == "F" or (given[0] == "f" and not ev.rules.is_function(ev, want)))
        return _FURTHER if given[0] == "B" else _steps(ev, given, want)
    if want[0] == "I" and given[0] == "I":
        return _steps(ev, given, want)
    if "F" in (want[0], given[0]) and "B" in (want[0], given[0]):
        return _NEVER  # a function is no string, number or list
    if want[0] == "B" and given[0] == "B":
        kinds = (_KINDS.get(want[1]), _KINDS.get(_LISTED.get(given[1]) or given[1]))
        is_same = _BOXED.get(want[1], want[1]) == _BOXED.get(given[1], given[1])
        return _NEVER if None not in kinds and kinds[0] != kinds[1] else not is_same
    if want[:2] == ("B", "()") and given[0] == "I":
        return _NEVER  # nothing stands on a pair
    known = {one[0]: _KINDS.get(one[1]) for one in (want, given) if one[0] == "B"}
    return _NEVER if "I" in (want[0], given[0]) and known.get("B") else 0


def _is_made_of_others(want: str, given: str) -> bool:
    """True for a class of C++'s library that a number can be made into, with what takes it first.

    Types of the library that are numbers themselves are told by their names.
    """
    kind = _KINDS.get(given)
    return kind in ("number", "truth") and want in ("std.variant", "std.optional", "std.any")


def _from_outside(want: Value, given: str) -> int:
    """The same for a type from outside: it may be below another of these, hardly below ours."""
    if not given:
        return 0
    if want[0] == "X":
        return int(_outside(want, is_type=True) not in ("", given))
    return 2 if want[0] in "IBF" else 0


def _steps(ev: Evaluator, value: Value, wanted: Value) -> int:
    """How many classes a class is below another; `_NEVER` if it is not."""
    level, seen = [value], {value[:3]}
    outside: set[str] = set()
    for steps in range(_MAX_BASES):
        if any(one[:3] == wanted[:3] for one in level):
            return steps
        above = {base for one in level for base in ev.bases(one)}
        outside |= {_outside(base, is_type=True) for base in above if base[0] == "X"}
        if wanted[0] == "X" and _outside(wanted, is_type=True) in outside:
            return steps + 1
        level = [base for base in above if base[:3] not in seen]
        seen |= {base[:3] for base in level}
        if not level:
            break
    if not outside:
        return _NEVER
    return _PERHAPS if wanted[0] == "X" else _HARDLY
