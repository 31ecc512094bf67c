"""`regardless of x`, `even if x is false`: whether a condition asks for x all the same."""

from __future__ import annotations

import re

from codewitness.engine.verify.conditions.holding import is_as_said
from codewitness.engine.verify.hit import Hit

_WHATEVER = re.compile(
    r"(?:regardless|irrespective|independent(?:ly)?) of (?:whether |the value of |what )?(?:the )?"
    r"`?(?P<name>[\w.@$]+)`?(?: is(?: set| true| given)?)?$"
)
_EVEN = re.compile(
    r"(?:even|no matter|also) (?:if|when|though|whether) (?P<said>`?[\w.@$]+(?:\(\))?`? "
    r"(?:is|are|was) "
    r"(?:(?:not|false|true|null|none|nil|empty|unset|off|on|missing|set|zero)\b ?)+)$"
)
_SWITCHED = {"off": "false", "on": "true"}


def needs(hit: Hit, text: str) -> bool:
    """True if what is said not to matter decides whether the place is reached."""
    if said := _WHATEVER.search(text):
        return _is_so(f"if {said['name']}", hit) is not None
    if said := _EVEN.search(text):
        words = [_SWITCHED.get(word, word) for word in said["said"].replace("`", "").split()]
        return _is_so(f"if {' '.join(words)}", hit) is False
    return False


def _is_so(described: str, hit: Hit) -> bool | None:
    return is_as_said(described, hit.outline, hit.whole, is_only=False).is_so
