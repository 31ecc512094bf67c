"""`clears the old headers` of `clear_old_headers()`: a verb and its object spell a call.

Its name has just these words, the verb first or alone (`runs the maintenance` of `maintenance()`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.reading.stems import stems
from codewitness.engine.verify.subject import Subject

_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_SAID = re.compile(
    r"^(?P<subject>\S+ )(?P<only>only |also |first |always )?(?P<verb>[a-z]{2,}s)"
    r" (?:the |its |an? |all |any |every |each )?(?P<noun>[a-z]+(?:[ -][a-z]+){0,3}?)"
    r"(?P<rest>$|[.]$| (?:if|when|unless|once|whenever|before|after|in|on|for|with|from|by|only"
    r"|until|while|twice|at)\b.*)"
)
# What says only that it is done: the noun names the call.
_DOING = frozenset({"run", "perform", "do", "execute", "invoke", "trigger"})
# What a call of such a name does only by what it is given: `allow_duplicates(False)`.
_SWITCHING = frozenset({"allow", "enable", "disable", "permit", "use", "set", "get", "turn", "add"})
_CONDITION = re.compile(r" (?:if|when|unless|once|whenever)\b")
_IDLE = frozenset({"all", "any", "the", "its", "own", "new", "up"})


def with_spelled_call(text: str, subject: Subject) -> str:
    """The sentence with the call in its place, if one call alone is spelled so."""
    said = _SAID.match(text)
    if said is None or (said["only"] == "only " and not _CONDITION.match(said["rest"])):
        return text
    names = set(_spelled(said["verb"], re.split("[ -]", said["noun"]), subject))
    if len(names) != 1:
        return text
    return f"{said['subject']}{said['only'] or ''}calls `{names.pop()}`{said['rest']}"


def _spelled(verb: str, nouns: list[str], subject: Subject) -> Iterator[str]:
    verbs = {verb, *stems(verb)}
    asked = [word.rstrip("s") for word in nouns if word not in _IDLE]
    if verbs & _SWITCHING:
        return
    called = {call.name.lower() for part in subject.parts for call in part.outline.calls}
    is_named_alone = bool(verbs & _DOING) and not called & verbs
    for part in subject.parts:
        for call in part.outline.calls:
            words = [word.lower() for word in _PART.findall(call.name)]
            named = [word.rstrip("s") for word in words]
            is_whole = words[:1] != [] and words[0] in verbs and named[1:] == asked
            if is_whole or (is_named_alone and named == asked):
                yield call.name
