"""Which sites might call a definition, told by names alone; each is then resolved."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed import above, variables_called
from codewitness.engine.graph.typed.c import c_arrows
from codewitness.engine.graph.typed.drawn import drawn
from codewitness.engine.graph.typed.ecma import by_key, ecma_likenesses
from codewitness.engine.graph.typed.giving import (
    AS_GIVEN,
    AS_TABLE,
    BOXING,
    Given,
    at_level,
    giving,
    holds,
    level_of,
    may_give,
    target_of,
    through,
    told,
)
from codewitness.engine.graph.typed.handled import ECMA, handled
from codewitness.engine.graph.typed.jvm import delegates
from codewitness.engine.graph.typed.kept_by_types import declared, run_on
from codewitness.engine.graph.typed.known_as import (
    MAX_NAMES,
    WHOLE,
    Name,
    imported,
    known_as,
    names_and_exporters,
    targets_of,
)
from codewitness.engine.graph.typed.operators import made_of
from codewitness.engine.graph.typed.results import results
from codewitness.engine.graph.typed.ruby.ruby_core import run_as, sent
from codewitness.engine.graph.typed.values import CALLING, FOLDS
from codewitness.engine.graph.typed.world import World, called
from codewitness.model.facts import Kind
from codewitness.model.flow import ITSELF, Expression, Site, form

Place = tuple[Scope, int]
Sought = list[tuple[str, Sequence[Scope]]]  # names, each with the scopes that may know it
Handed = list[tuple[Scope, Given]]

MAX_PASSED = 80  # names of parameters and fields that a function is handed to
_RUNNING = CALLING | {"second", "Value"}  # of pairs, what a map has under a key
_MAX_GIVING = 8  # functions that return what is asked for; of more, their names tell nothing
_WORDS = frozenset(("this", "super", "new"))  # what calls constructors, and is handed around
_CALL_OPERATORS = {"cpp": "operator()", "kotlin": "invoke", "swift": "callAsFunction"}
_OF_CLASSES = frozenset((Kind.CONSTRUCTOR, Kind.CLASS, Kind.STRUCT))
BEHIND = frozenset(("kotlin", "swift"))  # where a closure may stand behind the brackets
_HANDED = frozenset((Kind.FUNCTION, Kind.LAMBDA))
_BARE = frozenset(("csharp", "swift"))  # where a method has no object before it when handed around


def sites_called(world: World, names: Iterable[str]) -> Iterator[Place]:
    """Sites whose callee has one of these names."""
    return _sites_calling(_everywhere(world, names))


def _everywhere(world: World, names: Iterable[str]) -> Sought:
    return [(name, world.mentioning(name)) for name in names]


def _sites_calling(sought: Sought) -> Iterator[Place]:
    for name, scopes in sought:
        for scope in scopes:
            if name not in told(scope).called and not told(scope).has_choices:
                continue
            known = handled(scope)
            sites = known.flow.sites
            numbers = {*known.called.get(name, ())}
            numbers.update(n for n in known.choices if _is_one_of(sites[n][1], name))
            yield from ((scope, number) for number in sorted(numbers))


def _is_one_of(callee: Expression, name: str) -> bool:
    """True for `(table[key] || table.other)()`, which is known by any of its parts."""
    if form(callee) not in ("u", "i"):
        return False
    if callee[0] == "i":
        return callee[2] == name or (_is_display(callee[1]) and holds(callee[1], name))
    return any(called(part) == name or _is_one_of(part, name) for part in callee[1:])


def _is_display(expression: Expression) -> bool:
    """True for `[f, g]`, also with its type."""
    inside = expression[2] if form(expression) == "y" else expression
    return form(inside) in ("L", "E")


def candidates(world: World, function: Scope) -> list[Place]:
    """Sites that might call a definition, or make what it constructs."""
    known: list[Name] = []
    makers: dict[str, None] = {}
    for start in _own_names(function):
        known += [name for name in names_and_exporters(world, start) if name not in known]
    names = [*dict.fromkeys(name for name, _ in known), *delegates.read_as(world, function)]
    if function.name in _CALL_OPERATORS.values() and function.parent is not None:
        names += [one for one in _instances(world, function, makers) if one not in names]
    if function.kind is Kind.CONSTRUCTOR:
        names += ["this", "super", *above.names_below(world, function)]
    known += [(name, "") for name in names if all(name != one for one, _ in known)]
    plain = [one for one in known if one[0] not in _WORDS]
    if function.name in _CALL_OPERATORS.values() and function.parent is not None:
        plain.append((function.parent.name, ""))  # its objects may be handed around
        if function.file.language == "kotlin":  # `Item(x)` may be `invoke` of its companion
            around = (function.parent, function.parent.parent)
            own_names = [one.name for one in around if one is not None and one.is_class]
            own_names += above.names_below(world, function)
            names += [other for one in own_names for other in known_as(world, one)]
    tables: set[str] = set()
    passed = [one for one in _passed_as(world, function, plain, tables) if one[0] not in names]
    names += dict.fromkeys(name for name, within in passed if within is None)
    near = [(name, _all_in(within)) for name, within in passed if within and name not in names]
    sought = [*_everywhere(world, names), *near]
    found = {(scope.key, number): (scope, number) for scope, number in _sites_calling(sought)}
    own = _own_names(function)
    others = [
        _through_members(sought),
        drawn([one for one in sought if one[0] not in own]),
        _unnamed(world, function),
        _members_of(world, tables),
        _given_by(world, [one[:-2] for one in tables if one[-2:] == "()"], set()),
        by_key.of_this(function),
        ecma_likenesses.sites(world, function),
        sent(world, function, sites_called),
        c_arrows.calls(world, function),
        _given_by(world, makers, set()),
        _given_back(world, _chained(world, makers)),
    ]
    # Elsewhere a method that is handed around is written with its object; a property never is.
    is_bare = function.file.language in _BARE and function.kind is not Kind.PROPERTY
    is_class = function.file.language in ECMA and function.kind in _OF_CLASSES
    if function.kind in _HANDED or is_bare or is_class:
        others.append(_returned(world, sought))
    for scope, number in (place for places in others for place in places):
        found.setdefault((scope.key, number), (scope, number))
    if function.file.language in ("csharp", "cpp") and _OF_CLASSES & {function.kind}:
        for scope, number in world.unnamed_constructions:
            found.setdefault((scope.key, number), (scope, number))
    return list(found.values())


def _returned(world: World, sought: Sought, seen: set[str] | None = None) -> Iterator[Place]:
    """Calls of what functions give back that return what one of these names stands for."""
    outer: dict[str, None] = {}
    for name, scopes in sought:
        for scope in scopes:
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
            places = chain(
                sites_called(world, known), _returned(world, _everywhere(world, known), seen)
            )
            yield from _given_back(world, places, seen)


def _is_returned(scope: Scope, wanted: Expression) -> bool:
    if not may_give(scope, wanted):
        return False
    flow = handled(scope).flow
    return any(
        holds(one, wanted) or _folds(flow.sites, one, wanted)
        for one in (*flow.returns, *flow.yields)
    )


def _folds(sites: list[Site], given: Expression, wanted: Expression) -> bool:
    """True for what a fold gives that begins with a value."""
    site = sites[given[1]] if form(given) == "c" else []
    return len(site) > 4 and called(site[1]) in FOLDS and any(holds(one, wanted) for one in site[4])


def _instances(world: World, method: Scope, makers: dict[str, None]) -> list[str]:
    """Names that are declared to be of the class of a method; `makers` gets what gives such."""
    owner = method.qualified_name.rpartition(".")[0].rpartition(".")[2]
    found: dict[str, None] = {}
    makers[owner] = None
    for scope in world.mentioning(owner):
        for target, value in scope.flow.binds:
            if above.mentions(value, owner):
                found |= dict.fromkeys(targets_of(world, target))
        for child, header in zip(scope.children, scope.flow.headers, strict=False):
            for parameter in header[1] if header else ():
                if above.mentions(parameter[2], owner):
                    found[parameter[0]] = None
            if header and above.mentions(header[3], owner):
                makers[child.name] = None
    return [name for name in found if name][:MAX_NAMES]


def _chained(world: World, makers: Iterable[str]) -> Iterator[Place]:
    """What is called on what these give, at once, and on that: `Service(store).onChange(f)`."""
    known = dict.fromkeys(one for name in makers for one in known_as(world, name))
    for scope, number in list(sites_called(world, known)):
        last = number
        for at, site in enumerate(handled(scope).flow.sites):
            if form(site[1]) == "a" and site[1][1] == ["c", last]:
                last = at
                yield scope, at


def _unnamed(world: World, function: Scope) -> Iterator[Place]:
    """Calls of a function where it stands, and of what gave it back."""
    around = function.parent
    if around is None:
        return
    own = ["f", function.number]
    for number, site in enumerate(handled(around).flow.sites):
        if site[1] == own or _is_choice_with(site[1], own):
            yield around, number
    is_returned = any(
        holds(value, wanted)
        for value in (*handled(around).flow.returns, *handled(around).flow.yields)
        for wanted in (*_boxed(around, own), function.name or own)
    )
    if is_returned and (around.kind is Kind.PROPERTY or around.file.language == "objc"):
        yield from sites_called(world, [around.name])
    if is_returned and around.kind is not Kind.LAMBDA:
        yield from _given_back(world, _called_or_passed(world, around))
    elif is_returned:
        folds = _folded(around)
        handed_to = _sites_of(world, _passed_as(world, around, []))
        yield from _given_back(world, [*_unnamed(world, around), *handed_to, *folds])
        for parameter in around.parameters if folds else ():  # it is handed what it gave before
            handed = deque(_handed(world, parameter.name, around))
            yield from _sites_of(world, _spread(world, handed, [], set()))
            yield from _sites_calling([(parameter.name, _all_in(around))])
    yield from _given_back(world, _folded(function))  # what a fold begins with may be its result


def _called_or_passed(world: World, function: Scope) -> Iterator[Place]:
    """Calls of a function by its names, and of what it is handed to."""
    names = known_as(world, function.name)
    yield from sites_called(world, names)
    yield from _sites_of(world, _passed_as(world, function, [(name, "") for name in names]))


def _sites_of(world: World, passed: Iterable[tuple[str, Scope | None]]) -> Iterator[Place]:
    """Calls by names, each of which one function alone may know something by."""
    for name, within in passed:
        scopes = world.mentioning(name) if within is None else _all_in(within)
        yield from _sites_calling([(name, scopes)])


def _is_choice_with(callee: Expression, own: Expression) -> bool:
    """True for `(f ?? own)()`."""
    return isinstance(callee, list) and callee[:1] == ["u"] and own in callee


def _boxed(scope: Scope, own: Expression) -> list[Expression]:
    """An expression, and what gives it back within a box: `Box::new(own)`."""
    found = [own]
    for number, site in enumerate(handled(scope).flow.sites):
        if len(site) > 4 and own in site[4]:
            if BOXING.fullmatch(called(site[1]).replace("()", "")):
                found.append(["c", number])
    return found


def _given_back(
    world: World, places: Iterable[Place], seen: set[str] | None = None
) -> Iterator[Place]:
    """Calls of what these sites give, at once, by the name that keeps it, or given on."""
    kept: dict[tuple[str, str], tuple[str, Scope | None]] = {}
    makers: dict[str, None] = {}
    for scope, number in places:
        given = ["c", number]
        if scope.name and _is_returned(scope, given):
            makers[scope.name] = None
        if scope.kind is Kind.LAMBDA and _is_returned(scope, given):
            yield from _given_back(world, _folded(scope), seen)
        drawn_on = results(scope)
        yield from ((scope, other) for other in drawn_on.called.get(number, ()))
        for target, key in drawn_on.bound.get(number, ()):
            within = None if key else at_level(scope, level_of(scope, target))
            _keep(kept, key or target_of(target), within)
            if scope.file.language in ECMA and (key or scope.kind is Kind.OBJECT):
                _keep(kept, scope.name or target_of(target), None)  # `table[key]()`
        for callee, k, key in giving(scope, given):
            if not callee and isinstance(k, int) and k < 0:
                _keep(kept, key, at_level(scope, k))
            for own, within in _parameters(world, scope, callee, k):
                _keep(kept, own, within)
    for own, around in kept.values():
        if around is not None and around.name and _is_returned(around, own):
            makers[around.name] = None
    for own in list(dict.fromkeys(own for own, _ in kept.values()))[:MAX_NAMES]:
        is_wide = (own, "") in kept
        yield from sites_called(world, [n for n in known_as(world, own) if is_wide or n != own])
    near: Sought = [(own, _all_in(within)) for own, within in kept.values() if within is not None]
    yield from _sites_calling(near)
    yield from _through_members(near)
    if len(kept) <= _MAX_GIVING:
        handed = (_handed(world, own, within) for own, within in kept.values())
        yield from _sites_of(world, _spread(world, deque(chain.from_iterable(handed)), [], set()))
    yield from _given_by(world, makers, set() if seen is None else seen)


def _folded(closure: Scope) -> list[Place]:
    """The folds that a closure is given to, which give back what it gives."""
    around = closure.parent
    if around is None:
        return []
    own = ["f", closure.number]
    return [
        (around, number)
        for number, site in enumerate(handled(around).flow.sites)
        if len(site) > 4 and own in site[4] and called(site[1]) in FOLDS
    ]


def _keep(
    kept: dict[tuple[str, str], tuple[str, Scope | None]], name: str, within: Scope | None
) -> None:
    if name:
        kept[name, within.key if within is not None else ""] = (name, within)


def _own_names(function: Scope) -> list[str]:
    names = [function.name] if function.kind is not Kind.LAMBDA else []
    if function.kind is Kind.PROPERTY and function.file.language == "kotlin":
        names.append(function.qualified_name.rpartition(".")[0].rpartition(".")[2])
    names += made_of(function.name, function.file.language)
    if function.file.language == "objc" and function.name[2:3].isupper():
        names += [f"{function.name[2:3].lower()}{function.name[3:]}"] * (function.name[:2] == "is")
    if '["itself"]' in function.flow_text:  # few have a name of their own
        names += [str(target) for target, value in function.flow.binds if value == [ITSELF]]
    owner = function.parent
    if function.kind is Kind.CONSTRUCTOR or function.name in ("initialize", "init"):
        names += [owner.name] if owner is not None and owner.name else []
        names += [function.qualified_name.rpartition(".")[0].rpartition(".")[2], "new", "super"]
    if function.file.language == "ruby":
        names += ["new"] if function.is_class else ["super"]
        names += run_as(function)
    elif owner is not None and owner.kind is Kind.OBJECT:
        names.append(owner.name)  # a table, of which any function may be called
    elif function.kind is Kind.FUNCTION and function.file.language in ECMA:
        names.append("super")  # a function that makes objects may be the base of a class
    elif function.is_class and function.kind is not Kind.INTERFACE:
        # Without a constructor of its own it is what `super()` and the like call.
        names += ["super", "this", *(["init"] if function.file.language == "swift" else ())]
    return [name for name in names if name]


def _passed_as(
    world: World, function: Scope, names: list[Name], tables: set[str] | None = None
) -> list[tuple[str, Scope | None]]:
    """Names through which a function is called that is handed around.

    Those of parameters and variables each with the function that alone knows it by that. `tables`
    gets the names of tables that have it.
    """
    waiting = deque(place for name in names for place in _handed_from(world, name))
    if function.parent is not None:
        own = ["f", function.number]
        waiting += [(function.parent, one) for one in giving(function.parent, own)]
    return _spread(world, waiting, names, set() if tables is None else tables)


def _spread(
    world: World, waiting: deque[tuple[Scope, Given]], names: list[Name], tables: set[str]
) -> list[tuple[str, Scope | None]]:
    """Names of what is handed on at these places, and from there on, without those known before."""
    found: dict[Name, tuple[str, Scope | None]] = {}
    while waiting and len(found) <= MAX_PASSED:  # what is near is found first
        scope, (callee, k, key) = waiting.popleft()
        if not callee and k in (AS_TABLE, AS_GIVEN):
            tables.add(f"{key}()" if k == AS_GIVEN else key)
            if k == AS_GIVEN:
                continue
        key = key.strip("[]")  # of `{ [kRun]: run }`
        keeping = [(key, at_level(scope, k) if isinstance(k, int) else None)]
        for name, within in keeping if key else _parameters(world, scope, callee, k):
            one = (name, scope.file.path if name in WHOLE else "")
            # Several functions may have a parameter of the name, each for itself.
            place = (name, within.key) if within is not None else one
            if name and place not in found and one not in names:
                found[place] = (name, within)
                waiting += _handed_from(world, one, within)
    return list(found.values())


def _handed_from(world: World, name: Name, within: Scope | None = None) -> Handed:
    """The same as `_handed`; of what a file exports without a name, in those that import it."""
    known, exporter = name
    if not exporter:
        return _handed(world, known, within)
    return [
        (scope, one)
        for scope in world.mentioning(known)
        for wanted in imported(world, scope, name)
        for one in giving(scope, wanted)
    ]


def _handed(world: World, name: str, within: Scope | None = None) -> Handed:
    """Where a name stands as an argument: the callee, the argument's number, a key within it."""
    scopes = world.mentioning(name) if within is None else _all_in(within)
    return [(scope, one) for scope in scopes for one in giving(scope, name)]


def _all_in(scope: Scope) -> list[Scope]:
    """A function, what is defined in it, and what reads its header."""
    found = [scope]
    for one in found:
        found += one.children
    return [*found, *([scope.parent] if scope.parent is not None else ())]


def _parameters(
    world: World, scope: Scope, callee: str, k: int | str
) -> list[tuple[str, Scope | None]]:
    """Names of parameters, each with the function that alone knows it by that; None for a field."""
    found: list[tuple[str, Scope | None]] = []
    places = _meant_by(world, callee) if callee and callee != "super" else []
    if callee == "super":
        places = above.bases(world, scope)
    elif callee == "this" and scope.file.language in ECMA:
        places = above.own(scope)
    elif callee and (not places or variables_called.is_variable(scope, callee)):
        places = [*places, *variables_called.functions(world, scope, callee)]
    if callee and (operator := _CALL_OPERATORS.get(scope.file.language)):  # of an object
        places = [*places, *world.named(operator)[:_MAX_GIVING]]
    for path, ordinal in places:
        definition = world.files[path].definitions[ordinal]
        found += [(name, None) for name in declared(definition, k)]
        found += run_on(world, definition)
        for one in above.taking(world, definition) if definition.is_class else [definition]:
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


def _meant_by(world: World, name: str) -> list[tuple[str, int]]:
    """Places of the definitions of a name; of one that is given by an import, of the original's."""
    if places := world.named(name):
        return places
    originals = world.originals.get(name, ())
    return [place for one in sorted(originals) for place in world.named(one)]


def _members_of(world: World, tables: Iterable[str]) -> Iterator[Place]:
    """JavaScript: calls of what a table has under any name: `table["a"]()` is `table.a()`."""
    for name in tables:
        for scope in world.mentioning(name):
            if scope.file.language in ECMA:
                for number, site in enumerate(scope.flow.sites):
                    if form(site[1]) == "a" and called(site[1][1]) == name:
                        yield scope, number


def _through_members(sought: Sought) -> Iterator[Place]:
    """`f.call(x)`, where `f` has one of the names."""
    for name, scopes in sought:
        for scope in scopes:
            for number in through(scope, _RUNNING):
                on, given = handled(scope).flow.sites[number][1][1], []
                if isinstance(on, list) and on[:1] == ["c"]:
                    # `record.field().apply(x)`, `requireNonNull(f).run()`
                    _, on, _, _, given, *_ = [*handled(scope).flow.sites[on[1]], []]
                if name in map(called, (on, *given)) or _is_one_of(on, name):
                    yield scope, number
