"""A letter and its mark are one name, whether a file has them as one character or as two."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from codewitness.protocol.arguments import Arguments
from codewitness.protocol.commands import COMMANDS
from tests.support.snapshots import snapshot_of

PYTHON = """class Café:
    def größe(self, über):
        if über > 3: raise Ü(über)
        return self.zähle(über)
    def zähle(self, n): return n
"""
FILES = {
    "nfd.py": unicodedata.normalize("NFD", PYTHON),
    "use.py": "from nfd import Café\ndef benutze():\n    return Café().größe(4)\n",
    unicodedata.normalize("NFD", "äpfel.ts"): unicodedata.normalize(
        "NFD", "export class Übung { prüfe(x) { return this.zähle(x) } zähle(x) { return x } }\n"
    ),
}


def ask(command: str, **argument: Any) -> Any:
    name = f"codewitness.{command}"
    return COMMANDS[name](snapshot_of(FILES), Arguments(name, [argument]))


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_names_are_found_in_either_form(form: Any) -> None:
    for name, whole in (
        ("Café.größe", "nfd.Café.größe"),
        ("prüfe", "äpfel.Übung.prüfe"),
        ("äpfel.ts::Übung.zähle", "äpfel.Übung.zähle"),
    ):
        found = ask("signals", symbol=unicodedata.normalize(form, name))
        assert found["symbol"]["qualifiedName"] == whole
    called = ask("relationships", symbol=unicodedata.normalize(form, "größe"))
    assert [one["name"] for one in called["callers"]] == ["use.benutze"]
    assert [one["name"] for one in called["callees"]][-1] == "nfd.Café.zähle"
    for claim, status in (
        ("Café.größe never calls zähle", "CONTRADICTED"),
        ("Café.größe raises Ü", "SUPPORTED"),
        ("benutze calls größe", "SUPPORTED"),
        ("Café.größe calls zahle", "NOT_SUPPORTED"),  # another letter
    ):
        assert ask("verify", claim=unicodedata.normalize(form, claim))["status"] == status, claim
