"""An index that other code has made is made anew, also within one version."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from codewitness.platform import engine_stamp
from codewitness.platform.engine_stamp import LINKERS, MAKERS, PACKAGE, WORD_KEEPERS, digest_of
from tests.support.folders import running

QUERY = "syntax/queries/python/signals.scm"


def test_the_digest_is_that_of_what_makes_rows(tmp_path: Path) -> None:
    copy = tmp_path / "codewitness"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("models", "__pycache__"))
    digest = digest_of(copy)
    assert digest == digest_of(PACKAGE)
    (copy / "protocol" / "server.py").write_text("")
    assert digest_of(copy) == digest
    for path in (QUERY, "syntax/languages/go.py", "storage/rows.py", "model/facts.py"):
        (copy / path).write_text((copy / path).read_text("utf-8") + "\n", "utf-8")
        assert digest_of(copy) != digest
        digest = digest_of(copy)
    linker = digest_of(copy, LINKERS)
    for path in ("engine/graph/edges.py", "engine/graph/typed/rules.py"):
        (copy / path).write_text((copy / path).read_text("utf-8") + "\n", "utf-8")
        assert digest_of(copy) == digest
        assert digest_of(copy, LINKERS) != linker
        linker = digest_of(copy, LINKERS)


@pytest.mark.parametrize("pattern", [*MAKERS, *LINKERS, *WORD_KEEPERS])
def test_all_that_is_named_is_there(pattern: str) -> None:
    assert any(PACKAGE.glob(pattern))


def test_other_code_means_a_rebuild(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "root"
    root.mkdir()
    (root / "a.py").write_text("def f():\n    return 1\n")
    with running(root):
        pass
    with running(root) as (_, folder):
        assert not any("rebuilt" in note for note in folder.indexer.view.notes)
    engine_stamp.engine_stamp.cache_clear()
    monkeypatch.setattr(engine_stamp, "digest_of", lambda *_: "another")
    engine_stamp.words_stamp.cache_clear()
    with running(root) as (_, folder):
        assert any("rebuilt: another version" in note for note in folder.indexer.view.notes)
        assert set(folder.indexer.view.files) == {"a.py"}
    engine_stamp.engine_stamp.cache_clear()
    engine_stamp.words_stamp.cache_clear()
