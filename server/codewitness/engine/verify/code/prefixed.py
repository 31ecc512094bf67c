"""Names of functions that all begin alike, because the library has no other name space."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.names import parts
from codewitness.engine.verify.reading.actions import ACTIONS
from codewitness.engine.verify.reading.stems import stems
from codewitness.engine.verify.subject import Part
from codewitness.model.outline import Call

_WORD = re.compile(r"[A-Za-z][a-z\d]*|[A-Z]+(?![a-z])|\d+")
_TWO = 2  # words of a name
_OF_LIBRARY = re.compile(r"(?:[A-Z]{1,4}(?=[A-Z][a-z])|(?:os|asl)_(?=log))(?P<rest>\w+)$")


def is_prefixed(call: Call, verb: str, part: Part) -> bool:
    """`pool_free` frees: in C, where all names of a library begin alike."""
    words = [word.lower() for word in _WORD.findall(call.name)]
    is_two = part.outline.language == "c" and len(words) == _TWO
    return is_two and words[-1] in (ACTIONS.get(verb) or stems(verb))


def is_prefixed_so(call: Call, starts: Sequence[str], part: Part) -> bool:
    """`NSLog(…)` logs and `CFRelease(…)` releases, with Objective-C: functions of a library."""
    if part.outline.language not in ("objc", "swift") or len(parts(call.text)) > 1:
        return False
    named = _OF_LIBRARY.match(call.name)
    words = [word.lower() for word in _WORD.findall(named["rest"])] if named else []
    is_assertion = words[-1:] == ["assert"] and "assert" in starts  # `NSParameterAssert(…)`
    return is_assertion or (bool(words) and words[0] in starts[:1])
