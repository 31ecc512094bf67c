"""`first`, `at the end`: whether anything else is done before what is said, or behind it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.code.deferring import comes_first
from codewitness.engine.verify.conditions.conditions import FOREMOST, LASTLY
from codewitness.engine.verify.hit import Hit, statement_start
from codewitness.model.outline import Call
from codewitness.model.text import Span

_LOGS = re.compile(
    r"(?i)(?:^|[.>:$_])_*(?:slog|log(?:ger|ging)?|console|timber|tracing)(?:[.>:!]|$)"
)


def is_step(hit: Hit, step: str) -> bool:
    """True if no other call or loop comes before, or behind it."""
    return _is_step(hit, step, hit.outline.calls)


def may_be_step(hits: Sequence[Hit], step: str) -> str:
    """Why none of these is a step for certain, and may be one; empty if none is."""
    side = "before" if step in ("first", FOREMOST) else "after"
    if step in (FOREMOST, LASTLY):
        return f"something else is done {side} it"
    if any(_is_step(hit, step, _but_logs(hit)) for hit in hits):
        return f"nothing but a line for the log comes {side} it"
    return ""


def _but_logs(hit: Hit) -> list[Call]:
    return [call for call in hit.outline.calls if not _LOGS.search(call.text)]


def _is_step(hit: Hit, step: str, calls: Sequence[Call]) -> bool:
    outline = hit.outline
    own = Span(statement_start(hit), hit.whole.end)
    others = [call.whole for call in calls]
    others += [item.span for item in outline.marked("loop", "raised", "deferred")]
    others += [one.target_span for one in outline.assigned]
    for other in others:
        if hit.whole.contains(other) or other.contains(hit.whole) or own.contains(other):
            continue
        is_before = comes_first(outline, other, hit.whole)
        if is_before is (step in ("first", FOREMOST)):
            return False
    return True
