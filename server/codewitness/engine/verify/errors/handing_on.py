"""Handlers that may not keep what they catch: a filter lets some pass, or it is handed on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.hit import has_word
from codewitness.model.facts import Item
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_FILTERS = {"csharp": r"\bwhen\s*\(", "swift": r"\bwhere\b"}
_ANY = re.compile(r"\b(?:every|all|any|each|everything|always)\b")
_BOUND = {
    "python": r"except\b[^\n]*?\bas\s+(\w+)",
    "ruby": r"rescue\b[^\n]*?=>\s*(\w+)",
    "swift": r"catch\s+let\s+(\w+)",
}
_CAUGHT = r"catch\s*\(\s*(?:[\w.<>|@\s]*?[\s.|])?(\w+)\s*(?::[^)]*)?\)"
# Calls that give on what went wrong to whoever waits for it.
GIVING_ON = re.compile(
    r"(?i)(?:re)?(?:throw|raise)\w*|reject\w*|next|callback|cb|done|fail\w*|completion\w*|on_?error"
    r"|on_?failure|set_?exception|complete_?exceptionally|propagate|error_?handler|resume\w*"
)
# `return log(e)` tells of it, and no more.
TELLING = re.compile(r"(?i)_?(?:log|print|warn|debug|info|trace|error|puts|say|echo|str$|repr$)")


def kept_in_part(clause: Clause, handler: Item, outline: Outline) -> str:
    """Why a handler that raises nothing may not keep what is said to be swallowed; else empty."""
    head = _head(handler, outline)
    is_filtered = re.search(_FILTERS.get(outline.language, r"(?!)"), head) is not None
    if is_filtered and (clause.objects or _ANY.search(clause.text)):
        return "a filter decides which the handler keeps"
    name = _bound(head, outline.language)
    if any(_is_raised_by(inner, name) for inner in _inside(handler, outline)):
        return "a function inside may raise it again"
    given = next(_given_on(name, handler.span, outline), "") if name else ""
    return f"`{given}` is given what is caught" if given else ""


def _inside(handler: Item, outline: Outline) -> list[str]:
    return [outline.text.slice(o.span) for o in outline.nested if handler.span.contains(o.span)]


def _is_raised_by(inner: str, name: str) -> bool:
    """True for `() => { throw err; }`."""
    return bool(name) and re.search(rf"\b(?:throw|raise)\s+{re.escape(name)}\b", inner) is not None


def _head(handler: Item, outline: Outline) -> str:
    text = outline.text.slice(handler.span)
    end = "\n" if outline.language in ("python", "ruby") else "{"
    return text.partition(end)[0]


def _bound(head: str, language: str) -> str:
    found = re.search(_BOUND.get(language, _CAUGHT), head)
    return found[1] if found else "error" * (language == "swift")


def _given_on(name: str, inside: Span, outline: Outline) -> Iterator[str]:
    returned = [
        item.value_span
        for item in outline.returns
        if inside.contains(item.span) and outline.text.slice(item.span).startswith("return")
    ]
    for call in outline.calls:
        given = outline.text.slice(Span(call.name_span.end, call.whole.end))
        is_whole = call.whole in returned and not TELLING.match(call.name)
        is_on = inside.contains(call.whole) and has_word(given, name)
        if is_on and (is_whole or GIVING_ON.fullmatch(call.name)):
            yield call.text
