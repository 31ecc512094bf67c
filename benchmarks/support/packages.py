"""Real packages of each language, fetched with the ordinary clients of their registries."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Package:
    """A package and the part of it that is of one language."""

    registry: str  # pip (a source distribution), npm, or apt (a binary package with sources)
    name: str
    version: str
    extensions: tuple[str, ...]
    part: str = ""

    @property
    def title(self) -> str:
        """As a table shows it."""
        return f"{self.registry}: {self.name} {self.version}"


REACT_NATIVE = ("npm", "react-native", "0.74.0")
PACKAGES = {
    "python": Package("pip", "networkx", "3.4.2", ("py",)),
    "java": Package(*REACT_NATIVE, ("java",)),
    "kotlin": Package("npm", "react-native-vision-camera", "4.0.0", ("kt",)),
    "typescript": Package("npm", "rxjs", "7.8.1", ("ts",), "src"),
    "tsx": Package("npm", "react-native-paper", "5.12.3", ("tsx",), "src"),
    "javascript": Package("npm", "recharts", "2.12.7", ("js",), "es6"),
    "go": Package("apt", "golang-github-gin-gonic-gin-dev", "", ("go",)),
    "csharp": Package("pip", "pythonnet", "3.0.3", ("cs",)),
    "swift": Package("npm", "react-native-vision-camera", "4.0.0", ("swift",)),
    "ruby": Package("apt", "ruby-activesupport", "", ("rb",)),
    "c": Package("pip", "uvloop", "0.20.0", ("c",), "vendor/libuv/src"),
    "objc": Package(*REACT_NATIVE, ("m", "mm")),
    "cpp": Package(*REACT_NATIVE, ("cpp", "hpp")),
    "rust": Package("apt", "librust-tokio-dev", "", ("rs",)),
}


def files_of(package: Package, into: Path) -> list[Path]:
    """The files of the package's language, unpacked below `into` if they are not there."""
    folder = into / f"{package.registry}-{package.name.replace('/', '_')}"
    if not folder.is_dir():
        folder.mkdir(parents=True)
        {"pip": _pip, "npm": _npm, "apt": _apt}[package.registry](package, folder)
    part = f"/{package.part}/" if package.part else "/"
    found = [f for ext in package.extensions for f in folder.rglob(f"*.{ext}") if f.is_file()]
    return sorted(file for file in found if part in file.as_posix())


def _pip(package: Package, folder: Path) -> None:
    wanted = f"{package.name}=={package.version}"
    _run(
        [
            *(sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:"),
            *("--no-build-isolation", wanted, "-d", str(folder)),
        ],
        folder,
    )
    _unpack(folder)


def _npm(package: Package, folder: Path) -> None:
    _run(["npm", "pack", "--silent", f"{package.name}@{package.version}"], folder)
    _unpack(folder)


def _apt(package: Package, folder: Path) -> None:
    _run(["apt-get", "download", "-q", package.name], folder)
    _run(["dpkg-deb", "-x", str(next(folder.glob("*.deb"))), str(folder)], folder)


def _unpack(folder: Path) -> None:
    for archive in [*folder.glob("*.tar.gz"), *folder.glob("*.tgz")]:
        with tarfile.open(archive) as packed:
            packed.extractall(folder, filter="data")


def _run(command: list[str], folder: Path) -> None:
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
