"""`returns two values`: how many a definition gives back at once, by its header and its returns."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.claim import Clause, Count
from codewitness.engine.verify.code.nulls import is_none, several
from codewitness.engine.verify.evidence import EvidenceType, Finding, Proof, doubtful, found
from codewitness.engine.verify.subject import Subject
from codewitness.model.nesting import outside_quotes, split
from codewitness.model.outline import Outline, Returned
from codewitness.model.text import Span

_VALUES = re.compile(
    r"\b(?:returns?|gives? back) (?:[\w-]+ ){0,4}?(?:return )?(?:values?|results?|things)$"
)
_TIMES = re.compile(r"\breturns? (?:exactly |at least |only )?(?:twice|thrice|\w+ times)$")
_TUPLE_IN = re.compile(r"\(|\[[^\[\]]*,|[Tt]uple|Pair|Triple|\b(?:Any|object|auto|var)\b")
_SCALAR = re.compile(
    r"-?[\d.]+|\"[^\"]*\"|'[^']*'|[Tt]rue|[Ff]alse|(?:not |!).*|.*(?:[=!<>]=|&&| and ).*", re.DOTALL
)
_UNTYPED = frozenset({"python", "javascript", "typescript", "tsx", "ruby", "lua"})


def rule_how_many(clause: Clause, subject: Subject) -> Finding | None:
    """What follows for a number of values; None if a clause asks no such thing."""
    count = clause.count
    if count is not None and not clause.objects and _TIMES.search(clause.text):
        return doubtful("it comes back once each time; how many returns it has may be meant")
    if count is None or clause.objects or _VALUES.search(clause.text) is None:
        return None
    if clause.condition is not None or clause.place is not None:
        return None
    outline = subject.head.outline
    given = [item for item in outline.returns if not is_none(item.value, outline.language)]
    if outline.language == "go":
        return _by_header(count, given, outline)
    if not given:
        return None
    return _by_returns(count, given, outline)


def _by_header(count: Count, given: Sequence[Returned], outline: Outline) -> Finding | None:
    """Go declares all that it gives back, `(n int, err error)`."""
    declared = _declared(outline)
    if not declared:
        return None
    proofs = tuple(Proof(EvidenceType.SIGNATURE, one.value, outline, one.span) for one in given)
    if not proofs:
        proofs = (Proof(EvidenceType.SIGNATURE, "result", outline, outline.name_span),)
    return found(proofs) if count.allows(declared) else Finding(against=proofs)


def _declared(outline: Outline) -> int:
    """How many values stand behind the parameters of a header."""
    if outline.name_span.end > outline.header_span.end:
        return 0
    header = outline.text.slice(Span(outline.name_span.end, outline.header_span.end))
    ends = (at for at, char, depth in outside_quotes(header) if char == ")" and depth == 0)
    result = header[next(ends, len(header)) + 1 :].strip()
    if not result.startswith("("):
        return 1 if result else 0
    return len([one for one in split(result[1:-1], ",") if one.strip()])


def _by_returns(count: Count, given: Sequence[Returned], outline: Outline) -> Finding:
    widths = {_width(item.value, outline.language) for item in given}
    if len(given) < len(outline.returns) and max(widths) > 1:
        widths.add(1)
    if len(widths) > 1:
        return doubtful("how many values it returns is not the same everywhere")
    [width] = widths
    proofs = tuple(Proof(EvidenceType.SIGNATURE, one.value, outline, one.span) for one in given)
    if width > 1:
        if count.allows(width):
            return found(proofs)
        # One array of two values is one, too.
        is_one = count.allows(1) and any(not _is_bare(one.value) for one in given)
        return (
            doubtful("what is returned is made of several") if is_one else Finding(against=proofs)
        )
    if count.allows(1):
        return found(proofs)
    if any(_may_be_several(one.value, outline) for one in given):
        return doubtful("how many values what is returned has can't be seen")
    if count.allows(len({one.value for one in given})):
        return doubtful("whether they are returned at once, or one of them, is not said")
    return Finding(against=proofs)


def _width(value: str, language: str) -> int:
    text = value.strip()
    is_array = language in ("javascript", "typescript", "tsx", "ruby")
    if is_array and text.startswith("[") and text.endswith("]"):
        return len([one for one in split(text[1:-1], ",") if one.strip()])
    return len(several(text))


def _is_bare(value: str) -> bool:
    return not value.lstrip().startswith(("[", "("))


def _may_be_several(value: str, outline: Outline) -> bool:
    if _SCALAR.fullmatch(value):
        return False
    declared = outline.marked("result")
    if declared:
        return _TUPLE_IN.search(declared[0].text) is not None
    return outline.language in _UNTYPED
