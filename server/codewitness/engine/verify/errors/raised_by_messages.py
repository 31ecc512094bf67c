"""What is raised by a call, as Objective-C has it, and what a claim names by its text alone.

`[NSException raise:NSRangeException format:…]`; `throws 'no key'` of `new Error('no key')`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.claim import Object
from codewitness.engine.verify.evidence import LOOSE, EvidenceType
from codewitness.engine.verify.hit import Hit, has_word
from codewitness.engine.verify.subject import Part
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_RAISING = re.compile(
    r"\[\s*(?P<owner>\w*(?:Exception|exception|ex))\s+raise(?::(?P<name>[^\]:]*))?\s*[\]\w]"
)


def raised_by_message(one: Object | None, part: Part) -> Iterator[Hit]:
    """The calls that raise what is named, which is the class, or the name that is given."""
    outline = part.outline
    if one is not None and one.text[:1] == '"':
        yield from _with_text(one.text[1:-1], outline)
    for call in outline.calls if outline.language == "objc" else ():
        written = outline.text.slice(Span(call.whole.start, call.whole.end))
        if (said := _RAISING.match(written)) is None:
            continue
        if one is None or any(has_word(text or "", one.text) for text in said.groups()):
            yield call_hit(call, part, LOOSE)._replace(type=EvidenceType.RAISE)


def _with_text(said: str, outline: Outline) -> Iterator[Hit]:
    """What is raised with this very text."""
    for item in outline.marked("raised"):
        texts = [span for span in outline.silent if item.span.contains(span)]
        if said and any(outline.text.slice(span).strip("\"'`") == said for span in texts):
            yield Hit(EvidenceType.RAISE, said, outline, item.span, item.span, LOOSE)
