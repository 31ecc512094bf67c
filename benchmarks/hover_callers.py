"""Processor time of a hover, with its callers counted, over a whole project that is linked.

    python benchmarks/hover_callers.py [FOLDER] [--every N] [--seconds S] [--json FILE]

The files are read in this process, without tables; every N-th definition is hovered over, twice.
Times are of the thread that answers.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any

from codewitness.engine.cancel import CancelToken
from codewitness.engine.disk import SavedFiles
from codewitness.engine.graph.packing import packed
from codewitness.engine.symbols import Symbols, SymbolTable, symbols_of
from codewitness.engine.view import Folder, IndexView, Snapshot, Stage
from codewitness.features import hover as card
from codewitness.model.files import FileState
from codewitness.model.symbol import Symbol
from codewitness.model.text import Encoding
from codewitness.platform.index import WorkspaceFiles
from codewitness.syntax.extract import analyse

OWN = Path(__file__).resolve().parents[1] / "server"
MAX_BYTES = 2_000_000
SECONDS_TO_LINK = 600.0


def main() -> None:
    """Read, link, hover, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=OWN)
    parser.add_argument("--every", type=int, default=10)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--seconds", type=float, help="to count in, for what the whole count takes")
    arguments = parser.parse_args()
    if arguments.seconds is not None:
        card.SECONDS_TO_COUNT = arguments.seconds
    snapshot = read(arguments.folder.resolve())
    folder = snapshot.folders[0]
    began = time.thread_time()
    while folder.graph.work_ahead(folder.view, SECONDS_TO_LINK):
        pass
    linked = time.thread_time() - began
    spots = list(folder.view.symbols)[:: arguments.every]
    turns = [measured(snapshot, spots) for _ in range(2)]
    found = {
        "files": len(folder.view.files),
        "definitions": len(list(folder.view.symbols)),
        "hovers": len(spots),
        "linkSeconds": round(linked, 1),
        "turns": turns,
    }
    print(json.dumps(found, indent=2))
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=2) + "\n")


def read(root: Path) -> Snapshot:
    """A snapshot of the Python files of a folder."""
    files = WorkspaceFiles(root, max_bytes=MAX_BYTES)
    saved = SavedFiles(files)
    states: dict[str, FileState] = {}
    symbols: dict[str, Symbols] = {}
    for path, text in texts(root, saved):
        analysis = analyse(path, text, keep=False)
        if analysis is not None:
            flow = packed(analysis.core, text.sha256)
            states[path] = FileState(
                path=path, sha256=text.sha256, size=len(text), mtime_ns=0, flow=flow
            )
            symbols[path] = symbols_of(analysis.core, text)
    view = IndexView(
        stage=Stage.READY,
        total_files=len(states),
        files=MappingProxyType(states),
        symbols=SymbolTable(symbols),
    )
    folder = Folder(
        root=root,
        uri=root.as_uri(),
        layer_id="benchmark",
        is_writer=True,
        view=view,
        saved=saved,
        store=None,
        embedder=None,
        documents=MappingProxyType({}),
    )
    return Snapshot(revision=1, folders=(folder,), encoding=Encoding.UTF16, cancel=CancelToken())


def texts(root: Path, saved: SavedFiles) -> Iterator[tuple[str, Any]]:
    """Path and text of each file."""
    for file in sorted(root.rglob("*.py")):
        path = file.relative_to(root).as_posix()
        if (one := saved.get(path)) is not None:
            yield path, one.text


def measured(snapshot: Snapshot, spots: list[Symbol]) -> dict[str, Any]:
    """Milliseconds of processor that hovers take, and how many had to leave the count open."""
    folder = snapshot.folders[0]
    times: list[tuple[float, str]] = []
    n_open = 0
    for symbol in spots:
        source = folder.saved.get(symbol.path)
        if source is None:
            continue
        source.analysis()  # as it would be of a file that is looked at
        at = source.text.position_of(symbol.name_span.start, snapshot.encoding)
        began = time.thread_time()
        shown = card.hover(snapshot, str(folder.root), symbol.path, at)
        times.append(((time.thread_time() - began) * 1000, symbol.qualified_name))
        n_open += shown is not None and "still being counted" in shown.markdown
    only = [one for one, _ in times]
    return {
        "p50Ms": round(statistics.median(only), 2),
        "p95Ms": round(statistics.quantiles(only, n=20)[-1], 2),
        "maxMs": round(max(only), 2),
        "slowest": max(times)[1],
        "leftOpen": n_open,
    }


if __name__ == "__main__":
    main()
