"""`creates the directory if it does not exist`: where it is made, and what is asked before.

It is so, too, where the call that makes it does nothing of what is there: `exist_ok=True`.
"""

from __future__ import annotations

import re

from codewitness.engine.verify.conditions.holding import known_at
from codewitness.engine.verify.evidence import Finding, Proof
from codewitness.engine.verify.in_passing.phrases import calls_named, given_to, shown
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Around, Call

_SAID = re.compile(
    r"creates (?:the |its |an? |any )?(?:[\w`.]+ )?(?:directory|folder|dir|directories|path)"
    r"(?P<only> only)? (?:if|when|unless)"
    r" (?:(?P<not>(?:it|they|that|the \w+) (?:does|do) not (?:already |yet )?exist"
    r"(?: yet| already)?|it is (?:missing|absent|not there(?: yet)?)|missing|needed|necessary)"
    r"|it (?:already )?exists(?: already)?|it is (?:already )?there)"
)
_MAKING = re.compile(
    r"mkdir|makedirs|mkdirSync|mkdirp|Mkdir|MkdirAll|create_dir(?:_all)?|createDirector(?:y|ies)"
    r"|mkdir_p|ensureDir(?:Sync)?|CreateDirectory|mkdirs"
)
_IDEMPOTENT = re.compile(
    r"MkdirAll|create_dir_all|createDirectories|mkdir_p|ensureDir(?:Sync)?|mkdirp|CreateDirectory"
)
_TOLERANT = re.compile(r"exist_ok\s*=\s*True|recursive\s*:\s*true")
_EXISTING = re.compile(r"FileExists|EEXIST|AlreadyExists|IsExist")


def rule_made_if_missing(said: str, subject: Subject) -> Finding | None:
    """By what is known to have been asked where it is made."""
    found = _SAID.fullmatch(said)
    if found is None:
        return None
    is_missing = (found["not"] is not None) != (" unless " in said)
    calls = list(calls_named(_MAKING, subject))
    told = [_is_made_so(call, part) for call, part in calls]
    if not calls or None in told:
        return None
    proofs: tuple[Proof, ...] = tuple(shown(call, part.outline) for call, part in calls)
    if not is_missing:
        return Finding(against=proofs) if True in told else None
    if all(told):
        return Finding(proofs=proofs)
    return Finding(against=proofs) if not any(told) else None


def _is_made_so(call: Call, part: Part) -> bool | None:
    """True if it is made only where it is missing, False only where it is there; None if open."""
    outline = part.outline
    given = given_to(call, outline)
    if _IDEMPOTENT.fullmatch(call.name) or any(_TOLERANT.search(one) for one in given):
        return True
    for asked in known_at(outline, call.whole):
        if asked.kind == "exists":
            return not asked.holds
        if re.search(r"(?i)exists?$|is_?dir", asked.what) and asked.kind == "true":
            return not asked.holds
    if Around.TRY in outline.around(call.whole):
        heads = [item.text.split("\n", 1)[0] for item in outline.marked("handler")]
        return True if any(_EXISTING.search(one) for one in heads) else None
    return None
