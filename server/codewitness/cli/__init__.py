"""The command line: the same features for people and scripts."""

from __future__ import annotations

import argparse
import logging
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from difflib import get_close_matches
from importlib import import_module
from typing import Any, NoReturn, TextIO, cast

from codewitness import __version__
from codewitness.platform.memory import collect_seldom
from codewitness.platform.threads import multiply_in_one_thread

DONE, NO, WRONG_USE, NOT_DONE = 0, 1, 2, 3

VERSION = "--version"

# By module of this package, its commands: a module is imported if one of them is given.
NAMES_BY_MODULE: dict[str, tuple[str, ...]] = {
    "serve": ("serve",),
    "queries": ("index", "search", "signals", "status"),
    "graph": ("callers", "callees", "implementation"),
    "impact": ("impact",),
    "verify": ("verify",),
    "session": ("session", "memory"),
    "conversations": ("conversations",),
    "export": ("export",),
    "models": ("models",),
    "audit": ("audit",),
    "doctor": ("doctor",),
}


def amount(number: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def with_command(given: Sequence[str]) -> list[str]:
    """What was typed; without a command it is the server that is wanted.

    `-test` in a search is a word of it: argparse takes what begins with a blank for no option.
    """
    if not given or given[0] in ("--stdio", "--tcp", "--verbose"):
        return ["serve", *given]
    if given[0] == "search":
        from codewitness.cli.typed_filters import is_left_out

        return [f" {one}" if is_left_out(one) else one for one in given]
    return list(given)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; gives the exit status: 0 done, 1 no, 2 wrong use, 3 could not be done."""
    multiply_in_one_thread()
    collect_seldom()
    given = with_command(sys.argv[1:] if argv is None else argv)
    arguments = _parser(given).parse_args(given)
    logging.basicConfig(
        stream=sys.stderr,
        level=logging.DEBUG if arguments.verbose else logging.WARNING,
        format="%(levelname)s %(name)s: %(message)s",
    )
    run: Callable[[argparse.Namespace], int] = arguments.run
    try:
        with _printing():
            return run(arguments)
    except KeyboardInterrupt:
        return NOT_DONE
    except BrokenPipeError:
        # The reader of our output has had enough; Python must not complain at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE


def _printing() -> AbstractContextManager[object]:
    if not sys.stdout.isatty():
        return nullcontext()
    from codewitness.cli.terminal import Plain

    return redirect_stdout(cast(TextIO, Plain(sys.stdout)))


class Words(argparse.Action):
    """What is one sentence, whether it was put in quotes or not."""

    def __call__(self, _parser: Any, namespace: Any, values: Any, _option: Any = None) -> None:
        """Keep the words as one text."""
        setattr(namespace, self.dest, " ".join(values) if values else None)


_CHOICE = re.compile(r"invalid choice: '([^']*)'(?= \(choose)")
_UNKNOWN = re.compile(r"^unrecognized arguments: .*?(--[\w-]+)")


class _Parser(argparse.ArgumentParser):
    """Tells of what a command doesn't know with that command's usage, not with the program's."""

    def error(self, message: str) -> NoReturn:
        """Refuse; where a command of a command is missing, those that there are are named."""
        for action in self._actions:
            wanted = isinstance(action, argparse._SubParsersAction) and action.choices
            if wanted and message.endswith(f"required: {action.metavar}"):
                message = f"say what: {', '.join(wanted)}"
            elif wanted and (said := _CHOICE.search(message)):
                near = get_close_matches(said[1], wanted, n=1)
                message = f"{said[0]}{f', did you mean {near[0]}?' if near else '.'} It takes "
                message += ", ".join(wanted)
        if said := _UNKNOWN.search(message):
            known = [one for action in self._actions for one in action.option_strings]
            near = get_close_matches(said[1], known, n=1)
            message += f"; did you mean {near[0]}?" if near else ""
        super().error(message)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """The arguments, and no rest."""
        self._refuse_out_of_place([one for one in args or () if isinstance(one, str)])
        found, rest = super().parse_known_args(args, namespace)
        if rest:
            self.error(f"unrecognized arguments: {' '.join(rest)}")
        return found, rest

    def _refuse_out_of_place(self, given: Sequence[str]) -> None:
        """Refuse options before the command, and those that are named for what has a place."""
        options = {name for action in self._actions for name in action.option_strings}
        named = [one.partition("=")[0] for one in given if one.startswith("--") and one != "--"]
        unknown = [one for one in named if one not in options]
        if self._subparsers is not None:
            if given and unknown and given[0].startswith(unknown[0]):
                self.error(f"{unknown[0]}: options come after the command, see {self.prog} --help")
            return
        placed = {one.metavar or one.dest for one in self._actions if not one.option_strings}
        for option in unknown:
            if option[2:] in placed:
                self.error(f"{option}: its {option[2:]} is given in its place, without a name")


def _parser(given: Sequence[str] = ()) -> argparse.ArgumentParser:
    """What reads the arguments: of the command that is named, or of all if none is."""
    wanted = given[0] if given else ""
    known = {VERSION, *(name for names in NAMES_BY_MODULE.values() for name in names)}
    parser = _Parser(
        prog="codewitness", description="Testimony about code: search, signals, and evidence."
    )
    parser.add_argument(VERSION, action="version", version=f"codewitness {__version__}")
    parser.set_defaults(verbose=False)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for module, names in NAMES_BY_MODULE.items():
        if wanted in names or wanted not in known:
            import_module(f"codewitness.cli.{module}").add_commands(commands)
    return parser
