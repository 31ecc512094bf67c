"""Which project a folder is, which branch and commit, from git's own files."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from codewitness.model.records import LessonRecord
from codewitness.platform.memories import Memories
from codewitness.platform.projects import branch_of, commit_of, project_of, project_of_url


@pytest.mark.parametrize(
    ("url", "project"),
    [
        ("https://example.com/ann/shop.git", "example.com/ann/shop"),
        ("https://ann:secret@Example.com/ann/shop", "example.com/ann/shop"),
        ("git@example.com:ann/shop.git", "example.com/ann/shop"),
        ("ssh://git@example.com:2222/ann/shop.git/", "example.com/ann/shop"),
        ("/srv/git/shop.git", ""),
        ("../shop", ""),
    ],
)
def test_url(url: str, project: str) -> None:
    assert project_of_url(url) == project


def git(root: Path, *arguments: str) -> str:
    own = (
        "-c",
        "user.name=ann",
        "-c",
        "user.email=ann@example.com",
        "-c",
        "init.defaultBranch=trunk",
    )
    done = subprocess.run(
        ["git", *own, *arguments], cwd=root, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def test_a_repository_and_its_work_tree(tmp_path: Path) -> None:
    root = tmp_path / "shop"
    (root / "pkg").mkdir(parents=True)
    assert project_of(root) == root.as_posix()
    assert (branch_of(root), commit_of(root)) == ("", "")
    git(root, "init")
    git(root, "remote", "add", "fork", "git@example.com:bea/shop.git")
    assert project_of(root) == "example.com/bea/shop"
    git(root, "remote", "add", "origin", "https://example.com/ann/shop.git")
    assert project_of(root / "pkg") == "example.com/ann/shop"
    assert branch_of(root) == "trunk"
    git(root, "commit", "--allow-empty", "-m", "x")
    assert commit_of(root) == git(root, "rev-parse", "HEAD")
    git(root, "pack-refs", "--all")
    assert commit_of(root) == git(root, "rev-parse", "HEAD")
    git(root, "worktree", "add", "-b", "topic/one", str(tmp_path / "tree"))
    assert project_of(tmp_path / "tree") == "example.com/ann/shop"
    assert branch_of(tmp_path / "tree") == "topic/one"
    git(root, "checkout", "--detach")
    assert branch_of(root) == ""
    assert commit_of(root) == git(root, "rev-parse", "HEAD")


def test_a_work_tree_without_a_remote_is_the_project_of_the_first_one(tmp_path: Path) -> None:
    root = tmp_path / "shop"
    (root / "pkg").mkdir(parents=True)
    git(root, "init")
    (root / "pkg" / "a.py").write_text("")
    git(root, "add", "-A")
    git(root, "commit", "-m", "x")
    git(root, "worktree", "add", "-b", "topic", str(tmp_path / "tree"))
    assert project_of(tmp_path / "tree") == project_of(root) == root.as_posix()
    assert project_of(tmp_path / "tree" / "pkg") == project_of(root / "pkg")
    inner = root / "inner"
    inner.mkdir()
    git(inner, "init")
    assert project_of(inner) == inner.as_posix()


def learn(root: Path, data: Path, lesson: str) -> list[str]:
    memories = Memories(root, base=data)
    memory = memories.open(memories.scope("ann"))
    if lesson:
        with memory.changing() as changes:
            changes.put(LessonRecord(**memory.stamp("les"), lesson=lesson))
    found = memory.of_type(LessonRecord)
    assert {one.project for one in found} <= {project_of(root)}
    return [one.lesson for one in found]


def test_what_was_recorded_before_there_was_a_remote_is_kept(tmp_path: Path) -> None:
    root, data = tmp_path / "shop", tmp_path / "data"
    root.mkdir()
    git(root, "init")
    learn(root, data, "one")
    assert learn(root, data, "two") == ["one", "two"]
    git(root, "remote", "add", "origin", "https://example.com/ann/shop.git")
    assert learn(root, data, "") == ["one", "two"]
    assert learn(root, data, "three") == ["one", "two", "three"]
    git(root, "remote", "remove", "origin")
    assert learn(root, data, "") == ["one", "two"]
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init")
    learn(other, data, "of another folder")
    git(other, "remote", "add", "origin", "https://example.com/ann/shop.git")
    assert learn(other, data, "") == ["one", "two", "three"]
