"""Which of the new definitions each of the old ones is: after edits, moves and renames.

The surest pairs are taken first, and each helps the next: once most methods of a class are found in
another file, the small ones, which look like many others, are looked for there. What is not found
is not guessed: it has no match.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from codewitness.engine.identity.mark import SKETCH, Mark, likeness
from codewitness.engine.rank.tokens import parts
from codewitness.model.facts import Kind

# Likeness of bodies, from 0 to 1.
SAME = 0.99
ALIKE = 0.6  # enough to follow a body to another name or another file
RELATED = 0.3  # enough if the name is the same too
UNRELATED = 0.15  # a name with a body so different is given to another body first
_COMMON = 40  # definitions that share a shingle; it finds none of them then


_Like = tuple[str, str, Kind, tuple[str, ...]]  # path, container, kind, parameters


class How(StrEnum):
    """What happened to a definition between two versions."""

    SAME = "same"
    EDITED = "edited"
    MOVED = "moved"
    RENAMED = "renamed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """`new` is an index into the new marks; `likeness` says how much of the body stayed."""

    new: int
    how: How
    likeness: float


def match(
    old: Sequence[Mark],
    new: Sequence[Mark],
    *,
    are_whole: bool = False,
    may_be: Callable[[Mark, Mark], bool] = lambda _old, _new: True,
) -> dict[int, Match]:
    """For each index of `old` that is found again, which of `new` it is; each at most once.

    Give whole files, and all that changed together: a method that moved is found only if its new
    file is among them. are_whole: both are all of the files' definitions, so that what is left
    over in one place, alone on either side and with one body, has another name now. may_be: false
    for an old one and a new one that are not the same, whatever they look like.
    """
    search = _Search(old, new, may_be)
    search.pair_where_both_fit()
    search.pair_bodies(named=True)
    search.follow()
    search.pair_bodies(named=False)  # now it is known in what they are
    n_pairs = -1
    while n_pairs != len(search.pairs):  # what is found now may hold others
        n_pairs = len(search.pairs)
        search.follow()
        search.pair_same_places()
    search.pair_related()
    if are_whole:
        search.pair_left_over()
    return {at: search.match(at, to) for at, to in sorted(search.pairs.items())}


@dataclass(slots=True)
class _Search:
    old: Sequence[Mark]
    new: Sequence[Mark]
    may_be: Callable[[Mark, Mark], bool]
    pairs: dict[int, int] = field(default_factory=dict)
    taken: set[int] = field(default_factory=set)
    # Where most of what was in a file or a container is now.
    path_by_path: Mapping[str, str] = field(default_factory=dict)
    container_by_container: Mapping[str, str] = field(default_factory=dict)

    def pair_where_both_fit(self) -> None:
        """The same place and name, and a body that is related, or too small to say."""
        self._pair(self._in_place(), lambda a, b: a.is_small or likeness(a, b) >= UNRELATED)

    def pair_bodies(self, *, named: bool) -> None:
        """A large body that is found under another name, or in another place."""
        self._pair(
            self._alike(),
            lambda a, b: (
                not (named and b.name.startswith("<"))
                and not _is_small(a, b)
                and likeness(a, b) >= ALIKE
            ),
        )

    def follow(self) -> None:
        """Learn from the pairs so far where files and containers are now."""
        self.path_by_path = _mostly(
            (self.old[at].path, self.new[to].path) for at, to in self.pairs.items()
        )
        self.container_by_container = _mostly(
            (self.old[at].container, self.new[to].container) for at, to in self.pairs.items()
        ) | _mostly((self.old[at].place, self.new[to].place) for at, to in self.pairs.items())

    def pair_same_places(self) -> None:
        """The same name where its surroundings are now: small bodies, and those rewritten."""
        self._pair(self._in_place(), lambda _a, _b: True)

    def pair_related(self) -> None:
        """The same name elsewhere, or another name in the same place, with a related body."""
        self._pair(
            self._alike(),
            lambda a, b: (
                not _is_small(a, b)
                and likeness(a, b) >= RELATED
                and (a.name == b.name or self._is_same_place(a, b))
            ),
        )

    def pair_left_over(self) -> None:
        """A small body that alone of its kind has gone from a place, and come to it."""
        gone: defaultdict[_Like, list[int]] = defaultdict(list)
        come: defaultdict[_Like, list[int]] = defaultdict(list)
        for at, a in self._left_old():
            path = self.path_by_path.get(a.path, a.path)
            container = self.container_by_container.get(a.container, a.container)
            gone[path, container, a.kind, a.parameters].append(at)
        for to, b in self._left_new():
            come[b.path, b.container, b.kind, b.parameters].append(to)
        self._pair(
            (
                (own[0], come[like][0])
                for like, own in gone.items()
                if len(own) == 1 == len(come[like])
            ),
            lambda a, b: not b.name.startswith("<") and likeness(a, b) >= SAME,
        )

    def match(self, at: int, to: int) -> Match:
        """The pair with what happened."""
        old, new = self.old[at], self.new[to]
        alike = likeness(old, new)
        if old.name != new.name:
            how = How.RENAMED
        elif (old.path, old.place) != (new.path, new.place):
            how = How.MOVED
        else:
            unchanged = alike >= SAME and old.parameters == new.parameters
            how = How.SAME if unchanged else How.EDITED
        return Match(new=to, how=how, likeness=alike)

    def _pair(
        self, candidates: Iterable[tuple[int, int]], fits: Callable[[Mark, Mark], bool]
    ) -> None:
        """Take the best of the candidates that fit; equal ones in the order of the files."""
        scored = sorted(
            (-self._score(self.old[at], self.new[to]), abs(at - to), at, to)
            for at, to in set(candidates)
            if _is_same_sort(self.old[at], self.new[to])
            and fits(self.old[at], self.new[to])
            and self.may_be(self.old[at], self.new[to])
        )
        for _, _, at, to in scored:
            if at not in self.pairs and to not in self.taken:
                self.pairs[at] = to
                self.taken.add(to)

    def _score(self, a: Mark, b: Mark) -> float:
        """How likely one is the other: body first, then name, place and signature."""
        return (
            3.0 * likeness(a, b)
            + 2.0 * _name_likeness(a, b)
            + 1.0 * self._is_same_place(a, b)
            + 1.0 * _share(a.parameters, b.parameters)
            + 0.5 * (a.kind is b.kind)
        )

    def _is_same_place(self, a: Mark, b: Mark) -> bool:
        path = self.path_by_path.get(a.path, a.path)
        container = self.container_by_container.get(a.container, a.container)
        return (path, container) == (b.path, b.container)

    def _in_place(self) -> Iterable[tuple[int, int]]:
        """Pairs with one name in one place, as far as it is known where that is now."""
        found: defaultdict[tuple[str, str, str], list[int]] = defaultdict(list)
        for to, b in self._left_new():
            found[b.path, b.container, b.name].append(to)
        for at, a in self._left_old():
            path = self.path_by_path.get(a.path, a.path)
            container = self.container_by_container.get(a.container, a.container)
            yield from ((at, to) for to in found.get((path, container, a.name), ()))

    def _alike(self) -> Iterable[tuple[int, int]]:
        """Pairs whose bodies have a shingle in common that not too many others have."""
        having: defaultdict[int, list[int]] = defaultdict(list)
        for to, b in self._left_new():
            for shingle in b.shingles:
                having[shingle].append(to)
        for at, a in self._left_old():
            for shingle in a.shingles[:SKETCH]:
                if len(shared := having.get(shingle, ())) <= _COMMON:
                    yield from ((at, to) for to in shared)

    def _left_old(self) -> Iterable[tuple[int, Mark]]:
        return ((at, a) for at, a in enumerate(self.old) if at not in self.pairs)

    def _left_new(self) -> Iterable[tuple[int, Mark]]:
        return ((to, b) for to, b in enumerate(self.new) if to not in self.taken)


def _is_same_sort(a: Mark, b: Mark) -> bool:
    """A function can become a method, a struct a class; a class does not become a function."""
    return a.kind is b.kind or a.kind.is_callable is b.kind.is_callable


def _is_small(a: Mark, b: Mark) -> bool:
    return a.is_small or b.is_small


def _name_likeness(a: Mark, b: Mark) -> float:
    return 1.0 if a.name == b.name else 0.5 * _share(parts(a.name), parts(b.name))


def _share(one: Sequence[str], other: Sequence[str]) -> float:
    every = {*one, *other}
    return len({*one} & {*other}) / len(every) if every else 1.0


def _mostly(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Where more than half of what was in each place is now."""
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for here, there in pairs:
        votes[here][there] += 1
    best = {here: max(count.items(), key=lambda v: (v[1], v[0])) for here, count in votes.items()}
    return {here: there for here, (there, n) in best.items() if 2 * n > sum(votes[here].values())}
