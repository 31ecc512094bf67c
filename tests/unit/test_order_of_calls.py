"""Callers and callees come by where they are, whatever was edited and linked since."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from codewitness.engine.graph.edges import Resolution
from codewitness.engine.view import Snapshot
from codewitness.features import call_hierarchy
from codewitness.features.find_symbol import Asked
from codewitness.features.relationships import Relationship, relationships
from codewitness.model.text import Position
from tests.support.snapshots import ROOT, document, snapshot_of

FILES = {
    "a.py": "from c import low\n\ndef two():\n    low()\n\ndef one():\n    low()\n    low()\n",
    "b.py": "from c import low\nkept = [low]\n\ndef three():\n    low()\n",
    "c.py": "def low():\n    return high() + deep()\n\ndef deep(): ...\ndef high(): ...\n"
    "kept = {1: low}\n",
}
CALLERS = ["a.two", "a.one", "b.three"]


def edited(snapshot: Snapshot, path: str, version: int) -> Snapshot:
    """The same with one more line in a buffer, asked of the graph that is there."""
    [folder] = snapshot.folders
    text = FILES[path] + "\n" * version
    documents = {**folder.documents, path: document(path, text, version)}
    now = replace(folder, documents=MappingProxyType(documents))
    return replace(snapshot, folders=(now,))


def told(snapshot: Snapshot) -> tuple[list[str], list[str], list[str]]:
    """Callers, mentions and callees of `low`."""
    wanted, least = Relationship.ALL, Resolution.UNRESOLVED
    found = relationships(snapshot, Asked(name="c.low"), wanted, 1, least)
    return (
        [one.name for one in found.callers],
        [one.place.symbol.path for one in found.mentions],
        [one.name for one in found.callees],
    )


def shown(snapshot: Snapshot) -> tuple[list[str], list[str]]:
    """The same as the call hierarchy has them."""
    (item,) = call_hierarchy.prepare(snapshot, ROOT, "c.py", Position(0, 5))
    both = (call_hierarchy.incoming, call_hierarchy.outgoing)
    incoming, outgoing = (ask(snapshot, ROOT, item.key).calls for ask in both)
    return [one.item.name for one in incoming], [one.item.name for one in outgoing]


def test_the_order_stays_after_edits() -> None:
    snapshot = snapshot_of(FILES)
    for version, path in enumerate(["c.py", "a.py", "b.py", "a.py", "c.py"], 2):
        assert told(snapshot) == (CALLERS, ["b.py", "c.py"], ["c.high", "c.deep"])
        assert shown(snapshot) == (["two", "one", "three"], ["high", "deep"])
        snapshot = edited(snapshot, path, version)
