"""What runs special methods of Python without their names: operators, texts, loops, `sorted`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from codewitness.engine.graph.cells import Cells, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming import older
from codewitness.engine.graph.python.naming.builtin_names import (
    COMPARING,
    FALLING_BACK,
    HASHING,
    HASHING_EACH,
    IN_CONTAINERS,
    IN_PLACE,
    LOGGING,
    MIRRORED,
    OPERATING,
    REFLECTED,
    SPECIAL,
)
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.engine.graph.python.special.hashing import Hashing
from codewitness.engine.graph.python.values.values import Flows
from codewitness.model.flow import Expression, Site, form, last_name

_ASKING_CLASSES = frozenset({"__instancecheck__", "__subclasscheck__"})
_CONVERSION = re.compile(r"%(\w)")
_CONVERTING = {"s": "__str__", "r": "__repr__", "a": "__repr__"}
# What a function of Python itself runs of an object that has nothing of the usual name.
_INSTEAD = {
    "builtins.reversed": ("__len__", "__getitem__"),
    **dict.fromkeys(("copy.copy", "copy.deepcopy"), ("__reduce__",)),
}
_INDEX = "__index__"  # what makes a number of an object that is a key
_SEQUENCES = frozenset(f"builtins.{name}.__getitem__" for name in ("list", "tuple", "str", "bytes"))
ITERATING = {"l": ("__iter__", "__next__"), "L": ("__aiter__", "__anext__")}


class SpecialMethods:
    """Over settled cells of one workspace. A target is (key, 1): nothing is written there."""

    def __init__(self, names: Names, cells: Cells, flows: Flows) -> None:
        self.names = names
        self.cells = cells
        self.flows = flows
        self.hashing = Hashing(self)

    def run_on(self, scope: Scope, base: Expression, names: Iterable[str]) -> set[Value]:
        """The methods of these names that an object has, as targets where none is written."""
        found: set[Value] = set()
        for owner in self._asked(self.flows.values(scope, base)):
            for name in names:
                methods = self._own(owner, name)
                found |= {(one[1], 1) for one in methods if one[0] in "FB"}
        return found

    def _asked(self, owners: Iterable[Value]) -> Iterator[Value]:
        """Those that have special methods: objects, and classes that are objects of others."""
        for owner in owners:
            if owner[0] in "IQ":
                yield owner
            elif owner[0] == "C":
                yield from (("I", one) for one in self.names.metaclasses(owner[1]))

    def _own(self, owner: Value, name: str) -> Values:
        methods = self.cells.get(("ia" if owner[0] == "I" else "su", owner[1], name))
        is_own = any(one[0] in "FB" for one in methods)
        # A base from outside makes a text by `str`, too, where it is formatted.
        is_other = not methods or (name == "__format__" and not is_own)
        other = FALLING_BACK.get(name) if is_other else None
        return methods if other is None else self._own(owner, other)

    def iterated(self, owners: Values, names: tuple[str, str]) -> set[Value]:
        """What a loop runs: the methods of these names, which give an iterator and what is next."""
        found: set[Value] = set()
        for owner in self._asked(owners):
            if owner[0] != "I":
                continue
            methods = self.cells.get(("ia", owner[1], names[0]))
            if not methods and names == ITERATING["l"]:  # one element after the other
                methods = self.cells.get(("ia", owner[1], "__getitem__"))
                found |= {(one[1], 1) for one in methods if one[0] in "FB"}
                continue
            for method in methods:
                if method[0] in "FB":
                    found.add((method[1], 1))
                    for one in self.cells.get(("it", owner, method)):
                        if one[0] == "I":
                            nexts = self.cells.get(("ia", one[1], names[1]))
                            if not nexts and names == ITERATING["l"]:
                                nexts = self.cells.get(("ia", one[1], older.NEXT))
                            found |= {(own[1], 1) for own in nexts if own[0] in "FB"}
        return found

    def of_text(self, scope: Scope, site: Site) -> set[Value]:
        """What makes a text of a value, `f"{one}"`; of what is handed in only if its type is told.

        There are many texts, and who hands what to them is seldom of interest. What tells whether
        a value is true is looked for in few files alone.
        """
        _, value, name = site[1]
        if name == "__bool__" and not self.names.workspace.limits.is_few:
            return set()
        base = value
        while form(base) in ("a", "i", "e", "w"):
            base = base[1]
        for k in [-1 - i for i in base[2:] if i < 0] if form(base) == "v" else ():
            if not scope.is_callable or k >= len(scope.parameters):
                return set()
            is_itself = k == 0 and scope.parent is not None and scope.parent.is_class
            if scope.parameters[k].type is None and not is_itself and name != "__bool__":
                return set()
        return self.run_on(scope, value, (name,))

    def operator(self, scope: Scope, site: Site, callees: Values) -> set[Value]:
        """What an operator runs, of either operand."""
        name = last_name(site[1])
        found: set[Value] = {(one[1], 1) for one in callees if one[0] in "FB"}
        given = site[4] if len(site) > 4 else []
        if name == "__getitem__":
            found |= self._of_key(scope, site, callees)
        if name == "__contains__" and not callees:
            found |= self.iterated(self.flows.values(scope, site[1][1]), ITERATING["l"])
        if name == "__mod__" and given:
            found |= self._formatted(scope, site)
        if name in IN_CONTAINERS or name == "__hash__":
            found |= self.hashing.of_operator(scope, site, name)
        return found | self._of_right(scope, name, given, found) if given else found

    def _of_key(self, scope: Scope, site: Site, callees: Values) -> set[Value]:
        """What a key runs that a dictionary does not have, or that is no number itself."""
        if any(_is_of_dictionary(one) for one in callees):
            return self.run_on(scope, site[1][1], ("__missing__",))
        self.cells.note("named", _INDEX)
        is_one = bool(self.names.workspace.named(_INDEX)) and len(site) > 4
        is_one = is_one and any(one[0] == "X" and one[1] in _SEQUENCES for one in callees)
        return self.run_on(scope, site[4][0], (_INDEX,)) if is_one else set()

    def _of_right(
        self, scope: Scope, name: str, given: list[Expression], found: set[Value]
    ) -> set[Value]:
        """What the operand on the right is asked for where the left one has no answer."""
        if not given:
            return set()
        name, mirrored = IN_PLACE.get(name, name), MIRRORED.get(name)
        if mirrored is not None:
            return set() if found else self.run_on(scope, given[0], (mirrored,))
        is_asked = name in REFLECTED and self._may_give_up(found)
        return self.run_on(scope, given[0], (f"__r{name[2:]}",)) if is_asked else set()

    def _as_operator(self, scope: Scope, name: str, given: list[Expression]) -> set[Value]:
        """What a function runs that stands for an operator: `operator.add`."""
        found = self.run_on(scope, given[0], (name,))
        if not found and (plain := IN_PLACE.get(name, "__eq__" if name == "__ne__" else "")):
            found = self.run_on(scope, given[0], (plain,))
        if not found and name == "__contains__":
            found = self.iterated(self.flows.values(scope, given[0]), ITERATING["l"])
        return found | self._of_right(scope, name, given[1:], found)

    def _of_truth(self, scope: Scope, value: Expression) -> set[Value]:
        if not self.names.workspace.limits.is_few:
            return set()
        return self.run_on(scope, value, ("__bool__",))

    def _may_give_up(self, methods: Iterable[Value]) -> bool:
        """True if the operand on the right is asked: these methods, if any, may have no answer."""
        scopes = [self.names.scope(key) for key, _ in methods]
        texts = [one.flow_text for one in scopes if one is not None]
        return not texts or any('"NotImplemented"' in one for one in texts)

    def _formatted(self, scope: Scope, site: Site) -> set[Value]:
        """`"%s" % one`: what makes texts of the values, if a text is formatted."""
        given, text = site[4][0], site[1][1]
        is_no_text = form(text) in ("k", "t") and not (text[1] == "str" or _is_text(text))
        if is_no_text or not any(one[0] in "TK" for one in self.flows.values(scope, text)):
            return set()
        return self._converted(scope, text, given[3:] if form(given) == "L" else [given])

    def _converted(self, scope: Scope, text: Expression, parts: Sequence[Expression]) -> set[Value]:
        """What makes texts of values that a text is formatted with."""
        told = _CONVERSION.findall(text[1]) if _is_text(text) else []
        methods = [_CONVERTING.get(one, "") for one in told] or ["__str__"]
        each = [[one] for one in methods] if len(methods) == len(parts) else [methods] * len(parts)
        run = zip(parts, each, strict=True)
        return set().union(*(self.run_on(scope, part, set(own) - {""}) for part, own in run))

    def _logged(self, scope: Scope, given: list[Expression]) -> set[Value]:
        """`log.info("%s is done", one)`, `log.error(one)`; in small workspaces alone."""
        if not given or not self.names.workspace.limits.is_few:
            return set()
        return self._converted(scope, given[0], given[1:] or given)

    def of_function(self, scope: Scope, site: Site, dotted: str) -> set[Value]:
        """What a function of Python itself runs of what it is given: `len`, `str`, `sorted`."""
        given = site[4] if len(site) > 4 else []
        if dotted in OPERATING:
            return self._as_operator(scope, OPERATING[dotted], given) if given else set()
        if dotted in LOGGING:
            return self._logged(scope, given)
        if dotted in HASHING:
            return self.hashing.of_call(scope, given, dotted)
        methods = SPECIAL.get(dotted)
        if methods is None and dotted not in COMPARING:
            return set()
        found = self._compared(scope, site, dotted) if dotted in COMPARING else set()
        if methods is None or not given or not self._may_be(methods[0]):
            return found
        if methods == ITERATING["l"]:
            found |= self._of_elements(scope, given, dotted)
            owners = (self.flows.values(scope, one) for one in _iterated(dotted, given))
            return found.union(*(self.iterated(one, methods) for one in owners))
        parts = given if dotted in ("builtins.print", "builtins.str.format") else given[:1]
        parts = given[1:2] if methods[0] in _ASKING_CLASSES else parts
        run = set().union(*(self.run_on(scope, one, methods) for one in parts))
        other = () if run else _INSTEAD.get(dotted, ())
        return found.union(run, *(self.run_on(scope, one, other) for one in parts))

    def _of_elements(self, scope: Scope, given: list[Expression], dotted: str) -> set[Value]:
        """What a function that goes through something runs of each part."""
        if dotted in HASHING_EACH:
            return self.hashing.of_each(scope, given[0])
        if dotted in ("builtins.any", "builtins.all"):
            return self._of_truth(scope, ["e", given[0]])
        if dotted == "builtins.filter" and given[0] == ["t", "None"]:
            return self._of_truth(scope, ["e", given[-1]])
        if dotted == "builtins.sum":
            added = ("__add__",) if len(given) > 1 else ("__radd__", "__add__")
            return self.run_on(scope, ["e", given[0]], added)
        return set()

    def _may_be(self, method: str) -> bool:
        """False if no class says of itself what its instances are."""
        if method not in _ASKING_CLASSES:
            return True
        self.cells.note("named", method)
        return bool(self.names.workspace.named(method))

    def _compared(self, scope: Scope, site: Site, dotted: str) -> set[Value]:
        """What tells elements apart that are put in order, unless a key does."""
        given = [site[1][1]] if dotted == "builtins.list.sort" else site[4] if len(site) > 4 else []
        if not given or (len(site) > 5 and "key" in site[5][::2]):
            return set()
        one, other = ("__gt__", "__lt__") if dotted == "builtins.max" else ("__lt__", "__gt__")
        ordered = given if len(given) > 1 else [["e", given[0]]]
        if not dotted.startswith("builtins."):  # a heap, or a sorted list, and what is put there
            ordered = [*given[1:], *(["e", one] for one in given)]
        found = set().union(*(self.run_on(scope, each, (one,)) for each in ordered))
        return found or set().union(*(self.run_on(scope, each, (other,)) for each in ordered))


def _iterated(dotted: str, given: list[Expression]) -> list[Expression]:
    """What a function of Python itself goes through of what it is given."""
    if dotted in ("builtins.map", "builtins.filter"):
        return given[1:]
    if dotted in ("builtins.min", "builtins.max"):
        return given if len(given) == 1 else []
    return given if dotted in ("builtins.zip", "itertools.chain") else given[:1]


def _is_of_dictionary(method: Value) -> bool:
    """True for the library's own way to a key, which asks `__missing__` if there is none."""
    return method[0] == "X" and str(method[1]).endswith(("dict.__getitem__", "Dict.__getitem__"))


def _is_text(value: Expression) -> bool:
    return form(value) == "k" and isinstance(value[1], str)
