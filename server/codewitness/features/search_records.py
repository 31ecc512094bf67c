"""What was recorded, found by the same search as code: decisions, lessons, errors, conversations.

Code is scored against the best hit of its search, records by how much of the query they say, so
that both can stand in one list.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType

from codewitness.engine.rank.form import QueryForm
from codewitness.engine.rank.stems import stem
from codewitness.engine.rank.tokens import words
from codewitness.engine.view import Snapshot
from codewitness.features.conversations import ConversationFilter, search_conversations
from codewitness.features.decisions import decision_text
from codewitness.features.memory_scope import Asking, MemoryScope
from codewitness.model.query import Filters, Query, SearchMode
from codewitness.model.records import DecisionRecord, ErrorRecord, LessonRecord, Record

CODE, DECISION, LESSON, ERROR, CONVERSATION = "code", "decision", "lesson", "error", "conversation"
TYPE_BOOSTS: Mapping[str, float] = MappingProxyType(
    {CODE: 1.1, DECISION: 1.3, LESSON: 1.2, ERROR: 1.0, CONVERSATION: 1.0}
)
# Code does not tell why it is as it is, nor how an error was mended: a query that asks for that
# asks for records.
_ASKED_FOR = 1.25
_ASKING = {
    DECISION: re.compile(
        r"^\W*(?:why|how come|for what reason)\b|\b(?:did|have) (?:we|i) (?:ever )?(?:choose|chosen"
        r"|decide)|\bwe (?:chose|decided)\b|\b(?:reasons?|rationale) (?:for|of|behind)\b",
        re.IGNORECASE,
    ),
    ERROR: re.compile(
        r"\b(?:did|have) (?:we|i) (?:ever )?(?:fix|get (?:rid of|past|around)|mend|resolve|solve)"
        r"|\bwe (?:fixed|mended|resolved|solved)\b|\bseen (?:\w+ ){0,3}before\b",
        re.IGNORECASE,
    ),
}
# What each part can add; the share of the query's words says more than a likeness of meaning.
LEXICAL, SEMANTIC = 0.6, 0.2
_LEAST_COSINE = 0.35  # of a record without any of the words
_OLD, _NEW, _DAYS = 0.8, 1.5, 30.0  # recency: from new to old, falling off in so many days


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordResult:
    """One record that was found; `path` is a file that it is about, if any."""

    memory_type: str
    id: str
    text: str
    path: str
    tags: tuple[str, ...]
    timestamp: str
    parts: Mapping[str, float]
    boosts: Mapping[str, float]

    @property
    def score(self) -> float:
        """The sum of the parts times each boost, between 0 and 1."""
        return min(1.0, sum(self.parts.values()) * math.prod(self.boosts.values()))


def search_records(
    snapshot: Snapshot, query: Query, types: Collection[str]
) -> tuple[list[RecordResult], list[str]]:
    """Records of these types that fit, best first, and notes on what could not take part.

    None if the filters speak of code alone.
    """
    if not snapshot.folders or _is_about_code(query.filters):
        return [], []
    scope = MemoryScope.of(snapshot, Asking())
    form, now = QueryForm.of(query.text), scope.memory.clock.now()
    notes: list[str] = []
    found = list(_by_text(scope, query, form, now, types))
    if CONVERSATION in types:
        found += _conversations(snapshot, query, now, notes)
    found = [one for one in found if one.score >= query.min_relevance]
    return sorted(found, key=lambda one: (-one.score, one.id))[: query.limit], notes


def recency(timestamp: str, now: str) -> float:
    """A boost from 1.5 for what is new to 0.8 for what is old."""
    try:
        age = _time(now) - _time(timestamp)
    except ValueError:
        return 1.0
    return _OLD + (_NEW - _OLD) * math.exp(-max(age.total_seconds(), 0.0) / 86_400 / _DAYS)


def _by_text(
    scope: MemoryScope, query: Query, form: QueryForm, now: str, types: Collection[str]
) -> Iterable[RecordResult]:
    asked = {kind for kind, asking in _ASKING.items() if asking.search(query.text)}
    texts = {record.id: (kind, record, text) for kind, record, text in _texts(scope, types)}
    cosines = _cosines(scope, query, {key: text for key, (_, _, text) in texts.items()})
    for key, (kind, record, text) in texts.items():
        scope.snapshot.cancel.check()
        said = _share(form, text) if query.mode is not SearchMode.SEMANTIC else 0.0
        cosine = cosines.get(key, 0.0)
        tags: tuple[str, ...] = getattr(record, "tags", ())
        if not (said or cosine >= _LEAST_COSINE) or not _passes(query.filters, tags):
            continue
        yield RecordResult(
            memory_type=kind,
            id=key,
            text=text,
            path=_path(record),
            tags=tags,
            timestamp=record.updated or record.timestamp,
            parts={"lexical": LEXICAL * said, "semantic": SEMANTIC * max(0.0, cosine)},
            boosts={
                kind: TYPE_BOOSTS[kind],
                "recency": recency(record.updated or record.timestamp, now),
                **({"askedFor": _ASKED_FOR} if kind in asked else {}),
            },
        )


def _texts(scope: MemoryScope, types: Collection[str]) -> Iterable[tuple[str, Record, str]]:
    if DECISION in types:
        for decision in scope.records(DecisionRecord):
            yield DECISION, decision, decision_text(decision)
    if LESSON in types:
        for lesson in scope.records(LessonRecord):
            yield LESSON, lesson, _lines(lesson.lesson, " ".join(lesson.tags))
    if ERROR in types:
        for error in scope.records(ErrorRecord):
            solution = error.solution or error.former_solution
            said = _lines(f"{error.error_type}: {error.message}", solution, " ".join(error.tags))
            yield ERROR, error, said


def _lines(*said: str) -> str:
    """What was said, each thing in a line of its own."""
    return "\n".join(filter(None, said))


def _cosines(scope: MemoryScope, query: Query, texts: Mapping[str, str]) -> dict[str, float]:
    embedder = scope.folder.embedder
    if embedder is None or query.mode is SearchMode.LEXICAL or not texts:
        return {}
    rows = embedder.embed([query.text, *texts.values()])
    return dict(zip(texts, (rows[1:] @ rows[0]).tolist(), strict=True))


def _conversations(
    snapshot: Snapshot, query: Query, now: str, notes: list[str]
) -> Iterable[RecordResult]:
    if query.mode is SearchMode.SEMANTIC or query.filters.include_tags:
        return
    fitting, so_far = search_conversations(snapshot, query.text, ConversationFilter(), query.limit)
    if so_far is not None:
        notes.append(f"{so_far.n_files} of {so_far.of_files} transcripts are read so far")
    for found, conversation in fitting:
        todos = [todo.text for todo in found.todos]
        yield RecordResult(
            memory_type=CONVERSATION,
            id=conversation.session_id,
            text="\n".join(filter(None, [conversation.title, *todos])),
            path="",
            tags=(),
            timestamp=conversation.last,
            parts={"lexical": LEXICAL * found.score, "semantic": 0.0},
            boosts={
                CONVERSATION: TYPE_BOOSTS[CONVERSATION],
                "recency": recency(conversation.last, now),
            },
        )


def _share(form: QueryForm, text: str) -> float:
    own = {stem(word) for word in words(text)}
    return len(form.stems & own) / len(form.stems) if form.stems else 0.0


def _is_about_code(filters: Filters) -> bool:
    said = (filters.languages, filters.paths, filters.calls, filters.accesses, filters.subscripts)
    return any(said)


def _passes(filters: Filters, tags: Sequence[str]) -> bool:
    def has(wanted: str) -> bool:
        if wanted.endswith("*"):
            return any(tag.startswith(wanted[:-1]) for tag in tags)
        return wanted in tags

    return all(map(has, filters.include_tags)) and not any(map(has, filters.exclude_tags))


def _path(record: Record) -> str:
    own = getattr(record, "path", "") or next(iter(getattr(record, "related_files", ())), "")
    return own or next((anchor.path for anchor in getattr(record, "anchors", ())), "")


def _time(text: str) -> datetime:
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)
