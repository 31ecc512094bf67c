"""What joins two clauses: `holds the lock while it calls f`, `calls f and never g`."""

from __future__ import annotations

import re
from typing import Any

from codewitness.engine.verify.reading.actions import ACTION_FORMS
from codewitness.engine.verify.reading.lexicon import VERBS

_LOCK = (
    r"(?:the |a |an |its )?[\w@$.>`-]*(?:[lL]ock|[mM]utex|mtx|\bmux?|_mux?|[a-z]Mux?)_?`?"
    r"(?: lock| mutex)?"
)
_DENIED = r"(?:(?P<denied>never|does not|doesn't|do not|does n't) (?:ever )?)?"
_HELD = re.compile(
    rf"\b{_DENIED}(?:always |still )?(?:holds?|keeps?|owns?) (?P<lock>{_LOCK})"
    r"(?: held| taken| locked)?"
    r"(?:,? (?:while|whilst|when|as)(?P<it> it(?: is| does)?)? (?P<verb>\w+(?:s|ing))"
    r"|,? (?:during|throughout|across|over|for) (?:the |its |each |every |any )?"
    r"(?P<call>calls?) (?:to|of))"
    r" (?P<rest>(?:(?!,| and (?!`?[\w.]+`?$)| but | then | before | after | until ).)+)$"
)


def _turned(said: re.Match[str]) -> str:
    verb = "calls" if said["call"] else said["verb"]
    how = "never " if said["denied"] else ""
    if verb.endswith("ing"):
        verb = f"is {how}{verb}"
    else:
        verb = f"{how}{verb}"
    return f"{verb} {said['rest'].rstrip(' .')} while holding {said['lock']}"


# `calls f and g and never h`: the last is another clause.
_AND_NEVER = re.compile(r",? and never (?P<name>`?[\w.$@:]+(?:\(\))?`?)(?=[ .]*$)")


def _but_never(said: re.Match[str]) -> str:
    """`but never f`; what is a verb itself, `never throws`, is one as it is."""
    name = said["name"]
    is_verb = name in VERBS or name in ACTION_FORMS
    return said[0] if is_verb else f" but never {name}"


# As the rules of `idioms` for what names are made of.
TURNED_ROUND: tuple[tuple[re.Pattern[str], Any], ...] = (
    (_HELD, _turned),
    (_AND_NEVER, _but_never),
)
