"""Ruby's `@x` is not the local variable `x`, and `x` of an accessor may be it."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Object
from codewitness.engine.verify.hit import Hit, Hits
from codewitness.engine.verify.names import is_bound
from codewitness.model.text import Span

_VARIABLE = re.compile(r"@@?\w+")


def of_instance(one: Object | None, hits: Hits) -> Hits:
    """Of the places of `@x` those that write it so; others are left open, or are of a local."""
    if one is None or _VARIABLE.fullmatch(one.text) is None:
        return hits
    kept: list[Hit] = []
    doubt = hits.doubt
    for hit in hits.fitting:
        if hit.outline.language != "ruby" or _is_written_so(one.text, hit):
            kept.append(hit)
        elif not is_bound(hit.outline, one.text.lstrip("@")):
            line = hit.outline.text.line_at(hit.span.start) + 1
            doubt = doubt or f"`{hit.detail}` in line {line} may be what `{one.text}` holds"
    return hits._replace(fitting=tuple(kept), doubt="" if kept else doubt)


def _is_written_so(name: str, hit: Hit) -> bool:
    begins = max(hit.span.start - 2, 0)
    text = hit.outline.text.raw[begins : hit.span.end].decode("utf-8", "replace")
    text += hit.outline.text.slice(Span(hit.span.start, hit.whole.end))
    return re.search(rf"(?<![@\w]){re.escape(name)}(?!\w)", text) is not None
