"""From text to file facts, afresh or from the facts of an older text of the same file.

Every definition is a scope. What a scope's own code does depends on its text alone, so the facts
of a scope whose text is unchanged are taken over, wherever it stands now. While there is an error
anywhere in the file this is but nearly so, since a grammar may then settle an ambiguity elsewhere
in another way. Facts taken over in such a file count as not settled, and facts that were read in it
are never taken over into a file without errors.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from tree_sitter import Node, Tree

from codewitness.model.facts import Definition, FileFacts, Kind, Problem, ScopeFacts, join_name
from codewitness.model.files import AS_TEXT
from codewitness.model.names import normalised, spelt
from codewitness.model.text import Span, Text, TextEdit
from codewitness.syntax import definition_chunks, node_chunks, parse, plain_chunks
from codewitness.syntax.chunk import ChunkMemo
from codewitness.syntax.declared import fields_of
from codewitness.syntax.flow.configuration import with_configuration
from codewitness.syntax.flow.read import with_flow
from codewitness.syntax.languages.spec import LanguageSpec, docs_of_comments
from codewitness.syntax.parsed import Parsed
from codewitness.syntax.paths import is_test_path, module_name
from codewitness.syntax.registry import Reading, reading
from codewitness.syntax.scopes import MODULE, Outline, Scope, outline
from codewitness.syntax.signals import Region, scope_facts

_HEAD_BYTES = 20_000  # enough of a header file to tell C from C++
_TEST_MODULES = frozenset({"test", "tests"})  # as Rust has them at the end of a file
_MAX_LAMBDA_DEPTH = 8
_MAX_DOCS = 2_000
_ACCESSOR_LINES = 5


class _Known(NamedTuple):
    """Facts of a scope, and whether the file that they were read in was free of errors."""

    facts: ScopeFacts
    is_clean: bool


# By the scope's node type, number of nodes, kind and text.
ScopeCache = dict[tuple[str, int, str, bytes], _Known]


class Analysis:
    """What was read from one text, kept so that the next text of the file is read quickly."""

    __slots__ = (
        *("_chunked", "_facts", "_parsed", "cache", "core", "is_aside", "is_settled", "memo"),
        *("n_reused", "reading", "text", "tree"),
    )

    def __init__(
        self,
        core: FileFacts,
        chunked: Callable[[], FileFacts] | None,
        *,
        text: Text,
        how: Reading,
        tree: Tree | None = None,
    ) -> None:
        self.core = core
        self.text = text
        self.reading = how
        self.tree = tree
        self.cache: ScopeCache = {}
        self.memo: ChunkMemo | None = None
        self.n_reused = 0
        self.is_settled = True
        self.is_aside = False  # no parser may read it
        self._chunked = chunked
        self._parsed: Parsed | None = None
        self._facts = core if chunked is None else None

    @property
    def facts(self) -> FileFacts:
        """All facts. Chunks are made when first asked for; `core` is without them."""
        if (facts := self._facts) is None:
            make = self._chunked
            facts = make() if make is not None else self._facts
            assert facts is not None  # set before `_chunked` is given up, whichever thread did it
            self._facts = facts
            self._chunked = None
        return facts

    def parsed(self) -> Parsed | None:
        """The syntax tree, if there is one and its language is known in depth."""
        if self._parsed is None and self.tree is not None and self.reading.spec is not None:
            self._parsed = Parsed(self.tree, self.text, self.reading.spec)
        return self._parsed


def parsed(path: str, text: Text) -> Parsed | None:
    """The syntax tree of a file without its facts, see `Analysis.parsed`."""
    how = reading(path, text.raw[:_HEAD_BYTES])
    if how is None or how.spec is None or how.grammar is None:
        return None
    return Parsed(parse.parse(text.raw, how.grammar, how.spec), text, how.spec)


def facts_in_part(path: str, tree: Parsed, wanted: Collection[int]) -> FileFacts:
    """The definitions of a file, and what these of them do, or the code outside of them (-1).

    What they do with values is left out. It takes a quarter of the time of reading all.
    """
    found = outline(tree.tree.root_node, tree.spec)
    seen = {ordinal for one in wanted for ordinal in _with_outer(one, found)}
    reader = _Reader(
        path=path, text=tree.text, spec=tree.spec, old={}, new=None, memo=None, wanted=seen
    )
    return reader.facts(tree.tree.root_node, found)


def _with_outer(ordinal: int, found: Outline) -> Iterator[int]:
    """A definition, and those around it, whose variables it sees."""
    yield ordinal
    while ordinal != MODULE and (ordinal := found.scopes[ordinal].parent) != MODULE:
        yield ordinal


def analyse(path: str, text: Text, *, keep: bool = True) -> Analysis | None:
    """Read a file afresh; None if files of this name are not read.

    Without `keep` nothing is remembered for a later `reanalyse`, which saves time and memory.
    """
    how = reading(path, text.raw[:_HEAD_BYTES])
    if how is None:
        return None
    tree = parse.parse(text.raw, how.grammar, how.spec) if how.grammar is not None else None
    return _analysis(path, text, how, tree, {}, ChunkMemo() if keep else None)


def as_text(path: str, text: Text, why: str) -> Analysis | None:
    """Read a file that can't be given to a parser as plain text, with a problem that says why.

    None if files of this name are not read.
    """
    how = reading(path, text.raw[:_HEAD_BYTES])
    if how is None:
        return None
    problem = Problem(f"{why}{AS_TEXT}", Span(0, len(text)))
    facts = replace(plain_chunks.text_facts(path, text, how.language), problems=(problem,))
    analysis = Analysis(facts, None, text=text, how=how)
    analysis.is_aside = True
    return analysis


def reanalyse(old: Analysis, text: Text, edits: Sequence[TextEdit]) -> Analysis | None:
    """Read `text`, which came from `old.text` by `edits`, in that order."""
    how = reading(old.core.path, text.raw[:_HEAD_BYTES])
    if how is None or how != old.reading or old.tree is None or how.grammar is None:
        return analyse(old.core.path, text)
    tree, is_settled = parse.reparse(old.tree, old.text, edits, text, how.grammar, how.spec)
    analysis = _analysis(old.core.path, text, how, tree, old.cache, old.memo or ChunkMemo())
    analysis.is_settled &= is_settled and old.is_settled
    return analysis


def settled(analysis: Analysis) -> Analysis:
    """`analysis` as a fresh reading of its text gives it.

    The text is parsed anew. Of a definition without an error, what was read of the same text in a
    file without errors is taken over, as in any other reading.
    """
    if analysis.is_settled or analysis.reading.grammar is None:
        return analysis
    how, text = analysis.reading, analysis.text
    tree = parse.parse(text.raw, analysis.reading.grammar, how.spec)
    clean = {key: known for key, known in analysis.cache.items() if known.is_clean}
    fresh = _analysis(analysis.core.path, text, how, tree, clean, analysis.memo or ChunkMemo())
    fresh.is_settled = True
    return fresh


def _analysis(
    path: str,
    text: Text,
    how: Reading,
    tree: Tree | None,
    cache: ScopeCache,
    memo: ChunkMemo | None,
) -> Analysis:
    if tree is None:
        facts = with_configuration(plain_chunks.text_facts(path, text, how.language), text)
        return Analysis(facts, None, text=text, how=how)
    problems, error_bytes = parse.problems(tree.root_node, text)
    if how.spec is None:
        facts = node_chunks.node_facts(path, text, how.language, tree.root_node)
        facts = with_configuration(facts, text)
        facts = replace(facts, problems=problems, error_bytes=error_bytes)
        return Analysis(facts, None, text=text, how=how, tree=tree)
    kept: ScopeCache | None = None if memo is None else {}
    reader = _Reader(path=path, text=text, spec=how.spec, old=cache, new=kept, memo=memo)
    core, chunked = reader.read(tree.root_node, problems, error_bytes)
    analysis = Analysis(core, chunked, text=text, how=how, tree=tree)
    analysis.cache = reader.new or {}
    analysis.memo = memo
    analysis.n_reused = reader.n_reused
    analysis.is_settled = reader.is_clean or not reader.n_reused
    return analysis


@dataclass(slots=True, kw_only=True)
class _Reader:
    """Reads one file of a language that is known in depth."""

    path: str
    text: Text
    spec: LanguageSpec
    old: ScopeCache
    new: ScopeCache | None
    memo: ChunkMemo | None
    wanted: Collection[int] | None = None  # those to be read alone; None for all
    n_reused: int = 0
    is_masked: bool = False
    is_clean: bool = True

    def read(
        self, root: Node, problems: tuple[Problem, ...], error_bytes: int
    ) -> tuple[FileFacts, Callable[[], FileFacts]]:
        """The facts without chunks, and what makes them whole."""
        found = outline(root, self.spec)
        facts = self.facts(root, found, problems, error_bytes)
        text, spec, memo = self.text, self.spec, self.memo
        return facts, lambda: definition_chunks.with_chunks(facts, found, root, text, spec, memo)

    def facts(
        self,
        root: Node,
        found: Outline,
        problems: tuple[Problem, ...] = (),
        error_bytes: int = 0,
    ) -> FileFacts:
        """The facts without chunks."""
        self.is_masked = parse.is_masked(root, self.text)
        self.is_clean = not root.has_error
        module = module_name(self.path)
        if self.spec.package_joins and found.package:
            module = normalised(found.package)
        return FileFacts(
            path=self.path,
            language=self.spec.name,
            module=module,
            definitions=tuple(self._definitions(found)),
            module_facts=self._module_facts(root, found),
            problems=problems,
            error_bytes=error_bytes,
        )

    def _module_facts(self, root: Node, found: Outline) -> ScopeFacts:
        if self.wanted is not None and MODULE not in self.wanted:
            return ScopeFacts()
        top = [found.scopes[index] for index in found.top]
        region = Region.of(Span(0, len(self.text)), top, 0)
        facts = scope_facts(root, region, self.text.raw, self.spec, [])
        if self.wanted is not None:
            return facts
        return with_flow(facts, None, root, top, self.text.raw, self.spec)

    def _definitions(self, found: Outline) -> list[Definition]:
        is_test_file = is_test_path(self.path)
        names: list[str] = []
        definitions: list[Definition] = []
        for scope in found.scopes:
            name, qualified = self._names(scope, found.scopes, names)
            names.append(qualified)
            is_within = scope.parent != MODULE and definitions[scope.parent].is_test
            is_test = is_test_file or is_within or _is_test_name(scope, name)
            facts = self._facts(scope, found) if self._is_wanted(len(definitions), scope) else None
            definitions.append(self._definition(scope, facts, name, qualified, is_test))
        return definitions

    def _is_wanted(self, ordinal: int, scope: Scope) -> bool:
        if self.wanted is None or ordinal in self.wanted:
            return True
        return self.spec.has_bare_fields and scope.kind.is_classlike  # it tells what is a field

    def _definition(
        self, scope: Scope, facts: ScopeFacts | None, name: str, qualified: str, is_test: bool
    ) -> Definition:
        node_span = Span(scope.node.start_byte, scope.node.end_byte)
        named = scope.name_node
        header_end = scope.body.start if scope.body else scope.span.end
        if self.is_masked and scope.body:  # no mark of a conflict between them is of the header
            start = node_span.start
            parsed = (scope.node.text or b"")[: header_end - start].rstrip()
            if parsed != self.text.raw[start:header_end].rstrip():
                header_end = start + len(parsed)
        return Definition(
            kind=Kind.METHOD if scope.qualifier and scope.kind is Kind.FUNCTION else scope.kind,
            name=name,
            qualified_name=qualified,
            parent=scope.parent,
            span=scope.span,
            node_span=node_span,
            name_span=Span(named.start_byte, named.end_byte) if named else _start_of(node_span),
            header_span=Span(scope.span.start, max(header_end, scope.span.start)),
            body_span=scope.body,
            parameters=tuple(spelt(p.text or b"") for p in scope.parameters),
            is_async=scope.is_async,
            is_private=self.spec.is_private(scope.node, name),
            is_accessor=self._is_accessor(scope, name),
            is_test=is_test,
            docs=self._docs(scope),
            facts=facts or ScopeFacts(),
        )

    def _facts(self, scope: Scope, found: Outline) -> ScopeFacts:
        if scope.body is None:
            return ScopeFacts()
        node = scope.node
        key = (node.type, node.descendant_count, scope.kind.value, self._key_text(node))
        if self.new is not None and not node.has_error:
            known = self.old.get(key)
            if known is not None and (known.is_clean or not self.is_clean):
                self.n_reused += 1
                self.new[key] = known
                return known.facts
        nested = [found.scopes[index] for index in scope.children]
        region = Region.of(scope.body, nested, node.start_byte)
        facts = scope_facts(node, region, self.text.raw, self.spec, scope.parameters)
        if self.wanted is None:
            facts = with_flow(facts, scope, node, nested, self.text.raw, self.spec)
        if self.spec.has_bare_fields and scope.kind.is_classlike:
            holes = [Span(*one.node.byte_range) for one in nested]
            facts = replace(facts, fields=fields_of(node, self.text.raw, holes))
        if self.new is not None and not node.has_error:
            self.new[key] = _Known(facts, self.is_clean)
        return facts

    def _key_text(self, node: Node) -> bytes:
        text = self.text.raw[node.start_byte : node.end_byte]
        parsed = (node.text or b"") if self.is_masked else text
        return text if parsed == text else text + b"\0" + parsed

    def _names(self, scope: Scope, scopes: list[Scope], names: list[str]) -> tuple[str, str]:
        outer = names[scope.parent] if scope.parent != MODULE else ""
        name = scope.name
        if scope.kind is Kind.LAMBDA:
            name = f"<lambda:{self.text.line_at(scope.node.start_byte) + 1}>"
            if _lambda_depth(scope, scopes) > _MAX_LAMBDA_DEPTH:
                return name, outer if outer.endswith("…") else f"{outer}…"
        elif not name.isidentifier() and self.spec.declared is None:
            *qualifier, name = normalised(name).split(".")
            outer = join_name(outer, *qualifier)
        prefix = normalised(scope.qualifier) if scope.qualifier else ""
        return name, join_name(outer, prefix, name)

    def _is_accessor(self, scope: Scope, name: str) -> bool:
        if scope.kind is Kind.PROPERTY:
            return True
        if not _has_accessor_name(name) or scope.kind not in (Kind.METHOD, Kind.FUNCTION):
            return False
        return scope.node.end_point.row - scope.node.start_point.row < _ACCESSOR_LINES

    def _docs(self, scope: Scope) -> str:
        if scope.kind is Kind.LAMBDA:
            return ""
        inner = self.spec.docstring(scope.node, scope.body_node)
        if inner is not None:
            return self.text.slice(Span(inner.start_byte, inner.end_byte))[:_MAX_DOCS]
        start = docs_start(scope, self.spec)
        if start >= scope.span.start:
            return ""
        return self.text.slice(Span(start, scope.span.start)).rstrip()[:_MAX_DOCS]


def docs_start(scope: Scope, spec: LanguageSpec) -> int:
    """Where the comments directly above a definition begin; its own start if there are none."""
    first = docs_of_comments(scope.outer, spec.comment_types)
    return scope.span.start if first is None else first.start_byte


def _start_of(span: Span) -> Span:
    return Span(span.start, span.start)


def _lambda_depth(scope: Scope, scopes: list[Scope]) -> int:
    depth = 1
    while scope.parent != MODULE and depth <= _MAX_LAMBDA_DEPTH:
        scope = scopes[scope.parent]
        depth += scope.kind is Kind.LAMBDA
    return depth


@lru_cache(maxsize=20_000)
def _has_accessor_name(name: str) -> bool:
    for prefix in ("get", "set", "is", "has"):
        rest = name.removeprefix(prefix)
        if rest != name and rest[:1] and (rest[0] == "_" or rest[0].isupper()):
            return True
    return False


def _is_test_name(scope: Scope, name: str) -> bool:
    if scope.kind is Kind.NAMESPACE:
        return name in _TEST_MODULES
    return scope.kind.is_callable and (name.startswith(("test_", "Test")) or name == "test")
