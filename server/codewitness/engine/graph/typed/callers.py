"""Which sites might call a definition, told by names alone; each is then resolved."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed.drawn import drawn
from codewitness.engine.graph.typed.handled import ECMA, PART_OF, VIEWS, handled
from codewitness.engine.graph.typed.known_as import (
    MAX_NAMES,
    WHOLE,
    Name,
    imported,
    kept_of,
    known_as,
    names_and_exporters,
    target_of,
    targets_of,
)
from codewitness.engine.graph.typed.ruby_names import COMPARED, COMPARING
from codewitness.engine.graph.typed.values import CALLING, GIVING_ELEMENTS
from codewitness.engine.graph.typed.world import World, called
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression
from codewitness.syntax.languages.ecma_bound import WRAPPING

Place = tuple[Scope, int]
Given = tuple[str, int | str, str]
Handed = list[tuple[Scope, Given]]

# What gives back the function that it is given, or a box or a collection of it.
_BOXING = re.compile(
    rf"Some|Ok|new|from|of|ofEntries|entry|asList|(?:Weak)?(?:Map|Set)|\w*(?:[lL]ist|[mM]ap|[sS]et|array|sequence)Of(?:NotNull)?"
    rf"|{WRAPPING.pattern}"
)
MAX_PASSED = 80  # names of parameters and fields that a function is handed to
_RUNNING = CALLING | {"second", "Value"}  # of pairs, what a map has under a key
_MAX_GIVING = 8  # functions that return what is asked for; of more, their names tell nothing
_WORDS = frozenset(("this", "super", "new"))  # what calls constructors, and is handed around
_CALL_OPERATORS = frozenset(("operator()", "invoke", "callAsFunction"))
_OF_CLASSES = frozenset((Kind.CONSTRUCTOR, Kind.CLASS, Kind.STRUCT))
BEHIND = frozenset(("kotlin", "swift"))  # where a closure may stand behind the brackets
_HANDED = frozenset((Kind.FUNCTION, Kind.LAMBDA))


def sites_called(world: World, names: Iterable[str]) -> Iterator[Place]:
    """Sites whose callee has one of these names."""
    for name in names:
        for scope in world.mentioning(name):
            known = handled(scope)
            sites = known.flow.sites
            numbers = {*known.called.get(name, ())}
            numbers.update(n for n in known.choices if _is_one_of(sites[n][1], name))
            yield from ((scope, number) for number in sorted(numbers))


def _is_one_of(callee: Expression, name: str) -> bool:
    """True for `(table[key] || table.other)()`, which is known by any of its parts."""
    if not isinstance(callee, list) or callee[:1] not in (["u"], ["i"]):
        return False
    if callee[0] == "i":
        return _is_display(callee[1]) and any(True for _ in _keys(callee[1], name))
    return any(called(part) == name or _is_one_of(part, name) for part in callee[1:])


def _is_display(expression: Expression) -> bool:
    """True for `[f, g]`, also with its type."""
    if isinstance(expression, list) and expression[:1] == ["y"]:
        expression = expression[2]
    return isinstance(expression, list) and expression[:1] in (["L"], ["E"])


def candidates(world: World, function: Scope) -> list[Place]:
    """Sites that might call a definition, or make what it constructs."""
    known: list[Name] = []
    for start in _own_names(function):
        known += [name for name in names_and_exporters(world, start) if name not in known]
    names = list(dict.fromkeys(name for name, _ in known))
    if function.name in _CALL_OPERATORS and function.parent is not None:
        names += [name for name in _instances(world, function) if name not in names]
    if function.kind is Kind.CONSTRUCTOR:
        names += ["this", "super", *_below(world, function)]
    known += [(name, "") for name in names if all(name != one for one, _ in known)]
    plain = [one for one in known if one[0] not in _WORDS]
    names += [name for name in _passed_as(world, function, plain) if name not in names]
    found = {(scope.key, number): (scope, number) for scope, number in sites_called(world, names)}
    own = _own_names(function)
    holders = [name for name in names if name not in own]
    others = [
        _through_members(world, names),
        drawn(world, holders),
        _unnamed(world, function),
    ]
    # A method that is handed around is written with its object, but for C#.
    if function.kind in _HANDED or function.file.language == "csharp":
        others.append(_returned(world, names))
    for scope, number in (place for places in others for place in places):
        found.setdefault((scope.key, number), (scope, number))
    if function.file.language == "csharp" and _OF_CLASSES & {function.kind}:
        for scope, number in world.unnamed_constructions:
            found.setdefault((scope.key, number), (scope, number))
    return list(found.values())


def _returned(world: World, names: Iterable[str], seen: set[str] | None = None) -> Iterator[Place]:
    """Calls of what functions give back that return what one of these names stands for."""
    outer: dict[str, None] = {}
    for name in names:
        for scope in world.mentioning(name):
            if scope.name and _is_returned(scope, name):
                outer[scope.name] = None
            if scope.kind is Kind.PROPERTY and _is_returned(scope, name):
                yield from sites_called(world, [scope.name])
    if len(outer) <= _MAX_GIVING:
        yield from _given_by(world, outer, set() if seen is None else seen)


def _given_by(world: World, makers: Iterable[str], seen: set[str]) -> Iterator[Place]:
    """Calls of what functions of these names give back, themselves or what gives back them."""
    for name in makers:
        if name not in seen and len(seen) < _MAX_GIVING:
            seen.add(name)
            known = known_as(world, name)
            places = chain(sites_called(world, known), _returned(world, known, seen))
            yield from _given_back(world, places, seen)


def _is_part_of(callee: Expression, given: Expression) -> bool:
    """True for `given[0]`, which may be an element in two ways."""
    if isinstance(callee, list) and callee[:1] == ["u"]:
        return any(_is_part_of(one, given) for one in callee[1:])
    return isinstance(callee, list) and callee[:1] == ["i"] and bool(callee[1] == given)


def _is_returned(scope: Scope, wanted: Expression) -> bool:
    return handled(scope).may_give(wanted) and any(
        any(True for _ in _keys(one, wanted))
        for one in (*handled(scope).flow.returns, *handled(scope).flow.yields)
    )


def _instances(world: World, method: Scope) -> list[str]:
    """Names that are declared to be of the class of a method."""
    owner = method.qualified_name.rpartition(".")[0].rpartition(".")[2]
    found: dict[str, None] = {}
    for scope in world.mentioning(owner):
        for target, value in scope.flow.binds:
            if _mentions(value, owner):
                found |= dict.fromkeys(targets_of(world, target))
        for header in scope.flow.headers:
            for parameter in header[1] if header else ():
                if _mentions(parameter[2], owner):
                    found[parameter[0]] = None
    return [name for name in found if name][:MAX_NAMES]


def _unnamed(world: World, function: Scope) -> Iterator[Place]:
    """Calls of a function where it stands, and of what gave it back."""
    around = function.parent
    if around is None:
        return
    own = ["f", function.number]
    for number, site in enumerate(handled(around).flow.sites):
        if site[1] == own:
            yield around, number
    is_returned = any(
        any(True for _ in _keys(value, wanted))
        for value in (*handled(around).flow.returns, *handled(around).flow.yields)
        for wanted in (*_boxed(around, own), function.name or own)
    )
    if is_returned and around.kind is Kind.PROPERTY:
        yield from sites_called(world, [around.name])
    if is_returned and around.kind is not Kind.LAMBDA:
        yield from _given_back(world, sites_called(world, known_as(world, around.name)))
    elif is_returned:
        yield from _given_back(world, list(_unnamed(world, around)))


def _boxed(scope: Scope, own: Expression) -> list[Expression]:
    """An expression, and what gives it back within a box: `Box::new(own)`."""
    found = [own]
    for number, site in enumerate(handled(scope).flow.sites):
        if own in site[4] if len(site) > 4 else False:
            if _BOXING.fullmatch(called(site[1]).replace("()", "")):
                found.append(["c", number])
    return found


def _given_back(
    world: World, places: Iterable[Place], seen: set[str] | None = None
) -> Iterator[Place]:
    """Calls of what these sites give, at once, by the name that keeps it, or given on."""
    kept: list[str] = []
    makers: dict[str, None] = {}
    for scope, number in places:
        given = ["c", number]
        if scope.name and _is_returned(scope, given):
            makers[scope.name] = None
        for other, site in enumerate(handled(scope).flow.sites):
            if site[1] == given or _is_part_of(site[1], given):
                yield scope, other
        for target, value in handled(scope).flow.binds:
            for key in _keys(value, given):
                own = key or target_of(target)
                kept += [own] if own and own not in kept else []
        for callee, k, _ in _giving(scope, given):
            kept += [own for own in _parameter_names(world, callee, k) if own not in kept]
    for own in kept[:MAX_NAMES]:
        yield from sites_called(world, known_as(world, own))
    yield from _given_by(world, makers, set() if seen is None else seen)


def _own_names(function: Scope) -> list[str]:
    names = [function.name] if function.kind is not Kind.LAMBDA else []
    owner = function.parent
    if function.kind is Kind.CONSTRUCTOR or function.name in ("initialize", "init"):
        names += [owner.name] if owner is not None and owner.name else []
        names += [function.qualified_name.rpartition(".")[0].rpartition(".")[2], "new", "super"]
    if function.file.language == "ruby":
        names += ["new"] if function.is_class else ["super"]
        names += COMPARED if function.name == COMPARING else ()
    elif owner is not None and owner.kind is Kind.OBJECT:
        names.append(owner.name)  # a table, of which any function may be called
    elif function.is_class and function.kind is not Kind.INTERFACE:
        # Without a constructor of its own it is what `super()` and the like call.
        names += ["super", "this"]
    return [name for name in names if name]


def _below(world: World, function: Scope) -> list[str]:
    """Names of classes that stand on the class of a constructor, directly or not."""
    start = function.qualified_name.rpartition(".")[0].rpartition(".")[2]
    found = [start] if start else []
    for name in found:
        if len(found) > MAX_NAMES:
            break
        for scope in world.mentioning(name):
            for child, header in zip(scope.children, scope.flow.headers, strict=False):
                is_base = header and any(_mentions(base, name) for base in header[2])
                if is_base and child.name not in found:
                    found.append(child.name)
    return found


def _mentions(expression: Expression, name: str) -> bool:
    if isinstance(expression, str):
        return expression == name
    return isinstance(expression, list) and any(_mentions(part, name) for part in expression)


def _passed_as(world: World, function: Scope, names: list[Name]) -> list[str]:
    """Names of parameters and fields through which a function is called that is handed around."""
    found: dict[Name, None] = {}
    waiting = deque(place for name in names for place in _handed_from(world, name))
    if function.parent is not None:
        own = ["f", function.number]
        waiting += [(function.parent, one) for one in _giving(function.parent, own)]
    while waiting and len(found) <= MAX_PASSED:  # what is near is found first
        scope, (callee, k, key) = waiting.popleft()
        for name, within in [(key, None)] if key else _parameters(world, callee, k):
            one = (name, scope.file.path if name in WHOLE else "")
            # Several functions may have a parameter of the name, each for itself.
            place = (name, within.key) if within is not None else one
            if name and place not in found and one not in names:
                found[place] = None
                waiting += _handed_from(world, one, within)
    return list(dict.fromkeys(name for name, _ in found))


def _handed_from(world: World, name: Name, within: Scope | None = None) -> Handed:
    """The same as `_handed`; of what a file exports without a name, in those that import it."""
    known, exporter = name
    if not exporter:
        return _handed(world, known, within)
    return [
        (scope, one)
        for scope in world.mentioning(known)
        for wanted in imported(world, scope, name)
        for one in _giving(scope, wanted)
    ]


def _handed(world: World, name: str, within: Scope | None = None) -> Handed:
    """Where a name stands as an argument: the callee, the argument's number, a key within it."""
    scopes = world.mentioning(name) if within is None else _all_in(within)
    return [(scope, one) for scope in scopes for one in _giving(scope, name)]


def _all_in(scope: Scope) -> list[Scope]:
    """A function, what is defined in it, and what reads its header."""
    found = [scope]
    for one in found:
        found += one.children
    return [*found, *([scope.parent] if scope.parent is not None else ())]


def _giving(scope: Scope, wanted: Expression) -> Iterator[Given]:
    """The callee, the argument's number or label, and a key within it."""
    if not handled(scope).may_give(wanted):
        return
    for number, site in enumerate(handled(scope).flow.sites):
        arguments = site[4] if len(site) > 4 else ()
        for k, given in enumerate(arguments):
            for key in _keys(given, wanted):
                yield called(site[1]), k, key
                if _is_box(scope, site) and wanted != ["c", number]:
                    yield from _giving(scope, ["c", number])
        named = site[5] if len(site) > 5 else ()
        for label, given in zip(named[::2], named[1::2], strict=False):
            yield from ((called(site[1]), label, key) for key in _keys(given, wanted))
        # `[f].forEach(g => g())`: what a collection holds is given to functions.
        if _is_given_elements(scope, site[1]) and _may_hold(site[1][1], wanted):
            if any(True for _ in _keys(site[1][1], wanted)):
                yield from (("", 0, name) for name in _parameters_of(scope, arguments))
    for header in handled(scope).flow.headers:
        for name, _, _, default in header[1] if header else ():
            if default is not None and any(True for _ in _keys(default, wanted)):
                yield "", 0, name
    for target, value in handled(scope).flow.binds:
        for key in _keys(kept_of(scope, value), wanted):
            yield "", 0, key or target_of(target)
            table = scope.name if scope.kind is Kind.OBJECT else target_of(target) if key else ""
            if table:  # as `table[key]`
                yield "", 0, table
    for value in handled(scope).flow.returns:
        for key in _keys(value, wanted):
            yield "", 0, key


def _is_box(scope: Scope, site: Expression) -> bool:
    """True for a call that may give back its argument; one of Go may convert it to a type."""
    if scope.file.language == "go" and len(site[4]) == 1:
        return True
    return _BOXING.fullmatch(called(site[1]).replace("()", "")) is not None


def _is_given_elements(scope: Scope, callee: Expression) -> bool:
    """True if the functions that a call is given may be called with what its object holds."""
    if not (isinstance(callee, list) and callee[0] == "a"):
        return False
    return scope.file.language not in ECMA or callee[2] in GIVING_ELEMENTS


def _may_hold(receiver: Expression, name: Expression) -> bool:
    """True for a display, and for a field, a parameter or a variable of this name."""
    if not isinstance(receiver, list):
        return bool(receiver == name)
    if receiver[:1] == ["v"]:
        return bool(receiver[1] == name)
    if receiver[:1] == ["a"] and receiver[2] in VIEWS:
        return _may_hold(receiver[1], name)
    return receiver[:1] in (["L"], ["D"]) or (receiver[:1] == ["a"] and receiver[2] == name)


def _parameters_of(scope: Scope, arguments: Iterable[Expression]) -> Iterator[str]:
    for given in arguments:
        if isinstance(given, list) and given[:1] == ["f"] and given[1] < len(scope.flow.headers):
            header = scope.flow.headers[given[1]]
            yield from (parameter[0] for parameter in (header[1] if header else ()))
            if header and not header[1] and scope.file.language == "swift":
                yield "$0"  # the first parameter of a closure that names none


def _keys(given: Expression, wanted: Expression) -> Iterator[str]:
    """Keys of a display under which a value stands in an expression; "" if it is the value."""
    if (isinstance(wanted, str) and called(given) == wanted) or given == wanted:
        yield ""
    elif isinstance(given, list) and given:
        if given[0] == "D":
            for key, value in zip(given[2::2], given[3::2], strict=False):
                if any(True for _ in _keys(value, wanted)):
                    yield str(key[1]) if isinstance(key, list) and key[0] == "k" else ""
        elif given[0] in PART_OF or (given[0] == "a" and given[2] in VIEWS):
            yield from _keys(given[1], wanted)
        elif given[0] in ("u", "y", "L", "E"):
            for part in given[2 if given[0] == "E" else 1 :]:
                if isinstance(part, list | str):
                    yield from _keys(part, wanted)


def _parameter_names(world: World, callee: str, k: int | str) -> list[str]:
    return list(dict.fromkeys(name for name, _ in _parameters(world, callee, k)))


def _parameters(world: World, callee: str, k: int | str) -> list[tuple[str, Scope | None]]:
    """Names of parameters, each with the function that alone knows it by that; None for a field."""
    found: list[tuple[str, Scope | None]] = []
    for path, ordinal in _meant_by(world, callee) if callee else ():
        definition = world.files[path].definitions[ordinal]
        found += [(name, None) for name in _declared(definition, k)]
        found += _run_on(world, definition)
        for one in [definition, *definition.children] if definition.is_class else [definition]:
            parameters = world.files[path].header(one.ordinal).parameters
            known_as = world.files[path].header(one.ordinal).known_as
            within = one if one.is_callable and one.kind is not Kind.CONSTRUCTOR else None
            # The object of an extension stands before the dot; a last one may take the rest.
            is_extension = isinstance(known_as, list) and known_as[:1] == ["E"]
            if isinstance(k, str):
                labelled = (p.name for p in parameters if k in (p.kind.partition("=")[2], p.name))
                found += [(name, within) for name in labelled]
                continue
            if parameters and world.files[path].language in BEHIND:
                found.append((parameters[-1].name, within))
            for at in (k, k + 1) if is_extension else (k,):
                if at >= len(parameters) and parameters and parameters[-1].kind[:1] == "*":
                    at = len(parameters) - 1
                if at < len(parameters):
                    found.append((parameters[at].name, within))
    return found


def _run_on(world: World, kind: Scope) -> list[tuple[str, Scope | None]]:
    """Go: the names by which the methods of a type know what they are run on."""
    if kind.file.language != "go" or kind.is_callable:
        return []
    return [
        (target, scope)
        for scope in world.mentioning("this")
        if scope.kind is Kind.METHOD and scope.qualified_name == f"{kind.name}.{scope.name}"
        for target, value in scope.flow.binds
        if value == "this" and isinstance(target, str)
    ]


def _declared(structure: Scope, k: int | str) -> list[str]:
    """Names that a structure of Swift declares, by which it is made where it has no `init`."""
    if structure.kind is not Kind.STRUCT or structure.file.language != "swift":
        return []
    names = [
        target
        for target, value in structure.flow.binds
        if isinstance(target, str) and isinstance(value, list) and value[0] == "y"
        if not isinstance(value[1], str)  # a plain type is that of no function
    ]
    return [name for name in names if not isinstance(k, str) or name == k]


def _meant_by(world: World, name: str) -> list[tuple[str, int]]:
    """Places of the definitions of a name; of one that is given by an import, of the original's."""
    if places := world.named(name):
        return places
    originals = world.originals.get(name, ())
    return [place for one in sorted(originals) for place in world.named(one)]


def _through_members(world: World, names: list[str]) -> Iterator[Place]:
    """`f.call(x)`, where `f` has one of the names."""
    for name in names:
        for scope in world.mentioning(name):
            for number in handled(scope).through(_RUNNING):
                on = handled(scope).flow.sites[number][1][1]
                if isinstance(on, list) and on[:1] == ["c"]:  # `record.field().apply(x)`
                    on = handled(scope).flow.sites[on[1]][1]
                if called(on) == name or _is_one_of(on, name):
                    yield scope, number
