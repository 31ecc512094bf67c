"""What a filter by signals cannot find: files of languages of which no calls are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache

from codewitness.model.query import Filters
from codewitness.storage.filters import passes
from codewitness.syntax.registry import DECLARATIVE, reading
from codewitness.syntax.tags import is_signal_tag

_MOST_NAMED = 3


def without_signals(paths: Callable[[], Iterable[str]], filters: Filters) -> str:
    """A note on the files that no such filter lets pass; empty if there are none.

    `paths` gives all files, and is asked only if there is such a filter.
    """
    asked = [name for name in ("calls", "accesses", "subscripts") if getattr(filters, name)]
    asked += [tag for tag in filters.include_tags if is_signal_tag(tag)]
    if not asked:
        return ""
    others = replace(filters, calls=(), accesses=(), subscripts=(), include_tags=())
    counts: Counter[str] = Counter()
    for path in paths():
        language = _shallow(path.rpartition("/")[2])
        if language and passes(others, path=path, language=language, tags=()):
            counts[language] += 1
    if not counts:
        return ""
    most = sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:_MOST_NAMED]
    named = ", ".join(f"{name} ({n})" for name, n in most)
    more = "" if len(counts) <= _MOST_NAMED else f" and {len(counts) - _MOST_NAMED} more languages"
    return f"{', '.join(asked)}: not known of files in {named}{more}, which are left out"


@lru_cache(maxsize=20_000)
def _shallow(name: str) -> str:
    """The language of files of this name if it is code of which no calls are read, else empty."""
    how = reading(name)
    if how is None or how.spec is not None or how.grammar in (None, *DECLARATIVE):
        return ""
    return how.language
