"""What has been left before a place: the exits, and the conditions under which they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.code.jumping import jumps_over
from codewitness.engine.verify.conditions.answered import is_answered
from codewitness.engine.verify.conditions.asked import decided, said
from codewitness.engine.verify.conditions.came_to import came_to
from codewitness.engine.verify.conditions.conditions import describes, shares_word
from codewitness.engine.verify.conditions.left_behind import is_left_within
from codewitness.engine.verify.hit import Hit, has_word
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span


def is_asked_before(said: str, hit: Hit) -> bool:
    """True if a condition under which it was left before may be one that is said in plain words."""
    return any(
        shares_word(said, text) or describes(said, text, is_inverted=True)
        for text in left_under(hit)
    )


def is_left_over(hit: Hit, names: Sequence[str]) -> bool:
    """True for what is reached only if nothing has left before: `if ok: return`, then `raise`."""
    handler = hit.outline.innermost(hit.whole, Around.HANDLER)
    if handler is not None and not any(handler.contains(exit_) for _, exit_ in left_by(hit)):
        return False  # it is an error that it is reached by
    text = "\n".join(left_under(hit))
    loops = [item.span for item in hit.outline.marked("loop")]
    if names and all(holder in loops for holder, _ in left_by(hit)):
        return False  # what a loop goes over is asked by no condition
    return bool(text) and all(has_word(text, name) for name in names)


def left_under(hit: Hit) -> list[str]:
    """The conditions under which it has been left before a place, and what leads to leaving it."""
    texts = []
    for holder, span in left_by(hit):
        head = Span(min(holder.start, span.start), span.start)
        texts += [hit.outline.text.slice(head)] if head.start < head.end else []
    return texts + [hit.outline.text.slice(span) for span in conditions_left(hit)]


def conditions_left(hit: Hit) -> list[Span]:
    """The conditions of what has been left before."""
    holders = [holder for holder, _ in left_by(hit)]
    asked = [item.span for item in hit.outline.marked("condition")]
    return [one for one in asked if any(holder.contains(one) for holder in holders)]


def left_by(hit: Hit) -> Iterator[tuple[Span, Span]]:
    """What has left before a place: the conditional or loop around it, and itself."""
    outline = hit.outline
    exits = [item.span for item in outline.returns]
    exits += [item.span for item in outline.marked("raised", "continue")]
    exits += jumps_over(outline, hit.whole)
    holders = outline.marked("conditional", "loop")
    for span in exits:
        around = [one.span for one in holders if one.span.contains(span)]
        if around and span.end <= hit.whole.start:
            yield min(around, key=lambda one: one.end - one.start), span


def is_left_under_both(hit: Hit, described: str, names: Sequence[str]) -> bool:
    """True if all that has left before and speaks of what is named asks for something else, too."""
    outline = hit.outline
    names = names or named_parameters(outline, described)
    if all(is_left_within(outline, exit_, hit.whole) for _, exit_ in left_by(hit)):
        return True
    texts = [outline.text.slice(span) for span in conditions_left(hit)]
    mine = [
        text
        for text in texts
        if any(has_word(text, name) for name in names) or shares_word(described, text)
    ]
    return bool(mine) and all(_BOTH.search(text) for text in mine)


_BOTH = re.compile(r"&&|\band\b")


def has_left_so(described: str, hit: Hit) -> bool:
    """True if what has left before did so where it is as described: `if !x: return`, `unless x`."""
    asked, outline = said(described), hit.outline
    if len(asked) != 1:
        return False
    for holder, exit_ in left_by(hit):
        own = [c for c in outline.marked("condition") if holder.contains(c.span)]
        for condition in own[:1]:
            came = came_to(outline, condition.span, exit_)
            known = [] if came is None else list(decided(condition.text, holds=came))
            if len(known) == 1 and is_answered(asked[0], known[0], outline.language):
                return True
    return False


_UNLIKE = re.compile(r"\b(?:not match|mismatch\w*|differs?|not equal|not the same|unequal)\b")


def has_left_in_words(described: str, hit: Hit) -> bool:
    """As `has_left_so`, of `if x does not match y` where `x != y` has left before."""
    if _UNLIKE.search(described) is None:
        return False
    outline = hit.outline
    left = ((holder, exit_) for holder, exit_ in left_by(hit))
    return any(
        holder.contains(one.span)
        and came_to(outline, one.span, exit_)
        and "!=" in one.text
        and shares_word(described, one.text)
        for holder, exit_ in left
        for one in outline.marked("condition")
    )


def named_parameters(outline: Outline, said: str) -> tuple[str, ...]:
    """The parameters that plain words name, `flag` of `if flag is set`."""
    words = set(re.findall(r"\w+", said)) - _NO_NAMES
    return tuple(one.name for one in outline.parameters if one.name in words)


_NO_NAMES = frozenset({"data", "value", "name", "key", "error", "result", "it", "is", "if", "not"})
