"""A bug in reading one text costs what that text says, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from codewitness.engine import documents
from codewitness.engine.view import Stage
from codewitness.features.search import search
from codewitness.model.query import Query
from codewitness.model.text import Position, Text
from tests.support.folders import running, settle

BAD = b"boom"


@pytest.fixture
def fails_on_bad_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(read: Callable[..., Any]) -> Callable[..., Any]:
        def tried(*arguments: Any) -> Any:
            if any(BAD in one.raw for one in arguments if isinstance(one, Text)):
                raise ValueError("not enough values to unpack")
            return read(*arguments)

        return tried

    for name in ("analyse", "reanalyse"):
        monkeypatch.setattr(documents, name, failing(getattr(documents, name)))


@pytest.mark.usefixtures("fails_on_bad_text")
def test_a_text_that_cannot_be_read_is_set_aside_until_it_can(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def alpha(): ...\n")
    (tmp_path / "b.py").write_text("def beta(): ...\n")
    with running(tmp_path, embedder="none") as (session, opened):
        settle(opened)
        uri = (tmp_path / "a.py").as_uri()
        session.open_document(opened, "a.py", uri, 1, "def alpha(): ...\n")
        start = Position(0, 0)
        session.change_document(uri, 2, [(start, start, "# boom\n")])
        settle(opened)
        assert opened.indexer.view.stage is Stage.READY
        aside = opened.documents["a.py"].analysis()
        assert aside is not None
        assert aside.is_aside
        assert [problem.message for problem in aside.core.problems] == [
            "reading it failed (ValueError): read as plain text"
        ]
        found = search(session.snapshot(None), Query(text="beta")).results
        assert found[0].path == "b.py"
        session.change_document(uri, 3, [(start, Position(1, 0), "")])
        settle(opened)
        mended = opened.documents["a.py"].analysis()
        assert mended is not None
        assert [one.name for one in mended.core.definitions] == ["alpha"]
