"""The definitions that a query names, and how surely it is just these."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from codewitness.engine.rank.finds import Finds, Key
from codewitness.engine.rank.form import EMPTY, QueryForm
from codewitness.engine.rank.stems import stem
from codewitness.model.facts import ChunkKind

MARKED_UP = frozenset({f"lang:{name}" for name in ("css", "html", "less", "scss", "svg", "xml")})
TEST_TAG = "domain:test"
_ASIDE_TAGS = MARKED_UP | {TEST_TAG}  # their names are seldom looked for
_LEAST_SPELLED = 2  # words
_SAYS_NOTHING = frozenset(map(stem, EMPTY))
_DEFINING = (ChunkKind.CLASS, ChunkKind.FUNCTION, ChunkKind.METHOD)


def symbol_share(form: QueryForm, found: Finds[Key], at: int) -> float:
    """1 for the definition that the query names, half if it is in another container than named.

    And half for a constructor, if its class's name is all of the query: the class is meant. And for
    a function where a class is asked for by that word, or a class where a function is.
    """
    name, parent, kind = found.names[at], found.parents[at], found.kinds[at]
    if kind not in _DEFINING:
        return 0.0
    if form.of_class is not None and form.of_class != (kind is ChunkKind.CLASS):
        return 0.5
    if not (container := form.symbols[name.lower()]):
        return 0.5 if form.sole and _is_constructor(name, parent, kind) else 1.0
    is_there = parent.lower().endswith(container) or container in _modules(found.paths[at])
    return 1.0 if is_there else 0.5


def spelled(form: QueryForm, found: Finds[Key], of_names: Mapping[str, frozenset[str]]) -> set[int]:
    """The definitions whose name has the words that a query tells, in any order, and no others.

    None where the query stands somewhere as it is: then that is meant.
    """
    asked = form.stems - form.as_one - form.initials
    if form.sole or found.verbatim or len(asked) < _LEAST_SPELLED:
        return set()
    names = {n for n, own in of_names.items() if asked <= own and own - _SAYS_NOTHING == asked}
    return {
        at
        for at, name in enumerate(found.names)
        if name in names and found.kinds[at] in _DEFINING and _ASIDE_TAGS.isdisjoint(found.tags[at])
    }


@lru_cache(maxsize=20_000)
def _modules(path: str) -> frozenset[str]:
    """The folders of a file and its own name, which may stand before a name: `rt::ReadBuf`."""
    *folders, base = path.lower().split("/")
    return frozenset((*folders, base.partition(".")[0]))


def just_there(form: QueryForm, found: Finds[Key]) -> set[int]:
    """The definition that bears the one plain word of a query, `echo`, if one file alone has it.

    A word that several define, such as `close`, asks for what is about it; a method or a property
    is one of many things that are.
    """
    if form.sole or len(form.words) != 1 or len(form.names) != 1:
        return set()
    (word,) = form.names
    named = {
        at
        for at, name in enumerate(found.names)
        if name == word
        and found.kinds[at] in (ChunkKind.CLASS, ChunkKind.FUNCTION)
        and _ASIDE_TAGS.isdisjoint(found.tags[at])
    }
    return named if len({found.files[at] for at in named}) == 1 else set()


def _is_constructor(name: str, parent: str, kind: ChunkKind) -> bool:
    if kind is not ChunkKind.METHOD or not parent.endswith(name):
        return False
    return not parent.removesuffix(name)[-1:].isidentifier()


def later_parts(form: QueryForm, found: Finds[Key]) -> set[int]:
    """Those that go on with the one that is asked for, whose beginning was found as well."""
    named = [
        at
        for at, name in enumerate(found.names)
        if name == form.sole and found.definitions[at] >= 0
    ]
    first: dict[tuple[str, int], int] = {}
    for at in named:
        place = found.files[at], found.definitions[at]
        first[place] = min(first.get(place, found.starts[at]), found.starts[at])
    starts = found.starts
    return {at for at in named if starts[at] > first[found.files[at], found.definitions[at]]}
