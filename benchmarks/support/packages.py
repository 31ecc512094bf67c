"""Fetch source packages, each pinned to one version, with the ordinary client of its registry."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

SECONDS = 600


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """A package of `source`.

    That is "pypi" (sdist), "wheel" (of PyPI), "npm", "deb" (binary), "deb-src" or "git"; of
    "git", `name` is owner/repository at GitHub, and `version` a whole commit hash.
    `folder` is the part of it that is read, relative to where it is unpacked; may hold `*`.
    """

    source: str
    name: str
    version: str
    folder: str = "."

    @property
    def title(self) -> str:
        """As people write it."""
        return f"{self.name} {self.version} ({self.source})"


class FetchError(Exception):
    """A package could not be had; the message says which command failed and how."""


def packages(table: Path) -> dict[str, Package]:
    """The packages of a table: a line each of name, source, name there, version and folder."""
    found = {}
    for line in table.read_text("utf-8").splitlines():
        key, source, name, version, folder = line.split("\t")
        found[key] = Package(source=source, name=name, version=version, folder=folder)
    return found


def fetch(package: Package, into: Path) -> Path:
    """The folder to read, downloaded and unpacked unless it already is."""
    home = into / re.sub(r"[:/]", "_", f"{package.source}-{package.name}-{package.version}")
    done = home / ".fetched"
    if not done.exists():
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        _FETCHERS[package.source](package, home)
        done.touch()
    folders = sorted(home.glob(package.folder)) if package.folder != "." else [home]
    if not folders:
        raise FetchError(f"{package.title} has no folder {package.folder}")
    return folders[0]


def _pypi(package: Package, home: Path) -> None:
    pin = f"{package.name}=={package.version}"
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    # Without isolation: the metadata is made from the build requirements at hand, or not at all.
    _run([*pip, "--no-binary", ":all:", "--no-build-isolation", "--dest", str(home), pin], home)
    _unpack(home)


def _wheel(package: Package, home: Path) -> None:
    pin = f"{package.name}=={package.version}"
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    _run([*pip, "--only-binary", ":all:", "--dest", str(home), pin], home)
    for wheel in home.glob("*.whl"):
        shutil.unpack_archive(wheel, home, "zip")


def _npm(package: Package, home: Path) -> None:
    _run(["npm", "pack", "--silent", f"{package.name}@{package.version}"], home)
    _unpack(home)


def _deb(package: Package, home: Path) -> None:
    _run(["apt-get", "download", f"{package.name}={package.version}"], home)
    for archive in home.glob("*.deb"):
        _run(["dpkg-deb", "-x", str(archive), str(home)], home)


def _deb_source(package: Package, home: Path) -> None:
    pin = f"{package.name}={package.version}"
    _run(["apt-get", "source", "--only-source", "--download-only", pin], home)
    for description in home.glob("*.dsc"):
        _run(["dpkg-source", "--extract", "--no-check", str(description), "unpacked"], home)


def _git(package: Package, home: Path) -> None:
    address = f"https://github.com/{package.name}"
    _run(["git", "init", "--quiet"], home)
    _run(["git", "fetch", "--quiet", "--depth=1", address, package.version], home)
    _run(["git", "checkout", "--quiet", "FETCH_HEAD"], home)


def _unpack(home: Path) -> None:
    archives = [path for path in home.iterdir() if path.name.endswith((".tar.gz", ".tgz", ".zip"))]
    for archive in archives:
        shutil.unpack_archive(archive, home, **({} if archive.suffix == ".zip" else _SAFE))


def _run(command: list[str], home: Path) -> None:
    try:
        done = subprocess.run(
            command, cwd=home, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise FetchError(f"{command[0]}: {error}") from error
    if done.returncode != 0:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:]
        raise FetchError(f"{' '.join(command[:3])} … {command[-1]}: {' '.join(last)}")


_SAFE = {"filter": "data"} if sys.version_info >= (3, 12) else {}
_FETCHERS = {
    "pypi": _pypi,
    "wheel": _wheel,
    "npm": _npm,
    "deb": _deb,
    "deb-src": _deb_source,
    "git": _git,
}
