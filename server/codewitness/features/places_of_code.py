"""Where the code is: folders, the largest first, each with the largest definitions in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from heapq import nsmallest

from codewitness.engine.recording.reports import amount
from codewitness.model.facts import Kind
from codewitness.model.symbol import Symbol
from codewitness.syntax.paths import is_test_path
from codewitness.syntax.registry import is_read_in_depth

_LEVELS = 2  # of folders that are told apart
_NAMED = 4  # definitions that are named of each
_NAMED_KINDS = frozenset({Kind.FUNCTION, Kind.MODULE})


@dataclass(slots=True)
class _Place:
    """What stands in one folder and below."""

    paths: set[str] = field(default_factory=set)
    n_definitions: int = 0
    n_in_tests: int = 0
    main: list[tuple[bool, int, str]] = field(default_factory=list)

    def add(self, one: Symbol, *, is_test: bool) -> None:
        self.paths.add(one.path)
        self.n_definitions += 1
        self.n_in_tests += is_test
        is_main = one.kind.is_classlike or one.kind in _NAMED_KINDS
        if is_main and not is_test and not one.name.startswith("_"):
            n_lines = one.end_line - one.start_line
            self.main.append((not one.kind.is_classlike, -n_lines, one.name))

    @property
    def n_own(self) -> int:
        """How many definitions are no tests."""
        return self.n_definitions - self.n_in_tests


def places_of_code(symbols: Iterable[Symbol]) -> list[str]:
    """A line for each folder that has definitions; those of tests come last.

    Of languages that are not read in depth there are lines only if there is no other.
    """
    places: defaultdict[str, _Place] = defaultdict(_Place)
    is_test: dict[str, bool] = {}
    every = list(symbols)
    for one in [one for one in every if is_read_in_depth(one.language)] or every:
        if one.path not in is_test:
            is_test[one.path] = is_test_path(one.path)
        folders = one.path.split("/")[:-1]
        places["/".join(folders[:_LEVELS])].add(one, is_test=is_test[one.path])
    ranked = sorted(places.items(), key=lambda one: (-one[1].n_own, -one[1].n_definitions, one[0]))
    return [_line(folder, place) for folder, place in ranked]


def _line(folder: str, place: _Place) -> str:
    names = dict.fromkeys(name for *_, name in nsmallest(2 * _NAMED, place.main))
    shown = f": {', '.join(list(names)[:_NAMED])}" if names else ""
    where = f"{folder}/" if folder else "at the top"
    how_many = f"{amount(len(place.paths), 'file')}, {amount(place.n_definitions, 'definition')}"
    return f"{where} {'(tests) ' if place.n_own == 0 else ''}{how_many}{shown}"
