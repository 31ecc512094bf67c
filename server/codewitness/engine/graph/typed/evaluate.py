"""What an expression may be, in a scope of a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed import calls, kept, keyed, narrowing, operators
from codewitness.engine.graph.typed.rules import Rules
from codewitness.engine.graph.typed.tabling import NOTHING, Answer, Table
from codewitness.engine.graph.typed.values import (
    METHOD,
    THIS,
    Env,
    Value,
    builtin,
    cast,
    one,
    rest,
    substituted,
    union,
    with_arguments,
)
from codewitness.engine.graph.typed.world import MODULE, FileScopes, World, bears_name_of_base
from codewitness.model.facts import Kind
from codewitness.model.flow import ITSELF, Expression, Site, key_said

_ELSEWHERE = {"E": keyed.collection, "+": operators.added, "n": narrowing.tested}
_ELSEWHERE |= dict.fromkeys("tk", kept.built_in)


class Where(NamedTuple):
    """A scope in which an expression stands.

    own: the definition in whose header it stands, so that its type parameters come first.
    """

    path: str
    scope: int
    own: int | None = None


class Evaluator:
    """Answers what expressions, members and calls may be, by the rules of a language's family."""

    def __init__(self, world: World, rules: Rules, table: Table) -> None:
        self.world = world
        self.rules = rules
        self.table = table

    def file(self, path: str) -> FileScopes:
        """One file's scopes."""
        return self.world.files[path]

    def definition(self, value: Value) -> Scope:
        """The definition that a value names."""
        return self.file(value[1]).definitions[value[2]]

    # Expressions.

    def value(self, at: Where, expression: Expression) -> Answer:
        """What an expression may be."""
        if expression is None:
            return NOTHING
        if isinstance(expression, str):
            return self._word(at, expression)
        form = expression[0]
        if form == "v":
            found = union(self._given(at, index) for index in expression[2:])
            return found | kept.elsewhere(self, self.file(at.path), at.scope, expression[1], found)
        if form == "a":
            found = self.members(self.owners(at, expression[1]), expression[2])
            return self.rules.read(self, found)
        if form == "c":
            return self.result(at.path, at.scope, expression[1])
        if form == "u":
            return union(self.value(at, part) for part in expression[1:])
        if form in ("f", ITSELF):
            nested = expression[1:]  # empty for the function itself
            place = self.file(at.path).nested(at.scope, *nested) if nested else at.scope
            return one(self.named(at.path, place))
        if form == "y":
            if expression[3:] == [2]:  # what it satisfies says nothing of what it is
                return self.value(at, expression[2])
            declared = self.type(at, expression[1])
            found = self._declared(declared, at, expression[2])
            return found if len(expression) < 4 else cast(declared, found)
        if form == "m":
            return self.rules.imported_in(self, at, *expression[1:])
        if form == "D":
            return one(("D", at.path, at.scope, expression[1]))
        if form == "L":
            return self._display(at, expression)
        if form in _ELSEWHERE:
            return _ELSEWHERE[form](self, at, expression)
        if form == "P":
            return self.rules.told(self, at, expression)
        if form == "e":
            return self.elements(self.value(at, expression[1]))
        if form == "w":
            return self.awaited(self.value(at, expression[1]))
        if form == "i":
            return self.item(self.value(at, expression[1]), expression[2])
        if form == "*":
            return NOTHING
        if form == "T":
            return self.classes(at, expression[1])
        if form == "o":
            return self.outer(at, expression[1])
        return self.type(at, expression)

    def called(self, at: Where, callee: Expression) -> Answer:
        """What a callee may be, where functions have names apart from those of values."""
        if isinstance(callee, str) and callee not in ("this", "super"):
            if self.rules.is_variable(self, at, callee):
                return self.look_up(at, callee)
            return self.look_up(at, callee + METHOD) or self.look_up(at, callee)
        if isinstance(callee, list) and callee[0] == "a":
            owners = self.rules.asked(self, at, callee)
            found = [
                self.member(owner, callee[2] + METHOD) or self.member(owner, callee[2])
                for owner in owners
            ]
            return union(found)
        return self.value(at, callee)

    def owners(self, at: Where, expression: Expression) -> Answer:
        """What members are asked of; the type of `this` is known here."""
        found = self.value(at, expression)
        is_open = all(v[0] == "X" for v in found)
        if is_open and isinstance(expression, str) and expression[:1].isupper():  # `T::make()`
            found = frozenset(v for v in self.type(at, expression) if v[0] == "T") or found
        return (found - {THIS}) | self.this(at) if THIS in found else found

    def _word(self, at: Where, name: str) -> Answer:
        if name == "this":
            return self.this(at)
        if name == "super":
            return union(self.bases(value) for value in self.this(at))
        return self.look_up(at, name)

    def _given(self, at: Where, index: int) -> Answer:
        if index < 0:
            return self.parameter(at.path, at.scope, -1 - index)
        return self.bound(at.path, at.scope, index)

    def bound(self, path: str, scope: int, index: int) -> Answer:
        """What a bind gives."""
        bind = self.file(path).flow(scope).binds[index]
        return self.table.ask((path, scope, index), lambda: self.value(Where(path, scope), bind[1]))

    def _declared(self, declared: Answer, at: Where, expression: Expression) -> Answer:
        """What is declared to be of a type; functions and displays stay what they are.

        An object that holds functions is itself and what it is declared to be: methods are called
        by either.
        """
        if isinstance(expression, list) and expression[0] == "f":
            found = self.value(at, expression)
            is_object = all(self.definition(v).kind is Kind.OBJECT for v in found if v[0] in "fCS")
            return found | self._interfaces(declared) if is_object else found
        if all(self._says_less(value) for value in declared):
            found = self.value(at, expression)
            if any(value[:2] == ("B", "Map") for value in declared):
                found |= kept.mapped(found)
            return declared | found
        return declared

    def _says_less(self, value: Value) -> bool:
        is_named = self.rules.functions_have_types and self.rules.is_function(self, value)
        return is_named or kept.says_less(self, value)

    def _interfaces(self, declared: Answer) -> Answer:
        return frozenset(
            v for v in declared if v[0] == "I" and self.definition(v).kind is Kind.INTERFACE
        )

    def _display(self, at: Where, expression: Sequence[Expression]) -> Answer:
        parts: list[Answer] = []
        is_plain = len(expression) < 12
        for part in expression[3:]:
            if isinstance(part, list) and part and part[0] == "*":
                is_plain = False
                parts.append(self.elements(self.value(at, part[1])))
            else:
                parts.append(self.value(at, part))
        if is_plain and len(parts) == 2:
            parts[0] |= keyed.written(key_said(expression[3]), parts[1])
        if is_plain and parts:
            return builtin("()", *parts)
        return builtin("[]", union(parts))

    # Names.

    def named(self, path: str, ordinal: int) -> Value:
        """The value that a definition's name stands for."""
        definition = self.file(path).definitions[ordinal]
        if definition.is_callable:
            return ("f", path, ordinal, None, None)
        return (
            ("S", path, ordinal)
            if definition.kind in self.rules.singles
            else ("C", path, ordinal, ())
        )

    def look_up(self, at: Where, name: str, *, is_type: bool = False, n_given: int = 0) -> Answer:
        """What a name stands for that the scope itself does not bind, or for a type: may bind."""
        key = ("name", *at, name, is_type)
        found = self.table.ask(key, lambda: self._meant(at, name, is_type=is_type))
        return found if len(found) < 2 else self.rules.of_arity(self, found, n_given)

    def _meant(self, at: Where, name: str, *, is_type: bool) -> Answer:
        found = self._look_up(at, name, is_type=is_type)
        return found if is_type else self._through_aliases(found)

    def _through_aliases(self, found: Answer) -> Answer:
        """With the classes that other names for types stand for."""
        alias = [v for v in found if v[0] == "C" and self.rules.is_alias(self, v)]
        for value in alias:
            stands = [
                v if v[0] == "S" else ("C", *v[1:]) for v in self._alias(value) if v[0] in "IS"
            ]
            found = (found - {value}) | frozenset(stands) if stands else found
        return found

    def _look_up(self, at: Where, name: str, *, is_type: bool) -> Answer:
        file = self.file(at.path)
        if (
            at.own is not None
            and is_type
            and (found := self._type_parameter(at.path, at.own, name))
        ):
            return found
        scope, is_own = at.scope, True
        while True:
            if is_type and scope != MODULE:
                if found := self._type_parameter(at.path, scope, name):
                    return found
            if found := self._local_types(file, scope, name):
                return found
            if not is_own or is_type or scope == MODULE:
                if found := self._in_scope(file, scope, name, is_type=is_type):
                    return found
            if scope == MODULE or self.rules.is_closed(file, scope):
                return self.rules.free_name(self, at, name, is_type=is_type)
            if self.rules.sees_members and file.definitions[scope].is_callable:
                if found := self._on_receiver(at.path, scope, name):
                    return found
            if self.rules.sees_members and file.definitions[scope].is_class:
                if found := self.rules.own_members(self, at.path, scope, name, is_type=is_type):
                    return found
            scope, is_own = file.parent(scope), False

    def _local_types(self, file: FileScopes, scope: int, name: str) -> Answer:
        """The types that a function itself defines; one without a name bears its base's."""
        if scope == MODULE or not file.definitions[scope].is_callable:
            return NOTHING
        return frozenset(
            self.named(file.path, place)
            for place in file.members.get((scope, name), ())
            if (kind := file.definitions[place].kind) is Kind.TYPE
            or (kind is not Kind.EXTENSION and file.definitions[place].is_class)
            if not bears_name_of_base(file, place)
        )

    def _in_scope(self, file: FileScopes, scope: int, name: str, *, is_type: bool) -> Answer:
        if (
            scope != MODULE
            and file.definitions[scope].is_class
            and file.definitions[scope].kind is not Kind.NAMESPACE
        ):
            return NOTHING
        binds = file.binds(scope)
        found = union(self.bound(file.path, scope, index) for index in binds.get(name, ()))
        if is_type:
            return self.rules.types_among(self, found)
        is_parameter = False
        if scope != MODULE and file.definitions[scope].is_callable:
            for k, parameter in enumerate(file.header(scope).parameters):
                if parameter.name == name:
                    is_parameter = True
                    found |= self.parameter(file.path, scope, k)
        if binds.get(name) or found or is_parameter:
            found |= kept.elsewhere(self, file, scope, name, found)
            return found or one(("?", name))
        return NOTHING

    def _on_receiver(self, path: str, scope: int, name: str) -> Answer:
        """A member of what a function runs on, though it is not declared in its class."""
        if not self.rules.sees_receiver(self, Where(path, scope), name):
            return NOTHING
        found = self.members(self.rules.owner(self, path, scope), name)
        return frozenset(value for value in found if value[0] not in "Xb")

    def _type_parameter(self, path: str, ordinal: int, name: str) -> Answer:
        names = self.file(path).header(ordinal).type_parameters[::2]
        return one(("T", path, ordinal, names.index(name))) if name in names else NOTHING

    def this(self, at: Where) -> Answer:
        """What `this` is in a scope."""
        file, scope = self.file(at.path), at.scope
        while scope != MODULE:
            definition = file.definitions[scope]
            if definition.is_class:
                return self.rules.instance_of(self, at.path, scope)
            owner = self.rules.owner(self, at.path, scope)
            if owner:
                return owner
            scope = file.parent(scope)
        return NOTHING

    # Types.

    def type(self, at: Where, expression: Expression) -> Answer:
        """The values of a type."""
        if expression is None:
            return NOTHING
        if isinstance(expression, str):
            if expression == "this":
                return one(THIS)
            return self.instances(self.look_up(at, expression, is_type=True), at, expression)
        form = expression[0]
        if form == "t":
            return builtin(expression[1])
        if form in ("u", "&"):
            return union(self.type(at, part) for part in expression[1:])
        if form == "G":
            return self._applied(at, expression)
        if form == "F":
            parameters = tuple(self.type(at, part) for part in expression[2:])
            return one(("F", self.type(at, expression[1]), parameters))
        if form == "O":
            return one(("O", at.path, at.scope, -expression[1]))
        if form == "q":
            return frozenset(calls.type_of(self, v) for v in self.value(at, expression[1]))
        if form == "P":
            return builtin("boolean")
        if form == "e":
            return self.rules.held_types(self, self.type(at, expression[1]), *expression[2:])
        if form == "*":
            return rest(self.type(at, expression[1]))
        if form == "a":
            return self._type_of_member(at, expression)
        return self.instances(self.value(at, expression))

    def _type_of_member(self, at: Where, expression: Sequence[Expression]) -> Answer:
        base, name = expression[1:]
        outer = self._spaces(at, base)
        found = self.members(outer, name)
        if not outer or (not isinstance(base, str) and base[0] == "G" and not found):
            return self.rules.dotted_type(self, at, expression)
        static = frozenset(value for value in found if value[0] in "CX")
        return self.instances(static) or self.members(self.type(at, base), name)

    def _spaces(self, at: Where, expression: Expression, n_given: int = 0) -> Answer:
        if isinstance(expression, str):
            return self.look_up(at, expression, is_type=True, n_given=n_given)
        if isinstance(expression, list) and expression[0] == "a":
            found = self.members(self._spaces(at, expression[1]), expression[2])
            return self.rules.of_arity(self, found, n_given)
        if isinstance(expression, list) and expression[0] == "G":  # `Result<T>.Ok`
            return frozenset(("C", *v[1:]) for v in self._applied(at, expression) if v[0] == "I")
        is_value = isinstance(expression, list) and expression[0] == "q"
        return self.type(at, expression) if is_value else NOTHING

    def _applied(self, at: Where, expression: Sequence[Expression]) -> Answer:
        base = expression[1]
        arguments = [self.type(at, part) for part in expression[2:]]
        if isinstance(base, list) and base[0] == "t":
            return builtin(base[1], *arguments)
        if isinstance(base, str):
            found = self.look_up(at, base, is_type=True, n_given=len(arguments))
        else:
            found = self._spaces(at, base, len(arguments)) or self.value(at, base)
            # An interface may stand beside a function of its name: a type is the former.
            found = frozenset(value for value in found if value[0] != "f") or found
        if found and all(value[0] != "X" for value in found):
            given = [with_arguments(v, arguments) if v[0] == "C" else v for v in found]
            return self.instances(frozenset(given))
        return self.rules.generic(self, base, arguments) or self.instances(found)

    def instances(self, classes: Answer, at: Where | None = None, name: str = "") -> Answer:
        """Instances of classes; what an alias stands for."""
        found: set[Value] = set()
        for value in classes:
            if value[0] == "C":
                if self.rules.is_alias(self, value):
                    found |= self._alias(value)
                else:
                    found.add(self.rules.instance(self, at, value))
            elif value[0] in ("X", "T", "B", "S"):
                found.add(value)
            elif value[0] == "f":
                found.add(("I", value[1], value[2], ()))
        if not found and name:
            return self.rules.generic(self, name, [])
        return frozenset(found)

    def classes(self, at: Where, expression: Expression, n_given: int = 0) -> Answer:
        """The classes that a type names, for what makes instances of them."""
        if isinstance(expression, list) and expression[0] == "G":
            arguments = [self.type(at, part) for part in expression[2:]]
            found = self.classes(at, expression[1], len(arguments))
            return frozenset(with_arguments(v, arguments) if v[0] == "C" else v for v in found)
        if isinstance(expression, list) and expression[0] in ("q", "e"):
            kinds = self.type(at, expression)
            own = frozenset(("C", *value[1:]) for value in kinds if value[0] == "I")
            return own or (kinds if expression[1] == "this" else NOTHING)
        found = self._spaces(at, expression, n_given)
        if not found and isinstance(expression, list):
            found = self.rules.dotted_type(self, at, expression)
        found = self._through_aliases(found)
        return frozenset(("C", *v[1:]) if v[0] == "I" else v for v in found)

    def outer(self, at: Where, expression: Expression) -> Answer:
        """The object of a class around, by that class's name."""
        kinds = [value for value in self.type(at, expression) if value[0] == "I"]
        wanted = {value[1:3] for value in kinds if self.definition(value).is_class}
        file, scope = self.file(at.path), at.scope
        while scope != MODULE:
            if (at.path, scope) in wanted:
                return self.rules.instance_of(self, at.path, scope)
            scope = file.parent(scope)
        return self.rules.labelled(self, at, expression)

    def _alias(self, value: Value) -> Answer:
        path, ordinal = value[1], value[2]
        file = self.file(path)

        def work_out() -> Answer:
            where = Where(path, file.parent(ordinal), ordinal)
            return self.type(where, file.header(ordinal).known_as)

        found = self.table.ask(("alias", path, ordinal), work_out)
        return substituted(found, self.arguments(value))

    def arguments(self, value: Value) -> Env:
        """What the type parameters of a class are for this value."""
        if value[0] not in "IC" or not value[3]:
            return {}
        return {("T", value[1], value[2], k): given for k, given in enumerate(value[3])}

    # Bases and members, calls, elements: what other modules of this package add.

    def bases(self, value: Value) -> Answer:
        """Instances of the direct bases of a class or instance."""
        return self.rules.bases(self, value)

    def members(self, owners: Answer, name: str) -> Answer:
        """What members of this name may be."""
        return union(self.member(owner, name) for owner in owners)

    def member(self, owner: Value, name: str) -> Answer:
        """What a member of one value may be."""
        key = ("member", owner, name)
        return self.table.ask(
            key, lambda: self._through_aliases(self.rules.member(self, owner, name))
        )

    def parameter(self, path: str, ordinal: int, k: int) -> Answer:
        """What a parameter may be."""
        key = ("parameter", path, ordinal, k)
        return self.table.ask(key, lambda: self.rules.parameter(self, path, ordinal, k))

    def site(self, path: str, scope: int, number: int) -> Site:
        """One call site."""
        return self.file(path).flow(scope).sites[number]

    def callees(self, path: str, scope: int, number: int) -> Answer:
        """What a site may call, as values."""
        site = self.site(path, scope, number)
        key = ("callees", path, scope, number)
        return self.table.ask(key, lambda: self.rules.callees(self, Where(path, scope), site))

    def result(self, path: str, scope: int, number: int) -> Answer:
        """What a site gives."""
        key = ("result", path, scope, number)
        return self.table.ask(key, lambda: self.rules.result(self, Where(path, scope), number))

    def elements(self, values: Answer) -> Answer:
        """What iteration over values gives."""
        return union(self.rules.element(self, value) for value in values)

    def awaited(self, values: Answer) -> Answer:
        """What awaiting values gives."""
        return union(
            value[2][0]
            if value[0] == "B" and value[1] == "Promise" and value[2]
            else self.rules.awaited(self, value)
            for value in values
        )

    def item(self, values: Answer, key: Expression) -> Answer:
        """What a subscript gives."""
        if said := keyed.said_in(key):
            return keyed.held_at(self, values, said)
        return union(self.rules.item(self, value, key) for value in values)
