"""Real editors: tools/editors/setup.sh fetches them when first needed, outside of the clone."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SECONDS_TO_FETCH = 900
CANNOT_BE_HAD = 4  # the exit status of setup.sh when the system's package manager is needed


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.editor)
            item.add_marker(pytest.mark.timeout(SECONDS_TO_FETCH + 600))


def editor(name: str) -> Path:
    """The folder of an editor; where it can't be had the test is left out, or fails if CI=true."""
    script = str(ROOT / "tools" / "editors" / "setup.sh")
    done = subprocess.run(
        ["bash", script, name],
        check=False,
        capture_output=True,
        text=True,
        timeout=SECONDS_TO_FETCH,
    )
    if done.returncode == CANNOT_BE_HAD:
        left_out(f"{name}: {done.stderr.strip().splitlines()[-1]}")
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip().splitlines()[-1])


def left_out(why: str) -> None:
    """Skip, naming what is missing; a failure on a build machine, which has to have all."""
    if os.environ.get("CI") == "true":
        pytest.fail(why)
    pytest.skip(why)


@pytest.fixture(scope="session")
def client_modules() -> Path:
    """The VS Code client with its modules installed."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        left_out("the VS Code client needs Node 20 or newer")
    modules = "vscode-client/node_modules/.package-lock.json"
    subprocess.run(["make", "-s", modules], cwd=ROOT, check=True, timeout=SECONDS_TO_FETCH)
    return ROOT / "vscode-client"
