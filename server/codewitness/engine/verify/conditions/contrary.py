"""When a call that is named after a verb does something else than is said: another level.

`log.warning(…)` logs, but not at debug level; `json.dumps(…)` has to do with JSON, and parses none.
"""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.hit import Hit
from codewitness.model.outline import Call, Outline

_LEVELS = {
    **dict.fromkeys(("error", "errors", "err", "exception"), "error"),
    **dict.fromkeys(("warning", "warnings", "warn"), "warning"),
    **dict.fromkeys(("critical", "fatal", "severe"), "critical"),
    "debug": "debug",
    "info": "info",
    "trace": "trace",
}
_BEHIND = re.compile(r"\b(?:if|when|unless|before|after|in|inside|on|for|of|from|about|and)\b")
_WRITING = re.compile(r"(?i)dump|stringif|encod|marshal(?!er)|to_?json|generat|writ|serializ|print")
_READING = re.compile(r"(?i)load|pars|decod|unmarshal|from_?json|read|deserializ")
_DENYING = re.compile(r"(?:in|un|non|im|ir|dis)([a-z]{4,})")


def is_contrary(clause: Clause, call: Call, hit: Hit) -> bool:
    """True if the call's name, or how it is called, speaks for another thing."""
    arguments = (hit.arguments or "").strip()
    if is_switched_off(clause.detail, call.name, arguments):
        return True
    if clause.detail in ("log", "warn"):
        return _is_other_level(clause.text, call.name, arguments)
    if clause.detail in ("parse", "deserialize", "deserialise"):
        is_sent = call.name == "json" and bool(arguments.strip("() \n"))
        is_written = _WRITING.match(call.name) and not _READING.match(call.name)
        return is_sent or bool(is_written)
    if clause.detail in ("serialize", "serialise"):
        return _READING.match(call.name) is not None
    return False


_OFF = re.compile(r"\(\s*(?:\w+\s*[:=]\s*)?(?:false|False|NO|0|null|None|nil|nullptr)\s*\)")
_SWITCHING = re.compile(
    r"(?:dis|re-?)?(?:allow|permit|enabl|support|accept|activat|forbid|prohibit|prevent|suppress)"
)
_SET = re.compile(r"(?:set|with|use|is|toggle)(?:_|[A-Z]|$)|Set[A-Z]|With[A-Z]|Use[A-Z]")


def is_switched_off(verb: str, name: str, arguments: str) -> bool:
    """True for `allows x` by `allow_x(False)`, and for `enables x` by `setXEnabled(false)`."""
    if verb.startswith(("set", "call", "pass", "use")) or not _OFF.fullmatch(arguments.strip()):
        return False
    return _SWITCHING.match(verb) is not None or _SET.match(name) is not None


def _is_other_level(said: str, name: str, arguments: str) -> bool:
    words = re.findall(r"[a-z]+", _BEHIND.split(said.lower(), maxsplit=1)[0])
    words += re.findall(r"\b(?:at|with) (?:the )?(\w+) level", said.lower())
    asked = {_LEVELS[word] for word in words if word in _LEVELS}
    own = _LEVELS.get(name.rstrip("!").rstrip("fF").lower()) or _LEVELS.get(name.lower())
    if not asked or own is None or own in asked:
        return False
    return not any(level[:3] in arguments.lower() for level in asked)


def is_denied_there(words: list[str], outline: Outline) -> bool:
    """True for `an invalid form` where the code asks for `is_valid`, and never for invalid."""
    text = " ".join(outline.text.slice(gap) for gap in outline.gaps).lower()
    plain = (_DENYING.fullmatch(word) for word in words)
    return any(one[1] in text and one[0] not in text for one in plain if one is not None)
