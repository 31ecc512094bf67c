"""The index of one folder for one command: opened, brought up to date, closed again."""

from __future__ import annotations

import argparse
import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from codewitness.engine.session import OpenFolder, Session
from codewitness.engine.view import Snapshot, Stage
from codewitness.features.places import BadRequest
from codewitness.model.text import Encoding
from codewitness.platform.elsewhere import absolute
from codewitness.platform.index import TEMPORARY, has_index
from codewitness.protocol.folders import make_folder, start
from codewitness.protocol.settings import FORMS, Settings

SECONDS_TO_STOP = 30.0
PATIENCE = 180.0  # seconds that following calls may take; in a large project it is long at first
SECONDS_TO_TELL = 5.0
AHEAD = "a server beside an editor does that ahead"
SECONDS_OF_WORK = 0.5  # between two looks at how far the edges are
MANY_FRAGMENTS = 100  # of all tables together: some twenty commands that found a change


class NotDone(RuntimeError):
    """What was asked could not be done; the message says why."""


def add_common(command: argparse.ArgumentParser) -> None:
    """The options that every command on a folder has."""
    command.add_argument("--root", type=_folder, default=Path(), metavar="DIR", help="the folder")
    command.add_argument("--json", action="store_true", help="the answer as JSON")
    command.add_argument("--verbose", action="store_true", help="log more to stderr")
    command.add_argument(
        "--embedder",
        type=partial(_of_form, "embedder"),
        default="static",
        help="static (default), static:DIR, none, or sentence-transformers:NAME",
    )
    command.add_argument(
        "--storage",
        type=partial(_of_form, "storage_uri"),
        default="",
        metavar="URI",
        help="where the index is",
    )


def add_fields(command: argparse.ArgumentParser, of: str) -> None:
    """The option that leaves less of an answer to read."""
    told = f"what {of} of --json have, such as symbol (default: all); may be repeated"
    command.add_argument("--field", action="append", default=[], help=told)


def fields_asked(arguments: argparse.Namespace) -> dict[str, Any]:
    """Which fields a command is asked for; what people are shown needs them all."""
    if arguments.field and not arguments.json:
        raise BadRequest("--field: only an answer of --json has fields")
    return {"fields": arguments.field or None}


def _of_form(setting: str, given: str) -> str:
    form, wanted = FORMS[setting]
    if form.fullmatch(given) is None:
        raise argparse.ArgumentTypeError(f"takes {wanted}, got {given!r}")
    return given


def _folder(given: str) -> Path:
    if not given:  # an unset variable of a script, which must not stand for where the script runs
        raise argparse.ArgumentTypeError("takes a folder, got an empty text")
    return Path(given)


def settings_of(arguments: argparse.Namespace) -> Settings:
    """Settings from the common options."""
    return Settings(
        embedder=arguments.embedder,
        storage_uri=absolute(arguments.storage, Path.cwd()),
        audit_background=False,  # a command has no idle times, however long it takes
    )


@contextmanager
def opened(arguments: argparse.Namespace) -> Iterator[Session]:
    """A session with the folder's index brought up to date."""
    root = arguments.root.resolve()
    if not root.is_dir():
        raise NotDone(f"--root: not a folder: {arguments.root}")
    session = Session()
    session.encoding = Encoding.UTF16
    bar = Bar("indexing")
    folder = make_folder(root, settings_of(arguments), on_progress=bar.report, is_strict=True)
    session.folders.append(folder)
    # Rows would be there in memory when the command has its answer.
    stop = start(folder, follow_disk=False, keeps_rows=False)
    try:
        if not folder.indexer.is_writer:
            print("another server writes this index; it is only read here", file=sys.stderr)
        folder.indexer.rescan().result()
        bar.end()
        if folder.indexer.view.stage is Stage.FAILED:
            raise NotDone(folder.indexer.view.failure)
        if folder.indexer.view.unlisted:
            raise NotDone(f"--root: {folder.indexer.view.unlisted}: {arguments.root}")
        for note in folder.indexer.view.notes:
            if note.endswith(TEMPORARY):  # each command reads all files again
                print(note, file=sys.stderr)
        if not folder.indexer.view.total_files:
            told = "; --root names another folder" if arguments.root == Path() else ""
            print(f"no file that can be read is in {root}{told}", file=sys.stderr)
        yield session
        _compact(folder)
        if folder.indexer.is_writer:
            folder.graph.keep()
    finally:
        stop(SECONDS_TO_STOP)


def _compact(folder: OpenFolder) -> None:
    """Nobody else does the upkeep where only commands are run; once in many is enough."""
    store = folder.indexer.store
    if folder.indexer.is_writer and store is not None and store.n_fragments() > MANY_FRAGMENTS:
        folder.indexer.compact().result()


def link(folder: OpenFolder) -> None:
    """Work out all edges that can be kept, and keep them."""
    bar = Bar("edges")
    while folder.graph.work_ahead(folder.indexer.view, SECONDS_OF_WORK):
        n_linked, n_all = folder.graph.progress()
        bar.report(n_linked, n_all)
    bar.end()
    folder.graph.keep(few=1)


@contextmanager
def unindexed(arguments: argparse.Namespace) -> Iterator[Session]:
    """A session on the folder for what needs no index: none is opened or written."""
    root = arguments.root.resolve()
    if not root.is_dir():
        raise NotDone(f"--root: not a folder: {arguments.root}")
    session = Session()
    session.encoding = Encoding.UTF16
    folder = make_folder(root, settings_of(arguments))
    folder.release()
    session.folders.append(folder)
    yield session


@contextmanager
def known(arguments: argparse.Namespace) -> Iterator[Session]:
    """A session with the folder's index if it has one: a first one is not made for this."""
    place = opened if arguments.storage or has_index(arguments.root) else unindexed
    with place(arguments) as session:
        yield session


def snapshot_of(session: Session) -> Snapshot:
    """What a command reads. Who has started one waits for its answer, and asks no second time."""
    return replace(session.snapshot(None), patience=PATIENCE)


def read_transcripts(session: Session) -> None:
    """Read all of them first: a command is no server that has the rest at the next question."""
    for folder in session.folders:
        if folder.transcripts is not None:
            with telling(f"reading the transcripts; {AHEAD}"):
                folder.transcripts.all()


@contextmanager
def telling(what: str) -> Iterator[None]:
    """Say on stderr what is being done if it takes long."""
    timer = threading.Timer(SECONDS_TO_TELL, print, [what], {"file": sys.stderr, "flush": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def print_json(answer: Any) -> None:
    """One JSON value on stdout: a third of it would be blanks, which only people need."""
    if sys.stdout.isatty():
        print(json.dumps(answer, ensure_ascii=False, indent=2))
    else:
        print(json.dumps(answer, ensure_ascii=False, separators=(",", ":")))


class Bar:
    """A progress bar on stderr, if that is a terminal."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._is_shown = sys.stderr.isatty()
        self._is_begun = False

    def report(self, done: int, total: int) -> None:
        """`done` of `total` files."""
        if self._is_shown:
            self._is_begun = True
            filled = 30 * done // max(total, 1)
            line = f"\r{self._title} [{'#' * filled}{'.' * (30 - filled)}] {done}/{total}"
            print(line, end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Leave the bar's line."""
        if self._is_begun:
            print(file=sys.stderr)
