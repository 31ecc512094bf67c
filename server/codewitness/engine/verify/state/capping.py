"""`caps the length at the limit` of `if (n > limit) n = limit;`, and of `n > limit ? limit : n`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.code.values import squeezed
from codewitness.engine.verify.evidence import LOOSE, EvidenceType, Finding
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.reading.spelled_short import are_told
from codewitness.engine.verify.shown import shown_by
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_TO = r"(?:to|at|by|with)(?: (?:at (?:most|least)|a (?:max|min)imum of|no (?:more|less) than))?"
_SAID = re.compile(
    r"\b(?P<verb>clamp|cap|limit|bound|restrict)(?:s|ped|ed|ping|ing)? (?:the |its |an? )?"
    rf"(?P<what>[\w`. -]+?)(?: {_TO} (?:the |its |an? )?(?P<most>[\w`.() -]+))?$"
)
_NAME = r"[\w$@.>\[\]-]*[\w$@\])]"
_ASKED = rf"(?P<a>{_NAME})\s*(?P<sign>[<>])=?\s*"
_IF = re.compile(
    rf"\bif\s*\(?\s*(?:[^;{{}}|\n]*?(?:&&|\band\b)\s*)?{_ASKED}(?P<b>[^;:{{}}\n]+?)\s*\)?\s*(?:[:{{]|then\b)?\s*"
    r"(?P=a)\s*=(?!=)\s*(?P<to>[^;\n}]+)"
)
_CHOICES = (
    re.compile(rf"{_ASKED}(?P<b>{_NAME})\s*\)?\s*\?\s*(?P=b)\s*:\s*(?P=a)(?![\w.])"),
    re.compile(rf"(?P<b>{_NAME}) if (?P<a>{_NAME}) (?P<sign>[<>])=? (?P=b) else (?P=a)(?![\w.])"),
)
_LEAST = re.compile(r"\b(?:at least|minimum|no less than)\b")
_MOST = re.compile(r"\b(?:at most|maximum|no more than)\b")


def rule_capped(clause: Clause, subject: Subject) -> Finding | None:
    """What a comparison shows that sets the greater to the other; None if there is none."""
    said = _SAID.search(clause.text)
    if said is None or clause.is_only:
        return None
    is_cap = said["verb"] != "clamp" or _MOST.search(clause.text)
    signs = "<" if _LEAST.search(clause.text) else ">" if is_cap else "<>"
    hits = tuple(
        hit
        for part in subject.parts
        for sign, hit in _capped(said["what"], said["most"] or "", part.outline)
        if sign in signs
    )
    return shown_by(hits, replace(clause, text=clause.detail))


def _capped(what: str, most: str, outline: Outline) -> Iterator[tuple[str, Hit]]:
    kind = EvidenceType.CONDITIONAL
    for gap in outline.gaps:
        text = outline.text.slice(gap)
        for pattern in (_IF, *_CHOICES):
            for found in pattern.finditer(text):
                span = outline.text.part_of(gap, *found.span())
                to = found.groupdict().get("to") or found["b"]
                is_bound = squeezed(found["b"]).strip("()") in squeezed(to) or _is_near(
                    found["b"], to
                )
                if any(one.contains(Span(span.start, span.start + 1)) for one in outline.silent):
                    continue
                if is_bound and are_told(what, found["a"]) and are_told(most, to):
                    yield found["sign"], Hit(kind, found[0], outline, span, span, LOOSE)


def _is_near(bound: str, to: str) -> bool:
    """True for `sizeof(msg) - 1` of a comparison with `(int)sizeof(msg)`."""
    names = set(re.findall(r"[A-Za-z_]\w*", re.sub(r"\(\w+\)(?=\w)", "", bound)))
    return bool(names) and names == set(re.findall(r"[A-Za-z_]\w*", to))
