"""`opens the file in binary mode`: by the letters of the mode that a file is opened with."""

from __future__ import annotations

import re

from codewitness.engine.verify.evidence import Finding
from codewitness.engine.verify.in_passing.phrases import calls_named, given_to, shown
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Call, Outline

_SAID = re.compile(
    r"(?:opens|reopens|reads|writes) (?:the |an? |its |each |every )?[\w .`]+?"
    r" (?:in|as) (?P<how>binary|text|write|read|append|read-only)(?: mode)?"
)
_OPEN = re.compile(r"(?:f?re)?f?open|NamedTemporaryFile|TemporaryFile")
_MODE = re.compile(r"(?:mode\s*=\s*)?[rbuUf]?[\"'](?P<mode>[rwax][bt+]{0,2}|[rwax]\+[bt])[\"']")
_LANGUAGES = frozenset({"python", "ruby", "c", "cpp", "php"})
# What the letters of a mode have to be.
_FITTING = {
    "text": re.compile(r"[^b]*"),
    "binary": re.compile(r".*b.*"),
    "write": re.compile(r"[wx].*"),
    "append": re.compile(r"a.*"),
    "read": re.compile(r"r.*"),
    "read-only": re.compile(r"r[bt]?"),
}


def rule_modes(said: str, subject: Subject) -> Finding | None:
    """By the modes of all that is opened there."""
    found = _SAID.fullmatch(said)
    if found is None or subject.language not in _LANGUAGES:
        return None
    opened = list(calls_named(_OPEN, subject))
    modes = [_mode(call, part.outline) for call, part in opened]
    if not opened or None in modes:
        return None
    wanted = _FITTING[found["how"]]
    fits = [wanted.fullmatch(mode) is not None for mode in modes if mode is not None]
    proofs = tuple(
        shown(call, part.outline) for (call, part), fit in zip(opened, fits, strict=True) if fit
    )
    if not proofs:
        return Finding(against=tuple(shown(call, part.outline) for call, part in opened))
    return Finding(proofs=proofs) if all(fits) else None


def _mode(call: Call, outline: Outline) -> str | None:
    """The mode in letters; what is opened without one is read as text."""
    given = given_to(call, outline)
    for one in given[:1] if call.text.startswith("self.") else given[1:]:
        if (found := _MODE.fullmatch(one)) is not None:
            return found["mode"]
        if "=" not in one:
            return None
    is_plain = call.text in ("open", "io.open") and not any("mode" in one for one in given)
    return "r" if is_plain and outline.language == "python" else None
