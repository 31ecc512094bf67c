"""From candidates to ranked results that quote the text as it is now.

A row of the tables is trusted only if the text that it was made from is the text of this moment;
otherwise the file is read again and the chunk is found by its id, or dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from operator import methodcaller

from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.engine.ports import DISK, Reranker, Reranking
from codewitness.engine.rank.ranked import Ranked
from codewitness.engine.rank.score import rank, reranked
from codewitness.engine.symbols import symbols_of
from codewitness.engine.view import Folder, Snapshot
from codewitness.features.candidates import Candidate, Key, Scored
from codewitness.features.matched import Match, asked_signals, matches, parts_of
from codewitness.features.passages import saying
from codewitness.features.places import Reading, symbols_in
from codewitness.features.result_signals import Defined, SignalReader
from codewitness.features.steady_rows import rows_with_texts
from codewitness.model.query import SNIPPET_LINES, Query
from codewitness.model.signals import Signals
from codewitness.model.symbol import Symbol
from codewitness.model.text import Span, Text
from codewitness.storage.decode import ChunkRow
from codewitness.storage.filters import passes
from codewitness.syntax.extract import Analysis
from codewitness.syntax.registry import is_read_in_depth
from codewitness.syntax.tags import is_signal_tag

RERANKED = 20  # the best, which a model reads if there is one


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
    signals: Signals | None = None
    matched: tuple[Match, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """What a result shows of a chunk, from its row or from the text itself."""

    text: Text
    span: Span
    tags: tuple[str, ...]
    symbol: Symbol | None


def results(
    snapshot: Snapshot,
    query: Query,
    scored: Scored,
    reading: Reading,
    before_model: Callable[[], None],
) -> tuple[tuple[Result, ...], Reranking]:
    """The best `query.limit` results, and what a reranker did to their order.

    `before_model` is called when there is only the reranker to be waited for.
    """
    rows = _rows(snapshot, scored.candidates, reading)
    if scored.verbatim and scored.asked[0]:
        scored = replace(scored, verbatim=_saying(snapshot, scored, rows, reading))
    ranked = rank(scored.form, scored.found(rows.by_key), boosts=query.domain_boosts)
    shown: list[Result] = []
    maker = _Maker(snapshot, query, rows, reading, before_model)
    ranked, reranking = _reranked(query, ranked, scored, maker)
    for one in ranked:
        if len(shown) == query.limit or one.score < query.min_relevance or one.score <= 0:
            break  # of what has no score, nothing fits
        snapshot.cancel.check()
        candidate = scored.candidates[one.key]
        piece = maker.piece(one.key, candidate)
        if piece is not None:
            shown.append(_result(snapshot.folders[one.key[0]], candidate.path, piece, one))
    return _with_signals(shown, query, snapshot, reading), reranking


def _saying(snapshot: Snapshot, scored: Scored, rows: _Rows, reading: Reading) -> Collection[Key]:
    places = {}
    for key in scored.verbatim:
        path, chunk = scored.candidates[key]
        if (at := chunk or rows.get(key)) is not None:
            places[key] = snapshot.folders[key[0]], path, at
    return saying(reading, places, *scored.asked)


def _reranked(
    query: Query, ranked: Iterable[Ranked[Key]], scored: Scored, maker: _Maker
) -> tuple[Iterable[Ranked[Key]], Reranking]:
    """The best in the order of a model that reads them beside the query, if there is one."""
    if not query.rerank:
        return ranked, Reranking(reason="not asked for")
    if not scored.candidates:
        return ranked, Reranking(reason="nothing was found")

    def read() -> list[str]:
        best = islice(ranked, max(RERANKED, query.limit))
        pieces = [maker.piece(one.key, scored.candidates[one.key]) for one in best]
        texts = ["" if one is None else one.text.slice(one.span) for one in pieces]
        maker.before_model()
        return texts

    reranking = maker.reranker.rerank(query.text, read)
    return reranked(ranked, reranking.scores) if reranking.scores else ranked, reranking


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
    )


class _Maker:
    """Makes the pieces of one answer."""

    def __init__(
        self,
        snapshot: Snapshot,
        query: Query,
        rows: _Rows,
        reading: Reading,
        before_model: Callable[[], None],
    ) -> None:
        self.before_model = before_model
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
        is_current = self._rows.is_of(key, source.text)
        if candidate.chunk is None and row is not None and is_current:
            return self._from_row(folder, row, source)
        analysis = source.analysis()
        return None if analysis is None else self._from_text(key[1], analysis, source)

    def _from_row(self, folder: Folder, row: ChunkRow, source: Document | SavedFile) -> _Piece:
        symbol = None
        if row.definition >= 0:
            symbols = symbols_in(folder, source)
            symbol = symbols[row.definition] if row.definition < len(symbols) else None
        span = Span(row.start_byte, row.end_byte)
        return _Piece(text=source.text, span=span, tags=row.shown_tags, symbol=symbol)

    def _from_text(
        self, chunk_id: str, analysis: Analysis, source: Document | SavedFile
    ) -> _Piece | None:
        facts = analysis.facts
        chunk = next((one for one in facts.chunks if one.id == chunk_id), None)
        if chunk is None or not passes(
            self._query.filters, path=facts.path, language=facts.language, tags=chunk.tags
        ):
            return None
        symbol = None
        if chunk.definition >= 0:
            symbol = symbols_of(facts, source.text)[chunk.definition]
        return _Piece(text=source.text, span=chunk.span, tags=chunk.tags, symbol=symbol)


def _with_signals(
    shown: Sequence[Result], query: Query, snapshot: Snapshot, reading: Reading
) -> tuple[Result, ...]:
    """The results with their signals and with what of them passes the filters, as far as asked."""
    asked = asked_signals(query.filters) if query.matched else ()
    own = [_own(result) if query.signals else None for result in shown]
    parts = [parts_of(result, reading) if asked else [] for result in shown]
    reader = SignalReader(snapshot, reading)
    reader.fetch(chain(filter(None, own), *parts))
    return tuple(
        replace(
            result,
            signals=None if one is None else reader.of(one),
            matched=matches(result, some, asked, reader) if asked else (),
        )
        for result, one, some in zip(shown, own, parts, strict=True)
    )


def _own(result: Result) -> Defined | None:
    symbol = result.symbol
    if symbol is None or not symbol.kind.is_callable or not is_read_in_depth(symbol.language):
        return None
    return Defined(result.folder, result.path, result.text, symbol.ordinal)


@dataclass(slots=True)
class _Rows:
    """Rows of candidates, and the sha256 of the text that those of each file were made of."""

    by_key: dict[Key, ChunkRow] = field(default_factory=dict)
    texts: dict[tuple[int, str], str] = field(default_factory=dict)

    def get(self, key: Key) -> ChunkRow | None:
        return self.by_key.get(key)

    def is_of(self, key: Key, text: Text) -> bool:
        """True if the row of `key` was made of `text`."""
        row = self.by_key.get(key)
        return row is not None and self.texts.get((key[0], row.path)) == text.sha256


def _rows(snapshot: Snapshot, candidates: Mapping[Key, Candidate], reading: Reading) -> _Rows:
    found = _Rows()
    for number, folder in enumerate(snapshot.folders):
        of_tables = {
            chunk_id: path
            for (of, chunk_id), (path, chunk) in candidates.items()
            if of == number and chunk is None
        }
        unsaved, own = folder.unsaved(), dict[str, str]()
        if unsaved:
            own = {one: path for one, path in of_tables.items() if path in unsaved}
        saved = {k: path for k, path in of_tables.items() if k not in own} if own else of_tables
        for layer, chunks in ((folder.layer_id, own), (DISK, saved)):
            if not chunks:
                continue
            ask = methodcaller("chunk_rows", list(chunks))
            rows: list[ChunkRow]
            rows, texts = rows_with_texts(reading, folder, set(chunks.values()), layer, ask)
            found.by_key.update({(number, row.id): row for row in rows if row.layer == layer})
            found.texts.update({(number, path): sha256 for path, sha256 in texts.items()})
    return found


def _snippet(text: Text, span: Span) -> str:
    first = text.line_at(span.start)
    last = min(text.line_at(max(span.end - 1, span.start)), first + SNIPPET_LINES - 1)
    end = min(text.line_span(last).end, span.end)
    return text.slice(Span(text.line_span(first).start, max(end, span.start)))
