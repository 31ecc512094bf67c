"""Which project a folder is, which branch and commit, from git's own files."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

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
