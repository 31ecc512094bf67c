"""Handlers of promises, `f().catch(() => {})`: what they are of, and whether they keep it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.errors.handing_on import GIVING_ON, TELLING
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.hit import has_word
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Call, Outline
from codewitness.model.text import Span

_HANDLING = {
    **dict.fromkeys(("javascript", "typescript", "tsx"), frozenset({"catch", "then"})),
    **dict.fromkeys(("java", "kotlin"), frozenset({"exceptionally"})),
}
_ARROW = re.compile(
    r"(?:async\s+)?(?:\(\s*(?P<in>[\w$]*)[^()]*\)|(?P<one>[\w$]+))\s*(?::[^=]*)?(?:=>|->)\s*(?P<body>.*)$",
    re.DOTALL,
)
_FUNCTION = re.compile(
    r"(?:async\s+)?function\s*[\w$]*\s*\(\s*(?P<in>[\w$]*)[^()]*\)[^{]*(?P<body>\{.*)$", re.DOTALL
)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_VALUE = re.compile(
    r"(?:return\s+)?(?:undefined|null|true|false|-?\d+|void 0|\[\s*\]|\(?\{\s*\}\)?"
    r"|\"[^\"]*\"|'[^']*'|``)?;?"
)
_NOOP = re.compile(r"(?i)(?:[\w$.]+\.)?(?:noop|no_op|doNothing|ignore)$")
_THROWING = re.compile(r"\bthrow\b|\b(?:Promise\.)?reject\s*\(")
_CHOOSING = re.compile(r"\bif\b|\?(?![.?])|\bswitch\b|&&|\|\|")
_CALL = re.compile(
    r"(?P<back>return\s+)?(?P<name>[\w$.]+)\s*\((?P<given>[^()]*(?:\([^()]*\)[^()]*)*)\)"
)


class How(StrEnum):
    """What becomes of an error: kept there, given on, or it can't be told."""

    KEPT = "kept"
    GIVEN_ON = "given on"
    OPEN = "open"


class Rejection(NamedTuple):
    """A handler of a promise: where it is, of what, and what becomes of what it is given.

    is_again: that very error is thrown again, whatever else is done.
    """

    proof: Proof
    source: str
    how: How
    is_again: bool = False


def rejections(clause: Clause, subject: Subject) -> list[Rejection]:
    """The handlers of promises; of what a clause names, those alone."""
    found = [one for part in subject.parts for one in _handlers(part.outline)]
    names = [parts(name)[-1] for name in clause.arguments[:1]]
    return [one for one in found if all(has_word(one.source, name) for name in names)]


def _handlers(outline: Outline) -> Iterator[Rejection]:
    handling = _HANDLING.get(outline.language, frozenset())
    for call in outline.calls:
        if call.name not in handling or call.text == call.name:
            continue
        given = _given(call, outline)
        at = 1 if call.name == "then" else 0
        if len(given) > at:
            proof = Proof(EvidenceType.EXCEPT, call.text, outline, call.name_span)
            how = how_kept(given[at])
            if how is How.KEPT and _is_given_on_itself(call, outline):
                how = How.OPEN
            yield Rejection(proof, _source(call, outline), how, _is_thrown_again(given[at]))


def _is_given_on_itself(call: Call, outline: Outline) -> bool:
    """True for `p.catch(noop); return p`, of which the caller gets the one that is rejected."""
    receiver = outline.text.slice(Span(call.whole.start, call.name_span.start)).rstrip(". \n?")
    is_name = re.fullmatch(r"[\w$]+", receiver) is not None
    return is_name and any(one.value.strip() == receiver for one in outline.returns)


def _source(call: Call, outline: Outline) -> str:
    """What the promise is of: what it is called on, and what that variable was given."""
    receiver = outline.text.slice(Span(call.whole.start, call.name_span.start)).rstrip(". \n?")
    made = [one.value for one in outline.assigned if one.target.split()[-1] == receiver]
    return " ".join((receiver, *made))


def _given(call: Call, outline: Outline) -> list[str]:
    """The arguments, each as it is written."""
    text = outline.text.slice(Span(call.name_span.end, call.whole.end))
    text = text.partition("(")[2].rpartition(")")[0]
    pieces, depth, start = list[str](), 0, 0
    for at, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and not depth:
            pieces.append(text[start:at].strip())
            start = at + 1
    pieces.append(text[start:].strip())
    return [one for one in pieces if one]


def _is_thrown_again(handler: str) -> bool:
    """True for `e => { throw e }`, under no condition."""
    function = _ARROW.match(handler) or _FUNCTION.match(handler)
    said = function.groupdict() if function is not None else {}
    caught = said.get("in") or said.get("one") or ""
    body = _COMMENT.sub("", said.get("body") or "")
    if not caught or _CHOOSING.search(body) or "=>" in body:
        return False
    again = rf"(?:\bthrow\s+|(?:^|\breturn)\s*Promise\.reject\(\s*){re.escape(caught)}\s*[;)}}\n]"
    return re.search(again, f"{body};") is not None


def how_kept(handler: str) -> How:
    """What becomes of what a handler is given, by its own text."""
    if _NOOP.match(handler):
        return How.KEPT
    function = _ARROW.match(handler) or _FUNCTION.match(handler)
    if function is None:
        name = handler.rpartition(".")[2]
        return How.KEPT if TELLING.match(name) else How.OPEN
    said = function.groupdict()
    body = _COMMENT.sub("", said["body"]).strip()
    is_block = body.startswith("{")
    body = body.removeprefix("{").removesuffix("}").strip() if is_block else body
    if _VALUE.fullmatch(body):
        return How.KEPT
    if _THROWING.search(body):
        return How.OPEN if _CHOOSING.search(body) or "=>" in body else How.GIVEN_ON
    caught = said.get("in") or said.get("one") or ""
    return How.OPEN if caught and _is_given_on(body, caught, is_block=is_block) else How.KEPT


def _is_given_on(body: str, caught: str, *, is_block: bool) -> bool:
    """True if a call that is given the error may hand it on, `next(e)`, `return fail(e)`."""
    if re.fullmatch(rf"(?:return\s+)?{re.escape(caught)};?", body):
        return False  # it is a value from then on
    for call in _CALL.finditer(body):
        name = parts(call["name"])[-1]
        is_whole = (call["back"] or not is_block) and not TELLING.match(name)
        if has_word(call["given"], caught) and (is_whole or GIVING_ON.fullmatch(name)):
            return True
    return False


def sorted_out(
    promised: Sequence[Rejection], is_open: bool
) -> tuple[list[Proof], list[Proof], str]:
    """The handlers that give on what went wrong, those that keep it, and a doubt.

    is_open: more is said than that what they are given is kept.
    """
    given_on = [one.proof for one in promised if one.how is How.GIVEN_ON]
    kept = [one.proof for one in promised if one.how is How.KEPT]
    is_unseen = any(one.how is How.OPEN for one in promised) or (is_open and bool(kept))
    doubt = "what becomes of what a promise is rejected with can't be told" if is_unseen else ""
    return given_on, [] if is_open else kept, doubt
