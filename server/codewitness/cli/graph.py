"""`codewitness callers`, `callees` and `implementation`."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from codewitness.cli import DONE, NO
from codewitness.cli.queries import guarded
from codewitness.cli.symbols import (
    add_symbol,
    asked,
    is_inherited,
    place,
    print_candidates,
    quoted,
    visible,
)
from codewitness.cli.workspace import (
    AHEAD,
    add_common,
    add_fields,
    fields_asked,
    opened,
    print_json,
    snapshot_of,
    telling,
)
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.commands import COMMANDS

MOST_SITES = 40  # that are shown of what is no certain call
MANY = 20  # whose number is told, since nobody counts them

_NONE = {
    "callers": "found no call of {}",
    "callees": "found no call in {}",
}
_UNSURE = "found no call that is known to lead to {}"
_FOLLOWING = f"following the calls of a large project; {AHEAD}"
_MENTIONED = "named without a call, so it may be called from there:"
_POSSIBLE = "calls of this name on what is not known, so they may mean it or another:"
_RESOLUTIONS = "exact, typed, inherited, ambiguous, external or unresolved"


def add_commands(commands: Any) -> None:
    """Add the commands to the parser."""
    for name, what in (("callers", "who calls a definition"), ("callees", "what it calls")):
        command = commands.add_parser(name, help=f"{what}, with the lines")
        add_symbol(command)
        add_common(command)
        command.add_argument("--depth", type=int, default=1, help="how far to follow calls")
        command.add_argument("--min-resolution", help=f"the least that is shown: {_RESOLUTIONS}")
        add_fields(command, "callers, callees and the like")
        command.set_defaults(run=guarded(_related(name)))
    command = commands.add_parser("implementation", help="a definition's text, and what it uses")
    add_symbol(command)
    add_common(command)
    command.add_argument("--scope", default="logical", help="minimal, logical or dependencies")
    command.add_argument("--depth", type=int, default=1, help="how far to follow calls")
    command.add_argument("--limit", type=int, help="most entities beside the one that is named")
    command.add_argument(
        "--max-tokens", type=int, help="most text, in tokens of about 4 characters"
    )
    add_fields(command, "entities")
    command.set_defaults(run=guarded(_implementation))


def _related(which: str) -> Callable[[argparse.Namespace], int]:
    def run(arguments: argparse.Namespace) -> int:
        argument = {
            "symbol": asked(arguments),
            "relationship": which,
            "depth": arguments.depth,
            "minResolution": arguments.min_resolution,
            **fields_asked(arguments),
        }
        answer = _ask(arguments, "codewitness.relationships", argument)
        if arguments.json:
            print_json(answer)
        elif not print_candidates(answer, arguments.root):
            name = answer["symbol"]["qualifiedName"]
            if is_inherited(name, arguments):
                print(f"{arguments.symbol} is inherited: {name}")
            for related in answer[which]:
                _print_related(related, arguments.root)
            if len(answer[which]) > MANY:
                print(f"{len(answer[which])} {which}")
            if not answer[which]:
                _print_none(answer, which, arguments.min_resolution)
            if which == "callers":
                _print_sites(_MENTIONED, answer["mentions"], arguments.root)
                _print_sites(_POSSIBLE, answer["possible"], arguments.root)
            if not answer["complete"] and not answer["notes"]:
                print("  ... and perhaps more: not every call could be looked at")
        return DONE if answer[which] else NO

    return run


def _implementation(arguments: argparse.Namespace) -> int:
    argument = {
        "symbol": asked(arguments),
        "scope": arguments.scope,
        "depth": arguments.depth,
        "limit": arguments.limit,
        "maxTokens": arguments.max_tokens,
        **fields_asked(arguments),
    }
    answer = _ask(arguments, "codewitness.getImplementation", argument)
    if arguments.json:
        print_json(answer)
    elif not print_candidates(answer, arguments.root):
        for entity in answer["entities"]:
            via = f", through {entity['via']}" if entity["via"] else ""
            where = place(entity["symbol"]["uri"], entity["symbol"]["range"], arguments.root)
            column = entity["symbol"]["range"]["start"]["character"]
            print(f"# {where}  {entity['relation']}{via}\n{_in_line(entity['text'], column)}\n")
        for one in answer["omitted"]:
            print(f"# left out: {one['symbol']['qualifiedName']} ({one['reason']})")
    return DONE if answer["entities"] else NO


def _in_line(text: str, column: int) -> str:
    """A definition with its first line as far in as the others were, and all of them moved out."""
    first, _, rest = text.partition("\n")
    indented = next((line for line in rest.split("\n") if line[:1] in (" ", "\t")), "")
    return textwrap.dedent(f"{indented[:1] * column}{first}\n{rest}") if rest else text


def _ask(arguments: argparse.Namespace, command: str, argument: dict[str, Any]) -> Any:
    with opened(arguments) as session, telling(_FOLLOWING):
        return COMMANDS[command](snapshot_of(session), Arguments(command, [argument]))


def _print_sites(title: str, found: Sequence[Any], root: Path) -> None:
    if found:
        print(title)
    sites = (quoted(s["uri"], s["range"], root) for one in found for s in one["sites"])
    lines = list(dict.fromkeys(sites))
    for line in lines[:MOST_SITES]:
        print(f"  {line}")
    if len(lines) > MOST_SITES:
        print(f"  … and {len(lines) - MOST_SITES} more: --json has them")


def _print_none(answer: Any, which: str, least: str | None) -> None:
    name = answer["symbol"]["qualifiedName"]
    suffix = f" that is at least {least}" if least else ""
    none = _UNSURE if which == "callers" and answer["possible"] else _NONE[which]
    told = [f"{name}: {note}" for note in answer["notes"]] or [none.format(name) + suffix]
    print("\n".join(told))


def _print_related(related: Any, root: Path) -> None:
    implicit = ", not written" if related.get("implicit") else ""
    far = f", {related['depth']} calls away" if related["depth"] > 1 else ""
    print(f"{visible(related['name'])}  [{related['resolution']}{implicit}{far}]")
    for site in related["sites"]:
        print(f"  {quoted(site['uri'], site['range'], root)}")
