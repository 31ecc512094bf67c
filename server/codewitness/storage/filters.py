"""A query's filters twice: as a LanceDB predicate, and in plain Python for rows of no table yet.

Both say the same of every row, and so does `storage.passing` of rows in memory; property tests hold
them together. So a glob becomes one regular expression that Rust and Python read alike, and a tag
with `prefix:*` is sought in the joined tags.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from codewitness.model.names import normalised
from codewitness.model.query import Filters
from codewitness.model.text import encode
from codewitness.storage.globs import glob_pattern
from codewitness.storage.schema import DISK
from codewitness.storage.tag_keys import tag_key

_ANY_OF_PREFIX = ":*"

# Between joined tags. No tag has one: it counts as whitespace, which tags are made without.
_SEPARATOR = "\x1f"

_ACCESSES = ("reads:", "writes:")


def where(filters: Filters, *, layer: str | None, shadowed: Collection[str]) -> str:
    """Predicate for the rows that the holder of `layer` sees and that pass.

    Seen are the rows on disk of the paths that aren't `shadowed`, and those of `layer`.
    """
    return " AND ".join([_visible(layer, shadowed), *_conditions(filters)])


def passes(filters: Filters, *, path: str, language: str, tags: Collection[str]) -> bool:
    """True for the row that `where(filters, ...)` lets pass."""
    return (
        (not filters.languages or language in filters.languages)
        and path_passes(filters.paths, path)
        and all(has_any(tags, wanted) for wanted in wanted_tags(filters))
        and not has_any(tags, filters.exclude_tags)
    )


def is_in(column: str, values: Iterable[str]) -> str:
    """Predicate for the rows whose `column` has one of `values`."""
    listed = sorted(set(values))
    if not listed:
        return "false"
    if len(listed) == 1:
        return f"{column} = {quoted(listed[0])}"
    return f"{column} IN ({_comma_separated(listed)})"


def of_files(paths: Iterable[str], layer: str) -> str:
    """Predicate for the rows of these files in `layer`."""
    return f"{is_in('layer', [layer])} AND {is_in('path', paths)}"


def both(predicate: str, where: str | None) -> str:
    """Predicate for the rows that meet two, the second of which there may be none of."""
    return predicate if where is None else f"{predicate} AND ({where})"


def quoted(text: str) -> str:
    """`text` as a string literal of SQL; the quote is the only character that means something."""
    return "'" + _clean(text).replace("'", "''") + "'"


def _visible(layer: str | None, shadowed: Collection[str]) -> str:
    disk = is_in("layer", [DISK])
    if shadowed:
        disk += f" AND NOT ({is_in('path', shadowed)})"
    if layer is None or layer == DISK:
        return f"({disk})"
    return f"(({disk}) OR {is_in('layer', [layer])})"


def _conditions(filters: Filters) -> list[str]:
    conditions = []
    if filters.languages:
        conditions.append(is_in("language", filters.languages))
    included, excluded = _globs(filters.paths)
    if included:
        conditions.append(_matches(included))
    if excluded:
        conditions.append(f"NOT {_matches(excluded)}")
    conditions.extend(_with_any(wanted) for wanted in wanted_tags(filters))
    if filters.exclude_tags:
        conditions.append(f"NOT {_with_any(filters.exclude_tags)}")
    return conditions


def wanted_tags(filters: Filters) -> list[Sequence[str]]:
    """Alternatives of tags, exact or `prefix:*`; a row must have one of each."""
    return [
        *([tag] for tag in filters.include_tags),
        *([f"calls:{normalised(text)}"] for text in filters.calls),
        *([f"{kind}{normalised(text)}" for kind in _ACCESSES] for text in filters.accesses),
        *([f"subscript:{normalised(text)}"] for text in filters.subscripts),
    ]


def _globs(paths: Sequence[str]) -> tuple[list[str], list[str]]:
    """Regular expressions of what is included and, `!` in front, of what is excluded."""
    cleaned = [_clean(glob) for glob in paths]
    included = [glob_pattern(glob) for glob in cleaned if not glob.startswith("!")]
    return included, [glob_pattern(glob[1:]) for glob in cleaned if glob.startswith("!")]


def _matches(patterns: Sequence[str]) -> str:
    whole = f"^(?:{'|'.join(patterns)})$"
    return f"regexp_like(path, {quoted(whole)})"


def path_passes(globs: tuple[str, ...], path: str) -> bool:
    """True for a path that the globs include, and don't exclude."""
    included, excluded = _compiled(globs)
    if included is not None and not included.fullmatch(path):
        return False
    return excluded is None or not excluded.fullmatch(path)


@lru_cache(maxsize=64)
def _compiled(globs: tuple[str, ...]) -> list[re.Pattern[str] | None]:
    return [re.compile("|".join(some)) if some else None for some in _globs(globs)]


def _with_any(tags: Sequence[str]) -> str:
    exact = [tag for tag in tags if not tag.endswith(_ANY_OF_PREFIX)]
    prefixes = [tag[:-1] for tag in tags if tag.endswith(_ANY_OF_PREFIX)]
    either = [_with_prefix(prefix) for prefix in prefixes]
    if exact:
        either.append(_with_exactly(exact))
    return f"({' OR '.join(either)})"


def _with_exactly(tags: Sequence[str]) -> str:
    """The index knows keys; where those are not the tags themselves, the tags are looked at too."""
    keys = [tag_key(_clean(tag)) for tag in tags]
    by_index = f"array_has_any(tag_keys, [{_comma_separated(keys)}])"
    if keys == [_clean(tag) for tag in tags]:
        return by_index
    return f"({by_index} AND array_has_any(tags, [{_comma_separated(tags)}]))"


def _with_prefix(prefix: str) -> str:
    joined = f"concat({quoted(_SEPARATOR)}, array_to_string(tags, {quoted(_SEPARATOR)}))"
    return f"contains({joined}, {quoted(_SEPARATOR + prefix)})"


def has_any(tags: Collection[str], wanted: Iterable[str]) -> bool:
    """True if one of the tags is among those wanted, exact or `prefix:*`."""
    return any(_has(tags, tag) for tag in wanted)


def _has(tags: Collection[str], wanted: str) -> bool:
    text, is_prefix = prefix_of(wanted)
    return any(tag.startswith(text) for tag in tags) if is_prefix else text in tags


def prefix_of(tag: str) -> tuple[str, bool]:
    """The text of a tag that is asked for, and whether it is but the beginning of those meant."""
    clean = _clean(tag)
    return (clean[:-1], True) if clean.endswith(_ANY_OF_PREFIX) else (clean, False)


def _comma_separated(values: Iterable[str]) -> str:
    return ", ".join(quoted(value) for value in values)


def _clean(text: str) -> str:
    # JSON carries lone surrogates; no path and no tag has one.
    return encode(text).decode()
