"""What is imported only when it is asked for is what the tables say."""

from __future__ import annotations

import argparse
import subprocess
import sys
from importlib import import_module

import pytest

from codewitness.cli import NAMES_BY_MODULE as CLI
from codewitness.protocol.commands import COMMANDS, NAMES_BY_MODULE


@pytest.mark.parametrize("module", NAMES_BY_MODULE)
def test_a_module_has_the_commands_that_the_table_names(module: str) -> None:
    found = import_module(f"codewitness.protocol.{module}").COMMANDS
    assert list(found) == [f"codewitness.{name}" for name in NAMES_BY_MODULE[module]]
    assert all(COMMANDS[name] is found[name] for name in found)


@pytest.mark.parametrize("module", CLI)
def test_a_module_of_the_command_line_adds_what_the_table_names(module: str) -> None:
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers()
    import_module(f"codewitness.cli.{module}").add_commands(commands)
    assert tuple(commands.choices) == CLI[module]


@pytest.mark.parametrize(
    ("given", "without"),
    [
        ("search", ("lsprotocol", "codewitness.engine.verify.reading.parse")),
        ("verify", ("lsprotocol", "codewitness.features.errors")),
        ("--version", ("codewitness.features.places",)),
        ("serve", ("codewitness.cli.queries",)),
    ],
)
def test_a_command_is_without_what_it_does_not_need(given: str, without: tuple[str, ...]) -> None:
    code = f"import sys, codewitness.cli as c; c._parser([{given!r}]); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert not set(without) & set(done.stdout.split())
