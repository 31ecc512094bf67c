"""The view after a commit: what the live index knows once rows have changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from codewitness.engine.ports import DISK, Batch, Embedder, Store
from codewitness.engine.symbols import Symbols, SymbolTable
from codewitness.engine.view import IndexView, Stage
from codewitness.model.files import FileState
from codewitness.model.symbol import Symbol

if TYPE_CHECKING:
    from codewitness.engine.vectors import FileVectors, Matrix, VectorIndex


def opened(store: Store, *, has_vectors: bool) -> IndexView:
    """What the tables know when they are opened."""
    files = _files(store)
    symbols = SymbolTable(_by_path(store.symbols()))
    return IndexView(
        files=MappingProxyType(files),
        symbols=symbols,
        opened=symbols,
        vectors=_loaded_vectors(store) if has_vectors else None,
        total_files=len(files),
        notes=(f"index rebuilt: {store.rebuilt}",) if store.rebuilt else (),
    )


def refreshed(view: IndexView, store: Store, is_gone: Callable[[str], bool]) -> IndexView:
    """After another process has written the tables; a file that it is just writing stays known.

    `is_gone` says of a path without rows that there is no such file either.
    """
    files = _files(store)
    if gone := [path for path in view.files.keys() - files.keys() if is_gone(path)]:
        view = removed(view, gone)
    changed = [path for path, state in files.items() if view.files.get(path) != state]
    if not changed:
        return view
    symbols = _by_path(store.symbols(paths=changed))
    vectors: dict[str, FileVectors] = {}
    if view.vectors is not None:
        vectors = _none_of(changed) | _vectors_by_path(*store.vectors(paths=changed))
    batch = Batch(
        tables=None,
        files=tuple(files[path] for path in changed),
        symbols={path: symbols.get(path, ()) for path in changed},
        vectors=vectors,
    )
    return committed(view, [batch])


def unwritten(view: IndexView, batches: Sequence[Batch]) -> IndexView:
    """After the saved files of these batches were read, but are not in the tables."""
    view = committed(view, batches)
    states = {file.path: file for batch in batches for file in batch.files}
    files = {path: state for path, state in view.files.items() if path not in states}
    return replace(
        view,
        files=MappingProxyType(files),
        unwritten=MappingProxyType({**view.unwritten, **states}),
    )


def committed(view: IndexView, batches: Sequence[Batch]) -> IndexView:
    """After the saved files of these batches were committed, or could not be read."""
    skipped = [entry for batch in batches for entry in batch.skipped]
    gone = {entry.path for entry in skipped}
    files = {path: state for path, state in view.files.items() if path not in gone}
    files.update((file.path, file) for batch in batches for file in batch.files)
    symbols: dict[str, Symbols] = dict.fromkeys(gone, ())
    symbols.update((path, own) for batch in batches for path, own in batch.symbols.items())
    vectors = _none_of(gone) if view.vectors is not None else {}
    vectors.update((path, own) for batch in batches for path, own in batch.vectors.items())
    waits = {path: state for path, state in view.unwritten.items() if path not in gone}
    for path in files.keys() & waits.keys():
        del waits[path]
    known = {entry.path for entry in view.skipped}
    unread = [entry for entry in skipped if entry.path not in known]
    read = {file.path for batch in batches for file in batch.files}
    return replace(
        view,
        files=MappingProxyType(files),
        outdated=view.outdated - read - gone,
        unwritten=MappingProxyType(waits),
        total_files=max(view.total_files - len(unread), len(files)),
        symbols=view.symbols.with_files(symbols),
        vectors=_with_vectors(view.vectors, vectors),
        skipped=(*(old for old in view.skipped if old.path not in files), *unread),
    )


def removed(view: IndexView, paths: Iterable[str]) -> IndexView:
    """After the saved files `paths` have gone."""
    gone = set(paths)
    files = {path: state for path, state in view.files.items() if path not in gone}
    return replace(
        view,
        files=MappingProxyType(files),
        # While files are indexed, the total is that of the listing, without these.
        total_files=len(files) if view.stage is Stage.READY else view.total_files,
        symbols=view.symbols.with_files(dict.fromkeys(gone, ())),
        vectors=_with_vectors(view.vectors, _none_of(gone)) if view.vectors is not None else None,
    )


def layered(view: IndexView, batch: Batch) -> IndexView:
    """After unsaved text was committed in the server's own layer."""
    layer = {**view.layer, **{file.path: file.sha256 for file in batch.files}}
    return replace(view, layer=MappingProxyType(layer))


def unlayered(view: IndexView, paths: Iterable[str]) -> IndexView:
    """After the unsaved rows of `paths` have gone."""
    gone = set(paths)
    layer = {path: sha for path, sha in view.layer.items() if path not in gone}
    return replace(view, layer=MappingProxyType(layer))


def empty(embedder: Embedder | None) -> IndexView:
    """What is known while there are no tables."""
    if embedder is None:
        return IndexView()
    from codewitness.engine.vectors import VectorIndex

    return IndexView(vectors=VectorIndex.empty(embedder.dimensions))


def _files(store: Store) -> dict[str, FileState]:
    return {
        row.path: FileState(
            path=row.path,
            sha256=row.sha256,
            size=row.size,
            mtime_ns=row.mtime_ns,
            problems=row.problems,
            flow=row.flow,
        )
        for row in store.files()
        if row.layer == DISK
    }


def _vectors_by_path(
    ids: Sequence[str], paths: Sequence[str], matrix: Any
) -> dict[str, FileVectors]:
    from codewitness.engine.vectors import FileVectors

    rows: dict[str, list[int]] = {}
    for row, path in enumerate(paths):
        rows.setdefault(path, []).append(row)
    return {
        path: FileVectors(ids=tuple(ids[row] for row in own), matrix=matrix[own].astype("float32"))
        for path, own in rows.items()
    }


def known_vectors(view: IndexView, store: Store | None, path: str) -> dict[tuple[str, str], Matrix]:
    """The vectors of a saved file's chunks by what they depend on: qualified name and sha256."""
    if view.vectors is None or store is None:
        return {}
    own = view.vectors.of_file(path)
    rows = {row.id: row for row in store.chunk_texts(own.ids) if row.layer == DISK}
    return {
        (rows[one].qualified_name, rows[one].sha256): vector
        for one, vector in zip(own.ids, own.matrix, strict=True)
        if one in rows
    }


def _with_vectors(
    vectors: VectorIndex | None, changed: Mapping[str, FileVectors]
) -> VectorIndex | None:
    # An index without a vector yet is false, and still one.
    return None if vectors is None else vectors.with_files(changed)


def _none_of(paths: Iterable[str]) -> dict[str, FileVectors]:
    import numpy as np

    from codewitness.engine.vectors import FileVectors

    return dict.fromkeys(paths, FileVectors(ids=(), matrix=np.zeros((0, 0), np.float32)))


def _loaded_vectors(store: Store) -> VectorIndex:
    from codewitness.engine.vectors import VectorIndex

    return VectorIndex(*store.vectors())


def _by_path(rows: Iterable[tuple[str, Symbol]]) -> dict[str, Symbols]:
    files: dict[str, list[Symbol]] = {}
    for layer, symbol in rows:
        if layer == DISK:
            files.setdefault(symbol.path, []).append(symbol)
    return {path: tuple(sorted(own, key=lambda s: s.ordinal)) for path, own in files.items()}
