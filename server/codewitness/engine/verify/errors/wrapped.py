"""`wraps every exception in an E`: a handler that takes all, and raises E whatever it took."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.errors.reraising import CATCH_ALL
from codewitness.engine.verify.evidence import NOTHING, Finding, Proof, doubtful
from codewitness.engine.verify.names import parts
from codewitness.model.facts import Item
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

_EVERY = re.compile(
    r"\b(?:wrap|translat|convert|turn|transform|rethrow|reraise|re-raise|map)\w*(?: up)?"
    r" (?:every|all|any|each)\b[\w ]*?\b(?:exceptions?|errors?|failures?)\b"
)
_WRAPPING = re.compile(r"\b(?:wrap|chain)\w*\b")
_FROM = re.compile(r"\bfrom (?P<error>\w+)\s*$|\bcause:\s*(?P<cause>\w+)")
_FILTERED = re.compile(r"\)\s*when\s*\(")


def of_all(clause: Clause, finding: Finding) -> Finding:
    """`finding` about what is raised in handlers, held to those that take every exception."""
    if finding.against and clause.place is Around.HANDLER and _WRAPPING.search(clause.text):
        return _of_what_is_given(finding)
    if not finding.proofs or clause.place is not Around.HANDLER or not _EVERY.search(clause.text):
        return finding
    if not any(one.outline.marked("handler") for one in finding.proofs):
        return doubtful("errors are values here: whether all are can't be told")
    known = [(proof, _doubt(proof, finding.proofs)) for proof in finding.proofs]
    if kept := tuple(proof for proof, doubt in known if doubt == ""):
        return Finding(proofs=kept, note=finding.note)
    doubts = [doubt for _, doubt in known if doubt]
    return doubtful(doubts[0]) if doubts else NOTHING


def _of_what_is_given(finding: Finding) -> Finding:
    """What is raised from an error that is a parameter wraps it; a handler need not be there."""
    given = tuple(one for one in finding.against if _is_from_parameter(one))
    return Finding(proofs=given) if given else finding


def _is_from_parameter(proof: Proof) -> bool:
    outline = proof.outline
    statement = next((i for i in outline.marked("raised") if _touch(i.span, proof.span)), None)
    said = _FROM.search(statement.text) if statement is not None else None
    return said is not None and any(one.name == said["error"] for one in outline.parameters)


def _doubt(proof: Proof, others: Sequence[Proof]) -> str | None:
    """Why it need not be raised for all; None if its handler takes but some; empty if none."""
    outline = proof.outline
    handlers = [one for one in outline.marked("handler") if one.span.contains(proof.span)]
    if not handlers:
        return None
    handler = min(handlers, key=lambda one: one.span.end - one.span.start)
    types = [parts(item.text)[-1] for item in outline.handles if handler.span.contains(item.span)]
    if types and not set(types) & CATCH_ALL:
        return None
    if _is_decided(proof.span, handler, outline) or _FILTERED.search(_head(handler)):
        return "it is raised under a condition"
    shown = [one.span for one in others]
    raised = [item.span for item in outline.marked("raised") if handler.span.contains(item.span)]
    if any(not any(_touch(one, span) for one in shown) for span in raised):
        return "its handler raises another, too"
    for sibling in _siblings(handler, outline):
        if not any(sibling.span.contains(span) for span in shown):
            line = outline.text.line_at(sibling.span.start) + 1
            return f"the handler in line {line} does something else"
    return ""


def _head(handler: Item) -> str:
    return handler.text.partition("{")[0]


def _touch(one: Span, two: Span) -> bool:
    return one.contains(two) or two.contains(one)


def _is_decided(span: Span, handler: Item, outline: Outline) -> bool:
    return any(
        region.around is Around.BRANCH
        and handler.span.contains(region.span)
        and region.span.contains(span)
        for region in outline.regions
    )


def _siblings(handler: Item, outline: Outline) -> list[Item]:
    """The other handlers of the same try."""
    tries = [one.span for one in outline.marked("try") if one.span.contains(handler.span)]
    if not tries:
        return []
    own = min(tries, key=lambda one: one.end - one.start)
    inner = [
        one.span for one in outline.marked("try") if own.contains(one.span) and one.span != own
    ]
    return [
        one
        for one in outline.marked("handler")
        if own.contains(one.span)
        and one.span != handler.span
        and not handler.span.contains(one.span)
        and not any(span.contains(one.span) for span in inner)
    ]
