"""What calls say of plain words: events that are published, values that are set by `x.set(v)`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.code.values import is_value
from codewitness.engine.verify.evidence import LOOSE, EvidenceType, Finding
from codewitness.engine.verify.hit import Hit, has_word
from codewitness.engine.verify.reading.spelled_short import are_told, in_words, is_spoken_in
from codewitness.engine.verify.shown import shown_by
from codewitness.engine.verify.subject import Subject

P = Predicate
_EVENT = re.compile(
    r"\b(?:emit|fire|publish|rais|dispatch|send|trigger|post|notif|report|signal)\w* (?:an? |the )?"
    r"`?(?P<what>[\w.]+)`? event\b"
)
_EVENTING = re.compile(r"(?i)event|emit|fire|publish|dispatch|notify|trigger|post|send|raise")


def rule_event(clause: Clause, subject: Subject) -> Finding | None:
    """`publishes a Removed event` of `onEvent(CacheEvent.Removed(…))`."""
    said = _EVENT.search(clause.text)
    if said is None or clause.is_only:
        return None
    what = said["what"].rpartition(".")[2]
    return shown_by(_events(what, subject), clause)


def _events(what: str, subject: Subject) -> Iterator[Hit]:
    for part in subject.parts:
        for call in part.outline.calls:
            hit = call_hit(call, part, LOOSE)
            written = f"{call.text}{hit.arguments}"
            is_named = has_word(written, what) or has_word(written, f"{what}Event")
            if _EVENTING.search(call.name) and is_named:
                yield hit


def rule_set_by_call(clause: Clause, subject: Subject) -> Finding | None:
    """`sets the gauge to 0` of `gauge_.Set(0)`."""
    is_plain = len(clause.objects) == 1 and not clause.objects[0].is_code
    if clause.predicate is not P.WRITES or clause.detail not in ("set", "reset") or not is_plain:
        return None
    if len(clause.arguments) != 1 or clause.is_only:
        return None
    words = [word.lower() for word in re.findall(r"[A-Za-z]+", clause.objects[0].text)]
    hits = tuple(_set_to(words, clause.arguments[0], subject))
    return shown_by(hits, clause) if words else None


def _set_to(words: list[str], value: str, subject: Subject) -> Iterator[Hit]:
    for part in subject.parts:
        for call in part.outline.calls:
            named = in_words(call.name).lower().split()
            hit = call_hit(call, part, LOOSE)
            given = (hit.arguments or "").strip()[1:-1].strip()
            if named[:1] not in (["set"], ["store"], ["assign"]):
                continue
            text = in_words(call.text).lower()
            if is_value(given, value, subject.language) and all(
                is_spoken_in(w, text) for w in words
            ):
                yield hit


_ASKING = re.compile(r"\b(?:asks?|queries|consults?) (?:the |its |an? )?`?(?P<whom>[\w.]+)`? for\b")


def rule_asked(clause: Clause, subject: Subject) -> Finding | None:
    """`asks the clock for the current time` of `self.clock.now()`."""
    said = _ASKING.search(clause.text)
    if said is None or clause.is_only:
        return None
    hits = []
    for part in subject.parts:
        for call in part.outline.calls:
            owner = call.text.removesuffix(call.name).rstrip("?!.:->")
            if owner and has_word(owner, said["whom"]):
                hits.append(call_hit(call, part, LOOSE))
    return shown_by(hits, clause)


_RESTORING = re.compile(
    r"\b(?:restores?|reinstates?|reverts to|resets? to) (?:the |its )(?P<what>[\w ]+)$"
)


def rule_restored(clause: Clause, subject: Subject) -> Finding | None:
    """`restores the initial interval` of `self.interval = self.initial_interval`."""
    said = _RESTORING.search(clause.text)
    if said is None or clause.predicate is not P.WRITES or clause.is_only:
        return None
    hits = []
    for part in subject.parts:
        for one in part.outline.assigned:
            is_name = re.fullmatch(r"[\w$@#.>:-]+", one.value.strip()) is not None
            if is_name and one.target_span != one.value_span and are_told(said["what"], one.value):
                kind, at = EvidenceType.ATTRIBUTE_WRITE, one.target_span
                hits.append(Hit(kind, one.target, part.outline, at, at, LOOSE))
    return shown_by(hits, clause) if len(said["what"].split()) > 1 else None


_CALLING = re.compile(
    r"\b(?:calls?|invokes?|runs?|executes?|fires?) (?:the |its )"
    r"(?P<what>callback|handler|listener|hook)\b"
)


def rule_callback(clause: Clause, subject: Subject) -> Finding | None:
    """`invokes the callback` of `callbackFn(x)`, where one parameter alone is such a thing."""
    said = _CALLING.search(clause.text)
    named = [p.name for p in subject.head.outline.parameters]
    told = [name for name in named if said and said["what"] in in_words(name).lower().split()]
    if said is None or clause.predicate is not P.CALLS or clause.is_only or len(told) != 1:
        return None
    invoking = {
        f"{told[0]}.{how}" for how in ("call", "apply", "invoke", "run", "accept", "Invoke")
    }
    hits = tuple(
        call_hit(call, part, LOOSE)
        for part in subject.parts
        for call in part.outline.calls
        if call.text.replace("?", "") in {told[0], *invoking}
    )
    return shown_by(hits, clause)


def may_be_called(clause: Clause, subject: Subject) -> str:
    """Why it is left open whether it `calls the next middleware`, of which calls have a word."""
    plain = [one for one in clause.objects if not one.is_code and " " in one.text]
    if clause.predicate is not P.CALLS or len(plain) != len(clause.objects):
        return ""
    words = {word for one in plain for word in one.text.split() if len(word) >= _LEAST_WORD}
    for part in subject.parts:
        for call in part.outline.calls:
            if any(is_spoken_in(word, call.text.lower()) for word in words):
                return f"`{call.text}` is called, which may be what is meant"
    return ""


_LEAST_WORD = 4
