"""Numbers and states in words that no rule compares: the lines that are shown have to have them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.conditions.as_written import conditions_around
from codewitness.engine.verify.evidence import Proof
from codewitness.engine.verify.hit import Hit
from codewitness.model.outline import Around
from codewitness.model.text import Span

_NUMBER = re.compile(r"(?<![\w.`])\d[\d_,]*(?:\.\d+)?(?![\w.]*\w)")
_WORDS = {"zero": "0", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "ten": "10"}
_SPELLED = re.compile(rf"\b(?:to|of|by|at) (?P<word>{'|'.join(_WORDS)})\b")
_CACHING = re.compile(
    r"\b(?:cach|memoi[sz])\w+ (?:the |its |any |all )?"
    r"(?P<what>null|nil|none|undefined|empty|missing|failed|failing|negative|error|invalid|absent)\b"
)


def unshown_numbers(claim: Claim, proofs: Sequence[Proof]) -> list[str]:
    """The words with a number that no line has: `falls back to a timeout of 5`."""
    if not proofs:
        return []
    if (said := _CACHING.search(claim.text)) is not None:
        return [said["what"]]
    text = "\n".join(map(_shown, proofs)).replace("_", "")
    return [words for words in claim.ignored if not all(_is_in(n, text) for n in _numbers(words))][
        :1
    ]


_UNIT = re.compile(
    r"\b\d[\d_.]* ?(?P<unit>ms|milliseconds?|s|secs?|seconds?|mins?|minutes?|hours?|us"
    r"|microseconds?)\b"
)
_UNITS = (
    ("ms", re.compile(r"^m(?:s|illi)"), re.compile(r"(?i)milli|(?:_|\b)ms\b|\wMs\b")),
    ("us", re.compile(r"^(?:us|micro)"), re.compile(r"(?i)micro|usleep")),
    (
        "s",
        re.compile(r"^s"),
        re.compile(r"(?i)(?<!milli)(?<!micro)(?<!nano)sec(?:ond)?s?\b|from_?secs"),
    ),
    ("m", re.compile(r"^min"), re.compile(r"(?i)minutes?\b")),
    ("h", re.compile(r"^h"), re.compile(r"(?i)hours?\b")),
)
_SLEEPING = re.compile(r"\b(?:sleep|delay|setTimeout|setInterval|usleep)\s*\(", re.IGNORECASE)
_COUNTED_IN = {
    **dict.fromkeys(("python", "ruby", "c", "cpp"), "s"),
    **dict.fromkeys(("java", "kotlin", "csharp", "javascript", "typescript", "tsx"), "ms"),
}


def of_another_unit(claim: Claim, proofs: Sequence[Proof]) -> list[str]:
    """`sleeps 5 ms` of `time.sleep(5)`: the unit that is said, if a line is of another one."""
    said = _UNIT.search(claim.text)
    if said is None or not proofs:
        return []
    asked = next((name for name, word, _ in _UNITS if word.match(said["unit"])), "")
    units = [_units_of(one) for one in proofs]
    return [said[0]] if all(unit and asked not in unit for unit in units) else []


def _units_of(proof: Proof) -> set[str]:
    outline = proof.outline
    own = [c.whole for c in outline.calls if proof.span in (c.name_span, c.span, c.whole)]
    text = outline.text.slice(own[0]) if own else _shown(proof)
    named = {name for name, _, coded in _UNITS if coded.search(text)}
    if not named and _SLEEPING.search(text) and outline.language in _COUNTED_IN:
        return {_COUNTED_IN[outline.language]}
    return named


_OF_AGE = re.compile(
    r"\breturns? (?:the |its |an? )?(?:(?P<new>new|updated|modified|incremented|decremented)"
    r"|(?P<old>old|previous|original|prior|former))(?: \w+){1,2}$"
)
_NEW = re.compile(r"(?i)(?:\b|_)(?:new|updated|next)(?![a-z])|[a-z](?:New|Updated|Next)")
_OLD = re.compile(r"(?i)(?:\b|_)(?:old|prev(?:ious)?|orig(?:inal)?|former|prior)(?![a-z])")


def of_another_age(claim: Claim, proofs: Sequence[Proof]) -> list[str]:
    """`returns the new value`, where what is returned is called `old`."""
    said = _OF_AGE.search(claim.text.rstrip("."))
    if said is None or not proofs:
        return []
    other = _OLD if said["new"] else _NEW
    return [said["new"] or said["old"]] if all(other.search(_shown(one)) for one in proofs) else []


def _numbers(words: str) -> list[str]:
    found = [one.replace("_", "").replace(",", "") for one in _NUMBER.findall(words)]
    return found + [_WORDS[one["word"]] for one in _SPELLED.finditer(words)]


def _is_in(number: str, text: str) -> bool:
    return re.search(rf"(?<![\d.]){re.escape(number)}(?!\d|\.\d)", text) is not None


def _shown(proof: Proof) -> str:
    """The lines of what is shown, all of a call that begins there, and what is asked around."""
    text = proof.outline.text
    wholes = [c.whole for c in proof.outline.calls if proof.span in (c.name_span, c.span, c.whole)]
    end = max([proof.span.end, *(one.end for one in wholes)])
    start = text.line_span(text.line_at(proof.span.start)).start
    line = text.slice(Span(start, max(end, text.line_span(text.line_at(end)).end)))
    hit = Hit(proof.type, proof.detail, proof.outline, proof.span, proof.span)
    return "\n".join([line, *map(text.slice, conditions_around(hit))])


_BOTH = re.compile(r"(?<= )both (?:of )?(?:the |its )?(?:locks|mutexes|semaphores)\b")


def less_than_both(claim: Claim, proofs: Sequence[Proof]) -> list[str]:
    """`both mutexes`, where one place shows it, and that one stands in no loop."""
    said = _BOTH.search(claim.text)
    if said is None or claim.is_negated or len(proofs) != 1:
        return []
    around = proofs[0].outline.around(proofs[0].span)
    return [] if around & {Around.LOOP, Around.COMPREHENSION} else [said[0]]
