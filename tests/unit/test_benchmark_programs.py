"""Programs that measure, where they read what the server tells or stand in for a part of it."""

from __future__ import annotations

import subprocess
from pathlib import Path

from benchmarks.anchors_over_commits import measure
from benchmarks.call_graph_pyright import resolution_in

OWN = ("-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false")

SOURCE = """class Box:
    def first(self, x):
        return [x, x]

    def second(self):
        pass
"""


def git(root: Path, *arguments: str) -> None:
    subprocess.run(("git", "-C", str(root), *OWN, *arguments), check=True, capture_output=True)


def test_anchors_are_followed_over_a_commit_that_renames_a_file(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "a.py").write_text(SOURCE)
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "one")
    git(tmp_path, "mv", "a.py", "b.py")
    git(tmp_path, "commit", "-qm", "two")
    found = measure(tmp_path, 5)
    assert (found["commits"], found["renamed all"], found["renamed found"]) == (1, 2, 2)


def test_how_a_call_is_known_is_read_from_an_item_of_the_hierarchy() -> None:
    assert resolution_in("[typed]  pkg/a[1].py") == "typed"
    assert resolution_in("[exact, perhaps not all]  a.py") == "exact"
    assert resolution_in("a.py") == ""
