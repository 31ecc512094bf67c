"""The rule for `returns early`: a return under a condition with more code behind it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.code.nulls import NULLS
from codewitness.engine.verify.conditions.agreeing import is_opposed
from codewitness.engine.verify.conditions.answered import is_answered
from codewitness.engine.verify.conditions.as_written import agrees, is_described
from codewitness.engine.verify.conditions.asked import said
from codewitness.engine.verify.conditions.came_to import came_to
from codewitness.engine.verify.conditions.conditions import is_exact
from codewitness.engine.verify.conditions.holding import decided_at, is_as_said, is_one_of_several
from codewitness.engine.verify.evidence import (
    EvidenceType,
    Finding,
    InWords,
    Proof,
    doubtful,
    found,
)
from codewitness.engine.verify.hit import Hit, has_word
from codewitness.engine.verify.hits import where_said
from codewitness.engine.verify.question import EITHER, Question, is_other_null, is_same_name
from codewitness.engine.verify.returning.idle import does_before, rule_idle
from codewitness.engine.verify.returning.named_returns import gives
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Around, Outline, Returned
from codewitness.model.text import Span


def rule_returns_early(clause: Clause, subject: Subject) -> Finding:
    """A return under a condition with more code behind it; the condition and the return show it."""
    shown: dict[str, list[Proof]] = {_SO: [], _NAMED: [], _NOT_SO: [], _OTHER: []}
    for part in subject.parts:
        for item in part.outline.returns:
            holder = _guard_of(item.span, part.outline)
            if holder is None or not _is_early(item, part.outline, holder):
                continue
            if _gives_all(clause, item, part) and not does_before(clause, item.span, part.outline):
                how = _left_how(clause, holder, item, part.outline)
                shown[how] += _guarded(holder, item, part.outline)
    if not (shown[_SO] or shown[_NAMED]) and (idle := rule_idle(clause, subject)) is not None:
        return idle
    proofs = sorted(shown[_SO] + shown[_NAMED], key=lambda one: (id(one.outline), one.span))
    if shown[_NOT_SO] and not shown[_SO]:
        return Finding(against=tuple(shown[_NOT_SO]))
    if shown[_OTHER] and not proofs:
        return doubtful(
            InWords("it returns early, but under a condition that does not name this alone")
        )
    if not any(shown.values()) and (unseen := _left_unseen(subject)):
        return doubtful(unseen)
    if not proofs and _does_nothing_then(clause, subject):
        return doubtful("nothing is done then, but by no return that comes early")
    left = _left_else(clause, shown, subject) if clause.is_only_there and proofs else ""
    return doubtful(left) if left else _placed(clause, proofs)


_HERE = frozenset({None, Around.BRANCH, Around.HANDLER})


def _placed(clause: Clause, proofs: list[Proof]) -> Finding:
    """What is found; held to how often, and to where, if a claim says so."""
    if not proofs or (clause.place in _HERE and clause.count is None):
        return found(proofs)
    told = where_said(clause, found(one for one in proofs if one.detail != "condition"))
    return found(proofs) if told.proofs and clause.place in _HERE else told


def _left_unseen(subject: Subject) -> str:
    """How else it may come back early, where no return does."""
    if _is_left_inside(subject):
        return "a function inside comes back early, which may be what is meant"
    is_given_on = any(part.outline.marked("propagated") for part in subject.parts)
    return "an error is given back early by `?` or `try`" if is_given_on else ""


def _is_left_inside(subject: Subject) -> bool:
    """True if a function that is run inside comes back early: `q.sync { if x { return } … }`."""
    inner = [one.outline for part in subject.parts for one in subject.known.inside(part)]
    guards = (
        (outline, _guard_of(item.span, outline)) for outline in inner for item in outline.returns
    )
    return any(holder is not None and _goes_on(outline, holder) for outline, holder in guards)


def _does_nothing_then(clause: Clause, subject: Subject) -> bool:
    """True if all that is done stands under the opposite of what a claim says: `if not x: …`."""
    outline = subject.head.outline
    asked = [item.span for item in outline.marked("condition")]
    done = [call.whole for call in outline.calls]
    done += [one.target_span for one in outline.assigned]
    done = [span for span in done if not any(one.contains(span) for one in asked)]
    return bool(clause.described and done) and all(
        is_as_said(clause.described, outline, span, is_only=False).is_so is False for span in done
    )


def _left_else(clause: Clause, shown: Mapping[str, list[Proof]], subject: Subject) -> str:
    """For `returns only if x`: where else it may come back; empty if nowhere."""
    spans = [one.span for one in (*shown[_SO], *shown[_NAMED])]
    others = [one.span for one in (*shown[_OTHER], *shown[_NOT_SO]) if one.detail == "return"]
    outline = subject.head.outline
    if not _EARLY.search(clause.text):
        others += [item.span for item in outline.returns]
        others += [_last(item.span) for item in outline.marked("ending")]
    left = next((one for one in others if one not in spans), None)
    return (
        "" if left is None else f"it comes back by line {outline.text.line_at(left.start) + 1}, too"
    )


_EARLY = re.compile(r"\b(?:early|immediately|prematurely|exits?|bails?)\b")


def _last(span: Span) -> Span:
    return Span(max(span.start, span.end - 1), span.end)


# How the condition of a return is to what a claim says: it, one of its names, its opposite.
_SO, _NAMED, _NOT_SO, _OTHER = "so", "named", "not so", "other"


def _left_how(clause: Clause, holder: Span, item: Returned, outline: Outline) -> str:
    reached = is_as_said(clause.described, outline, item.span, is_only=clause.is_only_there)
    is_known = reached.is_so is not None and bool(reached.shown)
    if is_known and not _is_around(reached.shown, item, outline):
        return _OTHER  # it has not left before, or has, and leaves here for another reason
    if reached.is_so is not None:
        is_further = is_known and not any(
            holder.contains(one) or _is_beside(one, item, outline) for one in reached.shown
        )
        if reached.is_so:
            is_further = _asks_for_more(clause, holder, item.span, outline, is_further=is_further)
        return _OTHER if is_further else (_SO if reached.is_so else _NOT_SO)
    if reached.is_other or _is_of_other_null(clause, item, outline):
        return _OTHER
    is_a_side = is_one_of_several(clause.described, outline, item.span)
    if is_a_side is False or (is_a_side and _asks_for_more(clause, holder, item.span, outline)):
        return _OTHER
    asked = clause.condition or [one.what for one in said(clause.described)]
    named = [one for one in asked if one not in NULLS]
    hit = Hit(EvidenceType.CONDITIONAL, "return", outline, item.span, item.span)
    if is_opposed(clause.described, hit) or not agrees(clause.described, hit):
        return _OTHER
    is_else = is_exact(clause.described) and _is_else(holder, item, outline)
    if is_else or (is_a_side and not clause.is_only_there):
        return _OTHER if is_else else _SO  # it comes back for that alone, too
    if named:
        return _NAMED if _is_asked(named, holder, item, outline) else _OTHER
    is_plain = _WHEN.match(clause.described) is not None
    return _OTHER if is_plain and not is_described(hit, clause.described) else _NAMED


def _is_else(holder: Span, item: Returned, outline: Outline) -> bool:
    """True for what a `guard` leaves by, and for an `else`: there it is not so."""
    asked = [one.span for one in outline.marked("condition") if holder.contains(one.span)]
    return any(came_to(outline, one, item.span) is False for one in asked)


def _is_of_other_null(clause: Clause, item: Returned, outline: Outline) -> bool:
    """True for `if x is null` of what is left if it is `undefined`."""
    known = [one.question for one in decided_at(outline, item.span)]
    return any(is_other_null(asked, one) for asked in said(clause.described) for one in known)


def _asks_for_more(
    clause: Clause, holder: Span, span: Span, outline: Outline, *, is_further: bool = False
) -> bool:
    """True for `if x`, of `if x and y: return`: the condition asks for something else beside it.

    What is asked of the owner of x, or of x itself, is no more than that. is_further: x is asked
    for around the condition.
    """
    asked = said(clause.described)
    own = [one.question for one in decided_at(outline, span) if holder.contains(one.condition)]

    def is_said(known: Question) -> bool:
        if known.kind == EITHER:
            return any(all(map(is_said, side)) for side in known.sides)
        is_more = known.kind in ("equals", "in", "is a", "above", "below")
        return any(
            is_answered(one, known, outline.language)
            or one.what.startswith(f"{known.what}.")
            or (is_same_name(one.what, known.what) and not is_more)
            or one.kind in _COMPARING
            for one in asked
        )

    is_more = is_further or len(own) > 1 or any(one.kind == EITHER for one in own)
    return is_more and bool(asked) and not all(map(is_said, own))


_COMPARING = frozenset({"equals", "in", "is a", "above", "below", "fails"})


def _is_around(shown: Sequence[Span], item: Returned, outline: Outline) -> bool:
    """True if one of these conditions is of something that the return stands in."""
    holders = [one.span for one in outline.marked("conditional", "loop", "comprehension")]
    around = [one for one in holders if one.contains(item.span)]
    return any(
        any(one.contains(condition) for one in around) or _is_beside(condition, item, outline)
        for condition in shown
    )


def _is_beside(condition: Span, item: Returned, outline: Outline) -> bool:
    """True for the `x` of `x ?: return`, and of Ruby's `return if x`."""
    line_at = outline.text.line_at
    is_before = line_at(condition.start) <= line_at(item.span.end)
    return is_before and line_at(condition.end) >= line_at(item.span.start)


_WHEN = re.compile(r"(?:if|when|unless|whenever|in case|as long as)\b")


def _guarded(holder: Span, item: Returned, outline: Outline) -> list[Proof]:
    """The condition and the return that show an early one."""
    head = Span(holder.start, min(holder.end, holder.start + 1))
    return [
        Proof(EvidenceType.CONDITIONAL, "condition", outline, head),
        Proof(EvidenceType.CONDITIONAL, "return", outline, item.span),
    ]


def _is_asked(names: Sequence[str], holder: Span, item: Returned, outline: Outline) -> bool:
    """True if the condition names all of these, or what was made of them."""
    head = outline.text.slice(Span(holder.start, item.span.start))
    made = [
        one.value
        for one in outline.assigned
        if one.value_span.end <= item.span.start
        and any(has_word(head, name) for name in re.findall(r"\w+", one.target))
    ]
    return all(name in head or any(name in value for value in made) for name in names)


def _gives_all(clause: Clause, item: Returned, part: Part) -> bool:
    """True if it is one of the values that `returns x early` names."""
    return not clause.objects or any(gives(item, one.text, part) for one in clause.objects)


def _guard_of(span: Span, outline: Outline) -> Span | None:
    """The smallest conditional, loop or handler that a return stands in."""
    holders = [
        item.span
        for item in outline.marked("conditional", "loop", "handler")
        if item.span.contains(span) and item.span != span
    ]
    conditional = [
        item.span
        for item in outline.marked("conditional")
        if item.span.contains(span) and item.span != span
    ]
    if not holders:
        region = outline.innermost(span, Around.BRANCH)  # `x ?: return`, `x or return`
        return None if region is None else Span(region.start, span.end)
    return min(conditional or holders, key=lambda one: one.end - one.start)


def _is_early(item: Returned, outline: Outline, holder: Span) -> bool:
    """True if more is done behind the holder, or in an `else` behind the return."""
    return _goes_on(outline, holder) or any(
        region.around in (Around.BRANCH, Around.ELSE)
        and region.span.start >= item.span.end
        and holder.contains(region.span)
        and not _returns_alone(outline, region.span)
        for region in outline.regions
    )


def _returns_alone(outline: Outline, arm: Span) -> bool:
    """True for an arm that is a `return`, or has nothing in it."""
    own = [one.span for one in outline.returns if arm.contains(one.span)]
    if len(own) != 1:
        return False
    raw = outline.text.raw
    rest = raw[arm.start : own[0].start] + raw[own[0].end : arm.end]
    return not re.sub(rb"[\s{}();,:]|\bend\b|\belse\b", b"", rest)


def _goes_on(outline: Outline, holder: Span) -> bool:
    """True if there is more code of its own behind `holder`."""
    if any(item.span.contains(holder) and item.span != holder for item in outline.marked("loop")):
        return True
    for gap in outline.gaps:
        start = max(gap.start, holder.end)
        if start >= gap.end:
            continue
        raw = bytearray(outline.text.raw[start : gap.end])
        for silent in outline.silent:
            if start <= silent.start < gap.end:
                text = outline.text.raw[silent.start : silent.start + 2]
                if text[:1] in (b"#", b"/", b"-"):
                    low, high = silent.start - start, min(silent.end, gap.end) - start
                    raw[low:high] = b" " * (high - low)
        rest = re.sub(rb"[\s{}();,]|\bend\b|\belse\b", b"", bytes(raw))
        if rest:
            return True
    return False
