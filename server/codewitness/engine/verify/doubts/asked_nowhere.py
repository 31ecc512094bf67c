"""Words of a condition that stand nowhere in the function: what it asks can't have been seen.

`if malloc fails at startup` is not shown by a line that asks whether it failed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.doubts.told_lines import words_that_tell
from codewitness.engine.verify.doubts.told_text import is_told, words_of
from codewitness.engine.verify.evidence import Proof
from codewitness.engine.verify.reading.actions import ACTION_FORMS
from codewitness.engine.verify.reading.lexicon import VERBS

# What code asks without a word for it: signs, sizes, and who waits.
_BY_SIGNS = frozenset(
    {
        *("true", "false", "contain", "contains", "end", "ends", "start", "starts", "begins"),
        *("left", "room", "space", "limit", "someone", "anyone", "nobody", "somebody", "task"),
        *("channel", "queue", "deque", "pulls", "read", "nothing", "anything", "something"),
        *("future", "past", "ready", "soon", "gone", "holds", "self"),
    }
)


# Which call fails, other rules look for.
_FAILING = re.compile(r"\b(?:fails?|failed|throws?|threw|raises?|raised|panics)\b")
# Where it is done, said behind the condition: no rule has split that from it.
_AND_WHERE = re.compile(
    r" (?:(?:in|inside|within|under|outside|outside of) (?:an?|the|its|each) "
    r"(?:loop|lock|transaction|try|handler|block)|(?:for|on) (?:each|every) [a-z]+"
    r"|(?:and|or) [a-z]+s (?:it|them))$"
)


def asked_nowhere(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """Conditions of which a word is told by nothing in the functions that were looked at."""
    said = [one.described for one in claim.clauses if one.described and not one.is_negated]
    if not said or not proofs:
        return
    near = words_of(claim.subject.name) if claim.subject is not None else set()
    for outline in {id(one.outline): one.outline for one in proofs}.values():
        near |= words_of(outline.text.slice(outline.span))
    for described in said:
        failing = _FAILING.search(described)
        rest = described[failing.end() :] if failing is not None else described
        words = words_that_tell(rest, _BY_SIGNS)
        is_split = _AND_WHERE.search(described) is None or "otherwise" in claim.text
        if not is_split or any(not (_is_form(one) or is_told(one, near)) for one in words):
            yield described


def _is_form(word: str) -> bool:
    """True for `resolved`, `elapsed`: verbs, which code says by a sign or by another verb."""
    return word.endswith("ed") or word in VERBS or word in ACTION_FORMS
