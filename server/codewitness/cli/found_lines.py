"""Which lines of a search result a person is shown: how it is declared, and what fits the query."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence

from codewitness.engine.rank.form import QueryForm
from codewitness.engine.rank.stems import stems

MOST_LINES = 4

_NAME = re.compile(r"[^\W\d]\w*|\d+")
_SAYS_NOTHING = re.compile(r"[^\w]*\Z")


def found_lines(
    query: str, lines: Sequence[str], declared: int | None, passing: Collection[int] = ()
) -> list[int]:
    """Indices of the lines to show; `declared` is that of the name, if it is among them.

    A word that few of the lines have weighs more, and most in the first line that says it: three
    that say the same tell less than one. Where none fits, the first ones are shown. First come
    those that have what filters asked for, `passing`.
    """
    wanted = QueryForm.of(query).stems
    telling = [n for n, line in enumerate(lines) if not _SAYS_NOTHING.match(line)]
    shown = [n for n in telling if n == declared] or telling[:1]
    words = {n: wanted & _stems(lines[n]) for n in telling}
    n_lines = Counter(word for found in words.values() for word in found)
    weights = {n: sum(1 / n_lines[word] for word in found) for n, found in words.items()}
    weights |= {n: weights[n] + len(lines) for n in telling if n in passing}
    rest = [n for n in telling if n not in shown]
    fitting = [n for n in rest if weights[n]]
    said = {word for n in shown for word in words[n]}
    while fitting and len(shown) < MOST_LINES:
        new = {n: sum(1 / n_lines[word] for word in words[n] - said) for n in fitting}
        best = max(fitting, key=lambda n: (n in passing, new[n], weights[n], -n))
        fitting.remove(best)
        shown.append(best)
        said |= words[best]
    following = [n for n in rest if n > (shown[0] if shown else 0) and n not in shown]
    return sorted((shown + following)[:MOST_LINES])


def _stems(line: str) -> frozenset[str]:
    return frozenset(stem for name in _NAME.findall(line) for stem in stems(name))
