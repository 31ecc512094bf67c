"""The results of one file among each other: what they add to each other, and which leads.

A file is found by all of its hits together, but ten places should not show one file ten times. Its
first place belongs to the definition whose name says what was asked for.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

from codewitness.engine.rank.ranked import Key, Ranked

_SAME_FILE = 0.5  # each further result of a file counts half of the one before
_MOST_SIBLINGS = 7
_NAME_IN_FILE = 0.3  # how much more a name that the query says counts within a file
_NAMELESS = 0.9  # what has no name but its file's: imports, code outside of definitions
# What counts within a file in place of what counts among files. Nobody asks for a private method in
# place of a public one, but for what it does. A class leads if the query says its name and no more.
_WITHIN = {"private": 1.0, "class": 0.88}
_CLASS, _FUNCTION = "class", "function"


def add_siblings(entries: Sequence[Ranked[Key]], weight: float) -> None:
    """What the other hits of a file add to each of its hits, as a share of the richest file's."""
    sums: dict[str, float] = {}
    seen: Counter[str] = Counter()
    for entry in entries:
        n_before = seen[entry.path]
        if 0 < n_before <= _MOST_SIBLINGS:
            more = entry.total * entry.factor / (n_before + 1)
            sums[entry.path] = sums.get(entry.path, 0.0) + more
        seen[entry.path] += 1
    most = max(sums.values(), default=0.0) or 1.0
    for entry in entries:
        entry.add_siblings(weight * sums.get(entry.path, 0.0) / most)


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
    for own in by_path.values():
        if len(own) == 1:
            continue
        leader = max(own, key=lambda one: _in_file(one, said(one.key), usual))
        if name(leader.key) == name(own[0].key):
            leader = own[0]  # a class, and not its constructor
        elif (before := leader.total * leader.factor) > 0:
            leader.boost("ofFile", own[0].total * own[0].factor / before)
        for n_before, entry in enumerate((one for one in own if one is not leader), 1):
            entry.boost("sameFile", _SAME_FILE**n_before)


def _in_file(entry: Ranked[Key], named: float, usual: Mapping[str, float]) -> float:
    """What counts within a file."""
    factor = entry.factor if named >= 0.0 else entry.factor * _NAMELESS
    for domain in _WITHIN.keys() & entry.usual.keys():
        if entry.usual[domain] == usual.get(domain):
            is_meant = domain == _CLASS and named == 1.0
            factor *= (usual[_FUNCTION] if is_meant else _WITHIN[domain]) / usual[domain]
    return (entry.total + _NAME_IN_FILE * max(0.0, named)) * factor
