"""Which methods of a class the library runs by which of its own: told by names and by bases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.listed import words
from codewitness.engine.graph.python.naming.names import Names, Value

_OBJECT: Value = ("X", "builtins.object")
_VISITORS = [f"ast.{name}" for name in ("NodeVisitor", "NodeTransformer")]
VISITED = words("visit generic_visit")
_ABC = ("collections.abc", "typing")


def _of_kinds(
    modules: Iterable[str], kinds: str, run: dict[str, str]
) -> dict[str, tuple[str, frozenset[str]]]:
    """Methods of some classes of the library, each with the names of those that it runs."""
    return {
        f"{module}.{kind}.{name}": ("", words(others))
        for module in modules
        for kind in kinds.split()
        for name, others in run.items()
    }


_COMMAND = words("default emptyline")
_COMMANDS = _COMMAND | words("precmd postcmd preloop postloop")
# What runs them, with how the names of methods begin, and names of others.
RUNNING: dict[str, tuple[str, frozenset[str]]] = {
    **{f"{kind}.visit": ("visit_", VISITED) for kind in _VISITORS},
    **{f"{kind}.generic_visit": ("visit_", VISITED) for kind in _VISITORS},
    **{f"html.parser.HTMLParser.{name}": ("handle_", frozenset()) for name in ("feed", "close")},
    "cmd.Cmd.onecmd": ("do_", _COMMAND),
    "cmd.Cmd.cmdloop": ("do_", _COMMANDS),
    "threading.Thread.start": ("", frozenset({"run"})),
    "multiprocessing.Process.start": ("", frozenset({"run"})),
    **_of_kinds(
        _ABC,
        "Mapping MutableMapping",
        {"get": "__getitem__", "__contains__": "__getitem__"},
    ),
    **_of_kinds(
        (*_ABC, "collections"),
        "Mapping MutableMapping UserDict",
        {**dict.fromkeys(("items", "values"), "__iter__ __getitem__"), "keys": "__iter__"},
    ),
    **_of_kinds(
        _ABC,
        "MutableMapping",
        {
            "pop": "__getitem__ __delitem__",
            "popitem": "__iter__ __getitem__ __delitem__",
            "setdefault": "__getitem__ __setitem__",
            "update": "__setitem__",
        },
    ),
    **_of_kinds(
        ["collections"],
        "UserDict",
        {
            "get": "__getitem__",
            "pop": "__getitem__ __delitem__",
            "setdefault": "__getitem__ __setitem__",
            "update": "__setitem__",
        },
    ),
    **_of_kinds(
        _ABC,
        "Sequence MutableSequence",
        {"index": "__getitem__", "__contains__": "__getitem__"},
    ),
    **_of_kinds(
        _ABC,
        "MutableSequence",
        {"append": "insert __len__", "extend": "insert __len__", "pop": "__getitem__ __delitem__"},
    ),
    **_of_kinds(
        ["string"],
        "Formatter",
        dict.fromkeys(
            ("format", "vformat"),
            "get_value get_field convert_field format_field check_unused_args vformat",
        ),
    ),
    **_of_kinds(["json"], "JSONEncoder", {"encode": "default", "iterencode": "default"}),
    **_of_kinds(["pickle"], "Pickler", {"dump": "persistent_id reducer_override"}),
    **_of_kinds(["pickle"], "Unpickler", {"load": "persistent_load find_class"}),
}
# What makes an object of a class that it is told by a keyword, and runs this of it.
BY_CLASS = {
    **dict.fromkeys(("json.dump", "json.dumps"), ("cls", "default")),
    **dict.fromkeys(("json.load", "json.loads"), ("cls", "decode")),
}


def runners(names: Names, function: Scope) -> Iterator[str]:
    """Names of what may run a method so, if a base of its class comes from where that is."""
    around = function.parent
    if around is None or not around.is_class:
        return
    found = [
        dotted
        for dotted, (begin, others) in RUNNING.items()
        if function.name in others or (begin and function.name.startswith(begin))
    ]
    found += [dotted for dotted, (_, name) in BY_CLASS.items() if function.name == name]
    if found and any(one[0] == "X" and one != _OBJECT for one in names.mro(around.key)):
        yield from (dotted.rpartition(".")[2] for dotted in found)
