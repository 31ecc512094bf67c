"""What Go sends on a channel and receives from one: `ch <- x`, `x := <-ch`, `for x := range ch`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.evidence import LOOSE, EvidenceType
from codewitness.engine.verify.hit import Hit, has_word
from codewitness.engine.verify.state.data import FITTING, fit_item
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.text import Span

SENDING = frozenset({"send", "push", "put", "write", "post", "deliver", "publish", "signal"})
RECEIVING = frozenset(
    {"pull", "pulls", "pulling", "receive", "wait", "block", "blocks", "blocking"}
)
RECEIVING |= {"listen", "listens", "listening", "drain", "drains", "draining"}
_WAITING = frozenset({"wait", "block", "blocks", "blocking"})
_DEFAULT = re.compile(r"^\s*default\s*:", re.MULTILINE)
_KEYWORDS = rb"(?:return|case|range|go|defer|if|for|switch|select|chan|else)"
_SEND = re.compile(
    rb"(?<![\w.])(?!" + _KEYWORDS + rb"\b)([A-Za-z_][\w.]*(?:\[[^\]\n]*\])?)\s*<-\s*(?=\S)"
)
_RECEIVE = re.compile(rb"<-\s*([A-Za-z_][\w.]*(?:\[[^\]\n]*\])?)|\brange\s+([A-Za-z_][\w.]*)\s*\{")


def by_channels(clause: Clause, one: Object | None, subject: Subject) -> Iterator[Hit]:
    """The statements that send or receive what is named, or do so on the channel that is."""
    if subject.language != "go" or one is None:
        return
    for part in subject.parts:
        if clause.detail in SENDING:
            yield from _sent(one.text, part)
        if clause.detail in RECEIVING:
            waits = clause.detail in _WAITING
            for hit in _received(one.text, part):
                if not (waits and _goes_on(hit)):
                    yield hit


def _goes_on(hit: Hit) -> bool:
    """True in a `select` with a `default`, which waits for nothing."""
    selects = (o for o in hit.outline.marked("conditional") if o.text.startswith("select"))
    around = [one for one in selects if one.span.contains(hit.span)]
    inner = min(around, key=lambda one: len(one.text), default=None)
    return inner is not None and _DEFAULT.search(inner.text) is not None


def asked_by_select(one: Object | None, subject: Subject) -> tuple[Hit, ...]:
    """The arms of a `select` that ask whether there is something on the channel that is named."""
    if subject.language != "go" or one is None:
        return ()
    return tuple(
        hit
        for part in subject.parts
        for hit in _received(one.text, part)
        if any(
            item.text.startswith("select") and item.span.contains(hit.span)
            for item in part.outline.marked("conditional")
        )
    )


def _sent(name: str, part: Part) -> Iterator[Hit]:
    text = part.outline.text
    for found, span in _matches(_SEND, part):
        line_end = text.line_span(text.line_at(span.end)).end
        value = text.slice(Span(span.end, line_end))
        if fit_item(part, found[1].decode(), name) in FITTING or has_word(value, name):
            yield _hit(Span(span.start, line_end), part)


def _received(name: str, part: Part) -> Iterator[Hit]:
    sent = [span for _, span in _matches(_SEND, part)]
    for found, span in _matches(_RECEIVE, part):
        is_sent = any(one.start <= span.start < one.end for one in sent)
        channel = (found[1] or found[2]).decode()
        if not is_sent and fit_item(part, channel, name) in FITTING:
            yield _hit(span, part)


def _matches(pattern: re.Pattern[bytes], part: Part) -> Iterator[tuple[re.Match[bytes], Span]]:
    outline = part.outline
    for gap in outline.gaps:
        for found in pattern.finditer(outline.text.raw, gap.start, gap.end):
            span = Span(*found.span())
            if not any(one.start <= span.start < one.end for one in outline.silent):
                yield found, span


def _hit(span: Span, part: Part) -> Hit:
    text = part.outline.text.slice(span).strip()
    return Hit(EvidenceType.CALL, text[:80], part.outline, span, span, LOOSE)
