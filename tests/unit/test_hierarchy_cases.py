"""The call hierarchy over marked projects: items, their ranges, and the places of the calls.

A block `hierarchy` has lines of the form

    items   of main.ts bar#2 = function bar 5-9
    callers of bar#2 = function foo 1-3: 2 bar, 3 bar ; file main.ts 1-12: 12 bar
    callees of bar#2 = none

A place is a path (the first of the case if it is left out) and a word, `#n` the n-th time that it
stands in the file. An item is its kind, its name and its lines; a site is its line and its text.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from codewitness.engine.view import Snapshot
from codewitness.features.call_hierarchy import Calls, incoming, outgoing, prepare
from codewitness.features.hierarchy_items import Item
from codewitness.features.places import Place
from codewitness.model.text import Position, Span
from tests.support.markers import Case, load_cases
from tests.support.snapshots import snapshot_of

CASES = load_cases("hierarchy")
_LINE = re.compile(r"(items|callers|callees) +of (?:(\S+) )?([^\s#]+)(?:#(\d+))? = (.+)$")
_CALLS: dict[str, Callable[[Snapshot, str, str], Calls]] = {
    "callers": incoming,
    "callees": outgoing,
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.source.stem}: {case.title}")
def test_case(case: Case) -> None:
    files = {path: versions[-1] for path, versions in case.files.items()}
    snapshot = snapshot_of(files)
    wrong = []
    for block in case.blocks:
        for line in filter(None, map(str.strip, block.text.splitlines())):
            match = _LINE.match(line)
            assert match is not None, f"{case.source}: can't read {line!r}"
            what, path, word, nth, told = match.groups()
            path = path or next(iter(files))
            items = prepare(snapshot, ROOT, path, position(files[path], word, int(nth or 1)))
            if what == "items":
                observed = {shown(item) for item in items}
            else:
                assert items, f"{case.source}: nothing at {line!r}"
                calls = _CALLS[what](snapshot, ROOT, items[0].key)
                observed = {with_sites(call) for call in calls.calls}
            expected = set() if told == "none" else {one.strip() for one in told.split(" ; ")}
            if observed != expected:
                wrong.append(f"{line}\n  observed {' ; '.join(sorted(observed)) or 'none'}")
    assert not wrong, f"{case.source}: {case.title}\n" + "\n".join(wrong)


ROOT = str(snapshot_of({"a.py": ""}).folders[0].root)


def position(text: str, word: str, nth: int) -> Position:
    starts = [m.start() for m in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", text)]
    before = text[: starts[nth - 1]]
    return Position(before.count("\n"), len(before) - before.rfind("\n") - 1)


def shown(item: Item) -> str:
    text = item.place.text
    first, last = text.line_at(item.whole.start), text.line_at(max(item.whole.end - 1, 0))
    assert item.name_span == Span(0, 0) or item.whole.start <= item.name_span.start
    return f"{item.kind.value} {item.name} {first + 1}-{last + 1}"


def with_sites(call: object) -> str:
    place: Place = call.site_place  # type: ignore[attr-defined]
    sites = [
        f"{place.text.line_at(site.start) + 1} {place.text.slice(site)}"
        for site in call.sites  # type: ignore[attr-defined]
    ]
    return f"{shown(call.item)}: {', '.join(sites)}"  # type: ignore[attr-defined]
