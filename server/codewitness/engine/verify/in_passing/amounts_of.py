"""`uses five age buckets` of `ageBuckets(5)`: how many, by the one number that is set so by name.

Of a call, a parameter's default, a named argument, or a variable or field whose name has just the
words; another number there contradicts it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.evidence import EvidenceType, Finding, Proof
from codewitness.engine.verify.in_passing.phrases import NUMBER, amount_of, given_to, shown
from codewitness.engine.verify.name_words import words_in
from codewitness.engine.verify.subject import Part, Subject

_SAID = re.compile(
    rf"(?:only )?(?:uses|has|sets|takes|allows|creates|keeps|makes|defaults to|starts with)"
    rf" (?P<n>{NUMBER}) (?P<noun>[a-z]+(?: [a-z]+){{0,2}}?)(?: at most| by default)?"
)
_LITERAL = re.compile(r"-?\d[\d_]*(?:\.\d+)?[lLfFdDuU]?")
_NAMED = re.compile(r"(?P<name>[A-Za-z_]\w*)\s*[=:]\s*(?P<value>.+)", re.DOTALL)
_VAGUE = re.compile(r"an?|once|half an?")
_SETTING = frozenset({"set", "with", "use", "max", "min", "num", "n", "number", "of", "default"})


def rule_amounts(said: str, subject: Subject) -> Finding | None:
    """By the numbers that are set under that name; None if none or several are."""
    found = _SAID.fullmatch(said)
    if found is None or _VAGUE.fullmatch(found["n"]):
        return None
    asked = {word.rstrip("s") for word in found["noun"].split()}
    told = [one for part in subject.parts for one in _numbers(asked, part)]
    values = {value for value, _ in told}
    if len(values) != 1:
        return None
    proofs = tuple(proof for _, proof in told)
    is_so = values == {amount_of(found["n"])}
    return Finding(proofs=proofs) if is_so else Finding(against=proofs)


def _numbers(asked: set[str], part: Part) -> Iterator[tuple[float, Proof]]:
    outline = part.outline
    for call in outline.calls:
        given = given_to(call, outline)
        if len(given) == 1 and _is_named(asked, call.name):
            yield from _told(given[0], shown(call, outline))
        for one in given:
            named = _NAMED.fullmatch(one)
            if named is not None and _is_named(asked, named["name"]):
                yield from _told(named["value"], shown(call, outline))
    for item in outline.assigned:
        if _is_named(asked, item.target.rpartition(".")[2]):
            proof = Proof(EvidenceType.ATTRIBUTE_WRITE, item.target, outline, item.target_span)
            yield from _told(item.value, proof)


def _is_named(asked: set[str], name: str) -> bool:
    words = {word.rstrip("s") for word in words_in(name)}
    return bool(words) and words - _SETTING == asked - _SETTING


def _told(value: str, proof: Proof) -> Iterator[tuple[float, Proof]]:
    plain = value.strip()
    if _LITERAL.fullmatch(plain):
        yield float(plain.rstrip("lLfFdDuU").replace("_", "")), proof
