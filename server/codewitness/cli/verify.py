"""`codewitness verify`: does a claim hold, or each of a file? Exit status 1 if one does not."""

from __future__ import annotations

import argparse
import logging
from pathlib import Path
from typing import Any

from codewitness.cli import DONE, NO, Words
from codewitness.cli.queries import guarded
from codewitness.cli.workspace import NotDone, add_common, opened, print_json, snapshot_of
from codewitness.engine.session import Session
from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.reading.claims_file import claim_lines
from codewitness.features.places import BadRequest
from codewitness.features.verify import failed
from codewitness.platform.places import path_of_uri
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.verify import answer_json, verify_command

SUPPORTED = "SUPPORTED"
MAX_AWAY = 3  # lines of one function that the subject calls

log = logging.getLogger(__name__)


def add_commands(commands: Any) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("verify", help="check a claim about code, or a file of claims")
    add_common(command)
    command.add_argument(
        "claim", nargs="*", action=Words, help="such as 'Reader.load never raises ValueError'"
    )
    command.add_argument(
        "--file", type=Path, metavar="CLAIMS", help="a file with one claim a line; - reads stdin"
    )
    command.set_defaults(run=guarded(_verify))


def _verify(arguments: argparse.Namespace) -> int:
    if (arguments.claim is None) == (arguments.file is None):
        raise BadRequest("claim: give a sentence, or a file of them with --file")
    if arguments.file is not None:
        return _verify_file(arguments)
    with opened(arguments) as session:
        answer = _ask(session, arguments.claim)
    if arguments.json:
        print_json(answer)
    else:
        _print_answer(answer, arguments.root)
    return DONE if answer["status"] == SUPPORTED else NO


def _verify_file(arguments: argparse.Namespace) -> int:
    path = "/dev/stdin" if str(arguments.file) == "-" else arguments.file
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8"
        raise NotDone(f"--file: {arguments.file} can't be read: {why}") from error
    claims = list(claim_lines(text))
    if not claims:  # a check that checks nothing must not pass
        raise NotDone(f"--file: {arguments.file} has no claim; it takes one a line")
    with opened(arguments) as session:
        answers = [
            {"line": one.line, "claim": one.text, **_asked_alone(session, one.text)}
            for one in claims
        ]
    n_good = sum(answer["status"] == SUPPORTED for answer in answers)
    if arguments.json:
        print_json({"claims": answers, "supported": n_good, "total": len(answers)})
    else:
        for answer in answers:
            print(f"{arguments.file}:{answer['line']}: {answer['claim']}")
            _print_answer(answer, arguments.root)
        print(f"{n_good} of {len(answers)} claims hold")
    return DONE if n_good == len(answers) else NO


def _asked_alone(session: Session, claim: str) -> dict[str, Any]:
    """The answer; a bug that one claim comes upon does not cost the answers to the others."""
    try:
        return _ask(session, claim)
    except (BadRequest, NotDone):
        raise
    except Exception as bug:  # it may be anything, and is told where the verdict is told
        log.exception("%r can't be judged", claim)
        snapshot = snapshot_of(session)
        return answer_json(failed(Claim(text=claim, subject=None), snapshot, bug), snapshot)


def _ask(session: Session, claim: str) -> dict[str, Any]:
    arguments = Arguments("codewitness.verify", [{"claim": claim}])
    answer: dict[str, Any] = verify_command(snapshot_of(session), arguments)
    return answer


def _print_answer(answer: dict[str, Any], root: Path) -> None:
    print(f"  {answer['status']} ({answer['confidence']:.2f}) {answer['summary']}")
    for one in answer["evidence"]:
        sign = "+" if one["polarity"] == "supports" else "-"
        print(f"    {sign} {_shown(one['uri'], root)}:{one['line']}: {one['text'].strip()}")
    for callee in answer.get("oneCallAway", []):
        for one in callee["evidence"][:MAX_AWAY]:
            print(f"    ~ {_shown(one['uri'], root)}:{one['line']}: {one['text'].strip()}")
    for one in answer.get("toRead", []):  # which proves nothing
        print(f"    . {_shown(one['uri'], root)}:{one['line']}: {one['text'].strip()}")
    for one in answer["subject"].get("candidates", [])[:10]:
        line = one["selectionRange"]["start"]["line"] + 1
        print(f"    ? {_shown(one['uri'], root)}:{line}: {one['qualifiedName']}")


def _shown(uri: str, root: Path) -> str:
    path = path_of_uri(uri)
    base = root.resolve()
    return str(path.relative_to(base) if path is not None and path.is_relative_to(base) else path)
