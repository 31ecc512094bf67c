"""Search conversations: what was completed first, then what is to be done, then what was asked.

What was asked for in the words of the query comes before todos that have few of them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from sys import intern

from codewitness.engine.recording.word_search import asked_stems, stems
from codewitness.engine.transcripts.conversation import COMPLETED, Arc, Conversation, Todo

# A completed todo says what was really done; of what was asked nobody knows.
COMPLETED_WEIGHT, PENDING_WEIGHT, ASKED_WEIGHT = 1.0, 0.8, 0.65
# All that was asked in a conversation has most words, and so has one long text by itself.
ASKED_SOMEWHERE_WEIGHT, SHORT_TEXT = 0.3, 20  # words
MOST_ASKED = 3  # requests that are shown
RECENCY_WEIGHT, RECENCY_DAYS = 0.15, 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A conversation by its key, the todos that fit, and what was asked in the same words."""

    key: str
    score: float
    todos: tuple[Todo, ...]
    asked: tuple[Arc, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The stemmed words of one conversation."""

    todos: tuple[tuple[Todo, frozenset[str]], ...]
    arcs: tuple[tuple[Arc, frozenset[str]], ...]
    asked: frozenset[str]
    all: frozenset[str]
    last: datetime | None


def words_of(found: Conversation) -> Words:
    """What is searched of a conversation."""
    todos = tuple((one, _stems(one.text)) for one in (*found.completed, *found.pending))
    arcs = tuple((one, _stems(one.text)) for one in found.arcs)
    texts = [found.name, found.summary, *(one.text for one in found.commits)]
    asked = frozenset[str]().union(*map(_stems, texts), *(words for _, words in arcs))
    every = asked.union(*(words for _, words in todos))
    return Words(todos=todos, arcs=arcs, asked=asked, all=every, last=_time(found.last))


def search(query: str, words_by_key: Mapping[str, Words], *, limit: int) -> list[Found]:
    """The conversations that fit best, each with the todos that do."""
    wanted = frozenset(asked_stems(query))
    weights = _weights(wanted, list(words_by_key.values()))
    total = sum(weights.values()) or 1.0
    newest = max((one.last for one in words_by_key.values() if one.last), default=None)
    found = []
    for key, words in words_by_key.items():
        if not wanted & words.all:
            continue
        matched = [(_share(own, weights) / total, todo) for todo, own in words.todos]
        matched = [pair for pair in matched if pair[0] > 0]
        matched.sort(key=lambda pair: -_weight(pair[1]) * pair[0])
        best = max((_weight(todo) * share for share, todo in matched), default=0.0)
        arcs = [(_share(own, weights) / total, len(own), arc) for arc, own in words.arcs]
        arcs.sort(key=lambda one: -_asked_weight(one[1]) * one[0])
        somewhere = ASKED_SOMEWHERE_WEIGHT * _share(words.asked, weights) / total
        asked = max((_asked_weight(n) * share for share, n, _ in arcs[:1]), default=0.0)
        score = max(best, somewhere, asked)
        score *= 1 + RECENCY_WEIGHT * _recency(words.last, newest)
        found.append(
            Found(
                key=key,
                score=score / (1 + RECENCY_WEIGHT),
                todos=tuple(todo for share, todo in matched if share >= 0.3),
                asked=tuple(arc for share, _, arc in arcs if share >= 0.6)[:MOST_ASKED],
            )
        )
    return sorted(found, key=lambda one: (-one.score, one.key))[:limit]


def _stems(text: str) -> frozenset[str]:
    """Each word once in memory, however many conversations have it."""
    return frozenset(intern(word) for word in stems(text))


def _weights(wanted: frozenset[str], every: Sequence[Words]) -> dict[str, float]:
    """How much each word says: more if few conversations have it."""
    n_with = {word: sum(word in one.all for one in every) for word in wanted}
    return {word: math.log(1 + (len(every) + 1) / (n_with[word] + 0.5)) for word in wanted}


def _share(own: frozenset[str], weights: Mapping[str, float]) -> float:
    return sum(weight for word, weight in weights.items() if word in own)


def _weight(todo: Todo) -> float:
    return COMPLETED_WEIGHT if todo.status == COMPLETED else PENDING_WEIGHT


def _asked_weight(n_words: int) -> float:
    """Of one text of so many words that a user wrote."""
    more = (ASKED_WEIGHT - ASKED_SOMEWHERE_WEIGHT) * min(1.0, SHORT_TEXT / max(n_words, 1))
    return ASKED_SOMEWHERE_WEIGHT + more


def _recency(last: datetime | None, newest: datetime | None) -> float:
    if last is None or newest is None:
        return 0.0
    days = (newest - last).total_seconds() / 86_400
    return math.exp(-max(days, 0.0) / RECENCY_DAYS)


def _time(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
