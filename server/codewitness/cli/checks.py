"""What `codewitness doctor` looks at: each check says what it saw, and what to do if that is bad.

Nothing is changed by looking: the index is opened as a reader does.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from codewitness import __version__
from codewitness.cli import amount

if TYPE_CHECKING:
    from codewitness.model.files import Listing

LEAST_FREE_BYTES = 500_000_000
CLOCK_SECONDS = 120  # by which a file may be ahead of the clock: another machine wrote it
LEAST_PYTHON = (3, 11)
PACKAGES = (
    *("pygls", "lsprotocol", "tree-sitter", "tree-sitter-language-pack", "lancedb", "pyarrow"),
    *("numpy", "tokenizers", "safetensors", "watchfiles", "platformdirs", "pathspec"),
)
REINSTALL = "pip install --force-reinstall codewitness"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One check: what was seen, and what to do if it is not well."""

    check: str
    is_well: bool
    seen: str
    fix: str = ""


Check = Callable[[argparse.Namespace], Iterator[Finding]]


def installation(_arguments: argparse.Namespace) -> Iterator[Finding]:
    """Python and the packages that the server needs."""
    from importlib.metadata import PackageNotFoundError, version

    yield Finding(
        check="installation",
        is_well=sys.version_info >= LEAST_PYTHON,
        seen=f"codewitness {__version__}, Python {sys.version.split()[0]}, {sys.executable}",
        fix="install it with Python 3.11 or newer",
    )
    for package in PACKAGES:
        try:
            yield Finding(check=package, is_well=True, seen=version(package))
        except PackageNotFoundError:
            yield Finding(check=package, is_well=False, seen="missing", fix=REINSTALL)


def grammars(_arguments: argparse.Namespace) -> Iterator[Finding]:
    """Every language's grammar is there, reads a text, and takes its queries."""
    from codewitness.model.text import Text
    from codewitness.syntax.extract import analyse
    from codewitness.syntax.queries_loader import query
    from codewitness.syntax.registry import LANGUAGES, spec

    bad: list[str] = []
    for name in LANGUAGES:
        try:
            for kind in ("definitions", "signals"):
                query(name, spec(name).grammar, kind)
            if analyse(f"x.{spec(name).extensions[0].lstrip('.')}", Text(b"x\n")) is None:
                bad.append(f"{name}: nothing was read")
        except (OSError, LookupError, ValueError) as error:
            bad.append(f"{name}: {error}")
    yield Finding(
        check="grammars",
        is_well=not bad,
        seen="; ".join(bad) or f"{len(LANGUAGES)} languages are read in depth",
        fix="pip install --force-reinstall 'tree-sitter-language-pack>=0.13,<1'",
    )


def model(arguments: argparse.Namespace) -> Iterator[Finding]:
    """The embedder can be loaded, gives vectors, and is the one that was packaged."""
    from codewitness.platform.embed import EmbedderUnavailable, load_embedder

    fix = REINSTALL if arguments.embedder == "static" else "set `embedder` to static"
    try:
        embedder = load_embedder(arguments.embedder)
        seen = f"{embedder.name}, {embedder.dimensions} dimensions" if embedder else "none"
        is_well = embedder is None or _gives_vectors(embedder.embed(["reads a file"]))
        if arguments.embedder == "static" and _packaged_digest() not in seen:
            is_well, seen = False, f"{seen}: its file is not the one that was packaged"
        yield Finding(check="embedder", is_well=is_well, seen=seen, fix=fix)
    except EmbedderUnavailable as error:
        yield Finding(check="embedder", is_well=False, seen=str(error), fix=fix)


def _packaged_digest() -> str:
    """The start of the sha256 that the model's own page names."""
    from codewitness.platform.embed import PACKAGED_MODEL

    page = (PACKAGED_MODEL / "MODEL.md").read_text("utf-8")
    found = re.search(r"^\| this `model.safetensors` .*sha256 `([0-9a-f]{8})", page, re.MULTILINE)
    return found[1] if found else "no digest is known"


def _gives_vectors(vectors: object) -> bool:
    import numpy as np

    lengths = np.linalg.norm(np.asarray(vectors, np.float32), axis=1)
    return bool(np.all(np.abs(lengths - 1) < 0.01))


def git(_arguments: argparse.Namespace) -> Iterator[Finding]:
    """Git is there."""
    found = shutil.which("git")
    yield Finding(
        check="git",
        is_well=found is not None,
        seen=found or "not found: only .gitignore files are heeded",
        fix="install git, so that its own ignore rules hold",
    )


def project(arguments: argparse.Namespace) -> Iterator[Finding]:
    """The folder that is asked about is there."""
    if not arguments.root.is_dir():
        yield Finding(
            check="folder",
            is_well=False,
            seen=f"{arguments.root} is no folder",
            fix="name the folder of a project with --root",
        )


def folders(arguments: argparse.Namespace) -> Iterator[Finding]:
    """The folders that are written to: space, and leave to write."""
    from codewitness.platform.log import log_folder
    from codewitness.platform.places import data_folder

    index = _index_folder(arguments)
    free = shutil.disk_usage(_existing(index)).free
    yield Finding(
        check="disk space",
        is_well=free >= LEAST_FREE_BYTES,
        seen=f"{free // 1_000_000} MB free for {index}",
        fix="free some space, or set `storage.uri` to another place",
    )
    wanted = {
        "index folder": (index, "set `storage.uri` to another place"),
        "memory folder": (data_folder(), "set CODEWITNESS_DATA_DIR to another folder"),
        "log": (log_folder(), "set CODEWITNESS_STATE_DIR to another folder"),
    }
    for name, (folder, otherwise) in wanted.items():
        place = _existing(folder)
        is_well = _can_be_written(place)
        yield Finding(
            check=name,
            is_well=is_well,
            seen=str(folder) if is_well else f"{place} can't be written to",
            fix=f"make it writable, or {otherwise}",
        )


def _can_be_written(folder: Path) -> bool:
    """True if a file can be made there; it has no name, and is gone at once.

    What the system says of rights is not enough: its administrator has them all, in /proc as well.
    """
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def index(arguments: argparse.Namespace) -> Iterator[Finding]:
    """Who writes the index, and whether it can be read."""
    from codewitness.platform.lock import holder
    from codewitness.storage.faults import IndexOutdated

    folder = _index_folder(arguments)
    held = holder(folder) if folder.is_dir() else None
    yield Finding(check="lock", is_well=True, seen=f"held by {held}" if held else "free")
    if "://" not in _place(arguments) and not (folder / "files.lance").is_dir():
        yield Finding(check="index", is_well=True, seen="none yet: it is made at the first start")
        return
    try:
        yield Finding(check="index", is_well=True, seen=_counts(arguments, folder))
    except IndexOutdated as why:
        yield Finding(check="index", is_well=True, seen=f"{why}: it is made anew at the next start")
    except (OSError, RuntimeError, ValueError) as error:
        yield Finding(
            check="index",
            is_well=False,
            seen=str(error),
            fix="start the server, which makes it anew from the files; if that does not help, "
            f"remove {folder}",
        )


def files(arguments: argparse.Namespace) -> Iterator[Finding]:
    """The clock and the watches, by the folder's files, which are listed once for both."""
    from codewitness.platform.index import WorkspaceFiles
    from codewitness.platform.reading import MAX_BYTES

    root = arguments.root.resolve()
    listing = WorkspaceFiles(root, max_bytes=MAX_BYTES).list() if root.is_dir() else None
    yield _clock(listing)
    yield _watching(root, listing)


def _clock(listing: Listing | None) -> Finding:
    """The clock is not behind what has been done already."""
    now = time.time()
    own = max(file.stat().st_mtime for file in Path(__file__).parent.glob("*.py"))
    if now < own - CLOCK_SECONDS:
        when = time.strftime("%Y-%m-%d %H:%M", time.gmtime(now))
        seen = f"{when} UTC, which is before this program was installed"
        return Finding(check="clock", is_well=False, seen=seen, fix="set the clock")
    ahead = _ahead(listing, now) if listing is not None else []
    return Finding(
        check="clock",
        is_well=not ahead,
        seen="; ".join(ahead) or time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(now)),
        fix="set the clock, or `touch` these files: their changes may be missed otherwise",
    )


def _ahead(listing: Listing, now: float) -> list[str]:
    """Files of the workspace from the future, a few of them."""
    latest = (now + CLOCK_SECONDS) * 1e9
    found = [one.path for one in listing.found if one.mtime_ns > latest]
    more = [f"and {len(found) - 3} more"] if len(found) > 3 else []
    return [f"{path} is of the future" for path in found[:3]] + more


def _watching(root: Path, listing: Listing | None) -> Finding:
    """The system has watches enough for the folder, without what git ignores there."""
    from codewitness.platform import inotify
    from codewitness.protocol.folders import ignored_folders

    if not inotify.is_available() or listing is None:
        return Finding(check="watching", is_well=True, seen="by watchfiles")
    try:
        left_out = set(ignored_folders(listing))
        tree = inotify.FolderTree(
            str(root), lambda path: path in left_out or path.rpartition("/")[2] == ".git"
        )
    except OSError as error:
        return Finding(
            check="watching",
            is_well=False,
            seen=f"{error.strerror}: files are looked at again and again instead",
            fix="raise fs.inotify.max_user_watches and fs.inotify.max_user_instances",
        )
    seen = f"{amount(tree.n_folders, 'folder')}, by the system"
    tree.close()
    return Finding(check="watching", is_well=True, seen=seen)


def _place(arguments: argparse.Namespace) -> str:
    """Where the index is if `--storage` says it; else nothing."""
    from codewitness.platform.elsewhere import absolute, place_of_index

    given = absolute(arguments.storage, Path.cwd())
    return place_of_index(arguments.root.resolve(), given, is_used=False) if given else ""


def _index_folder(arguments: argparse.Namespace) -> Path:
    from codewitness.platform.places import index_folder

    own = index_folder(arguments.root.resolve()) / "tables"
    place = _place(arguments)
    return Path(place) if place and "://" not in place else own


def _counts(arguments: argparse.Namespace, folder: Path) -> str:
    from codewitness.platform.index import IndexLocation, IndexOpener

    location = IndexLocation(uri=_place(arguments) or str(folder), folder=folder, lock=None)
    store, _ = IndexOpener(location, arguments.embedder, is_strict=True)()
    counts = store.counts().items()
    return ", ".join(amount(n, name.replace("_", " ").removesuffix("s")) for name, n in counts)


def _existing(folder: Path) -> Path:
    return next(parent for parent in (folder, *folder.parents) if parent.exists())


CHECKS: tuple[Check, ...] = (
    installation,
    grammars,
    model,
    git,
    project,
    folders,
    index,
    files,
)
LONG: dict[Check, str] = {
    grammars: "trying every language's grammar",
    model: "trying the embedder",
    index: "opening the index",
    files: "looking at all files and folders of a large project",
}
