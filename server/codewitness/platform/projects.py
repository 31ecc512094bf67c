"""Whose work it is, and on what: user, project and branch. Git's files are read; git is not run."""

from __future__ import annotations

import getpass
import hashlib
import os
import re
from pathlib import Path

_REMOTE = re.compile(r'^\s*\[remote "(?P<name>[^"]+)"\]\s*$')
_SECTION = re.compile(r"^\s*\[")
_URL = re.compile(r"^\s*url\s*=\s*(?P<url>\S+)\s*$")
_SCP = re.compile(r"^(?:[^@/]+@)?(?P<host>[^:/]+):(?!//)(?P<path>.+)$")
_SCHEME = re.compile(r"^[a-z+]+://(?:[^@/]*@)?(?P<host>[^/:]+)(?::\d+)?/(?P<path>.+)$")
MAX_HEAD = 4096


def system_user() -> str:
    """The user of the system that runs this process."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # no such variable and no entry: a bare container
        return f"uid-{os.getuid()}" if hasattr(os, "getuid") else "user"


def project_of(root: Path) -> str:
    """`host/owner/name` of the git remote (`origin` if there are several), else the folder."""
    git = git_folder(root)
    if git is not None:
        urls = _remotes(common_folder(git) / "config")
        url = urls.get("origin") or next(iter(urls.values()), "")
        if url and (name := project_of_url(url)):
            return name
    return folder_project(root)


def folder_project(root: Path) -> str:
    """The folder as a project, which it is without a remote; that of the first work tree."""
    real = Path(os.path.realpath(root))
    for tree in (real, *real.parents):
        if (tree / ".git").is_file() and (git := git_folder(tree)) is not None:
            shared = common_folder(git)
            if shared != git and shared.name == ".git":
                return (shared.parent / real.relative_to(tree)).as_posix()
        if os.path.lexists(tree / ".git"):
            break
    return real.as_posix()


def folder_in_repository(root: Path) -> str:
    """Where a folder is below the top of its repository; empty for the top, and without one."""
    real = Path(os.path.realpath(root))
    for tree in (real, *real.parents):
        if os.path.lexists(tree / ".git"):
            return "" if tree == real else real.relative_to(tree).as_posix()
    return ""


def project_of_url(url: str) -> str:
    """`https://ann@host/owner/name.git` and `git@host:owner/name` as `host/owner/name`."""
    found = _SCHEME.match(url) or _SCP.match(url)
    if found is None:
        return ""  # a local path names no project that another clone would have
    path = found["path"].strip("/").removesuffix(".git")
    return f"{found['host'].lower()}/{path}" if path else ""


def branch_of(root: Path) -> str:
    """The branch that is checked out; empty if none is or there is no repository."""
    head = _head(root)
    return head.removeprefix("ref: refs/heads/") if head.startswith("ref: refs/heads/") else ""


def commit_of(root: Path) -> str:
    """The commit that is checked out; empty if it is not known."""
    git, head = git_folder(root), _head(root)
    if git is None or not head.startswith("ref: "):
        return head
    name = head.removeprefix("ref: ")
    for folder in (git, common_folder(git)):
        if found := _text(folder / name):
            return found
    for line in _text(common_folder(git) / "packed-refs", 1 << 20).splitlines():
        if line.endswith(f" {name}"):
            return line.split()[0]
    return ""


def git_folder(root: Path) -> Path | None:
    """The `.git` of the innermost repository around `root`; a link file is followed."""
    for folder in (root, *root.parents):
        git = folder / ".git"
        if git.is_dir():
            return git
        if git.is_file():
            target = _text(git).removeprefix("gitdir:").strip()
            return Path(os.path.normpath(folder / target)) if target else None
    return None


def common_folder(git: Path) -> Path:
    """What the work trees of one repository share."""
    shared = _text(git / "commondir")
    return Path(os.path.normpath(git / shared)) if shared else git


def folder_name(user: str, project: str) -> str:
    """Name of a folder for this user and project alone, readable at its beginning."""
    shown = re.sub(r"[^\w.-]+", "-", project.rpartition("/")[2]).strip(".-")[:40]
    key = hashlib.sha256(f"{user}\0{project}".encode("utf-8", "surrogateescape")).hexdigest()[:20]
    return f"{shown or 'project'}-{key}"


def _head(root: Path) -> str:
    git = git_folder(root)
    return _text(git / "HEAD") if git is not None else ""


def _remotes(config: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    remote = ""
    for line in _text(config, 1 << 20).splitlines():
        if _SECTION.match(line):
            named = _REMOTE.match(line)
            remote = named["name"] if named else ""
        elif remote and (url := _URL.match(line)):
            found.setdefault(remote, url["url"])
    return found


def _text(path: Path, most: int = MAX_HEAD) -> str:
    """The beginning of a small file; empty if it is not there or can't be read."""
    try:
        with path.open("rb") as file:
            return file.read(most).decode("utf-8", "replace").strip()
    except OSError:
        return ""
