"""A claim in plain words of which all are bound to one act of the code, or else None.

It can do no more than support: what is not found may be done in words that nothing here knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from codewitness.engine.verify.bound.acts import (
    Act,
    calls_named,
    calls_that,
    deleted_things,
    made_things,
)
from codewitness.engine.verify.bound.converting import converted, propagated
from codewitness.engine.verify.bound.counting import counted_as, counted_things
from codewitness.engine.verify.bound.handing import (
    calls_of_parent,
    handed_things,
    told_things,
)
from codewitness.engine.verify.bound.joined import asked_of
from codewitness.engine.verify.bound.known import shown_by
from codewitness.engine.verify.bound.marked_so import marked_things
from codewitness.engine.verify.bound.ordering import in_order
from codewitness.engine.verify.bound.outcomes import raised_things, returned_things
from codewitness.engine.verify.bound.passing_over import passed_over
from codewitness.engine.verify.bound.preferring import preferred
from codewitness.engine.verify.bound.sentences import Said, taken_apart, without_tail
from codewitness.engine.verify.bound.settings import set_things
from codewitness.engine.verify.bound.several import both
from codewitness.engine.verify.bound.verbs import lemma
from codewitness.engine.verify.confidence import IDIOM
from codewitness.engine.verify.evidence import LOOSE, EvidenceType, Proof
from codewitness.engine.verify.subject import Subject
from codewitness.engine.verify.verdicts import Status, Verdict
from codewitness.model.outline import Around
from codewitness.model.text import Span

Judge = Callable[[str], Verdict | None]
_FINDERS = (
    *(calls_that, made_things, deleted_things, set_things, counted_things),
    *(returned_things, raised_things, handed_things, told_things, calls_of_parent),
)
_OF_SENTENCES = (marked_things, converted, propagated, preferred, counted_as)
_CONDITION = re.compile(r"(?:if|when|unless|once|as soon as|for) |lazily$")
_SURE = round(IDIOM * 0.9, 3)
_MOST = 4  # names of code in which a claim is asked again


def by_acts(text: str, subjects: Sequence[Subject], judged: Judge) -> Verdict | None:
    """SUPPORTED where the code does all of it.

    judged: the verdict on what is said of the subject in names of the code.
    """
    if (joint := both(text, lambda one: _of_fact(one, subjects, judged))) is not None:
        return joint
    if re.search(r"[,;:(]", text):
        return None  # what is said behind it may take it back
    subjects = [one for one in subjects if not one.is_class and not one.is_file and one.has_body]
    for subject in subjects:
        if proofs := [*passed_over(text, subject), *_by_sentence(text, subject)]:
            return _supported(proofs)
    told = taken_apart(text)
    if not told:
        return None
    for subject in subjects:
        verdicts = [_of_one(said, subject, judged) for said in told]
        each = [one for one in verdicts if one is not None]
        if len(each) == len(told):
            return _supported([proof for one in each for proof in one.proofs])
    return None


def _of_fact(text: str, subjects: Sequence[Subject], judged: Judge) -> Verdict | None:
    return judged(text) or by_acts(text, subjects, judged)


def _by_sentence(text: str, subject: Subject) -> list[Proof]:
    """By rules for a whole sentence; a condition at its end has to hold there as well."""
    body, tail = without_tail(text)
    for part in subject.parts:
        for find in _OF_SENTENCES:
            if acts := list(find(text, part)):
                return [_proof(act) for act in acts]
            under = asked_of(tail, None) if tail else None
            for act in find(body, part) if under is not None else ():
                shown = shown_by(under, part, act.span) if under is not None else None
                if shown is not None:
                    return [_proof(act), *_conditions(act, shown)]
    return []


def _conditions(act: Act, shown: Sequence[Span]) -> list[Proof]:
    kind = EvidenceType.CONDITIONAL
    return [Proof(kind, "condition", act.outline, one, LOOSE) for one in shown]


def _of_one(said: Said, subject: Subject, judged: Judge) -> Verdict | None:
    acts = _acts(said, subject)
    return _held(said, acts, subject, judged) if acts else None


def _acts(said: Said, subject: Subject) -> list[Act]:
    found = (act for part in subject.parts for one in _FINDERS for act in one(said, part))
    acts = list({act.span: act for act in found}.values())
    if any(one.is_each for one in said.every):
        return [act for act in acts if _is_of_each(act)]
    return acts


def _is_of_each(act: Act) -> bool:
    """True in a loop where nothing else decides whether it is done."""
    around = act.outline.around(act.span)
    return Around.LOOP in around and not around & {Around.BRANCH, Around.ELSE, Around.HANDLER}


def _held(said: Said, acts: Sequence[Act], subject: Subject, judged: Judge) -> Verdict | None:
    """The verdict, if what is said of when it is done holds as well."""
    if not said.tail:
        return _supported([_proof(act) for act in acts])
    is_plain = not (said.is_denied or said.is_only)
    if is_plain and (ordered := in_order(said, acts, subject, _acts)):
        return _supported([_proof(act) for act in ordered])
    if is_plain and said.tail in ("on return", "on exit"):
        left = [act for act in acts if _is_done_leaving(act)]
        return _supported([_proof(act) for act in left]) if left else None
    if _CONDITION.match(said.tail):
        each = [list(_under(said, act)) for act in acts]
        is_all = all(each) and _are_all(said, acts, subject)
        is_alone = said.is_only or said.is_denied or said.tail.startswith("unless ")
        if any(each) and (is_all or not is_alone):
            return _supported([proof for one in each for proof in one])
    if said.is_only or said.is_denied:
        return None
    return _asked_again(said, acts, judged)


def _is_done_leaving(act: Act) -> bool:
    """True for what is deferred to the end, or stands in a `finally`."""
    deferred = act.outline.marked("deferred")
    is_deferred = any(one.span.contains(act.span) for one in deferred)
    return is_deferred or Around.FINALLY in act.outline.around(act.span)


def _asked_again(said: Said, acts: Sequence[Act], judged: Judge) -> Verdict | None:
    """The verdict on the acts by their names in the code."""
    places = {act.span for act in acts}
    for told in list(dict.fromkeys(act.told for act in acts if act.told))[:_MOST]:
        verdict = judged(f"{told} {said.tail}")
        if verdict is not None and any(
            place.contains(one.span) or one.span.contains(place)
            for one in verdict.proofs
            for place in places
        ):
            return verdict
    return None


def _are_all(said: Said, acts: Sequence[Act], subject: Subject) -> bool:
    """True if nothing else may be what is done: no other call has a name of the verb."""
    verb, places = lemma(said.verb), {act.span for act in acts}
    named = (act for part in subject.parts for act in calls_named(verb, part))
    return all(act.span in places for act in named)


def _under(said: Said, act: Act) -> Iterator[Proof]:
    """The act and the conditions that it stands under, if these are what is said."""
    tail = _opposite(said.tail) if said.is_denied else said.tail
    if not tail:
        return
    asked = asked_of("if it is missing" if tail == "lazily" else tail, said.what)
    shown = None
    if asked is not None:
        shown = shown_by(asked, act.part, act.span, is_only=said.is_only or said.is_denied)
    if shown is not None:
        yield _proof(act)
        yield from _conditions(act, shown)


def _opposite(tail: str) -> str:
    """`unless it is closed` of `if it is closed`: where it is not done otherwise."""
    lead, _, rest = tail.partition(" ")
    if lead in ("if", "when", "whenever", "once"):
        return f"unless {rest}"
    return f"if {rest}" if lead == "unless" else ""


def _proof(act: Act) -> Proof:
    return Proof(act.type, act.detail, act.outline, act.span, LOOSE)


def _supported(proofs: Sequence[Proof]) -> Verdict:
    return Verdict(status=Status.SUPPORTED, confidence=_SURE, proofs=tuple(dict.fromkeys(proofs)))
