"""`ignores the result of f`, `uses what f returns`: what becomes of what a call gives.

A call that is a statement by itself, or that is given to `_`, is one whose result is dropped; one
that something stands around is used. What is kept in a variable that nothing reads is left open.
"""

from __future__ import annotations

import re
from dataclasses import replace

from codewitness.engine.verify.calling.calls import call_hits
from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.evidence import Finding, InWords, doubtful
from codewitness.engine.verify.hit import Hit, Hits
from codewitness.engine.verify.hits import judged
from codewitness.engine.verify.reading.results_said import DROPPED, PLAIN, USED
from codewitness.engine.verify.subject import Subject
from codewitness.model.facts import Kind
from codewitness.model.outline import Outline
from codewitness.model.text import Span


def rule_results(clause: Clause, subject: Subject) -> Finding:
    """By what stands around the calls of what is named."""
    if any(one.noun == PLAIN and not call_hits(one, subject).fitting for one in clause.objects):
        return doubtful(InWords("what gives the result is said in plain words"))
    other = USED if clause.detail == DROPPED else DROPPED
    finding = judged(clause, lambda one: _hits(one, subject, clause.detail))
    if finding.doubt or finding.against:
        return finding
    plain = replace(clause, place=None, condition=None, described="", count=None, order=None)
    opposite = judged(plain, lambda one: _hits(one, subject, other))
    if not finding.proofs:
        return Finding(against=opposite.proofs) if opposite.proofs else opposite
    if opposite.proofs and clause.detail == DROPPED and not clause.is_negated:
        line = opposite.proofs[0].line + 1
        return doubtful(f"another call of it, in line {line}, is used")
    return finding


def _hits(one: Object | None, subject: Subject, wanted: str) -> Hits:
    """The calls of what is named of which the result becomes what is wanted."""
    called = call_hits(one, subject)
    known = [(hit, _becomes(hit)) for hit in called.fitting]
    kept = tuple(hit for hit, what in known if what == wanted)
    doubt = called.doubt
    if not kept and any(not what for _, what in known):
        doubt = "what becomes of what it gives can't be seen"
    return Hits(kept, doubt)


def _becomes(hit: Hit) -> str:
    """What becomes of what a call gives; empty if that can't be told."""
    outline, whole = hit.outline, hit.whole
    if any(one.value_span.contains(whole) for one in outline.returns):
        return "" if outline.kind is Kind.LAMBDA else USED
    alone = [item.span for item in outline.marked(*_ALONE) if _core(outline, item.span) == whole]
    if alone:
        return "" if _is_value(outline, alone[0]) else DROPPED
    if _is_given_away(outline, whole):
        return DROPPED
    assigned = [one for one in outline.assigned if one.value_span.contains(whole)]
    targets = {name for one in assigned for name in re.findall(r"[\w.@$]+", one.target)}
    if assigned:
        return USED if _is_read_again(outline, targets, assigned[0].value_span) else ""
    return USED if _is_inside(outline, whole) else ""


_ALONE = ("statement", "deferred", "spawned")
_TO_NOTHING = re.compile(
    rb"(?:^|[^\w.,\s])\s*(?:(?:let|val|var|const)\s+)?_\s*:?=\s*(?:await\s+|try[?!]?\s+)?$"
)
_ENDING = re.compile(rb"\s*(?:[.]await)?[ \t]*(?:;|}|\r?\n|$)")


def _is_given_away(outline: Outline, whole: Span) -> bool:
    """True for `_ = f()`, and for `let _ = f();`."""
    raw = outline.text.raw
    line = outline.text.line_span(outline.text.line_at(whole.start))
    before = raw[line.start : whole.start]
    is_behind = _ENDING.match(raw, whole.end) is not None
    return is_behind and _TO_NOTHING.search(before) is not None


_OF_VALUES = frozenset({"kotlin", "swift", "ruby"})  # where what comes last is the value


def _is_value(outline: Outline, statement: Span) -> bool:
    """True for what may be the value of a lambda, or of an `if` that is assigned."""
    if outline.language not in _OF_VALUES:
        return False
    if any(one.value_span.contains(statement) for one in outline.assigned):
        return True
    behind = outline.text.raw[statement.end : outline.span.end]
    return outline.kind is Kind.LAMBDA and not behind.strip(b" \t\r\n};")


_LEAD = re.compile(
    r"(?:await|try[?!]?|void|yield|co_await|go|defer|new)\b[?!]?\s+|\(\s*void\s*\)\s*|\s+"
)
_TAIL = re.compile(r"[\s;]+$|[.]await\s*;?$|[?!]$")


def _core(outline: Outline, span: Span) -> Span:
    """What is left of a statement without the words that lead a call, and its end."""
    text = outline.text.raw[span.start : span.end].decode("utf-8", "replace")
    start = span.start
    while (lead := _LEAD.match(text)) is not None:
        start += len(lead[0].encode())
        text = text[lead.end() :]
    while (tail := _TAIL.search(text)) is not None:
        text = text[: tail.start()]
    return Span(start, start + len(text.encode()))


def _is_read_again(outline: Outline, targets: set[str], value: Span) -> bool:
    """True if one of the names is something else than a variable here, or stands behind it."""
    bound = {item.text for item in outline.marked("bound")}
    for name in targets - {"_"}:
        if name not in bound:
            return True
        if any(item.span.start >= value.end for item in outline.occurrences(name)):
            return True
        if any(nested.span.start >= value.end for nested in outline.nested):
            return True
    return False


def _is_inside(outline: Outline, whole: Span) -> bool:
    """True for what another call is given, or a condition, a loop or an error asks for."""
    around = [item.span for item in outline.marked("condition", "iterated", "raised", "yield")]
    around += [call.whole for call in outline.calls if call.whole != whole]
    return any(span.contains(whole) for span in around)
