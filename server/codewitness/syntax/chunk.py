"""Cut a file into chunks along its definitions.

A function's chunk is its text with the comments above it; a class's is its skeleton, that is all of
it but the bodies of its methods; imports and other top-level code have chunks of their own. What is
longer than `MAX_CHUNK_BYTES` is split where statements begin.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from operator import is_

from tree_sitter import Node

from codewitness.model.facts import Chunk, ChunkKind, ScopeFacts
from codewitness.model.text import Span, Text
from codewitness.syntax.tags import file_tags, parent_tags, signal_tags

MAX_CHUNK_BYTES = 4_000
# What a whole definition's chunk depends on but for its facts: kind, name, parent, its own tags,
# how many of its kind and name came before it, and its text.
_Whole = tuple[ChunkKind, str, str, tuple[str, ...], int, bytes]
_Signals = tuple[ScopeFacts | None, ...]  # its own, and those of functions within


# What the functions without a name in a definition do, and where their spans start.
Inner = Sequence[tuple[ScopeFacts, int]]


class ChunkMemo:
    """Chunks of the definitions of one path, for the next reading to take over.

    Safe in any thread: a reading looks into one dictionary, and leaves another.
    """

    def __init__(self) -> None:
        self.chunks: dict[_Whole, tuple[_Signals, Chunk]] = {}


_ID_LENGTH = 20
_WORD_BYTE = re.compile(rb"[0-9A-Za-z\x80-\xff]")
_LAMBDA_LINE = re.compile(r"<lambda:\d+")


def _are_same(some: _Signals, others: _Signals) -> bool:
    return len(some) == len(others) and all(map(is_, some, others))


@dataclass(slots=True, kw_only=True)
class Chunker:
    """Makes the chunks of one file."""

    path: str
    language: str
    text: Text
    memo: ChunkMemo | None = None
    seen: Counter[str] = field(default_factory=Counter)
    chunks: list[Chunk] = field(default_factory=list)
    _whole: dict[_Whole, tuple[_Signals, Chunk]] = field(default_factory=dict)

    def add(  # noqa: PLR0913 (all by name)
        self,
        kind: ChunkKind,
        spans: Sequence[Span],
        *,
        name: str,
        qualified_name: str,
        parent: str = "",
        tags: Iterable[str] = (),
        signals: ScopeFacts | None = None,
        inner: Inner = (),
        base: int = 0,
        boundaries: Sequence[int] = (),
        span: Span | None = None,
        definition: int = -1,
    ) -> None:
        """One chunk of these pieces of text, or several if they are too long for one."""
        parts = split(spans, boundaries, self.text.raw)
        fixed = [*tags, *file_tags(self.path, self.language), *parent_tags(parent)]
        for part in parts:
            text = "\n".join(self.text.slice(piece) for piece in part) if part else ""
            whole = span if span and len(parts) == 1 else Span(part[0].start, part[-1].end)
            within = None if len(parts) == 1 and definition >= 0 else part
            own = signal_tags(signals, base, within) if signals is not None else []
            own += [
                tag
                for facts, start in inner
                for tag in signal_tags(facts, start, within, is_inner=True)
            ]
            digest = hashlib.sha256(text.encode()).hexdigest()
            self.chunks.append(
                Chunk(
                    id=self._identity(kind, qualified_name if definition >= 0 else digest),
                    kind=kind,
                    name=name,
                    qualified_name=qualified_name,
                    parent=parent,
                    span=whole,
                    text=text,
                    sha256=digest,
                    tags=tuple(dict.fromkeys((*fixed, *own))),
                    definition=definition,
                )
            )

    def add_whole(  # noqa: PLR0913 (all by name but two)
        self,
        kind: ChunkKind,
        span: Span,
        *,
        name: str,
        qualified_name: str,
        parent: str,
        tags: tuple[str, ...],
        signals: ScopeFacts | None,
        inner: Inner,
        definition: int,
    ) -> None:
        """The one chunk of a short definition; one that was made before is taken over."""
        raw = self.text.raw[span.start : span.end]
        n_before = self.seen[self._place(kind, qualified_name)]
        key = (kind, qualified_name, parent, tags, n_before, raw)
        known = self.memo.chunks.get(key) if self.memo is not None else None
        made_of = (signals, *(facts for facts, _ in inner))
        if known is None or not _are_same(known[0], made_of):
            self.add(
                kind,
                [span],
                name=name,
                qualified_name=qualified_name,
                parent=parent,
                tags=tags,
                signals=signals,
                inner=inner,
                span=span,
                definition=definition,
            )
        else:
            self.seen[self._place(kind, qualified_name)] += 1
            chunk = known[1]
            if chunk.span != span or chunk.definition != definition:
                chunk = replace(chunk, span=span, definition=definition)
            self.chunks.append(chunk)
        if self.memo is not None:
            self._whole[key] = made_of, self.chunks[-1]

    def all_chunks(self) -> tuple[Chunk, ...]:
        """In the order of their spans; nothing is added after that."""
        if self.memo is not None:
            self.memo.chunks = self._whole
        return tuple(sorted(self.chunks, key=lambda chunk: chunk.span))

    def _place(self, kind: ChunkKind, place: str) -> str:
        # A lambda's name has its line; what is in it keeps its identity on another line too.
        if "<lambda:" in place:
            place = _LAMBDA_LINE.sub("<lambda", place)
        return f"{self.path}\0{kind}\0{place}"

    def _identity(self, kind: ChunkKind, place: str) -> str:
        key = self._place(kind, place)
        self.seen[key] += 1
        return hashlib.sha1(f"{key}\0{self.seen[key]}".encode()).hexdigest()[:_ID_LENGTH]


def split(spans: Sequence[Span], boundaries: Sequence[int], raw: bytes) -> list[list[Span]]:
    """Group `spans` into parts of at most `MAX_CHUNK_BYTES`, cut at `boundaries` where needed."""
    if sum(span.end - span.start for span in spans) <= MAX_CHUNK_BYTES:
        return [list(spans)]
    parts: list[list[Span]] = [[]]
    size = 0
    for atom in _atoms(spans, boundaries, raw):
        length = atom.end - atom.start
        if size + length > MAX_CHUNK_BYTES and parts[-1]:
            parts.append([])
            size = 0
        if parts[-1] and parts[-1][-1].end == atom.start:
            parts[-1][-1] = Span(parts[-1][-1].start, atom.end)
        else:
            parts[-1].append(atom)
        size += length
    return [part for part in parts if not _is_blank(part, raw)]


def boundaries_below(node: Node | None) -> list[int]:
    """Where statements below `node` begin, deeper ones only in statements that are too long."""
    found: list[int] = []
    stack = [node] if node is not None else []
    while stack:
        for child in stack.pop().named_children:
            found.append(child.start_byte)
            if child.end_byte - child.start_byte > MAX_CHUNK_BYTES:
                stack.append(child)
    return sorted(found)


def uncovered(length: int, covered: Iterable[Span]) -> list[Span]:
    """The parts of `[0, length)` that lie in none of `covered`."""
    gaps: list[Span] = []
    at = 0
    for span in sorted(covered):
        if span.start > at:
            gaps.append(Span(at, span.start))
        at = max(at, span.end)
    if at < length:
        gaps.append(Span(at, length))
    return gaps


def outside(spans: Iterable[Span], covered: Iterable[Span]) -> list[Span]:
    """Those of the sorted `spans` that lie in none of `covered`."""
    found: list[Span] = []
    ends = sorted(covered)
    n_begun, end = 0, -1
    for span in spans:
        while n_begun < len(ends) and ends[n_begun].start <= span.start:
            end = max(end, ends[n_begun].end)
            n_begun += 1
        if end < span.end:
            found.append(span)
    return found


def trimmed(span: Span, raw: bytes) -> Span | None:
    """`span` without blank lines around it; None if no letter or digit is in it."""
    if _WORD_BYTE.search(raw, span.start, span.end) is None:
        return None
    piece = raw[span.start : span.end]
    start = span.start + len(piece) - len(piece.lstrip())
    return Span(start, span.start + len(piece.rstrip()))


def _atoms(spans: Sequence[Span], boundaries: Sequence[int], raw: bytes) -> Iterable[Span]:
    for span in spans:
        inner = boundaries[bisect_right(boundaries, span.start) : bisect_left(boundaries, span.end)]
        cuts = {_line_start(raw, boundary) for boundary in inner}
        edges = [span.start, *sorted(cut for cut in cuts if cut > span.start), span.end]
        for start, end in pairwise(edges):
            yield from _by_lines(Span(start, end), raw)


def _by_lines(span: Span, raw: bytes) -> Iterable[Span]:
    start = span.start
    while span.end - start > MAX_CHUNK_BYTES:
        cut = raw.rfind(b"\n", start, start + MAX_CHUNK_BYTES) + 1
        if cut <= start:
            cut = start + MAX_CHUNK_BYTES
            while raw[cut] & 0xC0 == 0x80:
                cut -= 1
        yield Span(start, cut)
        start = cut
    yield Span(start, span.end)


def _line_start(raw: bytes, offset: int) -> int:
    start = max(raw.rfind(b"\n", 0, offset), raw.rfind(b"\r", 0, offset)) + 1
    return start if raw[start:offset].isspace() or start == offset else offset


def _is_blank(part: Sequence[Span], raw: bytes) -> bool:
    return all(trimmed(span, raw) is None for span in part)
