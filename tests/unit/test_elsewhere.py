"""The setting `storage.uri`: what it may be, and several workspace folders with the same."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from codewitness.platform.elsewhere import absolute, place_of_index
from codewitness.platform.index import IndexLocation
from codewitness.platform.places import index_folder


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))


def made(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


def test_a_folder_as_it_may_be_written(tmp_path: Path) -> None:
    assert absolute("~/in dex", tmp_path) == str(tmp_path / "home" / "in dex")
    assert absolute("index", tmp_path) == str(tmp_path / "index")
    assert absolute("/there", tmp_path) == "/there"
    assert absolute("file:///the%20re", tmp_path) == "/the re"
    assert absolute("s3://team/index", tmp_path) == "s3://team/index"
    assert absolute("", tmp_path) == ""


@pytest.mark.parametrize("given", ["there", "s3://team/index"])
def test_two_folders_have_two_indexes(tmp_path: Path, given: str) -> None:
    setting = given if "://" in given else str(tmp_path / given)
    one, two = made(tmp_path / "one"), made(tmp_path / "two")
    for _ in range(2):
        assert place_of_index(one, setting) == setting
        assert place_of_index(two, setting) == f"{setting}/{index_folder(two).name}"
        assert place_of_index(two, setting, is_used=False) == place_of_index(two, setting)


def test_both_are_written_at_once(tmp_path: Path) -> None:
    folders = [made(tmp_path / name) for name in ("one", "two")]
    found = [IndexLocation.of(root, str(tmp_path / "there")) for root in folders]
    assert all(one.lock is not None for one in found)
    assert len({one.folder for one in found}) == 2
    for one in found:
        one.release()


def test_what_nobody_has_any_more_is_taken(tmp_path: Path) -> None:
    one, two = made(tmp_path / "one"), made(tmp_path / "two")
    there = str(tmp_path / "there")
    assert place_of_index(two, there, is_used=False) == there  # only looked at
    assert not os.path.exists(there)
    assert place_of_index(one, there) == there
    one.rename(tmp_path / "renamed")
    assert place_of_index(two, there) == there
    assert place_of_index(tmp_path / "renamed", there) != there
