"""`retries accept on EINTR`: a loop around the call that goes on where that error is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.conditions.as_written import conditions_around
from codewitness.engine.verify.control.iterating import head_of
from codewitness.engine.verify.evidence import LOOSE, EvidenceType, Finding
from codewitness.engine.verify.hit import Hit, has_word
from codewitness.engine.verify.shown import shown_by
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.facts import Item

_ON = r"(?:on|upon|after|for|if it (?:fails|is interrupted) with|when it fails with)"
_SAID = re.compile(
    r"\bretr(?:y|ies|ied|ying) (?:the )?(?:(?:call|calls) (?:to |of )?)?"
    rf"(?P<what>`?[\w.>-]+`?(?:\(\))? )?(?:call )?{_ON} (?:an? )?`?(?P<error>[A-Z][\w.:]+)`?"
)


def rule_retried(clause: Clause, subject: Subject) -> Finding | None:
    """What a loop shows of what is retried on an error that is compared; None if nothing."""
    said = _SAID.search(clause.text)
    if said is None or clause.is_only or not clause.detail.startswith("retr"):
        return None
    what = (said["what"] or "").strip("`() ")
    hits = tuple(hit for part in subject.parts for hit in _going_on(what, said["error"], part))
    return shown_by(hits, replace(clause, place=None, condition=None, described=""))


def _going_on(what: str, error: str, part: Part) -> Iterator[Hit]:
    outline = part.outline
    for loop in outline.marked("loop"):
        inside = [one for one in outline.calls if loop.span.contains(one.whole)]
        called = [one for one in inside if not what or has_word(one.text, what)]
        if not called or not (told := list(_again(loop, error, part))):
            continue
        yield from (call_hit(one, part, LOOSE) for one in called[: len(called) if what else 0])
        yield from told


def _again(loop: Item, error: str, part: Part) -> Iterator[Hit]:
    """Where the loop is said to go on for that error."""
    outline = part.outline
    asked = re.compile(rf"={{2,3}}\s*(?:[\w.]+(?:\.|::))?{re.escape(error)}\b")
    head = head_of(loop, part)
    if (found := asked.search(head)) is not None:
        span = outline.text.part_of(loop.span, *found.span())
        yield Hit(EvidenceType.CONDITIONAL, found[0], outline, span, span, LOOSE)
    for item in outline.occurrences("next" if outline.language == "ruby" else "continue"):
        hit = Hit(EvidenceType.LOOP, item.text, outline, item.span, item.span, LOOSE)
        for condition in conditions_around(hit) if loop.span.contains(item.span) else ():
            if asked.search(outline.text.slice(condition)):
                yield Hit(
                    EvidenceType.CONDITIONAL, "condition", outline, condition, condition, LOOSE
                )
                yield hit
