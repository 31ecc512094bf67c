"""What the engine needs from outside, as protocols; the real adapters are wired at the top."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from codewitness.engine.pictures import Pictures
from codewitness.model.files import FileState, Listing, ReadText, Skipped
from codewitness.model.text import Text

if TYPE_CHECKING:
    from codewitness.engine.memory import Memory, Scope
    from codewitness.engine.published import Published
    from codewitness.engine.symbols import Symbols
    from codewitness.engine.transcripts.conversation import Conversation
    from codewitness.engine.transcripts.search import Words
    from codewitness.engine.vectors import FileVectors, Matrix
    from codewitness.model.bm25 import Weights
    from codewitness.model.query import Filters
    from codewitness.model.symbol import Symbol
    from codewitness.storage.compare import Difference
    from codewitness.storage.decode import ChunkRow, ChunkText, FileRow, Hit, SignalRow
    from codewitness.storage.faults import IndexFault
    from codewitness.storage.word_index import Near, Passing
    from codewitness.syntax.extract import Analysis

DISK = "disk"  # the layer of saved text

# Size, mtime_ns, ctime_ns and inode.
Stamp = tuple[int, int, int, int]


class Watched(StrEnum):
    """Who tells of files that change on disk."""

    SYSTEM = "system"
    POLLING = "polling"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True, kw_only=True)
class Watching:
    """How changes on disk are noticed, and why so if not by the system.

    `has_client`: the client tells as well. `n_changed`: files that came, went or changed since
    the folder was first indexed, each once, whoever told.
    """

    by: Watched = Watched.NOBODY
    detail: str = ""
    has_client: bool = False
    n_changed: int = 0


class Files(Protocol):
    """The files of one folder."""

    def list(self) -> Listing:
        """All that is to be read, and what is not and why."""

    def read(self, path: str) -> ReadText | Skipped:
        """One file's text."""

    def ignored(self, paths: Collection[str]) -> set[str]:
        """Those of `paths` that are not to be read."""

    def is_read(self, path: str) -> bool:
        """True if files of such a name are read."""

    def is_listed_anew(self, path: str) -> bool:
        """True if a change of `path` may be one of other files: rules, folders, links."""

    def linked_to(self, path: str) -> str | None:
        """The link that is read in place of `path`, if there was one when last listed."""

    def state(self, path: str) -> tuple[int, int] | None:
        """Size and mtime_ns of a file now; None if there is no such file."""

    def stamp(self, path: str) -> Stamp | None:
        """What changes with any change of a file's bytes; None if there is no such file."""


class EdgeFile(Protocol):
    """Where the edges of a folder are kept from one start to the next."""

    def stamp(self) -> str:
        """What is another one when the same files may have other edges."""

    def read(self) -> bytes | None:
        """What was written last, perhaps by another server; None if there is nothing."""

    def write(self, data: bytes) -> None:
        """Keep this in place of what was there, if it can be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """A commit of git; `paths` are relative to the workspace folder.

    committed: when it was put where it is, in whole seconds since 1970; a rebase does so anew.
    """

    sha: str
    message: str
    paths: tuple[str, ...]
    committed: int


class NoHistory(RuntimeError):
    """There is no commit to compare with; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LastCommit:
    """What is committed last below a folder: an id of the content by path.

    Of a file in a repository within, such as a submodule, what that one has committed. `closed` are
    the repositories, by their folders, whose last commit is not known; the folder's own is `""`.
    """

    ids: Mapping[str, str]
    closed: frozenset[str] = frozenset()


class History(Protocol):
    """The last commit of a folder's repository, and of those within it."""

    def head(self, paths: Iterable[str] = ()) -> LastCommit:
        """The files of the last commit; those of the repositories that `paths` are in, as well.

        Raises `NoHistory` if none of them has one.
        """

    def differing(self, head: Mapping[str, str], paths: Mapping[str, Stamp | None]) -> list[str]:
        """Those of `paths`, each with its stamp, whose file on disk is not what `head` has."""

    def texts(self, ids: Mapping[str, str]) -> Mapping[str, Text]:
        """Contents by their ids, which are given by path, if they are text; raises `NoHistory`."""

    def id_of(self, text: Text, like: str) -> str:
        """The id of a text, in the form of another."""

    def repository_of(self, path: str) -> str:
        """The folder of the innermost repository that a file is in; `""` for the folder's own."""


class Memories(Pictures, Protocol):
    """The memories that concern one folder, and what is checked out there.

    `published` is what other servers report of its files now; `keeps_commits`: commits are noted.
    """

    published: Published
    keeps_commits: bool

    def scope(self, user: str = "", project: str = "") -> Scope:
        """A scope with what is not given filled in."""

    def open(self, scope: Scope) -> Memory:
        """The memory of a scope."""

    def branch(self) -> str:
        """The branch that is checked out now, empty if none is."""

    def commit(self) -> str:
        """The commit that is checked out now, empty if it is not known."""

    def commits_since(self, commit: str) -> list[Commit]:
        """Commits from after that one to what is checked out, newest first; none if not noted."""


class TranscriptFile(Protocol):
    """One transcript and what it says."""

    @property
    def path(self) -> PurePath:
        """Where it is."""

    @property
    def conversation(self) -> Conversation:
        """What was read of it."""

    @property
    def words(self) -> Words | None:
        """What is searched of it."""


class ReadSoFar(NamedTuple):
    """How many of the transcripts, and of their bytes, have been read."""

    n_files: int
    of_files: int
    n_bytes: int
    of_bytes: int


class Transcripts(Protocol):
    """The transcripts of AI assistants that this user lets be read."""

    @property
    def n_malformed(self) -> int:
        """Lines that could not be read."""

    def all(self) -> Sequence[TranscriptFile]:
        """Each transcript that has messages, as it is now, the newest first."""

    def soon(self, seconds: float) -> tuple[Sequence[TranscriptFile], ReadSoFar | None]:
        """The same if that takes no longer, and None; else those that have been read so far."""

    def known(self) -> Sequence[TranscriptFile]:
        """Those that have been read so far, at once."""

    def messages(self, file: Any, start: int, end: int) -> Iterator[bytes]:
        """The lines of messages `start` to `end`, from 1, both included."""


class Embedder(Protocol):
    """Texts to unit vectors."""

    name: str
    dimensions: int

    def embed(self, texts: Sequence[str]) -> Matrix:
        """One float32 row for each text."""


class Guard(Protocol):
    """Keeps texts away from this process that would end it, or make it stand still."""

    def objection(self, path: str, text: Text) -> str | None:
        """Why `text` may not be given to a parser here; None if it may."""

    def leaves_out(self, text: Text) -> bool:
        """True if a file of this text would not be read: it is too large, or no one wrote it."""


class _NoGuard:
    def leaves_out(self, _text: Text) -> bool:
        return False

    def objection(self, _path: str, _text: Text) -> str | None:
        return None


NO_GUARD: Guard = _NoGuard()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reranking:
    """What a reranker did: a score from 0 to 1 for each text, or the reason why there are none."""

    used: bool = False
    name: str = ""
    reason: str = ""
    scores: tuple[float, ...] = ()


class Reranker(Protocol):
    """A model that reads query and text together. Safe to ask from several threads."""

    name: str

    def objection(self) -> str | None:
        """Why it can't be used on this machine; None if it can."""

    def rerank(self, query: str, read: Callable[[], Sequence[str]]) -> Reranking:
        """Scores of the texts that `read` gives, within the time that the user wants to wait.

        They are only read if there is a model that is ready.
        """

    def close(self) -> None:
        """End what it runs."""


class _NoReranker:
    name = "none"

    def objection(self) -> str | None:
        return "none is wanted (setting `rerank.model`)"

    def rerank(self, _query: str, _read: Callable[[], Sequence[str]]) -> Reranking:
        return Reranking(reason=self.objection() or "")

    def close(self) -> None:
        pass


NO_RERANKER: Reranker = _NoReranker()


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Facts of some files, ready for the tables (`tables`) and for the live index (the rest)."""

    tables: Any
    files: tuple[FileState, ...]
    symbols: Mapping[str, Symbols]
    vectors: Mapping[str, FileVectors]
    skipped: tuple[Skipped, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    n_chunks: int = 0


class Extractor(Protocol):
    """Reads files to batches, in processes of its own or here."""

    def submit(self, paths: Sequence[str]) -> Future[Batch]:
        """Read these files in a worker process."""

    def hire(self) -> None:
        """Start the worker processes before they are asked for anything."""

    def here(self, analysis: Analysis, layer: str, size: int, mtime_ns: int) -> Batch:
        """Rows of a text that has been read already."""

    def read_here(self, paths: Sequence[str], *, anew: bool = False) -> Batch:
        """Read these files in this process; with `anew` no vector is taken over."""

    def give_back(self) -> None:
        """Return memory that a commit has freed."""

    def trim(self) -> None:
        """Return memory that no Python object held; cheaper than `give_back`."""

    def close(self) -> None:
        """End the worker processes."""


class Store(Protocol):
    """The tables of one folder's index."""

    rebuilt: str | None
    uri: str
    report: Callable[[IndexFault], None]  # called with what goes wrong, before it is raised

    def replace(
        self, batches: Sequence[Any], *, paths: Sequence[str], layer: str, fresh: bool = False
    ) -> None:
        """Put these rows in place of those of `paths`."""

    def remove(self, paths: Sequence[str], layer: str) -> None:
        """Remove the rows of `paths`."""

    def drop_other_layers(self, keep: Collection[str]) -> None:
        """Remove the rows of all layers but these."""

    def keep_resident(self, *, awaits_words: bool = False) -> None:
        """Keep in memory what results show. `load_words` may be awaited."""

    def follow(self, sha_by_path: Mapping[str, str]) -> None:
        """For a process that doesn't write: these are the texts of the files in the tables now."""

    @property
    def is_behind(self) -> bool:
        """For the same: true if `follow` has something to do though no table has changed."""

    def search_text(
        self,
        words: Sequence[str],
        where: str | Passing | None,
        limit: int,
        *,
        with_words: tuple[int, float] = (0, 0.5),
        with_unsaved: bool = True,
        near: Sequence[Near] = (),
    ) -> list[Hit]:
        """Best matches by words, about `with_words[0]` of them with what is indexed of them.

        Of these, chunks that have less than the share `with_words[1]` of `words` may be without if
        `word_weights` gives some. All tell how often each of `words` is there. `near` are words
        that may stand for each, and how much they count then.
        """

    def load_words(self) -> bool:
        """Have searches by words answered in memory from now on; False if it is too early."""

    @property
    def awaits_words(self) -> bool:
        """True if searches by words will be answered in memory, and are not yet."""

    def word_weights(self, words: Sequence[str]) -> Weights | None:
        """What a search by words counts each of them for; None if that is not known."""

    def search_vector(self, vector: Any, where: str | None, limit: int) -> list[Hit]:
        """Nearest chunks among those that pass."""

    def passing(self, filters: Filters, shadowed: Collection[str], where: str) -> str | Passing:
        """What of saved text passes, but for shadowed files; `where` if that is not in memory.

        It stands for `where`, which says the same, in what is asked of words and names.
        """

    def named(self, names: Sequence[str], where: str | Passing | None, limit: int) -> list[Hit]:
        """Chunks of definitions with one of these names, of the disk layer."""

    def chunk_rows(self, ids: Sequence[str]) -> list[ChunkRow]:
        """Chunks by id."""

    def chunk_texts(self, ids: Sequence[str]) -> list[ChunkText]:
        """What the vectors of chunks depend on, by id."""

    def signal_rows(
        self, keys: Collection[tuple[str, int]], *, layer: str = DISK
    ) -> list[SignalRow]:
        """Signals by path and ordinal."""

    def files(self) -> list[FileRow]:
        """All files of all layers."""

    def symbols(self, *, paths: Collection[str] | None = None) -> list[tuple[str, Symbol]]:
        """Layer and symbol of each definition, those of one file in their order.

        With `paths`, those of the disk layer there.
        """

    def vectors(
        self, *, paths: Collection[str] | None = None
    ) -> tuple[Sequence[str], Sequence[str], Any]:
        """Ids, paths and vectors of the disk layer, or of `paths` there."""

    def size_bytes(self) -> int | None:
        """Bytes on disk; None if it isn't on a disk."""

    def versions(self) -> Mapping[str, int]:
        """Version by table."""

    def text_hashes(self, paths: Collection[str], layer: str) -> dict[str, str]:
        """The sha256 of the text that the rows of each path were made of.

        Rows that were read between two equal answers are of that text.
        """

    def counts(self) -> Mapping[str, int]:
        """Rows by table."""

    def begin_load(self, n_files: int, *, with_words: bool = False) -> None:
        """So many files are about to be written; their words are made meanwhile if wanted."""

    @property
    def covered_by_words(self) -> int | None:
        """While a load goes on, how many chunks are searched by words; None: all are."""

    def make_indexes(self) -> None:
        """Full-text and scalar indexes, after a load."""

    def compaction_begins(self) -> Sequence[str]:
        """The tables that are to be made compact, by name."""

    def compact(self, name: str) -> bool:
        """Fewer fragments and versions of a table, no unindexed tail; in any thread, beside writes.

        False if it has to be done again, since they came between.
        """

    def compacted(self) -> None:
        """All tables were made compact since `compaction_begins`."""

    def differences(
        self, batches: Sequence[Any], paths: Collection[str]
    ) -> tuple[int, list[Difference]]:
        """Rows compared, and what differs of these saved files from a clean build of them."""

    def strays(
        self, known: Collection[str], layer: str, unsaved: Collection[str]
    ) -> list[Difference]:
        """Rows of files that are not known on disk or not unsaved in `layer`; of other layers."""

    def n_fragments(self) -> int:
        """Fragments of all tables; each write adds some."""


class Opener(Protocol):
    """Opens the store; what it takes to import lancedb is paid here, not before.

    `note` says what there can't be used, after a call.
    """

    note: str

    def __call__(self, afresh: str | None = None) -> tuple[Store, Embedder | None]:
        """The store of this folder and the embedder whose vectors it keeps.

        With `afresh`, a reason, the tables are made anew. Raises `IndexFault`; for a reader,
        `IndexUnusable`.
        """

    def embedder(self) -> Embedder | None:
        """The embedder alone; None if there is none."""

    def check_space(self) -> None:
        """Raise `IndexFault` if nothing can be written where the tables are."""
