"""Variables that one statement of a function sets, and whether it is so wherever they are read."""

from __future__ import annotations

import re
from collections import Counter

from codewitness.model.outline import Around, Assigned, Outline
from codewitness.model.text import Span

NAME = re.compile(rb"(?<![\w$.@#])[A-Za-z_]\w*")
PATH = re.compile(r"[A-Za-z_$@][\w$]*(?:(?:\.|->|\?\.)#?[A-Za-z_]\w*)*")
MAX_VALUE = 300  # characters of a value that stands for a variable
CONSTANTS = frozenset(
    {*("True", "False", "true", "false", "None", "null", "nil", "undefined", "nullptr", "NULL")}
    | {*("YES", "NO")}
)
_MADE = re.compile(r"^\s*[{\"'`]|\b(?:lambda|function|await|yield)\b|=>|\belse\b|:=")
_CHOSEN = re.compile(r"\?(?![.(])")
_ASKED = re.compile(r"(?<=\w)\?(?=$|[^\w\s]|\s(?![^:]* : ))")  # of Ruby: `rows.empty?`
_WAYS = (Around.BRANCH, Around.ELSE, Around.LOOP, Around.HANDLER, Around.TRY, Around.COMPREHENSION)
_PLAINLY_SET = re.compile(r"\s*:?(?:[^=+*/|&^%-]*[^=+*/|&^%<>:!?-])?:?=\s*")


def set_once(outline: Outline) -> dict[str, Assigned]:
    """The variables that are set in one place of the function, by name."""
    n_set = Counter(one.target for one in outline.assigned)
    found = {
        one.target: one
        for one in outline.assigned
        if n_set[one.target] == 1 and one.target.isidentifier() and len(one.value) <= MAX_VALUE
    }
    if not found:
        return found
    places = _changing(outline)
    return {
        name: one
        for name, one in found.items()
        if places.get(name, set()) <= {one.target_span.start} and _is_plainly_set(one, outline)
    }


def is_made(value: str, language: str) -> bool:
    """True for a value that is made anew or chosen: a list, a text, a function, `a ? b : c`."""
    if language == "ruby":
        value = _ASKED.sub("", value)
    is_list = value.lstrip().startswith("[") and language != "objc"
    return is_list or any(one.search(value) is not None for one in (_MADE, _CHOSEN))


def reaches(one: Assigned, span: Span, outline: Outline) -> bool:
    """True if the variable is set on each way to what stands in `span`."""
    around = [r for r in outline.regions if r.around in _WAYS and r.span.contains(one.target_span)]
    is_before = one.value_span.end <= span.start
    return is_before and all(region.span.contains(span) for region in around)


def between(one: Assigned, span: Span, outline: Outline) -> list[Span]:
    """What may run after the variable is set and before `span`: also loops that come back to it."""
    loops = [loop.span for loop in outline.marked("loop") if loop.span.contains(span)]
    around = [loop for loop in loops if not loop.contains(one.value_span)]
    return [Span(one.value_span.end, span.start), *around]


def is_changed(outline: Outline, span: Span, roots: set[str]) -> bool:
    """True if something of these names is set there, or something is called that has one."""
    changed = [a.target for a in outline.assigned if span.contains(a.target_span)]
    changed += [b.text for b in outline.marked("bound", "deleted") if span.contains(b.span)]
    called = [c.whole for c in outline.calls if span.contains(c.whole)]
    changed += [outline.text.slice(whole) for whole in called]
    changed += ["self", "this"] if outline.marked("await", "yield") and called else []
    named = (match[0] for text in changed for match in NAME.finditer(text.encode()))
    return any(name.decode() in roots for name in named)


def _is_plainly_set(one: Assigned, outline: Outline) -> bool:
    between = Span(one.target_span.end, max(one.target_span.end, one.value_span.start))
    return _PLAINLY_SET.fullmatch(outline.text.slice(between)) is not None


def _changing(outline: Outline) -> dict[str, set[int]]:
    """Where names may be set: by a statement, a loop, a function inside, by their address."""
    body = outline.body_span or outline.span
    raw = outline.text.raw
    found: dict[str, set[int]] = {}
    for match in _CHANGED.finditer(raw, body.start, body.end):
        found.setdefault(match["name"].decode(), set()).add(match.start("name"))
    for match in _BOUND.finditer(raw, body.start, body.end):
        for name in NAME.finditer(raw, *match.span("names")):
            found.setdefault(name[0].decode(), set()).add(name.start())
    return found


_CHANGED = re.compile(
    rb"(?:(?:\+\+|--|&|&mut )"
    rb"|(?<![\w$.])(?=[A-Za-z_]\w*\s*(?:[-+*/%&|^?]{1,2}=|:=|\+\+|--|=(?!=))))"
    rb"(?P<name>[A-Za-z_]\w*)"
)
_BOUND = re.compile(
    rb"\b(?:for|as|global|nonlocal|del)\b\s*\(?(?P<names>[^\n;:{)]*?)(?=\bin\b|\bof\b|[\n;:{)]|$)"
)
