"""Ruby: classes that may be reopened, mixins, `new`, names of constants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import calls
from codewitness.engine.graph.typed.evaluate import Evaluator
from codewitness.engine.graph.typed.packages import PackageRules, Place
from codewitness.engine.graph.typed.ruby import (
    ruby_blocks,
    ruby_core,
    ruby_extended,
    ruby_hooks,
    ruby_made,
    ruby_new,
    ruby_unwritten,
)
from codewitness.engine.graph.typed.ruby.ruby_levels import (
    classes_around,
    is_of_class,
    method_around,
    of_one_level,
    without_own_of_modules,
)
from codewitness.engine.graph.typed.ruby.ruby_names import (
    COMPARED,
    COMPARING,
    CONTENT,
    ENUMERATED,
    ENUMERATING,
    KERNEL,
    OF_METHODS,
)
from codewitness.engine.graph.typed.ruby.ruby_parts import (
    Head,
    OpenedClasses,
    enumerates,
    has_reader,
    is_enumerable,
    only_one,
)
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import THIS, Value, one, substituted, union
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.facts import Kind, join_name
from codewitness.model.flow import IN_BLOCK, Expression, Site, form, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Where

_NEW: tuple[Expression, ...] = ("new", ["a", "this", "new"])  # of the class itself


class RubyRules(PackageRules):
    """Ruby. Modules (namespaces and mixins) count as classes."""

    languages = frozenset(("ruby",))
    methods_apart = False
    classes_have_operators = True
    singles = frozenset()
    names_of_content = CONTENT

    def may_be_own(self, dotted: str) -> bool:
        """What a call gave; also a class that is made of others."""
        return dotted in ("Class.new()", "Struct.new()") or super().may_be_own(dotted)

    def package(self, path: str) -> str:
        """Constants are told by the modules around them alone."""
        return ""

    def contexts(self, ev: Evaluator, at: Where) -> Iterator[str]:
        """Modules and classes around, the innermost first."""
        scope = at.scope
        file = ev.file(at.path)
        while scope != MODULE:
            if file.definitions[scope].is_class:
                yield file.definitions[scope].qualified_name
            scope = file.parent(scope)
        yield ""

    def free_name(self, ev: Evaluator, at: Where, name: str, *, is_type: bool) -> Answer:
        """A constant of the modules around, or of those included; a function of the top level."""
        from codewitness.engine.graph.typed.evaluate import Where as At

        for space in self.contexts(ev, at) if name[:1].isupper() else ("",):
            found = self.full(ev, join_name(space, name)) or (
                self._constant(ev, space, name) if space else NOTHING
            )
            if found:
                return found
        if name[:1].isupper():
            for target, module in ev.file(at.path).flow(MODULE).binds:
                if target == ["mix", "include"]:
                    if found := ev.members(ev.value(At(at.path, MODULE), module), name):
                        return found
        return self.outside(name)

    def _constant(self, ev: Evaluator, space: str, name: str) -> Answer:
        found: list[Answer] = []
        for path, ordinal in self.by_full_name.get(space, ()):
            binds = ev.file(path).binds(ordinal).get(name, ())
            # `DEFAULT = new` in a class is one of it, whoever reads the constant.
            own = {THIS: one(("I", path, ordinal, ()))}
            found += (substituted(ev.bound(path, ordinal, index), own) for index in binds)
        return union(found)

    def find_full(self, ev: Evaluator, name: str) -> Answer:
        """A class or module by its full name; of functions those of the top level alone."""
        places = [
            place
            for place in self.by_full_name.get(name, ())
            if ev.file(place[0]).definitions[place[1]].is_class
            or ev.file(place[0]).parent(place[1]) == MODULE
        ]
        return self.standing_for(ev, places) or self.variable(ev, name)

    def imported(self, ev: Evaluator, path: str, module: str, name: str | None = None) -> Answer:
        """`::Name`."""
        return self.full(ev, name or "") or one(("X", name or ""))

    def standing_for(self, ev: Evaluator, places: Iterable[Place]) -> Answer:
        """A module is a class that nobody makes instances of."""
        found: set[Value] = set()
        for path, ordinal in places:
            if ev.file(path).definitions[ordinal].is_class:
                own = ("C", path, ordinal, ())
                found.add(("C", *self.parts(ev, own)[0], ()))
            else:
                found.add(ev.named(path, ordinal))
        return frozenset(found)

    def parts(self, ev: Evaluator, value: Value) -> list[Place]:
        """All places where a class is opened."""
        return self.opened.places((value[1], value[2]))

    def parts_saying(self, ev: Evaluator, value: Value, name: str) -> list[Place]:
        """Those places that have a member of this name."""
        return self.opened.saying((value[1], value[2]), name)

    @cached_property
    def opened(self) -> OpenedClasses:
        """The places where classes and modules are opened."""
        return OpenedClasses(self.world, self.by_full_name)

    def heads(self, value: Value) -> list[Head]:
        """What its places say of the classes above it."""
        return self.opened.heads((value[1], value[2])) if value[0] in "IC" else []

    def instance_of(self, ev: Evaluator, path: str, ordinal: int) -> Answer:
        """`self` in a class."""
        return one(("I", *self.parts(ev, ("C", path, ordinal, ()))[0], ()))

    def bases(self, ev: Evaluator, value: Value) -> Answer:
        """Mixins before the class above."""
        if value[0] not in "IC":
            return NOTHING
        question = ("bases", *value[:3])
        return ev.table.ask(question, lambda: frozenset(self._bases_of(ev, value)))

    def bases_in_order(self, ev: Evaluator, value: Value) -> list[Value]:
        """What is mixed in, the last first, then the class above; kept once that is settled."""
        if value[0] not in "IC":
            return []
        question = ("bases", *value[:3])
        if (known := self._ordered.get(question)) is not None:
            return known
        self.bases(ev, value)
        found = self._bases_of(ev, value)
        if question in ev.table.done:
            self._ordered[question] = found
        return found

    @cached_property
    def _ordered(self) -> dict[tuple[object, ...], list[Value]]:
        return {}

    def _bases_of(self, ev: Evaluator, value: Value) -> list[Value]:
        from codewitness.engine.graph.typed.evaluate import Where as At

        mixed: list[Value] = []
        above: list[Value] = []
        for (path, ordinal), bases, modules in self.heads(value):
            for base in bases:
                around = At(path, ev.file(path).parent(ordinal))
                given = ev.value(around, base)  # `< self` is the class around
                own = frozenset(("C", *v[1:]) for v in given) if base == "this" else given
                above += sorted(own, key=repr)
            for how, module in modules:
                for one_ in sorted(ev.value(At(path, ordinal), module), key=repr):
                    mixed += (
                        *(given for _, given in ruby_hooks.mixed(ev, self.opened, one_, how)),
                        one_,
                    )
        found = [("I", *v[1:]) for v in (*reversed(mixed), *above) if v[0] == "C"]
        return list(dict.fromkeys(v for v in found if v[1:3] != value[1:3]))

    def above(self, ev: Evaluator, value: Value) -> list[list[Value]]:
        """Where `super` in a class or module looks: for a module in each class that has it."""
        if found := self.bases_in_order(ev, value):
            before = self._prepended(ev, value)
            return [[base for base in found if base not in before]]
        return [after for _, after in self._mixed(ev, value)]

    def _prepended(self, ev: Evaluator, value: Value) -> list[Value]:
        """Instances of the modules that come before a class itself, the last first."""
        from codewitness.engine.graph.typed.evaluate import Where as At

        found = [
            ("I", *one_[1:])
            for place, _, modules in self.heads(value)
            for how, module in modules
            if how == "prepend"
            for one_ in sorted(ev.value(At(*place), module), key=repr)
            if one_[0] == "C"
        ]
        return found[::-1]

    def _mixed(self, ev: Evaluator, module: Value) -> Iterator[tuple[Value, list[Value]]]:
        """Instances of the classes that have a module right above, with what comes after it."""
        for scope in ev.world.mentioning(ev.definition(module).name):
            if scope.kind is None or not scope.is_class:
                continue
            own = ev.named(scope.file.path, scope.ordinal)
            order = self.bases_in_order(ev, ("C", own[1], own[2], ()))
            at = next((n for n, base in enumerate(order) if base[1:3] == module[1:3]), None)
            itself: Value = ("I", own[1], own[2], ())
            before = self._prepended(ev, itself) if at is not None else []
            if at is not None and order[at] in before:
                rest = [base for base in order if base not in before]
                yield itself, [*before[before.index(order[at]) + 1 :], ("own", itself), *rest]
            elif at is not None:
                yield itself, [base for base in order[at + 1 :] if base not in before]

    def is_declared(self, ev: Evaluator, owner: Value, name: str) -> bool:
        """True for what `attr_reader` makes: it goes before the method of a base."""
        return has_reader(ev, self.parts_saying(ev, owner, name), name)

    def has_field_beside(self, ev: Evaluator, owner: Value, name: str) -> bool:
        """True for what `attr_reader` makes of objects: their class may have such a method."""
        return owner[0] == "I" and self.is_declared(ev, owner, name)

    def member(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Members; `new` makes an instance."""
        if owner[0] == "C" and name == "new" and not ruby_new.has_own(ev, owner):
            return one(owner)
        if owner[0] == "f" and name in ("call", "()"):
            return one(owner)
        if owner[0] == "f" and ev.definition(owner).kind is Kind.METHOD:
            if name not in OF_METHODS:  # a bare name of a method calls it
                return ev.members(calls.returns(ev, owner), name)
        for module in self._prepended(ev, owner) if owner[0] == "I" else ():
            if own := [v for v in ev.member(module, name) if v[0] == "f"]:
                return frozenset((*v[:3], owner, owner) for v in own)
        if owner[0] in "BD" and (put := ruby_core.added(ev, owner, name)):
            return put
        found = super().member(ev, owner, name)
        is_unknown = not found and owner[0] == "I"
        if is_unknown and name in COMPARED:
            return super().member(ev, owner, COMPARING)
        if is_unknown and name in ENUMERATED and is_enumerable(self.heads(owner)):
            return super().member(ev, owner, ENUMERATING)
        if is_unknown:
            found = ruby_unwritten.refined(ev, owner, name)
        if owner[0] == "C" and not name[:1].isupper():
            found = self._of_class_itself(ev, owner, found)
            found = ruby_extended.by_modules(ev, self, owner, name, found) or found
            found = self._of_those_above(ev, owner, name, found) or found
        if not found and owner[0] == "C" and name[:1].isupper():
            space = ev.definition(owner).qualified_name
            found = self.full(ev, f"{space}.{name}") or self._constant(ev, space, name)
        if owner[0] == "C" and THIS in found:
            return substituted(found, {THIS: one(("I", *owner[1:]))})
        return found

    def inherited(self, ev: Evaluator, base: Value, found: Answer) -> Answer:
        """Without the methods of a module itself."""
        return without_own_of_modules(ev, base, found)

    def _enumerated(self, ev: Evaluator, at: Where, name: str) -> Answer:
        """The `each` of `self`, for a bare name of what `Enumerable` has."""
        owners = ev.this(at) if name in ENUMERATED else NOTHING
        return frozenset(v for v in ev.members(owners, name) if v[0] == "f")

    def is_outside(self, ev: Evaluator, value: Value) -> bool:
        """True for a class of Ruby's own that is opened again."""
        return super().is_outside(ev, value) or ruby_core.is_reopened(ev, value)

    def _of_class_itself(self, ev: Evaluator, owner: Value, found: Answer) -> Answer:
        """Without methods of modules that a class includes: its instances have them."""
        kept: set[Value] = set()
        for value in found:
            module = self._module_of(ev, value)
            is_own = module is None or module == self.parts(ev, owner)[0]
            is_own = is_own or is_of_class(ev, value[1], value[2])
            if is_own or ruby_extended.extends(ev, self, owner, module):
                kept.add(value)
        return frozenset(kept)

    def _of_those_above(self, ev: Evaluator, owner: Value, name: str, found: Answer) -> Answer:
        """The class's own method of a base, where the class itself has one for its instances."""
        own = [v for v in found if v[0] == "f" and ev.definition(v).kind is Kind.METHOD]
        if not own or len(own) < len(found) or any(is_of_class(ev, v[1], v[2]) for v in own):
            return NOTHING
        if any(self._module_of(ev, value) for value in own):
            return NOTHING
        above = (ev.member(("C", *base[1:]), name) for base in self.bases_in_order(ev, owner))
        return frozenset(
            (*v[:4], ("I", *owner[1:]))
            for v in union(above)
            if v[0] == "f" and is_of_class(ev, v[1], v[2])
        )

    def _module_of(self, ev: Evaluator, value: Value) -> Place | None:
        """The module that has a method; None for what is none, or of a class."""
        around = ev.file(value[1]).parent(value[2]) if value[0] == "f" else MODULE
        if around == MODULE or ev.file(value[1]).definitions[around].kind is not Kind.MODULE:
            return None
        return self.parts(ev, ("C", value[1], around, ()))[0]

    def parameter(self, ev: Evaluator, path: str, ordinal: int, k: int) -> Answer:
        """As everywhere; hooks are given classes."""
        return ruby_hooks.given(ev, path, ordinal, k) or super().parameter(ev, path, ordinal, k)

    def filled_elsewhere(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """What methods put into a constant of their class."""
        return ruby_hooks.put_into(ev, owner, name) if name[:1].isupper() else NOTHING

    def owner(self, ev: Evaluator, path: str, ordinal: int) -> Answer:
        """What a method in a `refine` runs on."""
        return ruby_unwritten.refined_object(ev, self, path, ordinal)

    def callees(self, ev: Evaluator, at: Where, site: Site) -> Answer:
        """As everywhere, with what runs unwritten."""
        return ruby_unwritten.run(ev, self, at, site, self._named(ev, at, site))

    def run_by(self, site: Site, callees: Answer) -> Answer:
        """A class is made by `new`, and where `super` goes on with it; a reader only gives it."""
        if last_name(site[1]) == "new" or site[1] == "super":
            return callees
        return frozenset(("I", *v[1:]) if v[0] == "C" else v for v in callees)

    def _named(self, ev: Evaluator, at: Where, site: Site) -> Answer:
        """`super` is the method of the same name above, `new` the class's own."""
        if site[1] == "super":
            scope = method_around(ev, at)
            if scope == MODULE:
                return NOTHING
            name = ev.file(at.path).definitions[scope].name
            orders = [order for value in ev.this(at) for order in self.above(ev, value)]
            found = union(self._first(ev, order, name) for order in orders)
            is_new = name == "new" and is_of_class(ev, at.path, scope)
            return self._made_here(ev, at) if is_new and not found else found
        if site[1] in _NEW and not ruby_new.is_of_object(ev, at):
            return self._made_here(ev, at)
        if ruby_blocks.is_variable(ev, at, site):
            return NOTHING
        if own := ruby_blocks.called(ev, at, site) or ruby_blocks.sent(ev, at, site, self.users):
            return own
        found = self._on_itself(ev, at, site, calls.callees(ev, at, site))
        name = site[1]
        is_on_class = len(site) > 6 and site[6][0][0] != IN_BLOCK
        if is_on_class and any(v[0] == "f" for v in found):
            return self._of_class(ev, found) or self.outside(name)
        if is_on_class and (own := ruby_extended.called(ev, self, at, name, found)):
            return own
        if not found and isinstance(name, list) and name[:2] == ["a", "this"]:
            return self._beside(ev, at, name[2])
        if not found and (found := ruby_extended.of_own_class(ev, self, at, name)):
            return found
        if isinstance(name, str) and all(value == ("X", name) for value in found):
            own = self._beside(ev, at, name) or self._enumerated(ev, at, name)
            found = own or self._not_outside(ev, found, name)
        return of_one_level(ev, at, site, found)

    def _made_here(self, ev: Evaluator, at: Where) -> Answer:
        """What `new` makes; in a module it is one of whatever that is mixed into."""
        return frozenset(
            ("C", *v[1:])
            for v in ev.this(at)
            if v[0] == "I" and ev.definition(v).kind is not Kind.MODULE
        )

    def _on_itself(self, ev: Evaluator, at: Where, site: Site, found: Answer) -> Answer:
        """Without methods of the modules around a class: a bare name is asked of `self` alone."""
        own = {value[1:3] for value in ev.this(at)}
        if not isinstance(site[1], str) or not own:
            return found
        around = {self.parts(ev, ("C", at.path, one_, ()))[0] for one_ in classes_around(ev, at)}
        kept = frozenset(
            v for v in found if v[0] != "f" or not v[4] or v[4][1:3] not in around - own
        )
        return kept or (self.outside(site[1]) if found else found)

    def _of_class(self, ev: Evaluator, found: Answer) -> Answer:
        """Without methods of objects; those of modules may have been given to the class."""
        return frozenset(
            value
            for value in found
            if value[0] != "f"
            or is_of_class(ev, value[1], value[2])
            or ev.file(value[1]).parent(value[2]) == MODULE
            or self._module_of(ev, value) is not None
        )

    def may_be_method(self, name: str) -> bool:
        """A call without a receiver is one on `self`, of which a block may make anything."""
        return name not in KERNEL

    def _beside(self, ev: Evaluator, at: Where, name: str) -> Answer:
        """What a call on `self` in a module is in the classes that it is mixed into."""
        if not any(True for _ in ev.world.named(name)):
            return NOTHING
        found: list[Answer] = []
        for value in ev.this(at):
            for user in self.users(ev, value):
                found.append(ev.member(user, name))
        functions = frozenset(value for value in union(found) if value[0] == "f")
        return frozenset((*v[:4], ("I", *v[1:3], ())) for v in functions)

    def users(self, ev: Evaluator, module: Value) -> Answer:
        """Instances of the classes that a module is mixed into."""
        key = ("users", *module[:3])
        return ev.table.ask(key, lambda: frozenset(user for user, _ in self._mixed(ev, module)))

    def _not_outside(self, ev: Evaluator, found: Answer, name: str) -> Answer:
        """A method that the project has need not be a library's."""
        known = self.may_be_method(name) and any(
            ev.file(path).definitions[ordinal].kind is Kind.METHOD
            for path, ordinal in ev.world.named(name)
        )
        return NOTHING if known else found

    def _first(self, ev: Evaluator, order: list[Value], name: str) -> Answer:
        for base in order:
            if found := self._own(ev, base, name):
                return found
        return NOTHING

    def _own(self, ev: Evaluator, base: Value, name: str) -> Answer:
        """What a class has by a name; behind a module that comes before it, itself alone."""
        if base[0] != "own":
            return without_own_of_modules(ev, base, ev.member(base, name))
        return frozenset(("f", *at, base[1], base[1]) for at in self.places(ev, base[1], name))

    def makers(self, ev: Evaluator, value: Value) -> list[Place]:
        """`initialize`."""
        return self.places(ev, value, "initialize")

    def result(self, ev: Evaluator, at: Where, number: int) -> Answer:
        """What a site gives; a class gives an instance where it is asked for a new one."""
        site = ev.site(at.path, at.scope, number)
        if ruby_blocks.is_variable(ev, at, site):
            return ev.look_up(at, site[1])
        callees = ev.callees(at.path, at.scope, number)
        if last_name(site[1]) in ENUMERATED and any(enumerates(ev, one_) for one_ in callees):
            # It runs `each`, and gives something of its own.
            owners = ev.value(at, site[1][1]) if form(site[1]) == "a" else ev.this(at)
            listed = ("B", "[]", (ev.elements(owners),))
            return self.builtin_result(ev, at, site, ("b", last_name(site[1]), listed))
        if isinstance(site[1], list) and site[1][0] == "a" and site[1][2] == "class":
            made = ev.value(at, site[1][1])
            return frozenset(("C", *value[1:]) for value in made if value[0] == "I")
        if not callees and last_name(site[1]) == "instance" and form(site[1]) == "a":
            return only_one(ev.value(at, site[1][1]), self.heads)
        if site[1] in _NEW and any(value[0] == "I" for value in ev.this(at)):
            return one(THIS)
        if made := ruby_made.of_call(ev, at, site):
            return made
        is_new = site[1] == "new" or (isinstance(site[1], list) and site[1][-1] == "new")
        is_new |= site[1] == "super"
        made = frozenset(("I", *v[1:]) for v in callees if v[0] == "C") if is_new else NOTHING
        fields = frozenset(value for value in callees if value[0] in "IBC")
        given = made or calls.result(ev, at, number) or fields
        # Of what a library's method gives nothing is known; constants name what is a library's.
        return frozenset(v for v in given if v[0] != "X" or v[1][:1].isupper())

    def told(self, ev: Evaluator, at: Where, expression: Expression) -> Answer:
        """What a call hands its block."""
        return ruby_blocks.handed(ev, at, *expression[2:])

    def element(self, ev: Evaluator, value: Value) -> Answer:
        """Elements, and what the `each` of an object hands its block."""
        if value[0] != "I":
            return super().element(ev, value)
        ways = (v for v in ev.member(value, ENUMERATING) if v[0] == "f")
        return union(ruby_blocks.yielded(ev, way, 0) for way in ways)

    def builtin_result(self, ev: Evaluator, at: Where, site: Site, callee: Value) -> Answer:
        """What methods of arrays give."""
        return ruby_unwritten.several(callee, site) or ruby_core.given_back(callee)
