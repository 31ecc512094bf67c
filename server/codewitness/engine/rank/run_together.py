"""Names of files that are two words of a query as one: `linkextractors` for *extract links*."""

from __future__ import annotations

from collections.abc import Mapping

_LEAST = 3  # letters of each of the two


def parted(
    of_files: Mapping[str, frozenset[str]], asked: frozenset[str]
) -> Mapping[str, frozenset[str]]:
    """The stems of files; in place of one that is two of `asked` these two."""
    words = {one for one in asked if len(one) >= _LEAST}
    every = {stem for name in of_files.values() for stem in name} - asked
    parts = {whole: pair for whole in every if (pair := _pair(whole, words))}
    if not parts:
        return of_files
    return {
        path: frozenset(one for whole in name for one in parts.get(whole, (whole,)))
        for path, name in of_files.items()
    }


def _pair(whole: str, words: set[str]) -> tuple[str, ...]:
    """The first two of `words` that it is, by where it can be cut; empty if there are none."""
    for at in range(_LEAST, len(whole) - _LEAST + 1):
        if whole[:at] in words and whole[at:] in words:
            return whole[:at], whole[at:]
    return ()
