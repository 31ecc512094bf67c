"""`always closes the stream`, where there is one: a condition around its making denies nothing."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.conditions.as_written import conditions_around
from codewitness.engine.verify.conditions.in_spite import is_come_to_anyhow
from codewitness.engine.verify.evidence import Proof
from codewitness.engine.verify.hit import Hit, has_word
from codewitness.model.outline import Around

_ALWAYS = re.compile(
    r"(?i)\b(?:always|unconditionally|in (?:all|any|every) cases?|no matter what"
    r"|on (?:every|all|each) (?:code )?paths?)\b"
)
_CLOSING = re.compile(
    r"(?i)\b(?:clos|releas|dispos|free|unlock|shut|stop|destroy|delet|terminat|disconnect|cancel)\w*"
)
_THERE = r"(?:\s*(?:!==?|is\s+not)\s*(?:null|nil|None|undefined|nullptr|NULL|0))?"
_NAME = re.compile(r"[A-Za-z_]\w*")


def closed_where_made(claim: Claim, proofs: tuple[Proof, ...], *, is_against: bool) -> list[str]:
    """The word that says so, if each condition around only asks whether there is one to close."""
    said = _ALWAYS.search(claim.text)
    if not is_against or said is None or not proofs or not _CLOSING.search(claim.text):
        return []
    return [said[0]] if all(map(_is_of_it, proofs)) else []


def closed_on_success(claim: Claim, proofs: tuple[Proof, ...]) -> list[str]:
    """The word that says so, if what raises before it leaves it open, and it is not denied."""
    said = _ALWAYS.search(claim.text)
    if said is None or not proofs or claim.is_negated or not _DOES.search(claim.text):
        return []
    hits = [Hit(one.type, one.detail, one.outline, one.span, one.span) for one in proofs]
    return [] if any(map(is_come_to_anyhow, hits)) else [said[0]]


_DOES = re.compile(
    r"(?i)\b(?:closes|releases|disposes|frees|unlocks|shuts|destroys|terminates|disconnects|cleans)\b"
)


def _is_of_it(proof: Proof) -> bool:
    outline = proof.outline
    call = next((c for c in outline.calls if proof.span in (c.name_span, c.span, c.whole)), None)
    if call is None:
        return False
    names = _NAME.findall(outline.text.slice(call.whole).replace(call.name, " ", 1))
    branches = [r.span for r in outline.regions if r.around in (Around.BRANCH, Around.ELSE)]
    around = [one for one in branches if one.contains(call.whole)]
    hit = Hit(proof.type, proof.detail, outline, proof.span, proof.span)
    asked = [outline.text.slice(span) for span in conditions_around(hit)]
    for name in names:
        made = [one.target_span for one in outline.assigned if has_word(one.target, name)]
        outer = [one for one in around if not (made and all(map(one.contains, made)))]
        told = [one for one in asked if re.fullmatch(rf"\(*\s*[\w.]*\b{name}{_THERE}\s*\)*", one)]
        if around and len(outer) <= len(told):
            return True
    return False
