"""The last commits of a real history through the incremental index, compared after each commit.

    python benchmarks/replay.py [REPOSITORY] [--commits 300] [--tip COMMIT] [--whole 50]

After each commit the files that it touched, and some others, are compared with a clean build of
their bytes, their edges with those of a graph made from nothing, and all strays are looked for;
after each `--whole` commits, and at the end, all files.
`--buffers` files of each commit are open in an editor when it is checked out, changed and unsaved,
and closed after it. An index that knows nothing of the history ends it: another folder with the
files of the last commit, built anew, must hold the same rows.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support.history import History
from benchmarks.support.lsp import percentile

from codewitness.engine.audit import compared, whole_differences
from codewitness.engine.audit_edges import EdgeAudit
from codewitness.engine.cancel import CancelToken
from codewitness.engine.session import OpenFolder, Session
from codewitness.model.text import Position
from codewitness.protocol.folders import make_folder, start
from codewitness.protocol.settings import Settings
from codewitness.storage.compare import Difference, differences
from codewitness.storage.schema import DISK, TABLES

OWN = Path(__file__).resolve().parent.parent
OTHERS = 5  # files compared besides those that a commit touched
SHOWN = 20
TOLD = 25  # commits between two lines that tell how far it is


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repository", type=Path, nargs="?", default=OWN)
    parser.add_argument("--commits", type=int, default=300)
    parser.add_argument("--tip", default="HEAD", help="the last commit")
    parser.add_argument("--whole", type=int, default=50, help="commits between two whole audits")
    parser.add_argument("--buffers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    parser.add_argument("--embedder", default="static")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / "root"
        history = History(arguments.repository, root, arguments.commits, arguments.tip)
        found = Replay(history, root, arguments).run()
    for one in found[:SHOWN]:
        print(f"DIFFERENCE {one}")
    return 1 if found else 0


class Replay:
    """One history, one index."""

    def __init__(self, history: History, root: Path, arguments: argparse.Namespace) -> None:
        self.history, self.root, self.arguments = history, root, arguments
        self.found: list[Difference] = []
        self.seconds: list[float] = []
        self.n_files: list[int] = []
        self.n_compared = self.n_rows = self.n_edges = 0
        self.chance = random.Random(1)

    def run(self) -> list[Difference]:
        """All commits; prints what they took and gives what differed."""
        with_index = self._opened("live")
        session, folder, stop = with_index
        try:
            folder.indexer.rescan().result()
            n_commits, until = 0, time.monotonic() + self.arguments.seconds
            for commit, paths in self.history.replay():
                self._follow(session, folder, commit, paths)
                n_commits += 1
                if n_commits % TOLD == 0:
                    print(f"  {n_commits} commits, {len(self.found)} differences", flush=True)
                if n_commits % self.arguments.whole == 0:
                    self._audit(folder, commit)
                if time.monotonic() > until:
                    break
            self._audit(folder, "the last one")
            self._compare_with_clean(folder)
            self._tell(folder, n_commits)
        finally:
            stop(60)
        return self.found

    def _follow(self, session: Session, folder: OpenFolder, commit: str, paths: list[str]) -> None:
        """The commit is on the disk: tell, wait until the tables have it, compare."""
        opened = self._edit_some(session, folder, paths)
        began = time.monotonic()
        folder.indexer.disk_changed(paths)
        folder.indexer.rescan().result()
        self.seconds.append(time.monotonic() - began)
        self.n_files.append(len(paths))
        self._compare_edges(folder, commit, paths)
        for uri in opened:
            session.close_document(uri)
        if opened:
            folder.indexer.rescan().result()
        others = sorted(folder.indexer.view.files)
        some = self.chance.sample(others, min(OTHERS, len(others)))
        self._compare(folder, commit, sorted({*paths, *some}))
        self._compare_edges(folder, commit, sorted({*paths, *some}))

    def _edit_some(self, session: Session, folder: OpenFolder, paths: list[str]) -> list[str]:
        """Buffers with unsaved text of files that the commit touches."""
        uris = []
        for path in self.chance.sample(paths, min(self.arguments.buffers, len(paths))):
            file = self.root / path
            if path not in folder.indexer.view.files or not file.is_file():
                continue
            try:
                text = file.read_text("utf-8")
            except UnicodeDecodeError:
                continue
            session.open_document(folder, path, file.as_uri(), 0, text)
            at = Position(self.chance.randrange(text.count("\n") + 1), 0)
            session.change_document(file.as_uri(), 1, [(at, at, "unsaved(text)\n")])
            uris.append(file.as_uri())
        return uris

    def _compare_edges(self, folder: OpenFolder, commit: str, paths: list[str]) -> None:
        """Of the graph that a request gets now, open buffers in front."""
        with folder.graph.at(folder.seen(has_client=False), CancelToken()):
            pass  # it takes over what has changed
        audit, found = EdgeAudit(paths), []
        while not audit.is_done:
            found += audit.step(folder.graph, folder.indexer.view)
        self.n_edges += audit.n_edges
        self._note(commit, found)

    def _compare(self, folder: OpenFolder, commit: str, paths: list[str]) -> None:
        def work() -> tuple[int, list[Difference]]:
            indexer, listing = folder.indexer, folder.indexer.listed()
            listed = {found.path for found in listing.found}
            wanted = [path for path in paths if path in listed]  # of others there is nothing
            n_rows, found = compared(
                indexer, wanted, indexer.read(wanted, few=True, anew=True).result()
            )
            return n_rows, [*found, *whole_differences(indexer, listing)]

        n_rows, found = folder.indexer.inbox.job(work).result()
        self.n_compared += len(paths)
        self.n_rows += n_rows
        self._note(commit, found)

    def _audit(self, folder: OpenFolder, commit: str) -> None:
        audit = folder.indexer.audit()
        while not audit.is_done:
            audit.step().result()
        audit.end()
        self.n_compared += audit.findings.n_files
        self.n_rows += audit.findings.n_rows
        self.n_edges += audit.findings.n_edges
        self._note(commit, list(audit.findings.differences))

    def _compare_with_clean(self, folder: OpenFolder) -> None:
        """By a way of its own: an index made from nothing, and all rows of both."""
        copy = self.root.parent / "copy"
        shutil.copytree(self.root, copy, symlinks=True)
        os.environ["CODEWITNESS_CACHE_DIR"] = str(self.root.parent / "clean")
        clean = make_folder(copy, Settings(embedder=self.arguments.embedder))
        stop = start(clean, follow_disk=False)
        try:
            clean.indexer.rescan().result()
            self._note("clean build", compare_all(folder, clean))
        finally:
            stop(60)

    def _opened(self, name: str) -> tuple[Session, OpenFolder, Any]:
        os.environ["CODEWITNESS_CACHE_DIR"] = str(self.root.parent / name)
        session = Session()
        settings = Settings(embedder=self.arguments.embedder, audit_background=False)
        folder = make_folder(self.root, settings)
        session.folders.append(folder)
        return session, folder, start(folder, follow_disk=False)

    def _note(self, commit: str, found: list[Difference]) -> None:
        for one in found[:SHOWN]:
            print(f"{commit[:12]}: {one}")
        self.found += found

    def _tell(self, folder: OpenFolder, n_commits: int) -> None:
        store = folder.indexer.store
        assert store is not None
        last = self.history.commits[n_commits]
        few = [s for s, n in zip(self.seconds, self.n_files, strict=True) if n <= 12]
        tables = Counter(one.table for one in self.found)
        print(
            f"{self.arguments.repository.parent.name}: {n_commits} commits to {last[:12]}, "
            f"{sum(self.n_files)} changes of files, {len(folder.indexer.view.files)} files, "
            f"{store.counts()['chunks']} chunks\n"
            f"  {len(self.found)} differences {dict(tables) or ''} in {self.n_compared} files and "
            f"{self.n_rows} rows and {self.n_edges} edges compared, and in a clean build at "
            "the end\n"
            f"  update: p50 {percentile(self.seconds, 0.5):.0f} ms, "
            f"p95 {percentile(self.seconds, 0.95):.0f} ms, max {max(self.seconds):.1f} s; "
            f"of commits with at most 12 files ({len(few)}): p50 {percentile(few, 0.5):.0f} ms, "
            f"p95 {percentile(few, 0.95):.0f} ms"
        )


def compare_all(one: OpenFolder, other: OpenFolder) -> list[Difference]:
    """What differs between the saved rows of two indexes."""
    stores = one.indexer.store, other.indexer.store
    assert stores[0] is not None
    assert stores[1] is not None
    paths = {row.path for store in stores for row in store.files() if row.layer == DISK}
    rows = [store.rows_of(sorted(paths), DISK) for store in stores]
    found: list[Difference] = []
    for name in TABLES:
        found += differences(name, getattr(rows[0], name), [getattr(rows[1], name)])
    return found


if __name__ == "__main__":
    sys.exit(main())
