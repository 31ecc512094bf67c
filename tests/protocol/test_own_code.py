"""Nothing of the folder that is open is imported, though the server is started in that folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.protocol.conftest import Starting

# What the server and its workers import: a folder may have modules of these names, as that of numpy
# itself has, or one that was made to be run.
NAMES = ("lancedb", "pyarrow", "numpy", "pydantic", "tokenizers", "multiprocessing", "pickle")
NAMES += ("argparse", "logging", "asyncio", "struct", "tree_sitter", "sentence_transformers")
N_FILES = 60  # so many are read by worker processes

FOREIGN = """
from pathlib import Path
Path({told!r}).write_text("run")
raise SystemError("not the module that was meant")
"""


@pytest.mark.parametrize("variable", [None, "", "{root}/src"])
def test_modules_of_the_folder_are_not_imported(
    serve: Starting, root: Path, tmp_path: Path, variable: str | None
) -> None:
    told = tmp_path / "told"
    told.mkdir()
    (root / "src").mkdir()
    for folder in (root, root / "src"):
        for name in NAMES:
            text = FOREIGN.format(told=str(told / name))
            (folder / f"{name}.py").write_text(text, encoding="utf-8")
    for number in range(N_FILES):
        (root / f"part_{number}.py").write_text("def go(): stay()\n", encoding="utf-8")
    env = {}
    if variable is not None:
        given = (variable.format(root=root), os.environ.get("PYTHONPATH"))
        env["PYTHONPATH"] = os.pathsep.join(one for one in given if one is not None)
    client = serve(env=env, cwd=root)
    client.initialize(root)
    assert client.run("waitForFresh", {"timeoutMs": 60_000})["fresh"], client.log()
    found = client.run("search", {"query": "go and stay", "mode": "hybrid"})
    assert len(found["results"]) == 10
    assert client.run("status")["files"]["indexed"] == N_FILES + 2 * len(NAMES)
    assert not list(told.iterdir()), client.log()
