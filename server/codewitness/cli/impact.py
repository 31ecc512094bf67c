"""`codewitness impact`: what has changed since the last commit, and whom it concerns."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

from codewitness.cli import DONE
from codewitness.cli.queries import guarded
from codewitness.cli.symbols import existing, place, quoted
from codewitness.cli.workspace import NotDone, add_common, opened, print_json, snapshot_of
from codewitness.features.places import BadRequest
from codewitness.platform.places import uri_of_path
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.impact import impact_command

_SEEN = re.compile(
    r"; (?=lines? \d)"
)  # in a reason, before what is seen at a line; code has `;` too


def add_commands(commands: Any) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "impact", help="what methods do since the last commit, and which callers it concerns"
    )
    command.add_argument("file", nargs="?", type=Path, help="this file alone")
    command.add_argument(
        "--against",
        default="head",
        choices=("head", "saved"),
        help="head: the last commit; saved: the files, from which only an editor's text differs",
    )
    add_common(command)
    command.set_defaults(run=guarded(_impact))


def _impact(arguments: argparse.Namespace) -> int:
    given: dict[str, Any] = {"against": arguments.against}
    if arguments.file is not None:
        file = existing(str(arguments.file), arguments.root) or arguments.root / arguments.file
        file = file.resolve()
        if not file.is_relative_to(arguments.root.resolve()):
            raise NotDone(f"file: not in the folder {arguments.root}: {arguments.file}")
        given["uri"] = uri_of_path(file)
    try:
        with opened(arguments) as session:
            answer = impact_command(snapshot_of(session), Arguments("codewitness.impact", [given]))
    except BadRequest as refused:
        field, _, why = str(refused).partition(": ")
        if field != "uri":
            raise
        raise NotDone(f"file: {why}") from None
    if arguments.json:
        print_json(answer)
        return DONE
    for change in answer["changes"]:
        _print(change, arguments.root)
    if not answer["changes"]:
        since = "in the last commit" if arguments.against == "head" else "in what is saved"
        read = " that is read" if answer["notes"] else ""
        print(f"no definition{read} does anything else than {since}")
    for note in answer["notes"]:
        print(f"... {note}")
    if not answer["complete"] and not answer["notes"]:
        print("... and perhaps more: not every file or caller could be looked at")
    return DONE


def _print(change: Any, root: Path) -> None:
    symbol = change["symbol"]
    where = place(symbol["uri"], symbol["selectionRange"], root)
    before = change.get("before") or symbol
    is_renamed = change["kind"] == "moved" and before["name"] != symbol["name"]
    print(f"{where}  {before['qualifiedName']}: {'renamed' if is_renamed else change['kind']}")
    signature = change.get("signature", {})
    for sign, side in (("-", "before"), ("+", "after")):
        if signature.get(side):
            print(f"  {sign} {signature[side]}")
    for effect in change["effects"]:
        _print_effect(effect)
    _print_names(change, root)
    for caller in change["callers"]:
        print(f"  concerns {caller['symbol']['qualifiedName']}  [{caller['resolution']}]")
        for site in caller["sites"]:
            print(f"    {quoted(site['uri'], site['range'], root)}")
        for note in _SEEN.split(caller["reason"])[1:]:
            print(f"    {note}")
    if change["possibleCalls"]:
        n = change["possibleCalls"]
        calls = "call of this name leads" if n == 1 else "calls of this name lead"
        print(f"  {n} more {calls} to what is not known")
    for decision in change["contradicts"]:
        print(f"  contradicts the decision {decision}")


def _print_effect(effect: Any) -> None:
    """What changed, and the lines of then and now of what no signature shows."""
    print(f"  {effect['text']}")
    if not effect["kind"].startswith(("condition", "loop", "constant", "code")):
        return
    for sign, side in (("-", "before"), ("+", "after")):
        if side in effect:
            print(f"    {sign} {effect[side]['line']}: {effect[side]['text'].strip()}")


def _print_names(change: Any, root: Path) -> None:
    """Where its old name stands that is not called there."""
    for one in change["imports"]:
        print("  imported by a name that finds nothing now")
        print(f"    {quoted(one['uri'], one['range'], root)}")
    for one in change["mentions"]:
        print(f"  named in {one['symbol']['qualifiedName']}")
        for site in one["sites"]:
            print(f"    {quoted(site['uri'], site['range'], root)}")
