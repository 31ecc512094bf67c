"""Conditions that code asks by a handler: `if the key is missing`, of `except KeyError`."""

from __future__ import annotations

import re

from codewitness.engine.verify.evidence import EvidenceType
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.name_words import letters_in
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
_STATE = re.compile(
    r"(?:if|when|whenever|once) (?:(?:the|its|a|an|that) )?(?P<what>[\w ]+?)"
    r" (?:is|are|was|were|has|have|had|gets|got)(?: already| been)* (?P<state>[a-z]{4,})$"
)
_ANY = frozenset({"error", "exception", "err", "already", "operation"})


def _is_named_so(said: str, error: str) -> bool:
    """True for `if the key is expired` of `KeyExpired`: the error is named after that state."""
    asked = _STATE.match(said.strip())
    name = re.split(r"[.:]", error.strip())[-1]
    words = [w for w in letters_in(name) if w not in _ANY]
    if asked is None or not words:
        return False
    spoken = {_stem(word) for word in (*asked["what"].split(), asked["state"])}
    return _stem(asked["state"]) in map(_stem, words) and all(_stem(w) in spoken for w in words)


_LACKING = re.compile(
    r"\b(?:has no|does not have an?|lacks an?|has no such) `?(?P<name>\w+)`?(?: attribute)?$"
)


def _is_of_no_attribute(said: str, head: str, hit: Hit) -> bool:
    """True of `except AttributeError` behind a `try` that asks for the attribute that is named."""
    lacking = _LACKING.search(said.strip())
    if lacking is None or "AttributeError" not in head:
        return False
    outline = hit.outline
    tries = [one for one in outline.marked("try") if one.span.contains(hit.whole)]
    asked = re.compile(rf"\.{re.escape(lacking['name'])}\b")
    return any(asked.search(one.text) for one in tries)


def _stem(word: str) -> str:
    return re.sub(r"ll(?=ed$)", "l", word.lower()).rstrip("s")  # `cancelled`, `canceled`


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
    is_told = any(told.search(said) and caught.search(first) for told, caught in _KINDS)
    is_told = is_told or _is_of_no_attribute(said, first, hit)
    types = (one.text for one in outline.handles if head.span.contains(one.span))
    if not is_told and not any(_is_named_so(said, one) for one in types):
        return None
    span = Span(head.span.start, head.span.start + len(first.encode()))
    return Hit(EvidenceType.CONDITIONAL, "condition", outline, span, span)
