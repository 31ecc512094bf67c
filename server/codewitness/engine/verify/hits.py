"""Places that fit a clause, and what is left of them when it says where, when or how often."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from codewitness.engine.verify.calling.arguments_given import is_given, may_be_given
from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.code.deferring import deferred_by
from codewitness.engine.verify.conditions.as_written import conditions_around
from codewitness.engine.verify.conditions.conditions import (
    ANYHOW,
    ON_FAILURE,
    ON_SUCCESS,
    REGARDLESS,
)
from codewitness.engine.verify.conditions.every_way import is_on_every_way
from codewitness.engine.verify.conditions.in_spite import (
    is_come_to_anyhow,
    is_out_of_question,
    is_there_what_fails,
    says_of_errors,
)
from codewitness.engine.verify.conditions.spoken_there import held_to_names
from codewitness.engine.verify.conditions.under import by_condition, is_reached_anyhow, is_safe_call
from codewitness.engine.verify.control.counting import counted
from codewitness.engine.verify.control.for_each import each_pass, is_for_each, is_of_one_given
from codewitness.engine.verify.control.locks import has_lock, is_locked, may_be_in_turn, unseen_lock
from codewitness.engine.verify.control.loops import is_in_loop, is_retried
from codewitness.engine.verify.control.steps import is_step, may_be_step
from codewitness.engine.verify.control.transactions import is_in_transaction, unseen_transaction
from codewitness.engine.verify.control.until import goes_on_so, lasts
from codewitness.engine.verify.errors.failing_calls import (
    is_handled_elsewhere,
    passed_by,
    where_it_fails,
)
from codewitness.engine.verify.errors.outcomes import WITHOUT_HANDLERS, on_outcome
from codewitness.engine.verify.evidence import NOTHING, Finding, InWords, Proof, doubtful
from codewitness.engine.verify.hit import Hit, Hits, has_word
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.reading.places import ASKED_THERE
from codewitness.model.facts import Kind
from codewitness.model.outline import Around, Call
from codewitness.model.text import Span

_EXCLUSIVE = frozenset({Around.LOOP, Around.TRY, Around.HANDLER, Around.FINALLY, Around.BRANCH})


_AROUND_CONDITIONS = frozenset({Around.LOOP, Around.TRY, Around.FINALLY, Around.WITH})
# What is said of a handler that says no more than that it is one.
_FAILING = re.compile(r"(?i)rais|throw|thrown|caught|catch|occur|happen|fail|error|exception")
_WHEN = re.compile(r"(?:when|if|unless|whenever|in case)\b")


Finder = Callable[[Object | None], Hits]


def judged(clause: Clause, find: Finder) -> Finding:
    """The finding for a clause whose places `find` knows, for each of its objects."""
    objects: Sequence[Object | None] = clause.objects or (None,)
    if clause.is_only and any(one is not None and not one.is_code for one in objects):
        return doubtful(InWords("what alone it is about is said in plain words"))
    if clause.is_only and len(objects) > 1:
        return _only_these([find(one) for one in objects])
    findings = [of_one(clause, find(one)) for one in objects]
    return combined(findings, any_of=clause.any_of or clause.is_negated)


def combined(findings: Sequence[Finding], *, any_of: bool) -> Finding:
    """Findings of several objects as one."""
    if len(findings) == 1:
        return findings[0]
    good = [one for one in findings if one.proofs or one.is_true]
    proofs = tuple(proof for one in good for proof in one.proofs)
    against = tuple(proof for one in findings for proof in one.against)
    doubt = next((one.doubt for one in findings if one.doubt), "")
    if any_of:
        if good:
            return Finding(proofs=proofs, is_true=not proofs)
        is_all = all(one.against for one in findings)
        return Finding(against=against if is_all else (), doubt=doubt)
    if len(good) == len(findings):
        return Finding(proofs=proofs, is_true=not proofs)
    if against:
        return Finding(against=against)
    if any(one == NOTHING or (one.note and not one.doubt and not one.proofs) for one in findings):
        return Finding(note="; ".join(one.note for one in findings if one == NOTHING and one.note))
    return Finding(doubt=doubt)


def of_one(clause: Clause, hits: Hits) -> Finding:
    """What follows from the places of one object."""
    kept = {hit: block for hit in hits.fitting if (block := _kept_block(hit)) is not None}
    if not kept:
        return _of_own(clause, hits)
    finding = _of_own(
        clause, hits._replace(fitting=tuple(h for h in hits.fitting if h not in kept))
    )
    return replace(finding, note=_later(kept)) if finding == NOTHING else finding


def _of_own(clause: Clause, hits: Hits) -> Finding:
    """As `of_one`, of places that are run whenever the subject is."""
    placed = _placed(clause, hits)
    if isinstance(placed, Finding):
        return placed
    fitting, doubt = placed
    if clause.is_only and not clause.count:
        if hits.others and fitting and clause.arguments:
            return doubtful("whether it does nothing else, or that with nothing else, is not said")
        if hits.others:
            return Finding(against=_proofs(hits.others))
        if not fitting and not doubt:
            return NOTHING
    if clause.count is not None:
        return counted(clause, fitting, doubt)
    if fitting:
        return Finding(proofs=_proofs(fitting))
    return doubtful(doubt) if doubt else NOTHING


def where_said(clause: Clause, finding: Finding) -> Finding:
    """A finding whose rule looks at no place, held to where, when and how often a clause says."""
    is_narrowed = clause.condition is not None or clause.place is not None
    if not finding.proofs or not (is_narrowed or clause.count is not None):
        return finding
    hits = tuple(
        Hit(one.type, one.detail, one.outline, one.span, one.span, one.relevance)
        for one in finding.proofs
    )
    return of_one(clause, Hits(hits))


def _kept_block(hit: Hit) -> Call | None:
    """The block of Ruby around, if it is made a value, `lambda { … }`, and not called there."""
    if hit.outline.language != "ruby":
        return None
    for call in hit.outline.calls:
        is_value = call.text in ("lambda", "proc", "Proc.new") and call.whole.contains(hit.whole)
        if is_value and call.whole != hit.whole:
            names = [
                one.target for one in hit.outline.assigned if one.value_span.contains(call.whole)
            ]
            is_run = any(
                other.text == f"{name}.call" for other in hit.outline.calls for name in names
            )
            return None if is_run else call
    return None


def _later(kept: Mapping[Hit, Call]) -> str:
    """Where that stands which only a block does: it is the block's, which runs later or never."""
    hit, block = next(iter(kept.items()))
    text = hit.outline.text
    at, begins = (text.line_at(one.start) + 1 for one in (hit.whole, block.whole))
    where = f"of line {begins}, which" if begins != at else "there, which"
    return (
        f"`{hit.detail}` in line {at} stands in the `{block.text}` block {where} is only made here"
        " and runs later, if at all"
    )


def _only_these(each: list[Hits]) -> Finding:
    fitting = {hit for hits in each for hit in hits.fitting}
    others = {hit for hits in each for hit in hits.others} - fitting
    if others:
        return Finding(against=_proofs(sorted(others, key=_place)))
    if all(hits.fitting for hits in each):
        return Finding(proofs=_proofs(sorted(fitting, key=_place)))
    return NOTHING


def _place(hit: Hit) -> Span:
    return hit.span


def _proofs(hits: Iterable[Hit]) -> tuple[Proof, ...]:
    return tuple(hit.proof() for hit in hits)


def _placed(clause: Clause, hits: Hits) -> Finding | tuple[list[Hit], str]:
    """The hits that stand where the clause says, or what follows if none does."""
    fitting = list(hits.fitting)
    if clause.arguments and any(hit.arguments is not None for hit in fitting):
        given = [hit for hit in fitting if is_given(hit, clause.arguments)]
        if given and len(given) < len(fitting) and (clause.is_only or clause.is_only_there):
            return Finding(against=_proofs(hit for hit in fitting if hit not in given))
        if not given and any(may_be_given(hit, clause.arguments, clause.text) for hit in fitting):
            return doubtful("what it is given has no name there")
        fitting = given
    elif _is_given_alone(clause):
        return doubtful(InWords("with what alone it is done is said in plain words"))
    if clause.step and fitting:
        kept = [hit for hit in fitting if is_step(hit, clause.step)]
        if not kept and (doubt := may_be_step(fitting, clause.step)):
            return doubtful(doubt)
        return (kept, hits.doubt) if kept else Finding(against=_proofs(fitting))
    if clause.place is None and fitting and is_for_each(clause):
        return each_pass(clause, fitting, hits.doubt)
    if clause.place is None or not fitting:
        return fitting, hits.doubt
    return _where(clause, clause.place, fitting, hits.doubt)


def _is_given_alone(clause: Clause) -> bool:
    """True for `only with a copy`: plain words, of which no line tells what else is given."""
    if clause.arguments or clause.place is not None or clause.condition is not None:
        return False
    return clause.is_only_there or (clause.is_only and bool(clause.given))


def _where(
    clause: Clause, place: Around, fitting: list[Hit], doubt: str
) -> Finding | tuple[list[Hit], str]:
    """As `_placed`, for a clause that says where."""
    inside = [hit for hit in fitting if _is_around(place, hit)]
    if clause.of_loop == ASKED_THERE and clause.condition is None and not clause.is_outside:
        return _in_condition(clause, fitting, inside)
    if place is Around.LOOP and clause.of_loop:
        inside = [hit for hit in inside if is_in_loop(hit.outline, hit.whole, clause.of_loop)]
    if place is Around.WITH and clause.of_loop in ("lock", "transaction"):
        told, inside, clause = _held(clause, fitting, doubt)
        if told is not None:
            return told
    outside = [hit for hit in fitting if hit not in inside]
    if (inside and is_for_each(clause)) or is_of_one_given(clause, outside):
        return each_pass(clause, inside, doubt)
    if place is Around.LOOP and inside and lasts(clause.described):
        return _as_long(clause, inside)
    if clause.described == ON_SUCCESS or (clause.described == ON_FAILURE and not inside):
        return on_outcome(clause, fitting)
    if clause.is_outside:
        return _said_outside(clause, place, inside, outside, Hits(tuple(fitting), doubt))
    if clause.condition is None:
        return _in_place(clause, inside, outside, doubt)
    return _conditioned(clause, place, inside, outside, doubt)


def _held(
    clause: Clause, fitting: list[Hit], doubt: str
) -> tuple[Finding | tuple[list[Hit], str] | None, list[Hit], Clause]:
    """What follows of `under the lock`, `in a transaction`, or else what is done there."""
    if clause.of_loop == "transaction":
        inside = [hit for hit in fitting if is_in_transaction(hit.outline, hit.whole)]
        if not inside and (unseen := unseen_transaction(fitting)):
            return doubtful(unseen), inside, clause
        is_else = not inside and not clause.is_outside
        return (Finding(against=_proofs(fitting)) if is_else else None), inside, clause
    named = parts(clause.condition[0])[-1] if clause.condition else ""
    inside = [hit for hit in fitting if is_locked(hit.outline, hit.whole, named)]
    clause = replace(clause, condition=None) if named else clause
    if not inside and not clause.is_outside:
        return _not_locked(fitting, doubt), inside, clause
    return None, inside, clause


def _is_around(place: Around, hit: Hit) -> bool:
    """True if it stands in such a place; what the head of a `with` opens is in the `with`, too."""
    if place in hit.outline.around(hit.whole):
        return True
    blocks = hit.outline.marked("with") if place is Around.WITH else ()
    return any(item.span.contains(hit.whole) for item in blocks)


def _in_condition(
    clause: Clause, fitting: list[Hit], inside: list[Hit]
) -> Finding | tuple[list[Hit], str]:
    """As `_where`, for `in the condition`, and for `in a condition`, which one stands under."""
    asked = [hit for hit in fitting if _is_asked(hit)]
    if inside and _UNDER_ONE.search(clause.text):
        free = [hit for hit in fitting if hit not in inside and hit not in asked]
        if clause.is_only_there and free:
            return Finding(against=_proofs(free))
        return [hit for hit in fitting if hit not in free], ""
    others = [hit for hit in fitting if hit not in asked]
    if clause.is_only_there and asked and others:
        return Finding(against=_proofs(others))
    if asked:
        return asked, ""
    if any(map(_is_asked_later, fitting)):
        return doubtful("a condition asks what it gave, by way of a variable")
    if not inside:
        return Finding(against=_proofs(fitting))
    return doubtful("it is done under a condition, and in none")


_UNDER_ONE = re.compile(r"\b(?:in|inside|within|under) (?:an?|some|any) condition\b")


def _is_asked(hit: Hit) -> bool:
    return any(item.span.contains(hit.whole) for item in hit.outline.marked("condition"))


def _is_asked_later(hit: Hit) -> bool:
    """True if a variable is set to it, or to what is made of it, that a condition has."""
    made = [one.target for one in hit.outline.assigned if one.value_span.contains(hit.whole)]
    asked = hit.outline.marked("condition") if made else ()
    return any(has_word(item.text, name) for item in asked for name in made)


def _not_locked(fitting: list[Hit], doubt: str) -> Finding | tuple[list[Hit], str]:
    """As `_where`, for what is said to be done under a lock, and is not where one is seen."""
    doubt = doubt or unseen_lock(fitting)
    if not doubt and any(has_lock(hit.outline) for hit in fitting):
        return Finding(against=_proofs(fitting))
    return [], doubt


def _said_outside(
    clause: Clause, place: Around, inside: list[Hit], outside: list[Hit], hits: Hits
) -> Finding | tuple[list[Hit], str]:
    """As `_out_of_place`, where that can be told; `only outside` is of all places."""
    if untold := _untold(clause, place, inside, outside):
        return doubtful(untold)
    if clause.is_only_there and inside and not clause.beside and place is not Around.BRANCH:
        return Finding(against=_proofs(inside))
    return _even_if_it_fails(clause, _out_of_place(clause, place, outside, hits))


def _out_of_place(
    clause: Clause, place: Around, outside: list[Hit], hits: Hits
) -> Finding | tuple[list[Hit], str]:
    """As `_where`, for what is said not to stand there."""
    fitting, doubt, _ = hits
    if place is Around.BRANCH:
        outside = [hit for hit in outside if not is_safe_call(hit)]
    if clause.described in (ANYHOW, REGARDLESS) and not is_on_every_way(fitting):
        reached = [(hit, is_reached_anyhow(hit)) for hit in fitting]
        outside = [hit for hit, is_so in reached if is_so]
        is_despite = not outside and clause.described == REGARDLESS
        if is_despite and all(is_out_of_question(hit, clause.text) for hit in fitting):
            return Finding(against=_proofs(fitting))
        if not outside and any(is_so is None for _, is_so in reached):
            return doubtful("it is not done in every case: in a loop, behind a return, or by `||=`")
        if is_despite:
            return _in_spite(clause, fitting)
    elif clause.described in (ANYHOW, REGARDLESS):
        return list(fitting), doubt
    if clause.beside:
        if not any(r.around is place for hit in fitting for r in hit.outline.regions):
            is_inner = any(hit.outline.kind is Kind.LAMBDA for hit in fitting)
            return [], doubt or ("it is done in a function inside" if is_inner else "")
        outside = [hit for hit in outside if _is_beside(hit, place, clause.beside)]
        if clause.is_only_there and len(outside) < len(fitting):
            return Finding(against=_proofs(hit for hit in fitting if hit not in outside))
    return (outside, doubt) if outside else Finding(against=_proofs(fitting))


def _may_be_either(clause: Clause, fitting: Sequence[Hit]) -> bool:
    """True if it is said in plain words, and some of it is out of the question where that is so."""
    if any(one.is_code for one in clause.objects):
        return False
    out = [is_out_of_question(hit, clause.text) for hit in fitting]
    return any(out) and not all(out)


def _untold(clause: Clause, place: Around, inside: list[Hit], outside: list[Hit]) -> str:
    """Why `unless E is raised` is left open: done in a handler, too, or no handler names E."""
    if clause.described == REGARDLESS and _may_be_either(clause, [*inside, *outside]):
        return "some of it is done only where that is not so"
    if place is Around.WITH and clause.of_loop == "lock":
        return may_be_in_turn(outside)
    if place is not Around.HANDLER or clause.condition is None or not outside:
        return ""
    if inside:
        return "it is done in a handler, too"
    names = [parts(one)[-1] for one in clause.condition]
    handled = [parts(one.text)[-1] for hit in outside for one in hit.outline.handles]
    if clause.described.startswith("unless") and not set(names) & set(handled):
        return "nothing there handles what is said to be raised"
    return ""


def _even_if_it_fails(
    clause: Clause, told: Finding | tuple[list[Hit], str]
) -> Finding | tuple[list[Hit], str]:
    """`told`, for `even if it raises` of those that are come to then."""
    is_said = clause.described == REGARDLESS and says_of_errors(clause.text)
    if isinstance(told, Finding) or not is_said:
        return told
    kept = [hit for hit in told[0] if is_come_to_anyhow(hit)]
    if not any(is_there_what_fails(hit, clause.text) for hit in told[0]):
        return doubtful("what is said to fail is not there")
    return (kept, told[1]) if kept else doubtful("whether it is come to then can't be told")


def _in_spite(clause: Clause, fitting: Sequence[Hit]) -> Finding:
    """Of what stands under conditions, though it is said to be done whatever they are."""
    if all(is_out_of_question(hit, clause.text) for hit in fitting):
        return Finding(against=_proofs(fitting))
    return doubtful("it stands under a condition, which may be that one")


def _is_beside(hit: Hit, place: Around, side: str) -> bool:
    """True if a loop, or whatever place is said, stands behind the hit, or before it."""
    spans = [r.span for r in hit.outline.regions if r.around is place]
    if deferred_by(hit.outline, hit.whole) is not None:
        return side == "after" and bool(spans)
    if side == "after":
        return any(span.end <= hit.whole.start for span in spans)
    return any(span.start >= hit.whole.end for span in spans)


def _conditioned(
    clause: Clause, place: Around, inside: list[Hit], outside: list[Hit], doubt: str
) -> Finding | tuple[list[Hit], str]:
    """As `_where`, for a clause that says when, too."""
    if place is Around.BRANCH:
        if failing := where_it_fails(clause, (*inside, *outside)):
            return failing, ""
        if not clause.is_only_there and is_handled_elsewhere(clause, (*inside, *outside)):
            return doubtful("it is not done where that failure is handled")
        if past := passed_by(clause, (*inside, *outside)):
            inside, outside = ([h for h in some if h not in past] for some in (inside, outside))
            if not inside and not outside:
                return [], "" if "fails" not in clause.described else _FAILURE_UNSEEN
        return held_to_names(
            clause.described, clause.condition or (), by_condition(clause, inside, outside)
        )
    words = [one for one in clause.described.split() if one not in (clause.condition or ())]
    is_error = place is Around.HANDLER and _FAILING.search(" ".join(words)) is not None
    is_open = place in _AROUND_CONDITIONS or (place is Around.HANDLER and not is_error)
    if is_open and inside and _WHEN.match(clause.described):
        branched = [hit for hit in inside if Around.BRANCH in hit.outline.around(hit.whole)]
        told = by_condition(clause, branched, [hit for hit in inside if hit not in branched])
        return held_to_names(clause.described, clause.condition or (), told)
    if clause.condition:
        return [hit for hit in inside if names_near(hit, clause.condition, place)], doubt
    return _in_place(clause, inside, outside, doubt)


def _as_long(clause: Clause, inside: Sequence[Hit]) -> Finding | tuple[list[Hit], str]:
    """For `until x`: what stands in a loop that goes on as long as is said."""
    known = [(hit, goes_on_so(clause.described, hit.outline, hit.whole)) for hit in inside]
    if kept := [hit for hit, is_so in known if is_so]:
        return kept, ""
    if any(is_so is None for _, is_so in known):
        return doubtful("whether the loop goes on as is said can't be told")
    return doubtful("the loop that it stands in does not speak of that")


def _in_place(
    clause: Clause, inside: list[Hit], outside: list[Hit], doubt: str
) -> Finding | tuple[list[Hit], str]:
    """For `in a loop` and the like: what stands there; what stands elsewhere is the opposite."""
    if clause.is_only_there and inside and outside:
        return Finding(against=_proofs(outside))
    if inside:
        return inside, doubt
    is_comprehended = any(Around.COMPREHENSION in hit.outline.around(hit.whole) for hit in outside)
    if clause.place is Around.LOOP and any(is_retried(hit.outline) for hit in outside):
        return doubtful("`retry` comes back to it, which is a loop to some and not to others")
    if clause.place is Around.LOOP and is_comprehended:
        return doubtful("it stands in a comprehension, which is a loop to some and not to others")
    if clause.place is Around.HANDLER and outside[0].outline.language in WITHOUT_HANDLERS:
        failed = [hit for hit in outside if _is_behind_error(hit)]
        return (failed, doubt) if failed else doubtful("errors are values here: what handles them?")
    if clause.place in _EXCLUSIVE and not doubt:
        return Finding(against=_proofs(outside))
    return [], doubt


_FAILURE_UNSEEN = "what it does if it fails can't be seen"
_ERROR = re.compile(r"\b(?:err|[eE]rr(?:or)?\w*|\w+Err)\b|\bErr\(")


def _is_behind_error(hit: Hit) -> bool:
    """True in Go's `if err != nil { … }`, which is what handlers are elsewhere."""
    return any(_ERROR.search(hit.outline.text.slice(span)) for span in conditions_around(hit))


def names_near(hit: Hit, names: Sequence[str], place: Around) -> bool:
    """True if the head of what is around mentions all of these names."""
    region = hit.outline.innermost(hit.whole, place)
    if region is None:
        return False
    head = max(
        (
            m.span.start
            for m in hit.outline.marked("handler", "loop", "try", "with")
            if m.span.contains(region)
        ),
        default=region.start,
    )
    text = hit.outline.text.slice(Span(head, region.start))
    return all(has_word(text, name) for name in names)
