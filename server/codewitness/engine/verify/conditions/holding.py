"""What must hold where a place stands: the conditions around it, and those that left before it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.code.choosing import chosen
from codewitness.engine.verify.code.operands import operand_before
from codewitness.engine.verify.code.setting_once import asked_before
from codewitness.engine.verify.conditions.amounts import bound
from codewitness.engine.verify.conditions.answered import has_failed, is_answered, is_null_itself
from codewitness.engine.verify.conditions.asked import decided as coded
from codewitness.engine.verify.conditions.asked import either, said, said_either
from codewitness.engine.verify.conditions.asserted_before import asserted_before, failed_at
from codewitness.engine.verify.conditions.came_to import ARMS, CHOOSING, holders, holds_at
from codewitness.engine.verify.conditions.comparing import (
    Relation,
    compared,
    in_a_word,
    is_constant,
    is_number,
)
from codewitness.engine.verify.conditions.constants import of_constants
from codewitness.engine.verify.conditions.labels import case_of, is_tagless, labelled
from codewitness.engine.verify.conditions.left_behind import left_before
from codewitness.engine.verify.conditions.named_states import in_named_state
from codewitness.engine.verify.conditions.one_of_sides import (
    Known,
    Reached,
    excludes,
    is_at_odds,
    told_by_sides,
    told_of_either,
)
from codewitness.engine.verify.conditions.states import in_states
from codewitness.engine.verify.conditions.truths import is_wider
from codewitness.engine.verify.hit import has_word
from codewitness.engine.verify.question import EITHER, Question, is_same_name, keyed
from codewitness.model.facts import Item
from codewitness.model.nesting import split
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span


def is_as_said(
    described: str, outline: Outline, span: Span, *, is_only: bool, within: Span | None = None
) -> Reached:
    """Whether code at `span` is reached as a claim's condition says, or `is_only` then.

    Of the conditions `within` a part of the code, if one is given, those alone that stand around.
    """
    each = decided_at(outline, span) if within is None else _decided_within(within, outline, span)
    if sides := said_either(described):
        return told_of_either(sides, each, outline, is_only=is_only)
    known = [one for one in each if one.question.kind != EITHER]
    questions = [one.question for one in known]
    asked = [_as_compared(bound(one, questions), questions) for one in said(described)]
    if any(excludes(asked, one.question, outline.language) for one in each):
        return Reached(False)
    reached = _as_asked(asked, known, outline, is_only=is_only)
    if reached.is_so is None and _is_less(described, asked, each, outline, is_only=is_only):
        return Reached(None, is_other=True)
    if reached.is_so is None and not reached.is_other:
        told = in_states(described, known, outline, span) or in_named_state(described, known)
        reached = told or reached
    if not is_only or reached.is_so is not None:
        return reached
    return told_by_sides(asked, each, outline) or reached


def _is_less(
    described: str,
    asked: Sequence[Question],
    each: Sequence[Known],
    outline: Outline,
    *,
    is_only: bool,
) -> bool:
    """True for `unless x` where x is one of several."""
    is_denied = described.startswith("unless") and not is_only
    return is_denied and any(is_at_odds(asked, one.question, outline.language) for one in each)


def is_so_in_words(described: str, outline: Outline, span: Span) -> bool:
    """True if it is known to be there, or empty, what a claim says of in words."""
    known = [one for one in decided_at(outline, span) if one.question.kind != EITHER]
    told = in_states(described, known, outline, span)
    return told is not None and told.is_so is True


def _as_asked(
    asked: Sequence[Question], known: Sequence[Known], outline: Outline, *, is_only: bool
) -> Reached:
    questions = [one.question for one in known]
    language = outline.language
    shown: list[Span] = []
    is_open, is_other, is_certain = not asked, False, False
    for one in asked:
        relation = compared(one, questions)
        if relation is None:
            relation = of_constants(one, questions)
        is_same = relation is Relation.IMPLIED or relation is _AS_SAID[is_only]
        answers = [(_answer(one, other, outline), other.condition) for other in known]
        worded = None if relation is not None else in_a_word(one, questions)
        if relation is Relation.EXCLUDED or worded is Relation.EXCLUDED:
            return Reached(False)
        if worded is Relation.OVERLAPPING or (is_only and is_wider(one, questions, language)):
            is_other = True
            continue
        if relation is not None and not is_same:
            is_other = True
            is_certain = is_certain or _may_be_another(relation, one)
            continue
        agreeing = [condition for answer, condition in answers if answer]
        is_size = is_null_itself(one) and _asks_size(one, questions)
        is_another = is_size or _is_of_another_call(one, known, outline)
        if (is_another and not agreeing) or {True, False} <= {answer for answer, _ in answers}:
            is_other = True  # or neither `x === false` nor `x === true` has come true
            continue
        if is_same and not agreeing:
            agreeing = [other.condition for other in known if _is_compared(one, other.question)]
        denying = [condition for answer, condition in answers if answer is False]
        if not agreeing and denying:
            return Reached(False, denying)
        is_open = is_open or not agreeing
        shown += agreeing[:1]
    if is_other:
        return Reached(None, is_other=True, is_certain=is_certain)
    return Reached(None) if is_open else Reached(True, shown)


def _may_be_another(relation: Relation | None, asked: Question) -> bool:
    """True if it is also reached with another number, or with another literal of a list."""
    is_listed = relation is Relation.WITHIN
    return is_listed or (relation is Relation.OVERLAPPING and is_number(asked))


# What does as well: where it is said `if` and where `only if`.
_AS_SAID = {False: Relation.WITHIN, True: Relation.WIDER}


def _as_compared(asked: Question, known: Sequence[Question]) -> Question:
    """`the mode is open` where the code compares the mode with a text."""
    is_text = any(
        one.kind == "equals"
        and (one.raw[:1] in _QUOTES or (asked.raw in _STATES and is_constant(one)))
        and is_same_name(asked.what, one.what)
        for one in known
    )
    if asked.kind != "null" or not asked.raw or not is_text:
        return asked
    return asked._replace(kind="equals", value=asked.raw, holds=not asked.holds)


def _asks_size(asked: Question, known: Sequence[Question]) -> bool:
    return any(one.kind == "empty" and is_same_name(asked.what, one.what) for one in known)


def _is_compared(asked: Question, known: Question) -> bool:
    return compared(asked, [known]) is not None or of_constants(asked, [known]) is not None


_STATES = frozenset({"open", "ready", "enabled", "available"})
_QUOTES = ("'", '"', "`", ":")


def is_one_of_several(described: str, outline: Outline, span: Span) -> bool | None:
    """Whether a side of an `or` around `span` is as described; False if one is the opposite."""
    sides = [
        one
        for condition in outline.marked("condition")
        if _is_under(outline, condition, span)
        for one in either(condition.text)
    ]
    answers = {is_answered(a, k, outline.language) for a in said(described) for k in sides}
    return False if False in answers else (True if True in answers else None)


def _is_under(outline: Outline, condition: Item, span: Span) -> bool:
    """True if code at `span` is reached where the condition holds."""
    around = [h for h in holders(outline) if h.span.contains(condition.span)]
    if not around or condition.span.contains(span):
        return False
    holder = min(around, key=lambda one: one.span.end - one.span.start)
    return holder.span.contains(span) and holds_at(outline, holder, condition.span, span) is True


_ERROR = re.compile(r"(?i)\w*err(?:or)?\d?")


def _answer(asked: Question, known: Known, outline: Outline) -> bool | None:
    """As `is_answered`; of a call that fails, also where it is asked what it gave."""
    answer = is_answered(asked, known.question, outline.language)
    name = known.question.what
    if answer is not None or asked.kind != "fails":
        return answer
    made = name if "(" in name else _made(known, outline)
    if re.search(rf"(?:^|\W){re.escape(asked.what)}\(", made) is None:
        return None
    failed = has_failed(known.question, outline.language)
    if _ERROR.fullmatch(name):
        is_told = known.question.kind in ("null", "true")
        failed = known.question.holds == (known.question.kind == "true") if is_told else None
    return None if failed is None else failed == asked.holds


def _made(known: Known, outline: Outline) -> str:
    """What the asked variable was last set to before it is asked; empty if nothing shows that."""
    name = known.question.what
    values = [
        one.value
        for one in outline.assigned
        if name in re.split(r"\W+", one.target) and one.value_span.end <= known.condition.end
    ]
    return values[-1] if values else ""


def _is_of_another_call(asked: Question, known: Sequence[Known], outline: Outline) -> bool:
    """True for `if g fails` where the error is asked that a call of `f` gave, and `g` is called."""
    name = asked.what.rsplit(".", 1)[-1]
    if asked.kind != "fails" or not any(call.name == name for call in outline.calls):
        return False
    asking = (one for one in known if _ERROR.fullmatch(one.question.what))
    made = (_made(one, outline) for one in asking)
    return any("(" in value and not has_word(value, name) for value in made)


def known_at(outline: Outline, span: Span) -> list[Question]:
    """What is known to have been asked, and answered, where code at `span` is reached."""
    return [one.question for one in decided_at(outline, span) if one.question.kind != EITHER]


def deciding(outline: Outline, span: Span) -> list[Span]:
    """The conditions that are known to have come to something where code at `span` is reached."""
    known = (one for one in decided_at(outline, span) if one.question.kind != EITHER)
    return list(dict.fromkeys(one.condition for one in known))


def decided_at(outline: Outline, span: Span) -> list[Known]:
    """All that is decided where code at `span` is reached.

    But for what was asked of a variable that is set and asked for again.
    """
    known = [*_around(outline, span), *left_before(outline, span)]
    known += [*asserted_before(outline, span), *failed_at(outline, span)]
    known += [*_left_of_sides(known, outline.language)]
    return [one for one in known if not any(_is_of_old(outline, one, other) for other in known)]


def _decided_within(within: Span, outline: Outline, span: Span) -> list[Known]:
    """What is asked around code at `span` by conditions that stand in a part of the code."""
    known = [one for one in _around(outline, span) if within.contains(one.condition)]
    return [*known, *_left_of_sides(known, outline.language)]


def _left_of_sides(known: Sequence[Known], language: str) -> Iterator[Known]:
    """What the one side of an `or` asks that is left, where all others are known not to be so."""
    plain = [one.question for one in known if one.question.kind != EITHER]
    for one in known:
        sides = [
            side
            for side in one.question.sides
            if not any(
                is_answered(asked, other, language) is False for asked in side for other in plain
            )
        ]
        if len(sides) == 1 and len(one.question.sides) > 1:
            yield from (Known(question, one.condition) for question in sides[0])


def _is_of_old(outline: Outline, one: Known, later: Known) -> bool:
    """True for the `err` of one call where that of a later one is known."""
    name = one.question.what
    if not name or name != later.question.what or one.condition.end > later.condition.start:
        return False
    left = [
        holder.span
        for holder in outline.marked("conditional")
        if holder.span.contains(one.condition) and not holder.span.contains(later.condition)
    ]  # what is set where it has been left is set for nobody
    return any(
        one.condition.end <= made.target_span.start < later.condition.end
        and name in re.split(r"[\s,()]+", keyed(made.target))
        and not any(span.contains(made.target_span) for span in left)
        for made in outline.assigned
    )


def _around(outline: Outline, span: Span) -> Iterator[Known]:
    """The conditions around, each with what it must have come to."""
    every = holders(outline)
    for condition in outline.marked("condition"):
        around = [h for h in every if h.span.contains(condition.span) and h.span.contains(span)]
        if (is_so := chosen(outline, condition.span, span)) is not None:
            for question in coded(condition.text, holds=is_so):
                yield Known(question, condition.span)
        if not around or condition.span.contains(span):
            continue
        holder = min(around, key=lambda one: one.span.end - one.span.start)
        if _is_of_another(holder, condition.span, every):
            continue
        if CHOOSING.match(holder.text):
            yield from _chosen(outline, holder, condition, span)
        elif (holds := holds_at(outline, holder, condition.span, span)) is not None:
            for question in coded(condition.text, holds=holds):
                yield Known(question, condition.span)
    yield from _if_unset(outline, span)
    yield from _before_operator(outline, span)
    yield from safely(outline, span)


def _if_unset(outline: Outline, span: Span) -> Iterator[Known]:
    """`x` is not there where the `f()` of `x ||= f()` is reached."""
    for text, target in asked_before(outline, span):
        for question in coded(text):
            yield Known(question, target)


_ELSE_IF = re.compile(r"el(?:se|s?if)\b|el(?:se)?if\b")


def _is_of_another(holder: Item, condition: Span, every: Sequence[Item]) -> bool:
    """True for the condition of an `if` that stands in an arm of the holder, and is over there."""
    inner = (h for h in every if h.span != holder.span and holder.span.contains(h.span))
    own = [one for one in inner if one.span.contains(condition)]
    return bool(own) and not any(_ELSE_IF.match(one.text) for one in own)


_SAFE = re.compile(r"[\w$@.!\[\]]*[\w$\])!](?=\?\.[A-Za-z_$(\[]|&\.[a-z_])")


def safely(outline: Outline, span: Span) -> Iterator[Known]:
    """`x` is there in `x?.f()`, a call that is not made else; Rust's `?` is another thing."""
    text = outline.text.slice(span)
    if outline.language == "rust" or not (found := _SAFE.match(text)):
        return
    owner = Span(span.start, span.start + len(found[0].encode()))
    for question in coded(f"{found[0]} == null", holds=False):
        yield Known(question, owner)


def guarded_arm(outline: Outline, holder: Span, condition: Span) -> Span | None:
    """The arm that a condition within a `match` or `when` guards; None of what is matched."""
    if is_tagless(outline.text.slice(holder)):
        own_case = case_of(outline, holder, condition)
        return None if own_case is None else Span(condition.end, own_case.end)
    before = outline.text.slice(Span(holder.start, condition.start))
    if not CHOOSING.match(before) or ("{" not in before and ":\n" not in before):
        return None
    arms = [
        r.span
        for r in outline.regions
        if r.around in ARMS and r.span.start >= condition.start and holder.contains(r.span)
    ]
    first = min((arm.start for arm in arms), default=-1)
    own = max((arm for arm in arms if arm.start == first), key=lambda a: a.end, default=None)
    return Span(condition.end, own.end) if own is not None else Span(condition.end, condition.end)


def _chosen(outline: Outline, holder: Item, condition: Item, span: Span) -> Iterator[Known]:
    """What an arm of a `switch` says of its value: it is this, or, by default, none of these.

    And what a condition says that guards the arm.
    """
    if is_tagless(holder.text):
        yield from _of_cases(outline, holder, condition, span)
        return
    if (guarded := guarded_arm(outline, holder.span, condition.span)) is not None:
        for question in coded(condition.text) if guarded.contains(span) else ():
            yield Known(question, condition.span)
        return
    for question, shown in labelled(outline, holder, condition, span):
        yield Known(question, shown)


def _of_cases(outline: Outline, holder: Item, condition: Item, span: Span) -> Iterator[Known]:
    """What a `case n > 0:` says of its own arm, and of those that come into question behind it."""
    own = case_of(outline, holder.span, condition.span)
    is_listed = len(split(condition.text, ",")) > 1
    if own is None or "fallthrough" in holder.text or is_listed:
        return
    if own.contains(span):
        holds = True
    elif (other := case_of(outline, holder.span, span)) is not None and (
        other.start > own.end or outline.text.slice(other).startswith("default")
    ):
        holds = False
    else:
        return
    for question in coded(condition.text, holds=holds):
        yield Known(question, condition.span)


def _before_operator(outline: Outline, span: Span) -> Iterator[Known]:
    """`flag` for what stands behind `flag &&`, and not `flag` behind `flag ||`."""
    text = outline.text
    for region in outline.regions:
        if region.around is not Around.BRANCH or not region.span.contains(span):
            continue
        line = Span(_begin_before(outline, region.span), region.span.start)
        before = text.slice(line).rstrip()
        if (left := operand_before(before)) is not None:
            operand, is_and, start = left
            at = Span(line.start + len(before[:start].encode()), region.span.start)
            for question in coded(operand, holds=is_and):
                yield Known(question, at)
        if found := _IF_NULL.search(before):  # `x ?: return`, `x ?? f()`
            at = Span(line.start + len(before[: found.start(1)].encode()), region.span.start)
            for question in coded(f"{found[1]} == null"):
                yield Known(question, at)


def _begin_before(outline: Outline, span: Span) -> int:
    """Where the condition begins that `span` stands in; else its line, or that above."""
    around = [c.span.start for c in outline.marked("condition") if c.span.contains(span)]
    line = outline.text.line_at(span.start)
    start = outline.text.line_span(line).start
    if line and not outline.text.slice(Span(start, span.start)).strip():
        start = outline.text.line_span(line - 1).start
    return min([start, *around])


_IF_NULL = re.compile(r"([\w$.?!@]+(?:\([^()]*\))?)\s*(?:\?:|\?\?)$")
