"""Whether the code speaks at all of what a claim's condition is about.

`if the queue is open` is not shown by `match self.mode: case "open":`, which asks that of another
thing: who has the state that is said has to be told as well as the state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from codewitness.engine.verify.claim import Claim, Predicate
from codewitness.engine.verify.conditions.as_written import conditions_around
from codewitness.engine.verify.doubts.asked_there import is_place, place_of
from codewitness.engine.verify.doubts.left_over import said_around
from codewitness.engine.verify.doubts.told_lines import (
    header_of,
    hit_of,
    told_of,
    words_that_tell,
)
from codewitness.engine.verify.doubts.told_text import is_told, words_of
from codewitness.engine.verify.evidence import Proof
from codewitness.engine.verify.hit import has_word
from codewitness.model.text import Span

_WHEN = re.compile(
    r"(?<![\w.`])(?:even )?(?:if|when|whenever|unless|while|until|(?<!never )(?<!not )once|in case"
    r"|as long as)\s+(?P<asked>.+)"
)
_IS_SO = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|do|did|can|isn|doesn|exceeds?|equals?|differs?"
    r"|contains?|includes?|lacks?|exists?|returns?|matches)\b"
)
_FAILING = re.compile(
    r"\b(?:fails?|failed|failing|throws?|raise[sd]?|panics?|rejects?|errors?|even|goes wrong)\b"
    r"|\b(?:can't|cannot|couldn't|could not) be [a-z]+"
)
_QUOTED = re.compile(r"(?<!\w)\"([^\"]+)\"|(?<!\w)'([^']+)'(?!\w)")
_BEFORE_ENUMERATOR = r"(?:(?<![\w)\]])\.|\b[A-Z]\w*(?:\.|::)|(?<![\w:]):)"
_SHORTENED = re.compile(r"n't\b|'s\b")
_TIMELY = re.compile(r"\bin the (?:future|past)$")
# Events and states of whatever it is, and who needs no name to be spoken of.
_OF_ANY = frozenset(
    {
        *("contain", "include", "exceed", "reach", "reaches", "end", "start", "begin", "left"),
        *("remain", "remains", "elapsed", "changed", "changes", "resolved", "expired", "receives"),
        *("received", "raises", "throws", "panics", "hold", "holds", "holding", "held", "wait"),
        *("waiting", "waits", "eof", "isn", "doesn", "wasn", "aren", "hasn", "didn", "gone"),
        *("someone", "somebody", "room", "task", "thread", "channel", "caller"),
    }
)
_ALSO = {"limit": ("max", "maximum", "capacity", "threshold"), "file": ("open", "read", "stream")}
_OF_ITSELF = re.compile(r"(?<![\w.])(?:self|this|@|Me)\b")


def of_whom_nothing_speaks(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """Conditions of whose words the code has others alone: who is asked, or what of them."""
    yield from _spoken_of_by_nothing(claim, proofs, is_of_state=True)


def of_another(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """Conditions of which the code speaks of no such thing; whatever it is that is asked of it."""
    yield from _spoken_of_by_nothing(claim, proofs, is_of_state=False)


def _spoken_of_by_nothing(
    claim: Claim, proofs: Sequence[Proof], *, is_of_state: bool
) -> Iterator[str]:
    found = _WHEN.search(claim.text)
    if found is None or not proofs or _TIMELY.search(found["asked"]):
        return
    owners = words_of(claim.subject.name) if claim.subject is not None else set()
    asked = _SHORTENED.sub("", _FAILING.sub(" ", found["asked"]))
    noun, *state = _IS_SO.split(asked, maxsplit=1)
    words = words_that_tell(asked if is_of_state else noun, _OF_ANY)
    told = _told_in_bodies(words, proofs, owners)
    is_of_failure = _FAILING.search(found[0]) is not None  # of what is done, by any word of it
    is_told = (any(told) if is_of_failure else all(told)) if words else True
    if not is_told or (is_of_state and any(_is_no_value(one, proofs) for one in _quoted(asked))):
        yield found[0]
        return
    is_of_loop = any(one.predicate is Predicate.LOOPS for one in claim.clauses)
    if state and not is_of_loop and not is_of_failure and all(map(_is_asked, proofs)):
        near = told_of(claim, proofs).around | owners | words_of(" ".join(map(_heads, proofs)))
        if (words := words_that_tell(noun, _OF_ANY)) and not any(
            _is_told(one, near) for one in words
        ):
            yield found[0]


def _quoted(asked: str) -> list[str]:
    return [found[1] or found[2] for found in _QUOTED.finditer(asked)]


def _is_no_value(word: str, proofs: Sequence[Proof]) -> bool:
    """True for `is "open"`, where `open` stands in no quotes, and is no symbol or enumerator."""
    value = re.compile(
        rf"[\"'`][^\"'`\n]*{re.escape(word)}|{_BEFORE_ENUMERATOR}{re.escape(word)}(?![\w(])"
        rf"|%[wi][\[({{][^\])}}]*\b{re.escape(word)}\b"
    )
    return not any(value.search(one.outline.text.slice(one.outline.span)) for one in proofs)


def _is_asked(proof: Proof) -> bool:
    """True where conditions decide; behind a loop, and in a handler, something else does."""
    outline = proof.outline
    if any(one.span.contains(proof.span) for one in outline.marked("handler")):
        return False
    return not is_place(proof) or bool(place_of(proof).asked.strip())


def _is_told(word: str, told: set[str]) -> bool:
    return is_told(word, told) or any(one in told for one in _ALSO.get(word, ()))


def _told_in_bodies(words: Set[str], proofs: Sequence[Proof], owners: set[str]) -> list[bool]:
    """Of each word whether the function has it; of one that asks itself, or nothing else has."""
    outlines = {id(one.outline): one.outline for one in proofs}.values()
    body = owners | words_of(" ".join(one.text.slice(one.span) for one in outlines))
    told = {one: _is_told(one, body) for one in words}
    if all(told.values()) or not any(map(_asks_itself, proofs)):
        return list(told.values())
    texts = {id(one.text): one.text for one in outlines}.values()
    files = words_of(" ".join(one.slice(Span(0, len(one.raw))) for one in texts))
    return [is_there or not _is_told(one, files) for one, is_there in told.items()]


def _asks_itself(proof: Proof) -> bool:
    asked = map(proof.outline.text.slice, conditions_around(hit_of(proof)))
    return any(map(_OF_ITSELF.search, asked))


_CASE = re.compile(r"(?m)^\s*(?:case|when)\b[^\n]*")


def _heads(proof: Proof) -> str:
    """How the parameters that are asked for are declared, and the head of the case above."""
    text = proof.outline.text.slice(Span(proof.outline.span.start, proof.span.end))
    asked = " ".join(said_around(proof))
    given = [one for one in header_of(proof).split(",") if _declares(one, asked)]
    return " ".join([*given, *_CASE.findall(text)[-1:]])


def _declares(declaration: str, asked: str) -> bool:
    return any(has_word(asked, one) for one in re.findall(r"[A-Za-z_]\w*", declaration))
