"""`inserts x at the end of the list`: at which end the call puts it, as far as its name says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from codewitness.engine.verify.claim import Claim, Clause, Predicate
from codewitness.engine.verify.evidence import Proof
from codewitness.model.text import Span

_SAID = re.compile(
    r"\b(?:at|to|on|onto|in) (?:the |its )?(?:very )?(?:(?P<back>end|back|tail|bottom)"
    r"|(?P<front>front|start|beginning|head|top))(?: of\b|$)"
)
_PUTTING = re.compile(
    r"(?i)\b(?:insert|add|append|push|put|plac|prepend|enqueue|queue|attach|mov)\w*\b"
)
_BACK = re.compile(
    r"(?:append|append_child|appendchild|push|push_back|pushback|emplace_back|addlast|add_last"
    r"|offerlast|addobject|concat|rpush|enqueue|offer|extend"
    r"|(?:insert|add|put|move)_?(?:at_?|to_?)?(?:end|tail|last|back)(?:node)?)$"
)
_FRONT = re.compile(
    r"(?:prepend|unshift|push_front|pushfront|emplace_front|addfirst|add_first|offerfirst"
    r"|appendleft|insertfirst|lpush|insertbefore"
    r"|(?:insert|add|put|move)_?(?:at_?|to_?)?(?:beginning|start|front|head)(?:node)?)$"
)


_TAKING = re.compile(
    r"\b(?:remov|delet|pop|tak|drop|discard|dequeu)\w* "
    r"(?P<what>(?:the |its )?(?P<which>first|last)\b)"
)
_LAST = re.compile(r"(?i)last|pop\w*\(\s*\)|pop_?(?:back|item)|\btail|\bend\b|-\s*1\b|rpop|[$]")
_FIRST = re.compile(
    r"(?i)first|shift|pop_?(?:left|front)|[(:\[,]\s*0\s*[,)\]]|\bhead|front|begin|lpop|poll|dequeue"
)


def at_another_end(claim: Claim, proofs: Sequence[Proof]) -> list[str]:
    """The words that say at which end, where it is not seen to be put there."""
    if proofs and (taken := _TAKING.search(claim.text)) is not None:
        end = _LAST if taken["which"] == "last" else _FIRST
        lines = [one.outline.text.slice(one.outline.text.line_span(one.line)) for one in proofs]
        return [] if any(end.search(line) for line in lines) else [taken["what"]]
    said = next((words for words in claim.ignored if _SAID.search(words)), "")
    said = said or next((_put_at(clause) for clause in claim.clauses if _put_at(clause)), "")
    if not said or not proofs or _PUTTING.search(claim.text) is None:
        return []
    where = _SAID.search(said)
    wanted = "back" if where is not None and where["back"] else "front"
    return [] if any(_end_of(one) == wanted for one in proofs) else [said]


def of_what_is_put(clause: Clause) -> Clause:
    """`inserts x at the end` says at which end x is put, not when that is done."""
    return replace(clause, step="") if clause.step and _put_at(clause) else clause


def _put_at(clause: Clause) -> str:
    is_put = clause.predicate in (Predicate.ACTS, Predicate.WRITES)
    said = _SAID.search(clause.text) if is_put and _PUTTING.search(clause.text) else None
    return said[0] if said else ""


def _end_of(proof: Proof) -> str:
    """`back`, `front`, or empty if that can't be told."""
    outline = proof.outline
    for call in outline.calls:
        if proof.span not in (call.name_span, call.span, call.whole):
            continue
        name = call.name.lower().partition(":")[0]
        given = outline.text.slice(Span(call.name_span.end, call.whole.end)).strip()
        if re.search(r"\blast\s*=\s*False", given):  # of `OrderedDict`
            return "front"
        if _BACK.search(name):
            return "back"
        if _FRONT.search(name):
            return "front"
        return next(_by_place(name, given), "")
    line = outline.text.slice(outline.text.line_span(proof.line))
    return "back" if "<<" in line else ""


def _by_place(name: str, given: str) -> Iterator[str]:
    first, _, rest = given.strip("()").partition(",")
    if name in ("insert", "splice", "add") and rest.strip():
        if re.fullmatch(r"\s*(?:[\w.]+\.begin\(\)?|0)\s*", first):
            yield "front"
        elif re.search(r"\blen\(|\.(?:length|size|count|end)\b", first):
            yield "back"
    elif name == "add" and not rest.strip():
        yield "back"
