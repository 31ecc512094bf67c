"""Words of a claim that no rule took and that stand nowhere around what was found.

`sets the Content-Length header` is not shown by `headers["Content-Type"] = ...`, nor `in a catch
block` by a call that stands in none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.claim import Claim, Predicate
from codewitness.engine.verify.doubts.left_over import heads_around
from codewitness.engine.verify.doubts.told_lines import told_of, words_that_tell
from codewitness.engine.verify.doubts.told_text import is_told, words_of
from codewitness.engine.verify.evidence import Proof
from codewitness.model.text import Span

# Of which code needs no word: units, ends, modes and formats, and manners that other rules look at.
_WITHOUT_WORD = frozenset(
    {
        *("seconds", "second", "milliseconds", "ms", "minutes", "hours", "bytes", "end", "start"),
        *("beginning", "reading", "writing", "appending", "append", "binary", "text", "utf"),
        *("status", "code", "sequentially", "sequence", "parallel", "concurrently", "internal"),
        *("private", "public", "context", "manager", "name", "yaml", "json", "background"),
        *("hit", "miss"),
    }
)
# A place, which no word of the line itself tells; `in the rows` is one where something is put.
_PLACE = re.compile(
    r"\W*(?:(?:inside|within|under)\b|in\b.* (?:block|clause|handler|arm|branch|body)$)"
)
_OF_CALLEE = re.compile(r"\bwith (?:the|its) \w+ of\b")  # by the name of its parameter
# What a function does that is given back, why it is done, and what is said: others look at these.
_LEFT_TO_OTHERS = re.compile(
    r"\W*(?:that\b|to (?!the\b|an?\b|its\b)[a-z]+\b|.*[\"']|.*\b(?:messages?|saying|says)\b)"
)


def told_nowhere(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """Words of a claim that were not understood, and of which nothing around is told."""
    if not proofs:
        return
    told = told_of(claim, proofs)
    around = words_of(" ".join(text for one in proofs for text in _blocks(one))) | told.owners
    near = told.around | told.owners | told.results
    for words in (*claim.ignored, *_kept_or_given(claim)):
        if _OF_CALLEE.search(words) or _LEFT_TO_OTHERS.match(words):
            continue
        place = around if _PLACE.match(words) else near
        said = words_that_tell(words, _WITHOUT_WORD)
        if any(not is_told(one, place) and not one.endswith("ly") for one in said):
            yield words


def _kept_or_given(claim: Claim) -> Iterator[str]:
    """`with a warning`, and `the item on disk` of what is kept there."""
    for clause in claim.clauses:
        if clause.predicate is Predicate.ACTS and not clause.is_negated:
            yield from clause.arguments
        elif clause.predicate is Predicate.CACHES and not clause.is_negated:
            yield from (found[0] for found in _KEPT_IN.finditer(clause.text))


_KEPT_IN = re.compile(r"\b(?:on|to|in|into|from) (?:the |an? |its )?[a-z]+$")


def _blocks(proof: Proof) -> Iterator[str]:
    """The heads of what a place stands in, and the calls whose argument it is."""
    outline = proof.outline
    yield from heads_around(proof)
    for call in outline.calls:
        if call.whole.contains(proof.span) and call.name_span != proof.span:
            yield outline.text.slice(Span(call.whole.start, call.name_span.end))
