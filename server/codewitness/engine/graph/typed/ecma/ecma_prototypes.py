"""Functions of JavaScript that make instances: what is on their prototypes, and given to `this`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import classes, parameters
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, one, union
from codewitness.engine.graph.typed.world import MODULE, FileScopes
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator


def makes_instances(ev: Evaluator, path: str, ordinal: int) -> bool:
    """True for a function whose name says so and that has something on its prototype."""
    file = ev.file(path)
    definition = file.definitions[ordinal]
    if not definition.name[:1].isupper() or file.language != "javascript":
        return False
    key = ("makes instances", path, ordinal)
    return bool(ev.table.ask(key, lambda: _with_prototype(ev, path, ordinal)))


def _with_prototype(ev: Evaluator, path: str, ordinal: int) -> Answer:
    file = ev.file(path)
    own = file.definitions[ordinal]
    named = f"{own.qualified_name}."
    beside = (file.definitions[place] for place in file.children.get(file.parent(ordinal), ()))
    has_any = any(
        other.qualified_name.startswith(named)
        or (other.kind is Kind.EXTENSION and other.name == own.name)
        for other in beside
    )
    return one(("C", path, ordinal, ())) if has_any else frozenset()


def declared(ev: Evaluator, path: str, ordinal: int, kind: Expression) -> Answer:
    """What `this` of a function is declared to be; something unknown if nothing tells of that."""
    from codewitness.engine.graph.typed.evaluate import Where

    where = Where(path, ev.rules.header_scope(ev.file(path), ordinal), ordinal)
    return ev.type(where, kind) or one(("?", "this"))


def put_on(ev: Evaluator, path: str, ordinal: int) -> Answer:
    """`this` of what is put on a prototype: `Agent.prototype[name] = function () {...}`."""
    from codewitness.engine.graph.typed.evaluate import Where

    file = ev.file(path)
    around = file.parent(ordinal)
    own = ["f", file.children[around].index(ordinal)]
    found: list[Answer] = []
    for target, value in file.flow(around).binds:
        if value == own and form(target) in ("a", "i") and form(target[1]) == "a":
            if target[1][2] == "prototype":
                found.append(ev.value(Where(path, around), target[1][1]))
    kinds = (v for v in union(found) if v[0] in "Cf")
    made = (("I", *v[1:]) if v[0] == "C" else ("I", *v[1:3], ()) for v in kinds)
    return frozenset(v for v in made if ev.definition(v).kind in (Kind.CLASS, Kind.FUNCTION))


def object_around(file: FileScopes, ordinal: int) -> Answer:
    """The object that is written with a function in it, or gets it later by a variable's name."""
    around = file.parent(ordinal)
    if around != MODULE and file.definitions[around].is_class:
        return NOTHING
    number = file.children[around].index(ordinal)
    held = file.display_with(around, number)
    return NOTHING if held is None else one(("D", file.path, around, held))


def assigned_to(ev: Evaluator, path: str, ordinal: int) -> Answer:
    """The object, the module or the class that is given a function: `Door.make = function ...`."""
    from codewitness.engine.graph.typed.evaluate import Where

    file = ev.file(path)
    if found := object_around(file, ordinal):
        return found
    around = file.parent(ordinal)
    own = ["f", file.children[around].index(ordinal)]
    targets = [target for target, value in file.flow(around).binds if value == own]
    if any(form(target) == "x" for target in targets):
        return ev.rules.imported(ev, path, "")
    bases = (target[1] for target in targets if form(target) == "a")
    given = union(ev.value(Where(path, around), base) for base in bases)
    return frozenset(v for v in given if v[0] == "C" and not ev.definition(v).is_callable)


def above(ev: Evaluator, value: Value) -> Answer:
    """What the prototype of a function was made of."""
    function = ("f", value[1], value[2], None, None)
    found = ev.rules.members_put_on(ev, function, "prototype")
    return frozenset(v for v in found if v[0] == "I" and v[:3] != ("I", *value[1:3]))


def member(ev: Evaluator, owner: Value, name: str) -> Answer:
    """What an instance has of its prototype, or of what the functions there give to `this`."""
    put = _on_prototype(ev, owner, name) | union(_given_to_this(ev, owner, name))
    return frozenset((*v[:3], owner, owner) if v[0] == "f" else v for v in put)


def _on_prototype(ev: Evaluator, owner: Value, name: str) -> Answer:
    file = ev.file(owner[1])
    scope = file.parent(owner[2])
    own = ev.definition(owner).name
    found: list[Answer] = []
    for index in file.binds(scope).get(f"a:{name}", ()):
        target = file.flow(scope).binds[index][0][1]
        if isinstance(target, list) and target[0] == "a" and target[2] == "prototype":
            if classes.names(target[1], own):
                found.append(ev.bound(owner[1], scope, index))
    return union(found)


def put_on_class(ev: Evaluator, owner: Value, name: str) -> Answer:
    """What a class got where its body is over: `Door.open = ...`, `Door.prototype.ring = ...`."""
    if owner[0] == "C":
        return classes.put_on(ev, owner, name)
    put = NOTHING if ev.definition(owner).is_callable else _on_prototype(ev, owner, name)
    return frozenset((*v[:3], owner, owner) if v[0] == "f" else v for v in put)


def _given_to_this(ev: Evaluator, owner: Value, name: str) -> list[Answer]:
    file = ev.file(owner[1])
    named = f"{ev.definition(owner).qualified_name}."
    methods = [
        method
        for method in file.children.get(file.parent(owner[2]), ())
        if file.definitions[method].qualified_name.startswith(named)
    ]
    for scope in methods:  # and arrow functions in them
        within = file.children.get(scope, ())
        methods += (one_ for one_ in within if file.definitions[one_].kind is Kind.LAMBDA)
    return [
        ev.bound(owner[1], scope, index)
        for scope in methods
        for index in file.binds(scope).get(f"a:{name}", ())
        if file.flow(scope).binds[index][0][1] == "this"
    ]


def mixed_into(ev: Evaluator, bases: Answer) -> Answer:
    """Bases with the class that a mixin is applied to, if it is one: `class extends Base` in it."""
    kinds = [value for value in bases if value[0] == "T"]
    given = union(_applied_to(ev, kind) for kind in kinds)
    return bases | given if len(given) == 1 else bases


def _applied_to(ev: Evaluator, kind: Value) -> Answer:
    """Instances of the classes that a function is given for its parameter of this type."""
    header = ev.file(kind[1]).header(kind[2])
    name = header.type_parameters[2 * kind[3]]
    places = [k for k, one_ in enumerate(header.parameters) if one_.type == name]
    found = union(parameters.given_by_calls(ev, kind[1], kind[2], k) for k in places)
    return frozenset(("I", *value[1:]) for value in found if value[0] == "C")
