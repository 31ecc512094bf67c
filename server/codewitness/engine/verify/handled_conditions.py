"""Conditions that code asks by a handler: `if the key is missing`, of `except KeyError`."""

from __future__ import annotations

import re

from codewitness.engine.verify.evidence import EvidenceType
from codewitness.engine.verify.hit import Hit
from codewitness.model.outline import Around
from codewitness.model.text import Span

_NOT_THERE = (
    r"(?:not found|missing|absent|unknown|(?:does not|doesn't|do not) exist|not there"
    r"|(?:can not|cannot|can't|could not) be found|not present)"
)
_KINDS = tuple(
    (re.compile(said, re.IGNORECASE), re.compile(caught))
    for said, caught in (
        (
            rf"\b(?:file|path|directory|folder)\b.* {_NOT_THERE}",
            r"\b(?:FileNotFound|NoSuchFile|ENOENT)",
        ),
        (
            r"\b(?:no such|there is no) (?:file|path|directory)\b",
            r"\b(?:FileNotFound|NoSuchFile|ENOENT)",
        ),
        (
            rf"\b(?:key|entry)\b.* {_NOT_THERE}|\bthere is no (?:such )?key\b",
            r"\bKey(?:NotFound|Error)",
        ),
        (
            rf"\b(?:module|package|import|library)\b.* (?:fails|failed|{_NOT_THERE}|not installed)",
            r"\b(?:ImportError|ModuleNotFoundError|LoadError)",
        ),
        (r"\btime[sd]? out\b|\btimeout\b", r"Time(?:d)?[oO]ut"),
        (r"\b(?:is|are|was) interrupted\b", r"Interrupted"),
        (
            r"\b(?:permission|access) is denied\b",
            r"\b(?:PermissionError|AccessDenied|UnauthorizedAccess)",
        ),
        (r"\bindex\b.* out of (?:range|bounds)", r"\bIndex(?:Error|OutOf)"),
    )
)
_DENIED = re.compile(r"\bunless\b")


def is_handled_so(said: str, hit: Hit) -> bool:
    """True if the hit stands in a handler of just the error that is said in words."""
    return handler_of(said, hit) is not None


def handler_of(said: str, hit: Hit) -> Hit | None:
    """The head of the handler of just that error."""
    outline = hit.outline
    arm = outline.innermost(hit.whole, Around.HANDLER)
    heads = [item for item in outline.marked("handler") if item.span.contains(hit.whole)]
    head = max(heads, key=lambda one: one.span.start, default=None)
    if arm is None or head is None or _DENIED.search(said):
        return None
    first = re.split(r"[:{\n]", outline.text.slice(head.span), maxsplit=1)[0]
    if not any(told.search(said) and caught.search(first) for told, caught in _KINDS):
        return None
    span = Span(head.span.start, head.span.start + len(first.encode()))
    return Hit(EvidenceType.CONDITIONAL, "condition", outline, span, span)
