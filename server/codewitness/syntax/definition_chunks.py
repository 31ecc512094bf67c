"""Chunks of a file whose language is known in depth: along its definitions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tree_sitter import Node

from codewitness.model.facts import ChunkKind, Definition, FileFacts, Kind, ScopeFacts
from codewitness.model.text import Span, Text
from codewitness.syntax.bare_fields import own_fields
from codewitness.syntax.chunk import (
    MAX_CHUNK_BYTES,
    Chunker,
    ChunkMemo,
    Inner,
    boundaries_below,
    outside,
    trimmed,
    uncovered,
)
from codewitness.syntax.classify import FileNames, enclosing_containers
from codewitness.syntax.languages.spec import LanguageSpec, docs_of_comments
from codewitness.syntax.paths import is_test_path
from codewitness.syntax.scopes import MODULE, Outline, Scope
from codewitness.syntax.signals import Region
from codewitness.syntax.tags import domain_tags


def with_chunks(
    facts: FileFacts,
    found: Outline,
    root: Node,
    text: Text,
    spec: LanguageSpec,
    memo: ChunkMemo | None = None,
) -> FileFacts:
    """`facts` with its chunks, of which `memo` keeps what the next reading may take over."""
    cutter = _Cutter(
        facts=facts,
        found=found,
        text=text,
        spec=spec,
        chunker=Chunker(path=facts.path, language=facts.language, text=text, memo=memo),
    )
    cutter.cut(root)
    return replace(facts, chunks=cutter.chunker.all_chunks())


@dataclass(slots=True, kw_only=True)
class _Cutter:
    facts: FileFacts
    found: Outline
    text: Text
    spec: LanguageSpec
    chunker: Chunker
    fields: dict[str, frozenset[str]] | None = None  # by class

    def cut(self, root: Node) -> None:
        covered: list[Span] = []
        for index, (scope, definition) in enumerate(
            zip(self.found.scopes, self.facts.definitions, strict=True)
        ):
            if self._has_chunk(definition):
                start = self._docs_start(scope)
                if self._stands_alone(definition):
                    covered.append(Span(start, scope.span.end))
                self._definition(index, scope, definition, start)
        covered += self._imports(covered)
        self._top_level(root, covered)

    def _has_chunk(self, definition: Definition) -> bool:
        # The first line of a namespace is top-level code.
        is_whole = definition.kind not in (Kind.LAMBDA, Kind.NAMESPACE)
        return is_whole and bool(definition.name)

    def _stands_alone(self, definition: Definition) -> bool:
        parent = definition.parent
        while parent != MODULE:
            kind = self.facts.definitions[parent].kind
            if kind.is_callable:
                return kind is Kind.LAMBDA
            parent = self.facts.definitions[parent].parent
        return True

    def _docs_start(self, scope: Scope) -> int:
        first = docs_of_comments(scope.outer, self.spec.comment_types)
        return scope.span.start if first is None else first.start_byte

    def _definition(self, index: int, scope: Scope, definition: Definition, start: int) -> None:
        whole = Span(start, scope.span.end)
        is_class = definition.kind.is_classlike
        signals = self._signals(definition)  # a class has those of its fields, for one
        if not is_class and whole.end - whole.start <= MAX_CHUNK_BYTES:
            self.chunker.add_whole(
                _chunk_kind(definition.kind),
                whole,
                name=definition.name,
                qualified_name=self.facts.qualified_name(definition),
                parent=self.facts.parent_name(definition),
                tags=tuple(domain_tags(definition)),
                signals=signals,
                inner=self._inner(scope.children),
                definition=index,
            )
            return
        spans, boundaries = [whole], []
        if is_class or whole.end - whole.start > MAX_CHUNK_BYTES:
            # What has no chunk of its own stays in this one: a lambda, an unnamed class.
            chunked = [n for n in scope.children if self._has_chunk(self.facts.definitions[n])]
            spans = Region.of(whole, [self.found.scopes[n] for n in chunked], 0).gaps
            if is_class:
                spans = [piece for gap in spans if (piece := trimmed(gap, self.text.raw))]
            boundaries = boundaries_below(scope.node)
        self.chunker.add(
            _chunk_kind(definition.kind),
            spans,
            name=definition.name,
            qualified_name=self.facts.qualified_name(definition),
            parent=self.facts.parent_name(definition),
            tags=domain_tags(definition),
            signals=signals,
            inner=self._inner(scope.children),
            base=definition.node_span.start,
            boundaries=boundaries,
            span=whole,
            definition=index,
        )

    def _inner(self, children: Sequence[int]) -> Inner:
        """What those do that have no chunk of their own, and those in them."""
        found: list[tuple[ScopeFacts, int]] = []
        waiting = list(reversed(children))
        while waiting:
            definition = self.facts.definitions[index := waiting.pop()]
            if not self._has_chunk(definition):
                found.append((self._signals(definition), definition.node_span.start))
                waiting += reversed(self.found.scopes[index].children)
        return found

    def _signals(self, definition: Definition) -> ScopeFacts:
        """With the fields of its classes that it reads and writes by their names alone."""
        own = definition.facts
        if not own.bare_reads and not own.bare_writes:
            return own
        if self.fields is None:
            self.fields = FileNames.of(self.facts).fields
        around = enclosing_containers(self.facts, definition)
        reads, writes = own_fields(self.facts, definition, around, self.fields)
        if not reads and not writes:
            return own
        return replace(
            own,
            attribute_reads=(*own.attribute_reads, *reads),
            attribute_writes=(*own.attribute_writes, *writes),
        )

    def _imports(self, covered: list[Span]) -> list[Span]:
        """Chunks of runs of imports; only blanks stand between those of one run."""
        spans = sorted(Span(node.start_byte, node.end_byte) for node in self.found.imports)
        loose = outside(spans, covered)
        runs: list[Span] = []
        for span in loose:
            if runs and self.text.raw[runs[-1].end : span.start].strip(b"; \t\r\n") == b"":
                runs[-1] = Span(runs[-1].start, max(span.end, runs[-1].end))
            else:
                runs.append(span)
        for run in runs:
            self.chunker.add(
                ChunkKind.IMPORTS,
                [run],
                name="imports",
                qualified_name=self.facts.module,
                tags=["domain:imports", *self._test_tag()],
            )
        return runs

    def _top_level(self, root: Node, covered: list[Span]) -> None:
        boundaries = boundaries_below(root)
        each = enumerate(self.facts.definitions)
        inner = self._inner([n for n, one in each if one.parent == MODULE])
        for gap in uncovered(len(self.text), covered):
            piece = trimmed(gap, self.text.raw)
            if piece is not None:
                self.chunker.add(
                    ChunkKind.TOPLEVEL,
                    [piece],
                    name=self.facts.module.rpartition(".")[2],
                    qualified_name=self.facts.module,
                    tags=self._test_tag(),
                    signals=self.facts.module_facts,
                    inner=inner,
                    boundaries=boundaries,
                )

    def _test_tag(self) -> list[str]:
        return ["domain:test"] if is_test_path(self.facts.path) else []


def _chunk_kind(kind: Kind) -> ChunkKind:
    if kind.is_classlike:
        return ChunkKind.CLASS
    return ChunkKind.FUNCTION if kind is Kind.FUNCTION else ChunkKind.METHOD
