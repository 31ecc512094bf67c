"""The results of one file among each other: what they add to each other, and which leads.

A file is found by all of its hits together, but ten places should not show one file ten times. Its
first place belongs to the definition whose name says what was asked for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from codewitness.engine.rank.ranked import Boosts, Key, Ranked

_SAME_FILE = 0.5  # each further result of a file counts half of the one before
_MOST_SIBLINGS = 7
_NAME_IN_FILE = 0.2  # how much more a name that the query says counts within a file
_NAMELESS = 0.9  # what has no name but its file's: imports, code outside of definitions
# What counts within a file in place of what counts among files. Nobody asks for a private method in
# place of a public one, but for what it does. A class leads if the query says its name and no more.
_WITHIN = {"private": 1.0, "class": 0.88}
_CLASS, _FUNCTION = "class", "function"


def add_siblings(entries: Sequence[Ranked[Key]], weight: float) -> None:
    """What the other hits of a file add to each of its hits, as a share of the richest file's."""
    sums: dict[str, float] = {}
    seen: dict[str, int] = {}
    for entry in entries:
        path = entry.path
        n_before = seen.get(path, 0)
        if 0 < n_before <= _MOST_SIBLINGS:
            more = entry.total * entry.factor / (n_before + 1)
            sums[path] = sums.get(path, 0.0) + more
        seen[path] = n_before + 1
    most = max(sums.values(), default=0.0) or 1.0
    shares = {path: weight * own / most for path, own in sums.items()}
    for entry in entries:
        if share := shares.get(entry.path):
            entry.add_siblings(share)


def spread(
    entries: Sequence[Ranked[Key]],
    name: Callable[[Key], str],
    said: Callable[[Key], float],
    usual: Mapping[str, float],
) -> None:
    """The leader of each file takes its file's best score, each further result counts less.

    `entries` are best first; `said` tells how alike the query and a name are, from 0 to 1, less for
    what has no name; `usual` are the boosts that nobody asked for.
    """
    by_path: dict[str, list[Ranked[Key]]] = defaultdict(list)
    for entry in entries:
        by_path[entry.path].append(entry)
    within = _Within(usual)
    for own in by_path.values():
        if len(own) == 1:
            continue
        counts = [within.count(one, said(one.key)) for one in own]
        leader = own[counts.index(max(counts))]
        if name(leader.key) == name(own[0].key):
            leader = own[0]  # a class, and not its constructor
        elif (before := leader.total * leader.factor) > 0:
            leader.boost("ofFile", own[0].total * own[0].factor / before)
        by = 1.0
        for entry in own:
            if entry is not leader:
                by *= _SAME_FILE
                entry.boost("sameFile", by)


class _Within:
    """What entries count within their file."""

    def __init__(self, usual: Mapping[str, float]) -> None:
        self._usual = usual
        # Few are different, and each is that of many entries: whose name is meant, and others.
        self._known: dict[Boosts, tuple[float, float]] = {}

    def count(self, entry: Ranked[Key], named: float) -> float:
        factors = self._known.get(entry.usual)
        if factors is None:
            factors = self._known[entry.usual] = self._factors(entry.usual.by_name)
        if named < 0.0:
            return entry.total * entry.factor * _NAMELESS * factors[0]
        return (entry.total + _NAME_IN_FILE * named) * entry.factor * factors[named == 1.0]

    def _factors(self, own: Mapping[str, float]) -> tuple[float, float]:
        usual = self._usual
        replaced = [name for name in _WITHIN if name in own and own[name] == usual.get(name)]
        factor = meant = 1.0
        for name in replaced:
            factor *= _WITHIN[name] / usual[name]
            meant *= (usual[_FUNCTION] if name == _CLASS else _WITHIN[name]) / usual[name]
        return factor, meant
