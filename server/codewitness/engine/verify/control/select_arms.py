"""The arms of Go's `select`, as conditions: `when ctx is done` of `case <-ctx.Done(): return`.

A claim says in plain words which channel it is; `default` is run where none is ready.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from codewitness.engine.verify.calling.calls import rule_calls
from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.evidence import LOOSE, EvidenceType, Finding, Proof, doubtful, found
from codewitness.engine.verify.plain_verbs.acts import rule_acts
from codewitness.engine.verify.reading.spelled_short import are_told
from codewitness.engine.verify.returning.returns import rule_returns
from codewitness.engine.verify.state.writes import rule_writes
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Outline
from codewitness.model.text import Span

P = Predicate
_RULES = {P.RETURNS: rule_returns, P.CALLS: rule_calls, P.ACTS: rule_acts, P.WRITES: rule_writes}
_SELECT = re.compile(r"select\s*\{")
_CASE = re.compile(r"^[ \t]*(?:case\s+(?P<what>[^\n]*?)|default)\s*:(?!=)[ \t]*", re.MULTILINE)
_LEAD = re.compile(r"^(?:only )?(?:if|when|whenever|once|as soon as|in case) (?:the |its |an? )?")
_ENDED = re.compile(
    r"(?P<what>[\w.` ]+?) (?:is|has been|gets|was) (?:already |been )?"
    r"(?:done|cancell?ed|closed|expired|signall?ed|triggered|fired|stopped|over|received|ready)$"
    r"|(?P<fires>[\w.` ]+?) (?:fires|ticks|expires|elapses|arrives|closes|times out|goes off)$"
    r"|(?:it |something is |a value is |something )?"
    r"(?:pulls?|pulled|receives?|received|arrives?|comes in|reads?)"
    r" (?:something |a \w+ )?(?:from|on|over|through|via) (?:the )?(?P<on>[\w.` ]+)$"
)
_BUSY = re.compile(
    r"(?:[\w.` ]+ (?:is|are|would be) (?:already )?(?:full|not ready|busy|empty|blocked|occupied)"
    r"|[\w` ]+ (?:would|will) block|nothing is (?:ready|available|there)|there is nothing.*"
    r"|no[ -]?(?:one|body) (?:is )?(?:listen|wait|receiv|read)\w*.*"
    r"|no (?:\w+ )?is (?:ready|available))$"
)
_CONTEXT = re.compile(r"\bctx\b|context|Done\(\)")
_IDLE = re.compile(r"\b(?:channel|signal|value|message|chan)\b\s*")


class _Arm(NamedTuple):
    """An arm: its label, what it waits for (empty for `default`), and what it runs."""

    label: Span
    what: str
    body: Span


def rule_in_select(clause: Clause, subject: Subject) -> Finding | None:
    """What is done in the arms that a claim means; None if it means none, or nothing is."""
    if subject.language != "go" or not clause.described or clause.is_outside or clause.is_only:
        return None
    said = _LEAD.sub("", clause.described.strip())
    if said == clause.described.strip() or clause.is_only_there:
        return None
    arms = [(part, arm) for part in subject.parts for arm in _arms(part.outline)]
    meant = [(part, arm) for part, arm in arms if _is_meant(said, arm, part.outline)]
    proofs = list(_done(clause, meant, subject))
    return found(proofs) if proofs else None


def held_to_arms(clause: Clause, finding: Finding, subject: Subject) -> Finding:
    """`finding`, without places in other arms than the one that a claim means."""
    if subject.language != "go" or not finding.proofs or not clause.described:
        return finding
    said = _LEAD.sub("", clause.described.strip())
    arms = [(part.outline, arm) for part in subject.parts for arm in _arms(part.outline)]
    told = [(outline, arm.body, _is_meant(said, arm, outline)) for outline, arm in arms]
    meant = [(outline, body) for outline, body, is_meant in told if is_meant]
    others = [(outline, body) for outline, body, is_meant in told if not is_meant]
    if not meant:
        return finding
    kept = tuple(one for one in finding.proofs if not _is_among(one, others))
    if any(_is_among(one, others) for one in finding.proofs) and not any(
        _is_among(one, meant) for one in kept
    ):
        return doubtful("it is done where a `select` waits for another thing")
    return replace(finding, proofs=kept)


def _is_among(proof: Proof, bodies: list[tuple[Outline, Span]]) -> bool:
    return any(proof.outline is outline and span.contains(proof.span) for outline, span in bodies)


def may_be_in_select(clause: Clause, subject: Subject) -> str:
    """Why it is left open whether it is done under a condition: a `select` waits for it."""
    if subject.language != "go" or not clause.described:
        return ""
    is_there = any(True for part in subject.parts for _ in _arms(part.outline))
    return (
        "a `select` waits for several things: which of them is meant can't be told"
        if is_there
        else ""
    )


def _done(clause: Clause, arms: list[tuple[Part, _Arm]], subject: Subject) -> Iterator[Proof]:
    if clause.predicate is P.ACTS and not clause.objects and clause.detail in _STOPPING:
        clause = replace(clause, predicate=P.RETURNS_EARLY)
    plain = replace(clause, place=None, condition=None, described="", is_each=False)
    if clause.predicate is P.RETURNS_EARLY:
        for part, arm in arms:
            spans = [o.span for o in part.outline.returns if arm.body.contains(o.span)]
            spans = [one for one in spans if _is_reached(clause.described, arm, one, part.outline)]
            yield from _shown(arm, spans, "return", part.outline)
        return
    rule = _RULES.get(clause.predicate)
    told = rule(plain, subject).proofs if rule is not None else ()
    for part, arm in arms:
        mine = [
            one
            for one in told
            if one.outline is part.outline and arm.body.contains(one.span)
            if _is_reached(clause.described, arm, one.span, part.outline)
        ]
        if mine:
            yield Proof(EvidenceType.CONDITIONAL, "condition", part.outline, arm.label, LOOSE)
            yield from mine


_KEPT = re.compile(r",\s*(?P<ok>\w+)\s*:?=\s*<-")
_CLOSED = re.compile(r"\b(?:closed|closes|done)$")


def _is_reached(described: str, arm: _Arm, span: Span, outline: Outline) -> bool:
    """False where the arm asks for more before it, but whether the channel is closed."""
    asked = [
        item.text.strip()
        for item in outline.marked("condition")
        if arm.body.contains(item.span) and _decides(item.span, span, outline)
    ]
    kept = _KEPT.search(arm.what)
    if kept is None:
        return not asked
    is_closed = _CLOSED.search(described.strip()) is not None
    wanted = f"!{kept['ok']}" if is_closed else kept["ok"]
    return asked == [wanted] or (not asked and not is_closed)


def _decides(condition: Span, span: Span, outline: Outline) -> bool:
    """True if a place stands in the conditional that asks, or an arm of it has left before."""
    holders = [i.span for i in outline.marked("conditional", "loop") if i.span.contains(condition)]
    own = min(holders, key=lambda one: one.end - one.start, default=condition)
    return own.contains(span) or (
        own.end <= span.start and any(own.contains(one.span) for one in outline.returns)
    )


_STOPPING = frozenset({"stop", "exit", "terminate", "quit", "quits", "end", "ends", "finish"})
_STOPPING |= {"stops", "exits", "finishes", "terminates"}


def _shown(arm: _Arm, spans: list[Span], detail: str, outline: Outline) -> Iterator[Proof]:
    if spans:
        yield Proof(EvidenceType.CONDITIONAL, "condition", outline, arm.label, LOOSE)
    for span in spans:
        yield Proof(EvidenceType.SIGNATURE, detail, outline, span, LOOSE)


def _is_meant(said: str, arm: _Arm, outline: Outline) -> bool:
    if not arm.what:
        return _BUSY.match(said) is not None and not _is_of_given(said, outline)
    ended = _ENDED.match(said)
    if ended is None or "<-" not in arm.what:
        return False
    channel = arm.what.partition("<-")
    if channel[0].strip() and not re.search(r"[:=]\s*$", channel[0]):
        return False  # it sends
    if "," in channel[0] and re.search(r"\bclose[sd]$", said):
        return False  # `case v, ok := <-ch`: what it runs asks `ok`
    words = (ended["what"] or ended["fires"] or ended["on"]).replace("`", "").strip()
    if re.fullmatch(r"(?:ctx|\w* ?context|it)", words):
        return words != "it" and _CONTEXT.search(channel[2]) is not None
    return are_told(_IDLE.sub("", f"{words} ").strip() or words, channel[2])


def _is_of_given(said: str, outline: Outline) -> bool:
    """True for `keys is empty` of what is sent, or not, but is no channel itself."""
    name = re.match(r"`?(\w+)`? (?:is|are)\b", said)
    given = name is not None and any(one.name == name[1] for one in outline.parameters)
    channels = (arm.what for arm in _arms(outline))
    return (
        name is not None
        and given
        and not any(
            re.search(rf"\b{name[1]}\b *<-|(?:^|= *)<- *{name[1]}\b", one) for one in channels
        )
    )


def _arms(outline: Outline) -> Iterator[_Arm]:
    for holder in outline.marked("conditional"):
        if _SELECT.match(holder.text) is None:
            continue
        found_ = [one for one in _CASE.finditer(holder.text) if _is_own(holder.text, one.start())]
        ends = [one.start() for one in found_[1:]] + [len(holder.text)]
        for case, end in zip(found_, ends, strict=True):
            at = [
                len(holder.text[:n].encode()) + holder.span.start
                for n in (case.start(), case.end(), end)
            ]
            lead = len(case[0]) - len(case[0].lstrip())
            yield _Arm(Span(at[0] + lead, at[1]), case["what"] or "", Span(at[1], at[2]))


def _is_own(text: str, at: int) -> bool:
    """True for a label of the statement itself, and of none inside it."""
    return text.count("{", 0, at) - text.count("}", 0, at) == 1
