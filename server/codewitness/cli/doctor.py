"""`codewitness doctor`: check the installation and a folder's index, and say what to do."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

from codewitness.cli import DONE, NO, amount
from codewitness.cli.checks import CHECKS, LONG, Finding
from codewitness.cli.queries import guarded
from codewitness.cli.workspace import add_common, print_json, telling


def add_commands(commands: Any) -> None:
    """Add `doctor` to the parser's commands."""
    command = commands.add_parser("doctor", help="check the installation and the index")
    add_common(command)
    command.set_defaults(run=guarded(_doctor))


def _doctor(arguments: argparse.Namespace) -> int:
    findings = []
    for check in CHECKS:
        with telling(LONG.get(check, "this takes long")):
            for finding in check(arguments):
                findings.append(finding)
                if not arguments.json:
                    _print(finding)
    if arguments.json:
        print_json([asdict(finding) for finding in findings])
    else:
        n_bad = sum(not finding.is_well for finding in findings)
        print("all is well" if n_bad == 0 else f"{amount(n_bad, 'thing')} to see to: BAD, above")
    return DONE if all(finding.is_well for finding in findings) else NO


def _print(finding: Finding) -> None:
    """At once, for the next check may take long."""
    print(f"{'ok ' if finding.is_well else 'BAD'} {finding.check}: {finding.seen}", flush=True)
    if not finding.is_well:
        print(f"      {finding.fix}", flush=True)
