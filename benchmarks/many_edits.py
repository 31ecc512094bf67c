"""Files on disk, versions and speed of the writer over thousands of edits of one file.

    python benchmarks/many_edits.py [--root DIR] [--file PATH] [--edits 10000] [--rest]

Each edit is committed before the next one. `--rest` waits at the end until the versions of the last
minutes may go, as they do in a server that goes on.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support.lsp import percentile

from codewitness.engine.session import OpenFolder, Session
from codewitness.engine.upkeep import KEPT_SECONDS
from codewitness.model.text import Position
from codewitness.protocol.folders import make_folder, start
from codewitness.protocol.settings import Settings

TOLD = 100  # edits between two lines
OWN = Path(__file__).resolve().parent.parent / "server"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, default=OWN)
    parser.add_argument("--file", default="codewitness/engine/indexer.py")
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=150, help="stop after so long")
    parser.add_argument("--rest", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["CODEWITNESS_CACHE_DIR"] = str(Path(scratch) / "cache")
        root = Path(scratch) / "root"
        shutil.copytree(arguments.root, root, ignore=shutil.ignore_patterns("__pycache__"))
        session = Session()
        folder = make_folder(root, Settings())
        session.folders.append(folder)
        stop = start(folder, follow_disk=False)
        try:
            folder.indexer.rescan().result()
            folder.indexer.compact().result()
            run(session, folder, root / arguments.file, arguments)
        finally:
            stop(60)


def run(session: Session, folder: OpenFolder, file: Path, arguments: argparse.Namespace) -> None:
    cache = Path(os.environ["CODEWITNESS_CACHE_DIR"])
    store = folder.indexer.store
    assert store is not None
    clean, size = n_files(cache), store.size_bytes() or 0
    print(f"clean: {clean} files, {size / 1e6:.1f} MB, {store.n_fragments()} fragments")
    seconds: list[float] = []
    most = clean
    uri, path = file.as_uri(), file.relative_to(folder.root).as_posix()
    session.open_document(folder, path, uri, 0, file.read_text("utf-8"))
    until = time.monotonic() + arguments.seconds
    for number in range(1, arguments.edits + 1):
        began = time.monotonic()
        session.change_document(uri, number, [(Position(0, 0), Position(0, 0), "#\n"[number % 2])])
        folder.indexer.rescan().result()
        seconds.append(time.monotonic() - began)
        if number % TOLD == 0:
            most = max(most, n_files(cache))
            tell(folder, number, seconds, n_files(cache))
        if time.monotonic() > until:
            break
    session.close_document(uri)
    folder.indexer.rescan().result()
    if arguments.rest:
        upkeep = folder.indexer._upkeep
        while upkeep.is_under_way or upkeep.wait() < KEPT_SECONDS * 10:
            time.sleep(1)
    print(
        f"{len(seconds)} edits: at most {most} files meanwhile, {n_files(cache)} at the end, "
        f"{n_files(cache) / clean:.2f} x clean; {(store.size_bytes() or 0) / 1e6:.1f} MB"
    )


def tell(folder: OpenFolder, number: int, seconds: list[float], files: int) -> None:
    store = folder.indexer.store
    assert store is not None
    last = seconds[-TOLD:]
    print(
        f"{number:6} edits: {files} files, {store.n_fragments()} fragments, "
        f"edit to table p50 {percentile(last, 0.5):.0f} ms, p95 {percentile(last, 0.95):.0f} ms, "
        f"max {max(last) * 1e3:.0f} ms",
        flush=True,
    )


def n_files(folder: Path) -> int:
    return sum(len(names) for _, _, names in os.walk(folder))


if __name__ == "__main__":
    main()
