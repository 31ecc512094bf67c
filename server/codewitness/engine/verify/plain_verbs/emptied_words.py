"""`empties the waiting set`, `bumps the reader count`: what plain words name, by what changes it.

A name in the code has to have all of the words, as `self._waiting.clear()` has *waiting*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.evidence import LOOSE, EvidenceType, Finding
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.names import is_bound
from codewitness.engine.verify.reading.spelled_short import are_told
from codewitness.engine.verify.shown import shown_by
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_ARTICLE = r"(?:the |its |an? |all |all of |every |each |any )*"
_ENDING = (
    r"(?=$|[,;.]| (?:if|when|unless|once|before|after|in|on|at|by|for|first|and|or|so|again|no"
    r"|even|regardless|while|whenever|every)\b)"
)
_EMPTYING = re.compile(
    r"\b(?:empt(?:y|ies|ied|ying)|clear(?:s|ed|ing)?(?: out)?|wip(?:es?|ed|ing)(?: out)?"
    r"|drop(?:s|ped|ping)?|purg(?:es?|ed|ing)|discard(?:s|ed|ing)?|null(?:s|ed)?(?: out)?"
    rf"|flush(?:es|ed|ing)?(?! (?:each|every)\b)|throws? away)"
    rf" {_ARTICLE}(?P<what>[\w`.@ -]+?){_ENDING}"
)
# What a local variable that gets another value does not show.
_LEAVING = re.compile(r"drop|purg|discard|flush|throw")
_STEPPING = re.compile(
    r"\b(?:(?P<up>increment|increas|bump|rais|count)|(?P<down>decrement|decreas|lower|reduc))"
    rf"(?:e?s|e|ed|ing)?(?: up| down)? {_ARTICLE}(?:(?:number|count|amount|total) of {_ARTICLE})?"
    rf"(?P<what>[\w`.@ -]+?){_ENDING}"
)
_SORTS = re.compile(
    r"\b(?:set|list|map|queue|array|table|dict(?:ionary)?|collection|vector|buffer|stack|field|flag"
    r"|attribute|counter|entries|entry|items?|elements?|variable|pointer)$"
)
_EMPTIED = re.compile(
    r"(?:clear|remove_?[aA]ll(?:Objects)?|empty|truncate|delete_?[aA]ll|reset|purge)!?"
)
_BLANK = re.compile(
    r"(?:None|null|nil|NULL|nullptr|undefined|''|\"\"|\[\]|\{\}|\(\)|@\[\]|@\{\}|std::nullopt"
    r"|(?:new )?[A-Z]?\w*(?:[Dd]ict|[Ll]ist|[Ss]et|[Mm]ap|[Aa]rray|[Dd]eque|Queue)\w*"
    r"(?:<[^()]*>)?\(\))$"
)
_UP = re.compile(
    r"(?i)(?:\w*_)?(?:incr(?:ement)?\w*|fetch_?add|add_?and_?get|get_?and_?(?:add|incr\w*))"
)
_DOWN = re.compile(r"(?i)(?:\w*_)?(?:decr(?:ement)?\w*|fetch_?sub|sub_?and_?get|get_?and_?decr\w*)")
_TARGET = r"[\w$@.>\[\]:-]*[\w$\])]"
_CHANGED = re.compile(rf"(?P<a>{_TARGET})\s*(?P<s>\+\+|--|\+=|-=)|(?P<s2>\+\+|--)(?P<b>{_TARGET})")


def rule_changed_in_words(clause: Clause, subject: Subject) -> Finding | None:
    """The places that empty, or count, what plain words name; None if none does."""
    is_done = clause.predicate in (Predicate.ACTS, Predicate.WRITES)
    if not is_done or clause.is_only or any(one.is_code for one in clause.objects):
        return None
    hits: list[Hit] = []
    if (said := _EMPTYING.search(clause.text)) is not None and not _is_written_out(said):
        is_left = _LEAVING.match(said[0]) is not None
        hits = [
            hit
            for part in subject.parts
            for hit in _emptied(said["what"], part)
            if not (is_left and hit.detail.isidentifier() and hit.arguments is None)
        ]
    elif (said := _STEPPING.search(clause.text)) is not None:
        sign = "+" if said["up"] else "-"
        hits = [hit for part in subject.parts for hit in _stepped(said["what"], sign, part)]
    return shown_by(hits, clause)


_SINK = re.compile(
    r"(?i)handler|stream|writer|out(?:put)?s?\b|std(?:out|err)|file|log|disk|socket|sink|pipe|printer"
    r"|response|connection|channel|session|transport|console|terminal|page|device"
)


def _is_written_out(said: re.Match[str]) -> bool:
    """True for `flushes the handler`, which writes out what it holds."""
    return said[0].startswith("flush") and _SINK.search(said["what"]) is not None


def _words(what: str) -> str:
    """What is named, without of which sort it is, unless that is all."""
    plain = re.sub(r"\b(?:count|number)$", "", _SORTS.sub("", what).strip()).strip()
    return plain or what


def _is_it(words: str, written: str) -> bool:
    """True if the last name of it is told: `self.rows` of the rows, and not `rows[0]`."""
    return "[" not in written and are_told(words, re.split(r"\.|->|::", written)[-1])


def _is_made_there(name: str, span: Span, outline: Outline) -> bool:
    """True for the first value of a local variable."""
    if any(one.name == name for one in outline.parameters) or not is_bound(outline, name):
        return False
    places = [o.target_span.start for o in outline.assigned if o.target.split()[-1] == name]
    places += [item.span.start for item in outline.marked("bound") if item.text == name]
    return span.start <= min(places, default=span.start)


def _emptied(what: str, part: Part) -> Iterator[Hit]:
    outline = part.outline
    is_any = what in ("everything", "all")
    words = _words(what)
    for call in outline.calls:
        receiver = call.text[: -len(call.name)].rstrip(".?!:->")
        is_on = is_any or (bool(receiver) and _is_it(words, receiver))
        if _EMPTIED.fullmatch(call.name) and receiver and is_on:
            yield call_hit(call, part, LOOSE)
    for one in outline.assigned:
        target = one.target.split()[-1].strip("*&")
        is_kept = not target.isidentifier() or outline.language in (
            "java",
            "csharp",
            "cpp",
            "swift",
        )
        is_cut = re.fullmatch(rf"{re.escape(target)}\[:0\]", one.value.strip()) is not None
        if not (_BLANK.match(one.value.strip()) or is_cut):
            continue
        if target.isidentifier() and _is_made_there(target, one.target_span, outline):
            continue
        if (is_any and is_kept) or (not is_any and _is_it(words, target)):
            span = one.target_span
            yield Hit(EvidenceType.ATTRIBUTE_WRITE, one.target, outline, span, span, LOOSE)


def _stepped(what: str, sign: str, part: Part) -> Iterator[Hit]:
    outline = part.outline
    words = _words(what)
    named = _UP if sign == "+" else _DOWN
    for call in outline.calls:
        if named.fullmatch(call.name) and are_told(words, outline.text.slice(call.whole)):
            yield call_hit(call, part, LOOSE)
    for gap in outline.gaps:
        text = outline.text.slice(gap)
        for found in _CHANGED.finditer(text):
            target, done = found["a"] or found["b"], found["s"] or found["s2"]
            span = outline.text.part_of(gap, *found.span())
            is_silent = any(one.contains(span) for one in outline.silent)
            if not is_silent and done[0] == sign and are_told(words, target):
                yield Hit(EvidenceType.ATTRIBUTE_WRITE, found[0], outline, span, span, LOOSE)
