"""`codewitness session …` and `codewitness memory …`: the memory, for people and scripts."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codewitness.cli import DONE, NO, Words, memory_shown
from codewitness.cli.queries import guarded
from codewitness.cli.workspace import add_common, known, opened, print_json, unindexed
from codewitness.features.places import BadRequest
from codewitness.platform.places import uri_of_path
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.commands import COMMANDS

Json = dict[str, Any]

# Options that name their field of the command: option, field, help. A list may be repeated.
_WHOSE = ("user", "project", "branch")
_SENTENCES = ("description", "lesson")  # which need no quotes where nothing comes after them
_LISTS = ("results", "decisions", "sessions")  # what an answer may list; empty is a no
_NEEDED = {
    "description": "what you are about to do",
    "sessionId": "the id of a session, as `session list` shows it",
    "file": "the file that was changed",
    "reason": "why, in quotes",
    "errorId": "the id of an error, as `session errors` shows it",
    "decision": "what was decided, in quotes",
    "rationale": "why, in quotes",
    "lesson": "what was learned",
    "path": "the file",
}
_SOLVED = "how it was mended; without it, by what had solved it before"
_TEXT, _LIST, _FILES, _NUMBER = "text", "list", "files", "number"
_Option = tuple[str, str, str, str]
_TAGS: _Option = ("--tag", "tags", _LIST, "a tag; may be repeated")
_SYMBOLS: _Option = ("--symbol", "symbols", _LIST, "a method it is about; may be repeated")
_SESSION: _Option = ("--session", "sessionId", _TEXT, "its session, if not the one under way")
_RELATED: _Option = ("--related", "relatedFiles", _FILES, "a file that belongs to it")
_LIMIT: _Option = ("--limit", "limit", _NUMBER, "at most so many")
_SINCE: _Option = ("--since", "since", _TEXT, "ISO 8601, such as 2026-01-31")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Form:
    """A command of the memory as a command of this program; `needed` are its plain arguments.

    With `reads_stdin`, that field is what is piped in; of a question, if it asks nothing else.
    With `shows_methods` an index that is there is opened: it knows what they are called by now.
    """

    about: str
    needed: tuple[str, ...] = ()
    options: tuple[_Option, ...] = ()
    reads_stdin: str = ""
    is_question: bool = False
    needs_index: bool = False
    shows_methods: bool = False
    show: Callable[[Json], None] | None = None


def add_commands(commands: Any) -> None:
    """Add `session` and `memory` to the parser's commands."""
    session = commands.add_parser("session", help="record and recall coding sessions")
    within = session.add_subparsers(metavar="WHAT", required=True)
    _add_sessions(within)
    _add_records(within)
    _add_questions(within)
    _add_insight(within)
    memory = commands.add_parser("memory", help="export, import or delete records")
    within = memory.add_subparsers(metavar="WHAT", required=True)
    to_file = _Form(
        about="all records to a .jsonl file",
        needed=("path",),
        shows_methods=True,
        show=memory_shown.counts,
    )
    _add(within, "export", "memory.export", to_file)
    from_file = _Form(
        about="records from a .jsonl file", needed=("path",), show=memory_shown.counts
    )
    _add(within, "import", "memory.import", from_file)
    delete = _add(
        within, "delete", "memory.delete", _Form(about="delete records", show=memory_shown.counts)
    )
    delete.add_argument("ids", nargs="+", help="ids of records")


def _add_sessions(within: Any) -> None:
    started = _Form(about="begin a session", needed=("description",), options=(_TAGS,))
    _add(within, "start", "session.start", started)
    said: _Option = ("--summary", "summary", _TEXT, "what to say about it first")
    ended = _Form(about="end the session under way", options=(_SESSION, said))
    end = _add(within, "end", "session.end", ended)
    how = end.add_mutually_exclusive_group()
    how.add_argument("--succeeded", dest="success", action="store_true", help="it did succeed")
    how.add_argument("--failed", dest="success", action="store_false", help="it did not succeed")
    end.set_defaults(success=None)
    form = _Form(about="the session under way", options=(_SESSION,), show=memory_shown.status)
    _add(within, "status", "session.status", form)
    form = _Form(about="go on with a session", needed=("sessionId",))
    _add(within, "resume", "session.resume", form)
    form = _Form(
        about="sessions, newest first", options=(_LIMIT, _SINCE), show=memory_shown.sessions
    )
    _add(within, "list", "session.list", form)


def _add_records(within: Any) -> None:
    diff: _Option = ("--diff", "diff", _TEXT, "a unified diff, - for stdin")
    form = _Form(
        about="record a change of a file",
        needed=("file", "reason"),
        options=(diff, _RELATED, _SESSION),
        shows_methods=True,
    )
    track = _add(within, "track", "session.trackFileChange", form)
    track.add_argument("--action", default="edit", help="create, edit, delete, rename, …")
    track.add_argument("--lines", help="first and last line, such as 10-24")
    form = _Form(
        about="record an error; its stack trace is read from stdin if that is no terminal",
        options=(
            ("--type", "errorType", _TEXT, "its type, if the trace does not say it"),
            ("--message", "message", _TEXT, "its message, if the trace does not say it"),
            ("--file", "uri", _FILES, "where it came up"),
            ("--line", "lineNumber", _NUMBER, "the line there"),
            ("--solution", "solution", _TEXT, "how it was mended"),
            ("--screenshot", "screenshotPath", _TEXT, "a picture whose text is read"),
            _TAGS,
            _SESSION,
        ),
        reads_stdin="stackTrace",
        shows_methods=True,
    )
    error = _add(within, "record-error", "session.recordError", form)
    said = "what was said, such as ValueError: no source; else it is read from stdin"
    error.add_argument(
        "stackTrace", nargs="*", action=Words, default="", metavar="error", help=said
    )
    form = _Form(about="say how an error was mended", needed=("errorId",), shows_methods=True)
    resolving = _add(within, "resolve-error", "session.resolveError", form)
    resolving.add_argument("solution", nargs="*", action=Words, default="", help=_SOLVED)
    form = _Form(
        about="record a decision",
        needed=("decision", "rationale"),
        options=(
            ("--alternative", "alternatives", _LIST, "what else was thought of"),
            ("--impact", "impact", _TEXT, "what follows from it"),
            ("--claim", "claims", _LIST, "a claim that must hold; may be repeated"),
            ("--confidence", "confidence", _NUMBER, "from 0 to 1"),
            ("--supersedes", "supersedes", _TEXT, "id of a decision that no longer counts"),
            _RELATED,
            _SYMBOLS,
            _TAGS,
            _SESSION,
        ),
    )
    _add(within, "record-decision", "session.recordDecision", form)
    form = _Form(
        about="record something learned",
        needed=("lesson",),
        options=(_SYMBOLS, _TAGS, _SESSION),
    )
    _add(within, "record-lesson", "session.recordLesson", form)


def _add_questions(within: Any) -> None:
    about: _Option = ("--about", "symbol", _TEXT, "only those of a method")
    form = _Form(
        about="past errors and how they were mended",
        options=(("--type", "errorType", _TEXT, "only of this type"), about, _LIMIT),
        reads_stdin="stackTrace",
        is_question=True,
        shows_methods=True,
        show=memory_shown.errors,
    )
    errors = _add(within, "errors", "session.searchErrors", form)
    errors.add_argument("query", nargs="*", action=Words, default="", help="words to look for")
    errors.add_argument("--open", action="store_true", help="only those without a solution")
    standing: _Option = ("--standing", "standing", _TEXT, "holds, contradicted or unknown")
    form = _Form(
        about="decisions and how they stand",
        options=(about, standing, _LIMIT),
        show=memory_shown.decisions,
        needs_index=True,
    )
    decisions = _add(within, "decisions", "session.decisions", form)
    decisions.add_argument("query", nargs="*", action=Words, default="", help="words to look for")


def _add_insight(within: Any) -> None:
    form = _Form(
        about="what to know before starting to work",
        options=(
            ("--focus", "focus", _TEXT, "what it is about"),
            ("--level", "level", _TEXT, "brief, detailed or comprehensive"),
            ("--max-tokens", "maxTokens", _NUMBER, "at most so many tokens, roughly"),
        ),
        show=memory_shown.context,
        needs_index=True,
    )
    _add(within, "context", "session.projectContext", form)
    form = _Form(
        about="what recurs in records and code",
        options=(_SINCE, _LIMIT),
        show=memory_shown.patterns,
        needs_index=True,
    )
    _add(within, "patterns", "session.analyzePatterns", form)
    form = _Form(
        about="records and how they are connected",
        options=(("--id", "id", _TEXT, "only around this one"), ("--hops", "hops", _NUMBER, "1-3")),
        show=memory_shown.graph,
        shows_methods=True,
    )
    _add(within, "graph", "session.graph", form)


def _add(within: Any, name: str, command: str, form: _Form) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = within.add_parser(name, help=form.about)
    add_common(parser)
    for field in form.needed:
        if form.needed == (field,) and field in _SENTENCES:
            parser.add_argument(field, nargs="+", action=Words, help=_NEEDED[field])
        else:
            parser.add_argument(field, help=_NEEDED[field])
    for option, field, kind, said in form.options:
        name = option.removeprefix("--").replace("-", "_").upper()
        if kind in (_LIST, _FILES):
            parser.add_argument(
                option, dest=field, metavar=name, help=said, action="append", default=[]
            )
        else:
            is_number = kind == _NUMBER
            parser.add_argument(
                option, dest=field, metavar=name, help=said, type=number if is_number else str
            )
    for field in _WHOSE:
        parser.add_argument(f"--{field}", help=f"another {field} than that of now")
    parser.set_defaults(run=guarded(_run), command=f"codewitness.{command}", form=form)
    return parser


def number(text: str) -> int | float:
    """What was typed, so that a refusal shows it as it was."""
    return int(text) if text.strip().lstrip("-").isdecimal() else float(text)


def _run(arguments: argparse.Namespace) -> int:
    argument = _argument(arguments)
    # Names of symbols, and those in claims, are looked up in the index; all else needs none.
    is_asked = any(argument.get(field) for field in ("symbols", "symbol", "claims"))
    form: _Form = arguments.form
    place = known if form.shows_methods else unindexed
    if is_asked or form.needs_index:
        place = opened
    with place(arguments) as session:
        command = COMMANDS[arguments.command]
        answer = command(session.snapshot(None), _local(arguments.command, argument))
    if "alsoUnderWay" in answer:
        memory_shown.others_under_way(answer)
    if arguments.json:
        print_json(answer)
    else:
        (arguments.form.show or memory_shown.record)(answer)
    is_list = "type" not in answer
    listed = next((answer[name] for name in _LISTS if is_list and name in answer), None)
    is_none = listed == [] or answer.get("id", "") is None or answer.get("deleted") == {}
    return NO if is_none else DONE


def _local(command: str, argument: Json) -> Arguments:
    return Arguments(command, [argument], is_local=True)


def _argument(arguments: argparse.Namespace) -> Json:
    form: _Form = arguments.form
    kinds = {field: kind for _, field, kind, _ in form.options}
    found: Json = {"source": "user"}
    for field in (*form.needed, *kinds, *_WHOSE, "query", "ids", "stackTrace", "solution"):
        value = getattr(arguments, field, None)
        if value not in (None, [], ""):
            found[field] = _value(arguments, field, kinds.get(field, _TEXT), value)
    if "file" in found:
        found["uri"] = _uri(arguments, found.pop("file"))
        found["action"] = arguments.action
        if arguments.lines:
            found["lineRange"] = _line_range(arguments.lines)
    if getattr(arguments, "success", None) is not None:
        found["success"] = arguments.success
    if getattr(arguments, "open", False):
        found["resolved"] = False
    is_asked = form.is_question and len(found) > 1  # `source` is always there
    if (
        form.reads_stdin
        and not is_asked
        and form.reads_stdin not in found
        and not sys.stdin.isatty()
        and (text := sys.stdin.read()).strip()
    ):
        found[form.reads_stdin] = text
    return found


def _line_range(given: str) -> list[int]:
    first, _, last = given.partition("-")
    last = last or first
    if not (first.isdecimal() and last.isdecimal() and 1 <= int(first) <= int(last)):
        raise BadRequest(f"lines: takes a first and a last line, such as 10-24, got {given!r}")
    return [int(first), int(last)]


def _value(arguments: argparse.Namespace, field: str, kind: str, value: Any) -> Any:
    if kind == _FILES:
        uris = [_uri(arguments, one) for one in value]
        return uris[-1] if field == "uri" else uris
    return sys.stdin.read() if value == "-" else value


def _uri(arguments: argparse.Namespace, path: str) -> str:
    return uri_of_path((Path(arguments.root).resolve() / path).resolve())
