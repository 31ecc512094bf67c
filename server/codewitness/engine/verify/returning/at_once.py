"""`returns false, err`, `returns false with a nil error`: several values of one return together."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.code.guarded import narrowed
from codewitness.engine.verify.code.nulls import several
from codewitness.engine.verify.code.possible import possible
from codewitness.engine.verify.evidence import EvidenceType, Finding
from codewitness.engine.verify.hit import Hit, Hits
from codewitness.engine.verify.hits import of_one
from codewitness.engine.verify.returning.may_give import may_be, wanted
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.nesting import split
from codewitness.model.outline import Returned

Gives = Callable[[Returned, str, Part], bool]

_NIL_ERROR = re.compile(r"\bwith (?:an? )?(?:nil|no) error$")
_TOGETHER = re.compile(r"\breturns? \(?[^()]*,[^()]*\)?$")
_AND = re.compile(r"\b(?:and|or)\b")
_ANY = ""  # in the place of what may be anything


def rule_at_once(clause: Clause, subject: Subject, gives: Gives) -> Finding | None:
    """What follows for values that are said together; None if a clause names no such."""
    if subject.language != "go" or clause.is_only or clause.count is not None:
        return None
    asked = _asked(clause)
    if not asked:
        return None
    fitting: list[Hit] = []
    others: list[Hit] = []
    doubt = ""
    for part in subject.parts:
        for item in part.outline.returns:
            hit = Hit(EvidenceType.SIGNATURE, item.value, part.outline, item.span, item.span)
            known = _is_given(item, asked, part, gives)
            (fitting if known else others).append(hit)
            if known is None and not doubt:
                line = part.outline.text.line_at(item.span.start) + 1
                doubt = f"line {line} returns `{item.value}`, which may be that"
    plain = of_one(clause, Hits(tuple(fitting), doubt, tuple(others)))
    return Finding(doubt=doubt) if doubt and not plain.proofs else plain


def _asked(clause: Clause) -> list[str]:
    """The values that are said to be returned at once; `_ANY` for those in between."""
    names = [one.text for one in clause.objects]
    if len(names) == 1 and _NIL_ERROR.search(clause.text):
        return [names[0], _ANY, "nil"]
    if len(names) == 1:
        return pieces if len(pieces := several(names[0])) > 1 else []
    is_joined = _TOGETHER.search(clause.text) and not _AND.search(clause.text)
    return names if is_joined and not clause.any_of and len(names) > 1 else []


def _is_given(item: Returned, asked: Sequence[str], part: Part, gives: Gives) -> bool | None:
    """Whether one return gives these values; None if it may."""
    pieces = [one.strip() for one in split(item.value, ",")]
    if _ANY in asked:
        return _with_error(item, pieces, asked, part, gives)
    if len(pieces) != len(asked):
        return None if len(pieces) == 1 else False
    known = [_is_one(item, *pair, part, gives) for pair in zip(pieces, asked, strict=True)]
    return _all(known)


def _with_error(
    item: Returned, pieces: Sequence[str], asked: Sequence[str], part: Part, gives: Gives
) -> bool | None:
    if len(pieces) == 1:
        return None
    firsts = [_is_one(item, one, asked[0], part, gives) for one in pieces[:-1]]
    first = True if True in firsts else None if None in firsts else False
    return _all([first, _is_one(item, pieces[-1], asked[-1], part, gives)])


def _all(known: Sequence[bool | None]) -> bool | None:
    if False in known:
        return False
    return None if None in known else True


def _is_one(item: Returned, piece: str, name: str, part: Part, gives: Gives) -> bool | None:
    if gives(item._replace(value=piece), name, part):
        return True
    marks = wanted(Object(name), part.outline.language)
    if not marks:
        return False
    given = possible(piece, part.outline.language)
    if piece.isidentifier():
        given = narrowed(given, piece, item.span, part.outline)
    return None if may_be(given, marks) else False
