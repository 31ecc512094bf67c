"""`waits two seconds between attempts`: how long a call that sleeps is told to, in its own unit."""

from __future__ import annotations

import re

from codewitness.engine.verify.evidence import Finding
from codewitness.engine.verify.in_passing.phrases import (
    NUMBER,
    UNIT,
    calls_named,
    given_to,
    seconds_of,
    shown,
)
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Around, Call, Outline

_SAID = re.compile(
    rf"(?:waits|sleeps|pauses)(?: for)? (?P<n>{NUMBER}) (?P<unit>{UNIT})"
    r"(?P<loop> (?:between|before)(?: the| each| every| any| two)?"
    r"(?: (?:attempts?|tries|retries|retry|retrying|rounds?|trying again|next attempt)))?"
)
_SLEEPING = re.compile(r"(?i)sleep|usleep|nanosleep|sleep_for|delay|set_?timeout")
# In how many seconds a bare number is said, by the language and the name.
_MILLIS = frozenset({"java", "kotlin", "javascript", "typescript", "tsx", "csharp", "scala"})
_WHOLE = frozenset({"python", "ruby", "c", "cpp", "php", "bash"})
_UNIT_OF = (
    (re.compile(r"(?:time\.)?Millisecond|from_millis|milliseconds|FromMilliseconds"), 0.001),
    (re.compile(r"(?:time\.)?Second\b|from_secs|seconds|FromSeconds"), 1.0),
    (re.compile(r"(?:time\.)?Minute\b|minutes|FromMinutes"), 60.0),
)
_NUMBER = re.compile(r"(?<![\w.])\d[\d_]*(?:\.\d+)?")


def rule_pauses(said: str, subject: Subject) -> Finding | None:
    """By the one amount of time that is slept there."""
    found = _SAID.fullmatch(said)
    calls = list(calls_named(_SLEEPING, subject)) if found is not None else []
    if found is None or not calls:
        return None
    if found["loop"]:
        calls = [(c, p) for c, p in calls if Around.LOOP in p.outline.around(c.whole)]
    lengths = [_seconds(call, part.outline) for call, part in calls]
    if not lengths or None in lengths:
        return None
    wanted = seconds_of(found["n"], found["unit"])
    proofs = tuple(
        shown(call, part.outline)
        for (call, part), length in zip(calls, lengths, strict=True)
        if length is not None and abs(length - wanted) < _LEAST
    )
    if proofs:
        return Finding(proofs=proofs)
    return Finding(against=tuple(shown(call, part.outline) for call, part in calls))


_LEAST = 1e-9


def _seconds(call: Call, outline: Outline) -> float | None:
    """How long it sleeps; None if that is no number that is written there."""
    given = given_to(call, outline)
    is_timer = "timeout" in call.name.lower()
    if len(given) != (2 if is_timer else 1):
        return None
    text = given[-1]
    numbers = _NUMBER.findall(text)
    unit = next((seconds for pattern, seconds in _UNIT_OF if pattern.search(text)), None)
    if unit is not None:
        return unit * float(numbers[0].replace("_", "")) if len(numbers) == 1 else unit
    if not _NUMBER.fullmatch(text):
        return None
    if call.name == "usleep":
        return float(text) / 1e6
    scale = 0.001 if outline.language in _MILLIS else 1.0 if outline.language in _WHOLE else None
    return None if scale is None else float(text.replace("_", "")) * scale
