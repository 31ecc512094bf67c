"""What the arms of a `switch`, `match` or `when` say of the value by which one is chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.conditions.asked import coded
from codewitness.engine.verify.question import Question
from codewitness.model.facts import Item
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span


def labelled(
    outline: Outline, holder: Item, value: Item, span: Span
) -> Iterator[tuple[Question, Span]]:
    """What the labels of the arm of a `switch` say of its value, and where they stand."""
    arms = sorted(
        {
            r.span
            for r in outline.regions
            if r.around is Around.BRANCH and holder.span.contains(r.span)
        },
        key=lambda one: (one.start, -one.end),
    )
    outer = [arm for arm in arms if not any(o != arm and o.contains(arm) for o in arms)]
    at = next((n for n, arm in enumerate(outer) if arm.contains(span)), -1)
    if at < 0 or value.span.end > outer[0].start:
        return
    ends = [value.span.end, *(arm.end for arm in outer)]
    labels = [
        _label(outline, Span(end, arm.start), arm) for end, arm in zip(ends, outer, strict=False)
    ]
    first = at
    while first and falls_through(outline, outer[first - 1]):
        first -= 1
    leading = labels[first : at + 1]
    if [] in leading:
        return
    shown, subject = value.span, _subject(value.text)
    if None in leading:  # what is left for `default`
        others = [*labels[:first], *labels[at + 1 :]]
        asked = [(f"{subject} == {one}", False) for label in others for one in label or ()]
    else:
        mine = [one for label in leading for one in label or ()]
        shown = _label_span(outline, Span(ends[at], outer[at].start))
        listed = f"in ({', '.join(mine)})" if len(mine) > 1 else f"== {mine[0]}"
        asked = [(f"{subject} {listed}", True)]
    for text, holds in asked:
        for question in coded(text, holds=holds):
            yield question, shown


_TAGLESS = re.compile(r"switch\s*(?:[^;{}\n]*;\s*)?\{")


def is_tagless(holder: str) -> bool:
    """True for Go's `switch { case n > 0: … }`, which compares no value."""
    return _TAGLESS.match(holder) is not None


def case_of(outline: Outline, holder: Span, span: Span) -> Span | None:
    """The arm of a `switch`, its label with it, that `span` stands in."""
    arms = (r.span for r in outline.regions if r.around is Around.BRANCH)
    mine = [one for one in arms if holder.contains(one) and one.contains(span)]
    return max(mine, key=lambda one: one.end - one.start, default=None)


_FALLING = frozenset({"c", "cpp", "objc", "java", "javascript", "typescript", "tsx"})
_BARE = re.compile(r"\s*(?:case\b[^\n;{}]*|default\s*):\s*")
_LEFT = re.compile(r"\b(?:break|return|continue|throw|goto|yield|exit|abort)\b[^;{}]*;?[\s}]*")


def falls_through(outline: Outline, arm: Span) -> bool:
    """True if the end of an arm leads on to the next: nothing leaves it, or it says so."""
    text = _without_comments(outline, arm)
    if outline.language in ("go", "swift"):
        return re.search(r"\bfallthrough[\s;]*$", text) is not None
    if _BARE.fullmatch(text):
        return outline.language in (*_FALLING, "csharp")
    if outline.language not in _FALLING or re.match(r"\s*(?:case|default)\b[^:;{}]*->", text):
        return False
    return not any(found.end() == len(text) for found in _LEFT.finditer(text))


def _without_comments(outline: Outline, arm: Span) -> str:
    text = outline.text.slice(arm)
    for silent in outline.silent:
        said = outline.text.slice(silent)
        if arm.contains(silent) and said.startswith(("//", "/*")):
            text = text.replace(said, "")
    return text


def _label_span(outline: Outline, before: Span) -> Span:
    """Where the label of an arm begins, which stands before it or at its beginning."""
    text = outline.text.slice(before)
    found = re.search(r"\b(?:case|when)\b", text) or re.search(r"[^\s{};,)]", text)
    at = len(text) if found is None else found.start()
    start = outline.text.part_of(before, 0, at).end
    return Span(start, start + 1)


def _subject(text: str) -> str:
    return text.strip().removeprefix("(").removesuffix(")")


_LABEL = re.compile(
    r"(?:\b(?:case|when|in)\b|^)\s*((?:[\w.\"'` ,|-]|::|:(?=\w))+?)"
    r"(?:\([^()\n]*\)|\s*\{[^{}\n]*\})?\s*"
    r"(?::(?![:\w])|(?<=[\w\"'`)]):(?!:)|=>|->|\bthen\b|\n)"
)
_DEFAULT = re.compile(r"\b(?:default|else)\b|(?:^|[{,\s])_\s*=>")


def _label(outline: Outline, before: Span, arm: Span) -> list[str] | None:
    """The values of an arm, which stand before it or at its beginning; None of `default`."""
    text = outline.text.slice(Span(before.start, arm.start)).strip(" \t\n{};,)")
    head = outline.text.slice(Span(arm.start, min(arm.end, arm.start + 120)))
    is_inside = re.match(r"\s*(?:case|default|when)\b", head) is not None
    text = head if is_inside else text + "\n"
    if _DEFAULT.search(text.split("\n", 1)[0] if is_inside else text):
        return None
    return [
        one.strip().strip("`")
        for found in _LABEL.finditer(text)
        for one in re.split(r"[,|]", found[1])
        if one.strip()
    ]
