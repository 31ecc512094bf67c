"""`sets width to 40` of `Bar{width: 40}`, `Bar(width = 40)`, `{"width": 40}`, `setWidth(40)`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.code.values import is_literal, is_value
from codewitness.engine.verify.evidence import (
    LOOSE,
    NOTHING,
    EvidenceType,
    Finding,
    Proof,
    doubtful,
)
from codewitness.engine.verify.hit import Hit, Hits, has_word
from codewitness.engine.verify.hits import judged
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.state.data import FITTING, fit_item
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.nesting import split
from codewitness.model.text import Span

_T = EvidenceType
_BEFORE = re.compile(r"(?:^|[{(,])\s*\.?$")
_SIGN = re.compile(r"[ \t]*(?::(?![:=])|=>|=(?![=>~]))[ \t]*")
_COLON_NAMES_NO_KEY = frozenset({"python"})  # `{width: 40}`, where `width` is a variable
_LONGEST = 400  # characters of a value that is looked at
_OPEN, _CLOSED = "([{", ")]}"
_TO = re.compile(r"\bto\b|^defaults?\b")


def set_in_literal(clause: Clause, subject: Subject) -> Finding | None:
    """Where an object that is made gets the value; None if none is seen to get any."""
    if not clause.arguments or not is_literal(clause.arguments[0]) or len(clause.objects) != 1:
        return None
    name = parts(clause.objects[0].text.strip("\"'"))[-1]
    given = [pair for part in subject.parts for pair in _pairs(name, part)]
    if not given:
        return None
    so = [hit for hit, value in given if is_value(value, clause.arguments[0], subject.language)]
    if not so:
        is_told = all(is_literal(value) for _, value in given)
        return NOTHING if is_told else doubtful("it is set, but whether to that can't be told")
    return judged(clause, lambda _: Hits(tuple(so)))


def _pairs(name: str, part: Part) -> Iterator[tuple[Hit, str]]:
    """Where the name stands before a value, and that value."""
    outline = part.outline
    named = [(item.span, False) for item in outline.occurrences(name)]
    named += [
        (span, True)
        for span in outline.silent
        if outline.text.slice(span) in (f'"{name}"', f"'{name}'", name)
        and any(gap.contains(span) for gap in outline.gaps)
    ]
    for span, is_text in named:
        line = outline.text.line_span(outline.text.line_at(span.start))
        before = outline.text.slice(Span(line.start, span.start)).rstrip("\"'@:")
        after = outline.text.slice(Span(span.end, min(span.end + _LONGEST, len(outline.text))))
        after = after.lstrip("\"'") if is_text else after
        sign = _SIGN.match(after)
        is_target = any(one.target_span.contains(span) for one in outline.assigned)
        if sign is None or is_target or not _BEFORE.search(before):
            continue
        if outline.language in _COLON_NAMES_NO_KEY and ":" in sign[0] and not is_text:
            continue
        if (value := _value(after[sign.end() :])) is not None:
            yield Hit(_T.ATTRIBUTE_WRITE, name, outline, span, span, LOOSE), value
    for call in outline.calls:  # `builder.width(40)`
        hit = call_hit(call, part, LOOSE)
        given = _given(hit.arguments or "")
        if call.name == name and call.text != name and len(given) == 1 and is_literal(given[0]):
            yield hit, given[0]


def _value(text: str) -> str | None:
    """The value up to where its pair ends; None if that is the end of a statement."""
    depth, quote = 0, ""
    for at, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'`":
            quote = sign
        elif sign in _OPEN:
            depth += 1
        elif depth and sign in _CLOSED:
            depth -= 1
        elif not depth and (sign == "," or sign in _CLOSED):
            return text[:at].strip()
        elif not depth and sign == "\n":
            is_last = re.match(r"\s*[)}\]]", text[at:]) is not None
            return re.sub(r"\s*(?://|#).*$", "", text[:at]).strip() if is_last else None
        elif not depth and sign == ";":
            return None
    return None


def unless_given_else(clause: Clause, finding: Finding) -> Finding:
    """`finding` of `sets the timeout to 10`, without the calls that are given another value."""
    called = [one for one in finding.proofs if one.type is _T.CALL]
    is_told = bool(clause.arguments) and is_literal(clause.arguments[0])
    if not called or not is_told or _TO.search(clause.text) is None:
        return finding
    given = {one: _arguments(one) for one in called}
    language = called[0].outline.language
    wanted = clause.arguments[0]
    kept = tuple(
        one
        for one in finding.proofs
        if one not in given
        or not given[one]
        or any(is_value(value, wanted, language) for value in given[one])
    )
    if len(kept) == len(finding.proofs):
        return finding
    if kept:
        return Finding(proofs=kept, against=finding.against, doubt=finding.doubt)
    if all(is_literal(values[-1]) for values in given.values()):
        return NOTHING
    return doubtful("it is set by a call, but whether to that can't be told")


def _arguments(proof: Proof) -> list[str]:
    """What the call at a place is given."""
    outline = proof.outline
    for call in outline.calls:
        if proof.span in (call.name_span, call.span, call.whole):
            return _given(outline.text.slice(Span(call.span.end, call.whole.end)))
    return []


def _given(arguments: str) -> list[str]:
    text = arguments.strip()
    return [one.strip() for one in split(text[1:-1], ",")] if text[:1] == "(" else []


_SETTING = re.compile(r"(?i)(?:set|put|write|add|header|assign|store)")


# `set("x", …)`, `set(x, …)`: with what it is set to, unless it is written as a text.
_AS_KEY = r"\(\s*(?:[\"'`:@]+{name}\b|{name}\s*[,=:])"


def called_so(one: Object | None, lemma: str, subject: Subject) -> Hits:
    """`resets x`: `x.reset(…)`; `sets a header`: `set("header", …)`; `T{x: …}` of Go and Rust."""
    hits: list[Hit] = []
    name = one.text.strip("\"'") if one is not None else ""
    for part in subject.parts:
        for call in part.outline.calls if name else ():
            hit = call_hit(call, part, LOOSE)
            receiver = call.text[: -len(call.name)].rstrip(".?!:->")
            is_on = bool(receiver) and fit_item(part, receiver, name) in FITTING
            is_own = parts(name)[0] in part.around.own_words
            is_key = not (is_own or "[" in name) and (
                re.match(_AS_KEY.format(name=re.escape(name)), hit.arguments or "") is not None
            )
            is_named_so = call.name.lower().startswith(lemma)
            if (
                (
                    lemma == "write"
                    and is_named_so
                    and not is_own
                    and has_word(hit.arguments or "", name)
                )
                or (is_named_so and (is_on or is_key))
                or (is_key and _SETTING.match(call.name))
            ):
                hits.append(hit)
        if name and part.outline.language in ("go", "rust"):
            for item in part.outline.occurrences(name):
                after = part.outline.text.raw[item.span.end : item.span.end + 3]
                before = part.outline.text.raw[max(item.span.start - 1, 0) : item.span.start]
                if re.match(rb":\s", after) and before != b".":
                    hits.append(Hit(_T.ATTRIBUTE_WRITE, name, part.outline, item.span, item.span))
    others = (one for hit in hits for one in _of_other_keys(hit, subject))
    return Hits(tuple(hits), "", tuple(one for one in others if one not in hits))


_TEXT_FIRST = re.compile(r"\(\s*@?[\"'`:][\w.-]+")


def _of_other_keys(hit: Hit, subject: Subject) -> Iterator[Hit]:
    """`set("b", …)` beside `set("a", …)`: where the same is called under another key."""
    for part in subject.parts if _TEXT_FIRST.match(hit.arguments or "") else ():
        for call in part.outline.calls:
            other = call_hit(call, part, LOOSE)
            if call.text == hit.detail and _TEXT_FIRST.match(other.arguments or ""):
                yield other
