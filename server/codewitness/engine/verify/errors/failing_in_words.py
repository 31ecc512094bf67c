"""`when touching the file fails`, `if it can't be decoded`: which call is meant by what fails.

The one call that is named after the verb; of several of that name, those that are tried. What it is
said to be done with has to be spoken of there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.name_words import words_in
from codewitness.engine.verify.reading.spelled_short import in_words, is_spoken_in
from codewitness.engine.verify.reading.stems import stems
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Around, Call, Outline

_LEAD = r"(?P<lead>(?:only |even )?(?:if|when|whenever|in case|once))"
_NOUN = r"(?:the |its |an? |any |this |that )?(?P<of>[a-z][\w -]*?)"
_FAILS = r"(?:fails|failed|throws|raises|errors(?: out)?|goes wrong)"
_END = r"(?=$|[.,;]| and\b| but\b)"
# The participles that end otherwise, and what calls are named that do so.
_PARTICIPLES = {
    "built": "build",
    "made": "make",
    "read": "read",
    "sent": "send",
    "found": "find",
    "written": "write",
    "got": "get",
    "gotten": "get",
    "bound": "bind",
    "sought": "seek",
}
_IRREGULAR = "|".join(_PARTICIPLES)
# What is done by the call that gives the thing, whatever it is named: `NewRequest`, `r.body()`.
_MAKING = frozenset(
    {*("build", "make", "read", "create", "convert", "construct", "load", "open", "parse", "get")}
    | {*("obtain", "fetch", "initialize", "initialise", "instantiate", "produce", "compute")}
)
_FORMS = tuple(
    re.compile(rf"\b{form}{_END}")
    for form in (
        rf"{_LEAD} (?:the )?(?P<verb>[a-z]{{3,}}ing)(?: {_NOUN})? {_FAILS}",
        rf"{_LEAD} {_NOUN} (?P<verb>[a-z]{{3,}}ing) {_FAILS}",
        rf"{_LEAD} {_NOUN} (?:can ?not|can't|could not) be (?P<verb>[a-z]{{3,}}ed|{_IRREGULAR})",
    )
)


def with_failing_call(text: str, subject: Subject) -> str:
    """The sentence with the call named that is said to fail, if but one may be meant."""
    said = next(filter(None, (form.search(text) for form in _FORMS)), None)
    name = _called(said, subject) if said is not None else ""
    if said is None or not name:
        return text
    return f"{text[: said.start()]}{said['lead']} {name} fails{text[said.end() :]}"


_ERRORS_OF = re.compile(
    r"\b(?P<how>ignores|swallows|suppresses|lets) (?:any |all )?"
    r"(?P<what>errors|exceptions|failures)"
    rf" (?:when|while|from|of|in) (?P<verb>[a-z]{{3,}}ing)(?: {_NOUN})?(?P<out> propagate)?$"
)


def with_errors_of(text: str, subject: Subject) -> str:
    """`ignores errors when removing the file`, by the name of the one call that does it."""
    said = _ERRORS_OF.search(text)
    name = _called(said, subject) if said is not None else ""
    if said is None or not name or (said["how"] == "lets") != (said["out"] is not None):
        return text
    does = "never swallows" if said["out"] else "swallows"
    return f"{text[: said.start()]}{does} {said['what']} from `{name}`"


def _called(said: re.Match[str], subject: Subject) -> str:
    verb = _PARTICIPLES.get(said["verb"], said["verb"])
    calls = list(_named_after(verb, subject)) or list(_giving(said["of"] or "", verb, subject))
    tried = [(one, o) for one, o in calls if Around.TRY in o.around(one.whole)]
    names = {call.name for call, _ in tried or calls}
    told = [(c, o) for c, o in tried or calls if _is_done_with(said["of"] or "", c, o)]
    return names.pop() if len(names) == 1 and told else ""


def _named_after(verb: str, subject: Subject) -> Iterator[tuple[Call, Outline]]:
    asked = set(stems(verb))
    for part in subject.parts:
        for call in part.outline.calls:
            words = words_in(call.name)
            if words and words[0] in asked:
                yield call, part.outline


def _giving(noun: str, verb: str, subject: Subject) -> Iterator[tuple[Call, Outline]]:
    """The calls that are named after what they give, of a verb that says that it is made."""
    if not _MAKING & set(stems(verb)) or not noun:
        return
    head = noun.rsplit(maxsplit=1)[-1].lower()
    for part in subject.parts:
        for call in part.outline.calls:
            words = words_in(call.name)
            if words[-1:] == [head]:
                yield call, part.outline


def _is_done_with(noun: str, call: Call, outline: Outline) -> bool:
    """True if the call speaks of what is said, or nothing is said of that."""
    if not noun or noun in ("it", "them", "that", "this"):
        return True
    text = outline.text.slice(call.whole)
    return is_spoken_in(noun.rsplit(maxsplit=1)[-1].lower(), f"{text} {in_words(text)}".lower())
