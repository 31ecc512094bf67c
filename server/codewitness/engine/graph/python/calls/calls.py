"""What calls give, what parameters get from calls, and who calls a function."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from codewitness.engine.graph.cells import ANYTHING, NONE, Cells, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.calls import called_back, set_by
from codewitness.engine.graph.python.calls.arity import place_of
from codewitness.engine.graph.python.calls.declared_calls import DeclaredCalls
from codewitness.engine.graph.python.calls.getters import Getters, is_getter
from codewitness.engine.graph.python.calls.given_by_sites import spread, together
from codewitness.engine.graph.python.calls.handed_over import HandedOver, made_at
from codewitness.engine.graph.python.calls.of_functions import bound_to
from codewitness.engine.graph.python.calls.partials import Partials
from codewitness.engine.graph.python.calls.sites import Sites
from codewitness.engine.graph.python.decorators import of_resources
from codewitness.engine.graph.python.decorators.handing import (
    decorator_name,
    handed_through,
    is_handed_through,
    is_left_out,
    is_made,
    is_other_way,
    makes_another,
    may_replace,
    may_stand_for,
    ways_through,
    ways_with,
)
from codewitness.engine.graph.python.decorators.wrapped import Wrapped
from codewitness.engine.graph.python.library import fixtures
from codewitness.engine.graph.python.library.arguments import Arguments
from codewitness.engine.graph.python.library.command_lines import MAKING, CommandLines
from codewitness.engine.graph.python.library.library import WEAK, Library
from codewitness.engine.graph.python.naming.kinds import (
    is_called_in_class,
    is_known,
    is_of_containers,
    objects,
)
from codewitness.engine.graph.python.naming.metaclasses import made_by
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.engine.graph.python.objects import made_classes
from codewitness.engine.graph.python.objects.factories import Factories
from codewitness.engine.graph.python.objects.making import Making
from codewitness.engine.graph.python.objects.properties import made_of, names_in_class
from codewitness.engine.graph.python.objects.records import is_tuple_class
from codewitness.engine.graph.python.special.operating import Operating
from codewitness.engine.graph.python.values.declared import is_open, told_by
from codewitness.engine.graph.python.values.overrides import Overrides
from codewitness.engine.graph.python.values.own_given import of_its_object
from codewitness.engine.graph.python.values.own_methods import handed_on
from codewitness.engine.graph.python.values.returned import Returned
from codewitness.engine.graph.python.values.same_class import SameClass
from codewitness.engine.graph.python.values.values import Flows
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, Site, form, last_name

MAX_BELOW = 8  # methods in the place of another whose results are looked at
MAX_SUBCLASSES = 40  # that `__init_subclass__` is followed to


class Calls:
    """Calls: arguments to parameters, returns to results."""

    def __init__(self, flows: Flows, names: Names, cells: Cells, sites: Sites) -> None:
        self.flows = flows
        self.names = names
        self.cells = cells
        self.sites = sites
        self.library = Library(flows, names, cells)
        self.command_lines = CommandLines(self)
        self.arguments = Arguments(self)
        self.partials = Partials(self)
        self.factories = Factories(flows, names)
        self.handed_over = HandedOver(self)
        self.making = Making(names, cells)
        self.getters = Getters(self)
        self.declared = DeclaredCalls(flows)
        self.same_class = SameClass(flows, names, cells)
        self.wrapped = Wrapped(self)
        self.operating = Operating(flows, names)
        self.seen = Returned(flows, names, cells)
        self.overrides: Overrides | None = None

    # What a site calls, and what it gives.

    def callees(self, key: str, index: int) -> Iterable[Value]:
        """Rule `s`: what the callee of a site may be."""
        found = self.site(key, index)
        if found is None:
            return NONE
        scope, site = found
        if site[0] == "o" and form(site[1]) == "a":
            return self.operating.run(scope, site[1])
        is_named = form(site[1]) == "a"
        callees = (self.flows.named if is_named else self.flows.values)(scope, site[1])
        if site[0] != "d" or form(site[1]) != "c":
            return callees
        # What a decorator with arguments gives for what it decorates is theirs: no decorator.
        callees = frozenset(one for one in callees if self._may_decorate(one))
        inner = scope.flow.sites[site[1][1]]
        if len(inner) > 4 and inner[4]:
            return callees
        return self._meant(callees, self.cells.get(("s", key, site[1][1])), is_given=False)

    def _meant(self, results: Values, decorators: Values, *, is_given: bool) -> Values:
        """What decorators give if they are given a function, or if they are not."""
        partials = (self.partials.callees(one) for one in decorators if one[0] == "P")
        called = (one for one in decorators.union(*partials) if one[0] in "FB")
        scopes = [one for value in called if (one := self.names.scope(value[1])) is not None]
        optional = [*scopes, *(one.parent for one in scopes if one.parent is not None)]
        return frozenset(
            one
            for one in results
            if one[0] not in "FP"
            or not any(self._is_other_way(one, made, is_given=is_given) for made in optional)
        )

    def _is_other_way(self, value: Value, decorator: Scope, *, is_given: bool) -> bool:
        if value[0] == "P":
            own = ("F", decorator.key)
            is_own = any(one == own for one in self.partials.callees(value))
            return is_own and is_other_way(decorator, None, is_given=is_given)
        made = self.names.scope(value[1])
        is_within = made is not None and made.key.startswith(f"{decorator.key}.")
        return is_within and is_other_way(decorator, made, is_given=is_given)

    def _may_decorate(self, value: Value) -> bool:
        if value[0] == "C":
            return is_made(self.names, value[1])
        function = self.names.scope(value[1]) if value[0] == "F" else None
        if function is not None and not function.parameters:
            return False  # it takes nothing to decorate
        return may_stand_for(self.names, value, is_itself=False)

    def results(self, key: str, index: int) -> Iterable[Value]:
        """Rule `r`: what a site gives."""
        found = self.site(key, index)
        if found is None:
            return NONE
        scope, site = found
        callees = self.cells.get(("s", key, index))
        below = self.below(scope, site, callees)
        every = below | {one for one in callees if not (below and self.making.is_only_base(one))}
        results: set[Value] = set().union(*(self.result(one, scope, index) for one in every))
        if site[0] == "d":
            results = set(self._meant(frozenset(results), callees, is_given=True))
            return self._decorated(scope, site, results, callees)
        if site[0] == "o" and form(site[1]) == "a":
            results |= self.operating.operands(scope, index, site)
            results |= self.operating.reflected(scope, site, callees)
        elif form(site[1]) == "a":
            results |= self.library.of_container(scope, index, site)
        return results | self.declared.given(scope, site[1]) if site[0] == "c" else results

    def below(self, scope: Scope, site: Site, callees: Values) -> Values:
        """What a call on `self` calls as well in a class below; none if they are many."""
        if site[0] != "c" or self.overrides is None or not callees:
            return NONE
        return frozenset(self.overrides.made(scope, site, callees, MAX_BELOW))

    def _decorated(
        self, scope: Scope, site: Site, results: set[Value], callees: Values
    ) -> Values | set[Value]:
        """What a decorator gives: not what it gives of others, nor another decorator."""
        deco = [one for v in callees if v[0] == "F" and (one := self.names.scope(v[1])) is not None]
        makers = {one.key for each in deco for one in (each, each.parent) if one is not None}
        results = {one for one in results if one[0] != "F" or one[1] not in makers}
        own = self.names.static(scope, site[4][0], self.cells.settle)
        if any(one[0] == "C" for one in own):
            return {one for one in results if one in own or may_replace(self.names, one)}
        if len(results) > 1:  # that it may be anything as well is no reason to lose them
            results.discard(("?",))
        if not any(one[0] == "F" for one in own):
            return results
        is_itself, name = not own.isdisjoint(results), decorator_name(scope, site)
        return {
            one
            for one in results
            if one in own or may_stand_for(self.names, one, is_itself=is_itself, by=name)
        }

    def site(self, key: str, index: int) -> tuple[Scope, Site] | None:
        """A site with its scope."""
        scope = self.names.scope(key)
        if scope is None:
            return None
        sites = scope.flow.sites
        return (scope, sites[index]) if index < len(sites) else None

    def result(self, callee: Value, scope: Scope, index: int) -> Values | set[Value]:
        """What a call of `callee` at a site gives."""
        kind = callee[0]
        if kind in "FB":
            return self.returned(callee, scope, index)
        if kind == "C":
            return self.making.made(callee[1])
        if kind == "I":
            found = self.cells.get(("ia", callee[1], "__call__"))
            kinds = "FBX" if scope.flow.sites[index][0] == "d" else "FB"  # `ContextDecorator`
            return NONE.union(*(self.result(one, scope, index) for one in found if one[0] in kinds))
        if kind == "X":
            return self.library.external(callee[1], scope, index)
        if kind == "?":
            return ANYTHING
        if kind == "P":
            return self.partials.result(callee, scope, index)
        return self._of_made(callee, scope, index) if kind in "EG" else NONE

    def _of_made(self, callee: Value, scope: Scope, index: int) -> Values:
        """What a call gives of what a call of the library made: a tuple's class, a decorator."""
        site = scope.flow.sites[index]
        if callee[0] == "G" or (site[0] == "d" and callee[3] == MAKING):
            return self.flows.values(scope, site[4][0]) if site[0] == "d" else NONE
        if callee[3] == WEAK:
            return self.made_with(callee)
        if callee[3] == made_classes.CLASS:
            return frozenset([made_classes.object_of(callee)])
        if is_getter(callee):
            given = site[4][0] if len(site) > 4 and site[4] else None
            return self.getters.given(callee, scope, given)
        made = ("E", scope.key, index, "record")
        return frozenset([made]) if is_tuple_class(callee) else NONE

    def made_with(self, value: Value) -> Values:
        """What a call of the library was given first, by what it made."""
        found = self.site(value[1], value[2])
        given = found[1][4] if found is not None and len(found[1]) > 4 else []
        return self.flows.values(found[0], given[0]) if found is not None and given else NONE

    def returned(self, callee: Value, scope: Scope, index: int) -> Values | set[Value]:
        """What a function gives this caller; what it hands through is the caller's own."""
        function = self.names.scope(callee[1])
        if function is None:
            return NONE
        site = scope.flow.sites[index]
        if (own := self.wrapped.results(callee, function, scope, index)) is not None:
            return own
        if told := self.flows.generics.given(callee, function, scope, site):
            return told
        if (way := ways_with(function, site)) is None:
            found = set(self.cells.get(("ret", callee[1])))
        else:  # the others are for another use of it
            self.cells.note("scope", function.key)
            found = set().union(*(self.flows.values(function, one) for one in way))
        for k, narrowings in ways_through(function):
            argument = self.argument(function, callee, k, site)
            if argument is None:
                given = frozenset(self._own_parameter(callee, function, k, scope, site))
            else:
                given = handed_on(self.flows, scope, argument)
            for declared, holds in narrowings:
                given = self.flows.narrowed(function, given, declared, holds)
            found |= given
        if site[0] == "d" and not (makes_another(function) and self._is_followed(function)):
            found |= self.flows.values(scope, site[4][0])
        found = of_its_object(self.flows, function, scope, site, found)
        return self.same_class.meant(callee, function, scope, site, found)

    def _is_followed(self, decorator: Scope) -> bool:
        """False for one that is called at more places than its parameters are followed to.

        What it makes then calls what nobody knows, so a call of it is one of what was decorated.
        """
        return bool(self.cells.settle(("fo", decorator.key)))

    def followed(self, key: str) -> Iterable[Value]:
        """Rule `fo`: something, if sites of a function that is called are looked at."""
        function = self.names.scope(key)
        most = self.names.workspace.limits.callers
        if function is not None and self.sites.are_followed(function, most):
            yield ("K", key)

    def _own_parameter(
        self, callee: Value, function: Scope, k: int, scope: Scope, site: Site
    ) -> Values | set[Value]:
        is_called_itself = function.name == "__call__" != last_name(site[1])
        if k == 0 and callee[0] == "B" and (is_called_itself or form(site[1]) == "a"):
            owners = self.flows.values(scope, site[1] if is_called_itself else site[1][1])
            return {one for one in owners if one[0] in "IC"}
        if callee[0] in "FB" and function.parent is not None and is_left_out(function, k, site):
            return self.flows.values(function.parent, function.parameters[k].default)
        if function.parent is not None and (own := spread(self, function, callee, k, scope, site)):
            return own | self.flows.values(function.parent, function.parameters[k].default)
        return self.cells.get(("p", function.key, k))

    def returns(self, key: str) -> Iterable[Value]:
        """Rule `ret`: what a function gives whoever calls it."""
        function = self.names.scope(key)
        if function is None:
            return NONE
        self.note_header(function)
        if function.flow.yields:
            return {("G", key)}
        if (declared := function.header[3]) is not None and function.parent is not None:
            types = self.names.types(function.parent, declared)
            if is_known(types):
                return self.seen.of(function, types, self._returned_below(function, types))
        else:
            types = set()
        found = self._returned(function)
        return objects(found, types) | types if types else found

    def _returned_below(self, function: Scope, declared: set[Value]) -> set[Value]:
        """What a function returns of classes below the one that it is declared to give."""
        below = {
            (kind, one.key)
            for kind, key in (value for value in declared if value[0] in "IC")
            for one in self.names.subclasses(key)
        }
        if any(self.names.is_protocol(one[1]) for one in declared if one[0] == "I"):
            return {one for one in self._returned(function) if one[0] == "I"}
        return below & self._returned(function) if below else set()

    def _returned(self, function: Scope) -> Values:
        """What a function returns of its own, without what it hands through."""
        through = handed_through(function)
        found: Values = NONE
        for value in function.flow.returns:
            own = value
            if form(value) == "v":
                rest = (i for i in value[2:] if not is_handed_through(function, i, through))
                own = [*value[:2], *rest]
            found |= self.flows.values(function, own)
        return found

    def note_header(self, function: Scope) -> None:
        """The rule that runs depends on a function's parameters and decorators."""
        if function.parent is not None:
            self.cells.note("scope", function.parent.key)

    def sent(self, key: str) -> Iterable[Value]:
        """Rule `sent`: what is sent into a generator."""
        found: Values = NONE
        for name in ("send", "asend"):
            for scope, index in self.sites.of_name(name):
                site = scope.flow.sites[index]
                is_asked = form(site[1]) == "a" and len(site) > 4 and bool(site[4])
                if is_asked and ("G", key) in self.flows.values(scope, site[1][1]):
                    found |= self.flows.values(scope, site[4][0])
        return found

    # Arguments and parameters.

    def parameter(self, key: str, k: int) -> Iterable[Value]:
        """Rule `p`: what a parameter may be."""
        function = self.names.scope(key)
        parameters = function.parameters if function is not None else []
        if function is None or k >= len(parameters):
            return NONE
        self.note_header(function)
        parameter = parameters[k]
        if parameter.kind in ("*", "**"):
            return {("V", key, k)}
        own = self._receiver(function) if k == 0 else None
        if own is not None:
            is_below = function.name == "__init_subclass__"
            below = self.names.subclasses(own[1]) if is_below else []
            if 0 < len(below) <= MAX_SUBCLASSES:
                return {("C", one.key) for one in below}
            made = made_by(self.names, own[1]) if own[0] == "I" else []
            return {("C", one) for one in made} or {own}
        around = function.parent
        assert around is not None  # it has parameters
        declared = self.names.types(around, parameter.type)
        if any(one[0] != "X" for one in declared) and not (
            is_of_containers(declared) and self.names.holds_anything(around, parameter.type)
        ):
            if self.names.is_generic(around, parameter.type) or is_open(self.names, declared):
                return declared | told_by(self.names, declared, self._given(function, k))
            return declared | self._of_classes_below(declared, function, k)
        found = set(self.flows.values(around, parameter.default))
        found |= self._given(function, k) | called_back.given(self, function, k)
        found |= set_by.given(self, function, k) | of_resources.given(self, function, k)
        found |= self.command_lines.given(function, k) | fixtures.given(self, function, k)
        found |= self.wrapped.receivers(function) if k == 0 else self.flows.enums.given(function, k)
        return found | declared

    def _of_classes_below(self, declared: set[Value], function: Scope, k: int) -> set[Value]:
        """What a parameter is given of classes below the one that it is declared to be of."""
        below = {
            one.key
            for value in declared
            if value[0] == "I"
            for one in self.names.subclasses(value[1])
        }
        if not below or function.parent is None:
            return set()
        given = self._given(function, k)
        given |= self.flows.values(function.parent, function.parameters[k].default)
        return {one for one in given if one[0] == "I" and one[1] in below}

    def _given(self, function: Scope, k: int) -> set[Value]:
        found: set[Value] = set()
        for scope, site, callee in self.wrapped.calls_of(function):
            if callee[0] == "P":
                found |= self.partials.given(function, k, scope, site, callee)
                continue
            argument = self.argument(function, callee, k, site)
            if k == 0 and callee[0] == "B" and form(site[1]) in ("a", "c"):  # of others' making
                found |= objects(self.flows.values(scope, bound_to(scope, site[1])))
            elif argument is not None:
                found |= together(self, callee, scope, site, argument)
            else:
                found |= spread(self, function, callee, k, scope, site)
        return found

    def _receiver(self, function: Scope) -> Value | None:
        """What the first parameter of a method is; None for what is no method."""
        owner = function.parent
        if owner is None or not owner.is_class:
            return None
        if function.kind is Kind.LAMBDA and not (
            names_in_class(function) or any(made_of(function))
        ):
            return None
        decorators = function.decorators
        if "staticmethod" in decorators or is_called_in_class(function, owner):
            return None
        if decorators and self.command_lines.gives_first(function):
            return None
        is_class = "classmethod" in decorators or function.name in (
            *("__new__", "__init_subclass__", "__class_getitem__"),
        )
        return ("C" if is_class else "I", owner.key)

    def calls_of(self, function: Scope) -> Iterator[tuple[Scope, Site, Value]]:
        """Sites that call a function: (scope, site, as what it is called there)."""
        if not self.names.workspace.limits.callers:
            return
        for _, key, index, callee, number in self.cells.get(("in", function.key)):
            if (found := self.site(key, index)) is not None:
                site = found[1] if number is None else made_at(found[1], number)
                yield found[0], site, callee

    def argument(self, function: Scope, callee: Value, k: int, site: Site) -> Expression:
        """The argument that a site gives to the k-th parameter; None if it gives none."""
        given: list[Expression] = site[4] if len(site) > 4 else []
        named: list[Expression] = site[5] if len(site) > 5 else []
        parameter = function.parameters[k]
        place = place_of(parameter, callee, k, given)
        if place is not None:
            return given[place]  # what has its name as well is of `**named`
        names = dict(zip(named[::2], named[1::2], strict=True))
        return names.get(parameter.name)

    # Callers.

    def incoming(self, key: str) -> Iterable[Value]:
        """Rule `in`: ("@", scope, site, callee, number) of each call of a function that is found.

        The number is that of a call that a library makes, by what it is given at the site.
        """
        function = self.names.scope(key)
        if function is None:
            return
        for home, index in sorted(self.cells.get(("cs", key))):
            scope = self.names.workspace.scopes[home]
            for callee in self._called_as(function, scope, index):
                yield ("@", scope.key, index, callee, None)
            for number, meant in self.handed_over.of(function, scope, index):
                yield ("@", scope.key, index, meant, number)

    def _called_as(self, function: Scope, scope: Scope, index: int) -> Iterator[Value]:
        """As what a site calls a function: with its object and without, where it is both."""
        for callee in self.cells.get(("s", scope.key, index)):
            if (callee[0] in "FB" and callee[1] == function.key) or any(
                one[1] == function.key for one in self.runs(callee, function.name)
            ):
                yield ("B", function.key) if callee[0] == "E" else tuple(callee)

    def runs(self, callee: Value, name: str) -> Values:
        """What calling something that is no function runs, as far as it has this name."""
        found: Values = NONE
        if callee[0] == "C" and name in ("__init__", "__new__"):
            found = self.making.constructors(callee)
        elif callee[0] == "P":
            found = self.partials.callees(callee)
        elif callee[0] == "I" and name == "__call__":
            found = self.cells.get(("ia", callee[1], name))
        elif callee[0] == "E" and callee[3] == made_classes.CLASS:
            found = self.flows.attribute(made_classes.object_of(callee), "__init__")
        return frozenset(one for one in found if one[0] in "FB")
