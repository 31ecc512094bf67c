"""The name that was meant by one that nothing bears: `Context` for `Contxt`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

_SHORTEST = 4  # letters; every other word is near to fewer
_LONG = 8  # from here on two slips are one too many for no other name


def near_name(asked: str, names: Mapping[str, int], files: Iterable[str] = ()) -> str:
    """The nearest of `names`, one slip away, or two if it is long, else of `files`, or nothing.

    A slip is a letter too many, too few, another one, or two that changed places. None if a name
    begins with `asked`, which is then unfinished and not misspelt. Of several equally near the one
    that most definitions bear, as `names` tells of each, then the first by the alphabet.
    """
    low = asked.lower()
    if len(low) < _SHORTEST or _has_longer(low, names):
        return ""
    if found := _nearest(low, names):
        return found
    n_by_file = Counter(files)
    return "" if _has_longer(low, n_by_file) else _nearest(low, n_by_file)


def _has_longer(low: str, names: Iterable[str]) -> bool:
    """True if one begins with `low`."""
    size, first = len(low), (low[0], low[0].upper())
    return any(
        (name[:size] if name.isascii() else name).lower().startswith(low)
        for name in names  # hundreds of thousands: most end here
        if name.startswith(first) or not name.isascii()
    )


def _nearest(low: str, names: Mapping[str, int]) -> str:
    most = 2 if len(low) >= _LONG else 1
    lengths = range(len(low) - most, len(low) + most + 1)
    near: list[tuple[int, int, str]] = []
    letters = set(low)
    for name in [name for name in names if len(name) in lengths or not name.isascii()]:
        other = name.lower()
        if len(letters.symmetric_difference(other)) <= 2 * most and len(other) in lengths:
            n_slips = _slips(low, other, most)
            if n_slips <= most:
                near.append((n_slips, -names[name], name))
    return min(near, default=(0, 0, ""))[2]


def _slips(one: str, other: str, most: int) -> int:
    """The distance of Damerau and Levenshtein, in which no letter is changed twice.

    What is more than `most` may be told as any such number.
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for n, letter in enumerate(one, 1):
        older, before, row = before, row, [n]
        for m, there in enumerate(other, 1):
            cost = min(before[m] + 1, row[m - 1] + 1, before[m - 1] + (letter != there))
            if n > 1 and m > 1 and letter == other[m - 2] and one[n - 2] == there:
                cost = min(cost, older[m - 2] + 1)
            row.append(cost)
        if min(row) > most and min(before) > most:
            return most + 1  # no later row begins anew
    return row[-1]
