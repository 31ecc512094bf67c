"""How much each word of a query or a name tells: little, if much of what was found bears it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable

_LEAST = 0.25  # of the rarest word's; a common word still tells something


def telling(
    said: frozenset[str], names: Iterable[tuple[frozenset[str], int]], n_names: int
) -> dict[str, float]:
    """A weight for each stem of a query, 1 for the rarest.

    `names` are of each name found that has any of `said` which it has, and how many bear it, of
    `n_names` in all. Those that were found are asked, and not all names there are: so there is
    nothing to be kept in step with every edit, and the same finds give the same order.
    """
    counts: Counter[str] = Counter()
    for shared, n_with in names:
        for stem in shared:
            counts[stem] += n_with
    rarity = {stem: math.log(1 + n_names / (counts[stem] + 0.5)) for stem in said}
    most = max(rarity.values(), default=0.0) or 1.0
    return {stem: max(_LEAST, value / most) for stem, value in rarity.items()}


def rarity_among(names: Collection[frozenset[str]]) -> dict[str, float]:
    """A weight for each stem of these names: `view` says more of `AppViewCache` than `app` does."""
    counts = Counter(stem for name in names for stem in name)
    return {stem: math.log(1 + len(names) / (number + 0.5)) for stem, number in counts.items()}
