"""`puts it on the work queue`: only that is shown which is done with the `work_queue` of the code.

A place that is said in two words or more, and that is a name in the code, is meant as that name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.reading.spelled_short import in_words
from codewitness.model.outline import Outline

_SAID = re.compile(
    r"(?:on|onto|in|into|to|from|off) (?:the |its |an? )?(?P<what>[a-z]+(?: [a-z]+){1,2})$"
)
_NAME = re.compile(r"[A-Za-z_]\w*")
_AROUND = frozenset({EvidenceType.CONDITIONAL, EvidenceType.LOOP, EvidenceType.EXCEPT})


class AtPlace(NamedTuple):
    """The words that say a place, and of what was found that which is done there."""

    words: str
    proofs: tuple[Proof, ...]


def at_named_place(ignored: Sequence[str], proofs: Sequence[Proof]) -> AtPlace | None:
    """What is done at a place that has its name in the code; None if none is said."""
    done = [one for one in proofs if one.type not in _AROUND]
    outlines = {id(one.outline): one.outline for one in done}
    for words in ignored:
        said = _SAID.fullmatch(words.lstrip("?& "))
        names = {
            name
            for outline in outlines.values()
            for name in (_named(said["what"], outline) if said else ())
        }
        if not names:
            if said and done and all(_is_of_another(said["what"], one) for one in done):
                return AtPlace(words, ())
            continue
        kept = [one for one in done if names & _names_with(one)]
        shown = [one for one in proofs if one in kept or one.type in _AROUND]
        return AtPlace(words, tuple(shown) if kept else ())
    return None


def _named(what: str, outline: Outline) -> set[str]:
    """The names in its own code that are made of just these words."""
    names = {name for gap in outline.gaps for name in _NAME.findall(outline.text.slice(gap))}
    return {name for name in names if "_".join(_words(name)) == what.replace(" ", "_")}


_ANY = frozenset(
    {*("internal", "local", "global", "own", "given", "same", "new", "old", "current", "existing")}
    | {*("shared", "private", "public", "underlying", "corresponding", "appropriate", "right")}
    | {*("end", "front", "back", "start", "top", "of", "the", "this", "whole", "entire", "actual")}
)
_STEM = 4  # letters that `pending` and `pend` share


def _is_of_another(what: str, proof: Proof) -> bool:
    """True for `the far cache` of what is done with a `local_cache` alone."""
    *qualifying, noun = what.split()
    asked = [one[:_STEM] for one in qualifying if one not in _ANY]
    named = [_words(name) for name in _names_with(proof)]
    such = [words for words in named if words[-1:] == [noun]]
    text = " ".join(" ".join(words) for words in named)
    is_said = any(one in text for one in asked)
    return bool(asked and such) and not is_said and all(len(words) > 1 for words in such)


def _words(name: str) -> list[str]:
    return [word.lower() for word in in_words(name.removeprefix("m_")).split()]


def _names_with(proof: Proof) -> set[str]:
    """The names in the call that was found, or in its line."""
    outline = proof.outline
    calls = [call.whole for call in outline.calls if call.whole.contains(proof.span)]
    whole = min(calls, key=lambda one: one.end - one.start, default=None)
    text = outline.text
    return set(_NAME.findall(text.slice(whole or text.line_span(text.line_at(proof.span.start)))))
