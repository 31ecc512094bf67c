"""Where constants, variables, fields and types are named, none of which the call graph leads to.

All files are searched for the words, and what is found counts if it means what changed: by what
the file imports, by the class around, or by the type of the object before it. What may be it, and
may be another thing of its name, is counted alone.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.engine.view import Folder
from codewitness.features.call_graph import CallGraph
from codewitness.features.impact.declaring import Declaring
from codewitness.features.impact.meaning import Sought, WordsOf
from codewitness.features.impact.seeing import Imports, Means, is_kin
from codewitness.features.places import Place, Reading
from codewitness.model.outline import whole_word
from codewitness.model.text import Span

SECONDS = 6.0  # that the search may take; then the answer is not complete
MAX_SITES = 500  # of one name


@dataclass(slots=True)
class Named:
    """Where one name stands, by the definition around; n_possible: where it may be another."""

    sites: dict[tuple[str, int], tuple[Place, list[Span]]] = field(default_factory=dict)
    imports: list[tuple[Place, Span]] = field(default_factory=list)
    n_possible: int = 0
    unsure: list[tuple[Place, Span]] = field(default_factory=list)
    has_other: bool = False

    def add(self, place: Place, span: Span) -> None:
        """One more site."""
        key = (place.symbol.path, place.symbol.ordinal)
        self.sites.setdefault(key, (place, []))[1].append(span)

    def settle(self) -> None:
        """Count what is meant if nothing else has the name, now that all files were read."""
        if self.has_other:
            self.n_possible += len(self.unsure)
        else:
            for place, span in self.unsure:
                self.add(place, span)


def named(
    graph: CallGraph, reading: Reading, folder: Folder, all_of: Sequence[Sought]
) -> list[Named]:
    """Where each of the names stands in the texts of now."""
    found = [Named() for _ in all_of]
    if not all_of:
        return found
    until = time.monotonic() + SECONDS
    looked_for = {one.name for one in all_of} | {one.key for one in all_of}
    words = re.compile(b"|".join(whole_word(one).pattern for one in sorted(looked_for)))
    languages = {one.place.symbol.language for one in all_of}
    for path in _likely_first(graph, folder, looked_for):
        reading.snapshot.cancel.check()
        if time.monotonic() > until:
            graph.is_complete = False
            break
        known = graph.graph.workspace.files.get(path)
        if known is not None and not any(is_kin(known.language, one) for one in languages):
            continue
        source = reading.source(folder, path)
        if source is None or not words.search(source.text.raw):
            continue
        file = _words_of(graph, reading, folder, path, source)
        if file is None:
            continue
        for sought, own in zip(all_of, found, strict=True):
            if is_kin(file.imports.language, sought.place.symbol.language):
                _look(file, sought, own)
    for own in found:
        own.settle()
    return found


def _likely_first(graph: CallGraph, folder: Folder, names: Iterable[str]) -> list[str]:
    """The files of a folder, those first of which the graph knows that they mention a name."""
    workspace = graph.graph.workspace
    likely = {path for name in names for path in workspace.paths_with(name)}
    return sorted(folder.paths(), key=lambda path: path not in likely)


def _words_of(
    graph: CallGraph, reading: Reading, folder: Folder, path: str, source: Document | SavedFile
) -> WordsOf | None:
    parsed = source.parsed()
    if parsed is None:
        return None
    file = graph.graph.workspace.files.get(path)
    symbols, _ = reading.symbols(folder, path)
    included = graph.graph.included(file.top) if file is not None else frozenset[str]()
    raw, language = source.text.raw, parsed.spec.name
    return WordsOf(
        graph=graph,
        folder=folder,
        path=path,
        source=source,
        parsed=parsed,
        symbols=symbols,
        imports=Imports(path, language, raw, parsed.imports(), included),
        declaring=Declaring(parsed, symbols),
    )


def _look(file: WordsOf, sought: Sought, found: Named) -> None:
    raw = file.source.text.raw
    found.has_other = found.has_other or file.has_other(sought)
    local = set(file.imports.local_names(sought.name, sought.path))
    imported = frozenset(file.parsed.imported_names(sought.name, ""))
    # By another name it can't be read where its import finds nothing.
    names = {sought.name} if sought.is_lost else {sought.name, *local}
    names |= {"Self"} if sought.asks else set()
    for name in sorted(names):
        for match in whole_word(name).finditer(raw):
            span = Span(*match.span())
            is_import = span in imported or file.is_import(span)
            if span in imported and local:
                found.imports.append((file.place(span), span))
            means = Means.NO if is_import else file.means(sought, span)
            if means is Means.MAYBE:
                found.n_possible += 1
            elif means is Means.UNLESS_OTHER:
                found.unsure.append((file.place(span), span))
            elif means is Means.YES:
                found.add(file.place(span), span)
