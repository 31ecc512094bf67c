"""What reading, setting or deleting an attribute of Python runs: properties, descriptors."""

from __future__ import annotations

from collections.abc import Set

from codewitness.engine.graph.cells import NONE, Cells
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.builtin_names import ASKED, HOOKS
from codewitness.engine.graph.python.naming.kinds import is_like, may_be_inherited
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.engine.graph.python.objects.properties import (
    RUNNING,
    below_property,
    is_property,
    made_properties,
    property_names,
)
from codewitness.engine.graph.python.values.overrides import MAX_BELOW, Overrides
from codewitness.engine.graph.python.values.values import Flows
from codewitness.model.flow import Expression, Site, form

MAX_NAMED_LIKE = 60  # properties; with more a reader could not say which are meant


class Accessed:
    """Over settled cells of one workspace."""

    def __init__(self, names: Names, cells: Cells, flows: Flows, overrides: Overrides) -> None:
        self.names = names
        self.cells = cells
        self.flows = flows
        self.overrides = overrides
        self.workspace = names.workspace
        self.descriptors = flows.descriptors
        self._makers_now: tuple[int, frozenset[str]] = (-1, frozenset())

    def run(self, scope: Scope, site: Site) -> set[Value]:
        """Targets of a site that reads an attribute, gives it a value, or deletes it."""
        _, base, name = site[1]
        found: set[Value] = set()
        if self._has_hooks():
            found |= self._hooked(site[0], scope, base, name)
            found |= self.asked(scope, site) if site[0] == "r" else set()
        self.cells.note("property", name)  # one of this name may come
        if not self._may_be_property(name):
            return found
        for owner in self.flows.values(scope, base):
            for entries in self._looked_up_in(owner):
                for entry in entries:
                    around = self.names.scope(entry[1]) if entry[0] == "C" else None
                    if around is not None and self.names.has(around, name):
                        found |= self._run_by(site[0], around, owner, name)
                        break
            if owner[0] == "C" and site[0] == "r":
                found |= self._of_class(owner, name)
        runs = RUNNING[site[0]]
        below = self.overrides.accessed(scope, base, name)
        return found | {(one.key, 1) for one in below if runs(one)}

    def _hooked(self, kind: str, scope: Scope, base: Expression, name: str) -> set[Value]:
        """The `__setattr__` and its kin that a class runs for whatever attribute it is."""
        hook = HOOKS[kind]
        self.cells.note("named", hook)
        if name.startswith("__") or not self.workspace.named(hook):
            return set()
        found: set[Value] = set()
        for owner in self.flows.values(scope, base):
            for entry in self.names.mro(owner[1]) if owner[0] == "I" else ():
                around = self.names.scope(entry[1]) if entry[0] == "C" else None
                if around is not None and self.names.has(around, hook):
                    found |= {(one.key, 1) for one in around.children if one.name == hook}
                    break
        return found

    def called(self, scope: Scope, site: Site) -> set[Value]:
        """What reading an attribute runs whose value is called at once."""
        if form(site[1]) != "a":
            return set()
        _, base, name = site[1]
        found = self.asked(scope, site)
        self.cells.note("property", name)
        is_few = self.workspace.limits.is_few
        if self.workspace.lookups.properties[name] or (is_few and self.descriptors.may_be(name)):
            return found | self.run(scope, ["r", site[1]])
        return found | self._hooked("r", scope, base, name) if self._has_hooks() else found

    def by_name(self, scope: Scope, kind: str, site: Site) -> set[Value]:
        """What `getattr(one, "name")` and its kin run."""
        given = site[4] if len(site) > 4 else []
        if len(given) < 2:
            return set()
        name = given[1][1] if form(given[1]) == "k" else None
        names = {name} if isinstance(name, str) else self._put_together(scope, given)
        return {run for one in names for run in self.run(scope, [kind, ["a", given[0], one]])}

    def _put_together(self, scope: Scope, given: list[Expression]) -> set[str]:
        """Names of properties that a name may be which is not written, by what is told of it."""
        if self.workspace.limits.is_large:
            return set()
        found: set[str] = set()
        for name in self.flows.values(scope, given[1]):
            if name[0] == "K" and isinstance(name[1], str):
                found.add(name[1])
            elif name[:2] == ("T", "str") and len(name) > 2:
                found |= self._named_like(scope, given[0], name)
        return found

    def _named_like(self, scope: Scope, base: Expression, like: Value) -> set[str]:
        """Names of properties of an object, and of those of classes below, that are like that."""
        found: set[str] = set()
        for owner in self.flows.values(scope, base):
            if owner[0] == "I":
                keys = [one[1] for one in self.names.mro(owner[1]) if one[0] == "C"]
                keys += [one.key for one in self.names.subclasses(owner[1])]
                around = (self.names.scope(key) for key in keys)
                own = {name for one in around if one is not None for name in property_names(one)}
                found |= {one for one in own if is_like(one, like[2], like[3])}
        return found if len(found) <= MAX_NAMED_LIKE else set()

    def _run_by(self, kind: str, around: Scope, owner: Value, name: str) -> set[Value]:
        """What a read of an attribute runs, or a write, that a class has: nothing of others."""
        if self.descriptors.may_be(name):  # also for a `classproperty` of one's own
            kept = self.cells.get(("var", around.key, name))
            if run := self.descriptors.run(kept, kind):
                return {(one, 1) for one in run}
        runs = RUNNING[kind]
        found: set[Value] = {
            (key, 1)
            for child in around.children
            if child.name == name and runs(child)
            for key in self._decorated(around, child)
        }
        found |= self._of_made(around, name, kind)
        if kind == "r" and self.flows.is_abstract(around, name):
            found |= {(one, 1) for one in self._properties_below(owner, name)}
        return found

    def _decorated(self, around: Scope, method: Scope) -> list[str]:
        """What a property runs: the method, or what the decorators below `@property` made of it."""
        made = below_property(around, method)
        if made is None:
            return [method.key]
        values = self.flows.values(around, made)
        return [one[1] for one in values if one[0] in "FB"] or [method.key]

    def _of_class(self, owner: Value, name: str) -> set[Value]:
        """The `__get__` that reading an attribute of a class itself runs."""
        if not self.descriptors.may_be(name):
            return set()
        for entry in self.names.mro(owner[1]):
            around = self.names.scope(entry[1]) if entry[0] == "C" else None
            if around is None or self.names.has(around, name):
                kept = NONE if around is None else self.cells.get(("var", around.key, name))
                return {(one, 1) for one in self.descriptors.run(kept, "r")}
        return set()

    def _properties_below(self, owner: Value, name: str) -> list[str]:
        """The properties in the place of one that is there to be overridden."""
        below = self.names.subclasses(owner[1])
        scopes = below if len(below) <= MAX_BELOW else []
        return [
            child.key
            for scope in scopes
            for child in scope.children
            if child.name == name and is_property(child)
        ]

    def _looked_up_in(self, owner: Value) -> list[tuple[Value, ...]]:
        """The classes whose properties a read of an attribute may run, in their order."""
        if owner[0] == "C":
            return [self.names.mro(one) for one in self.names.metaclasses(owner[1])]
        if owner[0] not in "IQ":
            return []
        entries = self.names.mro(owner[1])
        return [entries if owner[0] == "I" else entries[1:]]

    def _of_made(self, owner: Scope, name: str, kind: str) -> set[Value]:
        """What runs a property that a call in a class makes."""
        return {
            (value[1], 1)
            for made in made_properties(owner)
            if made.name == name
            for value in self.flows.values(owner, made.runs(kind))
            if value[0] in "FB"
        }

    def may_run(self, name: str) -> bool:
        """True if reading, or setting, an attribute of this name may run a property."""
        self.cells.note("property", name)
        return self._may_be_property(name) or self._has_hooks()

    def _has_hooks(self) -> bool:
        """True if reading, or setting, any attribute may run something; of few files alone."""
        if not self.workspace.limits.is_few:
            return False
        for hook in (ASKED, *HOOKS.values()):
            self.cells.note("named", hook)
        return any(self.workspace.named(hook) for hook in (ASKED, *HOOKS.values()))

    def _may_be_property(self, name: str) -> bool:
        return self.workspace.lookups.properties[name] > 0 or self.descriptors.may_be(name)

    def asked(self, scope: Scope, site: Site) -> set[Value]:
        """The `__getattr__` that a call of a name runs which an object does not have.

        Nothing where it may be an object that has it: a stand-in is seldom what is meant there.
        """
        if form(site[1]) != "a" or site[1][2].startswith("__"):
            return set()
        self.cells.note("named", ASKED)
        if not (makers := self._makers()):
            return set()
        found: set[Value] = set()
        for owner in self.flows.values(scope, site[1][1]):
            if owner[0] in "IM":
                of = self._asked if owner[0] == "I" else self._of_module
                if not (own := of(owner[1], site[1][2], makers)):
                    return set()
                found |= {(one, 1) for one in own}
        return found

    def _makers(self) -> frozenset[str]:
        """Keys of the classes and modules with a `__getattr__`, kept until files change."""
        n_updates, makers = self._makers_now
        if n_updates != self.workspace.n_updates:
            named = self.workspace.named(ASKED)
            makers = frozenset(one.parent.key for one in named if one.parent is not None)
            self._makers_now = (self.workspace.n_updates, makers)
        return makers

    def _of_module(self, path: str, name: str, makers: Set[str]) -> list[str]:
        file = self.workspace.files.get(path)
        if file is None or file.top.key not in makers or self.names.has(file.top, name):
            return []
        if self.names.modules.inside(path, name) is not None:
            return []
        return [one.key for one in file.top.children if one.name == ASKED]

    def _asked(self, key: str, name: str, makers: Set[str]) -> list[str]:
        entries = self.names.mro(key)
        if makers.isdisjoint([one[1] for one in entries]):
            return []  # the others are not asked what they have
        maker: list[str] = []
        for entry in entries:
            around = self.names.scope(entry[1]) if entry[0] == "C" else None
            if around is None and not may_be_inherited(entry, name):
                continue
            is_known = around is None or self.names.has(around, name)
            if is_known or self.flows.writes.places(around, name):  # type: ignore[arg-type]
                return []
            own = around.children if around is not None else []
            maker = maker or [one.key for one in own if one.name == ASKED]
        return maker
