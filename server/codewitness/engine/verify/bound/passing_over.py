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
from codewitness.engine.verify.bound.words import is_same, plain, words_of
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
    if found is None:
        return []
    asked = of_noun(found["what"])
    leaving = _skipping if found.re is _SKIPS else _raising
    acts = [act for part in subject.parts for act in leaving(part)]
    named = [act for act in acts if found.re is _REJECTS and _is_named_so(act, found["what"])]
    if named:
        return [Proof(one.type, one.detail, one.outline, one.span, LOOSE) for one in named]
    return next((proofs for act in acts if (proofs := _left(act, asked))), [])


_NAME = re.compile(r"[A-Z]\w+")
_OF_ERRORS = frozenset({"error", "exception", "kind", "err", "fault"})


def _is_named_so(act: Act, what: str) -> bool:
    """True for `LeadingZeroError` of `rejects leading zeros`; a single word may say anything."""
    asked = [
        plain(one) for one in re.findall(r"[a-z]+", what) if one not in ("a", "an", "the", "any")
    ]
    if len(asked) < 2:
        return False
    named = _NAME.findall(act.outline.text.slice(act.span) + f" {act.detail}")
    words = ([one for one in words_of(name) if one not in _OF_ERRORS] for name in named)
    return any(len(one) == len(asked) and all(map(is_same, one, asked)) for one in words)


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
