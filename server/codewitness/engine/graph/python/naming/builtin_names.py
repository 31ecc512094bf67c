"""What the linker knows of Python's built-in names and of the standard library by name."""

from __future__ import annotations

import builtins

from codewitness.engine.graph.listed import words

BUILTINS = frozenset(dir(builtins)) | {"reveal_type"}
OF_OBJECT = frozenset(dir(object))
SETTERS = frozenset({"setter", "deleter", "expression"})  # what a property's parts are told by
CLASS_METHODS = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})  # of themselves

GETTERS = frozenset({"methodcaller", "attrgetter", "itemgetter"})  # of `operator`
ASKED = "__getattr__"  # for what an object does not have
WRAPPED = "__wrapped__"  # what a function stands for that was made by a decorator
# What runs for any attribute that is read, set or deleted, by the kind of a site.
HOOKS = {"r": "__getattribute__", "p": "__setattr__", "x": "__delattr__"}
BELOW = "__subclasses__"  # gives what holds the classes that come from a class directly
# What making an instance runs.
CONSTRUCTORS = ("__init__", "__new__")
NOT_FOUND = "_missing_"  # of an enumeration, that is asked for a value which no member has
# What the constructor runs that a decorator writes.
AFTER_INIT = ("__post_init__", "__attrs_post_init__")
# Generic types that hold others: which of their arguments iteration gives.
CONTAINERS = words(
    "list List set Set frozenset FrozenSet tuple Tuple deque Deque Sequence MutableSequence"
    " Iterable Iterator Collection AbstractSet MutableSet Generator AsyncIterator AsyncIterable"
    " AsyncGenerator dict Dict Mapping MutableMapping defaultdict DefaultDict OrderedDict Counter"
    " ContextManager AbstractContextManager AsyncContextManager KeysView ValuesView"
)
# Of these, which have methods of their own as well, something is taken by `get`.
GIVING = words("ContextVar Queue LifoQueue PriorityQueue SimpleQueue JoinableQueue")
MAPPINGS = words("dict Dict Mapping MutableMapping defaultdict DefaultDict OrderedDict Counter")
MANAGERS = words("ContextManager AbstractContextManager AsyncContextManager")
# Types that stand for their argument; True: for the last of them alone.
WRAPPERS = {
    "Optional": False,
    "Union": False,
    "Annotated": False,
    "Final": False,
    "ClassVar": False,
    "Required": False,
    "NotRequired": False,
    "ReadOnly": False,
    "InitVar": False,
    "Awaitable": True,
    "Coroutine": True,
    "Task": True,
    "Future": True,
}
# Base classes from outside that have nothing by any name.
NAMELESS = frozenset(
    f"{module}.{name}"
    for module in ("typing", "typing_extensions")
    for name in ("Generic", "Protocol")
) | {"abc.ABC", "builtins.object"}
# Calls that give back what they are given, or what was wrapped.
IDENTITIES = frozenset(
    {
        "copy.copy",
        "copy.deepcopy",
        "functools.update_wrapper",
        "functools.wraps()",
        "functools.lru_cache()",
        "functools.cache",
        "functools.lru_cache",
        "asyncio.run",
        "asyncio.create_task",
        "asyncio.TaskGroup().create_task",
        "asyncio.as_completed",
        "asyncio.ensure_future",
        "asyncio.wait_for",
        "asyncio.shield",
        "contextlib.contextmanager",
        "contextlib.asynccontextmanager",
        "enum.member",
        "enum.nonmember",
        "builtins.staticmethod",
        "builtins.classmethod",
        "builtins.property",
        "dataclasses.replace",
        "dataclasses.dataclass",
        "weakref.proxy",
    }
)
# What goes through what it is given and shows how far that is.
SHOWING = words(
    "click.progressbar tqdm.tqdm tqdm.auto.tqdm tqdm.notebook.tqdm tqdm.asyncio.tqdm"
    " rich.progress.track alive_progress.alive_it progressbar.progressbar"
)
# Calls whose result holds the elements of the first argument that is there.
COLLECTIONS = (
    SHOWING
    | frozenset(
        f"builtins.{name}"
        for name in ("list", "tuple", "set", "frozenset", "sorted", "reversed", "iter")
    )
    | {
        "collections.deque",
        "itertools.chain",
        "itertools.islice",
        "itertools.cycle",
        "random.sample",
        "random.choices",
        "concurrent.futures.as_completed",
        "weakref.WeakSet",
    }
)
# Calls that make a dictionary of what they are given.
DICTIONARIES = frozenset(
    {
        "collections.OrderedDict",
        *("weakref.WeakValueDictionary", "weakref.WeakKeyDictionary"),
        "types.MappingProxyType",
    }
)
# Special methods that a call of a built-in function runs.
SPECIAL = {
    "builtins.len": ("__len__",),
    "builtins.str": ("__str__",),
    "builtins.repr": ("__repr__",),
    "builtins.bool": ("__bool__",),
    "builtins.int": ("__int__",),
    "builtins.float": ("__float__",),
    "builtins.hash": ("__hash__",),
    "builtins.abs": ("__abs__",),
    "builtins.divmod": ("__divmod__",),
    "builtins.pow": ("__pow__",),
    "builtins.round": ("__round__",),
    "builtins.complex": ("__complex__",),
    **dict.fromkeys(
        (*(f"builtins.{name}" for name in ("bin", "oct", "hex", "chr", "range")), "operator.index"),
        ("__index__",),
    ),
    "math.floor": ("__floor__",),
    "math.ceil": ("__ceil__",),
    "math.trunc": ("__trunc__",),
    "copy.copy": ("__copy__",),
    "copy.deepcopy": ("__deepcopy__",),
    "os.fspath": ("__fspath__",),
    "builtins.dir": ("__dir__",),
    "builtins.bytes": ("__bytes__",),
    "builtins.next": ("__next__",),
    "builtins.anext": ("__anext__",),
    "builtins.iter": ("__iter__",),
    "builtins.reversed": ("__reversed__",),
    "builtins.list": ("__iter__", "__next__"),
    "builtins.tuple": ("__iter__", "__next__"),
    "builtins.set": ("__iter__", "__next__"),
    "builtins.sorted": ("__iter__", "__next__"),
    "builtins.sum": ("__iter__", "__next__"),
    "builtins.any": ("__iter__", "__next__"),
    "builtins.all": ("__iter__", "__next__"),
    "builtins.frozenset": ("__iter__", "__next__"),
    **dict.fromkeys(
        (f"builtins.{name}" for name in ("enumerate", "zip", "map", "filter", "min", "max")),
        ("__iter__", "__next__"),
    ),
    **dict.fromkeys(
        ("collections.Counter", "collections.deque", "itertools.chain", "itertools.islice"),
        ("__iter__", "__next__"),
    ),
    "builtins.isinstance": ("__instancecheck__",),
    "builtins.issubclass": ("__subclasscheck__",),
    "builtins.print": ("__str__",),
    "builtins.format": ("__format__",),
    "builtins.str.format": ("__format__",),
    "contextlib.closing": ("close",),
    "contextlib.aclosing": ("aclose",),
    "contextlib.ExitStack().enter_context": ("__enter__", "__exit__"),
    "contextlib.AsyncExitStack().enter_context": ("__enter__", "__exit__"),
    "contextlib.ExitStack().push": ("__exit__",),
    "contextlib.AsyncExitStack().push": ("__exit__",),
    "contextlib.AsyncExitStack().enter_async_context": ("__aenter__", "__aexit__"),
}
# What puts elements in order, by a method of theirs.
COMPARING = frozenset(
    {f"builtins.{name}" for name in ("sorted", "min", "max", "list.sort")}
    | {f"heapq.{name}" for name in words("heappush heappop heapify nlargest nsmallest")}
    | {f"bisect.{name}" for name in words("insort insort_left insort_right bisect")}
)
ORDERING = frozenset({"__lt__", "__le__", "__gt__", "__ge__"})
# What does with an attribute that it is given the name of what a site of this kind does.
BY_NAME = {
    **dict.fromkeys(("builtins.getattr", "builtins.hasattr"), "r"),
    "builtins.setattr": "p",
    "builtins.delattr": "x",
}
# What runs where a class has no such method.
FALLING_BACK = {
    "__format__": "__str__",
    "__str__": "__repr__",
    "__bool__": "__nonzero__",  # of Python 2
    "__nonzero__": "__len__",
}
# The one that the operand on the right is asked for where the left one has none.
MIRRORED = {"__lt__": "__gt__", "__gt__": "__lt__", "__le__": "__ge__", "__ge__": "__le__"}
# Operators that ask the operand on the right, too: `__add__` and then its `__radd__`.
REFLECTED = frozenset(
    f"__{name}__"
    for name in words("add sub mul truediv floordiv mod pow matmul and or xor lshift rshift")
)
# What runs for `+=` where there is no `__iadd__`.
IN_PLACE = {f"__i{name[2:]}": name for name in REFLECTED}
# What makes texts of what it is given, after one that says how.
_LEVELS = words("debug info warning error exception critical")
LOGGING = frozenset(
    f"{of}.{name}"
    for of in ("logging", "logging.getLogger()", "logging.Logger()")
    for name in _LEVELS
)
# What looks for something that it is given in a container, by its hash or by what is equal.
BY_HASH = ("__hash__", "__eq__")
BY_EQUALITY = ("__eq__",)
HASHING = {
    **dict.fromkeys((f"builtins.dict.{name}" for name in ("get", "setdefault", "pop")), BY_HASH),
    **dict.fromkeys((f"builtins.set.{name}" for name in ("add", "discard", "remove")), BY_HASH),
    **dict.fromkeys(
        (f"builtins.list.{name}" for name in ("remove", "index", "count")), BY_EQUALITY
    ),
}
# What makes a container of the elements of what it is given, by their hashes.
HASHING_EACH = frozenset({"builtins.set", "builtins.frozenset", "collections.Counter"})
IN_CONTAINERS = words("__getitem__ __setitem__ __delitem__ __contains__")
LOG_CALLERS = {one.rpartition(".")[2] for one in LOGGING}
HASH_CALLERS = {
    *(one.rpartition(".")[2] for one in (*HASHING, *HASHING_EACH)),
    *(*IN_CONTAINERS, "__hash__"),
}
# Functions that stand for operators, with the method that runs first.
OPERATING = {
    **{f"operator.{name[2:-2]}": name for name in (*REFLECTED, *IN_PLACE)},
    **{f"operator.{name}_": f"__{name}__" for name in ("and", "or")},
    **{f"operator.{name[2:-2]}": name for name in (*ORDERING, "__eq__", "__ne__")},
    **{f"operator.{name}": f"__{name}__" for name in words("neg pos invert contains abs")},
    **{f"operator.{name}": f"__{name}__" for name in words("getitem setitem delitem")},
    "operator.inv": "__invert__",
}
# The functions that run a special method, by their last names.
SPECIAL_CALLERS: dict[str, set[str]] = {}
for _dotted, _methods in SPECIAL.items():
    for _method in _methods:
        while _method:
            SPECIAL_CALLERS.setdefault(_method, set()).add(_dotted.rpartition(".")[2])
            _method = FALLING_BACK.get(_method, "")
for _method in ("__lt__", "__gt__"):
    SPECIAL_CALLERS.setdefault(_method, set()).update(one.rpartition(".")[2] for one in COMPARING)
for _method in ("__add__", "__radd__"):
    SPECIAL_CALLERS.setdefault(_method, set()).add("sum")
for _method in ("__bool__", "__nonzero__", "__len__"):
    SPECIAL_CALLERS[_method] |= {"any", "all", "filter"}
SPECIAL_CALLERS["__len__"] |= {"__bool__", "reversed"}
SPECIAL_CALLERS["__iter__"].add("reversed")
SPECIAL_CALLERS["__reduce__"] = {"copy", "deepcopy"}
SPECIAL_CALLERS["__nonzero__"].add("__bool__")
# The functions that run one because they stand for an operator.
OPERATOR_CALLERS: dict[str, set[str]] = {}
for _dotted, _method in OPERATING.items():
    _asked = [_method, IN_PLACE.get(_method, ""), MIRRORED.get(_method, "")]
    _asked += [f"__r{IN_PLACE.get(_method, _method)[2:]}", *(("__eq__",) * (_method == "__ne__"))]
    _asked += ["__iter__", "__next__"] if _method == "__contains__" else []
    for _method in _asked:
        OPERATOR_CALLERS.setdefault(_method, set()).add(_dotted.rpartition(".")[2])
for _method in ("__str__", "__repr__"):
    SPECIAL_CALLERS[_method] |= {"__mod__", "__format__", "__str__"}
# The built-in type of what a call gives.
BUILT_IN_RESULTS = {
    "builtins.str": "str",
    "builtins.repr": "str",
    "builtins.int": "int",
    "builtins.float": "float",
    "builtins.bool": "bool",
    "builtins.len": "int",
    "builtins.isinstance": "bool",
    "builtins.bytes": "bytes",
}
# Names of methods that built-in types have: of such a call by name alone nothing can be said.
COMMON_METHODS = frozenset(
    name
    for kind in (str, bytes, list, dict, set, tuple, int, float, BaseException, type(open), object)
    for name in dir(kind)
) | words(
    "read write close open flush readline readlines seek tell send recv connect run start stop join"
    " put get acquire release wait set clear group match search sub info debug warning error"
    " exception critical log execute commit rollback fetchone fetchall cursor submit result cancel"
    " done next throw exists mkdir main test parse load dump loads dumps save delete name"
    " drain wait_closed readexactly readuntil pause_reading resume_reading get_extra_info"
    " is_closing sendall listen accept shutdown fileno communicate terminate kill poll is_alive"
    " call_soon call_later create_task add_done_callback set_result set_exception task_done notify"
)
# By what no site is named, those that may run it.
ASKED_FOR = {
    **dict.fromkeys(("__class_getitem__", "__missing__"), ("__getitem__",)),
    "__eq__": ("__ne__",),
    "__index__": ("__getitem__",),
    "__init__": ("__call__",),
    **{name: tuple(sorted(ORDERING - {name})) for name in ORDERING},
    **{plain: (name,) for name, plain in IN_PLACE.items()},
    **{f"__r{plain[2:]}": (plain, name) for name, plain in IN_PLACE.items()},
}
