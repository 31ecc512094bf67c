"""Django's source distribution, fetched once with pip."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path

VERSION = "5.2"


def django(into: Path, version: str = VERSION) -> Path:
    """The unpacked folder of Django below `into`; downloaded if it is not there."""
    folder = into / f"django-{version}"
    if not folder.is_dir():
        into.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            [
                *(
                    sys.executable,
                    "-m",
                    "pip",
                    "download",
                    "-q",
                    "--no-deps",
                    "--no-binary",
                    ":all:",
                ),
                *("--no-build-isolation", f"django=={version}", "-d", str(into)),
            ],
            check=True,
        )
        archive = next(into.glob(f"[dD]jango-{version}*.tar.gz"))
        with tarfile.open(archive) as packed:
            packed.extractall(into / f"unpacked-{version}", filter="data")
        next((into / f"unpacked-{version}").iterdir()).rename(folder)
    return folder
