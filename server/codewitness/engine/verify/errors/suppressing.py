"""What swallows without a handler: Python's `with suppress(E):`, and `error:NULL`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Part
from codewitness.model.facts import Item
from codewitness.model.outline import Call, Outline
from codewitness.model.text import Span

_TYPE = re.compile(rb"(\*?)\s*([A-Za-z_][\w.]*)")


class Suppressed(NamedTuple):
    """A call of `suppress`, and the types that it is given; `is_all` unless some can't be seen."""

    hit: Hit
    types: tuple[Item, ...]
    is_all: bool


def suppressed(part: Part, around: Sequence[str] = ()) -> Iterator[Suppressed]:
    """All of a part; with names those `around` which one of them is spoken of."""
    outline = part.outline
    if outline.language != "python":
        return
    for call in outline.calls:
        if call.name == "suppress" and _is_of_library(call, part) and _holds(call, around, outline):
            given = Span(call.span.end, call.whole.end)
            found = [
                (one[1], Item(one[2].decode(), Span(one.start(2), one.end(2))))
                for one in _TYPE.finditer(outline.text.raw, given.start, given.end)
            ]
            types = tuple(item for star, item in found if not star)
            hit = Hit(EvidenceType.EXCEPT, call.text, outline, call.whole, call.whole)
            yield Suppressed(hit, types, len(types) == len(found))


_NOWHERE = re.compile(r"\berror:\s*(?:NULL|nil|Nil)\s*\]$")


def unasked(part: Part) -> Iterator[Hit]:
    """Objective-C's `[data writeToFile:path error:NULL]`: nobody asks for the error."""
    outline = part.outline
    for call in outline.calls if outline.language == "objc" else ():
        if _NOWHERE.search(outline.text.slice(Span(call.span.end, call.whole.end))):
            yield Hit(EvidenceType.CALL, call.text, outline, call.name_span, call.whole)


def _is_of_library(call: Call, part: Part) -> bool:
    first, *rest = parts(call.text)
    return ".".join((part.around.imports.get(first, ""), *rest)) == "contextlib.suppress"


def _holds(call: Call, names: Sequence[str], outline: Outline) -> bool:
    """True if a name is spoken of in the block that the call stands before."""
    blocks = [item.span for item in outline.marked("with") if item.span.contains(call.whole)]
    if not names:
        return True
    return any(
        block.contains(item.span)
        for block in blocks
        for name in names
        for item in outline.occurrences(parts(name)[-1])
    )


_CAUGHT = re.compile(
    r"\bcatch\s*\(\s*(?:final\s+)?(?:[\w.|:<>?&*\s]+[\s&*])?(?P<a>\w+)\s*(?::[^)]*)?\)"
    r"|\bas\s+(?P<b>\w+)\s*:|=>\s*(?P<c>\w+)|\bcatch\s+let\s+(?P<d>\w+)"
)
_TELLING = r"(?!(?:str|repr|String|format|sprintf|describe|to_?[sS]tring|log\w*)\b)"


def is_handed_on(proof: Proof) -> bool:
    """True of a handler that gives what it has caught to somebody, or keeps it.

    `return await failed(e)`, `first = first or e`.
    """
    outline = proof.outline
    handlers = [i.span for i in outline.marked("handler") if i.span.contains(proof.span)]
    return any(_hands_on(outline.text.slice(span)) for span in handlers)


def _hands_on(text: str) -> bool:
    caught = _CAUGHT.search(text)
    name = next((one for one in caught.groups() if one), "") if caught is not None else ""
    given = rf"{_TELLING}[\w.]+\((?:[^;\n()]*,)?\s*{re.escape(name)}\s*[,)]"
    returned = rf"\breturn\s+(?:await\s+)?{given}"
    set_to = rf"(?<![=!<>])=(?![=>])\s*(?:{given}|{re.escape(name)}\s*[;\n])"
    return bool(name) and re.search(rf"{returned}|{set_to}", text) is not None
