"""Calls and elements as a claim writes them: `if cap(rows) is 0` of `cap(n) == 0`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.evidence import Proof
from codewitness.engine.verify.hit import has_word
from codewitness.model.nesting import split
from codewitness.model.outline import Call, Outline
from codewitness.model.text import Span

_CALL = re.compile(
    r"(?<![\w`'\"])(?:[A-Za-z_]\w*(?:\.|::|->))*(?P<name>[A-Za-z_]\w*)\((?P<given>[^()]+)\)"
)
_NOTHING_SAID = re.compile(r"\.\.\.|…|[*&]")


def called_with_other(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """Calls as a claim writes them, where that function is called, and never with all of that."""
    subject = claim.subject.name if claim.subject is not None else ""
    outlines = list({id(one.outline): one.outline for one in proofs}.values())
    for said in _CALL.finditer(claim.text):
        if said["name"] in subject or _NOTHING_SAID.search(said["given"]):
            continue
        calls = [(one, o) for o in outlines for one in o.calls if one.name == said["name"]]
        wanted = {_plain(one) for one in split(said["given"], ",")}
        if calls and not any(wanted <= _given(one, outline) for one, outline in calls):
            yield said[0]


_PASSED = re.compile(
    r"\b(?:pass|hand|giv|forward|send)\w* `(?P<what>[A-Za-z_]\w*)`"
    r" (?:on |along )?to `?(?P<name>[\w.]+)"
)


_PLAIN_TEXT = re.compile(r"([\"'])[^\"'{}$#\\]*\1")


def given_of_another(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """``passes `value` to f``, a parameter, of `f(self.value)`, which is not made of it there."""
    said = _PASSED.search(claim.text)
    if said is None:
        return
    name, texts = re.escape(said["what"]), _given_to(said["name"], proofs)
    is_own = any(name == one.name for p in proofs for one in p.outline.parameters)
    is_kept = any(
        one.target.endswith(f".{name}") and has_word(one.value, name)
        for p in proofs
        for one in p.outline.assigned
    )
    there = re.compile(rf"(?<![\w{'' if is_kept else '.'}]){name}\b")
    if texts and is_own and not any(there.search(_PLAIN_TEXT.sub("", one)) for one in texts):
        yield said[0]


_RESULT = re.compile(r"\bthe result of `(?P<what>[\w.]+)` to `(?P<name>[\w.]+)`")


def given_uncalled(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """``passes the result of `f` to g`` of `g(f)`, which is given the function itself."""
    said = _RESULT.search(claim.text)
    if said is None:
        return
    texts = _given_to(said["name"], proofs)
    bare = re.compile(rf"(?<![\w.]){re.escape(said['what'])}\b(?!\s*[(<!\[.])")
    if any(bare.search(text) for text in texts) and not any(f"{said['what']}(" in t for t in texts):
        yield said[0]


_ELEMENT = re.compile(r"(?<![\w.`])(?:\w+\.)*(?P<owner>\w+)\[(?P<key>[^\[\]]+)\]")


def of_other_owner(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """`cookies["id"]`, where it is `head["id"]` alone that the function has."""
    bodies = {id(one.outline): one.outline.text.slice(one.outline.span) for one in proofs}
    said = list(_ELEMENT.finditer(claim.text))
    there = [found for body in bodies.values() for found in _ELEMENT.finditer(body)] if said else []
    for one in said:
        owners = {found["owner"] for found in there if _plain(found["key"]) == _plain(one["key"])}
        if owners and one["owner"] not in owners:
            yield one[0]


def _given_to(callee: str, proofs: Sequence[Proof]) -> list[str]:
    """What the calls of this name are given, as written."""
    name = callee.rpartition(".")[2]
    return [
        _arguments(call, one.outline)
        for one in proofs
        for call in one.outline.calls
        if call.name == name
    ]


def _arguments(call: Call, outline: Outline) -> str:
    return outline.text.slice(Span(call.name_span.end, call.whole.end)).strip()


def _given(call: Call, outline: Outline) -> set[str]:
    given = _arguments(call, outline)
    return {_plain(one) for one in split(given.removeprefix("(").removesuffix(")"), ",")}


def _plain(text: str) -> str:
    return re.sub(r"\s|^(?:self|this)\.|[`'\"]", "", text)
