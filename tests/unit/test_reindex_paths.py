"""What may be given to `codewitness.reindex` as paths."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from codewitness.engine.session import OpenFolder
from codewitness.features.places import BadRequest
from codewitness.platform.places import uri_of_path
from codewitness.protocol.reindex_paths import unknown, wanted_in
from tests.support.folders import running


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenFolder]:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "shop"
    (root / "src").mkdir(parents=True)
    (root / "src/cart.py").write_text("def total():\n    pass\n", encoding="utf-8")
    (root / "data.py").write_bytes(b"\0\1\2")
    with running(root, embedder="none") as (_, one):
        yield one


def test_paths_in_any_form(folder: OpenFolder) -> None:
    file = Path(folder.root) / "src/cart.py"
    for given in ("src/cart.py", "./src/cart.py", str(file), uri_of_path(file)):
        assert wanted_in(folder, [given]) == ["src/cart.py"]
        assert unknown([given], [folder]) == []
    for given in ("src", "src/", str(file.parent)):
        assert wanted_in(folder, [given]) == ["src"]
        assert unknown([given], [folder]) == []
    for given in ("", ".", str(folder.root), uri_of_path(Path(folder.root))):
        assert wanted_in(folder, ["src", given]) is None
        assert unknown([given], [folder]) == []
    for given in ("../shop/src", "/elsewhere", "file:///elsewhere"):
        assert wanted_in(folder, [given]) == []


def test_paths_that_fit_nothing_are_told(folder: OpenFolder) -> None:
    [missed] = unknown(["src", "srx"], [folder])
    assert missed == {"path": "srx", "reason": "there is no such file or folder in the workspace"}
    [missed] = unknown(["src", "data.py"], [folder])
    assert missed["reason"].startswith("it is not read (binary: ")
    with pytest.raises(BadRequest, match=r"paths: takes files or folders.*'srx': there is no such"):
        unknown(["srx"], [folder])
