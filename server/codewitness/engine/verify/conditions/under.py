"""What is reached under a condition, as a claim says it: compared if it can be, else by words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.code.jumping import jumps_over
from codewitness.engine.verify.code.setting_once import is_asked_if_unset, is_set_if_unset
from codewitness.engine.verify.conditions.agreeing import (
    is_joined_otherwise,
    is_opposed,
    is_opposed_in_part,
    may_be_left_so,
)
from codewitness.engine.verify.conditions.as_written import (
    agrees,
    are_said_exactly,
    asked_for,
    asks_no_result,
    before_operator,
    conditions_around,
    is_described,
    missing_before,
    under_names,
    written_so,
)
from codewitness.engine.verify.conditions.asked import decided, said, said_either
from codewitness.engine.verify.conditions.asserted_before import (
    is_asserted_before,
    is_failure,
)
from codewitness.engine.verify.conditions.came_to import came_to
from codewitness.engine.verify.conditions.conditions import (
    describes,
    is_exact,
    says_no,
    shares_word,
)
from codewitness.engine.verify.conditions.contrary import is_denied_there
from codewitness.engine.verify.conditions.further import is_behind, is_narrowed
from codewitness.engine.verify.conditions.handled_conditions import handler_of
from codewitness.engine.verify.conditions.holding import (
    deciding,
    is_as_said,
    is_one_of_several,
    safely,
)
from codewitness.engine.verify.conditions.left_behind import ended_by
from codewitness.engine.verify.conditions.left_under import (
    conditions_left,
    has_left_in_words,
    has_left_so,
    is_asked_before,
    is_left_over,
    is_left_under_both,
    left_under,
    named_parameters,
)
from codewitness.engine.verify.conditions.one_of_sides import Reached
from codewitness.engine.verify.conditions.quantified import is_of_either, is_of_others
from codewitness.engine.verify.conditions.there_is_one import reached_if_there
from codewitness.engine.verify.conditions.where_in_doubt import with_places
from codewitness.engine.verify.evidence import WEAK, EvidenceType, Finding, InWords, Proof, doubtful
from codewitness.engine.verify.hit import Hit, has_word
from codewitness.engine.verify.question import Question, is_same_name
from codewitness.model.outline import Around
from codewitness.model.text import Span


def by_condition(
    clause: Clause, inside: Sequence[Hit], outside: Sequence[Hit]
) -> Finding | tuple[list[Hit], str]:
    """As `_by_condition`, without what is but asked in the condition that is said."""
    others = [hit for hit in outside if not _is_the_condition(clause, hit)]
    if not inside and not others:
        return doubtful("what asks for it is what is said of it")
    is_code = is_exact(clause.described) and not (clause.is_only_there or clause.is_negated)
    if is_code and (written := written_so(clause.described, [*inside, *others])):
        return written, ""
    told = _by_condition(clause, inside, others)
    if not isinstance(told, Finding):
        return told
    if told.against and _may_be_other_side(clause, [*inside, *others]):
        return doubtful("whether it is done where the other side of the `or` is so can't be told")
    return with_places(told, [*inside, *others])


def _may_be_other_side(clause: Clause, hits: Sequence[Hit]) -> bool:
    """True for `only if x or it is done`, where a condition speaks of what is done in its words."""
    if not clause.is_only_there or re.search(r"\bor\b", clause.described) is None:
        return False
    asked = [*said(clause.described), *chain.from_iterable(said_either(clause.described))]
    return any(
        shares_word(clause.described, text) and not _asks_that(text, asked)
        for hit in hits
        if _reached(clause, hit).is_so is not True
        for text in map(hit.outline.text.slice, conditions_around(hit))
    )


def _asks_that(condition: str, asked: Sequence[Question]) -> bool:
    """True if a condition asks something of what is asked for, which can be compared then."""
    return any(is_same_name(one.what, other.what) for one in decided(condition) for other in asked)


def _is_the_condition(clause: Clause, hit: Hit) -> bool:
    """True for the `cached?` of `if cached?`, where `uses the cache only if cached?` is said."""
    own = [c for c in hit.outline.marked("condition") if c.span == hit.whole]
    return bool(own) and own[0].text in (clause.condition or ())


def _by_condition(
    clause: Clause, inside: Sequence[Hit], outside: Sequence[Hit]
) -> Finding | tuple[list[Hit], str]:
    """For `if x`: hits that are reached as is said; else those under a condition that names it."""
    known = [(hit, _reached(clause, hit)) for hit in (*inside, *outside)]
    opposite = [hit for hit, how in known if how.is_so is False]
    if clause.is_only_there:
        opposite += [hit for hit, how in known if how.is_certain]
    agreeing = [(hit, how.shown) for hit, how in known if how.is_so]
    if opposite and (len(opposite) == len(known) or (agreeing and clause.is_only_there)):
        return Finding(against=_proofs(opposite))
    left = [hit for hit, how in known if how.is_so is None]
    is_used_only = clause.is_only_there and clause.predicate is Predicate.USES
    if is_used_only and any(map(_is_asked_there, left)):
        return doubtful("a condition asks for it, which may be no use that is meant")
    if clause.is_only_there and left and (free := _free(clause, left, [*inside, *outside])):
        return free
    others = [hit for hit, how in known if how.is_other]
    if others and (clause.is_only_there or not agreeing) and len(others) == len(left):
        return doubtful("it stands under a condition that asks for another value")
    is_plain = not (clause.is_only_there or clause.is_negated)
    is_of_more = bool(agreeing) and all(is_narrowed(hit, spans) for hit, spans in agreeing)
    is_after = is_plain and all(is_behind(hit, spans) for hit, spans in agreeing)
    if is_of_more and (opposite or is_after):
        where = "where that is not so, and else" if opposite else "behind that, but"
        return doubtful(f"it is done {where} under further conditions")
    is_there_too = opposite and clause.described.startswith("unless")
    if is_there_too and not (agreeing and _are_other_reasons(clause, opposite, agreeing)):
        return doubtful("it is done where that is so, too")
    if agreeing:
        is_open = clause.is_only_there and left and not _are_all_so(clause, left, inside)
        kept = [hit for hit, _ in agreeing]
        return _also_in(left[0]) if is_open else (kept + _shown(agreeing), "")
    no_more = {*opposite, *others}
    return _by_words(
        clause,
        [hit for hit in inside if hit not in no_more],
        [hit for hit in outside if hit not in no_more],
    )


def _also_in(hit: Hit) -> Finding:
    line = hit.proof().line + 1
    return doubtful(f"it is done in line {line}, too, and whether so there can't be told")


def _are_other_reasons(
    clause: Clause, opposite: Sequence[Hit], agreeing: Sequence[tuple[Hit, Sequence[Span]]]
) -> bool:
    """True for what is raised for something else, behind the `if not x: raise` of `unless x`."""
    if clause.predicate is not Predicate.RAISES:
        return False
    told = {span for _, spans in agreeing for span in spans}
    asked = [{*conditions_around(hit)} for hit in opposite]
    return all(around and not around & told for around in asked)


def _are_all_so(clause: Clause, left: Sequence[Hit], inside: Sequence[Hit]) -> bool:
    """True if words say of each of these that it is reached as is said."""
    told = _by_words(clause, [h for h in left if h in inside], [h for h in left if h not in inside])
    return not isinstance(told, Finding) and {h.whole for h in left} <= {h.whole for h in told[0]}


def _reached(clause: Clause, hit: Hit) -> Reached:
    if (reached := reached_if_there(clause.text, hit)) is not None:
        return reached
    return is_as_said(clause.described, hit.outline, hit.whole, is_only=clause.is_only_there)


def _free(clause: Clause, left: Sequence[Hit], every: Sequence[Hit]) -> Finding | None:
    """What follows for `only if x` from hits that are reached without anything asking for x.

    It is against the claim if nothing at all is asked before, or if others do ask for x.
    """
    names = clause.condition or tuple(one.what for one in said(clause.described))
    free = [hit for hit in left if _is_always_reached(hit) or not _asks(hit, names)]
    if not free:
        return None
    if always := [hit for hit in free if _is_always_reached(hit)]:
        return Finding(against=_proofs(always))
    return Finding(against=_proofs(free)) if len(free) < len(every) else None


def _asks(hit: Hit, names: Sequence[str]) -> bool:
    """True if a condition that decides whether the hit is reached has one of these names."""
    spans = {*conditions_around(hit), *deciding(hit.outline, hit.whole)}
    text = "\n".join(asked_for(hit, span) for span in spans)
    words = {word for name in names for word in re.findall(r"[A-Za-z_]\w*", name)}
    return not words or any(has_word(text, word) for word in words)


_DECIDED = frozenset({Around.BRANCH, Around.ELSE, Around.HANDLER, Around.LOOP})
_DECIDED |= {Around.COMPREHENSION}
_CHOSEN = frozenset({Around.BRANCH, Around.ELSE, Around.HANDLER})


def is_reached_anyhow(hit: Hit) -> bool | None:
    """False if a condition stands around the hit; None in a loop, and behind a return.

    None of the `x` of `x ||= v`, too: some would say that it is always set then.
    """
    around = hit.outline.around(hit.whole)
    if is_failure(hit.outline, hit.whole):
        return False
    if around & _CHOSEN or _is_guarded(hit) or is_safe_call(hit):
        return False
    if is_asked_if_unset(hit.outline, hit.whole):
        return False
    if is_set_if_unset(hit.outline, hit.span):
        return None
    exits = [item.span for item in hit.outline.returns]
    exits += [item.span for item in hit.outline.marked("raised")]
    exits += jumps_over(hit.outline, hit.whole) + ended_by(hit.outline)
    is_left = any(span.end <= hit.whole.start for span in exits)
    is_open = Around.LOOP in around or (is_left and Around.FINALLY not in around)
    return None if is_open else True


_IN_BRACKETS = re.compile(r"\([^(){}]*\)|\{[^(){}]*\}")


def is_safe_call(hit: Hit) -> bool:
    """True for `x.f()?.g()`: no call is made where there is nothing to call `g` on."""
    if hit.outline.language == "rust":
        return False
    if any(True for _ in safely(hit.outline, hit.whole)):
        return True
    before = hit.outline.text.slice(Span(hit.whole.start, max(hit.span.start, hit.whole.start)))
    while (plain := _IN_BRACKETS.sub("", before)) != before:
        before = plain
    return "?." in before


def _is_guarded(hit: Hit) -> bool:
    """True behind `if x: return` that stands beside it: it is not reached where x holds."""
    outline = hit.outline
    holders = [item.span for item in outline.marked("conditional")]
    returned = [item.span for item in outline.returns] + jumps_over(outline, hit.whole)
    for condition in deciding(outline, hit.whole):
        around = [span for span in holders if span.contains(condition)]
        holder = min(around, key=lambda one: one.end - one.start, default=None)
        is_before = holder is not None and holder.end <= hit.whole.start
        if holder is not None and is_before and any(map(holder.contains, returned)):
            return True
    return False


def _is_always_reached(hit: Hit) -> bool:
    """True if nothing that is around decides whether the hit is reached, or has left before."""
    outline = hit.outline
    exits = outline.exits + jumps_over(outline, hit.whole) + ended_by(outline)
    is_left = any(span.end <= hit.whole.start for span in exits)
    is_safe = any(True for _ in safely(outline, hit.whole))
    is_safe = is_safe or is_asked_if_unset(outline, hit.whole)
    is_safe = is_safe or is_set_if_unset(outline, hit.span)
    is_left = is_left or is_asserted_before(outline, hit.whole) or is_failure(outline, hit.whole)
    return not is_left and not is_safe and not outline.around(hit.whole) & _DECIDED


def _by_words(
    clause: Clause, inside: Sequence[Hit], outside: Sequence[Hit]
) -> Finding | tuple[list[Hit], str]:
    """As `by_condition`, where what a condition asks can't be compared."""
    if is_of_either(clause.described):
        return doubtful("which of several that may mean can't be told")
    if _is_doubtful(clause, [*inside, *outside]):
        return doubtful("it stands under a condition that asks for more than this")
    if clause.is_negated and (always := [hit for hit in outside if _is_always_reached(hit)]):
        return always, ""  # whatever `x` is, `never calls f if x` is not so
    heads = {hit: handler_of(clause.described, hit) for hit in (*inside, *outside)}
    handled = [one for pair in heads.items() if pair[1] is not None for one in pair if one]
    told = (handled, "") if handled else _by_plain_words(clause, inside, outside)
    return told if isinstance(told, Finding) else _of_each(clause, told, [*inside, *outside])


def _of_each(
    clause: Clause, told: tuple[list[Hit], str], every: Sequence[Hit]
) -> Finding | tuple[list[Hit], str]:
    """`told`; of `only if x`, where each place is one that words show to be so."""
    kept = {hit.whole for hit in told[0]}
    left = [hit for hit in every if hit.whole not in kept]
    if not clause.is_only_there or not left:
        return told
    return _also_in(left[0])


def _by_plain_words(
    clause: Clause, inside: Sequence[Hit], outside: Sequence[Hit]
) -> Finding | tuple[list[Hit], str]:
    """As `_by_words`, where neither more nor less is asked for."""
    if is_exact(clause.described) and not are_said_exactly(clause.described, inside):
        return doubtful(InWords("what it asks for can't be compared with the conditions around it"))
    if clause.described.startswith("unless"):
        positive = clause.described.replace("unless", "if", 1)
        if not clause.condition and any(is_described(hit, positive) for hit in inside):
            return doubtful("it is done where that is so, too")
    if not inside:
        return _behind_exits(clause, outside)
    if kept := under_names(inside, clause.condition or (), clause.described):
        return kept, ""
    if not clause.condition or set(clause.condition) <= _NULLS:
        kept = [
            hit
            for hit in inside
            if is_described(hit, clause.described)
            and _asks_parameters(hit, clause.described)
            and not _is_asked_before_alone(hit, clause.described)
            and _is_unless_so(clause.described, hit)
            and not is_opposed(clause.described, hit)
            and not _fits_other_arm(clause.described, hit)
        ]
        if kept:
            return _asking_for_errors(kept, clause.described), ""
        return Finding(
            doubt=InWords("it stands under a condition; which one can't be told from the claim")
        )
    return doubtful("it stands under a condition that does not name this")


def _fits_other_arm(described: str, hit: Hit) -> bool:
    """True if words say as much of a condition that has not come true there: `if … else if …`."""
    outline = hit.outline
    return any(
        came_to(outline, item.span, hit.whole) is False and describes(described, item.text)
        for item in outline.marked("condition")
        if item.span.end <= hit.whole.start
    )


_SEVERAL = re.compile(r"unless\b.*\b(?:and|or)\b")


def _is_unless_so(described: str, hit: Hit) -> bool:
    """False of `unless x` where a condition speaks for the opposite, or more than that is said."""
    if not described.startswith("unless"):
        return True
    return agrees(described, hit) and _SEVERAL.match(described) is None


_GIVING = re.compile(r"\breturn(?:s|ed) (?:true|false|null|nil|none|True|False|None)$")


def _behind_exits(clause: Clause, outside: Sequence[Hit]) -> Finding | tuple[list[Hit], str]:
    """Hits around which no condition stands, that are reached if nothing has left before."""
    described, names = clause.described, clause.condition or ()
    kept = [hit for hit in outside if is_left_over(hit, names)]
    if not kept or _GIVING.search(described):
        return doubtful("no condition stands around it")
    if all(asks_no_result(described, hit, conditions_left(hit)) for hit in kept):
        return doubtful("an early exit before it asks for nothing that a call gave")
    kept = [
        hit
        for hit in kept
        if not has_left_so(described, hit) and not has_left_in_words(described, hit)
    ]
    is_failing = _FAILS.search(described) is not None and not described.startswith("unless")
    kept = [hit for hit in kept if not (is_failing and _has_left_failing(hit))]
    if not kept:
        return doubtful("where that is so it has been left before")
    if clause.is_only_there or described.startswith("unless") or not says_no(described):
        kept = [hit for hit in kept if not is_left_under_both(hit, described, names)]
        if not kept:
            return doubtful("an early exit before it asks for more than this")
    asked = [(hit, names or named_parameters(hit.outline, described)) for hit in kept]
    if not any(whom or is_asked_before(described, hit) for hit, whom in asked):
        return doubtful("an early exit before it asks for something else")
    is_bare = clause.is_negated and not any(whom for _, whom in asked)  # by words alone
    if is_bare or not any(may_be_left_so(described, hit, whom) for hit, whom in asked):
        return doubtful("an early exit before it may have asked for the opposite")
    return [hit._replace(relevance=min(hit.relevance, WEAK)) for hit in kept], ""


def _is_asked_there(hit: Hit) -> bool:
    """True for the `x` of `if (x.y && z)`, which is read to know whether it is to be used."""
    is_read = hit.type in (EvidenceType.ATTRIBUTE_READ, EvidenceType.PARAMETER_USE)
    return is_read and any(i.span.contains(hit.whole) for i in hit.outline.marked("condition"))


def _has_left_failing(hit: Hit) -> bool:
    """True behind `if err != nil { return }`."""
    return any(_FAILING.search(text) for text in left_under(hit))


_FAILING = re.compile(r"(?i)\berr(?:or)?\d?\s*!=\s*(?:nil|null)\b")
_FAILS = re.compile(r"\b(?:fails?|failed|errors?)\b")
_ERROR = re.compile(r"(?i)err|fail|exception")


def _asking_for_errors(hits: list[Hit], described: str) -> list[Hit]:
    """Of `if the reader fails`, those where an error is asked for, if any is; else all."""
    if not _FAILS.search(described):
        return hits
    asking = [
        hit
        for hit in hits
        if any(_ERROR.search(asked_for(hit, span)) for span in conditions_around(hit))
    ]
    return asking or hits


def _is_asked_before_alone(hit: Hit, described: str) -> bool:
    """True if only what has left before asks for what is named, and no condition around does."""
    around = conditions_around(hit)
    text = hit.outline.text
    before = [text.slice(span) for span in deciding(hit.outline, hit.whole) if span not in around]
    heads = [*(text.slice(span) for span in around), *missing_before(hit), *before_operator(hit)]
    return any(
        any(has_word(one, asked.what) for one in before)
        and not any(has_word(one, asked.what) for one in heads)
        for asked in said(described)
    )


_NULL = re.compile(r"\b(\w+) (?:is|are|was|were) (?:not )?(?:null|None|nil|undefined)$")


def _asks_parameters(hit: Hit, said: str) -> bool:
    """False if plain words name parameters, of which nothing around the hit speaks."""
    names = named_parameters(hit.outline, said)
    null = _NULL.search(said)
    if null is not None and any(one.name == null[1] for one in hit.outline.parameters):
        names = (*names, null[1])  # and not what has such a name among its words
    if not names or _asks(hit, names):
        return True
    return any(has_word(text, name) for text in missing_before(hit) for name in names)


def _is_doubtful(clause: Clause, hits: Sequence[Hit]) -> bool:
    """True if words alone would mislead: one side of an `or`, or a call that is said to succeed."""
    if any(one.kind == "fails" and not one.holds for one in said(clause.described)):
        return True
    words = re.findall(r"[a-z]+", clause.described)
    if any(is_denied_there(words, hit.outline) for hit in hits):
        return True
    if hits and all(is_opposed(clause.described, hit) for hit in hits):
        return True
    if hits and all(is_opposed_in_part(clause.described, hit) for hit in hits):
        return True
    if hits and all(_is_of_others(clause.described, hit) for hit in hits):
        return True
    for one in said(clause.described):
        if one.kind == "is a" and not all(_asks(hit, (one.value,)) for hit in hits):
            return True
    sides = [is_one_of_several(clause.described, hit.outline, hit.whole) for hit in hits]
    return False in sides or (clause.is_only_there and True in sides)


def _is_of_others(described: str, hit: Hit) -> bool:
    texts = [hit.outline.text.slice(span) for span in conditions_around(hit)]
    if any(is_of_others(described, one) for one in texts):
        return True
    return is_joined_otherwise(described, texts)


def _shown(agreeing: Sequence[tuple[Hit, Sequence[Span]]]) -> list[Hit]:
    """The conditions that say the same as a claim."""
    return [
        Hit(EvidenceType.CONDITIONAL, "condition", hit.outline, span, span)
        for hit, spans in agreeing
        for span in spans
    ]


_NULLS = frozenset({"NULL", "NSNull"})  # a condition may ask for it without naming it


def _proofs(hits: Sequence[Hit]) -> tuple[Proof, ...]:
    return tuple(hit.proof() for hit in hits)
