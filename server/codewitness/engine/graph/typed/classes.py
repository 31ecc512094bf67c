"""Members of classes: their own, those that methods give to `this`, and those of bases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import calls, filled
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, THIS, Value, one, substituted, union
from codewitness.engine.graph.typed.world import FileScopes
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator

_MAX_BASES = 20
_MAX_OUTSIDE = 120  # characters of a name from outside; a longer one comes of a loop


def member(ev: Evaluator, owner: Value, name: str) -> Answer:
    """What a member of `owner` may be."""
    kind = owner[0]
    if kind == "I":
        return _of_instance(ev, owner, name)
    if kind == "C":
        return _of_class(ev, owner, name)
    if kind == "S":
        return _of_space(ev, owner, name)
    if kind == "M":
        return ev.rules.imported(ev, owner[1], "", name)
    if kind == "X":
        return one(("X", f"{owner[1]}.{name}")) if len(owner[1]) < _MAX_OUTSIDE else NOTHING
    if kind == "B":
        return ev.rules.extensions(ev, owner, name) or ev.rules.builtin_member(ev, owner, name)
    if kind == "T":
        return ev.members(bound(ev, owner), name)
    if kind == "D":
        return _of_display(ev, owner, name)
    if kind == "O":
        return _of_listed(ev, owner, name)
    if kind == "f":
        return _of_function(ev, owner, name)
    is_run = kind == "F" and name.removesuffix(METHOD) in ev.rules.calling
    return one(owner) if is_run else NOTHING


def bases(ev: Evaluator, value: Value) -> Answer:
    """Instances of the direct bases of a class or instance."""
    if value[0] not in "ICS":
        return NOTHING
    found = ev.table.ask(("bases", *value[:3]), lambda: _bases(ev, value))
    return substituted(found, ev.arguments(value))


def _bases(ev: Evaluator, value: Value) -> Answer:
    from codewitness.engine.graph.typed.evaluate import Where

    found: list[Answer] = []
    for path, ordinal in ev.rules.parts(ev, value):
        file = ev.file(path)
        where = Where(path, file.parent(ordinal), ordinal)
        for base in file.header(ordinal).bases:
            plain = base[1] if isinstance(base, list) and base[:1] == ["I"] else base
            found.append(frozenset(v for v in ev.type(where, plain) if v[1:3] != value[1:3]))
    return union(found)


def own_members(ev: Evaluator, value: Value, name: str) -> Answer:
    """Members of the class itself, its bases left out."""
    receiver = ("I", *value[1:])
    plain = name.removesuffix(METHOD)
    places = ev.rules.places(ev, value, plain)
    if plain != name:
        places = [place for place in places if _is_method(ev, place)]
    if ev.rules.methods_apart and plain == name:
        fields = _fields(ev, value, name)
        if fields and not _hides_case(ev, value, places):
            return fields
    if places:
        found = union(_defined(ev, ev.file(path), place, receiver) for path, place in places)
        if ev.rules.has_field_beside(ev, value, name):
            found |= frozenset(v for v in _fields(ev, value, name) if v[0] != "f")
        return found
    return NOTHING if plain != name else _fields(ev, value, name)


def _hides_case(ev: Evaluator, value: Value, places: list[tuple[str, int]]) -> bool:
    """True for a property of an enumeration's values that is called like one of its cases."""
    if value[0] != "I" or ev.definition(value).kind is not Kind.ENUM:
        return False
    return any(ev.file(path).definitions[at].kind is Kind.PROPERTY for path, at in places)


def _is_method(ev: Evaluator, place: tuple[str, int]) -> bool:
    file = ev.file(place[0])
    definition = file.definitions[place[1]]
    if file.language == "csharp" and definition.name in file.binds(file.parent(place[1])):
        return False  # a lambda that a field of this name begins with
    return definition.is_callable and definition.kind is not Kind.PROPERTY


def _fields(ev: Evaluator, value: Value, name: str) -> Answer:
    found: list[Answer] = []
    for path, ordinal in ev.rules.parts_saying(ev, value, name):
        file = ev.file(path)
        indexes = file.binds(ordinal).get(name, ())
        own = union(ev.bound(path, ordinal, index) for index in indexes)
        found.append(own)
        if not indexes:
            found.append(_in_head(ev, path, ordinal, name))
            found.append(_given_by_methods(ev, file, ordinal, name))
        elif any(holds_functions(ev, value) or is_open(value) for value in own):
            given = _given_by_methods(ev, file, ordinal, name)
            found.append(frozenset(v for v in given if v[0] == "B"))
            found.append(ev.rules.filled_elsewhere(ev, value, name))
        elif all(value[0] in "XF" for value in own):
            # The type says at most how it is called, or nothing that is known here.
            given = _given_by_methods(ev, file, ordinal, name)
            found.append(frozenset(v for v in given if v[0] == "f"))
    if name[:1] == "@" and any(one_[0] == "B" for part in found for one_ in part):
        found.append(filled.by_reader(ev, value, name))
    return union(found)


def _in_head(ev: Evaluator, path: str, ordinal: int, name: str) -> Answer:
    """What the head of a class without a body declares: `record Line(string Name, Money Net);`."""
    from codewitness.engine.graph.typed.evaluate import Where

    file = ev.file(path)
    taken = file.header(ordinal).parameters
    if not taken or all(one_.name != name for one_ in taken):
        return NOTHING
    if file.language == "ruby":  # `Point = Struct.new(:x, :y)`
        return union(ev.parameter(path, ordinal, k) for k, p in enumerate(taken) if p.name == name)
    place = Where(path, ev.rules.header_scope(file, ordinal), ordinal)
    return union(ev.type(place, one_.type) for one_ in taken if one_.name == name)


def holds_functions(ev: Evaluator, value: Value) -> bool:
    """True for a collection of which only is known how what it holds is called."""
    if value[:2] == ("B", "()"):
        return any(ev.rules.is_function(ev, one_) for one_ in union(value[2]))
    held = (
        union(value[2][-1:]) if value[0] == "B" and value[1] in ("[]", "Map", "chan") else NOTHING
    )
    return bool(held) and all(
        ev.rules.is_function(ev, one_) or holds_functions(ev, one_) for one_ in held
    )


def is_open(value: Value) -> bool:
    """True for an object and a collection of which nothing says what they may hold."""
    return value[0] == "D" or (value[0] == "B" and value[1] in ("[]", "Map") and not any(value[2]))


def _defined(ev: Evaluator, file: FileScopes, place: int, receiver: Value) -> Answer:
    definition = file.definitions[place]
    if definition.kind is Kind.PROPERTY:
        return calls.returns(ev, ("f", file.path, place, receiver, receiver))
    if definition.is_callable:
        return one(("f", file.path, place, receiver, receiver))
    return one(ev.named(file.path, place))


def accessors(ev: Evaluator, owner: Value, name: str, depth: int = 0) -> list[Value]:
    """Properties of this name, of the class or of the first base that has one."""
    if owner[0] not in "ICS" or depth > _MAX_BASES or _is_case(ev, owner, name):
        return []
    receiver = ("I", *owner[1:]) if owner[0] != "S" else owner
    found: list[Value] = [
        ("f", path, place, receiver, receiver)
        for path, ordinal in ev.rules.parts_saying(ev, owner, name)
        for place in ev.file(path).members.get((ordinal, name), ())
        if ev.file(path).definitions[place].kind is Kind.PROPERTY
        and (ev.file(path).definitions[place].n_flow or _is_abstract(ev, path, place))
    ]
    for base in sorted(ev.bases(owner), key=repr) if not found else ():
        found += accessors(ev, base, name, depth + 1)
    return found


def _is_abstract(ev: Evaluator, path: str, place: int) -> bool:
    """True for a property whose code the classes below have."""
    return bool(ev.file(path).header(place).known_as == ["abstract"])


def _is_case(ev: Evaluator, owner: Value, name: str) -> bool:
    """True for a case that an enumeration itself is asked for, not one of its values."""
    if owner[0] != "C" or ev.definition(owner).kind is not Kind.ENUM:
        return False
    parts = ev.rules.parts(ev, owner)
    return any(ev.file(path).binds(ordinal).get(name) for path, ordinal in parts)


def _given_by_methods(ev: Evaluator, file: FileScopes, ordinal: int, name: str) -> Answer:
    places = file.given_to_this(ordinal).get(name, ())
    return union(ev.bound(file.path, scope, index) for scope, index in places)


def _of_instance(ev: Evaluator, owner: Value, name: str) -> Answer:
    found = own_members(ev, owner, name)
    if not found and not ev.rules.is_declared(ev, owner, name):
        found = _inherited(ev, owner, name)
    if all(value[0] == "X" for value in found):
        # That a base from outside may have it says less than what is written for the class.
        found = ev.rules.extensions(ev, owner, name) or found or _of_collection(ev, owner, name)
    env = ev.arguments(owner)
    return substituted(found, {**env, THIS: one(owner)}) if env or THIS in found else found


def _inherited(ev: Evaluator, owner: Value, name: str) -> Answer:
    for base in ev.rules.bases_in_order(ev, owner):
        found = ev.rules.inherited(ev, base, ev.member(base, name))
        # That it may be a method of the library says nothing: another base may have it.
        if any(value[0] != "b" for value in found):
            return frozenset(_called_on(value, owner) for value in found)
    return NOTHING


def _of_collection(ev: Evaluator, owner: Value, name: str) -> Answer:
    """What an object has of the library's collection that its class is one of, with its types."""
    kinds = [base for base in ev.rules.bases_in_order(ev, owner) if base[0] == "B" and base[2]]
    return union(ev.member(kind, name) for kind in kinds)


def _called_on(value: Value, owner: Value) -> Value:
    if value[0] == "f" and value[3] is not None:
        return (*value[:4], owner)
    return value


def _of_class(ev: Evaluator, owner: Value, name: str) -> Answer:
    found = own_members(ev, owner, name)
    if not found:
        for base in ev.rules.bases_in_order(ev, owner):
            inner = ("C", *base[1:]) if base[0] == "I" else base
            if found := ev.rules.inherited(ev, base, ev.member(inner, name)):
                return frozenset(_called_on(value, ("I", *owner[1:])) for value in found)
    return found or ev.rules.extensions(ev, owner, name)


def _of_space(ev: Evaluator, owner: Value, name: str) -> Answer:
    file, ordinal = ev.file(owner[1]), owner[2]
    found: list[Answer] = []
    for path, part in ev.rules.parts(ev, owner):
        places = ev.file(path).members.get((part, name.removesuffix(METHOD)), ())
        found += (_in_space(ev, path, place, owner) for place in places)
        for key in (name, f"x:{name}", f"a:{name}"):
            found += (ev.bound(path, part, i) for i in ev.file(path).binds(part).get(key, ()))
    if not any(found):
        found += (
            ev.members(ev.bound(file.path, ordinal, index), name)
            for index in file.binds(ordinal).get("**", ())
        )
    return union(found) or _inherited(ev, owner, name)


def _in_space(ev: Evaluator, path: str, place: int, owner: Value) -> Answer:
    definition = ev.file(path).definitions[place]
    if definition.kind is Kind.PROPERTY:
        return calls.returns(ev, ("f", path, place, owner, owner))
    if definition.is_callable and ev.definition(owner).kind is not Kind.NAMESPACE:
        return one(("f", path, place, owner, owner))
    return one(ev.named(path, place))


def bound(ev: Evaluator, value: Value) -> Answer:
    """What a type parameter is declared to be at least; nothing if that may be anything."""
    from codewitness.engine.graph.typed.evaluate import Where

    file = ev.file(value[1])
    given = file.header(value[2]).type_parameters
    where = Where(value[1], file.parent(value[2]), value[2])
    at = 2 * value[3] + 1
    return ev.type(where, given[at]) if at < len(given) else NOTHING


def _of_display(ev: Evaluator, owner: Value, name: str) -> Answer:
    from codewitness.engine.graph.typed.evaluate import Where

    _, path, scope, number = owner
    display = ev.file(path).display(scope, number)
    where = Where(path, scope)
    pairs = list(zip(display[2::2], display[3::2], strict=False))
    found = [ev.value(where, value) for key, value in pairs if key in (["k", name], ["?"])]
    if not found:
        found = [ev.members(ev.value(where, v), name) for key, v in pairs if key == ["**"]]
    return union(found)


def _of_listed(ev: Evaluator, owner: Value, name: str) -> Answer:
    from codewitness.engine.graph.typed.evaluate import Where

    _, path, scope, number = owner
    file = ev.file(path)
    listed = file.display(scope, number)
    kinds = [k for key, k in zip(listed[2::2], listed[3::2], strict=False) if key == name]
    where = Where(path, scope, file.heading(scope, number)) if kinds else Where(path, scope)
    return union(ev.type(where, kind) for kind in kinds)


def _of_function(ev: Evaluator, owner: Value, name: str) -> Answer:
    """`f.call`, `f.prototype`, and what was put on a function."""
    if name.removesuffix(METHOD) in ev.rules.calling:
        return one(owner)
    if name == "bind":
        return one(("b", "bind", owner))
    if name == "prototype":
        return one(("I", owner[1], owner[2], ()))
    return put_on(ev, owner, name)


def put_on(ev: Evaluator, owner: Value, name: str) -> Answer:
    """What was put on a function by this name."""
    file = ev.file(owner[1])
    function = file.definitions[owner[2]]
    found: list[Answer] = []
    around = file.parent(owner[2])
    for index in file.binds(around).get(f"a:{name}", ()):
        target = file.flow(around).binds[index][0]
        if names(target[1], function.name) or _keeps(file, around, target[1], owner[2]):
            found.append(ev.bound(owner[1], around, index))
    return union(found)


def _keeps(file: FileScopes, around: int, variable: Expression, ordinal: int) -> bool:
    """True for a variable that a function was put into: `const run = module.exports = () => 1`."""
    if form(variable) != "v":
        return False
    own = ["f", file.children[around].index(ordinal)]
    binds = file.flow(around).binds
    return any(index >= 0 and binds[index][1] == own for index in variable[2:])


def names(expression: object, name: str) -> bool:
    """True if an expression is just this name."""
    return expression == name or (
        isinstance(expression, list) and expression[0] == "v" and expression[1] == name
    )
