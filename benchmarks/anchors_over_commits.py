"""How many anchors are found again after real commits that rename or move files.

    python benchmarks/anchors_over_commits.py REPO [REPO …] [--commits 50]

Each REPO is a git directory with history. Of each, the newest commits are taken in which git sees a
rename of a source file. All functions and methods of the files that such a commit changes are
anchored in the text before it and looked for in the text after it.

The truth is git's own rename detection plus names: a method still exists if the file that git says
its file became has one of the same name in a class of the same name, or the only one of that name
and parameters. Found again means: at that file and name. What has no such method is left out, and
so are methods whose name the file has several times.
"""

from __future__ import annotations

import argparse
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path, PurePath
from types import SimpleNamespace
from typing import Any

from codewitness.engine.recording.anchors import anchors_in
from codewitness.engine.symbols import SymbolTable, symbols_of
from codewitness.engine.view import IndexView, Stage
from codewitness.features.anchors import Anchors
from codewitness.model.facts import Kind
from codewitness.model.records import LessonRecord
from codewitness.model.text import Text
from codewitness.syntax.extract import Analysis, analyse
from codewitness.syntax.registry import LANGUAGES, reading

MAX_CHANGED = 60  # files of one commit; larger ones are mass edits
MAX_TEXT = 400_000  # characters
METHODS = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR})


def git(repo: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(repo), *arguments], capture_output=True, check=True)
    return done.stdout.decode("utf-8", "replace")


def is_source(path: str) -> bool:
    how = reading(path)
    return how is not None and how.language in LANGUAGES


def commits(repo: Path, count: int) -> Iterator[tuple[str, dict[str, str]]]:
    """Commits with renames of source files, and what each changed file became."""
    log = git(repo, "log", "--no-merges", "-M", "--name-status", "--diff-filter=MR", "--format=@%H")
    found = 0
    for block in log.split("@")[1:]:
        head, *rows = [line for line in block.splitlines() if line]
        pairs = [row.split("\t") for row in rows]
        became = {row[1]: row[-1] for row in pairs if is_source(row[1]) and is_source(row[-1])}
        is_rename = any(old != new for old, new in became.items())
        if is_rename and len(became) <= MAX_CHANGED:
            yield head, became
            found += 1
            if found == count:
                return


@lru_cache(maxsize=4000)
def blob(repo: Path, sha: str, path: str) -> Analysis | None:
    text = git(repo, "cat-file", "blob", sha)
    return analyse(path, Text.of(text)) if len(text) < MAX_TEXT else None


def tree(repo: Path, commit: str) -> dict[str, str]:
    found = {}
    for row in git(repo, "ls-tree", "-r", commit).splitlines():
        meta, path = row.split("\t", 1)
        if is_source(path):
            found[path] = meta.split()[2]
    return found


def folder(repo: Path, listed: Mapping[str, str]) -> Any:
    """What `Anchors` reads of a folder, from the objects of a repository."""

    def get(path: str) -> Any:
        analysis = blob(repo, listed[path], path) if path in listed else None
        if analysis is None:
            return None
        return SimpleNamespace(text=analysis.text, analysis=lambda: analysis)

    analyses = {path: blob(repo, sha, path) for path, sha in listed.items()}
    symbols = {p: symbols_of(a.core, a.text) for p, a in analyses.items() if a is not None}
    view = IndexView(
        stage=Stage.READY,
        files=dict.fromkeys(listed),
        symbols=SymbolTable(symbols),  # type: ignore[arg-type]
    )
    return SimpleNamespace(
        root=PurePath("/"), view=view, documents={}, document=lambda _path: None,
        saved=SimpleNamespace(get=get), is_complete=True, unsaved=dict, paths=lambda: listed,
    )  # fmt: skip


def tail(name: str) -> str:
    return ".".join(name.split(".")[-2:])


def truth(before: Analysis, after: Analysis) -> dict[str, str]:
    """Qualified names that are in both, those before by those after."""
    old = Counter(before.core.qualified_name(one) for one in before.core.definitions)
    by_tail: dict[str, list[str]] = {}
    by_shape: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for one in after.core.definitions:
        if one.kind in METHODS:
            name = after.core.qualified_name(one)
            by_tail.setdefault(one.qualified_name, []).append(name)
            by_shape.setdefault((one.name, one.parameters), []).append(name)
    found = {}
    for one in before.core.definitions:
        name = before.core.qualified_name(one)
        if one.kind not in METHODS or old[name] > 1:
            continue
        same = by_tail.get(one.qualified_name) or by_shape.get((one.name, one.parameters), [])
        if len(same) == 1:
            found[name] = same[0]
    return found


def measure(repo: Path, count: int) -> Counter[str]:
    total: Counter[str] = Counter()
    for commit, became in commits(repo, count):
        before, after = tree(repo, commit + "^"), tree(repo, commit)
        records, wanted = [], []
        for path, new in became.items():
            one = blob(repo, before[path], path) if path in before else None
            other = blob(repo, after[new], new) if new in after else None
            if one is None or other is None:
                continue
            expected = truth(one, other)
            for definition in one.core.definitions:
                name = one.core.qualified_name(definition)
                if definition.kind in METHODS and name in expected:
                    number = str(len(records))
                    (anchor,) = anchors_in(one.core, [definition], one.text)
                    records.append(
                        LessonRecord(
                            id=number,
                            timestamp="",
                            user="",
                            project="",
                            lesson="",
                            anchors=(anchor,),
                        )
                    )
                    wanted.append((path != new, new, expected[name]))
        anchors = Anchors()
        anchors.update(records)
        anchors.follow(folder(repo, after))
        for number, (is_renamed, path, name) in enumerate(wanted):
            now = anchors.now[str(number), 0]
            kind = "renamed" if is_renamed else "edited"
            total[f"{kind} all"] += 1
            is_found = not now.is_lost and (now.path, now.qualified_name) == (path, name)
            total[f"{kind} found"] += is_found
            total["lost"] += now.is_lost
            total["wrong"] += not is_found and not now.is_lost
        total["commits"] += 1
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repos", nargs="*", type=Path)
    parser.add_argument("--commits", type=int, default=50)
    given = parser.parse_args()
    if not given.repos:
        print("give git directories with history; nothing was measured")
    for repo in given.repos:
        found = measure(repo, given.commits)
        every = found["renamed all"] + found["edited all"]
        good = found["renamed found"] + found["edited found"]
        print(
            f"{repo}: {found['commits']} commits, {good} of {every} anchors found again"
            f" ({good / max(every, 1):.2%}), in renamed files {found['renamed found']} of"
            f" {found['renamed all']}; lost {found['lost']}, elsewhere {found['wrong']}",
            flush=True,
        )


if __name__ == "__main__":
    main()
