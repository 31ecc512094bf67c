"""`codewitness.search`: full text, vectors and names, filtered before the cut, ranked together.

Saved text is searched in the tables; buffers that differ from it are searched in memory and shadow
their rows. If those are many, only the ones whose text is in no table yet. Every snippet is cut
from the text as it is now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import chain, groupby, repeat
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.engine.ports import DISK, Reranking
from codewitness.engine.rank.form import QueryForm, defined_name, telling_words
from codewitness.engine.rank.near_words import near_words
from codewitness.engine.rank.passage import plain_words
from codewitness.engine.rank.phrase import least_of, phrase_of, share_in
from codewitness.engine.rank.tokens import query_words, recalled_fts_text, without_tags
from codewitness.engine.turn import Turn
from codewitness.engine.view import Folder, Snapshot
from codewitness.features.asked_literals import asked_literal, chunks_with
from codewitness.features.asked_patterns import asked_pattern, chunks_matching
from codewitness.features.asked_places import asked_places, chunks_at, chunks_of_file
from codewitness.features.candidates import NO_COUNTS, Candidate, Key, Scored, add
from codewitness.features.defined_values import values_defined
from codewitness.features.no_signals import without_signals
from codewitness.features.places import BadRequest, Reading
from codewitness.features.search_notes import name_meant, notes_on, said_instead
from codewitness.features.search_results import Result, results
from codewitness.features.word_weights import weights_of
from codewitness.model.facts import Chunk
from codewitness.model.freshness import Freshness
from codewitness.model.query import Query, SearchMode
from codewitness.storage.decode import Hit
from codewitness.storage.filters import passes, where
from codewitness.storage.stems import indexed

if TYPE_CHECKING:
    from codewitness.engine.ports import Store
    from codewitness.engine.vectors import Matrix, Near
    from codewitness.storage.word_index import Passing

POOL_BY_WORDS, POOL_BY_VECTOR = 200, 100  # the best of each retriever, which ranking sees
POOL_BY_NAME = 30
MAX_LOOSE_FILES = 16
_ASIDE = ThreadPoolExecutor(3, "codewitness-aside")  # what is asked of the tables meanwhile
_TURN = Turn()  # of searches that nothing but the processor keeps waiting
SPARE = 50  # hits beyond the pool that may be dropped, being shadowed by unsaved text


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchAnswer:
    """Results, best first; `notes` name every part of the search that could not take part."""

    results: tuple[Result, ...]
    reranking: Reranking
    notes: tuple[str, ...]
    freshness: Freshness


class _Search:
    """One search over all folders of a snapshot."""

    def __init__(self, snapshot: Snapshot, query: Query, text: str) -> None:
        """`text` is what is looked for, where the query does not say just that."""
        self.snapshot = snapshot
        self.query = query
        self.pattern = asked_pattern(text)
        text = text if self.pattern is None else self.pattern.words
        self.text = defined_name(text) or text
        self.form = QueryForm.of(text)
        words = query_words(self.text)
        is_word = self.form.sole or self.pattern is not None
        self.literal = "" if is_word else asked_literal(without_tags(text))
        self.words = words if self.literal else telling_words(words)
        is_question = query.mode is SearchMode.HYBRID and not self.form.sole
        self.near = near_words(self.words) if is_question else ()
        self.phrase = phrase_of(text, self.form) if self.pattern is None else ()
        self.whole = f" {' '.join(self.phrase)} "
        self.least = least_of(text) if self.phrase else None
        self.plain = plain_words(text) if self.phrase and not self.literal else ()
        self.reading = Reading(snapshot)
        self.notes: dict[str, None] = {}
        self.candidates: dict[Key, Candidate] = {}
        self.lexical: dict[Key, float] = {}
        self.semantic: dict[Key, float] = {}
        self.partly: dict[Key, float] = {}  # what has most of the words so, and how much
        self.verbatim: set[Key] = set()  # what has the words of the query just as they are there
        self.quoted: set[Key] = set()  # what has it as a text, if it is more than words or a name
        self.places = asked_places(query.text)
        self.at_place: set[Key] = set()  # what stands where the query says
        self.bearing: set[Key] = set()  # what has the name that is all of the query
        self.defining: set[Key] = set()  # what gives the name its value that is all of the query
        self.is_cut = False  # more have the words than were asked for
        self.counts: dict[Key, tuple[Sequence[int], int]] = {}  # of its words, and how many in all
        self.middles: dict[tuple[int, str], float] = {}  # cosine of each file's
        self.vectors: dict[int, Matrix] = {}  # the query's, by number of the folder

    def retrieve(self) -> None:
        """Gather what words, meaning, names and places find."""
        for number, folder in enumerate(self.snapshot.folders):
            self.snapshot.cancel.check()
            self._retrieve(number, folder)
            if note := without_signals(folder.paths, self.query.filters):
                self.notes[note] = None

    def instead(self) -> _Search | None:
        """The search for the name that was meant, if the query is one that nothing bears."""
        is_asked = self.query.mode is SearchMode.HYBRID and self.query.filters.is_empty
        if not is_asked or self.at_place or len(self.form.names) != 1:
            return None
        counts = (own for own, _ in self.counts.values())
        if not (meant := name_meant(self.snapshot, self.form, self.words, counts)):
            return None
        other = _Search(self.snapshot, self.query, self.text.replace(self.form.names[0], meant))
        other.notes[said_instead(self.form.names[0], meant)] = None
        return other

    def answer(self, before_model: Callable[[], None]) -> SearchAnswer:
        """What was found, ranked; a model that reads it is waited for after `before_model`."""
        hits, near = self.lexical or self.at_place, self.semantic
        for scores in (self.lexical, self.semantic):
            _keep_best(scores)
        for number, folder in enumerate(self.snapshot.folders):
            self._compare_all(number, folder)
        floor = min(self.lexical.values(), default=0.0) if self.is_cut else 0.0
        scored = Scored(
            form=self.form,
            candidates=self.candidates,
            lexical=self.lexical,
            semantic=self.semantic,
            verbatim=self.quoted or self.verbatim or self._said_most(),
            at_place=self.at_place,
            defining=self.defining,
            bearing=self.bearing,
            floor=floor,
            counts=self.counts,
            middles=self.middles,
            asked=(self.plain, self.least[0] if self.least else len(self.plain)),
        )
        found, reranking = results(self.snapshot, self.query, scored, self.reading, before_model)
        matched = self.verbatim if self.pattern is not None else ()
        for note in notes_on(self.query, self.words, hits, near, found, matched):
            self.notes[note] = None
        notes = {**self.notes, **self.reading.notes}
        return SearchAnswer(
            results=found,
            reranking=reranking,
            notes=tuple(notes),
            freshness=self.reading.freshness(),
        )

    def _said_most(self) -> set[Key]:
        most = max(self.partly.values(), default=0.0)
        return {key for key, share in self.partly.items() if share == most}

    def _retrieve(self, number: int, folder: Folder) -> None:
        unsaved = folder.unsaved()
        # A few are quicker in memory, where nothing must be filtered, than their rows are.
        waiting = unsaved if len(unsaved) <= MAX_LOOSE_FILES else folder.waiting()
        for document in folder.documents.values():
            self.reading.note(folder, document)
        condition = self._condition(folder, unsaved, waiting)
        # What the tables or the vectors are asked is asked at once, and waited for after the
        # buffers have been read.
        named = self._named(folder, condition)
        near: Callable[[], list[Near]] = list
        if self.query.mode is not SearchMode.LEXICAL:
            near = self._nearest(number, folder, condition, unsaved, waiting)
        hits: Callable[[], list[Hit]] = list
        if self.query.mode is not SearchMode.SEMANTIC:
            hits = partial(self._text_hits, folder, condition, waiting)
            hits = _ASIDE.submit(hits).result if waiting else hits
        loose = self._loose_chunks(waiting)
        for path, chunk in loose:
            self.candidates[number, chunk.id] = Candidate(path, chunk)
        if self.query.mode is not SearchMode.SEMANTIC:
            self._by_words(number, folder, hits(), loose)
        self._by_vector(number, folder, near, loose)
        self._by_name(number, named(), unsaved)
        self._by_place(number, folder)
        self._by_value(number, folder)
        self._by_literal(number, folder)
        self._by_pattern(number, folder)

    def _condition(
        self,
        folder: Folder,
        unsaved: Mapping[str, Document | SavedFile],
        waiting: Mapping[str, Document | SavedFile],
    ) -> str | Passing:
        """What may be found; as it is known in memory, if there are filters and all is there."""
        filters = self.query.filters
        said: str | Passing = where(filters, layer=folder.layer_id, shadowed=tuple(unsaved))
        if filters.is_empty or unsaved.keys() != waiting.keys():
            return said
        return self.reading.rows(
            folder, lambda store: store.passing(filters, unsaved, str(said)), said
        )

    def _loose_chunks(self, waiting: Mapping[str, Document | SavedFile]) -> list[tuple[str, Chunk]]:
        """Chunks that pass, of buffers whose text is in no table yet."""
        found: list[tuple[str, Chunk]] = []
        for path, document in waiting.items():
            analysis = document.analysis()
            if analysis is not None:
                language, filters = analysis.facts.language, self.query.filters
                found += [
                    (path, chunk)
                    for chunk in analysis.facts.chunks
                    if filters.is_empty
                    or passes(filters, path=path, language=language, tags=chunk.tags)
                ]
        return found

    def _by_words(
        self,
        number: int,
        folder: Folder,
        hits: Sequence[Hit],
        loose: Sequence[tuple[str, Chunk]],
    ) -> None:
        self.is_cut |= len(hits) >= POOL_BY_WORDS
        if hits:
            ids, paths, _, bm25, words, counts, lengths = zip(*hits, strict=True)
            keys = add(self.candidates, number, ids, paths)
            self.lexical.update(zip(keys, bm25, strict=True))
            self.counts.update(zip(keys, zip(counts, lengths, strict=True), strict=True))
            for key, said in zip(keys, words, strict=True) if self.phrase else ():
                if said:
                    self._compare_words(key, said)
        if not loose:
            return
        from codewitness.engine.rank.lexical import bag, score_unindexed

        texts = {chunk.id: bag(chunk, path) for path, chunk in loose}
        weights, near = weights_of(folder, self.words, self.near, hits, texts)
        scores = score_unindexed(self.words, texts, weights, near)
        self.lexical |= {(number, one): score for one, score in scores.items() if score > 0}
        asked = [indexed(word) for word in self.words]
        self.counts |= {
            (number, one): ([own.counts[word] for word in asked], own.n_words)
            for one, own in texts.items()
            if scores[one] > 0
        }
        for path, chunk in loose if self.phrase else ():
            said = recalled_fts_text(chunk.name, chunk.qualified_name, path, chunk.text, chunk.tags)
            self._compare_words((number, chunk.id), said)

    def _near(self, folder: Folder) -> Sequence[Sequence[tuple[str, float]]]:
        """What may stand for the words; not while the tables would be slow to look for it."""
        if self.near and folder.store is not None and folder.store.awaits_words:
            self.notes[
                "words that mean nearly the same were not looked for yet: that begins when the "
                "server has rested for a second"
            ] = None
            return ()
        return self.near

    def _compare_words(self, key: Key, said: str) -> None:
        if self.whole in f" {said} ":
            self.verbatim.add(key)
        elif self.least and (share := share_in(self.phrase, said, self.least)):
            self.partly[key] = share

    def _text_hits(
        self,
        folder: Folder,
        condition: str | Passing,
        waiting: Mapping[str, Document | SavedFile],
    ) -> list[Hit]:
        """The best chunks of the tables by words that this server may see."""
        unsaved = folder.unsaved()
        how: dict[str, Any] = {"with_unsaved": unsaved.keys() != waiting.keys()}
        if waiting or self.phrase:
            from codewitness.engine.rank.lexical import ENOUGH

            # Only what has all words of a question can have it as it stands, or of few words.
            is_all = self.least is None or len(self.phrase) < self.least[0]
            is_whole = is_all and set(self.words) <= set(self.whole.split())
            how["with_words"] = ENOUGH, 1.0 if is_whole and not waiting else 0.5
        how["near"] = self._near(folder)

        def is_seen(hit: Hit) -> bool:
            if hit.layer == DISK:
                return hit.path not in unsaved
            return hit.layer == folder.layer_id and hit.path not in waiting

        if self.query.filters.is_empty:
            # A condition makes the tables read the layer of every row, which doubles the time.
            limit = POOL_BY_WORDS + SPARE + (POOL_BY_WORDS if waiting else 0)
            hits = self._hits(folder, None, limit, how)
            seen = [hit for hit in hits if is_seen(hit)]
            if len(seen) >= POOL_BY_WORDS or len(hits) < limit:
                return seen[:POOL_BY_WORDS]
        return [hit for hit in self._hits(folder, condition, POOL_BY_WORDS, how) if is_seen(hit)]

    def _hits(
        self, folder: Folder, condition: str | Passing | None, limit: int, how: Mapping[str, Any]
    ) -> list[Hit]:
        none: list[Hit] = []

        def ask(store: Store) -> list[Hit]:
            return store.search_text(self.words, condition, limit, **how)

        hits = self.reading.rows(folder, ask, none)
        if folder.store is not None and (covered := folder.store.covered_by_words) is not None:
            fault = folder.view.fault
            state = f"can't be written to its index ({fault})" if fault else "is being indexed"
            what = f"{folder.root.name} {state}: words were looked for in {covered} chunks"
            self.notes[f"{what} so far, meaning and names in all that are read"] = None
        return hits

    def _nearest(
        self,
        number: int,
        folder: Folder,
        condition: str | Passing,
        unsaved: Mapping[str, Document | SavedFile],
        waiting: Mapping[str, Document | SavedFile],
    ) -> Callable[[], list[Near]]:
        """What gives the nearest chunks; it may be at work already, beside the search by words."""
        embedder, vectors = folder.embedder, folder.view.vectors
        if embedder is None or vectors is None:
            self.notes["no embedder is loaded: only words were searched"] = None
            return list
        self.vectors[number] = vector = embedder.embed([self.text])[0]
        passing = None if isinstance(condition, str) else condition
        if passing or (self.query.filters.is_empty and unsaved.keys() == waiting.keys()):
            return _ASIDE.submit(vectors.search, vector, POOL_BY_VECTOR, unsaved, passing).result
        said = str(condition)

        def of_rows() -> list[Near]:
            none: list[Hit] = []
            hits = self.reading.rows(
                folder, lambda store: store.search_vector(vector, said, POOL_BY_VECTOR), none
            )
            from codewitness.engine.vectors import Near

            near = (Near(id=h.id, path=h.path, cosine=h.score) for h in hits)
            return [one for one in near if one.path not in waiting]

        return _ASIDE.submit(of_rows).result

    def _by_vector(
        self,
        number: int,
        folder: Folder,
        near: Callable[[], list[Near]],
        loose: Sequence[tuple[str, Chunk]],
    ) -> None:
        if nearest := near():
            ids, paths, cosines = zip(*nearest, strict=True)
            self.semantic.update(
                zip(add(self.candidates, number, ids, paths), cosines, strict=True)
            )
        vector, embedder = self.vectors.get(number), folder.embedder
        if loose and vector is not None and embedder is not None:
            from codewitness.engine.vectors import middle

            for path, group in groupby(loose, key=itemgetter(0)):
                chunks = [chunk for _, chunk in group]
                matrix = folder.known.made(embedder, path, chunks)
                self.middles[number, path] = middle(matrix, vector)
                own = (matrix @ vector).tolist()
                self.semantic |= {
                    (number, chunk.id): score for score, chunk in zip(own, chunks, strict=True)
                }

    def _compare_all(self, number: int, folder: Folder) -> None:
        """The cosine of what only its words or its name have found: near or not, it is known."""
        vector, vectors = self.vectors.get(number), folder.view.vectors
        if vector is None or vectors is None:
            return
        ids = [
            chunk_id
            for (of, chunk_id), candidate in self.candidates.items()
            if of == number and candidate.chunk is None and (of, chunk_id) not in self.semantic
        ]
        found = vectors.cosines(vector, ids, folder.unsaved())
        self.semantic.update(zip(zip(repeat(number), found), found.values(), strict=False))
        paths = {candidate.path for (of, _), candidate in self.candidates.items() if of == number}
        of_files = vectors.middles(vector, paths)
        known = zip(zip(repeat(number), of_files), of_files.values(), strict=False)
        self.middles = {**dict(known), **self.middles}

    def _named(self, folder: Folder, condition: str | Passing) -> Callable[[], list[Hit]]:
        """What gives the definitions that the query names as code does, however common they are."""
        if not self.form.names or folder.store is None:
            return list
        where_named = None if self.query.filters.is_empty else condition

        def ask(store: Store) -> list[Hit]:
            return store.named(self.form.names, where_named, POOL_BY_NAME)

        none: list[Hit] = []
        return _ASIDE.submit(self.reading.rows, folder, ask, none).result

    def _by_name(
        self, number: int, hits: Sequence[Hit], unsaved: Mapping[str, Document | SavedFile]
    ) -> None:
        for hit in hits:
            if hit.layer == DISK and hit.path not in unsaved:
                self.candidates.setdefault((number, hit.id), Candidate(hit.path))

    def _by_place(self, number: int, folder: Folder) -> None:
        text, filters = self.query.text, self.query.filters
        at_lines = chunks_at(self.reading, folder, text, self.places, filters)
        for path, chunk in chain(at_lines, chunks_of_file(self.reading, folder, text, filters)):
            self.candidates.setdefault((number, chunk.id), Candidate(path))
            self.at_place.add((number, chunk.id))

    def _by_value(self, number: int, folder: Folder) -> None:
        word = self.form.sole.lower().strip("_")
        if not word or word not in self.words:
            return
        if next(self.reading.named(folder, self.form.sole), None) is not None:
            return  # a function, a class or the like, which is found by its name
        at = self.words.index(word)
        bearing = {
            key: candidate.path
            for key, candidate in self.candidates.items()
            if key[0] == number and any(self.counts.get(key, NO_COUNTS)[0][at : at + 1])
        }
        if len(self.words) > 1:  # else it has no parts that others could have
            self.bearing.update(bearing)
        paths = bearing.values()
        filters = self.query.filters
        for path, chunk in values_defined(self.reading, folder, self.form, paths, filters):
            self.candidates.setdefault((number, chunk.id), Candidate(path))
            self.defining.add((number, chunk.id))

    def _by_literal(self, number: int, folder: Folder) -> None:
        if not self.literal:
            return
        paths = [
            candidate.path
            for key, candidate in self.candidates.items()
            if key[0] == number and all(self.counts.get(key, ((0,), 0))[0])
        ]
        filters = self.query.filters
        for path, chunk, is_quoted in chunks_with(
            self.reading, folder, self.literal, paths, filters
        ):
            self.candidates.setdefault((number, chunk.id), Candidate(path))
            (self.quoted if is_quoted else self.verbatim).add((number, chunk.id))

    def _by_pattern(self, number: int, folder: Folder) -> None:
        if self.pattern is None:
            return
        paths = [one.path for key, one in self.candidates.items() if key[0] == number]
        filters = self.query.filters
        for path, chunk in chunks_matching(self.reading, folder, self.pattern, paths, filters):
            self.candidates.setdefault((number, chunk.id), Candidate(path))
            self.verbatim.add((number, chunk.id))


def search(snapshot: Snapshot, query: Query) -> SearchAnswer:
    """Answer `query` over all folders of `snapshot`."""
    if not query.text.strip():
        raise BadRequest("query: give at least one word to search for")
    if not all(_is_in_memory(folder) for folder in snapshot.folders):
        return _search(snapshot, query)
    with _TURN.taken() as leave:
        return _search(snapshot, query, leave)


def _search(
    snapshot: Snapshot, query: Query, before_model: Callable[[], None] = lambda: None
) -> SearchAnswer:
    asked = _Search(snapshot, query, query.text)
    asked.retrieve()
    if (other := asked.instead()) is not None:
        asked = other
        asked.retrieve()
    return asked.answer(before_model)


def _is_in_memory(folder: Folder) -> bool:
    """True unless tables on disk are asked for words, which other searches need not wait for."""
    return folder.store is None or folder.store.word_weights(()) is not None


def _keep_best(scores: dict[Key, float]) -> None:
    """Of the chunks of buffers, too, only the best take part."""
    for key in sorted(scores, key=scores.__getitem__, reverse=True)[POOL_BY_WORDS:]:
        del scores[key]
