"""`codewitness conversations …`: what was worked on with AI assistants, from their transcripts."""

from __future__ import annotations

import argparse
from typing import Any

from codewitness.cli import DONE, NO, Words
from codewitness.cli.queries import guarded
from codewitness.cli.symbols import HELP, asked, is_inherited, print_candidates
from codewitness.cli.workspace import add_common, opened, print_json, read_transcripts, unindexed
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.commands import COMMANDS

Json = dict[str, Any]
_ID = "the id of a conversation, as `conversations list` shows it"
_OPTIONS = {
    "limit": "at most so many",
    "project": "a part of its folder's path",
    "since": "not before this day, such as 2026-01-31",
    "until": "not after it",
    "start": "the first message, from 1 on",
    "end": "the last one",
    "expand": "so many more on both sides",
}

# Name, field that is a plain argument, help, and the options: name, field, type.
_COMMANDS: tuple[tuple[str, str, str, tuple[tuple[str, str, type], ...]], ...] = (
    (
        "list", "", "conversations, newest first",
        (("--limit", "limit", int), ("--project", "project", str), ("--since", "since", str),
         ("--until", "until", str)),
    ),
    (
        "search", "query", "conversations by what was done in them",
        (("--limit", "limit", int), ("--project", "project", str), ("--since", "since", str),
         ("--until", "until", str)),
    ),
    ("chapters", "sessionId", "what was done in one conversation, and in which messages", ()),
    (
        "context", "sessionId", "messages of one conversation",
        (("--start", "start", int), ("--end", "end", int), ("--expand", "expand", int)),
    ),
    ("forSymbol", "symbol", "the chapters in which a method was written or changed", ()),
)  # fmt: skip


def add_commands(commands: Any) -> None:
    """Add `conversations` to the parser's commands."""
    conversations = commands.add_parser("conversations", help="transcripts of AI assistants")
    within = conversations.add_subparsers(metavar="WHAT", required=True)
    for name, needed, about, options in _COMMANDS:
        shown = "for-symbol" if name == "forSymbol" else name
        parser: argparse.ArgumentParser = within.add_parser(shown, help=about)
        add_common(parser)
        if needed == "query":
            parser.add_argument(needed, nargs="+", action=Words, help="words to look for")
        elif needed:
            parser.add_argument(needed, help=HELP if needed == "symbol" else _ID)
        for option, field, kind in options:
            parser.add_argument(option, dest=field, type=kind, help=_OPTIONS[field])
        fields = [needed, *(field for _, field, _ in options)]
        parser.set_defaults(run=guarded(_run), command=name, fields=fields)


def _run(arguments: argparse.Namespace) -> int:
    given = {name: getattr(arguments, name, None) for name in arguments.fields if name}
    argument = {name: value for name, value in given.items() if value is not None}
    if "symbol" in argument:
        argument["symbol"] = asked(arguments)
    command = f"codewitness.conversations.{arguments.command}"
    # Only a method's name is looked up in the index.
    with (opened if "symbol" in argument else unindexed)(arguments) as session:
        read_transcripts(session)
        answer: Json = COMMANDS[command](session.snapshot(None), Arguments(command, [argument]))
    if arguments.json:
        print_json(answer)
    elif "candidates" in answer and print_candidates(answer, arguments.root):
        return NO
    else:
        if answer.get("symbol") and is_inherited(answer["symbol"]["qualifiedName"], arguments):
            print(f"{arguments.symbol} is inherited: {answer['symbol']['qualifiedName']}")
        _SHOW[arguments.command](answer)
    listed = next((answer[name] for name in _LISTS if name in answer), None)
    if listed == [] and not arguments.json:
        print("nothing was found")
    return NO if listed == [] else DONE


_LISTS = ("conversations", "results", "chapters", "messages")


def _list(answer: Json) -> None:
    for one in answer["conversations"]:
        print(f"{one['sessionId']}  {one['timestamp'][:16]}  {one['summary']}")
        for mark, texts in (("x", one["completed"]), (" ", one["pending"])):
            for text in texts:
                print(f"    [{mark}] {text}")


def _search(answer: Json) -> None:
    for one in answer["results"]:
        print(f"{one['sessionId']}  {one['score']:.2f}  {one['timestamp'][:16]}  {one['summary']}")
        for match in one["matches"]:
            print(f"    {match['status']:11} {match['text']}")


def _chapters(answer: Json) -> None:
    for one in answer["chapters"]:
        start, end = one["messageRange"]
        session = f"{one['sessionId']}  " if "sessionId" in one else ""
        print(f"{session}{start:5}-{end:<5} {one['title']}")
        for path in one["files"]:
            print(f"            {path}")
    for one in answer.get("pendingWork", ()):
        print(f"  {one['status']:11} {one['title']}")


def _context(answer: Json) -> None:
    for one in answer["messages"]:
        print(f"── {one['number']} {one['role']} {one['timestamp']}\n{one['content']}")


_SHOW = {
    "list": _list,
    "search": _search,
    "chapters": _chapters,
    "context": _context,
    "forSymbol": _chapters,
}
