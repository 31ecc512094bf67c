"""In which loop something stands: of which sort, the inner or the outer one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.conditions.holding import safely
from codewitness.engine.verify.evidence import WEAK, EvidenceType
from codewitness.engine.verify.hit import Hit, has_word
from codewitness.model.facts import Item
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span


def is_in_loop(outline: Outline, span: Span, which: str) -> bool:
    """True if `span` stands in a loop of this sort, `while`, or in the `inner` one, the `outer`."""
    around = [
        item for item in outline.marked("loop") if item.span.contains(span) and item.span != span
    ]
    if which in ("for", "while", "do"):
        return any(is_sort_of_loop(item.text, which, outline.language) for item in around)
    loops = [item.span for item in outline.marked("loop")]
    is_nested = any(one != other and one.contains(other) for one in loops for other in loops)
    if which not in ("first", "last") and not is_nested:
        return bool(around)  # there is no other that it could be told from
    if which in ("first", "last"):
        outer = [one for one in loops if not any(o != one and o.contains(one) for o in loops)]
        told = (min if which == "first" else max)(outer, key=lambda one: one.start)
        return told.contains(span)
    if which.startswith("out"):
        return len(around) == 1
    return len(around) > 1


_DECIDING = frozenset({Around.BRANCH, Around.ELSE, Around.HANDLER})


def is_on_each_pass(hit: Hit) -> bool | None:
    """Whether each pass of the loop around the hit reaches it; None if a pass may end before it.

    True, too, for what stands in no loop: of that nothing is said here.
    """
    outline = hit.outline
    loop = outline.innermost(hit.whole, Around.LOOP)
    if loop is None:
        return True
    inside = [one for one in outline.regions if loop.contains(one.span) and one.span != loop]
    if any(one.around in _DECIDING and one.span.contains(hit.whole) for one in inside):
        return False
    if any(True for _ in safely(outline, hit.whole)):
        return False
    words = ("continue", "break", *(("next",) if outline.language == "ruby" else ()))
    exits = [item.span for word in words for item in outline.occurrences(word)]
    exits += [item.span for item in outline.returns]
    exits += [item.span for item in outline.marked("raised")]
    is_left = any(loop.contains(one) and one.end <= hit.whole.start for one in exits)
    tried = [r.span for r in inside if r.around is Around.TRY and r.span.contains(hit.whole)]
    is_tried = any(
        span.contains(call.whole) and call.whole.end <= hit.whole.start
        for span in tried
        for call in outline.calls
    )
    return None if is_left or is_tried else True


def is_last_pass(hit: Hit) -> bool:
    """True if the branch that the hit stands in always leaves the loop: it is not done again."""
    outline = hit.outline
    loop = outline.innermost(hit.whole, Around.LOOP, Around.COMPREHENSION)
    arm = outline.innermost(hit.whole, Around.BRANCH, Around.ELSE, Around.HANDLER)
    if loop is None or arm is None or not loop.contains(arm):
        return False
    exits = [item.span for item in outline.returns]
    exits += [item.span for item in outline.marked("return", "raised")]
    exits += [item.span for item in outline.occurrences("break")]
    own = (one for one in exits if arm.contains(one) and one.start >= hit.whole.start)
    return any(not outline.text.slice(Span(one.end, arm.end)).strip(" \t\n\r;})") for one in own)


def is_sort_of_loop(text: str, wanted: str, language: str) -> bool:
    """True for a loop that begins with the keyword, or is another language's form of it."""
    if language == "go":
        return wanted != "do"
    if language == "ruby" and wanted == "for":
        return re.match(r"(?:while|until|loop)\b", text) is None
    if wanted == "while" and re.match(r"(?:do|repeat|until|loop)\b", text):
        return True
    return re.match(rf"(?:async\s+)?{wanted}(?:each)?\b", text) is not None


def done_again(outline: Outline, error: str, *, is_other: bool) -> list[Hit]:
    """What is done once more where an error comes; where others do, of `unless EINTR is raised`."""
    found = [*_retried(outline, error), *_retried_in_loop(outline, error)]
    if not is_other or not error:
        return found
    every = [*_retried(outline, ""), *_retried_in_loop(outline, "")]
    return [one for one in every if one not in found]


def _retried(outline: Outline, error: str) -> Iterator[Hit]:
    """Ruby's `retry`, a statement; of a named error in its handler, else in one of any error."""
    handlers = {one.span: one.text.split("\n", 1)[0] for one in outline.marked("handler")}
    is_named = bool(error) and any(has_word(head, error) for head in handlers.values())
    for item in outline.occurrences("retry") if outline.language == "ruby" else ():
        around = [span for span in handlers if span.contains(item.span)]
        own = min(around, key=lambda one: one.end - one.start, default=None)
        head = "" if own is None else handlers[own]
        fits = has_word(head, error) if is_named else _OF_SOME.search(head) is None
        if not error or fits:
            yield Hit(EvidenceType.LOOP, item.text, outline, item.span, item.span)


_OF_SOME = re.compile(r"(?<![:\w])(?!Exception|StandardError|SystemCallError)[A-Z]\w+")


def _retried_in_loop(outline: Outline, error: str) -> Iterator[Hit]:
    """Loops around a `try` whose handler, perhaps of an error, does not leave them."""
    exits = [item.span for item in outline.returns]
    exits += [item.span for item in (*outline.marked("raised"), *outline.occurrences("break"))]
    branches = [r.span for r in outline.regions if r.around is Around.BRANCH]
    for loop in outline.marked("loop"):
        for handler in outline.marked("handler") if not _is_of_things(loop, outline) else ():
            own = handler.span
            if not loop.span.contains(own) or (error and not has_word(handler.text, error)):
                continue
            inner = [one for one in branches if own.contains(one)]
            leaving = [one for one in exits if own.contains(one)]
            if all(any(arm.contains(one) for arm in inner) for one in leaving):
                kind = EvidenceType.LOOP
                yield Hit(kind, "loop", outline, loop.span, loop.span, WEAK)
                yield Hit(kind, "handler", outline, own, own, WEAK)


_COUNTING = re.compile(
    r"(?i)range\(|\.\.|\b(?:until|through|repeat|times|step|stride|count|cycle|backoff)|attempt|retr|tries|delay"
)


def _is_of_things(loop: Item, outline: Outline) -> bool:
    """True for `for job in jobs`, whose every turn is about another thing."""
    inside = [one for one in outline.marked("loop") if loop.span.contains(one.span) and one != loop]
    for item in outline.marked("iterated"):
        is_own = loop.span.contains(item.span) and not any(
            o.span.contains(item.span) for o in inside
        )
        line = outline.text.slice(outline.text.line_span(outline.text.line_at(loop.span.start)))
        if is_own and not _COUNTING.search(line):
            return True
    return False


def is_retried(outline: Outline) -> bool:
    """True in Ruby where a handler has a `retry`."""
    return outline.language == "ruby" and any(True for _ in outline.occurrences("retry"))
