"""What languages with declared types have in common; each family overrides what differs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import calls, classes, parameters
from codewitness.engine.graph.typed.common_names import CONTENT
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import (
    CALLING_OF_ECMA,
    METHOD,
    Asked,
    Env,
    Value,
    one,
    union,
)
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, Parameter, Site

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where
    from codewitness.engine.graph.typed.world import FileScopes, World

_MAX_OUTSIDE = 120  # characters of a name from outside; a longer one comes of a loop

_LITERALS = {"str": "string", "int": "number"}


class Rules:
    """The rules of one family.

    languages: that it reads; their definitions see each other. sees_members: a bare name may be a
    member of the class around. literals: what built-in types are called, by those of constants.
    constructs_by_call: `X()` makes an X. methods_apart: methods and fields may share a name.
    calls_classes: making an instance of a class without a constructor is a call of the class.
    labels_tell: labels of arguments are a part of a function's name. promises_by_shape: a type
    keeps the promises of every interface whose methods it has, and overrides nothing. singles:
    kinds of definitions that have members but no instances. made_by_none: kinds of definitions
    that promise no constructor. fields_beside_methods: a field
    may have the name of a method, which is called in another way. operators_take_both: an
    operator may be of either operand's class. classes_have_operators: so may classes
    themselves (`Table[key]`). has_friends: functions in a class may be none
    of its members. call_operator: the method that runs where an object is called like a function.
    drops_arguments: a function may be given more than it takes. sets_in_constructors: what a
    constructor assigns to a property runs its code, too. receivers_by_context: where a function
    without a name stands may say on what it runs. calling: members of functions by which they are
    called. names_of_content: methods that all objects have, or text and lists, so that a call of
    one on what a library gave is most likely of that.
    """

    languages: frozenset[str] = frozenset()
    sees_members = False
    constructs_by_call = False
    methods_apart = False
    calls_classes = True
    labels_tell = False
    functions_have_types = False  # by which methods may be declared for them
    promises_by_shape = False
    singles: frozenset[Kind] = frozenset({Kind.NAMESPACE, Kind.OBJECT, Kind.MODULE})
    made_by_none: frozenset[Kind] = frozenset({Kind.INTERFACE, Kind.TYPE})
    literals: Mapping[str, str] = _LITERALS
    fields_beside_methods = False
    operators_take_both = False
    classes_have_operators = False
    has_friends = False
    call_operator = ""
    drops_arguments = False
    sets_in_constructors = False
    receivers_by_context = False
    calling: frozenset[str] = CALLING_OF_ECMA
    names_of_content: frozenset[str] = CONTENT

    def included(self, path: str) -> frozenset[str]:
        """The file and all files whose names it sees as if they were its own."""
        return frozenset((path,))

    def __init__(self, world: World) -> None:
        self.world = world

    # Names.

    def imported(self, ev: Evaluator, path: str, module: str, name: str | None = None) -> Answer:
        """What an import of `module` in the file `path` gives."""
        raise NotImplementedError

    def imported_in(self, ev: Evaluator, at: Where, module: str, name: str | None = None) -> Answer:
        """The same in a scope; most languages have imports at the top of files alone."""
        return self.imported(ev, at.path, module, name)

    def is_closed(self, file: FileScopes, scope: int) -> bool:
        """True for a scope that sees no names of those around it."""
        return False

    def free_name(self, ev: Evaluator, at: Where, name: str, *, is_type: bool) -> Answer:
        """What a name stands for that no scope of the file binds."""
        return NOTHING

    def own_members(
        self, ev: Evaluator, path: str, ordinal: int, name: str, *, is_type: bool
    ) -> Answer:
        """What a bare name may be as a member of the class that it stands in."""
        owners = self.instance_of(ev, path, ordinal)
        found = union(classes.own_members(ev, one_, name) for one_ in owners if one_[0] in "IC")
        if is_type:
            # A member may have the name of its type; as a type the name is that of the type.
            types = found or ev.members(owners, name)
            return frozenset(value for value in types if value[0] in "CSMNT")
        # What a base from outside may have hides nothing that is known.
        return found or frozenset(v for v in ev.members(owners, name) if v[0] not in "Xb")

    def dotted_type(self, ev: Evaluator, at: Where, expression: Expression) -> Answer:
        """A dotted type whose first name nothing is known of."""
        return NOTHING

    def of_arity(self, ev: Evaluator, found: Answer, n_given: int) -> Answer:
        """What is meant of `found` with so many type arguments, where classes differ by them."""
        return found

    def read(self, ev: Evaluator, found: Answer) -> Answer:
        """What reading a member gives, of all that it may be."""
        return found if len(found) < 2 else self.of_arity(ev, found, 0)

    def generic(self, ev: Evaluator, base: Expression, arguments: list[Answer]) -> Answer:
        """A type of the language's own library."""
        return NOTHING

    def types_among(self, ev: Evaluator, found: Answer) -> Answer:
        """Of what a name is bound to what it means as a type."""
        return frozenset(value for value in found if value[0] in "CSMXN")

    def overloads_beside(self, ev: Evaluator, file: FileScopes, found: Answer) -> Answer:
        """Of functions that a name means in a file their overloads in others that it declares."""
        return NOTHING

    # Classes.

    def parts(self, ev: Evaluator, value: Value) -> list[tuple[str, int]]:
        """The definitions that together make up the class of a value."""
        return [(value[1], value[2])]

    def instance_of(self, ev: Evaluator, path: str, ordinal: int) -> Answer:
        """What `this` is in a class."""
        value = ev.named(path, ordinal)
        if value[0] != "C":
            return one(value)
        names = ev.file(path).header(ordinal).type_parameters[::2]
        own = tuple(one(("T", path, ordinal, k)) for k in range(len(names)))
        return one(("I", path, ordinal, own))

    def owner(self, ev: Evaluator, path: str, ordinal: int) -> Answer:
        """What a function outside of its class belongs to."""
        return NOTHING

    def header_scope(self, file: FileScopes, ordinal: int) -> int:
        """The scope in which the types of a definition's parameters are looked up."""
        return file.parent(ordinal)

    def may_be_method(self, name: str) -> bool:
        """True if a bare name that nothing known binds may be a method of any class."""
        return False

    def is_used_by_macro(self, ev: Evaluator, site: Site, word: str = "") -> bool:
        """True if the macro that is given the name of a site calls what it names.

        With the word `fn ` if it makes a function of that name.
        """
        return False

    def run_by(self, site: Site, callees: Answer) -> Answer:
        """What a site runs of what its callee may be."""
        return callees

    def made_for_types(self, ev: Evaluator, values: Answer) -> Answer:
        """The classes that are made where the class to make is a type parameter."""
        return NOTHING

    def is_pointer(self, ev: Evaluator, at: Where, expression: Expression) -> bool | None:
        """True for what only leads to an object, None if that is not known."""
        return False

    def declared_with(self, ev: Evaluator, path: str, ordinal: int) -> list[tuple[str, int]]:
        """Places of all declarations of the function that is declared at this one."""
        return [(path, ordinal)]

    def bases(self, ev: Evaluator, value: Value) -> Answer:
        """Instances of the direct bases."""
        return classes.bases(ev, value)

    def bases_in_order(self, ev: Evaluator, value: Value) -> list[Value]:
        """The direct bases, in the order in which a member is looked for."""
        return sorted(ev.bases(value), key=repr)

    def member(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """What a member of `owner` may be."""
        return classes.member(ev, owner, name)

    def asked(self, ev: Evaluator, at: Where, callee: Expression) -> Answer:
        """What a method is looked for in that stands behind a dot."""
        return ev.owners(at, callee[1])

    def held_types(self, ev: Evaluator, kinds: Answer, of: str = "") -> Answer:
        """The types of what types hold."""
        return ev.elements(kinds)

    def labelled(self, ev: Evaluator, at: Where, label: Expression) -> Answer:
        """What a function around runs on, by its name or by that of what takes it."""
        return NOTHING

    def accessors(self, ev: Evaluator, owner: Value, name: str) -> list[Value]:
        """Properties with code of their own that reading this member of `owner` runs."""
        return classes.accessors(ev, owner, name)

    def setters(self, ev: Evaluator, owner: Value, name: str) -> list[Value]:
        """Those that run when this member of `owner` is set."""
        return self.accessors(ev, owner, name)

    def builtin_member(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """What a member of an instance of a built-in type may be."""
        return one(("b", name, owner))

    def extensions(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Members that are declared outside of the class."""
        return NOTHING

    def filled_elsewhere(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Collections that a field of a class gets where neither it nor a method is written."""
        return NOTHING

    def is_outside(self, ev: Evaluator, value: Value) -> bool:
        """True for a class of a library, to which the project adds something."""
        return ev.definition(value).kind is Kind.EXTENSION

    def is_declared(self, ev: Evaluator, owner: Value, name: str) -> bool:
        """True for a member that a class itself has, though nobody knows what it may be."""
        return False

    def inherited(self, ev: Evaluator, base: Value, found: Answer) -> Answer:
        """Of members of a base those that what stands on it has."""
        return found

    def has_field_beside(self, ev: Evaluator, owner: Value, name: str) -> bool:
        """True for a member of which a class may have both a method and a field."""
        return self.fields_beside_methods

    def is_hidden(self, ev: Evaluator, at: Where, site: Site, function: Value) -> bool:
        """True for a function from outside of a class that one of the class's own goes before."""
        return False

    def makers(self, ev: Evaluator, value: Value) -> list[tuple[str, int]]:
        """The constructors that a class itself defines."""
        return [
            (path, child)
            for path, ordinal in self.parts(ev, value)
            for child in ev.file(path).children.get(ordinal, ())
            if ev.file(path).definitions[child].kind is Kind.CONSTRUCTOR
        ]

    def copies(self, ev: Evaluator, at: Where, site: Site, value: Value) -> bool:
        """True if a site makes an object of a class from another one, which nobody need write."""
        return False

    def makes_itself(self, ev: Evaluator, value: Value, site: Site) -> bool:
        """True if a site runs the constructor in a class's header, not one of those in its body."""
        return False

    def places(self, ev: Evaluator, value: Value, name: str) -> list[tuple[str, int]]:
        """The definitions of a name in the class of a value."""
        return [
            (path, place)
            for path, ordinal in self.parts_saying(ev, value, name)
            for place in ev.file(path).members.get((ordinal, name), ())
            if ev.file(path).definitions[place].kind is not Kind.CONSTRUCTOR
        ]

    def parts_saying(self, ev: Evaluator, value: Value, name: str) -> list[tuple[str, int]]:
        """The parts of a class that may have a member of this name."""
        return self.parts(ev, value)

    def promised(self, ev: Evaluator, value: Value) -> list[Value]:
        """The method of an interface that a function may stand for, if it is the only one."""
        return []

    def is_alias(self, ev: Evaluator, value: Value) -> bool:
        """True for a name of a type that is defined elsewhere."""
        return ev.definition(value).kind is Kind.TYPE

    def is_function(self, ev: Evaluator, value: Value) -> bool:
        """True for something of a type that tells only how it is called."""
        return bool(value[0] == "F")

    def sees_extension(self, ev: Evaluator, path: str, place: tuple[str, int]) -> bool:
        """True for a function for objects of another class that a file may call."""
        return True

    def may_be_given(self, ev: Evaluator, owners: Answer, place: tuple[str, int]) -> bool:
        """False for a function for other types than what is known of these objects."""
        return True

    def taking_implicit(
        self, ev: Evaluator, at: Where, site: Site, functions: list[Value]
    ) -> list[Value]:
        """Those whose types have the members that a site gives without naming the type."""
        return []

    def extending(self, ev: Evaluator, name: str) -> list[tuple[str, int]]:
        """Functions of a name that are written for types which are defined elsewhere."""
        return []

    def is_variable(self, ev: Evaluator, at: Where, name: str) -> bool:
        """True for a variable of a function around, which hides what its classes have."""
        file = ev.file(at.path)
        scope = at.scope
        while scope >= 0 and file.definitions[scope].is_callable:
            own = any(parameter.name == name for parameter in file.header(scope).parameters)
            if own or (scope != at.scope and name in file.binds(scope)):
                return file.language != "java"  # there no variable is called
            scope = file.parent(scope)
        return False

    def may_extend(self, ev: Evaluator, at: Where, owners: Answer, site: Site) -> bool:
        """True if what is not of the workspace may have the method that is called by code of it."""
        return False

    def sees_receiver(self, ev: Evaluator, at: Where, name: str) -> bool:
        """True if a bare name may be a member of what a function runs on."""
        if not self.receivers_by_context:
            return ev.file(at.path).header(at.scope).known_as is not None
        return not self.is_variable(ev, at, name)  # what a function around has goes before it

    def may_be_lost(self, ev: Evaluator, dotted: str, site: Site) -> bool:
        """True for a name from outside that a function of ours may have, for all that was read."""
        return False

    def may_run_on(self, ev: Evaluator, at: Where) -> bool:
        """True where a plain name may be a method of what a function around is run on."""
        return False

    # Calls.

    def awaited(self, ev: Evaluator, value: Value) -> Answer:
        """What awaiting something that is no promise gives."""
        return one(value)

    def head(self, ev: Evaluator, path: str, ordinal: int) -> list[Parameter]:
        """The parameters of a function, or of what makes the objects of a class."""
        return ev.file(path).header(ordinal).parameters

    def callees(self, ev: Evaluator, at: Where, site: Site) -> Answer:
        """What a site may call."""
        return calls.callees(ev, at, site)

    def result(self, ev: Evaluator, at: Where, number: int) -> Answer:
        """What a site gives."""
        return calls.result(ev, at, number)

    def outside_result(self, ev: Evaluator, at: Where, site: Site, callee: Value) -> Answer:
        """What a function from outside gives."""
        return one(("X", f"{callee[1]}()")) if len(callee[1]) < _MAX_OUTSIDE else NOTHING

    def may_be_own(self, dotted: str) -> bool:
        """True if what has this name outside may be an object of the workspace: a call gave it."""
        made = dotted.rstrip(METHOD).removesuffix(".new")
        return METHOD in made or (METHOD in dotted and not made.rpartition(".")[2][:1].isupper())

    def instance(self, ev: Evaluator, at: Where | None, kind: Value) -> Value:
        """What is of a class, where its name stands."""
        return ("I", *kind[1:])

    def is_generic(self, ev: Evaluator, path: str, ordinal: int) -> bool:
        """True for a function whose arguments tell what type parameters stand for."""
        return bool(ev.file(path).header(ordinal).type_parameters)

    def made_by_block(self, ev: Evaluator, function: Value, env: Env) -> Env:
        """What `Self` is as a result, where the arguments tell the parameters of the block."""
        return {}

    def arguments_of_block(self, ev: Evaluator, function: Value) -> Env:
        """What the type parameters of the block around a method are for its receiver."""
        return {}

    def members_put_on(self, ev: Evaluator, function: Value, name: str) -> Answer:
        """What was put on a function by this name."""
        return classes.put_on(ev, function, name)

    def builtin_result(self, ev: Evaluator, at: Where, site: Site, callee: Value) -> Answer:
        """What a method of a built-in type gives."""
        return NOTHING

    def returned(self, ev: Evaluator, path: str, ordinal: int, found: Answer) -> Answer:
        """What a call gives, if the function's own `return` gives `found` and declares nothing."""
        return found

    def parameter(self, ev: Evaluator, path: str, ordinal: int, k: int) -> Answer:
        """What a parameter may be."""
        return parameters.parameter(ev, path, ordinal, k)

    def callback_parameter(
        self, ev: Evaluator, callee: Value, argument: int, k: int, n: int
    ) -> Answer:
        """What a method of a built-in type gives to the k-th of n parameters of its argument."""
        return NOTHING

    def handed_outside(
        self, ev: Evaluator, at: Where, site: Site, callee: Value, asked: Asked
    ) -> Answer:
        """What a function from outside gives to a parameter of a closure."""
        return NOTHING

    def told(self, ev: Evaluator, at: Where, expression: Expression) -> Answer:
        """What a call says of its argument, or hands its block."""
        return calls.told(ev, at, expression)

    def sharing(self, path: str) -> Iterable[str]:
        """The files that know the variables of a file by their plain names, itself among them."""
        return (path,)

    # Elements.

    def element(self, ev: Evaluator, value: Value) -> Answer:
        """What iteration over a value gives."""
        return NOTHING

    def item(self, ev: Evaluator, value: Value, key: Expression) -> Answer:
        """What a subscript of a value gives."""
        return NOTHING
