"""From what was found to a verdict: polarity, completeness, several clauses, and how sure it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from codewitness.engine.verify import hits
from codewitness.engine.verify.as_meant import as_meant
from codewitness.engine.verify.calling import awaiting, callbacks_called, called_by, calls, spoken
from codewitness.engine.verify.calling.beside import held_beside
from codewitness.engine.verify.calling.left_to_calls import may_be_left_to_call
from codewitness.engine.verify.calling.named_places import at_named_place
from codewitness.engine.verify.calling.opened_for import held_to_mode
from codewitness.engine.verify.calling.received import may_be_awaited, may_be_forwarded
from codewitness.engine.verify.calling.slots import (
    is_described,
    is_elsewhere,
    is_given_nothing,
    is_given_so,
    what_is_given,
)
from codewitness.engine.verify.claim import UNREAD, Claim, Clause, Predicate
from codewitness.engine.verify.code import macro_blocks
from codewitness.engine.verify.conditions.in_arm import in_arm, may_be_in_arm
from codewitness.engine.verify.conditions.led import open_if_led
from codewitness.engine.verify.conditions.named_conditions import in_its_names, is_told_by_name
from codewitness.engine.verify.confidence import confidence
from codewitness.engine.verify.control import flow, order, resources, yielding
from codewitness.engine.verify.control.each_of_them import held_to_each
from codewitness.engine.verify.control.in_named_loop import in_its_loop
from codewitness.engine.verify.control.iterating import is_over_another
from codewitness.engine.verify.control.within import with_functions_inside
from codewitness.engine.verify.doubts.asides import (
    MEANWHILE,
    denied_aside,
    excepted,
    half_read,
    taken_back,
)
from codewitness.engine.verify.doubts.either_way import either_way
from codewitness.engine.verify.doubts.left_over import (
    deferred,
    is_met,
    says_deferred,
)
from codewitness.engine.verify.doubts.left_unsure import left_unsure, unless_in_words
from codewitness.engine.verify.doubts.never_both import never_both
from codewitness.engine.verify.doubts.not_proven import left_beside, unless_unproven
from codewitness.engine.verify.doubts.qualified import qualified
from codewitness.engine.verify.doubts.reservations import reservations
from codewitness.engine.verify.doubts.said_of_another import of_that_one, unless_of_another
from codewitness.engine.verify.doubts.unread import IN_CONFLICT, hidden, is_of_conflict
from codewitness.engine.verify.errors import (
    exceptions,
    fallbacks,
    ignoring,
    reraising,
    saying,
    swallowing,
)
from codewitness.engine.verify.errors.checked_so import without_checked
from codewitness.engine.verify.errors.handled_so import in_its_handler, not_at_once
from codewitness.engine.verify.evidence import NOTHING, Finding, InWords, Proof, doubtful
from codewitness.engine.verify.headers import beyond, modifiers, shape
from codewitness.engine.verify.plain_verbs import allocating, effects
from codewitness.engine.verify.plain_verbs.said_otherwise import or_otherwise
from codewitness.engine.verify.reading.actions import ACTIONS
from codewitness.engine.verify.reading.lexicon import NEGATIONS
from codewitness.engine.verify.reading.mattering import ELSEWHERE, may_matter
from codewitness.engine.verify.returning import returns, returns_early
from codewitness.engine.verify.returning.leaving import is_done_on_the_way, is_without
from codewitness.engine.verify.returning.returned_functions import of_returned_function
from codewitness.engine.verify.state import caching, data, defaults, owned, parameters, uses, writes
from codewitness.engine.verify.state.at_which_end import of_what_is_put
from codewitness.engine.verify.state.set_in_literals import unless_given_else
from codewitness.engine.verify.subject import Subject
from codewitness.engine.verify.verdicts import Status, Verdict, joined, less_sure, opened
from codewitness.engine.verify.worded import (
    is_local,
    named_in,
    with_names,
    with_particles,
)

P = Predicate
Rule = Callable[[Clause, Subject], Finding]


RULES: Mapping[Predicate, Rule] = {
    P.CALLS: callbacks_called.rule_calls,
    P.CALLED_BY: called_by.rule_called_by,
    P.PASSES: calls.rule_passes,
    P.RECURSES: calls.rule_recurses,
    P.INSTANTIATES: allocating.rule_made,
    P.ACTS: allocating.rule_done,
    P.USES: uses.rule_uses,
    P.READS: data.rule_reads,
    P.WRITES: writes.rule_writes,
    P.SUBSCRIPTS: data.rule_subscripts,
    P.TAKES: parameters.rule_takes,
    P.USES_PARAMETER: parameters.rule_uses_parameter,
    P.HAS_DEFAULT: defaults.rule_has_default,
    P.RETURNS: returns.rule_returns,
    P.RETURNS_EARLY: returns_early.rule_returns_early,
    P.YIELDS: yielding.rule_yields,
    P.RAISES: exceptions.rule_raises,
    P.RERAISES: reraising.rule_reraises,
    P.CATCHES: exceptions.rule_catches,
    P.SWALLOWS: swallowing.rule_swallows,
    P.LOOPS: flow.rule_loops,
    P.BRANCHES: flow.rule_branches,
    P.TRIES: flow.rule_tries,
    P.FINALLY: flow.rule_finally,
    P.AWAITS: awaiting.rule_awaits,
    P.HAS: beyond.rule_has_or_starts,
    P.FALLS_BACK: fallbacks.rule_falls_back,
    P.CACHES: caching.rule_caches,
    P.IS_ASYNC: shape.rule_is_async,
    P.DECORATED: shape.rule_decorated,
    P.INHERITS: shape.rule_inherits,
    P.OVERRIDES: shape.rule_overrides,
    P.IMPORTS: shape.rule_imports,
    P.DEFINES: shape.rule_defines,
    P.MODIFIER: modifiers.rule_modifier,
    P.BEYOND: beyond.rule_beyond,
}
# What a header or a class alone can tell, without a body.
_NEEDS_NO_BODY = frozenset(
    {
        *(P.CALLED_BY, P.TAKES, P.HAS_DEFAULT, P.IS_ASYNC, P.DECORATED, P.INHERITS, P.OVERRIDES),
        *(P.IMPORTS, P.DEFINES, P.MODIFIER, P.BEYOND),
    }
)


def judge(claim: Claim, subject: Subject) -> Verdict:
    """The verdict on what the claim says in its own words, about the code as it is written."""
    if claim.each:
        return joined([judge(one, subject) for one in claim.each], any_of=False)
    if (given := of_returned_function(claim, subject)) is not None:
        outer, said, function = given
        each = [_judged(outer, subject), _judged(said, function)]
        return replace(joined(each, any_of=False), is_of_arm=True)
    return _in_arm(claim, subject) or _judged(claim, subject)


def _judged(claim: Claim, subject: Subject) -> Verdict:
    """The verdict, without what the claim says of an arm."""
    if claim.ignored:
        claim = with_particles(claim, subject)
    verdicts = [_saying(claim, one, _of_clause(one, subject)) for one in claim.clauses]
    verdicts = _on_the_way(claim, in_its_handler(claim.clauses, verdicts))
    verdicts = in_its_loop(claim.clauses, not_at_once(claim.clauses, verdicts))
    told = [
        one
        for clause, one in zip(claim.clauses, verdicts, strict=True)
        if not (len(verdicts) > 1 and _is_aside(clause, one, subject))
    ]
    is_all = len(told) == len(verdicts) or claim.any_of or not told
    verdicts = verdicts if is_all else told
    verdict = verdicts[0] if len(verdicts) == 1 else joined(verdicts, any_of=claim.any_of)
    if not is_all:
        verdict = less_sure(verdict)
    if claim.any_of:
        verdict = either_way(claim, verdicts, verdict)
    elif verdict.status is Status.SUPPORTED and is_all:
        apart = never_both(claim.clauses, verdicts, lambda one: _of_clause(one, subject))
        verdict = opened(verdict, apart) if apart else verdict
    if (place := at_named_place(claim.ignored, verdict.proofs)) is not None:
        if not place.proofs:
            return opened(verdict, place.words)
        verdict = replace(verdict, proofs=place.proofs)
        claim = replace(claim, ignored=tuple(w for w in claim.ignored if w != place.words))
    return _held_to_words(claim, verdict, subject)


def _held_to_words(claim: Claim, verdict: Verdict, subject: Subject) -> Verdict:
    """The verdict; open where words of the claim that no clause has may change it."""
    claim = without_checked(claim, subject) if claim.ignored else claim
    if put_off := deferred(claim, subject, verdict.proofs):
        verdict = replace(verdict, proofs=put_off)
        claim = replace(claim, ignored=tuple(w for w in claim.ignored if not says_deferred(w)))
    is_absent = verdict.status is Status.NOT_SUPPORTED
    words = left_beside(claim, verdict) or of_that_one(claim.ignored, verdict.proofs)
    if words := words or (half_read(claim) if is_absent else ""):
        return opened(replace(verdict, status=Status.SUPPORTED) if is_absent else verdict, words)
    return _held_to_unread(claim, verdict, subject)


def _held_to_unread(claim: Claim, verdict: Verdict, subject: Subject) -> Verdict:
    """The verdict; open where a clause or a word that nobody knows may change it."""
    unread = [words for words in claim.ignored if words.startswith(UNREAD)]
    if unread and not excepted(claim):
        return _partly(claim, verdict, unread[0].removeprefix(UNREAD).strip(), subject)
    if unknown := [
        *(MEANWHILE.findall(claim.text) if len(claim.clauses) > 1 else ()),
        *_unknown(claim, subject, verdict),
        *reservations(claim, subject, verdict),
    ]:
        is_absent = verdict.status is Status.SUPPORTED and claim.is_negated and not verdict.proofs
        if is_absent and not any(ELSEWHERE & set(words.split()) for words in unknown):
            return less_sure(verdict)  # what is not done at all is not done in any such way
        return opened(verdict, unknown[0])
    if any(words.startswith("?") for words in claim.ignored):
        is_open = verdict.status is Status.SUPPORTED and not claim.is_negated
        if is_open and (denying := taken_back(claim)):
            return opened(verdict, denying)
        if verdict.status is Status.SUPPORTED and (said := denied_aside(claim)):
            return opened(verdict, said)
        is_absent = verdict.status is Status.SUPPORTED and claim.is_negated and not verdict.proofs
        is_absent = is_absent or verdict.status is Status.NOT_SUPPORTED
        is_of_any = claim.clauses[0].predicate is P.RAISES and not claim.clauses[0].objects
        if is_absent and not is_of_any and not _names_code(claim):
            return opened(replace(verdict, status=Status.SUPPORTED), claim.ignored[0])
        return less_sure(verdict)
    return verdict


def _in_arm(claim: Claim, subject: Subject) -> Verdict | None:
    """The verdict on what is said to be done in one arm of a `switch`; None of anything else."""
    if claim.arm is None or not may_be_in_arm(claim.arm, subject):
        return None
    plain = judge(claim.arm.plain, subject)
    finding = in_arm(claim, plain.proofs, subject)
    if finding is None:
        return None
    clause = claim.arm.plain.clauses[0]
    status, proofs, reason = _status(finding, clause, subject)
    if claim.arm.value and (own := _judged(claim, subject)).status is status:
        return own  # what is compared shows more
    sure = min(plain.confidence, confidence(status, clause, proofs))
    return Verdict(status=status, confidence=sure, proofs=proofs, reason=reason, is_of_arm=True)


def _saying(claim: Claim, clause: Clause, verdict: Verdict) -> Verdict:
    """The verdict by those of its proofs alone that have the texts which the claim quotes."""
    proofs, doubt = saying.held_to_texts(claim, clause, verdict.proofs)
    if proofs == verdict.proofs:
        return verdict
    if proofs:
        return replace(verdict, proofs=proofs)
    is_told = Status.SUPPORTED if clause.is_negated else Status.NOT_SUPPORTED
    status = Status.INCONCLUSIVE if doubt else is_told
    return Verdict(status=status, confidence=confidence(status, clause, ()), reason=doubt)


def _on_the_way(claim: Claim, verdicts: list[Verdict]) -> list[Verdict]:
    """`returns x without calling f` is not contradicted by a call of f on another way."""
    for at, one in enumerate(verdicts):
        if one.status is not Status.CONTRADICTED or not is_without(claim.clauses, at):
            continue
        is_done = is_done_on_the_way(verdicts[at - 1].proofs, one.proofs)
        if is_done is False and verdicts[at - 1].status is Status.SUPPORTED:
            verdicts[at] = replace(less_sure(one), status=Status.SUPPORTED, proofs=())
        elif not is_done:
            reason = "whether that is done on the way out that is meant can't be told"
            verdicts[at] = replace(
                one, status=Status.INCONCLUSIVE, proofs=(), reason=reason, confidence=_UNTOLD
            )
    return verdicts


_UNTOLD = 0.25  # as sure as what is left open of calls has been


def _unknown(claim: Claim, subject: Subject, verdict: Verdict) -> list[str]:
    """Words that were not understood and that may change what is said."""
    is_told = sum(len(part.outline.marked("loop")) for part in subject.parts) < _SEVERAL
    is_against = verdict.status is Status.CONTRADICTED and claim.is_negated
    return [
        words
        for words in claim.ignored
        if is_over_another(words, subject)
        or (
            is_elsewhere(words, claim, subject, else_=may_matter(words, is_told=is_told))
            and not (is_against and is_met(words, verdict.proofs))
        )
    ]


def _is_aside(clause: Clause, verdict: Verdict, subject: Subject) -> bool:
    """`collects the errors` of `f collects the errors and throws E`: said by the way.

    Its verb is in no list, and what it speaks of is spoken of in the code.
    """
    is_unknown = clause.predicate is P.ACTS and clause.detail not in ACTIONS
    if not is_unknown or verdict.status is not Status.INCONCLUSIVE or clause.is_negated:
        return False
    regions = {r.around for part in subject.parts for r in part.outline.regions}
    is_there = clause.place is None or clause.place in regions
    return is_there and _is_spoken_of(clause.text, subject)


def _partly(claim: Claim, verdict: Verdict, words: str, subject: Subject) -> Verdict:
    """The verdict on a claim of which one clause is not understood."""
    if verdict.status is Status.NOT_SUPPORTED and re.fullmatch(r"\w+", words):
        # One of several names, which may be the one that is spoken of.
        return opened(replace(verdict, status=Status.SUPPORTED), words)
    is_denied = verdict.status is Status.CONTRADICTED and claim.is_negated
    is_when = re.search(rf"\b{_WHEN} {re.escape(words)}", claim.text) is not None
    if is_when and (is_denied or verdict.status is Status.SUPPORTED):
        return opened(verdict, words)
    if verdict.status is not Status.SUPPORTED:
        return verdict
    if "`" not in words and not _OF_OTHERS.search(words) and _is_spoken_of(words, subject):
        return less_sure(verdict)
    return opened(verdict, words)


_WHEN = r"(?:while|when|whenever|if|unless|once|until|as long as|before|after)"
_OF_OTHERS = re.compile(r"\b(?:methods?|functions?|class(?:es)?),? (?:that|which|whose)\b")


def _is_spoken_of(words: str, subject: Subject) -> bool:
    """True if all nouns of plain words are parts of names in the code."""
    if NEGATIONS & set(words.split()):
        return False
    asked = [w.rstrip("s") for w in re.findall(r"[a-z]{4,}", words)[1:] if w not in _IDLE]
    names = {
        name.decode("utf-8", "replace").lower()
        for part in subject.parts
        for gap in part.outline.gaps
        for name in re.findall(rb"[A-Za-z_]\w+", part.outline.text.raw[gap.start : gap.end])
    }
    return bool(asked) and all(any(word in name for name in names) for word in asked)


_IDLE = frozenset(
    {"them", "each", "every", "into", "from", "with", "that", "their", "this", "itself"}
)


def _names_code(claim: Claim) -> bool:
    return any(one.is_code for clause in claim.clauses for one in clause.objects)


_SEVERAL = 2


def _of_clause(clause: Clause, subject: Subject) -> Verdict:
    is_plain = not any(one.is_code for one in clause.objects)
    as_said = of_what_is_put(clause)
    clause = as_meant(as_said, subject)
    if not subject.has_body and clause.predicate not in _NEEDS_NO_BODY:
        return Verdict(
            status=Status.INCONCLUSIVE,
            confidence=confidence(Status.INCONCLUSIVE, clause, ()),
            reason="it is declared here without a body",
        )
    finding = _held_to_given(clause, subject)
    if finding.doubt and (named := with_names(clause, subject)) != clause:
        finding = _found_of(named, subject)
        clause = named if finding == NOTHING else clause
    finding = or_otherwise(as_said, finding, subject, _found_of)
    finding = unless_in_words(as_said, held_beside(as_said, finding, subject))
    finding = unless_of_another(as_said, finding, subject)
    left = may_be_left_to_call(clause, subject) if is_plain else ""
    left = left or may_be_forwarded(clause, subject) or may_be_awaited(clause, subject)
    left = left or left_unsure(clause, subject) or unless_unproven(as_said, finding, subject)
    if finding == NOTHING and left:
        finding = doubtful(left)
    status, proofs, reason = _status(finding, clause, subject)
    return Verdict(
        status=status,
        confidence=confidence(status, clause, proofs),
        proofs=proofs,
        reason=reason,
    )


def _held_to_given(clause: Clause, subject: Subject) -> Finding:
    """What is found of it, held to what is said to be given there."""
    finding = _of_its_owner(clause, subject) or _found_of(clause, subject)
    is_bare = clause.predicate is P.CALLS and clause.text.startswith("without `")
    if is_bare and any(is_local(one.text, subject) for one in clause.objects):
        finding = doubtful("what it is done without is a variable")  # `calls f without x`
    if clause.given and finding.proofs and not is_given_so(clause, subject):
        is_name = not is_described(clause) or is_given_nothing(clause, subject)
        finding = (
            NOTHING if is_name else doubtful(InWords("what is passed is said in plain words only"))
        )
    if finding.proofs and (doubt := what_is_given(clause, subject)):
        finding = doubtful(doubt)
    if doubt := macro_blocks.may_not_run(clause, finding):
        return doubtful(doubt)
    return finding


def _of_its_owner(clause: Clause, subject: Subject) -> Finding | None:
    """What follows of `when the pool is closed` in a method of a pool; None if nothing does."""
    if (named := in_its_names(clause, subject)) == clause:
        return None
    finding = _found_of(named, subject)
    return finding if is_told_by_name(named, finding) else None


def _found_of(clause: Clause, subject: Subject) -> Finding:
    """As `_found`, of an attribute where that is spoken of and not of what has it."""
    if (said := owned.attribute_of(clause)) is None:
        return _found(clause, subject)
    named = _found(owned.named_attribute(clause, *said), subject)
    return named if named.proofs else owned.of_that(_found(clause, subject), *said)


def _found(clause: Clause, subject: Subject) -> Finding:
    if clause.order is not None and clause.predicate is not P.CALLED_BY:
        finding = order.rule_order(clause, clause.order, subject)
        if not finding.doubt:
            return _in_its_place(clause, finding, subject)
        other = clause.order._replace(other=named_in(clause.order.other, subject))
        named = order.rule_order(named_in(clause, subject), other, subject)
        return _in_its_place(clause, named if named.proofs or named.against else finding, subject)
    return with_functions_inside(clause, subject, _told, RULES[clause.predicate])


def _in_its_place(clause: Clause, finding: Finding, subject: Subject) -> Finding:
    """What is found of `calls f unless x, then g`; a doubt if f is not where that is said."""
    if not finding.proofs or (clause.place is None and clause.condition is None):
        return finding
    own = with_functions_inside(
        replace(clause, order=None), subject, _told, RULES[clause.predicate]
    )
    is_there = any(_is_at(one, other) for one in finding.proofs for other in own.proofs)
    return finding if is_there else doubtful("what comes first is not done where that is said")


def _is_at(one: Proof, other: Proof) -> bool:
    is_one = one.outline is other.outline
    return is_one and (one.span.contains(other.span) or other.span.contains(one.span))


def _told(clause: Clause, subject: Subject) -> Finding:
    """What its own code tells."""
    if (effect := effects.rule_effect(clause, subject)) is not None:
        return effect
    finding = RULES[clause.predicate](clause, subject)
    finding = ignoring.unless_passed_by(clause, finding, subject)
    finding = resources.rule_closed(clause, finding, subject)
    if clause.predicate in _SPOKEN and not (finding.proofs or finding.against or finding.is_true):
        asked = replace(clause, objects=(), arguments=(), any_of=False)
        said = hits.judged(asked, lambda _: spoken.spoken_hits(clause, subject))
        finding = said if said.proofs or said.against else finding
    if clause.predicate in _LOOKING_NOWHERE:
        is_counted = clause.predicate in _COUNTING
        finding = hits.where_said(replace(clause, count=None) if is_counted else clause, finding)
    finding = held_to_each(clause, held_to_mode(clause, qualified(clause, finding, subject)))
    if clause.predicate is P.WRITES:
        finding = unless_given_else(clause, finding)
    return open_if_led(clause, finding, subject)


# Predicates that the name of a call may say in as many words.
_SPOKEN = frozenset({P.ACTS, P.RAISES, P.WRITES, P.READS, P.BRANCHES, P.CALLS, P.INSTANTIATES})
# Predicates whose rules do not look at places and conditions themselves.
_LOOKING_NOWHERE = frozenset({P.RERAISES, P.RECURSES, P.SWALLOWS, P.FINALLY, P.CACHES})
_COUNTING = frozenset({P.USES_PARAMETER, P.TAKES})  # themselves
_LOOKING_NOWHERE |= _COUNTING


def _status(
    finding: Finding, clause: Clause, subject: Subject
) -> tuple[Status, tuple[Proof, ...], str]:
    if is_of_conflict(finding.proofs or finding.against):
        finding = doubtful(IN_CONFLICT)
    if finding.proofs:
        status = Status.CONTRADICTED if clause.is_negated else Status.SUPPORTED
        return status, finding.proofs, finding.note
    if finding.is_true:
        if clause.is_negated:
            return Status.NOT_SUPPORTED, (), finding.note
        return Status.SUPPORTED, (), finding.note
    if finding.against:
        if clause.is_negated:
            return Status.SUPPORTED, (), finding.note
        return Status.CONTRADICTED, finding.against, finding.note
    if finding.doubt:
        return Status.INCONCLUSIVE, (), finding.doubt
    if why := hidden(clause, subject):
        return Status.INCONCLUSIVE, (), why
    status = Status.SUPPORTED if clause.is_negated else Status.NOT_SUPPORTED
    return status, (), finding.note
