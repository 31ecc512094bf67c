"""A claim in other words, where it is open as it stands: what is said in passing is bound to code.

Each way to say it is a whole sentence, which is read and judged like any other, with all that keeps
a verdict open. It counts only if that decides it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from codewitness.engine.verify.bound.judging import by_acts
from codewitness.engine.verify.claim import Claim, Clause, Predicate
from codewitness.engine.verify.conditions.named_conditions import bound_condition
from codewitness.engine.verify.control.yielding import says_returns
from codewitness.engine.verify.errors.failing_in_words import with_errors_of, with_failing_call
from codewitness.engine.verify.in_passing.idioms import by_idiom
from codewitness.engine.verify.in_passing.named_callees import with_callee
from codewitness.engine.verify.in_passing.named_nouns import (
    to_base,
    under_lock,
    with_callback,
    with_label,
    with_named_nouns,
    with_sole_parameter,
)
from codewitness.engine.verify.in_passing.phrases import third_person
from codewitness.engine.verify.nouns import named_there
from codewitness.engine.verify.reading.actions import ACTIONS
from codewitness.engine.verify.reading.parse import parse
from codewitness.engine.verify.reading.stems import stems
from codewitness.engine.verify.reading.tokens import written_out
from codewitness.engine.verify.reading.ways import Way, other_ways
from codewitness.engine.verify.state.flag_defaults import flag_default
from codewitness.engine.verify.subject import Subject
from codewitness.engine.verify.verdicts import Status, Verdict, less_sure

_OPEN = frozenset({Status.INCONCLUSIVE, Status.NOT_SUPPORTED})


def reread(
    claim: Claim,
    subject: Subject,
    verdict: Verdict,
    judged: Callable[[Claim, Subject], Verdict],
    told: Subject,
) -> Verdict:
    """`verdict`, or what the claim comes to in other words.

    told: the subject with its code in other words, in which idioms are looked for first.
    """
    if (denied := _denied_by_idiom(claim, (told, subject), verdict)) is not None:
        return denied
    if verdict.status not in _OPEN or claim.each or claim.members is not None or claim.is_alone:
        return verdict
    text = written_out(claim.text)
    if (shown := _by_idiom(predicate_of(text), (told, subject))) is not None:
        return shown
    judged_way = partial(_judged_way, claim=claim, subject=subject, judged=judged)
    for way in _rewordings(text, claim, subject):
        if (other := judged_way(way)) is not None:
            return other
    if not verdict.is_in_words:
        return verdict
    said = predicate_of(claim.text)
    before = claim.text[: claim.text.rindex(said)]
    by_act = by_acts(said, (subject, told), lambda one: judged_way(Way(f"{before}{one}")))
    return by_act or verdict


def _judged_way(
    way: Way, *, claim: Claim, subject: Subject, judged: Callable[[Claim, Subject], Verdict]
) -> Verdict | None:
    """The verdict on another way to say it; None if that decides nothing."""
    again = parse(way.text)
    if again.problem or again.subject != claim.subject or again.members is not None:
        return None
    if any(words.startswith("?") for words in again.ignored):
        return None
    other = judged(replace(named_there(again, subject), text=way.text), subject)
    is_so = other.status is Status.SUPPORTED and not _is_guessed(again, other)
    is_so = is_so or (other.status is Status.CONTRADICTED and way.is_same)
    return less_sure(other) if is_so else None


def _by_idiom(said: str, subjects: Sequence[Subject]) -> Verdict | None:
    verdicts = (by_idiom(said, one) for one in subjects)
    return next((one for one in verdicts if one is not None), None)


def _denied_by_idiom(claim: Claim, subjects: Sequence[Subject], verdict: Verdict) -> Verdict | None:
    """Against `never parses x as JSON`, where nothing was seen but an idiom shows that it does."""
    is_absent = verdict.status is Status.SUPPORTED and not verdict.proofs
    said = _DENIED.match(predicate_of(written_out(claim.text)))
    if said is None or not (is_absent or verdict.status in _OPEN) or claim.members is not None:
        return None
    verb = said["verb"] or third_person(said["base"])
    told = _by_idiom(f"{verb}{said.string[said.end() :]}", subjects)
    opposite = {
        Status.SUPPORTED: Status.CONTRADICTED,
        Status.CONTRADICTED: Status.SUPPORTED,
    }
    return None if told is None else replace(told, status=opposite[told.status])


_DENIED = re.compile(r"never (?P<verb>[a-z]+)|(?:does not|doesn't|do not) (?P<base>[a-z-]+)")


def _is_guessed(claim: Claim, verdict: Verdict) -> bool:
    """True if a verb that no list has is shown by what it is said of alone: `moves x to y`."""
    for clause in claim.clauses:
        if clause.predicate is not Predicate.ACTS or clause.detail in ACTIONS:
            continue
        asked = set(stems(clause.detail))
        words = (set(_WORD.findall(one.detail.lower())) for one in verdict.proofs)
        if not any(asked & {stem for word in said for stem in stems(word)} for said in words):
            return True
    return False


_WORD = re.compile(r"[a-z]+")


def predicate_of(text: str) -> str:
    """What a sentence says of its subject, which stands first."""
    return re.sub(r"^(?:the |method |function )*`?[^\s`]+`?(?:\(\))?\s+", "", text.strip()).rstrip(
        ".!"
    )


def _rewordings(text: str, claim: Claim, subject: Subject) -> Iterator[Way]:
    """The sentence in the code's own names, then in other words."""
    tried = {text}
    bound = text
    for named in (
        _with_conditions(text, claim, subject),
        with_named_nouns(text, subject),
        with_callee(text, subject),
    ):
        for one in (named, _in_code_names(named, subject)):
            if one not in tried:
                tried.add(one)
                bound = one
                yield Way(one, is_same=True)
    if says_returns(text, subject):
        yield Way(re.sub(r"\byields? ", "returns ", text, count=1), is_same=True)
    if (told := flag_default(text, subject)) is not None:
        yield Way(told, is_same=True)
    if (sole := _in_code_names(with_sole_parameter(bound, subject), subject)) not in tried:
        yield Way(sole)
    for way in other_ways(bound):
        further = _in_code_names(way.text, subject)
        yield from (way,) if further == way.text else (way, way._replace(text=further))


def _in_code_names(text: str, subject: Subject) -> str:
    """The sentence with its nouns and conditions as the code names them."""
    for named in _NAMING:
        text = named(text, subject)
    text = with_failing_call(with_errors_of(text, subject), subject)
    return _with_conditions(text, parse(text), subject)


_NAMING = (with_named_nouns, under_lock, with_callback, with_label, to_base, with_callee)


def _with_conditions(text: str, claim: Claim, subject: Subject) -> str:
    """The sentence with its conditions as the code names what they ask."""
    for clause in claim.clauses:
        if clause.described and (told := _told(clause, subject)):
            text = _in_place_of(clause.described, told, text)
    return text


def _told(clause: Clause, subject: Subject) -> str:
    is_empty = _EMPTY.search(clause.described) is not None and subject.language != "python"
    return "" if clause.condition or is_empty else bound_condition(clause, subject)


# Elsewhere than in Python `if x` asks whether it is there, and not whether anything is in it.
_EMPTY = re.compile(r"\b(?:empty|blank)$")


def _in_place_of(described: str, told: str, text: str) -> str:
    """`text` with `told` where a condition is said that reads as `described`."""
    words = [re.escape(word) for word in described.replace("can not", "cannot").split()]
    pattern = r"[\s`\"'-]+".join(words).replace("cannot", r"can(?: ?not|'t)")
    return re.sub(rf"(?<!\w){pattern}(?!\w)", lambda _: told, text, count=1, flags=re.IGNORECASE)
