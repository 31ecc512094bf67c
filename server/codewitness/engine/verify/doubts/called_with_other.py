"""Calls and elements as a claim writes them: `if cap(rows) is 0` of `cap(n) == 0`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.evidence import Proof
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


def _given(call: Call, outline: Outline) -> set[str]:
    given = outline.text.slice(Span(call.name_span.end, call.whole.end)).strip()
    return {_plain(one) for one in split(given.removeprefix("(").removesuffix(")"), ",")}


def _plain(text: str) -> str:
    return re.sub(r"\s|^(?:self|this)\.|[`'\"]", "", text)
