"""What calls of Python's own functions and containers give, as far as their names say."""

from __future__ import annotations

from functools import lru_cache

from codewitness.engine.graph.cells import NONE, Cells, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.listed import words
from codewitness.engine.graph.python.containers.keys import ANY, TOLD
from codewitness.engine.graph.python.containers.mappings import COPIES
from codewitness.engine.graph.python.containers.own_containers import holds
from codewitness.engine.graph.python.decorators.handing import handed_through
from codewitness.engine.graph.python.library.command_lines import MAKING
from codewitness.engine.graph.python.library.loaded import loaded
from codewitness.engine.graph.python.naming import older
from codewitness.engine.graph.python.naming.builtin_names import (
    BELOW,
    BUILT_IN_RESULTS,
    COLLECTIONS,
    DICTIONARIES,
    GETTERS,
    IDENTITIES,
    SPECIAL,
)
from codewitness.engine.graph.python.naming.kinds import is_like
from codewitness.engine.graph.python.naming.lookups import method_around
from codewitness.engine.graph.python.naming.metaclasses import made_by
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.engine.graph.python.naming.outside import outside
from codewitness.engine.graph.python.naming.uses import is_alone
from codewitness.engine.graph.python.objects.fields import factory_of
from codewitness.engine.graph.python.objects.made_classes import CLASS, makes_class
from codewitness.engine.graph.python.objects.property_makers import PROPERTY, makes_one
from codewitness.engine.graph.python.objects.records import NAMED_TUPLE, NAMESPACE, is_record
from codewitness.engine.graph.python.values.members import MEMBERS
from codewitness.engine.graph.python.values.own_fields import is_made_there
from codewitness.engine.graph.python.values.values import Flows
from codewitness.model.flow import Expression, Site, form

# Methods that leave what they are called on as it is, as far as names and fields go.
_BINDING = "builtins.function.__get__"
_SAME_OBJECT = words(
    "builtins.str.lower builtins.str.strip builtins.tuple._replace typing.NamedTuple._replace"
) | {_BINDING}
CLOSING = "closing"  # what closes something, and gives that when it is entered
QUEUE = "queue"
CONTEXT = "context"  # a variable of a context
WEAK = "ref"  # gives, when it is called, what it was made with
# What is known of such an object by what it is made with, or is given.
_MADE = {
    "builtins.property": PROPERTY,
    **{
        f"{module}.{name}": QUEUE
        for module in ("queue", "asyncio", "multiprocessing")
        for name in ("Queue", "LifoQueue", "PriorityQueue", "SimpleQueue", "JoinableQueue")
    },
    "contextvars.ContextVar": CONTEXT,
    **dict.fromkeys(("weakref.ref", "weakref.WeakMethod"), WEAK),
}
_HOLDERS = frozenset(
    {
        *(f"builtins.{name}" for name in ("enumerate", "zip", "map", "filter", "dict")),
        *(f"itertools.{name}" for name in ("product", "zip_longest", "pairwise")),
        *(f"itertools.{name}" for name in ("takewhile", "dropwhile", "filterfalse")),
        *(f"itertools.{name}" for name in ("groupby", "starmap", "chain.from_iterable")),
        *(f"itertools.{name}" for name in ("combinations", "permutations")),
        f"types.{NAMESPACE}",
        f"inspect.{MEMBERS}",
        *("collections.defaultdict", "collections.ChainMap", "builtins.dict.fromkeys"),
        *(f"contextlib.{name}" for name in ("closing", "nullcontext")),
        "contextlib.aclosing",
        "asyncio.gather",
        f"click.{MAKING}",
    }
)
# Of names that begin so: a visitor has a method for each kind of node.
MAX_NAMED_LIKE = 60
_SIZED = "functools.lru_cache"  # which is given a function, or how much is to be kept
_PARSING = frozenset({"json.load", "json.loads"})
_FIELDS = frozenset({"dataclasses.field", "attr.ib", "attr.field", "attrs.field"})
_HOOKS = frozenset({"object_hook", "object_pairs_hook"})
_PARTIALS = frozenset({"functools.partial", "functools.partialmethod"})


class Library:
    """What a call gives whose callee is outside of the workspace."""

    def __init__(self, flows: Flows, names: Names, cells: Cells) -> None:
        self.flows = flows
        self.names = names
        self.cells = cells

    def external(self, dotted: str, scope: Scope, index: int) -> Values | set[Value]:
        """What a call of something outside gives, as far as its name says."""
        site = scope.flow.sites[index]
        given = site[4] if len(site) > 4 else []
        # `@dataclass(order=True)`: what is given is still to come.
        is_property = dotted == "builtins.property" and makes_one(scope, site)
        if site[0] == "d" or (dotted in IDENTITIES and given and not is_property):
            own = self.flows.values(scope, given[0] if given else None)
            is_size = dotted == _SIZED and site[0] != "d" and all(one[0] in "KT" for one in own)
            return {outside(dotted, "()")} if is_size else own
        if dotted in _PARTIALS:
            return {("P", scope.key, index)}
        if dotted in BUILT_IN_RESULTS:
            return {("T", BUILT_IN_RESULTS[dotted])}
        if dotted in _SAME_OBJECT and form(site[1]) == "a":
            is_method = dotted == _BINDING
            own = self.flows.values(scope, site[1][1])
            return self._bound(scope, [site[1][1]]) if is_method else own
        if (how := _how_made(dotted)) is not None:
            asked = _ITERATING.get(dotted)
            own = NONE if asked is None else self._of_special(scope, given, asked)
            return {("E", scope.key, index, how)} | own
        if dotted.endswith(".__new__") or gives_what_it_holds(dotted):
            return self._instance(scope, given) if dotted.endswith(".__new__") else NONE
        read = _EXTERNAL.get(dotted)
        if read is not None:
            made = {("E", scope.key, index, CLASS)} if makes_class(dotted, site) else NONE
            return read(self, scope, given) or made
        own = self._hooked(scope, site) if dotted in _PARSING else NONE
        own = self._filled(scope, index) if dotted in _FIELDS else own
        return own or {outside(dotted, "()")}

    def _hooked(self, scope: Scope, site: Site) -> Values:
        """What a parser gives that is told what makes its objects: `loads(t, object_hook=f)`."""
        found: Values = NONE
        named = site[5] if len(site) > 5 else []
        for name, value in zip(named[::2], named[1::2], strict=True):
            for one in self.flows.values(scope, value) if name in _HOOKS else ():
                found |= self.cells.get(("ret", one[1])) if one[0] in "FB" else NONE
                found |= {("I", one[1])} if one[0] == "C" else NONE
        return found

    def _filled(self, scope: Scope, index: int) -> Values:
        """The container that a field begins with: `field(default_factory=list)`."""
        made = factory_of(scope, ["c", index])
        is_one = any(
            one[0] == "X" and (one[1] in COLLECTIONS or one[1] == "builtins.dict")
            for one in self.flows.values(scope, made)
        )
        return frozenset([("E", scope.key, index, "default")]) if is_one else NONE

    def _of_special(self, scope: Scope, given: list[Expression], name: str) -> Values:
        """The objects that a special method of what is given gives: `abs(one)`."""
        found: Values = NONE
        for owner in self.flows.values(scope, given[0] if given else None):
            for method in self.cells.get(("ia", owner[1], name)) if owner[0] == "I" else ():
                function = self.names.scope(method[1]) if method[0] in "FB" else None
                if function is not None:
                    found |= self.cells.get(("ret", function.key))
                    found |= {owner} if 0 in handed_through(function) else NONE
        return frozenset(one for one in found if one[0] == "I")

    def _run_beside(self, scope: Scope, given: list[Expression]) -> Values:
        """What the function gives that another thread runs: `await to_thread(load, path)`."""
        functions = self.flows.values(scope, given[0] if given else None)
        found = NONE.union(
            *(self.cells.get(("ret", one[1])) for one in functions if one[0] in "FB")
        )
        return found | frozenset(("I", one[1]) for one in functions if one[0] == "C")

    def _evaluated(self, scope: Scope, given: list[Expression]) -> Values:
        """`eval("name")`."""
        named = self.flows.values(scope, given[0] if given else None)
        names = {one[1] for one in named if one[0] == "K" and isinstance(one[1], str)}
        return NONE.union(*(self.flows.name(scope, one) for one in names if one.isidentifier()))

    def _absolute(self, scope: Scope, given: list[Expression]) -> Values:
        return self._of_special(scope, given, "__abs__")

    def _rounded(self, scope: Scope, given: list[Expression]) -> Values:
        return self._of_special(scope, given, "__round__")

    def _attribute_of(self, scope: Scope, given: list[Expression]) -> Values:
        """`getattr`."""
        default = self.flows.values(scope, given[2] if len(given) > 2 else None)
        if len(given) < 2:
            return default
        owners = self.flows.values(scope, given[0])
        found: set[Value] = set()
        is_told = False
        is_sure = is_made_there(scope, given[0])  # that each has it, so that no default is given
        for name in self.flows.values(scope, given[1]):
            for owner in owners:
                if name[0] == "K" and isinstance(name[1], str):
                    held = self.flows.attribute(owner, name[1])
                    is_sure = is_sure and any(one[0] in "FB" for one in held)
                    found |= held
                elif name[:2] == ("T", "str") and len(name) > 2:
                    found |= self.named_like(owner, name)
                else:
                    continue
                is_told = True
        if not is_told:
            found |= NONE.union(*(self._only_one(one[1]) for one in owners if one[0] == "M"))
        return frozenset(found) if is_told and is_sure else default | found

    def _only_one(self, path: str) -> Values:
        """The class that is all that a module defines: what a loader of plug-ins asks it for."""
        file = self.names.workspace.files.get(path)
        if file is None:
            return NONE
        self.cells.note("scope", file.top.key)
        own = file.top.children
        return frozenset(("C", one.key) for one in own if one.is_class and is_alone(one))

    def named_like(self, owner: Value, name: Value) -> Values:
        """Methods of an object, or functions of a module, whose names begin and end so.

        Those that are told, if there are some.
        """
        told = name[TOLD] if len(name) > TOLD else ()
        if found := NONE.union(*(self.flows.attribute(owner, one) for one in told)):
            return found
        scopes: list[Scope] = []
        if owner[0] in "IC":
            keys = [one[1] for one in self.names.mro(owner[1]) if one[0] == "C"]
            keys += [one.key for one in self.names.subclasses(owner[1])]
            scopes = [one for key in keys if (one := self.names.scope(key)) is not None]
        elif owner[0] == "M" and (file := self.names.workspace.files.get(owner[1])) is not None:
            self.cells.note("scope", file.top.key)
            scopes = [file.top]
        names = {
            child.name
            for one in scopes
            for child in one.children
            if child.is_callable and is_like(child.name, *name[2:4])
        }
        if len(names) > MAX_NAMED_LIKE:
            return NONE
        return NONE.union(*(self.flows.attribute(owner, one) for one in sorted(names)))

    def _global_names(self, scope: Scope, _given: list[Expression]) -> Values:
        return frozenset([("S", "M", scope.file.path)])

    def _names_of(self, scope: Scope, given: list[Expression]) -> Values:
        """`vars` and `locals`."""
        if given:
            owners = self.flows.values(scope, given[0])
            own = frozenset(one for one in owners if is_record(one))
            return own | frozenset(("S", *one) for one in owners if one[0] in "CMI")
        return frozenset([("S", "F", scope.key)])

    def _instance(self, scope: Scope, given: list[Expression]) -> Values:
        """`object.__new__(cls)`, of whatever class outside."""
        values = self.flows.values(scope, given[0] if given else None)
        found: set[Value] = set()
        for one in values:
            if one[0] == "C":  # of a metaclass they are the classes that it makes
                made = made_by(self.names, one[1])
                found |= {("C", key) for key in made} if made else {("I", one[1])}
        return frozenset(found)

    def _type_of(self, scope: Scope, given: list[Expression]) -> Values:
        if len(given) == 3 and form(given[1]) == "L":  # a class with these bases
            bases = [self.flows.values(scope, one) for one in given[1][3:]]
            return frozenset(one for one in NONE.union(*bases) if one[0] == "C")
        if len(given) != 1:
            return NONE
        values = self.flows.values(scope, given[0])
        return frozenset(("C", one[1]) for one in values if one[0] == "I")

    def _cast(self, scope: Scope, given: list[Expression]) -> Values:
        if len(given) != 2:
            return NONE
        declared = frozenset(self.names.types(scope, given[0]))
        return declared or self.flows.values(scope, given[1])

    def _object_of(self, scope: Scope, given: list[Expression]) -> Values:
        """`context.find_object(Kind)`."""
        kinds = self.flows.values(scope, given[0] if given else None)
        return frozenset(("I", one[1]) for one in kinds if one[0] == "C")

    def _order(self, scope: Scope, given: list[Expression]) -> Values:
        """`getmro(kind)`."""
        kinds = self.flows.values(scope, given[0] if given else None)
        return frozenset(("O", one[1]) for one in kinds if one[0] == "C")

    def _elements(self, scope: Scope, given: list[Expression]) -> Values:
        if len(given) > 1:
            return NONE.union(*(self.flows.values(scope, one) for one in given))
        owners = self.flows.values(scope, given[0] if given else None)
        return self.flows.each(owners, lambda one: self.cells.get(("el", one, None)))

    def _added(self, scope: Scope, given: list[Expression]) -> Values:
        """`sum(lists, [])`."""
        begun = self.flows.values(scope, given[1] if len(given) > 1 else None)
        return self._elements(scope, given[:1]) | begun

    def _folded(self, scope: Scope, given: list[Expression]) -> Values:
        """`reduce(function, values, begin)`."""
        called = self.flows.values(scope, given[0] if given else None)
        keys = {one[1] for one in called if one[0] in "FB"}
        found = NONE.union(*(self.cells.get(("ret", key)) for key in keys))
        own = [one for key in keys if (one := self.names.scope(key)) is not None]
        if not found or any(handed_through(one) for one in own):
            found |= self._added(scope, given[1:])
        return found or frozenset([outside("functools.reduce", "()")])

    def _bound(self, scope: Scope, given: list[Expression]) -> Values:
        """`MethodType(function, one)`."""
        functions = self.flows.values(scope, given[0] if given else None)
        return frozenset(("B", one[1]) if one[0] == "F" else one for one in functions)

    def _entered(self, scope: Scope, given: list[Expression]) -> Values:
        owners = self.flows.values(scope, given[0] if given else None)
        return self.flows.each(owners, lambda one: self.cells.get(("en", one)))

    def _of_metaclass(self, scope: Scope, _given: list[Expression]) -> Values:
        """`super().__call__()` in a metaclass makes an object of the class."""
        method = method_around(scope)
        own = self.cells.get(("p", method.key, 0)) if method is not None else NONE
        return frozenset(("I", one[1]) for one in own if one[0] == "C")

    def _taken_out(self, scope: Scope, given: list[Expression]) -> Values:
        """`heappop(heap)`."""
        owners = self.flows.values(scope, given[0] if given else None)
        return self.flows.each(owners, lambda one: self.cells.get(("el", one, ANY)))

    def _next(self, scope: Scope, given: list[Expression]) -> Values:
        found = self._elements(scope, given[:1])
        return found | self.flows.values(scope, given[1]) if len(given) > 1 else found

    def _module(self, scope: Scope, given: list[Expression]) -> Values:
        """`import_module`: the modules of the workspace that have these names."""
        above = given[1][1] if len(given) > 1 and form(given[1]) == "k" else ""
        own = loaded(self.flows, scope, given[0] if given else None, str(above))
        return own or frozenset([outside("importlib.import_module", "()")])

    def _super(self, scope: Scope, given: list[Expression]) -> Values:
        if given:
            classes = self.names.static(scope, given[0], self.cells.settle)
            return frozenset(("Q", one[1]) for one in classes if one[0] == "C")
        method = method_around(scope)
        around = self.names.enclosing_class(method)
        return NONE if around is None else frozenset([("Q", around.key)])

    def of_container(self, scope: Scope, index: int, site: Site) -> Values:
        """What a method of a built-in container gives."""
        _, base, name = site[1]
        name = older.method(name)
        if name not in _CONTAINER_METHODS:
            return NONE
        given = site[4] if len(site) > 4 else []
        found: Values = NONE
        for owner in self.flows.values(scope, base):
            if owner[0] not in "LDHYVEGUS" and not self._is_inherited(owner, name):
                continue
            if name == "result" and owner[-1] != "submit":
                continue
            if name in ("items", "values", "keys"):
                found |= {("E", scope.key, index, name)}
            elif name == "popitem":
                found |= self.cells.get(("el", ("E", scope.key, index, "items"), None))
            elif name == "copy" and owner[0] in COPIES:
                found |= {("E", scope.key, index, COPIES[owner[0]])}
            elif name in _SAME_ELEMENTS or name in _OF_SETS:
                more = given if name in _OF_SETS else []
                found |= NONE.union({owner}, *(self.flows.values(scope, one) for one in more))
            else:
                found |= self._taken_from(owner, scope, name, given)
        return found

    def _taken_from(self, owner: Value, scope: Scope, name: str, given: list[Expression]) -> Values:
        """What a method of a container gives that is in it."""
        is_keyed = given and name not in _NEXT and owner[-1] not in (QUEUE, CONTEXT)
        keys = self.flows.keys(scope, given[0] if is_keyed else None)
        found = NONE.union(*(self.cells.get(("el", owner, key)) for key in keys))
        if name in ("get", "setdefault", "pop") and len(given) > 1:
            found |= self.flows.values(scope, given[1])
        return found

    def _is_inherited(self, owner: Value, name: str) -> bool:
        """True for a method that the class of an object has of the library's container."""
        return owner[0] == "I" and any(
            one[0] == "X" and holds(one[1], name) for one in self.cells.get(("ia", owner[1], name))
        )


def gives_what_it_holds(dotted: str) -> bool:
    """True for what gives whatever was put into it, which is not of the library's making."""
    package, _, rest = dotted.partition(".")
    return "." in rest and package in _HOLDING and rest.rpartition(".")[2] in _GIVING


@lru_cache(maxsize=10_000)
def _how_made(dotted: str) -> str | None:
    """The word for what holds what a call is given; None if nothing does."""
    of, _, name = dotted.rpartition(".")
    if name in (f"a{CLOSING}", "nullcontext"):
        return CLOSING
    if dotted in _MADE:
        return _MADE[dotted]
    if of in _EXECUTORS and name in _RUN_THERE:
        return _RUN_THERE[name]
    if dotted in DICTIONARIES:
        return "dict"
    is_named = (of == "operator" and name in GETTERS) or older.goes_through(of, name)
    if name == BELOW or is_named:
        return name
    if dotted == NAMED_TUPLE or dotted in COLLECTIONS or dotted in _HOLDERS:
        return dotted.rpartition(".")[2]
    return None


# What runs functions elsewhere, and how what comes of them is held.
_EXECUTORS = frozenset(
    f"{module}.{name}()"
    for module, names in (
        ("concurrent.futures", ("ThreadPoolExecutor", "ProcessPoolExecutor")),
        ("multiprocessing", ("Pool",)),
        ("multiprocessing.pool", ("ThreadPool", "Pool")),
    )
    for name in names
)
_RUN_THERE = {
    **dict.fromkeys(("map", "imap", "imap_unordered"), "map"),
    **dict.fromkeys(("submit", "apply_async"), "submit"),
}
_ITERATING = {"builtins.iter": "__iter__", "builtins.reversed": "__reversed__"}
_NEXT = frozenset({"popleft", "send", "asend"})  # whose argument is no key

_EXTERNAL = {
    "builtins.super": Library._super,
    "builtins.getattr": Library._attribute_of,
    "builtins.type": Library._type_of,
    "builtins.abs": Library._absolute,
    "asyncio.to_thread": Library._run_beside,
    "builtins.eval": Library._evaluated,
    "random.choice": Library._elements,
    "builtins.round": Library._rounded,
    "builtins.sum": Library._added,
    "functools.reduce": Library._folded,
    "inspect.getmro": Library._order,
    "types.MethodType": Library._bound,
    "typing.cast": Library._cast,
    "click.Context().find_object": Library._object_of,
    "click.Context().ensure_object": Library._object_of,
    **dict.fromkeys(("importlib.import_module", "builtins.__import__"), Library._module),
    **dict.fromkeys((f"heapq.heap{name}" for name in ("pop", "pushpop")), Library._taken_out),
    "builtins.globals": Library._global_names,
    **dict.fromkeys(("builtins.vars", "builtins.locals"), Library._names_of),
    "builtins.type.__call__": Library._of_metaclass,
    **dict.fromkeys((name for name in SPECIAL if "_context" in name), Library._entered),
    **dict.fromkeys((f"builtins.{name}" for name in ("next", "anext")), Library._next),
    **dict.fromkeys((f"builtins.{name}" for name in ("min", "max")), Library._elements),
}
_HOLDING = words("asyncio builtins collections concurrent contextvars multiprocessing queue types")
_GIVING = words(
    "items values get pop popleft popitem setdefault get_nowait result __getitem__ __next__"
)
_OF_SETS = words("union intersection difference symmetric_difference")
_SAME_ELEMENTS = words("copy __iter__ __reversed__")
_CONTAINER_METHODS = (
    _OF_SETS
    | _SAME_ELEMENTS
    | words(
        "items values keys get pop popleft popitem setdefault __getitem__ __next__ __anext__ send"
        " asend result get_nowait"
    )
)
