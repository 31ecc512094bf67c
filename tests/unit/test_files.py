import os
import shutil
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from codewitness.model.files import Listing, ReadText, Reason, Skipped
from codewitness.platform.files import ignored, list_files
from codewitness.platform.git import Git
from codewitness.platform.reading import read_text

posix_only = pytest.mark.skipif(os.name == "nt", reason="names and links of POSIX")
Write = Callable[[Mapping[str, str]], Path]


@pytest.fixture(autouse=True)
def git_of_no_one(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Git without the settings of whoever runs the tests; returns its user's configuration."""
    config = tmp_path_factory.mktemp("home") / "gitconfig"
    config.write_text('[user]\n\tname = t\n\temail = t@t\n[protocol "file"]\n\tallow = always\n')
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path_factory.getbasetemp()))
    return config


@pytest.fixture
def no_git(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setenv("PATH", str(tmp_path_factory.mktemp("empty")))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "root").mkdir()
    return tmp_path / "root"


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


def write(root: Path, files: Mapping[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


def listing(root: Path, exclude: tuple[str, ...] = ()) -> Listing:
    return list_files(root, exclude=exclude, is_supported=lambda path: path.endswith(".py"))


def found(root: Path, exclude: tuple[str, ...] = ()) -> list[str]:
    return [file.path for file in listing(root, exclude).found]


def skipped(root: Path, exclude: tuple[str, ...] = ()) -> dict[str, tuple[str, str]]:
    """What was skipped, without what is only of no supported language."""
    entries = listing(root, exclude).skipped
    return {
        entry.path: (entry.reason.value, entry.detail)
        for entry in entries
        if entry.reason is not Reason.UNSUPPORTED
    }


NESTED = {
    ".gitignore": "*.log.py\nbuild/\n/only_here.py\ntemp*/\n",
    "a.py": "",
    "a.log.py": "",
    "only_here.py": "",
    "build/x.py": "",
    "build/deep/y.py": "",
    "sub/only_here.py": "",
    "sub/.gitignore": "!kept.log.py\n*_local.py\n/deep/gone.py\n",
    "sub/kept.log.py": "",
    "sub/x_local.py": "",
    "sub/deep/gone.py": "",
    "sub/deep/here.py": "",
    "sub/deep/z_local.py": "",
    "x_local.py": "",
    "temporary/.gitignore": "!*\n",
    "temporary/x.py": "",
    "notes.txt": "",
}
NESTED_FOUND = [
    "a.py",
    "sub/deep/here.py",
    "sub/kept.log.py",
    "sub/only_here.py",
    "x_local.py",
]
NESTED_IGNORED = {
    "a.log.py",
    "build/",
    "only_here.py",
    "sub/deep/gone.py",
    "sub/deep/z_local.py",
    "sub/x_local.py",
    "temporary/",
}


def check_nested(root: Path, source: str) -> None:
    result = listing(root)
    assert [file.path for file in result.found] == NESTED_FOUND
    assert skipped(root) == dict.fromkeys(NESTED_IGNORED, ("ignored", "ignore rules"))
    assert result.ignore_source == source
    python = {path for path in NESTED if path.endswith(".py")}
    assert ignored(root, python) == python - set(NESTED_FOUND)
    assert ignored(root, ["build", "sub", "build/not/there.py", "sub/new_local.py"]) == {
        "build",
        "build/not/there.py",
        "sub/new_local.py",
    }


def test_nested_rules_of_a_repository(root: Path) -> None:
    git(root, "init")
    write(root, NESTED)
    check_nested(root, "git")
    git(root, "add", ".")
    check_nested(root, "git")


def test_nested_rules_without_a_repository(root: Path) -> None:
    write(root, NESTED)
    check_nested(root, "git, no repository")
    assert sorted(os.listdir(root)) == sorted({path.split("/")[0] for path in NESTED})


@pytest.mark.usefixtures("no_git")
def test_nested_rules_without_git(root: Path) -> None:
    write(root, NESTED)
    check_nested(root, "gitignore files (git not found)")


def test_other_checkouts_of_the_same_repository(root: Path) -> None:
    write(root, {"a.py": "", "inner/b.py": ""})
    other = root.parent / "other"
    write(other, {"c.py": ""})
    for folder in (root, other):
        git(folder, "init", "-q")
        git(folder, "add", ".")
        git(folder, "commit", "-qm", "x")
    git(root, "worktree", "add", ".trees/side", "-b", "side")
    git(other, "worktree", "add", str(root / "away"), "-b", "away")
    git(root, "submodule", "add", str(other), "mod")
    assert found(root) == ["a.py", "away/c.py", "inner/b.py", "mod/c.py"]
    assert skipped(root)[".trees/side/"] == ("ignored", "git worktree")
    asked = ["a.py", ".trees/side/a.py", ".trees/side/inner/new.py", "away/c.py", "mod/c.py"]
    assert ignored(root, asked) == set(asked[1:3])
    assert found(root / ".trees/side") == ["a.py", "inner/b.py"]
    assert found(root / "inner") == ["b.py"]


def test_details_of_what_is_found_and_not(root: Path) -> None:
    write(root, {"a.py": "x = 1\n", "b.txt": "", "LICENSE": "", "large.py": "#" * 3_000_000})
    (root / "empty").mkdir()
    result = listing(root)
    info = (root / "a.py").stat()
    assert [(f.path, f.size, f.mtime_ns) for f in result.found] == [("a.py", 6, info.st_mtime_ns)]
    assert {(s.path, s.reason, s.detail) for s in result.skipped} == {
        ("b.txt", Reason.UNSUPPORTED, ".txt"),
        ("LICENSE", Reason.UNSUPPORTED, "no extension"),
        ("large.py", Reason.SIZE, "3000000 bytes, limit 2000000"),
    }


def test_known_names_of_generated_files(root: Path) -> None:
    write(root, {"yarn.lock": "", "js/x.min.js": "", "js/x.js": ""})
    result = list_files(root, is_supported=lambda path: True)
    assert [file.path for file in result.found] == ["js/x.js"]
    assert {(s.path, s.reason, s.detail) for s in result.skipped} == {
        ("yarn.lock", Reason.GENERATED, "lock file"),
        ("js/x.min.js", Reason.GENERATED, "minified"),
    }


def test_setting(root: Path) -> None:
    write(root, {"a.py": "", "vendor/x/y.py": "", "vendor/z.py": "", "b_test.py": "", "c/d.py": ""})
    exclude = ("vendor/", "*_test.py", "c/*", "!c/d.py")
    assert found(root, exclude) == ["a.py", "c/d.py"]
    assert skipped(root, exclude) == dict.fromkeys(("vendor/", "b_test.py"), ("ignored", "setting"))
    asked = ["a.py", "vendor/x/y.py", "b_test.py", "c/d.py"]
    assert ignored(root, asked, exclude=exclude) == {"vendor/x/y.py", "b_test.py"}
    with pytest.raises(ValueError, match="!"):
        found(root, ("!",))


@pytest.mark.parametrize("is_repository", [True, False])
def test_global_excludes(root: Path, git_of_no_one: Path, is_repository: bool) -> None:
    excludes = git_of_no_one.with_name("excludes")
    excludes.write_text("*.swp.py\n")
    with git_of_no_one.open("a") as config:
        config.write(f"[core]\n\texcludesFile = {excludes}\n")
    if is_repository:
        git(root, "init")
    write(root, {"a.py": "", "a.swp.py": ""})
    assert found(root) == ["a.py"]
    assert skipped(root) == {"a.swp.py": ("ignored", "ignore rules")}
    assert ignored(root, ["a.py", "a.swp.py"]) == {"a.swp.py"}


def test_exclude_file_of_the_repository(root: Path) -> None:
    git(root, "init")
    (root / ".git" / "info").mkdir(exist_ok=True)
    (root / ".git" / "info" / "exclude").write_text("mine.py\n")
    write(root, {"a.py": "", "mine.py": ""})
    assert found(root) == ["a.py"]


def test_tracked_but_ignored_and_tracked_but_deleted(root: Path) -> None:
    git(root, "init")
    write(root, {"kept.py": "", "gone.py": "", "folder/gone.py": ""})
    git(root, "add", ".")
    write(root, {".gitignore": "kept.py\n"})
    (root / "gone.py").unlink()
    (root / "folder" / "gone.py").unlink()
    (root / "folder").rmdir()
    assert found(root) == ["kept.py"]
    assert skipped(root) == {}
    assert ignored(root, ["kept.py", "gone.py", "folder/gone.py"]) == set()


def test_unmerged_files_are_listed_once(root: Path) -> None:
    git(root, "init", "-b", "main")
    for branch, text in (("main", "1"), ("one", "2"), ("two", "3")):
        if branch != "main":
            git(root, "checkout", "-b", branch, "main")
        write(root, {"a.py": text})
        git(root, "add", ".")
        git(root, "commit", "-m", branch)
    subprocess.run(["git", "merge", "one"], cwd=root, check=False, capture_output=True)
    assert found(root) == ["a.py"]


def test_a_folder_within_a_repository(root: Path) -> None:
    git(root, "init")
    write(root, {".gitignore": "*.log.py\n", "a.py": "", "sub/b.py": "", "sub/c.log.py": ""})
    git(root, "add", ".")
    write(root, {"sub/new.py": ""})
    assert found(root / "sub") == ["b.py", "new.py"]
    assert skipped(root / "sub") == {"c.log.py": ("ignored", "ignore rules")}
    assert listing(root / "sub").ignore_source == "git"
    assert ignored(root / "sub", ["b.py", "c.log.py", "../a.py"]) == {"c.log.py", "../a.py"}


def test_a_folder_that_its_repository_ignores(root: Path) -> None:
    git(root, "init")
    write(root, {".gitignore": "out/\n", "out/a.py": "", "out/.gitignore": "b.py", "out/b.py": ""})
    assert found(root / "out") == ["a.py"]
    assert "ignores this folder" in listing(root / "out").ignore_source
    assert ignored(root / "out", ["a.py", "b.py"]) == {"b.py"}


def test_a_folder_of_nothing_but_ignored_files(root: Path) -> None:
    git(root, "init")
    write(root, {".gitignore": "*.log.py\n", "sub/a.log.py": "", "sub/deep/b.log.py": ""})
    assert set(skipped(root)) == {"sub/"}
    assert set(skipped(root / "sub")) == {"a.log.py", "deep/"}


def nest(root: Path) -> None:
    """A repository with a nested one, a submodule, and a repository that it ignores."""
    library = root.parent / "library"
    write(library, {"lib.py": "", ".gitignore": "lib_*.py\n"})
    for folder in (root, library):
        git(folder, "init")
    git(library, "add", ".")
    git(library, "commit", "-m", "x")
    git(root, "submodule", "add", str(library), "deps/library")
    write(root, {".gitignore": "top_*.py\nthird/\n", "a.py": ""})
    git(root, "add", ".")
    write(root, {"deps/library/lib_x.py": "", "deps/library/new.py": "", "top_x.py": ""})
    for nested in ("nested", "nested/inner", "third/party"):
        write(root, {f"{nested}/n.py": "", f"{nested}/top_n.py": "", f"{nested}/lib_n.py": ""})
        write(root, {f"{nested}/.gitignore": "lib_*.py"})
        git(root / nested, "init")


NEST_FOUND = [
    "a.py",
    "deps/library/lib.py",
    "deps/library/new.py",
    "nested/inner/n.py",
    "nested/inner/top_n.py",
    "nested/n.py",
    "nested/top_n.py",
]
NEST_IGNORED = {
    "deps/library/lib_x.py",
    "nested/inner/lib_n.py",
    "nested/lib_n.py",
    "third/",
    "top_x.py",
}


def test_nested_repositories_and_submodules(root: Path) -> None:
    nest(root)
    result = listing(root)
    assert [file.path for file in result.found] == NEST_FOUND
    assert set(skipped(root)) == NEST_IGNORED
    assert result.ignore_source == "git"
    asked = [*NEST_FOUND, "third/party/n.py", "third/x.py", *(NEST_IGNORED - {"third/"})]
    assert ignored(root, asked) == set(asked) - set(NEST_FOUND)
    assert ignored(root, ["nested", "deps/library", "third"]) == {"third"}


def test_repositories_below_a_plain_folder(root: Path) -> None:
    write(root, {"one/.gitignore": "x.py", "one/x.py": "", "one/a.py": "", "two/x.py": ""})
    git(root / "one", "init")
    git(root / "two", "init")
    assert found(root) == ["one/a.py", "two/x.py"]
    assert listing(root).ignore_source == "git, no repository"
    assert ignored(root, ["one/x.py", "one/a.py", "two/x.py"]) == {"one/x.py"}


def test_a_submodule_without_content(root: Path) -> None:
    nest(root)
    git(root, "submodule", "deinit", "-f", "deps/library")
    assert not any(path.startswith("deps") for path in found(root))


def test_a_damaged_repository_is_not_believed(root: Path) -> None:
    git(root, "init")
    write(root, {".gitignore": "x.py", "x.py": "", "a.py": ""})
    (root / ".git" / "index").write_bytes(b"no index")
    assert found(root) == ["a.py"]
    source = "git, repository not used because git ls-files ended with 128"
    assert listing(root).ignore_source == source
    assert ignored(root, ["x.py", "a.py"]) == {"x.py"}


@pytest.mark.skipif(getattr(os, "geteuid", lambda: 1)() != 0, reason="only root gives files away")
def test_a_repository_that_git_distrusts(root: Path) -> None:
    nest(root)
    for folder in (root, root / "nested"):
        os.chown(folder, 12345, 12345)
        os.chown(folder / ".git", 12345, 12345)
    result = listing(root)
    assert [file.path for file in result.found] == NEST_FOUND
    reason = "git, repository not used because git distrusts its owner (safe.directory)"
    assert result.ignore_source == f"{reason}; nested/: {reason}"


def test_git_that_fails_is_named(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, {".gitignore": "x.py", "x.py": "", "a.py": ""})
    broken = tmp_path / "bin" / "git"
    write(tmp_path, {"bin/git": "#!/bin/sh\nexit 3\n"})
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", str(broken.parent))
    assert found(root) == ["a.py"]
    assert listing(root).ignore_source == "gitignore files (git ls-files ended with 3)"
    assert ignored(root, ["x.py", "a.py"]) == {"x.py"}


@posix_only
@pytest.mark.parametrize("is_repository", [True, False])
def test_a_folder_that_git_may_not_open(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_repository: bool
) -> None:
    """Said by a git of ours, since for root, who may run the tests, no folder is closed."""
    if is_repository:
        git(root, "init")
    write(root, {"sub/a.py": ""})
    told = "sub/closed/" if is_repository else "closed/"
    said = f"warning: could not open directory '{told}': Permission denied"
    script = f"""#!/bin/sh\necho "{said}" >&2\nexec {shutil.which("git")} "$@"\n"""
    write(tmp_path, {"bin/git": script})
    (tmp_path / "bin" / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{os.environ['PATH']}")
    assert found(root / "sub") == ["a.py"]
    assert skipped(root / "sub") == {"closed/": ("unreadable", "Permission denied")}


@posix_only
@pytest.mark.parametrize("entry", [".", "{root}", "{root}/bin", "bin", ""])
def test_git_of_the_workspace_is_not_run(
    root: Path, monkeypatch: pytest.MonkeyPatch, entry: str
) -> None:
    for path in ("git", "bin/git"):
        write(root, {path: f"#!/bin/sh\ntouch {root}/ran\n", "a.py": ""})
        (root / path).chmod(0o755)
    monkeypatch.chdir(root)
    monkeypatch.setenv("PATH", entry.format(root=root))
    assert found(root) == ["a.py"]
    assert ignored(root, ["a.py"]) == set()
    assert not (root / "ran").exists()


@posix_only
def test_nothing_that_a_repository_configures_is_run(root: Path) -> None:
    git(root, "init")
    write(root, {"a.py": "", "b.py": "", ".gitattributes": "*.py filter=evil\n"})
    git(root, "add", ".gitattributes", "a.py")
    script = root / "evil.sh"
    script.write_text(f"#!/bin/sh\ntouch {root}/ran\ncat\n")
    script.chmod(0o755)
    (root / ".git" / "hooks").mkdir(exist_ok=True)
    for hook in ("post-index-change", "pre-auto-gc", "query-watchman"):
        (root / ".git" / "hooks" / hook).symlink_to(script)
    for key in (
        "core.fsmonitor",
        "core.pager",
        "core.editor",
        "core.sshCommand",
        "core.askPass",
        "filter.evil.clean",
        "filter.evil.process",
        "diff.external",
        "alias.ls-files",
        "alias.check-ignore",
    ):
        git(root, "config", key, f"!{script}" if key.startswith("alias") else str(script))
    assert found(root) == ["a.py", "b.py"]
    assert ignored(root, ["a.py"]) == set()
    assert not (root / "ran").exists()


def test_git_variables_of_the_parent_process_are_ignored(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, {"a.py": ""})
    write(tmp_path / "other", {"b.py": ""})
    for folder in (root, tmp_path / "other"):
        git(folder, "init")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other" / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "other"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "other" / ".git" / "index"))
    assert found(root) == ["a.py"]


def test_a_work_tree_elsewhere_is_not_listed(root: Path, tmp_path: Path) -> None:
    write(root, {"a.py": ""})
    write(tmp_path / "other", {"b.py": ""})
    git(root, "init")
    git(root, "config", "core.worktree", str(tmp_path / "other"))
    assert found(root) == ["a.py"]


def test_a_linked_work_tree(root: Path, tmp_path: Path) -> None:
    git(root, "init")
    write(root, {"a.py": "", ".gitignore": "x.py\n"})
    git(root, "add", ".")
    git(root, "commit", "-m", "x")
    git(root, "worktree", "add", str(tmp_path / "tree"))
    write(tmp_path / "tree", {"x.py": "", "b.py": ""})
    assert found(tmp_path / "tree") == ["a.py", "b.py"]
    assert listing(tmp_path / "tree").ignore_source == "git"


NAMES = (
    "with space.py",
    'quo"te.py',
    "line\nend.py",
    "tab\t.py",
    "é𝒳.py",
    "e\u0301.py",
    "back\\slash.py",
    "-rf.py",
    "!not.py",
    "#hash.py",
    ":(top)x.py",
    "[a]*?.py",
    " lead.py",
    "folder with\nend/a.py",
)


@posix_only
@pytest.mark.parametrize("kind", ["tracked", "untracked", "no repository", "no git"])
def test_unusual_names(root: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write(root, dict.fromkeys(NAMES, ""))
    hidden = {f"hidden/{name}" for name in NAMES}
    write(root, dict.fromkeys(hidden, ""))
    write(root, {".gitignore": "hidden/*\n"})
    if "tracked" in kind:
        git(root, "init")
    if kind == "tracked":
        git(root, "add", ".")
    if kind == "no git":
        monkeypatch.setenv("PATH", "")
    assert found(root) == sorted(NAMES)
    assert ignored(root, [*NAMES, *hidden]) == hidden
    for name in NAMES:
        assert isinstance(read_text(root, name), ReadText)


@posix_only
@pytest.mark.parametrize("has_git", [True, False])
def test_a_name_that_is_not_utf8(
    root: Path, has_git: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = os.fsdecode(b"a\xff.py")
    try:
        (root / name).touch()
    except OSError:
        pytest.skip("this file system has no such names")
    if not has_git:
        monkeypatch.setenv("PATH", "")
    assert found(root) == []
    assert skipped(root) == {"a\ufffd.py": ("unreadable", "its name is not UTF-8")}
    assert ignored(root, [name]) == set()
    if has_git:
        write(root, {".gitignore": "*.py"})
        assert skipped(root) == {"a\ufffd.py": ("ignored", "ignore rules")}


def links(root: Path) -> None:
    outside = root.parent / "outside"
    write(outside, {"o.py": "", "folder/p.py": ""})
    write(root, {"real.py": "x", "sub/real.py": "", "script": "y", "gone/x.py": ""})
    for name, target in {
        "to_real.py": "real.py",
        "sub/up.py": "../real.py",
        "to_script.py": "script",
        "to_script_too.py": "script",
        "to_folder": "sub",
        "to_folder.py": "sub",
        "broken.py": "nowhere.py",
        "loop.py": "loop.py",
        "out.py": str(outside / "o.py"),
        "out_folder": "../outside/folder",
        "to_git.py": ".git/config",
        "to_ignored.py": "gone/x.py",
    }.items():
        (root / name).symlink_to(target)


LINKS = {
    "to_real.py": ("ignored", "link to real.py"),
    "sub/up.py": ("ignored", "link to real.py"),
    "to_script_too.py": ("ignored", "link to script"),
    "to_folder": ("ignored", "link to a folder"),
    "to_folder.py": ("ignored", "link to a folder"),
    "broken.py": ("unreadable", "No such file or directory"),
    "loop.py": ("unreadable", "Too many levels of symbolic links"),
    "out.py": ("outside", "link"),
    "out_folder": ("outside", "link"),
    "to_git.py": ("ignored", "link to .git/config"),
    "to_ignored.py": ("ignored", "link to gone/x.py"),
    "gone/": ("ignored", "ignore rules"),
}


@posix_only
@pytest.mark.parametrize("is_tracked", [True, False])
def test_links(root: Path, is_tracked: bool) -> None:
    git(root, "init")
    write(root, {".gitignore": "gone/\n"})
    links(root)
    if is_tracked:
        git(root, "add", ".")
    assert found(root) == ["real.py", "sub/real.py", "to_script.py"]
    assert skipped(root) == LINKS
    beyond = ["to_folder/real.py", "out_folder/p.py", ".git/config", "sub/.git/x", "/etc/passwd"]
    assert ignored(root, [*beyond, "real.py", "to_real.py"]) >= set(beyond)


@posix_only
@pytest.mark.usefixtures("no_git")
def test_links_without_git(root: Path) -> None:
    write(root, {".gitignore": "gone/\n", ".git/config": "x"})
    links(root)
    assert found(root) == ["real.py", "sub/real.py", "to_script.py"]
    assert skipped(root) == LINKS


@posix_only
def test_a_tracked_folder_became_a_link(root: Path) -> None:
    outside = root.parent / "outside"
    write(outside, {"x.py": ""})
    write(root, {"folder/x.py": "", "inner/x.py": "", "target/x.py": ""})
    git(root, "init")
    git(root, "add", ".")
    for name, target in (("folder", outside), ("inner", "target")):
        (root / name / "x.py").unlink()
        (root / name).rmdir()
        (root / name).symlink_to(target)
    assert found(root) == ["target/x.py"]
    assert skipped(root)["folder"][0] == "outside"
    assert skipped(root)["inner"] == ("ignored", "link to a folder")


@posix_only
def test_a_root_that_is_a_link(root: Path) -> None:
    write(root, {"a.py": "", "sub/b.py": "", ".gitignore": "c.py", "c.py": ""})
    (root.parent / "link").symlink_to("root")
    assert found(root.parent / "link") == ["a.py", "sub/b.py"]
    assert ignored(root.parent / "link", ["a.py", "c.py"]) == {"c.py"}
    assert isinstance(read_text(root.parent / "link", "a.py"), ReadText)


@posix_only
def test_special_files_are_not_opened(root: Path) -> None:
    git(root, "init")
    write(root, {"a.py": "", "b.py": ""})
    git(root, "add", ".")
    (root / "a.py").unlink()
    os.mkfifo(root / "a.py")
    assert found(root) == ["b.py"]
    assert skipped(root) == {"a.py": ("unreadable", "not a regular file")}
    assert reason(read_text(root, "a.py")) == ("unreadable", "not a regular file")


@posix_only
def test_rules_in_a_pipe_are_not_waited_for(root: Path) -> None:
    git(root, "init")
    write(root, {"a.py": "", "sub/b.py": "", "sub/c.py": "", "sub/.gitignore": "b.py\n"})
    os.mkfifo(root / ".gitignore")
    result = listing(root)
    assert [one.path for one in result.found] == ["a.py", "sub/c.py"]
    assert result.ignore_source == "gitignore files (its .gitignore is no file)"
    assert ignored(root, ["a.py", "sub/b.py"]) == {"sub/b.py"}


@posix_only
def test_git_that_does_not_end_is_not_asked_twice(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(root, "init")
    write(root, {"a.py": "", "sub/b.py": ""})
    os.mkfifo(root / "sub/.gitignore")
    monkeypatch.setattr("codewitness.platform.git.GIT_SECONDS", 2)
    asked: list[Sequence[str]] = []

    def counted(self: Git, *arguments: str, **more: Any) -> tuple[str, str]:
        asked.append(arguments)
        return run(self, *arguments, **more)

    run = Git.run
    monkeypatch.setattr(Git, "run", counted)
    result = listing(root)
    assert [one[0] for one in asked] == ["rev-parse", "ls-files"]
    assert [one.path for one in result.found] == ["a.py", "sub/b.py"]
    assert result.ignore_source == "gitignore files (git ls-files: TimeoutExpired)"


def test_no_such_root(root: Path) -> None:
    with pytest.raises(OSError, match="none"):
        found(root / "none")


def reason(result: ReadText | Skipped) -> tuple[str, str]:
    assert isinstance(result, Skipped)
    return result.reason.value, result.detail


def read(root: Path, raw: bytes, name: str = "a.py") -> ReadText | Skipped:
    (root / name).write_bytes(raw)
    return read_text(root, name)


@pytest.mark.parametrize(
    ("raw", "text", "encoding"),
    [
        (b"", "", "utf-8"),
        ("é𝒳\r\n".encode(), "é𝒳\r\n", "utf-8"),
        (b"\xef\xbb\xbfa\xc3\xa9", "aé", "utf-8"),
        ("\ufeffé𝒳\n".encode("utf-16-le"), "é𝒳\n", "utf-16-le"),
        ("\ufeffé𝒳\n".encode("utf-16-be"), "é𝒳\n", "utf-16-be"),
        (b"\xff\xfea\0\x00", "a\ufffd", "utf-16-le"),
        (b"caf\xe9 \x80\x93", "café €“", "cp1252"),
        (b"\xef\xbb\xbfcaf\xe9", "café", "cp1252"),
        (b"x\x81y", "x\ufffdy", "cp1252"),
        (b"a" * 9_000 + b"\0", "a" * 9_000 + "\0", "utf-8"),
    ],
)
def test_decoding(root: Path, raw: bytes, text: str, encoding: str) -> None:
    result = read(root, raw)
    assert isinstance(result, ReadText)
    assert result.text.raw.decode() == text
    assert result.encoding == encoding
    info = (root / "a.py").stat()
    assert (result.size, result.mtime_ns) == (len(raw), info.st_mtime_ns)


@pytest.mark.parametrize(
    "raw", [b"a\0b", b"\x7fELF\0", b"a" * 8_191 + b"\0", b"\xff\xfe\0\0a\0\0\0", b"\xef\xbb\xbf\0"]
)
def test_binary(root: Path, raw: bytes) -> None:
    assert reason(read(root, raw))[0] == "binary"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("../outside.py", ("outside", "path leaves the folder")),
        ("sub/../../outside.py", ("outside", "path leaves the folder")),
        ("{outside}", ("outside", "path leaves the folder")),
        ("{root}/a.py", ("outside", "path leaves the folder")),
        ("link.py", ("outside", "link")),
        ("folder/outside.py", ("outside", "link")),
        (".git/config", ("ignored", ".git")),
        ("to_git", ("ignored", ".git")),
        ("", ("unreadable", "Is a directory")),
        (".", ("unreadable", "Is a directory")),
        ("missing.py", ("unreadable", "No such file or directory")),
        ("a.py/b.py", ("unreadable", "Not a directory")),
        ("a\0b", ("unreadable", "not a file name")),
        ("\ud800", ("unreadable", "not a file name")),
    ],
)
@posix_only
def test_paths_that_are_not_read(root: Path, path: str, expected: tuple[str, str]) -> None:
    outside = root.parent / "outside.py"
    write(root.parent, {"outside.py": "secret", "root-too/a.py": "secret"})
    write(root, {".git/config": "x", "a.py": "x"})
    (root / "link.py").symlink_to(outside)
    (root / "folder").symlink_to(root.parent)
    (root / "to_git").symlink_to(".git/config")
    result = read_text(root, path.format(root=root, outside=outside))
    assert reason(result) == expected


@posix_only
def test_a_link_to_a_folder_with_a_longer_name(root: Path) -> None:
    write(root.parent, {"root-too/a.py": "secret"})
    (root / "link.py").symlink_to("../root-too/a.py")
    assert reason(read_text(root, "link.py")) == ("outside", "link")


@posix_only
def test_a_link_inside_is_read(root: Path) -> None:
    write(root, {"a.py": "x"})
    (root / "link.py").symlink_to("a.py")
    result = read_text(root, "link.py")
    assert isinstance(result, ReadText)
    assert result.text.raw == b"x"


def test_too_large_to_read(root: Path) -> None:
    write(root, {"a.py": "12345"})
    assert reason(read_text(root, "a.py", max_bytes=4)) == ("size", "5 bytes, limit 4")
    assert isinstance(read_text(root, "a.py", max_bytes=5), ReadText)


def test_bytes_and_time_are_of_one_moment(root: Path) -> None:
    """A writer is at the file all the time: what is read must be as long as is said."""
    file = root / "a.py"
    file.touch()
    stop = threading.Event()

    def rewrite() -> None:
        while not stop.is_set():
            for n_lines in range(0, 2_000, 7):
                file.write_bytes(b"x = 1\n" * n_lines)

    writer = threading.Thread(target=rewrite)
    writer.start()
    try:
        results = [read_text(root, "a.py") for _ in range(300)]
    finally:
        stop.set()
        writer.join()
    for result in results:
        if isinstance(result, ReadText):
            assert len(result.text) == result.size
        else:
            assert reason(result) == ("unreadable", "it changes while it is read")


@pytest.mark.parametrize(
    ("name", "head"),
    [
        ("a_pb2.py", "# -*- coding: utf-8 -*-\n# Generated by protoc.  DO NOT EDIT!\n"),
        ("a.go", "// Code generated by mockgen. DO NOT EDIT.\n\npackage x\n"),
        ("a.go", "// Copyright\n\n// Code generated by x -a -b; DO NOT EDIT.\n"),
        ("a.js", "/**\n * Copyright\n *\n * @generated SignedSource<<1>>\n */\n"),
        ("a.ts", "// @generated by protoc-gen-es v1.0\n"),
        ("a.php", "<?php\n\n/* This file is @generated by x. */\n"),
        ("a.rs", "// This file is @generated by prost-build.\n"),
        ("a.cs", "// <auto-generated>\n//   by a tool\n// </auto-generated>\n"),
        ("a.html", "<!doctype html>\n<!-- @generated -->\n"),
        ("a.md", "<!-- Autogenerated; do not edit by hand -->\n"),
        ("a.sql", "-- This file is auto-generated.\n-- Do not edit it manually, please.\n"),
        ("a.py", "#!/usr/bin/python\n#\n# Autogenerated by Thrift\n#\n# DO NOT EDIT UNLESS SURE\n"),
        ("a.css", "/*\nGenerated from a.scss\nDo not modify this file.\n*/"),
    ],
)
def test_generated(root: Path, name: str, head: str) -> None:
    found_reason, detail = reason(read(root, head.encode() + b"\nx = 1\n", name))
    assert found_reason == "generated"
    assert detail.startswith("marker in line ")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", '"""Writes what says: Code generated by x. DO NOT EDIT."""\n'),
        ("a.py", 'HEAD = """\n# Generated by x. DO NOT EDIT.\n"""\n'),
        ("a.py", "import x\n# Generated by x. DO NOT EDIT.\n"),
        ("a.py", "# Do not edit the generated files, run `make` instead.\n"),
        ("a.py", "# Do not edit generated/x.py: it is generated.\n"),
        ("a.py", "# Skips files that are marked `@generated`.\n"),
        ("a.py", "# @generated files are skipped here.\n"),
        ("a.py", "# A generated key. Do not change.py into a package.\n"),
        ("a.py", "# DO NOT EDIT by hand after a release\n"),
        ("a.md", "# Generated code: DO NOT EDIT\n\n* @generated\n"),
        ("a.go", 'package x\n\nconst head = "// Code generated by x. DO NOT EDIT."\n'),
        ("a.js", "const head = `\n// @generated\n`\n"),
        ("a.py", "#" + "\n#" * 2_000 + "\n# @generated\n"),
        ("a.py", "x = 1\n" * 5_000),
        ("a.json", '{"x": "' + "y" * 10_000 + '"}'),
    ],
)
def test_hand_written(root: Path, name: str, text: str) -> None:
    assert isinstance(read(root, text.encode(), name), ReadText)


def test_minified(root: Path) -> None:
    assert reason(read(root, b"x=1;" * 6_000 + b"\n", "a.js")) == ("generated", "minified")
    assert reason(read(root, b"x\n", "a.min.css")) == ("generated", "minified")
    assert reason(read(root, b"x\n", "Cargo.lock")) == ("generated", "lock file")
