"""What filters by signals and effects of edits lack: languages of which no calls are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache

from codewitness.model.query import Filters
from codewitness.storage.filters import passes
from codewitness.syntax.registry import DECLARATIVE, GENERIC, PLAIN_CODE, reading
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
    shallow = ((path, _shallow(path[path.rfind("/") + 1 :])) for path in paths())
    counts = Counter(
        language
        for path, language in shallow
        if language and passes(others, path=path, language=language, tags=())
    )
    if not counts:
        return ""
    return f"{', '.join(asked)}: not known of files in {_named(counts)}, which are left out"


def without_effects(languages: Iterable[str]) -> str:
    """A note on changed files, given by their languages, of which no effects are known."""
    counts = Counter(one for one in languages if _is_shallow(one))
    if not counts:
        return ""
    files = f"files in {_named(counts)}"
    return f"changes within definitions are not told of {files}: what they do is not read"


def _named(counts: Counter[str]) -> str:
    most = sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:_MOST_NAMED]
    named = ", ".join(f"{name} ({n})" for name, n in most)
    return named + (
        "" if len(counts) <= _MOST_NAMED else f" and {len(counts) - _MOST_NAMED} more languages"
    )


def _is_shallow(language: str) -> bool:
    return language in PLAIN_CODE or (language in GENERIC and language not in DECLARATIVE)


@lru_cache(maxsize=20_000)
def _shallow(name: str) -> str:
    """The language of files of this name if it is code of which no calls are read, else empty."""
    how = reading(name)
    if how is None or how.spec is not None:
        return ""
    if how.language not in PLAIN_CODE and how.grammar in (None, *DECLARATIVE):
        return ""
    return how.language
