"""Names of files that are two words of a query as one: `linkextractors` for *extract links*.

One of the two may be cut short, as those who write C like to: `regalloc` for *register allocator*,
`inttypes` for *integer types*. Both cut short would fit too much: `format` for *force match*.
"""

from __future__ import annotations

from collections.abc import Mapping

_LEAST = 3  # letters of each of the two


def parted(
    of_files: Mapping[str, frozenset[str]], asked: frozenset[str]
) -> Mapping[str, frozenset[str]]:
    """The stems of files; in place of one that is two of `asked` these two."""
    words = {one for one in asked if len(one) >= _LEAST}
    begun = {one[:at]: one for one in sorted(words) for at in range(_LEAST, len(one))}
    every = {stem for name in of_files.values() for stem in name} - asked
    parts = {whole: pair for whole in every if (pair := _pair(whole, words, begun))}
    if not parts:
        return of_files
    return {
        path: frozenset(one for whole in name for one in parts.get(whole, (whole,)))
        for path, name in of_files.items()
    }


def _pair(whole: str, words: set[str], begun: Mapping[str, str]) -> tuple[str, ...]:
    """The two of `words` that it is, by where it can be cut; empty if there are none.

    `begun` has the word of each beginning. Two whole words are meant rather than a beginning.
    """
    cuts = [(whole[:at], whole[at:]) for at in range(_LEAST, len(whole) - _LEAST + 1)]
    for first, second in cuts:
        if first in words and second in words:
            return first, second
    for first, second in cuts:
        if second in words and begun.get(first, second) != second:
            return begun[first], second
        if first in words and begun.get(second, first) != first:
            return first, begun[second]
    return ()
