"""`codewitness audit`: whether the index holds what a clean build of the same files would hold."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path
from typing import Any

from codewitness.cli import DONE, NO, amount
from codewitness.cli.queries import guarded
from codewitness.cli.workspace import Bar, add_common, opened, print_json
from codewitness.engine.session import Session
from codewitness.platform.places import path_of_uri
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.auditing import AUDIT, answer, parse_audit

SHOWN = 50  # differences


def add_commands(commands: Any) -> None:
    """Add `audit` to the parser's commands."""
    audit = commands.add_parser("audit", help="compare the index with a clean build")
    add_common(audit)
    audit.add_argument("--sample", type=int, metavar="N", help="of N files, chosen at random")
    audit.add_argument("--repair", action="store_true", help="write anew what differs")
    audit.set_defaults(run=guarded(_audit))


def _audit(arguments: argparse.Namespace) -> int:
    given = {"sample": arguments.sample, "repair": arguments.repair}
    sample, repair = parse_audit(Arguments(AUDIT, [given]))
    with opened(arguments) as session:
        found = _audited(session, sample, repair=repair)
    if arguments.json:
        print_json(found)
    else:
        _print(found, arguments.root)
    return NO if found["differences"] else DONE


def _audited(session: Session, sample: int | None, *, repair: bool) -> dict[str, Any]:
    began, bar = time.monotonic(), Bar("comparing")
    folder = session.folders[0]
    audit = folder.indexer.audit(sample, repair=repair)
    try:
        while not audit.is_done:
            audit.step().result()
            bar.report(audit.findings.n_files, audit.n_files)
    finally:
        audit.end()
        bar.end()
    return answer([(folder, audit)], time.monotonic() - began, session.snapshot(None))


def _print(found: dict[str, Any], root: Path) -> None:
    for one in found["differences"][:SHOWN]:
        path = path_of_uri(one["uri"])
        shown = path.relative_to(root.resolve()) if path is not None else one["uri"]
        print(f"{shown}: {one['table']}: {one['missing']} missing, {one['extra']} too many")
    if len(found["differences"]) > SHOWN:
        print(f"… and {len(found['differences']) - SHOWN} more")
    tables = Counter(one["table"] for one in found["differences"])
    told = f" ({', '.join(f'{n} in {name}' for name, n in tables.items())})" if tables else ""
    print(
        f"{amount(len(found['differences']), 'difference')}{told} in "
        f"{amount(found['files'], 'file')}, {amount(found['rows'], 'row')}, "
        f"in {found['seconds']:.1f} s"
    )
    if found["repaired"]:
        print(f"{found['repaired']} files were written anew")
