"""`codewitness index`, `search` and `status`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from codewitness.cli import DONE, NO, NOT_DONE, WRONG_USE, Words, amount, not_read
from codewitness.cli.found_lines import MOST_LINES, found_lines
from codewitness.cli.refusals import told
from codewitness.cli.symbols import (
    add_symbol,
    asked,
    cut,
    lines_of,
    place,
    print_candidates,
    shortened,
    visible,
)
from codewitness.cli.typed_filters import typed
from codewitness.cli.why import why
from codewitness.cli.workspace import (
    NotDone,
    add_common,
    add_fields,
    fields_asked,
    link,
    opened,
    print_json,
    read_transcripts,
    snapshot_of,
)
from codewitness.engine.session import Session
from codewitness.features.places import BadRequest
from codewitness.platform.places import path_of_uri
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.commands import COMMANDS

_QUERY = (
    "what to search for; may have filters: calls:sleep reads:, writes:, accesses: (either), "
    "subscripts:, raises:, handles:, lang:python, path:src/**, in:decisions, -test, min:0.3"
)
_FLAGS = (
    ("isAsync", "async"),
    ("hasLoop", "a loop"),
    ("hasConditional", "a condition"),
    ("hasTry", "a try"),
)


def add_commands(commands: Any) -> None:
    """Add the commands to the parser."""
    index = commands.add_parser("index", help="bring the index of a folder up to date")
    add_common(index)
    index.add_argument("--all", action="store_true", help="read every file again")
    index.add_argument(
        "--edges",
        action="store_true",
        help="work out who calls what in Python, too, and keep it for later commands",
    )
    index.set_defaults(run=guarded(_index))

    search = commands.add_parser("search", help="search code by words and by meaning")
    add_common(search)
    search.add_argument("query", nargs="+", action=Words, help=_QUERY)
    search.add_argument(
        "--mode", default="hybrid", help="hybrid, semantic, lexical, verify or auto"
    )
    search.add_argument("--limit", type=int, default=10, help="most results (default: 10)")
    for name, of in (
        ("language", "a language, such as python"),
        ("path", "a glob over paths"),
        ("include-tag", "a tag that must be there, exact or prefix:*"),
        ("exclude-tag", "a tag that must not be there"),
        ("calls", "what must be called, such as fit or self.model.fit"),
        ("accesses", "an attribute that must be read or written"),
        ("subscripts", "what must be subscripted, such as iloc"),
        ("memory-type", "code, decision, lesson, error or conversation (default: code)"),
    ):
        search.add_argument(f"--{name}", action="append", default=[], help=f"{of}; may be repeated")
    add_fields(search, "results")
    search.add_argument(
        "--no-signals", action="store_true", help="leave out of --json what results do: most of it"
    )
    search.add_argument(
        "--why", action="store_true", help="what the score of each result is made of"
    )
    search.add_argument(
        "--snippet-lines", type=int, metavar="N", help="most lines of a snippet of --json"
    )
    search.set_defaults(run=guarded(_search))

    signals = commands.add_parser("signals", help="what one method does, with the lines")
    add_common(signals)
    add_symbol(signals)
    signals.set_defaults(run=guarded(_signals))

    status = commands.add_parser("status", help="what is indexed, and what is not and why")
    add_common(status)
    status.set_defaults(run=guarded(_status))


def guarded(run: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """`run` with its refusals told on stderr."""

    def tell(arguments: argparse.Namespace) -> int:
        try:
            return run(arguments)
        except BadRequest as error:
            print(f"codewitness: {told(error, arguments)}", file=sys.stderr)
            return WRONG_USE
        except BrokenPipeError:
            raise  # the reader of the output has gone, which is no failure
        except (NotDone, OSError, RuntimeError, ValueError) as error:
            hint = getattr(error, "hint", "")
            print(f"codewitness: {error}{f'; {hint}' if hint else ''}", file=sys.stderr)
            return NOT_DONE

    return tell


def _ask(session: Session, command: str, argument: dict[str, Any]) -> Any:
    return COMMANDS[command](snapshot_of(session), Arguments(command, [argument]))


def _index(arguments: argparse.Namespace) -> int:
    with opened(arguments) as session:
        if not session.folders[0].indexer.is_writer:
            raise NotDone("another server writes this index: ask that one, or stop it first")
        if arguments.all:
            session.folders[0].indexer.reindex(None).result()
        if fault := session.folders[0].indexer.view.fault:
            raise NotDone(
                f"the index could not be written: {fault}; `codewitness doctor` looks why"
            )
        if arguments.edges:
            link(session.folders[0])
        found = _ask(session, "codewitness.status", {})
    if arguments.json:
        print_json(not_read.shortened(found))
    else:
        print(
            f"{amount(found['files']['indexed'], 'file')}, {amount(found['chunks'], 'chunk')}, "
            f"{amount(found['symbols'], 'symbol')} in {found['storage']['uri']}"
        )
        for line in (*(f"  {note}" for note in found["notes"]), *not_read.counted(found)):
            print(line)
    return DONE


def _search(arguments: argparse.Namespace) -> int:
    asked = typed(arguments.query)
    for note in asked.notes:
        print(f"codewitness: {note}", file=sys.stderr)
    argument = {
        "mode": arguments.mode,
        "limit": arguments.limit,
        "languages": arguments.language,
        "paths": arguments.path,
        "includeTags": arguments.include_tag,
        "excludeTags": arguments.exclude_tag,
        "calls": arguments.calls,
        "accesses": arguments.accesses,
        "subscripts": arguments.subscripts,
        "memoryTypes": arguments.memory_type,
        "signals": arguments.json and not arguments.no_signals,  # people are shown none
        **fields_asked(arguments),
    }
    if arguments.json:
        argument["snippetLines"] = arguments.snippet_lines
    argument = asked.onto(argument)
    with opened(arguments) as session:
        if "conversation" in argument["memoryTypes"]:
            read_transcripts(session)
        answer = _ask(session, "codewitness.search", argument)
    if arguments.json:
        print_json(answer)
    else:
        for result in answer["results"]:
            _print_result(result, asked.text, arguments.root, arguments.why)
        if not answer["results"]:
            print("nothing was found")
        for note in answer["notes"]:
            print(f"  {note}")
    return DONE if answer["results"] else NO


def _signals(arguments: argparse.Namespace) -> int:
    with opened(arguments) as session:
        answer = _ask(session, "codewitness.signals", {"symbol": asked(arguments)})
    if arguments.json:
        print_json(answer)
    elif not print_candidates(answer, arguments.root):
        _print_signals(answer, arguments.root)
    return DONE if answer["symbol"] is not None else NO


def _status(arguments: argparse.Namespace) -> int:
    with opened(arguments) as session:
        found = _ask(session, "codewitness.status", {})
    if arguments.json:
        print_json(not_read.shortened(found))
        return DONE
    print(f"codewitness {found['version']}: {found['workspace']}")
    print(
        f"  {found['state']}, {found['files']['indexed']} of {found['files']['total']} files, "
        f"{amount(found['chunks'], 'chunk')}, {amount(found['symbols'], 'symbol')}, "
        f"{amount(found['callSites'], 'call site')}"
    )
    print(
        f"  index: {found['storage']['uri']} ({not_read.size(found['storage']['bytes'])}, "
        f"{found['storage']['role']})"
    )
    print(f"  embedder: {found['embedder']}")
    for name, count in sorted(found["languages"].items(), key=lambda pair: -pair[1]):
        print(f"  {count:6} {name}")
    for note in found["notes"]:
        print(f"  {note}")
    for line in not_read.named(found, arguments.root):
        print(line)
    return DONE


def _print_result(result: dict[str, Any], query: str, root: Path, is_told: bool) -> None:
    if result["range"] is None:  # a record
        print(f"{result['memoryType']} {result['id']}  {result['score']:.3f}")
        for line in result["snippet"].splitlines()[:MOST_LINES]:
            print(f"    {line}")
        return
    symbol, whole = result["symbol"], result["range"]
    first, last = whole["start"]["line"], whole["end"]["line"]
    at = symbol["selectionRange"] if symbol else whole
    is_declared = symbol is not None and first <= at["start"]["line"] <= last
    where = place(result["uri"], at if is_declared else whole, root)
    name = visible(symbol["qualifiedName"]) if symbol else ""
    print(f"{where}  {name}  {result['score']:.3f}")
    if is_told:
        print(f"    {why(result['scores'])}")
    file = path_of_uri(result["uri"])
    lines = lines_of(file)[first : last + 1] if file is not None and file.is_file() else []
    declared = at["start"]["line"] - first if is_declared else None
    passing = {one["range"]["start"]["line"] - first for one in result.get("matched", ())}
    for n in found_lines(query, lines, declared, passing):
        print(f"  {first + n + 1:6} │ {cut(lines[n].expandtabs(4))}")


def _print_signals(answer: dict[str, Any], root: Path) -> None:
    symbol, found = answer["symbol"], answer["signals"]
    where = place(symbol["uri"], symbol["selectionRange"], root)
    print(f"{where}  {visible(symbol['qualifiedName'])}")
    for note in answer["notes"]:
        print(f"  {note}")
    if found is None:
        return
    groups = {
        "calls (internal)": found["calls"]["internal"],
        "calls (external)": found["calls"]["external"],
        "reads": found["attributeReads"],
        "writes": found["attributeWrites"],
        "subscripts": found["subscripts"],
        "parameters used": found["parametersUsed"],
        "raises": found["raises"],
        "handles": found["handles"],
    }
    for title, items in groups.items():
        for item in items:
            line = item["range"]["start"]["line"] + 1
            print(f"  {title:18} {line:6}: {shortened(item['text'])}")
    n_lines = found["lineCount"]
    flags = [word for name, word in _FLAGS if found[name]]
    print("  " + ", ".join([f"{n_lines} line{'' if n_lines == 1 else 's'}", *flags]))
