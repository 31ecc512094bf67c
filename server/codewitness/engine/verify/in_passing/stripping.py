"""`strips trailing slashes`: at which end, and what, by the calls that take characters away."""

from __future__ import annotations

import re

from codewitness.engine.verify.evidence import Finding, Proof
from codewitness.engine.verify.in_passing.phrases import calls_named, given_to, shown
from codewitness.engine.verify.subject import Subject

_SAID = re.compile(
    r"(?:strips|trims|removes|drops|cuts)(?: off| away)? (?:any |all |the |a )?"
    r"(?P<end>trailing|leading|surrounding)(?: and leading)? (?P<what>[a-z]+)"
    r"(?: characters?)?(?: (?:from|off|of) (?:the |its |each |every )?[\w `.]+)?"
)
_CHARACTERS = {
    "slash": "/",
    "dot": ".",
    "period": ".",
    "newline": "\\n",
    "comma": ",",
    "colon": ":",
    "semicolon": ";",
    "underscore": "_",
    "dash": "-",
    "hyphen": "-",
    "quote": '"',
    "space": " ",
}
_WHITE = frozenset({"whitespace", "space", "blank", "newline"})
_RIGHT = re.compile(
    r"rstrip|trimEnd|trimRight|trim_end(?:_matches)?|TrimRight|TrimSuffix|TrimEnd|removesuffix"
)
_LEFT = re.compile(
    r"lstrip|trimStart|trimLeft|trim_start(?:_matches)?|TrimLeft|TrimPrefix|TrimStart|removeprefix"
)
_BOTH = re.compile(r"strip|trim|Trim|TrimSpace|trim_matches")
_ENDS = {"trailing": (_RIGHT, _LEFT), "leading": (_LEFT, _RIGHT)}


def rule_stripped(said: str, subject: Subject) -> Finding | None:
    """By the calls that take away at that end, or at the other one alone."""
    found = _SAID.fullmatch(said)
    if found is None:
        return None
    what = re.sub(r"(?<=sh|ss)es$|(?<=[a-z])s$", "", found["what"])
    if what not in _CHARACTERS and what not in _WHITE:
        return None
    if found["end"] == "surrounding":
        proofs = _of(_BOTH, what, subject)
        return Finding(proofs=proofs) if proofs else None
    own, other = _ENDS[found["end"]]
    if proofs := _of(own, what, subject) or _of(_BOTH, what, subject):
        return Finding(proofs=proofs)
    against = _of(other, what, subject)
    return Finding(against=against) if against else None


def _of(pattern: re.Pattern[str], what: str, subject: Subject) -> tuple[Proof, ...]:
    return tuple(
        shown(call, part.outline)
        for call, part in calls_named(pattern, subject)
        if _takes(what, given_to(call, part.outline))
    )


def _takes(what: str, given: list[str]) -> bool:
    """True if it takes these characters away; white space, if it is told nothing."""
    texts = [one[1:-1] for one in given if re.fullmatch(r"[\"'`].*[\"'`]", one)]
    if not texts:
        return what in _WHITE and len(given) <= 1
    return _CHARACTERS.get(what, " ") in texts[-1]
