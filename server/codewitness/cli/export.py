"""`codewitness export graph|signals|chunks`: the index as JSON Lines or Parquet."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

from codewitness.cli import DONE
from codewitness.cli.export_graph import graph_objects
from codewitness.cli.queries import guarded
from codewitness.cli.workspace import NotDone, add_common, opened, snapshot_of
from codewitness.engine.session import Session
from codewitness.engine.view import Folder
from codewitness.model.text import Encoding, Text
from codewitness.protocol import convert
from codewitness.syntax.classify import all_signals
from codewitness.syntax.extract import Analysis
from codewitness.syntax.tags import shown_tags


def add_commands(commands: Any) -> None:
    """Add `export` to the parser's commands."""
    command = commands.add_parser("export", help="graph, signals or chunks, one JSON object a line")
    what = "who calls what, what each function does, or the pieces that are searched"
    command.add_argument("what", choices=("graph", "signals", "chunks"), help=what)
    command.add_argument(
        "--format", choices=("jsonl", "parquet"), default="jsonl", help="parquet goes into a file"
    )
    add_common(command)
    command.set_defaults(run=guarded(_export))


def _export(arguments: argparse.Namespace) -> int:
    with opened(arguments) as session:
        objects = _objects(arguments.what, session)
        if arguments.format == "parquet":
            from codewitness.storage.parquet import write_parquet

            if sys.stdout.isatty():
                raise NotDone("--format parquet: send stdout to a file")
            write_parquet(list(objects), sys.stdout.buffer)
        else:
            for one in objects:
                sys.stdout.write(json.dumps(one, ensure_ascii=False) + "\n")
    return DONE


def _objects(what: str, session: Session) -> Iterator[dict[str, Any]]:
    if what == "graph":
        return graph_objects(snapshot_of(session))
    make = {"chunks": _chunks, "signals": _signals}[what]
    return (one for analysis in _analyses(session) for one in make(analysis))


def _analyses(session: Session) -> Iterator[Analysis]:
    for folder in snapshot_of(session).folders:
        for path in sorted(folder.view.files):
            if (analysis := _read(folder, path)) is not None:
                yield analysis


def _read(folder: Folder, path: str) -> Analysis | None:
    saved = folder.saved.get(path)
    return None if saved is None else saved.analysis()


def _chunks(analysis: Analysis) -> Iterator[dict[str, Any]]:
    text = analysis.text
    for chunk in analysis.facts.chunks:
        yield {
            "id": chunk.id,
            "path": analysis.facts.path,
            "startLine": text.line_at(chunk.span.start) + 1,
            "endLine": _last_line(text, chunk.span.end, chunk.span.start),
            "kind": chunk.kind.value,
            "qualifiedName": chunk.qualified_name,
            "language": analysis.facts.language,
            "tags": list(shown_tags(chunk)),
            "sha256": chunk.sha256,
        }


def _signals(analysis: Analysis) -> Iterator[dict[str, Any]]:
    facts, text = analysis.facts, analysis.text
    for ordinal, found in all_signals(facts, text):
        definition = facts.definitions[ordinal]
        yield {
            "symbol": {
                "qualifiedName": facts.qualified_name(definition),
                "path": facts.path,
                "line": text.line_at(definition.name_span.start) + 1,
                "endLine": _last_line(text, definition.span.end, definition.span.start),
                "kind": definition.kind.value,
                "language": facts.language,
            },
            "signals": convert.signals(found, text, Encoding.UTF16),
        }


def _last_line(text: Text, end: int, start: int) -> int:
    return text.line_at(max(end - 1, start)) + 1
