"""A message that was seen is found where it is written, on disk and in a buffer."""

from __future__ import annotations

from pathlib import Path

import pytest

from codewitness.features.search import search
from codewitness.model.query import Query
from tests.support.folders import running

MESSAGE = "the entry was added to the cache"
LOUD = "".join(
    f"def add_{n}(cache, entry):\n    cache.added = entry\n    return cache.entry(entry)\n\n"
    for n in range(12)
)


def asked(root: Path, query: str, *, typed: bool) -> list[tuple[str | None, bool]]:
    """Names of the results, and whether each has the query as it is written."""
    with running(root) as (session, folder):
        if typed:
            text = (root / "quiet.py").read_text() + "\n# typed\n"
            uri = (root / "quiet.py").as_uri()
            session.open_document(folder, "quiet.py", uri, 1, text)
        results = search(session.snapshot(None), Query(text=query)).results
    return [
        (one.symbol.name if one.symbol else None, "verbatim" in one.ranked.boosts)
        for one in results
    ]


@pytest.mark.parametrize("typed", [False, True])
def test_it_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: bool) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "root"
    root.mkdir()
    (root / "store.py").write_text(LOUD)
    (root / "quiet.py").write_text(f'def tell(log):\n    log.info("{MESSAGE.capitalize()}")\n')
    assert asked(root, MESSAGE, typed=typed)[0] == ("tell", True)
    # Other words between them, or three words alone, are no message.
    assert ("tell", True) not in asked(root, "the entry added to the cache", typed=typed)
    assert ("tell", True) not in asked(root, "added to the", typed=typed)


@pytest.mark.parametrize("typed", [False, True])
def test_it_comes_first_with_values_in_its_holes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: bool
) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "root"
    root.mkdir()
    (root / "store.py").write_text(LOUD)
    message = "entry {entry.name!r} can't be added to {cache}: no room for {n} more"
    quiet = f'def tell(log, n):\n    # The cache has an entry.\n    log.info(f"{message}")\n'
    (root / "quiet.py").write_text(quiet)
    shown = "entry 'users.db' can't be added to /tmp/cache: no room for 3 more"
    assert asked(root, shown, typed=typed)[0] == ("tell", True)
    # A question that has some of its words has no more than that.
    for question in ("why has the cache an entry", "can an entry be added to a cache", "no room"):
        assert ("tell", True) not in asked(root, question, typed=typed)


@pytest.mark.parametrize("query", ["???", "->", "\U0001f642"])
def test_what_has_no_words_finds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "root"
    root.mkdir()
    (root / "store.py").write_text(LOUD)
    (root / "quiet.py").write_text("")
    assert asked(root, query, typed=False) == asked(root, query, typed=True) == []
