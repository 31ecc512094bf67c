"""Definitions that are called by a call of another: overrides, and declarations of one function."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed import classes, levels
from codewitness.engine.graph.typed.calls import takes
from codewitness.engine.graph.typed.evaluate import Evaluator, Where
from codewitness.engine.graph.typed.ruby.ruby_levels import is_in_instance, is_made, is_of_class
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Value
from codewitness.engine.graph.typed.world import called
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, Site, form

_MAX_BASES = 20
_UNDECLARED = frozenset(("javascript", "ruby"))  # where a class may call what it does not have
_REPLACED = frozenset({Kind.METHOD, Kind.PROPERTY})
_MAX_ASKED = 12  # methods of an interface whose namesakes are looked at
_PROMISES = frozenset({Kind.INTERFACE, Kind.TRAIT})
_HOLDERS = _PROMISES | {
    Kind.CLASS,
    Kind.STRUCT,
    Kind.ENUM,
    Kind.OBJECT,
    Kind.EXTENSION,
}
# Of two of these that are unrelated no object is an instance.
_CLASSES = frozenset({Kind.CLASS, Kind.STRUCT, Kind.ENUM, Kind.OBJECT})


def overridden(ev: Evaluator, method: Scope) -> list[str]:
    """Keys of the methods of bases in whose place a method runs, nearest bases first."""
    if method.kind not in _REPLACED:
        return []
    owner = owner_of(ev, method)
    if ev.rules.promises_by_shape:
        return sorted(key for one in owner for key in _promised(ev, one, method))
    level = _declared(ev, method)
    found = dict.fromkeys(_same(ev, level, method))
    level = seen = level | owner
    for _ in range(_MAX_BASES):
        level = frozenset(b for v in level for b in ev.rules.bases(ev, v) if b[0] == "I") - seen
        if not level:
            break
        seen |= level
        found |= dict.fromkeys(_same(ev, level, method))
    found.pop(method.key, None)
    return list(found)


def _declared(ev: Evaluator, method: Scope) -> Answer:
    """What the object that holds a method is declared to be."""
    held = method.parent
    if held is None or held.kind is not Kind.OBJECT or held.parent is None:
        return NOTHING
    path, around = method.file.path, held.parent
    for _, value in around.flow.binds:
        if form(value) == "y" and value[2] == ["f", held.number]:
            types = ev.type(Where(path, around.ordinal), value[1])
            return frozenset(one for one in types if one[0] == "I")
    return NOTHING


def _promised(ev: Evaluator, owner: Value, method: Scope) -> Iterator[str]:
    """The methods of this name of interfaces all of whose methods a type has."""
    for path, ordinal in ev.world.named(method.name):
        promise = ev.file(path).definitions[ordinal]
        around = promise.parent
        if around is None or around.kind is not Kind.INTERFACE or promise is method:
            continue
        wanted = [one for one in around.children if one.kind is Kind.METHOD]
        if has_all(ev, owner, wanted):
            yield promise.key


def has_all(ev: Evaluator, owner: Value, promises: Iterable[Scope]) -> bool:
    """True for a type that has methods of these names that take as much."""
    return all(_has(ev, owner, one) for one in promises)


def _has(ev: Evaluator, owner: Value, promise: Scope) -> bool:
    found = (ev.definition(v) for v in ev.member(owner, promise.name) if v[0] == "f")
    return any(len(one.parameters) == len(promise.parameters) for one in found)


def owner_of(ev: Evaluator, method: Scope) -> Answer:
    """What `this` is in a method; the method may stand outside of its class."""
    around = method.parent
    if around is not None and around.kind in _HOLDERS:
        return ev.rules.instance_of(ev, method.file.path, around.ordinal)
    return ev.rules.owner(ev, method.file.path, method.ordinal)


def _same(ev: Evaluator, owners: Answer, method: Scope) -> Iterator[str]:
    """Methods of these classes that have a method's name and as many parameters.

    Of several those with the same types; one that another method of the class has the types of is
    overridden by that.
    """
    own, n_taken = _types(method), len(method.parameters)
    rivals = [
        one
        for one in (method.parent.children if method.parent is not None else ())
        if one.name == method.name and one is not method and len(one.parameters) == n_taken
    ]
    taken = [_types(one) for one in rivals]
    for owner in sorted(owners, key=repr):
        others = _bearing(ev, owner, method)
        fitting = [
            other
            for other in others
            if other.kind is method.kind
            and levels.are_of_one(ev, other, method)
            and len(other.parameters) == n_taken
            and (_types(other) == own or _types(other) not in taken)
        ]
        exact = [other for other in fitting if _types(other) == own]
        yield from (other.key for other in exact or fitting)


def _bearing(ev: Evaluator, owner: Value, method: Scope) -> list[Scope]:
    """What a class has of a method's or property's name; of a property is told what it gives."""
    if method.kind is not Kind.PROPERTY:
        name = method.name + (METHOD if ev.rules.methods_apart else "")
        members = classes.own_members(ev, ("I", *owner[1:]), name)
        return [ev.definition(value) for value in sorted(members, key=repr) if value[0] == "f"]
    around = ev.definition(owner)
    return [one for one in around.children if one.name == method.name]


def _types(method: Scope) -> list[Expression]:
    return [parameter.type for parameter in method.parameters]


def overriding(ev: Evaluator, method: Scope) -> list[str]:
    """Keys of the methods that keep what a method of an interface or trait promises."""
    if method.parent is None or method.parent.kind not in _PROMISES:
        return []
    found = []
    for path, ordinal in sorted(ev.world.named(method.name)):
        other = ev.file(path).definitions[ordinal]
        if other.key != method.key and method.key in overridden(ev, other):
            found.append(other.key)
    return found


def having_the_rest(ev: Evaluator, method: Scope) -> tuple[list[str], bool]:
    """Keys of the types that have all that an interface asks for, but perhaps a method of it.

    Only where a type need not say what it implements. And whether a type that has it all will be
    meant to: one method of a name is had by chance, too.
    """
    around = method.parent
    if around is None or around.kind is not Kind.INTERFACE or not ev.rules.promises_by_shape:
        return [], False
    wanted, is_all = asked(ev, around)
    others = [one for one in wanted if one.key != method.key]
    found: set[str] = set()
    for path, ordinal in (at for one in others[:_MAX_ASKED] for at in ev.world.named(one.name)):
        kept = ev.file(path).definitions[ordinal]
        if kept.kind is Kind.METHOD and not _is_promise(kept):
            found |= {
                ev.definition(owner).key
                for owner in owner_of(ev, kept)
                if owner[0] == "I"
                and all(_has(ev, owner, one) for one in others)
                and not _has(ev, owner, method)
            }
    return sorted(found), is_all and len(others) > 1


def _is_promise(method: Scope) -> bool:
    return method.parent is not None and method.parent.kind is Kind.INTERFACE


def asked(ev: Evaluator, interface: Scope) -> tuple[list[Scope], bool]:
    """The methods of an interface and of those that it embeds, and whether these are all."""
    level = ev.rules.instance_of(ev, interface.file.path, interface.ordinal)
    seen: Answer = NOTHING
    is_all = True
    for _ in range(_MAX_BASES):
        seen |= level
        bases = frozenset(b for v in level for b in ev.rules.bases(ev, v))
        is_all = is_all and all(base[0] == "I" for base in bases)
        level = frozenset(base for base in bases if base[0] == "I") - seen
        if not level:
            break
    around = [ev.definition(value) for value in sorted(seen, key=repr) if value[0] == "I"]
    return [one for each in around for one in each.children if one.kind is Kind.METHOD], is_all


def _is_made_here(ev: Evaluator, path: str, scope: int, owner: Expression) -> bool:
    """True for a variable that is an object itself, as its declaration in C++ makes it."""
    if form(owner) != "v" or len(owner) < 3:
        return False
    flow = ev.file(path).flow(scope)
    given = [flow.binds[index][1] if index >= 0 else None for index in owner[2:]]
    made = [one[2] for one in given if one and form(one) == "y" and form(one[2]) == "c"]
    return len(made) == len(given) and all(
        flow.sites[one[1]][0] == "o" and form(flow.sites[one[1]][1]) == "T" for one in made
    )


def made_here(ev: Evaluator, path: str, scope: int, value: Expression, depth: int = 0) -> Answer:
    """The objects that the scope itself makes, each of its class and of none below.

    Nothing if an expression may be something else.
    """
    kind = form(value)
    if kind == "y":
        return made_here(ev, path, scope, value[2], depth)
    if kind == "v" and depth < _MAX_ASKED:
        binds = ev.file(path).flow(scope).binds
        given = [
            made_here(ev, path, scope, binds[k][1], depth + 1) if k >= 0 else NOTHING
            for k in value[2:]
            if k < 0 or form(binds[k][1]) != "E"  # what was put into it
        ]
        return NOTHING.union(*given) if all(given) else NOTHING
    if kind != "c":
        return NOTHING
    makers = ev.callees(path, scope, value[1])
    is_made = ev.site(path, scope, value[1])[0] == "n" or all(one[0] == "C" for one in makers)
    return frozenset(v for v in ev.result(path, scope, value[1]) if v[0] == "I" and is_made)


def is_of_its_class(ev: Evaluator, objects: Answer, method: Scope) -> bool:
    """True if one of these objects is of the class of a method, or of one below it."""
    names = {ev.definition(one).name for one in owner_of(ev, method) if one[0] == "I"}
    return any(not names.isdisjoint(_names_above(ev, one)) for one in objects)


def may_run(ev: Evaluator, path: str, scope: int, number: int, method: Scope) -> bool:
    """True if a call of a relative of a method may run the method itself.

    It is of an instance, not of what its class stands on, and the method's class is that of the
    instance, above it or below it: `square.name()` runs no `Circle.name`.
    """
    callee = ev.site(path, scope, number)[1]
    at = Where(path, scope)
    if callee == "super" or (form(callee) == "a" and callee[1] == "super"):
        return False
    if form(callee) == "a" and _is_made_here(ev, path, scope, callee[1]):
        return False
    if form(callee) == "a":
        owners = [one for one in ev.owners(at, callee[1]) if one[0] in "IT"]
    elif not (owners := [one for one in ev.this(at) if one[0] in "IT"]):
        return True
    own = owner_of(ev, method)
    return any(one[0] == "T" or _may_be_one(ev, one, own) for one in owners)


def is_other_field(ev: Evaluator, path: str, scope: int, number: int, meant: Scope) -> bool:
    """True if a site asks an object of a known type for what can't be `meant`.

    It is no function outside of classes; `this` has no member of an unrelated class either.
    """
    callee = ev.site(path, scope, number)[1]
    if form(callee) != "a":
        return False
    owners, own = ev.owners(Where(path, scope), callee[1]), owner_of(ev, meant)
    if not owners or any(v[0] != "I" for v in owners):
        return False
    if not own:
        return meant.kind is Kind.FUNCTION
    if callee[1] != "this" or any(ev.definition(v).kind not in _CLASSES for v in owners):
        return False
    return not any(_may_be_one(ev, one, own) for one in owners)


def _may_be_one(ev: Evaluator, given: Value, own: Answer) -> bool:
    """True if an object known as `given` may be of a method's own class."""
    holders = [one for one in own if one[0] == "I"]
    if not holders or any(ev.definition(v).kind not in _CLASSES for v in (given, *holders)):
        return True
    name = ev.definition(given).name
    return any(
        name in _names_above(ev, holder) or ev.definition(holder).name in _names_above(ev, given)
        for holder in holders
    )


def is_below(ev: Evaluator, one: Scope, owner: Scope) -> bool:
    """True for a class that is another, stands on it or mixes it in, by their names."""
    values = ev.rules.instance_of(ev, one.file.path, one.ordinal)
    return any(value[0] == "I" and owner.name in _names_above(ev, value) for value in values)


def of_those_below(ev: Evaluator, scope: Scope, site: Site) -> list[str]:
    """Keys of methods of classes below `this` that alone can run: it and its bases have none.

    Where a class need not declare what those below it have.
    """
    callee, language = site[1], scope.file.language
    is_own = language == "ruby" and (
        isinstance(callee, str) or is_made(ev, Where(scope.file.path, scope.ordinal), site)
    )
    if language not in _UNDECLARED or not (is_own or (form(callee) == "a" and callee[1] == "this")):
        return []
    name = callee if isinstance(callee, str) else callee[2]
    methods = [ev.file(path).definitions[at] for path, at in ev.world.named(name)]
    methods = [one for one in methods if one.kind is Kind.METHOD]
    at = Where(scope.file.path, scope.ordinal)
    if (form(callee) == "a" and callee[1] != "this") or is_in_instance(ev, at, callee):
        methods = [one for one in methods if not is_of_class(ev, one.file.path, one.ordinal)]
    owners = [one for one in ev.this(Where(scope.file.path, scope.ordinal)) if one[0] == "I"]
    if not methods or not owners or any(_may_have(ev, one, name) for one in owners):
        return []
    names = {ev.definition(one).name for one in owners}
    return sorted(
        method.key
        for method in methods
        if language == "javascript" or takes(ev, ("f", method.file.path, method.ordinal), site)
        if any(not names.isdisjoint(_names_above(ev, one)) for one in owner_of(ev, method))
    )


def _may_have(ev: Evaluator, owner: Value, name: str) -> bool:
    """True for a class that stands on one from outside, or puts something into such a field."""
    level: Answer = frozenset([owner])
    seen: Answer = NOTHING
    for _ in range(_MAX_BASES):
        seen |= level
        for one in level:
            path, ordinal = one[1:3]
            named = [called(base) for base in ev.file(path).header(ordinal).bases]
            if any(base and not ev.world.named(base) for base in named):
                return True
            methods = ev.definition(one).children
            if any(form(t) == "a" and t[2] == name for m in methods for t, _ in m.flow.binds):
                return True
        level = frozenset(b for v in level for b in ev.rules.bases(ev, v)) - seen
        if not level:
            break
        if any(base[0] != "I" for base in level):
            return True
    return False


def are_below(ev: Evaluator, own: Answer, base: Value) -> bool:
    """True if an object of a class may be what a base of it names."""
    name = ev.definition(base).name
    return any(name in _names_above(ev, one) for one in own if one[0] == "I")


def _names_above(ev: Evaluator, value: Value) -> set[str]:
    """The names of a class and of all its bases: parts of one class share their name."""
    level: Answer = frozenset([value])
    seen: Answer = NOTHING
    for _ in range(_MAX_BASES):
        seen |= level
        level = frozenset(b for v in level for b in ev.rules.bases(ev, v) if b[0] == "I") - seen
        if not level:
            break
    return {ev.definition(one).name for one in seen}
