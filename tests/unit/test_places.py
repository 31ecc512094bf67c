import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codewitness.platform.places import (
    file_uri,
    index_folder,
    local_path,
    path_of_uri,
    state_folder,
    uri_of_path,
)

posix_only = pytest.mark.skipif(os.name == "nt", reason="paths of POSIX")


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///home/me/a.py", "/home/me/a.py"),
        ("FILE:///home/me/a.py", "/home/me/a.py"),
        ("file://localhost/home/me/a.py", "/home/me/a.py"),
        ("file:/home/me/a.py", "/home/me/a.py"),
        ("file:///home//me/./x/../a.py", "/home/me/a.py"),
        ("file:////home/me/a.py", "/home/me/a.py"),
        ("file:///home/me/", "/home/me"),
        ("file:///home/%6De/%61.py", "/home/me/a.py"),
        ("file:///a%20b/%C3%A9/%23x%3F.py", "/a b/é/#x?.py"),
        ("file:///a b/é.py", "/a b/é.py"),
        ("file:///100%25/%zz", "/100%/%zz"),
        ("file:///a.py#L3", "/a.py"),
        ("file:///", "/"),
        ("file:///C%3A/x", "/C:/x"),
        ("file:///a%FFb", "/a\udcffb"),
    ],
)
def test_uri_to_posix_path(uri: str, path: str) -> None:
    assert local_path(uri, is_windows=False) == path


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///c%3A/x/y.py", r"C:\x\y.py"),
        ("file:///c:/x/y.py", r"C:\x\y.py"),
        ("file:///C:/x/y.py", r"C:\x\y.py"),
        ("file:///C%3a/x/./y.py", r"C:\x\y.py"),
        ("file:///c%3A/", "C:\\"),
        ("file:///c%3A", "C:\\"),
        ("file:///c%3A/a%20b/%23.py", r"C:\a b\#.py"),
        ("file://Server/share/a.py", r"\\server\share\a.py"),
        ("file:///home/me/a.py", None),
    ],
)
def test_uri_to_windows_path(uri: str, path: str | None) -> None:
    assert local_path(uri, is_windows=True) == path


@pytest.mark.parametrize(
    "uri",
    [
        "untitled:Untitled-1",
        "http://host/a.py",
        "vscode-notebook-cell:/a.ipynb#1",
        "git:/a.py?x",
        "/home/me/a.py",
        "",
        "file:a.py",
        "file:",
        "file:///a%00b",
        "file://elsewhere/share/a.py",
    ],
)
def test_no_path(uri: str) -> None:
    assert local_path(uri, is_windows=False) is None


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("/home/me/a.py", "file:///home/me/a.py"),
        ("/a b/é/#x?/(1)[2]@!$&'*+,;=:.py", None),
        ("/~me/a-b_c.d", "file:///~me/a-b_c.d"),
        ("//two/slashes", "file:///two/slashes"),
        ("/C:/x", "file:///C%3A/x"),
    ],
)
def test_posix_path_to_uri(path: str, uri: str | None) -> None:
    escaped = "file:///a%20b/%C3%A9/%23x%3F/%281%29%5B2%5D%40%21%24%26%27%2A%2B%2C%3B%3D%3A.py"
    assert file_uri(path.encode(), is_windows=False) == (uri or escaped)


def test_windows_path_to_uri() -> None:
    assert file_uri(b"C:/My Code/x.py", is_windows=True) == "file:///c%3A/My%20Code/x.py"
    assert file_uri(b"//Server/share/x.py", is_windows=True) == "file://server/share/x.py"


@posix_only
@given(st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1))
def test_round_trip(name: str) -> None:
    path = Path("/", os.path.normpath("/" + name))
    assert path_of_uri(uri_of_path(path)) == path


@posix_only
def test_round_trip_of_a_name_that_is_not_utf8() -> None:
    path = Path(os.fsdecode(b"/a\xff\xe9.py"))
    assert uri_of_path(path) == "file:///a%FF%E9.py"
    assert path_of_uri("file:///a%FF%E9.py") == path


@given(st.text())
def test_any_text_is_a_path_or_none(text: str) -> None:
    path = path_of_uri("file:///" + text)
    assert path is None or os.fsencode(path)


def test_a_relative_path_has_no_uri() -> None:
    with pytest.raises(ValueError, match="relative"):
        uri_of_path(Path("a.py"))


def test_folders_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("CODEWITNESS_STATE_DIR", str(tmp_path / "state"))
    assert index_folder(tmp_path).parent == tmp_path / "cache" / "index"
    assert state_folder() == tmp_path / "state"


def test_folders_of_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", "")
    monkeypatch.delenv("CODEWITNESS_STATE_DIR", raising=False)
    assert "codewitness" in index_folder(tmp_path).parts
    assert "codewitness" in state_folder().parts
    assert index_folder(tmp_path).is_absolute()
    assert not index_folder(tmp_path).is_relative_to(tmp_path)


def test_one_index_per_workspace_folder(tmp_path: Path) -> None:
    one, two = tmp_path / "one" / "app", tmp_path / "two" / "app"
    for folder in (one, two):
        folder.mkdir(parents=True)
    assert index_folder(one) != index_folder(two)
    assert index_folder(one).name.startswith("app-")
    assert index_folder(one) == index_folder(two / ".." / ".." / "one" / "app")


def test_a_link_to_a_folder_has_its_index(tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "link").symlink_to("app")
    assert index_folder(tmp_path / "link") == index_folder(tmp_path / "app")


def test_names_of_index_folders_are_safe() -> None:
    assert index_folder(Path("/")).name.startswith("root-")
    name = index_folder(Path("/x/... my: code\n" + "é" * 300)).name
    assert name.startswith("my-code-é")
    assert len(name) < 60
