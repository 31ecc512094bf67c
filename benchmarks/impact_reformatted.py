"""Files of real projects as a formatter leaves them: `impact` must find nothing that changed.

python benchmarks/impact_reformatted.py FOLDER... [--width 70] [--with "COMMAND"] [--endings .py]

Each file is formatted in memory by `ruff format`, or by COMMAND, which reads it on stdin and is
given its name at the end (`npx prettier --stdin-filepath`). Prints how many files differ, and the
definitions that are told to have changed. Formatters do change some things: they sort imports, and
write a string in another way.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.support.impact import impact_of

MAX_BYTES = 100_000
MAX_SHOWN = 25


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--width", default="70")
    parser.add_argument("--with", dest="command")
    parser.add_argument("--endings", default=".py")
    arguments = parser.parse_args()
    ruff = [sys.executable, "-m", "ruff", "format", "--isolated", "--line-length", arguments.width]
    command = shlex.split(arguments.command or "") or [*ruff, "--stdin-filename"]
    counts: Counter[str] = Counter()
    for folder in arguments.folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in arguments.endings.split(",") and path.is_file():
                counts += compared(path, path.relative_to(folder).as_posix(), command)
    shown = f"{counts['changes']} definitions in {counts['told']} files"
    print(f"{counts['files']} files formatted; told to have changed: {shown}")


def compared(path: Path, name: str, command: Sequence[str]) -> Counter[str]:
    """What is told of one file; nothing if it is formatted already."""
    try:
        before = path.read_text("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError:
        return Counter()
    done = subprocess.run(
        [*command, path.name], check=False, input=before, capture_output=True, text=True
    )
    if done.returncode or done.stdout == before or len(before) > MAX_BYTES:
        return Counter()
    changes = impact_of({name: before}, {name: done.stdout}).changes
    for change in changes[:MAX_SHOWN]:
        effects = [one.text for one in change.effects]
        print(f"  {name} {change.place.symbol.qualified_name}: {effects[:2]}")
    return Counter(files=1, told=int(bool(changes)), changes=len(changes))


if __name__ == "__main__":
    main()
