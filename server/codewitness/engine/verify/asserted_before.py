"""What has been asserted before a place is reached: `assert force`, `require(force)`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.asked import decided
from codewitness.engine.verify.one_of_sides import Known
from codewitness.model.nesting import split
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_STATED = frozenset({"python", "java"})
_CALLED = {
    **dict.fromkeys(("c", "cpp", "objc"), frozenset({"assert", "NSAssert", "NSParameterAssert"})),
    **dict.fromkeys(("javascript", "typescript", "tsx"), frozenset({"assert", "ok", "invariant"})),
    "kotlin": frozenset({"assert", "check", "require"}),
    "rust": frozenset({"assert", "debug_assert"}),
    "swift": frozenset({"assert", "precondition"}),
    "csharp": frozenset({"Assert"}),
}
_OWNERS = frozenset({"", "assert", "Debug", "Trace", "console"})


def asserted_before(outline: Outline, span: Span) -> Iterator[Known]:
    """What assertions have asked, each of which is passed wherever `span` is reached."""
    for asked, whole in _assertions(outline):
        around = [r.span for r in outline.regions if r.span.contains(whole)]
        if whole.end <= span.start and all(one.contains(span) for one in around):
            for question in decided(asked):
                yield Known(question, whole)


def is_asserted_before(outline: Outline, span: Span) -> bool:
    """True if something, whatever it is, is asserted before a place."""
    return any(whole.end <= span.start for _, whole in _assertions(outline))


def _assertions(outline: Outline) -> Iterator[tuple[str, Span]]:
    """What each asks, empty if that can't be read, and where it stands."""
    if outline.language in _STATED:
        for item in outline.occurrences("assert"):
            line = outline.text.line_span(outline.text.line_at(item.span.start))
            text = outline.text.slice(Span(item.span.end, max(line.end, item.span.end)))
            text = text.partition(";")[0]
            yield _asked(text), Span(item.span.start, item.span.end + len(text.encode()))
    names = _CALLED.get(outline.language, frozenset())
    for call in outline.calls if names else ():
        owner = call.text[: -len(call.name)].rstrip(".") if call.text != call.name else ""
        if call.name.rstrip("!") in names and owner in _OWNERS and owner != "console":
            given = outline.text.slice(Span(call.name_span.end, call.whole.end)).strip("!; \n")
            inside = re.fullmatch(r"\((.*)\)(?:\s*\{.*\})?", given, re.DOTALL)
            yield _asked(inside[1]) if inside else "", call.whole


def _asked(text: str) -> str:
    """The first of what is given, the rest being a message."""
    text = re.sub(r"\s+(?:#|//).*$", "", text)
    if not _is_whole(text):
        return ""
    first = split(text, ",")[0]
    return (first if "?" in first else split(first, ":")[0]).strip()


def _is_whole(text: str) -> bool:
    return all(text.count(a) == text.count(b) for a, b in ("()", "[]", "{}"))
