"""A real package to try codewitness on: fetched once, or, without a network, one that is here."""

from __future__ import annotations

import importlib.metadata
import shutil
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

SECONDS_TO_FETCH = 60


@dataclass(frozen=True, kw_only=True)
class Package:
    """What is looked at, and what is asked of it.

    `edit` is typed above the first line of `method` that reads `above`, as far in as that line.
    """

    name: str
    version: str
    file: str
    method: str
    question: str
    above: str
    edit: str
    called: str
    raised: str


CELERY = Package(
    name="celery",
    version="5.4.0",
    file="celery/app/task.py",
    method="Task.retry",
    question="raise when a task was retried too often",
    above="retries = request.retries + 1",
    edit="if retries_are_paused(self.name):\n    raise RetriesPaused(self.name)\n",
    called="retries_are_paused",
    raised="RetriesPaused",
)

# Installed beside codewitness, since it is built on it.
PYGLS = Package(
    name="pygls",
    version=importlib.metadata.version("pygls"),
    file="pygls/protocol/json_rpc.py",
    method="JsonRPCProtocol._handle_request",
    question="handle a request from the client",
    above="handler = self._get_handler(method_name)",
    edit="if requests_are_paused(method_name):\n    raise RequestsPaused(method_name)\n",
    called="requests_are_paused",
    raised="RequestsPaused",
)


def get_package(cache: Path) -> tuple[Package, Path, str]:
    """A package, the folder with its sources, and where they are from."""
    folder = cache / f"{CELERY.name}-{CELERY.version}"
    if folder.is_dir():
        return CELERY, folder, "fetched from the package index before"
    refusal = _fetch(CELERY, folder)
    if not refusal:
        return CELERY, folder, "fetched from the package index"
    return PYGLS, _copied(PYGLS, cache), f"copied from this environment, since {refusal}"


def _fetch(package: Package, folder: Path) -> str:
    """Unpack the wheel into `folder`; nothing in it is run. Gives why that failed, or nothing."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        command = [sys.executable, "-m", "pip", "--no-input", "--disable-pip-version-check"]
        command += ["--timeout", "10", "--retries", "1", "download", "--quiet", "--no-deps"]
        command += ["--only-binary", ":all:", "--dest", scratch]
        command += [f"{package.name}=={package.version}"]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, check=False, timeout=SECONDS_TO_FETCH
            )
        except subprocess.TimeoutExpired:
            return f"pip found no {package.name} in {SECONDS_TO_FETCH} seconds"
        wheels = list(Path(scratch).glob("*.whl"))
        if done.returncode or not wheels:
            return f"pip could not get {package.name} {package.version}"
        unpacked = Path(scratch) / "unpacked"
        with zipfile.ZipFile(wheels[0]) as wheel:
            wheel.extractall(unpacked)
        unpacked.rename(folder)
    return ""


def _copied(package: Package, cache: Path) -> Path:
    folder = cache / f"{package.name}-{package.version}"
    installed = importlib.metadata.distribution(package.name).locate_file(package.name)
    shutil.copytree(
        str(installed),
        folder / package.name,
        ignore=shutil.ignore_patterns("__pycache__"),
        dirs_exist_ok=True,
    )
    return folder
