"""Ways to say what a loop goes over: `loops over all rows`, `iterates over every row`."""

from __future__ import annotations

import re
from typing import Any

_GOES = (
    r"(?P<goes>(?:(?:loop|iterate|walk|range|cycle|step|sweep|run)(?:s|ing)?|looping|iterating|goes"
    r"|going) (?:over|through|across))"
)
_OF_ALL = re.compile(
    rf"\b{_GOES} (?:all(?: of)?|each of|every one of|each one of|the whole of)(?: the| its)? "
    r"(?=[`\w$@])"
)
_OF_EACH = re.compile(
    rf"\b{_GOES} (?:each|every)(?: single| and every)? (?P<one>[a-z]+)\b(?![.`(])"
)


def _all_of(said: re.Match[str]) -> str:
    """The plural, as a list of them is called."""
    one: str = said["one"]
    if re.search(r"[^aeiou]y$", one):
        return f"{said['goes']} the {one[:-1]}ies"
    ending = "es" if re.search(r"(?:s|x|ch|sh)$", one) else "s"
    return f"{said['goes']} the {one}{ending}"


# As the rules of `idioms` for what names are made of.
OVER: tuple[tuple[re.Pattern[str], Any], ...] = (
    (_OF_ALL, r"\g<goes> the "),
    (_OF_EACH, _all_of),
)
