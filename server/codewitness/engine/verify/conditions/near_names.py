"""Which of the names that conditions ask for is the one that a noun of a claim means.

The name of just these words; without what says of which sort it is, `the watch option`; spelled
short, `cb`; of a flag, the one whose name has these words among others that deny nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from codewitness.engine.verify.reading.spelled_short import SHORT

_SORTS = frozenset(
    {*("option", "flag", "setting", "parameter", "argument", "mode", "switch", "field", "value")}
    | {*("attribute", "property", "variable", "param", "arg", "opt", "object", "config")}
)
# Words of a name that say no more of what it is.
_LEADING = frozenset({"own", "current", "given", "user", "my", "opt", "option", "cfg", "config"})
_DENYING = frozenset(
    {*("disable", "disabled", "no", "non", "not", "never", "without", "skip", "ignore", "un")}
    | {*("exclude", "prevent", "suppress", "deny", "block", "off", "hide", "avoid", "forbid")}
)
_SEVERAL = 2


class Asked(NamedTuple):
    """A name in the conditions, its words, and those of what it is of."""

    text: str
    words: tuple[str, ...]
    owner: tuple[str, ...]


def without_sort(noun: Sequence[str]) -> tuple[str, ...]:
    """`watch` of `watch option`."""
    kept = tuple(word for word in noun if word not in _SORTS)
    return kept or tuple(noun)


def is_near(noun: Sequence[str], name: Sequence[str]) -> bool:
    """True if a name says no more than the noun, but for what leads it or is spelled short."""
    plain = without_sort(noun)
    own = tuple(word for word in name if word not in _LEADING) or tuple(name)
    if own == plain:
        return True
    return len(own) == len(plain) and all(
        one == two or two in SHORT.get(one, ()) for one, two in zip(plain, own, strict=True)
    )


def is_flag_of(noun: Sequence[str], name: Sequence[str]) -> bool:
    """True of `accessPropertiesByDotNotation`, of which is said that dot notation is on."""
    plain = without_sort(noun)
    if is_near(noun, name):
        return True
    is_denying = bool(_DENYING & set(name) - set(plain))
    n_words = len(plain)
    places = range(len(name) - n_words + 1)
    is_within = any(tuple(name[at : at + n_words]) == plain for at in places)
    return n_words >= _SEVERAL and is_within and not is_denying


def only_one(names: Iterable[str]) -> str:
    """The one name that there is; empty if there is none, or another."""
    found = set(names)
    return found.pop() if len(found) == 1 else ""
