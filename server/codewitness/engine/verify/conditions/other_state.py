"""Whether conditions ask something else of what a claim says to be in a state.

`if the file is valid` is not what `if not is_locked(file): return` asks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.hit import has_word

_SAID = re.compile(
    r"(?:only\s+)?(?:if|when|unless|whenever|as long as|in case|while|until)\s+(?:the |its |an? )?"
    r"(?P<x>[A-Za-z_]\w*) (?:(?:is|are|was|were|has been) (?:not )?(?P<state>[a-z]{4,})"
    r"|(?P<exists>(?:does not )?exists?))$"
)
# What names of functions call a state, by the letters that they begin with.
_CALLED = {
    "exist": r"exist|has|contain|includ|find|found|lookup|stat|access|is_?file|is_?dir|get|know",
    "valid": r"valid|verif|check|ok|allow|accept|match|good|legal|conform|test|pass",
}
# States that a plain test of a value asks for, whatever it is called by.
_PLAIN = frozenset(
    {
        *(
            "given",
            "present",
            "none",
            "null",
            "undefined",
            "empty",
            "missing",
            "true",
            "false",
            "zero",
        )
    }
    | {
        *(
            "there",
            "available",
            "defined",
            "provided",
            "passed",
            "absent",
            "unset",
            "blank",
            "known",
        )
    }
    | {*("specified", "supplied", "positive", "negative", "equal", "nonzero", "found")}
)
_STEM = 4


def asks_other_state(described: str, conditions: Sequence[str]) -> bool:
    """True if all conditions that speak of it ask something that has another name."""
    said = _SAID.match(described.strip())
    if said is None or said["state"] in _PLAIN:
        return False
    state = "exist" if said["exists"] else said["state"]
    wanted = re.compile(rf"(?i)(?:{_CALLED.get(state, re.escape(state[:_STEM]))})")
    mine = [text for text in conditions if has_word(text, said["x"])]
    if any(state[:_STEM] in text.lower() for text in mine):
        return False
    asked = [_asked_of(said["x"], text) for text in mine]
    return bool(mine) and all(
        names and not any(wanted.search(name) for name in names) for names in asked
    )


def _asked_of(name: str, text: str) -> list[str]:
    """The functions that are given it, and its own that are asked for."""
    given = re.findall(rf"(\w+)[!?]?\s*\([^()]*\b{name}\b[^()]*\)", text)
    own = re.findall(rf"\b{name}\b(?:\.|->|::|\?\.|&\.)(\w+)", text)
    return [*given, *own]
