"""What some verbs are called in code: `prepends x` is `unshift(x)`, `masks x` is `x & 0xFF`.

What they are said to be done to has to stand in the call, or beside the operator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.calling.instantiating import made_hits
from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.evidence import LOOSE, EvidenceType, Finding
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.reading.spelled_short import are_told
from codewitness.engine.verify.shown import shown_by
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.text import Span

_NO = (
    r"(?:if|when|while|whenever|unless|until|in|inside|within|after|before|once|and|or|but|by|with"
    r"|without|using|on|onto|for|at|so|as|that|which|to|into|during|only|from|out|off)\b"
)
_WORD = rf"(?!{_NO})[\w`.@$>-]+"
_WHAT = rf"(?:the |its |an? |all |any |each )*(?P<what>{_WORD}(?: {_WORD}){{0,4}})"
_WHERE = (
    r"(?: (?:to|onto|into|of|in|on|from) (?:the |its |an? )?"
    rf"(?P<where>{_WORD}(?: {_WORD}){{0,2}}))?"
)
_FRONT = r"(?:front|head|start|beginning|top)"
_BACK = r"(?:end|back|tail|rear|bottom)"
_PUTS = r"(?:add|insert|put|push|plac|mov|enqueu|queue|attach|shift)(?:e?s|e|ed|ing)?"


class _Way(NamedTuple):
    """How a claim says it, how calls that do it are named, and what they are given then.

    text: code other than calls that does it, with what it is done to as `a` and perhaps `b`.
    """

    said: re.Pattern[str]
    name: re.Pattern[str]
    given: re.Pattern[str] | None = None
    text: re.Pattern[str] | None = None


def _way(said: str, name: str, given: str = "", text: str = "") -> _Way:
    return _Way(
        re.compile(rf"\b(?:{said})(?=$|[,.;]| )"),
        re.compile(rf"(?:{name})[!?]?"),
        re.compile(given, re.DOTALL) if given else None,
        re.compile(text) if text else None,
    )


_TO_FRONT = (
    rf"prepend(?:s|ed|ing)? {_WHAT}{_WHERE}"
    rf"|{_PUTS} (?P<what2>(?:the |its |an? )?{_WORD}(?: {_WORD}){{0,3}}) (?:to|at|onto|on|in)"
    rf" (?:the )?{_FRONT}"
    rf"(?: of (?:the |its )?(?P<where2>{_WORD}))?"
)
_TO_BACK = (
    rf"mov(?:es?|ed|ing) {_WHAT} to (?:the )?{_BACK}(?: of (?:the |its )?(?P<where>{_WORD}))?"
)
_OPERAND = r"[\w$@.\[\]>:-]*[\w$\])]"
_WAYS = (
    _way(
        _TO_FRONT,
        r"unshift|prepend|(?i:push|add|insert|offer|emplace|put|move|splice|append)_?(?i:to_?|at_?)?"
        r"(?i:front|first|head|beginning|start|left)(?i:node)?|lpush|insertBefore",
    ),
    _way(
        _TO_FRONT,
        r"insert|add|splice|insertObject|Insert|emplace",
        r"\(\s*(?:0\s*,|[\w.>-]+\.begin\(\)\s*,|[^,]+,\s*(?:at:|atIndex:)\s*0\s*\))|atIndex:\s*0\b"
        r"|\([^,]+,\s*at:\s*[\w.]*startIndex",
    ),
    _way(_TO_FRONT, "move_to_end", r"last\s*=\s*False"),
    _way(_TO_BACK, r"move_?[tT]o_?(?:[bB]ack|[eE]nd|[tT]ail)", r"^(?!.*last\s*=\s*False)"),
    _way(rf"splic(?:es?|ed|ing) {_WHAT}{_WHERE}", r"splice(?:_after|In)?"),
    _way(
        rf"mask(?:s|ed|ing)?(?: out| off)? {_WHAT}(?: (?:with|by|using) (?P<where>[\w`.$]+))?",
        r"(?!)",
        text=rf"(?P<a>{_OPERAND})\s*&(?![&=])\s*(?P<b>[~(]*{_OPERAND})|(?P<a2>{_OPERAND})\s*&=\s*(?P<b2>[~(]*{_OPERAND})",
    ),
    _way(
        r"saturat(?:es?|ing)(?: (?:on|at) \w+)?", r"saturating_\w+|addingReportingOverflow|qadd\w*"
    ),
    _way(rf"leak(?:s|ed|ing)? {_WHAT}", r"leak|forget|into_raw|passRetained"),
    _way(
        rf"(?:negat(?:es?|ing)|flips?|toggl(?:es?|ing)) {_WHAT}",
        r"(?!)",
        text=rf"(?P<a>{_OPERAND})\s*=\s*(?:!|not\s+)\s*(?P<b>(?P=a))(?![\w.(])",
    ),
)
_MEMORY = frozenset({"memory", "it", "value", "box", "reference"})


def rule_done_by_name(clause: Clause, subject: Subject) -> Finding | None:
    """The calls and the operators that do what the verb says; None if none does."""
    if clause.predicate not in (Predicate.ACTS, Predicate.WRITES) or clause.is_only:
        return None
    hits: list[Hit] = []
    for way in _WAYS:
        if (said := way.said.search(clause.text)) is None:
            continue
        groups = said.groupdict()
        what = groups.get("what") or groups.get("what2") or ""
        where = groups.get("where") or groups.get("where2") or ""
        for part in subject.parts:
            hits += _called(way, what, where, part)
            hits += _written(way, what, where, part)
    return shown_by(hits, clause)


def _called(way: _Way, what: str, where: str, part: Part) -> Iterator[Hit]:
    outline = part.outline
    for call in outline.calls:
        if way.name.fullmatch(call.name.partition(":")[0]) is None:
            continue
        given = outline.text.slice(Span(call.name_span.end, call.whole.end))
        whole = outline.text.slice(call.whole)
        if way.given is not None and not way.given.search(given):
            continue
        if (what in _MEMORY or are_told(what, whole)) and are_told(where, whole):
            yield call_hit(call, part, LOOSE)


def _written(way: _Way, what: str, where: str, part: Part) -> Iterator[Hit]:
    outline = part.outline
    for gap in outline.gaps if way.text is not None else ():
        text = outline.text.slice(gap)
        for found in way.text.finditer(text) if way.text is not None else ():
            span = outline.text.part_of(gap, *found.span())
            if any(one.contains(span) for one in outline.silent):
                continue
            groups = {name: value for name, value in found.groupdict().items() if value}
            left, right = (
                next((v for n, v in groups.items() if n[0] == side), "") for side in "ab"
            )
            sides = ((left, right), (right, left))
            if any(are_told(what, one) and are_told(where, other) for one, other in sides):
                kind = EvidenceType.ATTRIBUTE_WRITE
                yield Hit(kind, found[0], outline, span, span, LOOSE)


_COPYING = re.compile(
    r"(?:list|dict|set|tuple|slice|from|of|dup|to_?(?:vec|a|owned)|to_?(?:[lL]ist|[aA]rray|[sS]et|[mM]ap)"
    r"|copy_?[oO]f|concat|ToList|ToArray)!?"
)


def may_copy(clause: Clause, subject: Subject) -> str:
    """Why it is left open whether it copies something: `list(x)`, `x.slice()`, `[...x]`."""
    if clause.detail not in ("copy", "clone", "duplicate", "copies", "clones"):
        return ""
    for part in subject.parts:
        for call in part.outline.calls:
            if _COPYING.fullmatch(call.name):
                return f"`{call.text}` may make a copy"
        text = "".join(part.outline.text.slice(gap) for gap in part.outline.gaps)
        if re.search(r"[\[{(]\s*(?:\.\.\.|\*{1,2}(?=[a-z]))|\[:\]|=\s*\*\w", text):
            return "what is made there may be a copy"
    return ""


_MAKING = re.compile(
    r"\b(?:creat(?:es?|ing)|build(?:s|ing)?|instantiat(?:es?|ing)|construct(?:s|ing)?"
    r"|mak(?:es?|ing)(?= a new\b))"
    rf" (?:(?:the|its|an?|new|fresh|another|single|own) )*(?P<what>{_WORD}(?: {_WORD}){{0,3}})"
)


def rule_made_in_words(clause: Clause, subject: Subject) -> Finding | None:
    """`creates the lock` of `Lock()`: what is made of a class whose name ends in the words."""
    said = _MAKING.search(clause.text)
    is_done = clause.predicate in (Predicate.ACTS, Predicate.INSTANTIATES)
    if said is None or not is_done or clause.is_only or clause.arguments or clause.given:
        return None
    if any(one.is_code for one in clause.objects):
        return None
    wanted = re.sub(r"[^a-z]", "", said["what"].lower())
    hits = [
        hit
        for hit in made_hits(None, subject).fitting
        if any(one.lower().endswith(wanted) for one in parts(hit.detail)) and len(wanted) > _SHORT
    ]
    return shown_by(hits, clause)


_SHORT = 2  # letters that say too little
