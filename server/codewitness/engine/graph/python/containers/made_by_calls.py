"""What is in what a built-in call of Python made: `zip`, `map`, `defaultdict`, `groupby`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.calls.getters import is_getter
from codewitness.engine.graph.python.containers.keys import ANY
from codewitness.engine.graph.python.containers.mappings import COPIES
from codewitness.engine.graph.python.decorators.handing import handed_through
from codewitness.engine.graph.python.library.library import CLOSING, CONTEXT
from codewitness.engine.graph.python.naming import older
from codewitness.engine.graph.python.naming.builtin_names import BELOW, COLLECTIONS, GETTERS
from codewitness.engine.graph.python.naming.names import Value
from codewitness.engine.graph.python.objects.records import NAMESPACE, Records
from codewitness.engine.graph.python.values.members import MEMBERS, of_members, of_namespace
from codewitness.model.flow import Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.python.containers.containers import Containers


class MadeByCalls:
    """Rules for elements of such containers, and of the tuples in them."""

    def __init__(self, containers: Containers) -> None:
        self.of = containers
        self.calls = containers.calls
        self.flows = containers.flows
        self.names = containers.names
        self.cells = containers.cells
        self.records = Records(containers.calls)

    def elements(self, owner: Value, key: Value | None) -> Values:
        """What is in what a call made, at a key."""
        _, where, index, how = owner
        found = self.calls.site(where, index)
        if found is None:
            return NONE
        scope, site = found
        given = site[4] if len(site) > 4 else []
        if how == "submit" or (how == "iter" and len(given) == 2):
            return self._handed_over(scope, given[:1])
        if how in _HELD:
            return _HELD[how](self, owner, key, scope, site)
        if how == "defaultdict" and key is not None:
            made = self.flows.values(scope, given[0] if given else None)
            results = [self.calls.result(one, scope, index) for one in made if one[0] in "FBC"]
            if any(one[0] == "X" and one[1] in COLLECTIONS for one in made):
                results.append(frozenset([("E", where, index, "default")]))
            return NONE.union(*results) | self.of.written(owner, scope, key)
        if how == CONTEXT:
            named = dict(zip(site[5][::2], site[5][1::2], strict=True)) if len(site) > 5 else {}
            return self.flows.values(scope, named.get("default")) | self.of.written(
                owner, scope, key
            )
        if how == "default":
            return self.of.written(owner, scope, key)
        is_mapping = how == "dict"
        parts = given if how == "chain" else given[:1]
        copied = self._copied(scope, parts, is_mapping=is_mapping, key=key)
        if is_mapping and key is not None:
            copied |= self.of.named(scope, site, key)
        return copied | self.of.written(owner, scope, key)

    def _joined(self, owner: Value, key: Value | None, scope: Scope, site: Site) -> Values:
        """`one + other`, at a place of one of them if it is known how many are on the left."""
        given = [site[1][1], *(site[4] if len(site) > 4 else [])]
        owners = [self.flows.values(scope, one) for one in given]
        at = key[1] if key is not None and key[0] == "K" else None
        n = None
        if site[1][2] == "__add__" and len(owners[0]) == 1 and isinstance(at, int) and at >= 0:
            n = self.of.length(next(iter(owners[0])))
        if n is None or not isinstance(at, int):
            found = self._copied(scope, given, is_mapping=False, key=key)
        else:
            part, place = (owners[0], at) if at < n else (owners[1], at - n)
            found = self.flows.each(part, lambda one: self.cells.get(("el", one, ("K", place))))
        return found | self.of.written(owner, scope, key)

    def _same(self, owner: Value, key: Value | None, scope: Scope, site: Site) -> Values:
        """`one.copy()`: what was in it, and what is put into the copy alone."""
        displays = (one for one in self.flows.values(scope, site[1][1]) if one[0] in COPIES)
        found = NONE.union(*(self.cells.get(("el", one, key)) for one in displays))
        return found | self.of.written(owner, scope, key)

    def _merged(self, owner: Value, key: Value | None, scope: Scope, site: Site) -> Values:
        """`one | other` of mappings: what the right one has counts."""
        found: Values = NONE
        for given in (site[4][0], site[1][1]):
            mappings = self.flows.values(scope, given)
            found |= self.flows.each(mappings, lambda one: self.cells.get(("el", one, key)))
            if self.of.surely_have(mappings, key):
                break
        return found | self.of.written(owner, scope, key)

    def _pairs(self, owner: Value, key: Value | None, _scope: Scope, site: Site) -> Values:
        if owner[3] == "zip" and _is_spread(site):  # `names, ages = zip(*rows)`
            return frozenset([("U", *owner[1:], key if key is not None else ANY)])
        return frozenset([("U", *owner[1:])])

    def _keys_or_values(self, owner: Value, _key: Value | None, scope: Scope, site: Site) -> Values:
        owners = self.flows.values(scope, _gone_through(owner, site))
        inner = None if older.method(owner[3]) == "keys" else ANY
        return self.flows.each(owners, lambda one: self._held(one, inner))

    def _held(self, owner: Value, key: Value | None) -> Values:
        """What a mapping that is gone through has, its keys for None."""
        if owner[0] == "S" and key == ANY:
            return of_namespace(self.calls.library, owner[1:])
        return self.cells.get(("el", owner, key))

    def _gathered_results(
        self, _owner: Value, _key: Value | None, scope: Scope, site: Site
    ) -> Values:
        given = site[4] if len(site) > 4 else []
        return NONE.union(*(self.of.argument(scope, one) for one in given))

    def _of_each(self, _owner: Value, _key: Value | None, scope: Scope, site: Site) -> Values:
        given = site[4] if len(site) > 4 else []
        owners = self.of.argument(scope, ["*", given[0]]) if given else NONE
        return self.flows.each(owners, lambda one: self.cells.get(("el", one, None)))

    def _of_one(self, owner: Value, key: Value | None, scope: Scope, site: Site) -> Values:
        """`dict.fromkeys(keys, value)`."""
        given = site[4] if len(site) > 4 else []
        part = ["e", given[0]] if given and key is None else given[1] if len(given) > 1 else None
        return self.flows.values(scope, part) | self.of.written(owner, scope, key)

    def _of_mappings(self, owner: Value, key: Value | None, scope: Scope, site: Site) -> Values:
        """`ChainMap(one, other)`."""
        given = site[4] if len(site) > 4 else []
        owners = NONE.union(*(self.flows.values(scope, one) for one in given))
        found = self.flows.each(owners, lambda one: self.cells.get(("el", one, key)))
        return found | self.of.written(owner, scope, key)

    def _of_names(self, _owner: Value, key: Value | None, scope: Scope, site: Site) -> Values:
        return NONE if key is None else self.of.named(scope, site, key)

    def _record(self, owner: Value, key: Value | None, _scope: Scope, _site: Site) -> Values:
        return self.records.held(owner, key)

    def _classes_below(self, _owner: Value, _key: Value | None, scope: Scope, site: Site) -> Values:
        owners = self.flows.values(scope, site[1][1]) if form(site[1]) == "a" else NONE
        classes = [one for one in owners if one[0] == "C"]
        return frozenset(
            ("C", below.key)
            for one in classes
            for below in self.names.subclasses(one[1])
            if any(base == one for _, base in self.cells.settle(("bases", below.key)))
        )

    def _nothing(self, _owner: Value, _key: Value | None, _scope: Scope, _site: Site) -> Values:
        return NONE

    def _copied(
        self, scope: Scope, parts: list[Expression], *, is_mapping: bool, key: Value | None
    ) -> Values:
        """Elements of what a container is made of."""
        found: Values = NONE
        for part in parts:
            for one in self.flows.values(scope, part):
                found |= (
                    self.of.mappings.taken(one, key)
                    if is_mapping
                    else self.cells.get(("el", one, None))
                )
        return found

    def _handed_over(self, scope: Scope, callees: list[Expression]) -> Values:
        """What comes of functions that an executor is given."""
        values = self.flows.values(scope, callees[0]) if callees else NONE
        return NONE.union(*(self.cells.get(("ret", one[1])) for one in values if one[0] in "FB"))

    def _mapped(self, owner: Value, _key: Value | None, scope: Scope, site: Site) -> Values:
        given = site[4] if len(site) > 4 else []
        if owner[3] in _CHOOSING:
            return self.of.argument(scope, ["*", given[1]]) if len(given) > 1 else NONE
        found: Values = NONE
        for part in given:
            for one in self.flows.values(scope, part):
                if one[0] in "FB":
                    found |= self.cells.get(("ret", one[1]))
                    found |= self._handed_on(scope, one, given[1:])
                elif one[0] == "C":
                    found |= {("I", one[1])}
                elif is_getter(one) and len(given) > 1:
                    found |= self.calls.getters.given(one, scope, ["e", given[1]])
        return found

    def _handed_on(self, scope: Scope, callee: Value, given: list[Expression]) -> Values:
        """Elements that a function which is called with each of them gives back."""
        function = self.names.scope(callee[1])
        places = [] if function is None or callee[0] == "B" else handed_through(function)
        return NONE.union(
            *(self.of.argument(scope, ["*", given[k]]) for k in places if k < len(given))
        )

    def of_pair(self, owner: Value, key: Value | None) -> Values:
        """What a tuple has that such a container holds: its first, its second, or all."""
        _, where, index, how, *column = owner
        found = self.calls.site(where, index)
        at = key[1] if key is not None and key[0] == "K" else None
        if found is None:
            return NONE
        scope, site = found
        given = site[4] if len(site) > 4 else []
        if column:
            rows = self.of.argument(scope, given[0])
            return self.flows.each(rows, lambda one: self.cells.get(("el", one, column[0])))
        if older.method(how) == "items":
            owners = self.flows.values(scope, _gone_through(owner, site))
            inner = None if at == 0 else key if key is not None and key[0] == "T" else ANY
            return self.flows.each(owners, lambda one: self._held(one, inner))
        if how == MEMBERS:
            return NONE if at == 0 else of_members(self.calls.library, scope, site, key)
        if how == "groupby":
            return NONE if at == 0 else self.flows.values(scope, given[0] if given else None)
        if key is not None and key[0] == "T":
            at = 1
        if how == "enumerate":
            at = None if at == 0 else 0
        if how in _FROM_ONE:
            at = 0
        part = given[at] if isinstance(at, int) and at < len(given) else None
        owners = self.flows.values(scope, part)
        return self.flows.each(owners, lambda one: self.cells.get(("el", one, None)))


def _is_spread(site: Site) -> bool:
    """True for a call that is given one argument alone, spread out."""
    return len(site) == 5 and [form(one) for one in site[4]] == ["*"]


def _gone_through(owner: Value, site: Site) -> Expression:
    """The dictionary of `d.items()`, and of `six.iteritems(d)`."""
    if owner[3] == older.method(owner[3]):
        return site[1][1]
    return site[4][0] if len(site) > 4 and site[4] else None


# What gives some of the elements of its second argument.
_CHOOSING = frozenset({"filter", "takewhile", "dropwhile", "filterfalse"})
# What puts elements of one and the same container together.
_FROM_ONE = frozenset({"combinations", "pairwise", "permutations"})
# What is in what a built-in call made, by how it is called.
_HELD = {
    **dict.fromkeys(_FROM_ONE, MadeByCalls._pairs),
    **dict.fromkeys(("enumerate", "items", "zip", "product", "zip_longest"), MadeByCalls._pairs),
    **dict.fromkeys(("values", "keys"), MadeByCalls._keys_or_values),
    **{
        f"{kind}{name}": made
        for kind in ("iter", "view")
        for name, made in (
            ("items", MadeByCalls._pairs),
            ("keys", MadeByCalls._keys_or_values),
            ("values", MadeByCalls._keys_or_values),
        )
    },
    **dict.fromkeys(("map", "starmap", *_CHOOSING), MadeByCalls._mapped),
    **dict.fromkeys(("groupby", MEMBERS), MadeByCalls._pairs),
    "joined": MadeByCalls._joined,
    "merged": MadeByCalls._merged,
    **dict.fromkeys(COPIES.values(), MadeByCalls._same),
    "from_iterable": MadeByCalls._of_each,
    "fromkeys": MadeByCalls._of_one,
    "ChainMap": MadeByCalls._of_mappings,
    "gather": MadeByCalls._gathered_results,
    NAMESPACE: MadeByCalls._of_names,
    "record": MadeByCalls._record,
    "namedtuple": MadeByCalls._nothing,
    "make_pass_decorator": MadeByCalls._nothing,
    BELOW: MadeByCalls._classes_below,
    **dict.fromkeys(GETTERS, MadeByCalls._nothing),
    CLOSING: MadeByCalls._nothing,
}
