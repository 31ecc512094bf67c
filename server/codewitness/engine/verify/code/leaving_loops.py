"""Where the rest of a loop's pass is left out: `continue`, and `break` of the loop itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

_SWITCH = re.compile(r"(?:switch|select|match)\b")
_NEXT = {"ruby": ("next", "break")}


def passed_over(outline: Outline) -> Iterator[Span]:
    """The places that leave a pass, each to the end of its statement."""
    if not outline.marked("loop"):
        return
    switches = [item.span for item in outline.marked("conditional") if _SWITCH.match(item.text)]
    for word in _NEXT.get(outline.language, ("continue", "break")):
        for item in outline.occurrences(word):
            loop = outline.innermost(item.span, Around.LOOP)
            is_of_switch = word == "break" and any(
                one.contains(item.span) and (loop is None or loop.contains(one)) for one in switches
            )
            if loop is not None and not is_of_switch:
                yield item.span


def is_its_pass(outline: Outline, exit_: Span, arm: Span) -> bool:
    """False for a `break` of a loop within an arm, behind which the arm goes on."""
    inner = outline.innermost(exit_, Around.LOOP)
    is_word = outline.text.slice(exit_) in ("continue", "break", "next")
    return not (is_word and inner is not None and arm.contains(inner))
