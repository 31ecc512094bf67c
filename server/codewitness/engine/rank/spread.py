"""The results of one file among each other: what they add to each other, and which leads.

A file is found by all of its hits together, but ten places should not show one file ten times. Its
first place belongs to the definition whose name says what was asked for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from codewitness.engine.rank.finds import Key
from codewitness.engine.rank.ranked import Entries
from codewitness.model.facts import ChunkKind

_SAME_FILE = 0.5  # each further result of a file counts half of the one before
_MOST_SIBLINGS = 7
_NAME_IN_FILE = 0.2  # how much more a name that the query says counts within a file
_NAMELESS = 0.9  # what has no name but its file's: imports, code outside of definitions
# What counts within a file in place of what counts among files. Nobody asks for a private method in
# place of a public one, but for what it does. A class leads if the query says its name and no more.
_WITHIN = {"private": 1.0, "class": 0.88}
_CLASS, _FUNCTION = "class", "function"
_AHEAD = 1.001  # the class whose name is said, of what counts the same


def add_siblings(entries: Entries[Key], weight: float) -> None:
    """What the other hits of a file add to each of its hits, as a share of the richest file's."""
    sums: dict[str, float] = {}
    seen: dict[str, int] = {}
    for at in entries.order:
        file = entries.found.files[at]
        n_before = seen.get(file, 0)
        if 0 < n_before <= _MOST_SIBLINGS:
            sums[file] = sums.get(file, 0.0) + entries.scores[at] / (n_before + 1)
        seen[file] = n_before + 1
    most = max(sums.values(), default=0.0) or 1.0
    entries.add_siblings({file: weight * own / most for file, own in sums.items()})


def spread(entries: Entries[Key], said: Sequence[float], usual: Mapping[str, float]) -> None:
    """The leader of each file takes its file's best score, each further result counts less.

    `entries` are in order; `said` tells how alike the query and the name of one are, from 0 to 1,
    less for what has no name; `usual` are the boosts that nobody asked for.
    """
    by_file: dict[str, list[int]] = defaultdict(list)
    for at in entries.order:
        by_file[entries.found.files[at]].append(at)
    scores = entries.scores
    every = set(entries.boosts)  # few are different
    factors = {boosts: _factors(boosts.by_name, usual) for boosts in every}

    def within(at: int) -> float:
        named, others, meant = said[at], *factors[entries.boosts[at]]
        if named < 0.0:
            return scores[at] * _NAMELESS * others
        total = entries.totals[at] + _NAME_IN_FILE * named
        return total * entries.factors[at] * (meant if named == 1.0 else others)

    for own in by_file.values():
        if len(own) == 1:
            continue
        best, leader = own[0], _leader(entries, own, max(own, key=within), said)
        if leader != best and scores[leader] > 0:
            entries.boost(leader, "ofFile", scores[best] / scores[leader])
        by = 1.0
        for at in own:
            if at != leader:
                by *= _SAME_FILE
                entries.boost(at, "sameFile", by)


def _leader(entries: Entries[Key], own: Sequence[int], first: int, said: Sequence[float]) -> int:
    """Of the results of one file the one that bears the name of `first` and comes first.

    That is the class, and not its constructor; and of classes of the name that is all of the query
    that which is defined, `struct Cart` and not an `impl Cart` further down.
    """
    found = entries.found
    leader = own[0] if found.names[first] == found.names[own[0]] else first
    if said[leader] < 1.0 or found.kinds[leader] is not ChunkKind.CLASS:
        return leader
    named = (at for at in own if found.names[at] == found.names[leader])
    alike = (at for at in named if found.kinds[at] is ChunkKind.CLASS)
    return min(alike, key=found.starts.__getitem__)


def _factors(own: Mapping[str, float], usual: Mapping[str, float]) -> tuple[float, float]:
    """What its boosts count more or less within its file, and for one whose name is meant."""
    replaced = [name for name in _WITHIN if name in own and own[name] == usual.get(name)]
    factor = meant = 1.0
    for name in replaced:
        factor *= _WITHIN[name] / usual[name]
        as_meant = usual[_FUNCTION] * _AHEAD if name == _CLASS else _WITHIN[name]
        meant *= as_meant / usual[name]
    return factor, meant
