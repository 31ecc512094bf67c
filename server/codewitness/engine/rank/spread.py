"""The results of one file among each other: what they add to each other, and which leads.

A file is found by all of its hits together, but ten places should not show one file ten times. Its
first place belongs to the definition whose name says what was asked for.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from codewitness.engine.rank.ranked import Key, Ranked

_SAME_FILE = 0.5  # each further result of a file counts half of the one before
_MOST_SIBLINGS = 7
_NAME_IN_FILE = 0.3  # how much more a name that the query says counts within a file
_OF_CLASS, _OF_FUNCTION = "class", "function"  # boosts that count the same within a file


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
    entries: Sequence[Ranked[Key]], name: Callable[[Key], str], said: Callable[[str], float]
) -> None:
    """The leader of each file takes its file's best score, each further result counts less.

    `entries` are best first; `said` tells how alike the query and a name are, from 0 to 1.
    """
    by_path: dict[str, list[Ranked[Key]]] = defaultdict(list)
    for entry in entries:
        by_path[entry.path].append(entry)
    for own in by_path.values():
        if len(own) == 1:
            continue
        leader = max(own, key=lambda one: _in_file(one, said(name(one.key))))
        if name(leader.key) == name(own[0].key):
            leader = own[0]  # a class, and not its constructor
        elif (before := leader.total * leader.factor) > 0:
            leader.boost("ofFile", own[0].total * own[0].factor / before)
        for n_before, entry in enumerate((one for one in own if one is not leader), 1):
            entry.boost("sameFile", _SAME_FILE**n_before)


def _in_file(entry: Ranked[Key], named: float) -> float:
    """What counts within a file: there a class is no better than a function of it."""
    factor = entry.factor
    if _OF_CLASS in entry.boosts:
        factor *= entry.boosts.get(_OF_FUNCTION, 1.1) / entry.boosts[_OF_CLASS]
    return (entry.total + _NAME_IN_FILE * named) * factor
