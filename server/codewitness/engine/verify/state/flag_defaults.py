"""`retries by default`, `is not verbose by default`: the default of the flag that is named so."""

from __future__ import annotations

import re

from codewitness.engine.verify.name_words import words_in
from codewitness.engine.verify.reading.stems import stems
from codewitness.engine.verify.subject import Subject

_SAID = re.compile(
    r"^(?P<who>\S+) (?P<no>(?:does not|never|will not) )?(?P<verb>[a-z]+)"
    r"(?P<rest>(?: [a-z]+){0,2}) by default[.?!]?$"
)
_BEING = re.compile(
    r"^(?P<who>\S+) is (?P<no>not )?(?P<what>[a-z]+(?:[ -][a-z]+)?) by default[.?!]?$"
)
_TRUTHS = frozenset({"true", "false"})


def flag_default(text: str, subject: Subject) -> str | None:
    """The claim as one of that parameter's default; None if no parameter is named so."""
    said = _BEING.match(text) or _SAID.match(text)
    if said is None:
        return None
    named = said.groupdict()
    if "verb" in named:
        verbs = stems(named["verb"])
        asked = {*verbs, *(f"{verb}{named['rest']}" for verb in verbs)}
    else:
        asked = {named["what"].replace("-", " ")}
    flags = [
        one
        for one in subject.head.outline.parameters
        if " ".join(words_in(one.name)) in asked and (one.default or "").strip().lower() in _TRUTHS
    ]
    if len(flags) != 1:
        return None
    value = "false" if said["no"] else "true"
    return f"the `{flags[0].name}` parameter of {said['who']} defaults to {value}"
