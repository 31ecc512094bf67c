"""`restores x`: what was kept of it before is put back, by a write or by a call."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.claim import Object
from codewitness.engine.verify.code.values import is_literal
from codewitness.engine.verify.evidence import LOOSE
from codewitness.engine.verify.hit import Hit, Hits, has_word
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Around

RESTORING = frozenset({"restore", "reinstate", "revert"})
_KEPT = re.compile(r"(?i)prev|old|saved|orig|backup|before|last|former|initial")
_NAME = re.compile(r"[\w$@.>-]+")


def put_back(hits: Sequence[Hit]) -> tuple[list[Hit], str]:
    """Those writes that put something back; a reason why another of them may."""
    kept = [hit for hit in hits if _is_put_back(hit)]
    if not kept and any(Around.FINALLY in hit.outline.around(hit.span) for hit in hits):
        return [], f"whether `{hits[0].detail}` was that before can't be seen"
    if kept or not hits or all(_is_plainly_new(hit) for hit in hits):
        return kept, ""
    return [], f"whether `{hits[0].detail}` is what it was before can't be seen"


def _is_put_back(hit: Hit) -> bool:
    """True if it is set to what was kept of it, `prev = x`, or is named so, `self.saved_x`."""
    value = _value_of(hit)
    if value is None or _NAME.fullmatch(value) is None or is_literal(value):
        return False
    name = parts(hit.detail.split()[-1])[-1]
    if _KEPT.search(name) and not _KEPT.search(value):
        return False  # `old = self.x` keeps it
    if _KEPT.search(value) or (name.lower() in parts(value)[-1].lower() and value != name):
        return True
    made = [one.value for one in hit.outline.assigned if one.target.split()[-1:] == [value]]
    return any(has_word(one, name) for one in made)


def _is_plainly_new(hit: Hit) -> bool:
    value = _value_of(hit)
    return value is not None and is_literal(value)


def _value_of(hit: Hit) -> str | None:
    for one in hit.outline.assigned:
        if one.target_span.contains(hit.span) and one.target_span != one.value_span:
            return one.value.strip()
    return None


def restored_by_call(one: Object, subject: Subject) -> Hits:
    """`os.umask(old)`, where `old` was made of it; another call of that name may do it."""
    hits: list[Hit] = []
    doubt = ""
    name = parts(one.text)[-1]
    for part in subject.parts:
        for call in part.outline.calls:
            hit = call_hit(call, part, LOOSE)
            if not has_word(f"{call.text}{hit.arguments}", name):
                continue
            given = (hit.arguments or "").strip("() \n")
            if _is_kept_of(given, name, part):
                hits.append(hit)
            elif parts(call.text)[-1] == name:
                doubt = f"`{call.text}` may set it; whether to what it was can't be seen"
    return Hits(tuple(hits), "" if hits else doubt)


def _is_kept_of(given: str, name: str, part: Part) -> bool:
    made = [one.value for one in part.outline.assigned if one.target.split()[-1:] == [given]]
    return any(has_word(value, name) for value in made)
