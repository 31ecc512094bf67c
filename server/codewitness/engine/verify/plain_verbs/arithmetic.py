"""`subtracts the cost from the total`, `doubles the delay`: by the operators that do it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.evidence import LOOSE, EvidenceType, Finding
from codewitness.engine.verify.hit import Hit, Hits
from codewitness.engine.verify.hits import judged
from codewitness.engine.verify.reading.spelled_short import are_told
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_NO_WHAT = (
    r"(?:from|to|by|if|when|while|unless|until|in|inside|before|after|and|or|but|on|for|with)\b"
)
_WHAT = rf"[\w`.@$>-]+(?: (?!{_NO_WHAT})[\w`.@$>-]+){{0,5}}"
_SAID = (
    (
        re.compile(rf"\b(?:subtract|deduct)(?:s|ed|ing)? (?P<a>{_WHAT})(?: from (?P<b>{_WHAT}))?"),
        "-",
    ),
    (re.compile(rf"\badd(?:s|ed|ing)? (?P<a>{_WHAT}) to (?P<b>{_WHAT})"), "+"),
    (re.compile(rf"\bmultipl(?:y|ies|ied|ying) (?P<a>{_WHAT}) (?:by|with) (?P<b>{_WHAT})"), "x"),
    (re.compile(rf"\b(?P<two>doubl)(?:es|e|ed|ing) (?P<b>{_WHAT})"), "*"),
    (re.compile(rf"\b(?P<two>hal)(?:ves|ve|ved|ving) (?P<b>{_WHAT})"), "/"),
)
_OPERAND = r"[\w$@.\[\]()>:!?]+(?:\([^()\n]*\))?"
_SIGNS = {
    "-": re.compile(
        rf"(?P<l>{_OPERAND})\s*-=\s*(?P<r>[^;\n]+)|(?P<l2>{_OPERAND}) - (?P<r2>{_OPERAND})"
    ),
    "+": re.compile(
        rf"(?P<l>{_OPERAND})\s*\+=\s*(?P<r>[^;\n]+)|(?P<l2>{_OPERAND}) \+ (?P<r2>{_OPERAND})"
    ),
    "x": re.compile(
        rf"(?P<l>{_OPERAND})\s*\*=\s*(?P<r>[^;\n]+)|(?P<l2>{_OPERAND}) \* (?P<r2>{_OPERAND})"
    ),
    "*": re.compile(
        rf"(?P<l>{_OPERAND})\s*(?:\*=\s*2(?:\.0)?|<<=\s*1)(?![\w.])"
        rf"|(?P<l2>{_OPERAND}) (?:\* 2(?:\.0)?|<< 1)(?![\w.])"
        rf"|(?<![\w.])2(?:\.0)? \* (?P<l3>{_OPERAND})|(?P<l4>{_OPERAND}) \+ (?P=l4)(?![\w.])"
    ),
    "/": re.compile(
        rf"(?P<l>{_OPERAND})\s*(?://?=\s*2(?:\.0)?|>>=\s*1)(?![\w.])"
        rf"|(?P<l2>{_OPERAND}) (?://? 2(?:\.0)?|>> 1|\* 0\.5)(?![\w.])"
    ),
}
_TEXT = re.compile(r"[\"'`]")


def rule_counted(clause: Clause, subject: Subject) -> Finding | None:
    """What operators show of a sum or a difference that is spoken of; None if that is nothing."""
    if clause.is_only:
        return None
    # Without its text, for `of each row` says nothing of a loop.
    plain = replace(clause, objects=(), arguments=(), text=clause.detail)
    for said, sign in _SAID:
        if (found := said.search(clause.text)) is None:
            continue
        given = found.groupdict()
        hits = tuple(_by_operator(sign, given.get("a") or "", given.get("b") or "", subject))
        finding = judged(plain, partial(_these, hits))
        return finding if hits and finding.proofs else None
    return None


def _these(hits: tuple[Hit, ...], _: Object | None) -> Hits:
    return Hits(hits)


def _by_operator(sign: str, taken: str, whole: str, subject: Subject) -> Iterator[Hit]:
    for part in subject.parts:
        outline = part.outline
        for start, found in _matches(sign, outline):
            groups = {name: value for name, value in found.groupdict().items() if value}
            left = next((value for name, value in groups.items() if name[0] == "l"), "")
            right = next((value for name, value in groups.items() if name[0] == "r"), "")
            if not are_told(whole, left) or (taken and not are_told(taken, right)):
                if sign not in ("+", "x") or "l2" not in groups or not are_told(whole, right):
                    continue
                if not are_told(taken, left):
                    continue
            if sign == "+" and (_TEXT.search(left) or _TEXT.search(right)):
                continue  # texts that are put together
            span = Span(start, start + len(found[0].rstrip().encode()))
            kind = EvidenceType.ATTRIBUTE_WRITE
            yield Hit(kind, found[0].strip(), outline, span, span, LOOSE)


def _matches(sign: str, outline: Outline) -> Iterator[tuple[int, re.Match[str]]]:
    """What the operator stands in, with where it begins, comments and texts left out."""
    for gap in outline.gaps:
        text = outline.text.slice(gap)
        for found in _SIGNS[sign].finditer(text):
            start = outline.text.part_of(gap, *found.span()).start
            if not any(one.contains(Span(start, start + 1)) for one in outline.silent):
                yield start, found
