"""From what a site may call to its edges."""

from __future__ import annotations

from collections.abc import Mapping

from codewitness.engine.graph.typed import calls, classes, operators
from codewitness.engine.graph.typed.c import c_arrows, c_const
from codewitness.engine.graph.typed.evaluate import Evaluator, Where
from codewitness.engine.graph.typed.jvm import companions
from codewitness.engine.graph.typed.overloads import best, fits, fittest, of_bases
from codewitness.engine.graph.typed.rust.rust_library import CONTENT, OF_OPTION
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import CALLING_OF_JVM, METHOD, Value, union
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, form

Target = tuple[str, int]
# Of two ways in which a target is known the surer one counts, in whatever order they are found.
_STRENGTH = {"exact": 0, "typed": 1, "inherited": 2}
# Kinds that stand for several types of a language, and where one of them has its name: a list, a
# set, an iterator and an option are all `[]`.
_MERGED = frozenset(("[]", "()", "Map", "Promise", "None"))
_OWN_NAMES: Mapping[str, Mapping[str, str]] = {
    "java": {"Map": "Map"},
    "kotlin": {"Map": "Map"},
    "ruby": {"[]": "Array", "Map": "Hash"},
    "swift": {"[]": "Array", "Map": "Dictionary"},
    **{one: {"Promise": "Promise"} for one in ("javascript", "typescript", "tsx")},
}
_FLOWING = frozenset("ciew")  # what a call, an element, an iteration or `await` gives


def targets(ev: Evaluator, path: str, scope: int, number: int) -> tuple[dict[Target, str], str]:
    """Places of what a site calls with how each is known, and a name from outside or ""."""
    site = ev.site(path, scope, number)
    at = Where(path, scope)
    is_operator = operators.is_operator(ev, site)
    if site[0] == "o" and not is_operator:
        if operators.is_construction(site):
            return _constructors(ev, at, site), ""
        if not ev.rules.is_used_by_macro(ev, site):
            return {}, ""
    found: dict[Target, str] = {}
    outside: set[str] = set()
    values = ev.rules.run_by(site, ev.callees(path, scope, number))
    made = ev.rules.made_for_types(ev, values) if site[0] == "n" else NOTHING
    values |= made
    if site[0] in ("r", "p"):
        values = frozenset(_accessors(ev, at, site[1], is_set=_may_set(ev, at, site)))
    pick = operators.meant if is_operator else _meant
    if site[0] == "c" and form(site[1]) == "a" and site[1][2] in ev.world.property_names:
        values |= _read_and_called(ev, at, site[1], values)
    for value in pick(ev, at, site, values):
        if value[0] == "X":
            outside.add(value[1])
        elif value[0] == "b":
            outside.add(_of_library(value, ev.file(path).language))
        elif value[0] == "C" and ev.rules.is_outside(ev, value):
            outside.add(ev.definition(value).name)
        for target, how in _places(ev, at, site, value):
            how = "typed" if value in made else how
            if target not in found or _STRENGTH[how] < _STRENGTH[found[target]]:
                found[target] = how
    found |= {(v[1], v[2]): "typed" for v in c_arrows.run(ev, at, site) if found}
    is_told = found or not outside or ev.rules.calling is not CALLING_OF_JVM
    if is_told and any(value[0] == "F" for value in values):
        return found, ""  # one of its types has a function of that name, whoever put it there
    # Of several names the plainest, the same in each process: values are in no order.
    return found, min(outside, key=lambda name: (len(name), name), default="")


def _constructors(ev: Evaluator, at: Where, site: list[Expression]) -> dict[Target, str]:
    """The constructors that a declaration runs; none for a class without one."""
    found: dict[Target, str] = {}
    for value in ev.value(at, site[1]):
        if value[0] == "C" and calls.constructors(ev, value):
            found.update(_places(ev, at, site, value))
    return found


def _meant(ev: Evaluator, at: Where, site: list[Expression], values: Answer) -> list[Value]:
    """Of functions that differ in the types of their parameters those that are meant."""
    functions = [value for value in values if value[0] == "f"]
    hidden = [value for value in functions if ev.rules.is_hidden(ev, at, site, value)]
    if hidden:
        owners = ev.owners(at, site[1][1])
        values = (values - {*hidden}) | {("b", site[1][2], v) for v in owners if v[0] == "B"}
        values |= {("X", f"{v[1]}.{site[1][2]}") for v in owners if v[0] == "X"}
        functions = [value for value in functions if value not in hidden]
    if not functions or (site[0] in ("r", "p") and not _is_indexer(site)):
        return list(values)
    if len(functions) > 1:
        functions = best(ev, at, site, functions)
        functions = c_const.meant(ev, at, site, functions)
    functions = of_bases(ev, at, site, functions) or functions
    return [*functions, *(value for value in values if value[0] != "f")]


def _is_indexer(site: list[Expression]) -> bool:
    """True for `a[b]` in C#, which may run one of several that differ in what they take."""
    return form(site[1]) == "a" and site[1][2] == "this" and len(site) > 4 and bool(site[4])


def _of_library(method: Value, language: str) -> str:
    """`string.trim`: a method of a built-in type, by its dotted name; alone if that is several."""
    name: str = method[1].removesuffix(METHOD)
    receiver = method[2]
    kind = receiver[1] if receiver[0] == "B" else ""
    if language == "rust" and (name in CONTENT or name in OF_OPTION):
        return name  # an option and a box count as what they hold
    if kind in _MERGED:
        kind = _OWN_NAMES.get(language, {}).get(kind, "")
    return f"{kind}.{name}" if kind else name


def _accessors(ev: Evaluator, at: Where, expression: Expression, *, is_set: bool) -> list[Value]:
    """Properties with code of their own that reading an attribute, or a name alone, runs."""
    if isinstance(expression, str):
        is_known = expression in ev.world.property_names
        return _by_bare_name(ev, at, expression, is_set=is_set) if is_known else []
    base, name = expression[1], expression[2]
    if ev.file(at.path).language == "objc":
        return _by_dot(ev, at, base, name)
    if name not in ev.world.property_names:
        return []
    found: list[Value] = []
    those_of = ev.rules.setters if is_set else ev.rules.accessors
    owners = ev.value(at, base)
    bounds = (classes.bound(ev, owner) for owner in owners if owner[0] == "T")
    kinds = "ICSXB" if ev.file(at.path).language == "kotlin" and not is_set else "ICS"
    for owner in owners.union(*bounds):
        if owner[0] in kinds:
            found += those_of(ev, owner, name)
    return found


def _read_and_called(ev: Evaluator, at: Where, callee: Expression, values: Answer) -> Answer:
    """`a.name()`: the property of this name with code of its own, if no method has the name."""
    if any(v[0] == "f" and ev.definition(v).name == callee[2] and v[3] for v in values):
        return NOTHING
    return frozenset(_accessors(ev, at, callee, is_set=False))


def _may_set(ev: Evaluator, at: Where, site: list[Expression]) -> bool:
    """True for an assignment; in a constructor nobody watches it."""
    if site[0] != "p":
        return False
    if ev.rules.sets_in_constructors:
        return True
    return at.scope == MODULE or ev.file(at.path).definitions[at.scope].kind is not Kind.CONSTRUCTOR


def _by_dot(ev: Evaluator, at: Where, base: Expression, name: str) -> list[Value]:
    """Objective-C's methods that `a.name` and `a.name = x` run: with no argument, or with one."""
    n_given = int(name[:3] == "set" and name[3:4].isupper())
    owners = ev.value(at, base)
    found = ev.members(owners, name) if ev.world.named(name) else NOTHING
    if not any(value[0] == "f" for value in found):  # `getter=isOpen`
        asked = f"is{name[:1].upper()}{name[1:]}"
        own = (v for v in owners if ev.world.named(asked) and _has_getter(ev, v, name))
        found = union(ev.member(value, asked) for value in own)
    return [v for v in found if v[0] == "f" and len(calls.parameters_of(ev, v)) == n_given]


def _has_getter(ev: Evaluator, owner: Value, name: str) -> bool:
    """True if a class, or one above it, says that a property is read by another method."""
    return owner[0] == "I" and (
        any(
            target == ["getter", name]
            for path, ordinal in ev.rules.parts(ev, owner)
            for target, _ in ev.file(path).flow(ordinal).binds
        )
        or any(_has_getter(ev, base, name) for base in ev.bases(owner))
    )


def _by_bare_name(ev: Evaluator, at: Where, name: str, *, is_set: bool) -> list[Value]:
    """Properties of the object around, or of the file's top level, that no variable hides."""
    file, scope = ev.file(at.path), at.scope
    if file.language == "swift" and scope != MODULE:
        if file.definitions[scope].kind is Kind.LAMBDA:
            return []  # patterns around it may bind the name
    while scope != MODULE and not file.definitions[scope].is_class:
        if name in file.binds(scope) or any(p.name == name for p in file.header(scope).parameters):
            return []
        scope = file.parent(scope)
    found: list[Value] = []
    those_of = ev.rules.setters if is_set else ev.rules.accessors
    for owner in ev.this(at):
        if owner[0] in "ICS":
            found += those_of(ev, owner, name)
    return found or [
        ("f", at.path, place, None, None)
        for place in file.members.get((MODULE, name), ())
        if file.definitions[place].kind is Kind.PROPERTY and file.header(place).known_as is None
    ]


def _places(
    ev: Evaluator, at: Where, site: list[Expression], value: Value
) -> list[tuple[Target, str]]:
    if value[0] == "f":
        return [((value[1], value[2]), _how(ev, at, site[1], value))]
    if value[0] == "C" and (instead := companions.invoked(ev, at, site, value)):
        return [((one[1], one[2]), "typed") for one in instead]
    if value[0] != "C" or ev.definition(value).kind in ev.rules.made_by_none:
        return []
    makers = calls.constructors(ev, value)
    if ev.rules.makes_itself(ev, value, site):  # by its head, unless one in its body fits better
        ways = [("f", *value[1:3]), *(one for one in makers if calls.takes(ev, one, site))]
        makers = [one for one in fittest(ev, at, site, ways) if one[2] != value[2]]
    if ev.rules.is_outside(ev, value):
        # The type itself is from outside, and has constructors of its own.
        makers = [maker for maker in makers if maker[0] == "f" and calls.takes(ev, maker, site)]
        if not makers:
            return []
    if makers and ev.rules.copies(ev, at, site, value):
        makers = [maker for maker in makers if fits(ev, at, site, maker)]
        if not makers:
            return []
    if len(makers) > 1:
        makers = [v for v in calls.chosen(ev, frozenset(makers), site) if v[0] == "f"]
        makers = best(ev, at, site, makers)
    if not makers:
        if not ev.rules.calls_classes:
            return []
        return [((value[1], value[2]), "exact")]
    how = "exact" if all(maker[3][1:3] == value[1:3] for maker in makers) else "inherited"
    return [((maker[1], maker[2]), how) for maker in makers]


def _how(ev: Evaluator, at: Where, callee: Expression, value: Value) -> str:
    receiver = value[3]
    if receiver is None:
        return "typed" if _flows(ev, at, callee, value) else "exact"
    if receiver[0] == "S":
        return "exact"
    this = value[4]
    if _is_super(callee) or (this is not None and this[:3] != receiver[:3]):
        return "inherited"
    if isinstance(callee, str) or (isinstance(callee, list) and callee[:2] == ["a", "this"]):
        own = any(one[:3] == receiver[:3] for one in ev.this(at))
        return "exact" if own else "typed"
    return "typed"


def _flows(ev: Evaluator, at: Where, callee: Expression, function: Value) -> bool:
    """True if a function is called by what holds it: a parameter, a field, an element."""
    if isinstance(callee, str):
        return _is_parameter(ev, at, callee)
    if not isinstance(callee, list) or not callee:
        return False
    if callee[0] == "v":
        binds = ev.file(at.path).flow(at.scope).binds
        given = (binds[index][1] for index in callee[2:] if index >= 0)
        return all(one == "this" or form(one) in _FLOWING for one in given)
    if callee[0] == "a":
        if _is_given(ev, at, callee[1]):
            return True
        is_named = callee[2] == ev.definition(function).name
        return not is_named and any(one[0] in "IDBO" for one in ev.owners(at, callee[1]))
    return callee[0] in "iu" and callee[1] != ev.definition(function).name


def _is_given(ev: Evaluator, at: Where, owner: Expression) -> bool:
    """True for a parameter, or a part of one: whoever calls says what it is."""
    while form(owner) == "a":
        owner = owner[1]
    if form(owner) == "v":
        return any(index < 0 for index in owner[2:])
    return isinstance(owner, str) and _is_parameter(ev, at, owner)


def _is_parameter(ev: Evaluator, at: Where, name: str) -> bool:
    """True for a name that a function around takes as a parameter."""
    file, scope = ev.file(at.path), at.scope
    while scope != MODULE:
        if name in file.binds(scope):
            return False
        if any(parameter.name == name for parameter in file.header(scope).parameters):
            return True
        scope = file.parent(scope)
    return False


def _is_super(callee: Expression) -> bool:
    return isinstance(callee, list) and callee[0] == "a" and callee[1] == "super"
