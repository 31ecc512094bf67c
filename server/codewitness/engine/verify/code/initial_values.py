"""`Timeout defaults to 5 seconds` of a property: the value with which it is declared."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.code.values import is_literal, is_value, number_of
from codewitness.engine.verify.evidence import (
    NOTHING,
    EvidenceType,
    Finding,
    Proof,
    doubtful,
    found,
)
from codewitness.engine.verify.subject import Subject
from codewitness.model.facts import Kind
from codewitness.model.text import Span

_SAID = re.compile(r"\bdefaults? to (?:the |an? )?(?P<value>[^,;]+?)$")
_MADE = re.compile(r"(?<![=!<>+*/|&?-])=(?![=>~])\s*(?P<value>[^=;{}]+?);?\s*$")
_ON_ITS_LINE = re.compile(
    r"[^={\n]*(?<![=!<>])=(?![=>])[ \t]*(?P<value>[^=;{}\n]+?)[ \t]*(?:[;{\n]|$)"
)
_AMOUNT = re.compile(r"(?P<n>-?[\w.]+) (?P<unit>(?:milli|micro|nano)?second|minute|hour|day)s?")


def rule_initial(clause: Clause, subject: Subject) -> Finding | None:
    """What follows of the value that a property is declared with; None if that is not asked."""
    said = _SAID.search(clause.text)
    if said is None or subject.kind is not Kind.PROPERTY or clause.condition is not None:
        return None
    outline = subject.head.outline
    text = outline.text.slice(Span(outline.name_span.end, outline.span.end))
    is_first = outline.language in ("kotlin", "swift")
    made = _ON_ITS_LINE.match(text) if is_first else _MADE.search(text)
    if made is None or clause.is_only or clause.place is not None:
        return None
    value, wanted = made["value"].strip(), said["value"].strip("`")
    if is_value(value, wanted, outline.language) or _is_as_long(value, wanted):
        return found([Proof(EvidenceType.SIGNATURE, value, outline, outline.name_span)])
    is_told = is_literal(value) and is_literal(wanted)
    is_told = is_told or _is_other_amount(value, wanted)
    return NOTHING if is_told else doubtful("it is declared with a value, which may be that")


def _is_as_long(value: str, wanted: str) -> bool:
    """True for `TimeSpan.FromSeconds(5)` of `five seconds`: the number, and what is counted."""
    said, (number, unit) = _AMOUNT.fullmatch(wanted), _amount_of(value)
    return said is not None and (number, unit) == (number_of(said["n"]), said["unit"])


def _is_other_amount(value: str, wanted: str) -> bool:
    """True for `30 seconds`: another number of the same."""
    said, (number, unit) = _AMOUNT.fullmatch(wanted), _amount_of(value)
    return said is not None and unit == said["unit"] and None not in (number, number_of(said["n"]))


def _amount_of(value: str) -> tuple[float | None, str]:
    """The only number in a value, and its only unit."""
    numbers = re.findall(r"(?<![\w.])\d[\d_.]*", value)
    units = re.findall(r"(?i)(?:milli|micro|nano)?second|minute|hour|day", value)
    is_one = len(numbers) == 1 and len(units) == 1
    return (number_of(numbers[0]), units[0].lower()) if is_one else (None, "")
