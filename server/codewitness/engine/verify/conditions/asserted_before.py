"""What has been asserted before a place is reached: `assert force`, `require(force)`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.conditions.asked import decided
from codewitness.engine.verify.conditions.one_of_sides import Known
from codewitness.model.nesting import split
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_STATED = frozenset({"python", "java"})
_CALLED = {
    **dict.fromkeys(("c", "cpp", "objc"), frozenset({"assert", "NSAssert", "NSParameterAssert"})),
    **dict.fromkeys(("javascript", "typescript", "tsx"), frozenset({"assert", "ok", "invariant"})),
    "kotlin": frozenset({"assert", "check", "require", "checkNotNull", "requireNotNull"}),
    "rust": frozenset(
        {f"{debug}assert{how}" for debug in ("", "debug_") for how in ("", "_eq", "_ne")}
    ),
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


def failing(outline: Outline, span: Span) -> Span | None:
    """Where an assertion that `span` stands in fails, if what it asks can be read: its end."""
    for asked, whole in _assertions(outline):
        is_its = whole.contains(Span(span.start, span.start)) and whole.start < whole.end
        if is_its and any(True for _ in decided(asked, holds=False)):
            return Span(whole.end - 1, whole.end)
    return None


def failed_at(outline: Outline, span: Span) -> Iterator[Known]:
    """What does not hold where an assertion fails, which `failing` says."""
    for asked, whole in _assertions(outline) if span.end - span.start == 1 else ():
        if span == Span(whole.end - 1, whole.end):
            for question in decided(asked, holds=False):
                yield Known(question, whole)


def is_failure(outline: Outline, span: Span) -> bool:
    """True of what `failing` gives."""
    return any(True for _ in failed_at(outline, span))


def is_asserted_before(outline: Outline, span: Span) -> bool:
    """True if something, whatever it is, is asserted before a place."""
    return any(whole.end <= span.start for _, whole in _assertions(outline))


def _assertions(outline: Outline) -> Iterator[tuple[str, Span]]:
    """What each asks, empty if that can't be read, and where it stands."""
    if outline.language in _STATED:
        for item in outline.occurrences("assert"):
            line = outline.text.line_span(outline.text.line_at(item.span.start))
            text = outline.text.slice(Span(item.span.end, max(line.end, item.span.end)))
            text = text.partition(";")[0].rstrip()
            yield _asked(text), Span(item.span.start, item.span.end + len(text.encode()))
    names = _CALLED.get(outline.language, frozenset())
    for call in outline.calls if names else ():
        name, text = call.name.rstrip("!"), call.text.rstrip("!")
        owner = text[: -len(name)].rstrip(".") if text != name else ""
        if name in names and owner in _OWNERS and owner != "console":
            given = outline.text.slice(Span(call.name_span.end, call.whole.end)).strip("!; \n")
            inside = re.fullmatch(r"\((.*)\)(?:\s*\{.*\})?", given, re.DOTALL)
            yield _asked_by(name, inside[1]) if inside else "", call.whole


def _asked_by(name: str, given: str) -> str:
    """What a call asks of what it is given: of two values, whether they are the same."""
    pieces = [one.strip() for one in split(given, ",")] if _is_whole(given) else []
    if name.endswith(("_eq", "_ne")):
        sign = "==" if name.endswith("_eq") else "!="
        return f"{pieces[0]} {sign} {pieces[1]}" if len(pieces) > 1 else ""
    asked = _asked(given)
    return f"{asked} != null" if asked and name.endswith("NotNull") else asked


def _asked(text: str) -> str:
    """The first of what is given, the rest being a message."""
    text = re.sub(r"\s+(?:#|//).*$", "", text)
    if not _is_whole(text):
        return ""
    first = split(text, ",")[0]
    return (first if "?" in first else split(first, ":")[0]).strip()


def _is_whole(text: str) -> bool:
    return all(text.count(a) == text.count(b) for a, b in ("()", "[]", "{}"))
