"""From candidates to ranked results that quote the text as it is now.

A row of the tables is trusted only if the text that it was made from is the text of this moment;
otherwise the file is read again and the chunk is found by its id, or dropped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import methodcaller

from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.engine.ports import Reranker, Reranking
from codewitness.engine.rank.form import QueryForm
from codewitness.engine.rank.score import Found, Ranked, rank, reranked
from codewitness.engine.symbols import symbols_of
from codewitness.engine.view import Folder, Snapshot
from codewitness.features.places import Reading
from codewitness.model.facts import CallItem, Chunk, ChunkKind, Item, SubscriptItem
from codewitness.model.query import Query
from codewitness.model.signals import Signals
from codewitness.model.symbol import Symbol
from codewitness.model.text import Span, Text
from codewitness.storage.decode import ChunkRow, SignalRow
from codewitness.storage.filters import passes
from codewitness.syntax.classify import FileNames, signals_of
from codewitness.syntax.extract import Analysis
from codewitness.syntax.tags import is_signal_tag

SNIPPET_LINES = 24
RERANKED = 20  # the best, which a model reads if there is one
# Number of the folder in the snapshot, id of the chunk.
Key = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk that a retriever found; `chunk` if it is of a buffer that is in no table yet."""

    path: str
    chunk: Chunk | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One chunk that was found. `symbol` is None for prose and top-level code.

    `ranked` has the score, its parts and its boosts.
    """

    folder: Folder
    path: str
    text: Text
    span: Span
    snippet: str
    symbol: Symbol | None
    ranked: Ranked[Key]
    tags: tuple[str, ...]
    signals: Signals | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """What a result shows of a chunk, from its row or from the text itself."""

    text: Text
    span: Span
    tags: tuple[str, ...]
    symbol: Symbol | None
    signals: Signals | None


@dataclass(frozen=True, slots=True)
class Scored:
    """What the retrievers found for a query: BM25 and cosine of those that have one."""

    form: QueryForm
    candidates: Mapping[Key, Candidate]
    lexical: Mapping[Key, float]
    semantic: Mapping[Key, float]

    def found(self, rows: Mapping[Key, ChunkRow]) -> dict[Key, Found]:
        """All that ranking needs to know of each candidate; little, if its row has just gone."""
        return {
            key: _found(
                candidate,
                rows.get(key),
                lexical=self.lexical.get(key, 0.0),
                semantic=self.semantic.get(key, 0.0),
            )
            for key, candidate in self.candidates.items()
            if candidate.chunk is None or key in self.lexical or key in self.semantic
        }


def results(
    snapshot: Snapshot, query: Query, scored: Scored, reading: Reading
) -> tuple[tuple[Result, ...], Reranking]:
    """The best `query.limit` results, and what a reranker did to their order."""
    rows = _rows(snapshot, scored.candidates, reading)
    ranked = rank(scored.form, scored.found(rows), boosts=query.domain_boosts)
    shown: list[Result] = []
    maker = _Maker(snapshot, query, rows, reading)
    ranked, reranking = _reranked(query, ranked, scored, maker)
    for one in ranked:
        if len(shown) == query.limit or one.score < query.min_relevance:
            break
        snapshot.cancel.check()
        candidate = scored.candidates[one.key]
        piece = maker.piece(one.key, candidate)
        if piece is not None:
            shown.append(_result(snapshot.folders[one.key[0]], candidate.path, piece, one))
    return maker.with_signals(shown), reranking


def _reranked(
    query: Query, ranked: list[Ranked[Key]], scored: Scored, maker: _Maker
) -> tuple[list[Ranked[Key]], Reranking]:
    """The best in the order of a model that reads them beside the query, if there is one."""
    if not query.rerank:
        return ranked, Reranking(reason="not asked for")
    if not ranked:
        return ranked, Reranking(reason="nothing was found")

    def read() -> list[str]:
        best = ranked[: max(RERANKED, query.limit)]
        pieces = [maker.piece(one.key, scored.candidates[one.key]) for one in best]
        return ["" if one is None else one.text.slice(one.span) for one in pieces]

    reranking = maker.reranker.rerank(query.text, read)
    return reranked(ranked, reranking.scores), reranking


def _found(candidate: Candidate, row: ChunkRow | None, *, lexical: float, semantic: float) -> Found:
    chunk = candidate.chunk
    shown = chunk if chunk is not None else row
    return Found(
        path=candidate.path,
        name=shown.name if shown else "",
        parent=shown.parent if shown else "",
        kind=shown.kind if shown else ChunkKind.NODE,
        tags=chunk.tags if chunk is not None else row.shown_tags if row else (),
        lexical=lexical,
        semantic=semantic,
    )


def _result(folder: Folder, path: str, piece: _Piece, ranked: Ranked[Key]) -> Result:
    return Result(
        folder=folder,
        path=path,
        text=piece.text,
        span=piece.span,
        snippet=_snippet(piece.text, piece.span),
        symbol=piece.symbol,
        ranked=ranked,
        tags=tuple(tag for tag in piece.tags if not is_signal_tag(tag)),
        signals=piece.signals,
    )


class _Maker:
    """Makes the pieces of one answer."""

    def __init__(
        self, snapshot: Snapshot, query: Query, rows: Mapping[Key, ChunkRow], reading: Reading
    ) -> None:
        self._snapshot = snapshot
        self._query = query
        self._rows = rows
        self._reading = reading

    @property
    def reranker(self) -> Reranker:
        return self._snapshot.folders[0].reranker

    def piece(self, key: Key, candidate: Candidate) -> _Piece | None:
        folder = self._snapshot.folders[key[0]]
        source = self._reading.source(folder, candidate.path)
        if source is None:
            if folder.saved.files.stamp(candidate.path) is not None:
                self._reading.mark_stale(folder, candidate.path)
            return None
        row = self._rows.get(key)
        if candidate.chunk is None and row is not None and _is_current(folder, row, source):
            return self._from_row(folder, row, source)
        analysis = source.analysis()
        return None if analysis is None else self._from_text(key[1], analysis, source)

    def _from_row(self, folder: Folder, row: ChunkRow, source: Document | SavedFile) -> _Piece:
        symbol = None
        if row.definition >= 0:
            symbols, _ = self._reading.symbols(folder, row.path)
            symbol = symbols[row.definition] if row.definition < len(symbols) else None
        span = Span(row.start_byte, row.end_byte)
        return _Piece(text=source.text, span=span, tags=row.shown_tags, symbol=symbol, signals=None)

    def _from_text(
        self, chunk_id: str, analysis: Analysis, source: Document | SavedFile
    ) -> _Piece | None:
        facts = analysis.facts
        chunk = next((one for one in facts.chunks if one.id == chunk_id), None)
        if chunk is None or not passes(
            self._query.filters, path=facts.path, language=facts.language, tags=chunk.tags
        ):
            return None
        symbol = signals = None
        if chunk.definition >= 0:
            symbol = symbols_of(facts, source.text)[chunk.definition]
            if symbol.kind.is_callable:
                names = FileNames.of(facts)
                signals = signals_of(facts, source.text, chunk.definition, names)
        return _Piece(
            text=source.text, span=chunk.span, tags=chunk.tags, symbol=symbol, signals=signals
        )

    def with_signals(self, shown: list[Result]) -> tuple[Result, ...]:
        """Signals of the results that came from rows, fetched in one go a folder and layer."""
        wanted: dict[tuple[int, str], list[tuple[str, int]]] = {}
        for result in shown:
            if _lacks_signals(result):
                number = self._snapshot.folders.index(result.folder)
                wanted.setdefault((number, _layer(result)), []).append(_definition_key(result))
        found: dict[tuple[int, str, int], SignalRow] = {}
        for (number, layer), keys in wanted.items():
            folder = self._snapshot.folders[number]
            ask = methodcaller("signal_rows", keys, layer=layer)
            no_rows: list[SignalRow] = []
            for row in self._reading.rows(folder, ask, no_rows):
                found[number, row.path, row.ordinal] = row
        return tuple(self._completed(result, found) for result in shown)

    def _completed(self, result: Result, found: Mapping[tuple[int, str, int], SignalRow]) -> Result:
        if not _lacks_signals(result):
            return result
        number = self._snapshot.folders.index(result.folder)
        row = found.get((number, *_definition_key(result)))
        return result if row is None else _with(result, signals_of_row(row))


def signals_of_row(row: SignalRow) -> Signals:
    """The signals as the table has them; long texts are cut there, and their spans with them."""

    def items(name: str) -> list[Item]:
        texts, starts = getattr(row, name), getattr(row, f"{name}_at")
        return [
            Item(text, Span(start, start + len(text.encode())))
            for text, start in zip(texts, starts, strict=True)
        ]

    def calls(name: str) -> tuple[CallItem, ...]:
        return tuple(CallItem(text, span, text, span) for text, span in items(name))

    return Signals(
        internal_calls=calls("calls_internal"),
        external_calls=calls("calls_external"),
        attribute_reads=tuple(items("attribute_reads")),
        attribute_writes=tuple(items("attribute_writes")),
        subscripts=tuple(SubscriptItem(t, s, t, "") for t, s in items("subscripts")),
        parameters_used=tuple(items("parameters_used")),
        raises=tuple(items("raises")),
        handles=tuple(items("handles")),
        has_loop=row.has_loop,
        has_conditional=row.has_conditional,
        has_try=row.has_try,
        is_async=row.is_async,
        line_count=row.line_count,
    )


def _with(result: Result, signals: Signals) -> Result:
    from dataclasses import replace

    return replace(result, signals=signals)


def _lacks_signals(result: Result) -> bool:
    return result.signals is None and result.symbol is not None and result.symbol.kind.is_callable


def _definition_key(result: Result) -> tuple[str, int]:
    assert result.symbol is not None  # only asked of results that lack signals
    return result.path, result.symbol.ordinal


def _layer(result: Result) -> str:
    document = result.folder.document(result.path)
    is_own = document is not None and not result.folder.is_saved(document)
    return result.folder.layer_id if is_own else "disk"


def _is_current(folder: Folder, row: ChunkRow, source: Document | SavedFile) -> bool:
    """True if `row` was made from the text that `source` has."""
    if row.layer == folder.layer_id:
        return folder.view.layer.get(row.path) == source.text.sha256
    known = folder.view.files.get(row.path)
    return known is not None and known.sha256 == source.text.sha256


def _rows(
    snapshot: Snapshot, candidates: Mapping[Key, Candidate], reading: Reading
) -> dict[Key, ChunkRow]:
    ids: dict[int, list[str]] = {}
    for (number, chunk_id), candidate in candidates.items():
        if candidate.chunk is None:
            ids.setdefault(number, []).append(chunk_id)
    found: dict[Key, ChunkRow] = {}
    for number, wanted in ids.items():
        folder = snapshot.folders[number]
        unsaved = folder.unsaved()
        no_rows: list[ChunkRow] = []
        for row in reading.rows(folder, methodcaller("chunk_rows", wanted), no_rows):
            own = folder.layer_id if row.path in unsaved else "disk"
            if row.layer == own:
                found[number, row.id] = row
    return found


def _snippet(text: Text, span: Span) -> str:
    first = text.line_at(span.start)
    last = min(text.line_at(max(span.end - 1, span.start)), first + SNIPPET_LINES - 1)
    end = min(text.line_span(last).end, span.end)
    return text.slice(Span(text.line_span(first).start, max(end, span.start)))
