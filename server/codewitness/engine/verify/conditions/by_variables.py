"""Conditions that ask a variable, as what it was set to: `is_empty = not rows`, `if is_empty`.

A variable stands for its value where it is set once, on each way to the condition, and where
nothing that the value is made of changes in between.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.model.facts import Item
from codewitness.model.outline import Around, Assigned, Outline, Region
from codewitness.model.text import Span

_NAME = re.compile(rb"(?<![\w$.@#])[A-Za-z_]\w*")
_PATH = re.compile(r"[\w$@]+(?:(?:\.|->|\?\.)[A-Za-z_]\w*)*")
# What asks something, whose answer is yes or no.
_ASKING = re.compile(
    r"==|!=|<(?!<)|(?<![-=>])>(?!>)|!(?!=)|&&|\|\||\b(?:not|and|or|in|is|instanceof)\b"
    r"|\b(?:is|has|can|was|are|should|contains?|includes?|starts?|ends?|exists?|any|all|equals?"
    r"|match(?:es)?|isinstance|issubclass|callable)(?:_\w+|[A-Z]\w*|with)?[?]?\("
)
_MADE = re.compile(r"^\s*[\[{\"'`]|\b(?:lambda|function|await|yield)\b|=>|\?(?![.(])|\belse\b|:=")
_MAX_VALUE = 300  # characters of a value that is read as a condition
_SIMPLE = re.compile(r"[\w$.@]+(?:\([^()]*\))?")
_WAYS = (Around.BRANCH, Around.ELSE, Around.LOOP, Around.HANDLER, Around.TRY, Around.COMPREHENSION)


def by_variables(outline: Outline) -> tuple[dict[Span, str], tuple[Assigned, ...]]:
    """The conditions with their variables replaced, by place, and where these are set."""
    known = {one.target: one for one in _told_once(outline)}
    used: dict[str, Assigned] = {}
    conditions = outline.marked("condition") if known else ()
    told = {one.span: _replaced(one, known, outline, used) for one in conditions}
    return told, tuple(used.values())


def _told_once(outline: Outline) -> Iterator[Assigned]:
    """The variables that are set in one place of the function, to what asks something."""
    targets = [one.target for one in outline.assigned]
    for one in outline.assigned:
        is_once = one.target.isidentifier() and targets.count(one.target) == 1
        if is_once and _asks(one.value) and not _is_set_elsewhere(one, outline):
            yield one


def _asks(value: str) -> bool:
    if len(value) > _MAX_VALUE or _MADE.search(value):
        return False
    is_name = _PATH.fullmatch(value) is not None and value not in _CONSTANTS
    return (is_name and not value[0].isdigit()) or _ASKING.search(value) is not None


_CONSTANTS = frozenset(
    {*("True", "False", "true", "false", "None", "null", "nil", "undefined", "nullptr", "NULL")}
    | {*("YES", "NO")}
)


def _is_set_elsewhere(one: Assigned, outline: Outline) -> bool:
    """True if another statement may set it: a loop, a `with`, a function inside, by its address."""
    if not _PLAINLY_SET.fullmatch(outline.text.slice(_between(one))):
        return True
    name = re.escape(one.target.encode())
    changed = re.compile(
        rb"(?<![\w$.])" + name + rb"\s*(?:[-+*/%&|^?]{1,2}=|:=|\+\+|--|=(?!=))"
        rb"|(?:\+\+|--|&|&mut )" + name + rb"\b|\b(?:for|as|global|nonlocal|del)\s*\(?[^\n:;{)]*?\b"
        + name + rb"\b(?=[^\n;{]*?(?:\bin\b|\bof\b|[:,)\n]))"
    )  # fmt: skip
    body = outline.body_span or outline.span
    found = [match.start() for match in changed.finditer(outline.text.raw, body.start, body.end)]
    return any(start != one.target_span.start for start in found)


def _between(one: Assigned) -> Span:
    """What stands between a variable and what it is set to."""
    return Span(one.target_span.end, max(one.target_span.end, one.value_span.start))


_PLAINLY_SET = re.compile(r"\s*:?(?:[^=+*/|&^%-]*[^=+*/|&^%<>:!?-])?:?=\s*")


def _replaced(
    condition: Item, known: dict[str, Assigned], outline: Outline, used: dict[str, Assigned]
) -> str:
    """The condition, or what a variable is set to, with the variables in it replaced."""
    raw = outline.text.slice(condition.span).encode()
    if raw.decode() != condition.text:
        return condition.text
    pieces: list[str] = []
    at = 0
    for match in _NAME.finditer(raw):
        one = known.get(match[0].decode())
        span = Span(condition.span.start + match.start(), condition.span.start + match.end())
        is_before = one is not None and one.value_span.end <= condition.span.start
        if one is None or not is_before or any(s.contains(span) for s in outline.silent):
            continue
        inner = dict[str, Assigned]()
        value = _replaced(Item(one.value, one.value_span), known, outline, inner)
        value = " ".join(value.split())
        is_told = _is_operand(raw, match) or _PATH.fullmatch(value)
        if is_told and _holds_still(one, value, condition, outline):
            is_whole = match.span() == (0, len(raw)) or _SIMPLE.fullmatch(value)
            pieces += [raw[at : match.start()].decode(), value if is_whole else f"({value})"]
            at = match.end()
            used |= {**inner, one.target: one}
    return "".join((*pieces, raw[at:].decode()))


_BEFORE = re.compile(rb"(?:^|[(!]|&&|\|\||\b(?:not|and|or|if))\s*$")
_BEHIND = re.compile(rb"\s*(?:$|[)]|&&|\|\||(?:and|or)\b)")


def _is_operand(raw: bytes, match: re.Match[bytes]) -> bool:
    """True for what is asked for itself, and is not compared or called."""
    return _BEFORE.search(raw, 0, match.start()) is not None and (
        _BEHIND.match(raw, match.end()) is not None
    )


def _holds_still(one: Assigned, value: str, condition: Item, outline: Outline) -> bool:
    """True if the variable is set on each way there, and its value would be the same there."""
    start, end = one.value_span.end, condition.span.start
    if not all(r.span.contains(condition.span) for r in _ways(outline, one)):
        return False
    loops = [
        loop.span
        for loop in outline.marked("loop")
        if loop.span.contains(condition.span) and not loop.span.contains(one.value_span)
    ]
    between = [Span(start, end), *loops]
    roots = {match[0].decode() for match in _NAME.finditer(value.encode())}
    return not any(_is_changed(outline, span, roots) for span in between)


def _ways(outline: Outline, one: Assigned) -> Iterator[Region]:
    return (r for r in outline.regions if r.around in _WAYS and r.span.contains(one.target_span))


def _is_changed(outline: Outline, span: Span, roots: set[str]) -> bool:
    """True if something of these names is set there, or something is called that has one."""
    changed = [a.target for a in outline.assigned if span.contains(a.target_span)]
    changed += [b.text for b in outline.marked("bound", "deleted") if span.contains(b.span)]
    called = [c.whole for c in outline.calls if span.contains(c.whole)]
    changed += [outline.text.slice(whole) for whole in called]
    changed += ["self", "this"] if outline.marked("await", "yield") and called else []
    return any(
        match[0].decode() in roots for text in changed for match in _NAME.finditer(text.encode())
    )
