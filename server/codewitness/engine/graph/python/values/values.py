"""What expressions may be when they run: values flow through assignments, calls and attributes.

Values beside those of `names`: ("B", key) a function bound to its object; ("G", key) what a
generator function gives; ("Q", class) `super()` there; ("K", constant); ("T", built-in type);
("L" | "D" | "H", key, id, ...) the display or comprehension `id` of a scope; ("V", key, k) what the
parameter `*k` or `**k` holds; ("P", key, j) the partial made at site j; ("E", key, j, how) what
a built-in call at site j holds; ("U", key, j, how) an element of it that is a tuple; ("S", kind,
key) the names that such a value has, as a mapping; ("O", class) the classes that it comes from.
"""

from __future__ import annotations

from collections.abc import Iterable

from codewitness.engine.graph.cells import ANYTHING, NONE, Cells, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.calls.for_class import written_for
from codewitness.engine.graph.python.calls.of_functions import OfFunctions
from codewitness.engine.graph.python.containers.keys import TOLD, Keys
from codewitness.engine.graph.python.containers.slices import sliced
from codewitness.engine.graph.python.library.command_lines import is_of_commands
from codewitness.engine.graph.python.library.given_outside import given_by
from codewitness.engine.graph.python.library.loaded import MODULES, in_use
from codewitness.engine.graph.python.naming import older
from codewitness.engine.graph.python.naming.builtin_names import CLASS_METHODS, OF_OBJECT, SETTERS
from codewitness.engine.graph.python.naming.kinds import (
    gives_none,
    is_known,
    is_left_open,
    is_of_arguments,
    is_of_class,
    may_be_outside,
    may_have,
    objects,
    type_having,
)
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.engine.graph.python.naming.outside import outside
from codewitness.engine.graph.python.naming.private_names import PrivateNames
from codewitness.engine.graph.python.naming.star_imports import starred
from codewitness.engine.graph.python.objects.descriptors import Descriptors
from codewitness.engine.graph.python.objects.made_classes import held
from codewitness.engine.graph.python.objects.properties import is_property, made_properties
from codewitness.engine.graph.python.objects.records import are_of_typed_keys, field_names, matched
from codewitness.engine.graph.python.special.awaiting import Awaiting
from codewitness.engine.graph.python.values.declared import is_open, told_by
from codewitness.engine.graph.python.values.enumerations import Enumerations
from codewitness.engine.graph.python.values.generics import Generics
from codewitness.engine.graph.python.values.left_to_others import is_left_to_others
from codewitness.engine.graph.python.values.made_up import CURRENT, MadeUp
from codewitness.engine.graph.python.values.narrowing import caught, narrowed, second
from codewitness.engine.graph.python.values.own_fields import OwnFields
from codewitness.engine.graph.python.values.own_methods import handed_on, in_its_place, is_own
from codewitness.engine.graph.python.values.replaced import put_later
from codewitness.engine.graph.python.values.writes import Writes, may_be_given
from codewitness.engine.graph.workspace import Workspace
from codewitness.model.flow import Expression, form


class Flows:
    """Expressions to values. `calls` says what calls give, `containers` what is in what."""

    def __init__(self, workspace: Workspace, cells: Cells, names: Names, keys: Keys) -> None:
        self.workspace = workspace
        self.cells = cells
        self.names = names
        self.constants = keys
        self.descriptors = Descriptors(workspace, cells, names)
        self.writes = Writes(workspace, cells, names, self.values)
        self.of_functions = OfFunctions(cells, names, self.writes)
        self.enums = Enumerations(names, self)
        self.made_up = MadeUp(self)
        self.private_names = PrivateNames(self)
        self.generics = Generics(self)
        self.awaiting = Awaiting(self)
        self.own_fields = OwnFields(self)
        self.get = cells.get

    # Expressions.

    def values(self, scope: Scope, expression: Expression) -> Values:
        """What an expression of a scope may be."""
        if expression is None:
            return NONE
        if type(expression) is str:
            return self.name(scope, expression)
        read = _FORMS.get(expression[0])
        return NONE if read is None else read(self, scope, expression)

    def _reached(self, scope: Scope, expression: Expression) -> Values:
        key = scope.key
        found = [self.get(("bd", key, i) if i >= 0 else ("p", key, -1 - i)) for i in expression[2:]]
        # Functions inside may give it another value meanwhile.
        if others := scope.outer_binds(expression[1]):
            found += [self._given(home, i) for home, i in others]
        return found[0] if len(found) == 1 else NONE.union(*found)

    def _attribute(self, scope: Scope, expression: Expression) -> Values:
        found = self.named(scope, expression)
        return found | in_its_place(self, scope, expression, found) if is_own(expression) else found

    def named(self, scope: Scope, expression: Expression) -> Values:
        """What an attribute may be, of the classes that are known, where it is called."""
        _, base, name = expression
        owners = self.values(scope, base)
        if name[:2] == "__":
            owners = self.private_names.owners(scope, name, owners)
        if not owners:
            return NONE
        if told := self.own_fields.given(scope, expression, owners):
            return told
        if len(owners) == 1:
            (owner,) = owners
            return self.attribute(owner, name)
        return NONE.union(*(self.attribute(owner, name) for owner in owners))

    def _called(self, scope: Scope, expression: Expression) -> Values:
        return self.get(("r", scope.key, expression[1]))

    def _item(self, scope: Scope, expression: Expression) -> Values:
        keys = self.keys(scope, expression[2])
        owners = self.values(scope, expression[1])
        if MODULES in owners and (own := in_use(self, scope, expression[2])):
            return own
        told = self.generics.elements(scope, expression[1], owners, "__getitem__")
        found = (self.get(("el", owner, key)) for owner in owners for key in keys)
        return told or NONE.union(*found)

    def keys(self, scope: Scope, expression: Expression) -> list[Value]:
        """The constants that a key may be, and any key if it may be something else."""
        if form(expression) == "k":
            return [("K", expression[1])]
        return sorted(self.constants.of(scope, expression), key=str)

    def _union(self, scope: Scope, expression: Expression) -> Values:
        return NONE.union(*(self.values(scope, one) for one in expression[1:]))

    def _constant(self, _scope: Scope, expression: Expression) -> Values:
        return frozenset([("K", expression[1])])

    def _typed(self, scope: Scope, expression: Expression) -> Values:
        told = self.constants.told(scope, expression) if len(expression) > TOLD else ()
        return NONE if expression[1] == "None" else frozenset([("T", *expression[1:TOLD], *told)])

    def _display(self, scope: Scope, expression: Expression) -> Values:
        number = expression[1] if expression[0] == "D" else expression[2]
        kind = "H" if expression[0] == "C" else expression[0]
        return frozenset([(kind, scope.key, number, 0)])

    def _definition(self, scope: Scope, expression: Expression) -> Values:
        if expression[1] >= len(scope.children):
            return NONE
        child = scope.children[expression[1]]
        return frozenset([("C" if child.is_class else "F", child.key)])

    def _iterated(self, scope: Scope, expression: Expression) -> Values:
        owners = self.values(scope, expression[1])
        told = self.generics.elements(scope, expression[1], owners, "__iter__")
        return told or self.each(owners, lambda owner: self.get(("el", owner, None)))

    def _sent(self, scope: Scope, _expression: Expression) -> Values:
        return self.get(("sent", scope.key))

    def _awaited(self, scope: Scope, expression: Expression) -> Values:
        return self.awaiting.given(scope, expression[1])

    def _entered(self, scope: Scope, expression: Expression) -> Values:
        owners = self.values(scope, expression[1])
        return self.each(owners, lambda owner: self.get(("en", owner)))

    def _import(self, scope: Scope, expression: Expression) -> Values:
        found = self.names.imported(scope, expression, self.get, "ma")
        return found | self.made_up.logged_in(found)

    def _narrowed(self, scope: Scope, expression: Expression) -> Values:
        _, inner, declared, holds = expression
        if not inner:
            return caught(self, scope, declared)
        if holds == 2:  # the second of a pair whose first is a text that is like that
            return second(self, self.values(scope, inner[1]), declared)
        return narrowed(self, scope, self.values(scope, inner), declared, holds)

    def narrowed(self, scope: Scope, values: Values, declared: Expression, holds: int) -> Values:
        """What values are where a question for a type, read in a scope, is true or false."""
        return narrowed(self, scope, values, declared, holds)

    def _declared(self, scope: Scope, expression: Expression) -> Values:
        declared = frozenset(self.names.types(scope, expression[1]))
        if is_known(declared) and not is_open(self.names, declared):
            return declared
        given = self.values(scope, expression[2])
        if is_known(declared) and not are_of_typed_keys(self.names, declared):
            return declared | told_by(self.names, declared, set(given))
        if not declared:
            return given
        # What a generic class keeps is another thing for each object of it.
        return (
            declared
            if self.names.is_generic(scope, expression[1])
            else declared | objects(given, declared)
        )

    def each(self, owners: Values, of: object) -> Values:
        """The union of what `of` gives for each owner."""
        return NONE.union(*(of(owner) for owner in owners))  # type: ignore[operator]

    # Names.

    def name(self, scope: Scope, name: str) -> Values:
        """What a name is that no assignment of this scope is known to reach."""
        # What a class reads before it has it is that of the scopes around: `f = staticmethod(f)`.
        start = scope.parent if scope.is_class else scope
        home = None if start is None else self.names.home(start, name)
        if home is not None:
            return self.get(("var", home.key, name))
        sources = starred(self.names, scope.file.top, name)
        found = NONE.union(*(self.get(("ma", source, name)) for source in sources))
        if found or name == "NotImplemented":  # which nobody is given
            return found
        meant = older.builtin(name)
        return NONE if meant is None else frozenset([("X", meant)])

    def variable(self, key: str, name: str) -> Iterable[Value]:
        """Rule `var`: all that a name of a scope may be."""
        scope = self.names.scope(key)
        if scope is None:
            return NONE
        found = [self._given(home, i) for home, i in self.names.sources(scope, name)]
        if scope.is_callable:
            for k, parameter in enumerate(scope.parameters):
                if parameter.name == name:
                    found.append(self.get(("p", key, k)))
        elif scope.parent is None:
            found.append(self.writes.of_module(scope.file.path, name))
        return NONE.union(*found)

    def _given(self, scope: Scope, index: int) -> Values:
        """What one assignment gives; the simplest are worked out on the spot."""
        value = scope.flow.binds[index][1]
        if form(value) not in _SIMPLE or (form(value) == "f" and self._is_overload(scope, value)):
            return self.get(("bd", scope.key, index))
        self.cells.note("scope", scope.key)
        return self.values(scope, value)

    def bind(self, key: str, index: int) -> Iterable[Value]:
        """Rule `bd`: what one assignment gives."""
        scope = self.names.scope(key)
        binds = scope.flow.binds if scope is not None else []
        if scope is None or index >= len(binds):
            return NONE
        value = binds[index][1]
        if form(value) in ("f", "c") and self._is_overload(scope, value):
            return NONE
        is_kept = form(binds[index][0]) in ("a", "i")
        found = handed_on(self, scope, value) if is_kept else self.values(scope, value)
        return found - put_later(self, scope, index)

    def _is_overload(self, scope: Scope, value: Expression) -> bool:
        if '"overload"' not in scope.flow_text:
            return False
        own = (one for one in scope.children if one.header[4] == value)
        return any("overload" in one.decorators for one in own)

    def module_member(self, path: str, name: str) -> Iterable[Value]:
        """Rule `ma`: what a module has by a name."""
        found = self.names.member(path, name, self.get, "var", "ma")
        return found or self.made_up.of_module(path, name)

    def attribute(self, owner: Value, name: str) -> Values:
        """What `owner.name` may be."""
        kind = owner[0]
        if name == "__dict__" and kind in "CMI":
            return frozenset([("S", *owner)])
        if kind in _RULES:
            return self.get((_RULES[kind], owner[1], name))
        if kind == "X":
            return self._of_outside(owner, name)
        if kind == "?":
            return ANYTHING
        if kind not in _BUILT_IN:
            return self.of_functions.attribute(owner, name) if kind in "FBP" else NONE
        if kind == "E" and (own := held(self, owner, name)) is not None:
            return own
        name = older.method(name)
        # What a built-in type does not have is asked of another object that may be there too.
        has_it = may_have(owner, name)
        return frozenset([("X", f"{type_having(owner, name)}.{name}")]) if has_it else NONE

    def _of_outside(self, owner: Value, name: str) -> Values:
        found = frozenset([outside(owner[1], name)]) if may_be_outside(owner[1], name) else NONE
        if is_of_arguments(owner):
            return found | self.get(("df", name)) | self.get(("at", name))
        if own := self.made_up.logged_in(found):
            found |= own
        made = str(CURRENT.get(owner[1], owner[1]))
        if may_be_given(made) and (own := self.writes.outside(made, name)):
            return found | own
        return found | self.get(("ob", "")) if name == "obj" and is_of_commands(owner) else found

    def instance_attribute(self, key: str, name: str) -> Iterable[Value]:
        """Rule `ia`: what instances of a class have by a name."""
        if name == "__class__":
            return {("C", key)}
        if name.isdigit():
            return self.get(("ia", key, matched(self.names, key, int(name))))
        told = self.private_names.of(("I", key), name) if name[:1] == "_" else None
        return self._of_instances(key, name) if told is None else told

    def _of_instances(self, key: str, name: str) -> set[Value]:
        found: set[Value] = set()
        is_known = False
        external: list[Value] = []
        for entry in self.names.mro(key):
            if entry[0] == "X":
                if entry[1] != "builtins.object":
                    external.append(outside(entry[1], name))
                continue
            scope = self.names.scope(entry[1])
            if scope is None:
                continue
            if not is_known and self.names.has(scope, name):
                is_known = True
                found |= self.own_fields.of_class(scope, key, name)
            if self.writes.places(scope, name):
                found |= written_for(self, scope, key, name)
                found |= NONE if found else self._filled(scope, key, name)
                is_known = is_known or not external
        is_field = name in field_names(self.names, key)
        found |= self.writes.elsewhere(key, name, is_instance=True) | (
            self.get(("fd", key, name)) if is_field else NONE
        )
        if not (is_known or is_field):
            found |= set(external) or self._mixed_in(key, name) | self.made_up.of_object(key, name)
        return found

    def class_attribute(self, key: str, name: str) -> Iterable[Value]:
        """Rule `ca`: what a class itself has by a name."""
        if name == "__mro__":
            return {("O", key)}
        told = self.private_names.of(("C", key), name) if name[:1] == "_" else None
        return self._of_class(key, name) if told is None else told

    def _of_class(self, key: str, name: str) -> Values | set[Value]:
        external: list[Value] = []
        for entry in self.names.mro(key):
            if entry[0] == "X":
                external.append(outside(entry[1], name))
                continue
            scope = self.names.scope(entry[1])
            if scope is not None and self.names.has(scope, name):
                found = self.member(scope, name, is_instance=False)
                found |= self.writes.by_class(scope, name)
                is_open = self.is_abstract(scope, name) and is_of_class(scope, name)
                if is_open or is_left_open(scope, name):
                    found |= self.overrides(key, name)
                is_method = any(child.name == name for child in scope.children)
                if self.names.is_enum(key) and not is_method:
                    return {("I", key)}
                return found | self.writes.elsewhere(key, name)
        if own := self._of_metaclass(key, name):
            return own | self.writes.elsewhere(key, name)
        if name in ("__new__", "__subclasses__") and not external:
            return {("X", f"builtins.object.{name}")}
        told = self.made_up.of_queries(key, name) if external else NONE
        rest = set(told or external) or self.overrides(key, name)
        return rest | self.writes.elsewhere(key, name)

    def _of_metaclass(self, key: str, name: str) -> set[Value]:
        if name == "__name__":
            return {("T", "str")}
        orders = [self.names.mro(one) for one in self.names.metaclasses(key)]
        own = ([entry for entry in order if entry[0] == "C"] for order in orders)
        return next((found for one in own if (found := self.after(one, name))), set())

    def super_attribute(self, key: str, name: str) -> Iterable[Value]:
        """Rule `su`: what the classes after a class have by a name."""
        found = self.after(self.names.mro(key)[1:], name)
        found |= NONE if found else self.made_up.inherited(key, name)
        if found and not self._is_beside(key, name):
            return found
        if found and self.names.is_base_alone(key):
            found = set()
        # What comes after a mixin the classes tell that it is mixed into.
        for below in self.names.subclasses(key):
            order = self.names.mro(below.key)
            at = next((n for n, entry in enumerate(order) if entry == ("C", key)), len(order))
            found |= self.after(order[at + 1 :], name)
        return found or {("X", f"builtins.object.{name}")}

    def _is_beside(self, key: str, name: str) -> bool:
        """True if a class that is mixed with this one has a name too."""
        beside = (self.names.scope(one) for one in self.names.beside(key))
        return any(scope is not None and self.names.has(scope, name) for scope in beside)

    def after(self, entries: Iterable[Value], name: str) -> set[Value]:
        """What the first of some classes that has this name has by it; nothing of `object`."""
        for entry in entries:
            if entry[0] == "X":
                return set() if entry[1] == "builtins.object" else {outside(entry[1], name)}
            scope = self.names.scope(entry[1])
            if scope is not None and self.names.has(scope, name):
                return set(self.member(scope, name, is_instance=True))
        return set()

    def member(self, owner: Scope, name: str, *, is_instance: bool) -> Values:
        """What a class itself has by a name, as it is read through an instance or the class."""
        if is_instance and any(made.name == name for made in made_properties(owner)):
            return self._given_by_made(owner, name)
        values = self.get(self.writes.giving(owner, name))
        if is_instance and len(owner.binds(name)) > 1:  # a property that can be set has several
            values |= {
                ("F", one.key) for one in owner.children if one.name == name and is_property(one)
            }
        given = self.descriptors.given(owner, name, values, is_instance=is_instance)
        if given is not None:
            return given
        return NONE.union(*(self._bound(value, is_instance=is_instance) for value in values))

    def _given_by_made(self, owner: Scope, name: str) -> Values:
        getters = [made.getter for made in made_properties(owner) if made.name == name]
        run = [value for getter in getters for value in self.values(owner, getter)]
        return NONE.union(*(self.get(("ret", value[1])) for value in run if value[0] in "FB"))

    def _bound(self, value: Value, *, is_instance: bool) -> Values:
        if value[0] == "X" and is_instance:
            return frozenset([("X", given_by(value[1]))])
        if value[0] != "F":
            return frozenset([value])
        function = self.names.scope(value[1])
        if function is None:
            return NONE
        decorators = function.decorators
        if is_property(function):
            return self.get(("ret", function.key)) if is_instance else NONE
        if any(name in SETTERS for name in decorators):
            return NONE
        if "staticmethod" in decorators:
            return frozenset([value])
        if "classmethod" in decorators or function.name in CLASS_METHODS:
            return frozenset([("B", value[1])])
        return frozenset([("B", value[1])]) if is_instance else frozenset([value])

    def is_abstract(self, scope: Scope, name: str) -> bool:
        """True for a method that is there to be overridden, or does nothing but raise."""
        return is_left_to_others(self.names, scope, name)

    def overrides(self, key: str, name: str) -> set[Value]:
        """What classes below a class have by a name of their own."""
        found: set[Value] = set()
        if name in OF_OBJECT:  # which every class has
            return found
        for scope in self.names.subclasses(key):
            if self.names.has(scope, name):
                found |= self.member(scope, name, is_instance=True)
            if self.writes.places(scope, name):
                found |= self.get(("w", scope.key, name))
        return found

    def _filled(self, scope: Scope, key: str, name: str) -> set[Value]:
        """What classes below a class give a field that it gives None alone: `self.page = None`."""
        places = self.writes.places(scope, name)
        is_open = all(gives_none(home, index) for home, index in places)
        return self.overrides(key, name) if is_open else set()

    def _mixed_in(self, key: str, name: str) -> set[Value]:
        """What classes below a class, which has no such name, have by it: of their own or not."""
        found = self.overrides(key, name)
        for beside in self.names.beside(key) if name not in OF_OBJECT else ():
            found |= self.after([("C", beside)], name)
            scope = self.names.scope(beside)
            if scope is not None and self.writes.places(scope, name):
                found |= self.get(("w", beside, name))
        return found


_RULES = {"I": "ia", "C": "ca", "M": "ma", "Q": "su"}  # of attributes
_BUILT_IN = frozenset("TKLDHVYEUGS")
_SIMPLE = frozenset("mfktLDC")  # forms of expressions
_FORMS = {
    "v": Flows._reached,
    "a": Flows._attribute,
    "c": Flows._called,
    "i": Flows._item,
    "s": sliced,
    "u": Flows._union,
    "k": Flows._constant,
    "t": Flows._typed,
    "L": Flows._display,
    "D": Flows._display,
    "C": Flows._display,
    "f": Flows._definition,
    "e": Flows._iterated,
    "S": Flows._sent,
    "w": Flows._awaited,
    "x": Flows._entered,
    "m": Flows._import,
    "n": Flows._narrowed,
    "y": Flows._declared,
}
