"""Which collection an argument is, as it is written: all count as one where elements are asked for.

So overloads for an array, a slice, a list and a set are told apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.values import Value
from codewitness.engine.graph.typed.world import called
from codewitness.model.flow import Expression, Parameter, form, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

NEVER = 100
_ABOVE_TEXTS = frozenset(("Object", "String", "CharSequence", "Comparable", "Serializable"))
_NAMED = ("List", "Set", "Collection", "Queue", "Deque", "Stack", "Map", "Iterable", "Bag", "s")
_DEEP = 4  # variables in a row
_ARRAY = "[]"
_ABOVE_OF_JVM: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("ArrayList", "LinkedList", "MutableList", "CopyOnWriteArrayList"), ("List",)),
    **dict.fromkeys(("HashSet", "LinkedHashSet", "TreeSet", "MutableSet", "SortedSet"), ("Set",)),
    **dict.fromkeys(("ArrayDeque", "Deque"), ("Queue",)),
    **dict.fromkeys(("List", "Set", "Queue"), ("Collection",)),
    "Collection": ("Iterable",),
}
# By language, what each kind stands on; `[]` is an array.
_ABOVE: dict[str, dict[str, tuple[str, ...]]] = {
    "java": _ABOVE_OF_JVM,
    "kotlin": _ABOVE_OF_JVM,
    "swift": {
        **dict.fromkeys((_ARRAY, "Array", "ArraySlice", "ContiguousArray"), ("Collection",)),
        "Set": ("Collection",),
        "Collection": ("Sequence",),
    },
    "csharp": {
        "List": ("IList", "IReadOnlyList"),
        _ARRAY: ("IList", "IReadOnlyList"),
        "HashSet": ("ISet",),
        **dict.fromkeys(("IList", "ISet", "Queue", "Stack"), ("ICollection",)),
        "IReadOnlyList": ("IReadOnlyCollection",),
        **dict.fromkeys(("ICollection", "IReadOnlyCollection"), ("IEnumerable",)),
    },
}
_ALONE = {"java": (_ARRAY,), "kotlin": ("Array", "Sequence"), "swift": (), "csharp": ()}
_SAME = {"swift": {"Array": _ARRAY}}
# What methods of collections give, whatever they are called on.
_GIVING: dict[str, dict[str, str]] = {
    "java": {"toList": "List", "toArray": _ARRAY, "asList": "List", "toSet": "Set"},
    "kotlin": {
        **dict.fromkeys(("toList", "listOf", "map", "filter", "sorted", "flatMap"), "List"),
        "toSet": "Set",
        "setOf": "Set",
        "toTypedArray": "Array",
        "arrayOf": "Array",
        "mutableListOf": "MutableList",
        "toMutableList": "MutableList",
        "asSequence": "Sequence",
        "sequenceOf": "Sequence",
        "emptyList": "List",
    },
    "swift": {
        **dict.fromkeys(("dropFirst", "dropLast", "prefix", "suffix"), "ArraySlice"),
        **dict.fromkeys(("map", "compactMap", "sorted", "flatMap", "shuffled"), _ARRAY),
    },
    "csharp": {"ToList": "List", "ToArray": _ARRAY, "ToHashSet": "HashSet"},
}


def misfit(ev: Evaluator, at: Where, wanted: Expression, argument: Expression) -> int:
    """How far what is given is below what is wanted; 0 if it is the same, -1 if not known."""
    language = ev.file(at.path).language
    want, have = _head(wanted, language), _kind(ev, at, argument, _DEEP)
    known = _known(language)
    if want not in known or have not in known:
        return -1
    if want == have:
        return 0
    level, seen, above = [have], {have}, _ABOVE[language]
    for steps in range(1, 6):
        level = [one for kind in level for one in above.get(kind, ()) if one not in seen]
        if want in level:
            return steps
        seen.update(level)
    return NEVER


def is_of_other_kind(wanted: Sequence[Value], names: Sequence[str]) -> bool:
    """True for types of Java's library that are no collection, or no text, as is wanted."""
    if not wanted or not names or not all(names):
        return False
    if all(one[:2] in (("B", "[]"), ("B", "Map")) for one in wanted):
        return not any(name.endswith(_NAMED) for name in names)
    return all(one[:2] == ("B", "String") for one in wanted) and _ABOVE_TEXTS.isdisjoint(names)


def _known(language: str) -> set[str]:
    above = _ABOVE.get(language, {})
    return {*above, *(one for up in above.values() for one in up), *_ALONE.get(language, ())}


def _head(kind: Expression, language: str) -> str:
    """The plain name of a type."""
    base = kind[1] if form(kind) == "G" else kind
    name = base[1] if form(base) == "t" else last_name(base)
    return _SAME.get(language, {}).get(str(name), str(name))


def _kind(ev: Evaluator, at: Where, argument: Expression, deep: int) -> str:
    """The name of the collection that an expression is; "" if that is not known."""
    language = ev.file(at.path).language
    kind = form(argument)
    if deep == 0 or argument is None:
        return ""
    if isinstance(argument, str):
        return _of_parameter_around(ev, at, argument)
    if kind == "v" and len(argument) == 3:
        if argument[2] < 0:
            declared = ev.file(at.path).header(at.scope).parameters[-1 - argument[2]]
            return _declared(declared, language)
        return _kind(ev, at, ev.file(at.path).flow(at.scope).binds[argument[2]][1], deep - 1)
    if kind == "y":
        return _head(argument[1], language) if argument[1] else _kind(ev, at, argument[2], deep - 1)
    if kind == "L" and argument[1] == _ARRAY and language == "swift":
        return _ARRAY
    return _given(ev, at, argument[1], language) if kind == "c" else ""


def _of_parameter_around(ev: Evaluator, at: Where, name: str) -> str:
    """The same of a parameter of a function around, which nothing hides."""
    file, scope = ev.file(at.path), at.scope
    while scope >= 0 and file.definitions[scope].is_callable:
        if name in file.binds(scope):
            return ""
        for one in file.header(scope).parameters:
            if one.name == name:
                return _declared(one, file.language)
        scope = file.parent(scope)
    return ""


def _declared(parameter: Parameter, language: str) -> str:
    if parameter.kind[:1] == "*":  # whatever is left comes as an array
        return _ARRAY if language in ("java", "csharp") else ""
    return _head(parameter.type, language) if parameter.type else ""


def _given(ev: Evaluator, at: Where, number: int, language: str) -> str:
    site = ev.site(at.path, at.scope, number)
    name = called(site[1])
    if site[0] == "n" or name in _known(language):
        return _head(name, language)
    callees = ev.callees(at.path, at.scope, number)
    own = [ev.file(v[1]).header(v[2]).returns for v in callees if v[0] == "f"]
    if own:
        heads = {_head(one, language) for one in own}
        return heads.pop() if len(heads) == 1 else ""
    return _GIVING.get(language, {}).get(name, "")
