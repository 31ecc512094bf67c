"""`codewitness doctor`: check the installation and a folder's index, and say what to do."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from codewitness import __version__
from codewitness.cli import DONE, NO
from codewitness.cli.queries import guarded
from codewitness.cli.workspace import add_common, print_json

LEAST_FREE_BYTES = 500_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One check: what was seen, and what to do if it is not well."""

    check: str
    is_well: bool
    seen: str
    fix: str = ""


def add_commands(commands: Any) -> None:
    """Add `doctor` to the parser's commands."""
    command = commands.add_parser("doctor", help="check the installation and the index")
    add_common(command)
    command.set_defaults(run=guarded(_doctor))


def _doctor(arguments: argparse.Namespace) -> int:
    findings = [finding for check in _CHECKS for finding in check(arguments)]
    if arguments.json:
        print_json([asdict(finding) for finding in findings])
    else:
        for finding in findings:
            print(f"{'ok ' if finding.is_well else 'BAD'} {finding.check}: {finding.seen}")
            if not finding.is_well:
                print(f"      {finding.fix}")
    return DONE if all(finding.is_well for finding in findings) else NO


def _installation(_arguments: argparse.Namespace) -> Iterator[Finding]:
    from importlib.metadata import PackageNotFoundError, version

    yield Finding(
        check="installation",
        is_well=True,
        seen=f"codewitness {__version__}, Python {sys.version.split()[0]}",
    )
    for package in ("pygls", "lsprotocol", "tree-sitter", "tree-sitter-language-pack", "lancedb"):
        try:
            yield Finding(check=package, is_well=True, seen=version(package))
        except PackageNotFoundError:
            yield Finding(
                check=package,
                is_well=False,
                seen="missing",
                fix="pip install --upgrade codewitness",
            )


def _grammars(_arguments: argparse.Namespace) -> Iterator[Finding]:
    from codewitness.syntax.queries_loader import query
    from codewitness.syntax.registry import LANGUAGES, spec

    bad: list[str] = []
    for name in LANGUAGES:
        for kind in ("definitions", "signals"):
            try:
                query(name, spec(name).grammar, kind)
            except (OSError, LookupError, ValueError) as error:
                bad.append(f"{name}: {kind}: {error}")
    yield Finding(
        check="grammars",
        is_well=not bad,
        seen="; ".join(bad) or f"{len(LANGUAGES)} languages are read in depth",
        fix="pip install 'tree-sitter-language-pack>=0.13,<1'",
    )


def _embedder(arguments: argparse.Namespace) -> Iterator[Finding]:
    from codewitness.platform.embed import EmbedderUnavailable, load_embedder

    try:
        embedder = load_embedder(arguments.embedder)
        seen = f"{embedder.name}, {embedder.dimensions} dimensions" if embedder else "none"
        yield Finding(check="embedder", is_well=True, seen=seen)
    except EmbedderUnavailable as error:
        yield Finding(
            check="embedder", is_well=False, seen=str(error), fix="set `embedder` to static"
        )


def _git(_arguments: argparse.Namespace) -> Iterator[Finding]:
    found = shutil.which("git")
    yield Finding(
        check="git",
        is_well=found is not None,
        seen=found or "not found: only .gitignore files are heeded",
        fix="install git, so that its own ignore rules hold",
    )


def _index(arguments: argparse.Namespace) -> Iterator[Finding]:
    from codewitness.platform.index import IndexLocation, IndexOpener
    from codewitness.platform.lock import holder
    from codewitness.platform.places import index_folder

    root = arguments.root.resolve()
    folder = Path(arguments.storage) if arguments.storage else index_folder(root)
    free = shutil.disk_usage(_existing(folder)).free
    yield Finding(
        check="disk space",
        is_well=free >= LEAST_FREE_BYTES,
        seen=f"{free // 1_000_000} MB free for {folder}",
        fix="free some space, or set `storage.uri` to another place",
    )
    location = IndexLocation.of(root, arguments.storage)
    try:
        if location.note:
            yield Finding(
                check="index folder",
                is_well=False,
                seen=location.note,
                fix=f"make {folder} writable, or set `storage.uri` to another place",
            )
        if location.lock is None:
            yield Finding(check="lock", is_well=True, seen=f"held by {holder(location.folder)}")
        else:
            yield Finding(check="lock", is_well=True, seen="free")
        store, _ = IndexOpener(location, arguments.embedder, is_strict=True)()
        rebuilt = f", made anew: {store.rebuilt}" if store.rebuilt else ""
        yield Finding(check="index", is_well=True, seen=f"{dict(store.counts())}{rebuilt}")
    except (OSError, RuntimeError, ValueError) as error:
        yield Finding(
            check="index",
            is_well=False,
            seen=str(error),
            fix=f"remove {folder}; it is rebuilt from the files",
        )
    finally:
        location.release()


def _existing(folder: Path) -> Path:
    return next(parent for parent in (folder, *folder.parents) if parent.exists())


_CHECKS: tuple[Callable[[argparse.Namespace], Iterator[Finding]], ...] = (
    _installation,
    _grammars,
    _embedder,
    _git,
    _index,
)
