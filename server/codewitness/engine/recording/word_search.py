"""Records by words: BM25 over stemmed words, for the few thousand that a memory holds."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

from codewitness.engine.rank.form import telling_words
from codewitness.engine.recording.normalise import words

_Kind = TypeVar("_Kind")

K1, B = 1.2, 0.75  # BM25's usual constants
_NO_ENDINGS = ("ss", "us", "is")  # access, status, analysis
_ENDINGS = ("ations", "ation", "ings", "ing", "edly", "ies", "ied", "ers", "ed", "es", "er", "s")
LEAST_STEM = 3
_NUMBER = re.compile(r"\d{2,}")  # of an issue, a port, a status


def stem(word: str) -> str:
    """A word without its ending, so that `fixed`, `fixes` and `fixing` are one."""
    for ending in _ENDINGS if not word.endswith(_NO_ENDINGS) else ():
        if word.endswith(ending) and len(word) - len(ending) >= LEAST_STEM:
            kept = word[: -len(ending)]
            if ending in ("ies", "ied"):
                return kept + "i"
            doubled = len(kept) > LEAST_STEM and kept[-1] == kept[-2] and kept[-1] not in "lsz"
            word = kept[:-1] if doubled else kept
            break
    word = word[:-1] if word.endswith("e") and len(word) > LEAST_STEM else word
    return word[:-1] + "i" if word.endswith("y") and len(word) > LEAST_STEM else word


def stems(text: str) -> list[str]:
    """The stemmed words of a text, in order, and then its numbers."""
    return [*map(stem, words(text)), *_NUMBER.findall(text)]


def asked_stems(query: str) -> list[str]:
    """The stems of a query, each once, without words that say nothing unless it has no others."""
    return [*dict.fromkeys([*map(stem, telling_words(words(query))), *_NUMBER.findall(query)])]


def best_by_words(
    query: str, records: Sequence[_Kind], text_of: Callable[[_Kind], str]
) -> list[_Kind]:
    """The records that have a word of the query, best first; equal ones in their order."""
    scores = scores_by_words(query, [text_of(record) for record in records])
    order = sorted(range(len(records)), key=lambda at: -scores[at])
    return [records[at] for at in order if scores[at] > 0]


def scores_by_words(query: str, texts: Sequence[str]) -> list[float]:
    """BM25 of each text."""
    wanted = asked_stems(query)
    counted = [Counter(stems(text)) for text in texts]
    lengths = [sum(counts.values()) for counts in counted]
    mean = sum(lengths) / max(len(lengths), 1) or 1.0
    n_with = {word: sum(word in counts for counts in counted) for word in wanted}
    scores = []
    for counts, length in zip(counted, lengths, strict=True):
        norm = K1 * (1 - B + B * length / mean)
        scores.append(
            sum(
                math.log(1 + (len(texts) - n_with[word] + 0.5) / (n_with[word] + 0.5))
                * counts[word]
                * (K1 + 1)
                / (counts[word] + norm)
                for word in wanted
                if counts[word]
            )
        )
    return scores
