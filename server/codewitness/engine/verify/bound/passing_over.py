"""What is skipped or rejected, by a condition that asks for just that: `skips directories`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.bound.acts import Act
from codewitness.engine.verify.bound.conditions import Asked, of_noun
from codewitness.engine.verify.bound.known import shown_by
from codewitness.engine.verify.bound.outcomes import raised_things
from codewitness.engine.verify.bound.sentences import Said
from codewitness.engine.verify.bound.things import Thing
from codewitness.engine.verify.evidence import LOOSE, EvidenceType, Proof
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Around

_SKIPS = re.compile(
    r"(?:skips|ignores|passes over|leaves out|drops|omits|excludes) (?P<what>[^,;]+)$"
)
_REJECTS = re.compile(r"(?:rejects|refuses|disallows|forbids) (?P<what>[^,;]+)$")
_NOTHING = re.compile(r"(?:None|null|nil|undefined|this|self)?;?")


def passed_over(text: str, subject: Subject) -> list[Proof]:
    """The places where what is said is left alone, or raised of, and the conditions that ask it."""
    found = _SKIPS.fullmatch(text) or _REJECTS.fullmatch(text)
    asked = of_noun(found["what"]) if found is not None else ()
    if found is None or not asked:
        return []
    leaving = _skipping if found.re is _SKIPS else _raising
    acts = (act for part in subject.parts for act in leaving(part))
    return next((proofs for act in acts if (proofs := _left(act, asked))), [])


def _left(act: Act, asked: Sequence[Asked]) -> list[Proof]:
    for one in asked:
        shown = shown_by(one, act.part, act.span, is_led=True)
        if shown:
            conditions = [
                Proof(EvidenceType.CONDITIONAL, "condition", act.outline, span, LOOSE)
                for span in shown
            ]
            return [Proof(act.type, act.detail, act.outline, act.span, LOOSE), *conditions]
    return []


def _skipping(part: Part) -> Iterator[Act]:
    outline = part.outline
    for item in outline.occurrences("next" if outline.language == "ruby" else "continue"):
        if Around.LOOP in outline.around(item.span):
            yield Act(EvidenceType.LOOP, item.text, part, item.span, "")
    for one in outline.returns:
        if _NOTHING.fullmatch(one.value) and Around.LOOP not in outline.around(one.span):
            yield Act(EvidenceType.SIGNATURE, "return", part, one.span, "")
    for item in outline.marked("return"):
        if Around.LOOP not in outline.around(item.span):
            yield Act(EvidenceType.SIGNATURE, "return", part, item.span, "")


def _raising(part: Part) -> Iterator[Act]:
    yield from raised_things(Said(verb="fails", what=Thing(())), part)
