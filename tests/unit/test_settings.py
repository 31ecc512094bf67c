"""Settings of a client: what is right is taken, what is wrong is told and left out."""

from __future__ import annotations

from typing import Any

import pytest

from codewitness.protocol.settings import Settings, is_own, parse_settings


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (None, {}),
        ({}, {}),
        ({"codewitness": None}, {}),
        ({"codewitness": {}}, {}),
        ({"embedder": "none"}, {"embedder": "none"}),
        ({"codewitness": {"embedder": "none"}}, {"embedder": "none"}),
        ({"storage": {"uri": "s3://team/index"}}, {"storage_uri": "s3://team/index"}),
        ({"storage.uri": "/there"}, {"storage_uri": "/there"}),
        ({"storage.uri": "file:///there"}, {"storage_uri": "file:///there"}),
        ({"storage.uri": "S3+ddb://team/index"}, {"storage_uri": "S3+ddb://team/index"}),
        ({"index": {"exclude": ["a/", "*.gen.py"]}}, {"index_exclude": ("a/", "*.gen.py")}),
        ({"index": {"exclude": []}}, {"index_exclude": ()}),
        ({"index": {"maxFileBytes": 10, "workers": 3}}, {"index_max_file_bytes": 10}),
        ({"index.maxFileBytes": 10}, {"index_max_file_bytes": 10}),
        ({"index": {"workers": 0}}, {"index_workers": 0}),
    ],
)
def test_right_ones(given: Any, expected: dict[str, Any]) -> None:
    settings, problems = parse_settings(given)
    assert problems == []
    assert {name: getattr(settings, name) for name in expected} == expected


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ([], "codewitness: expected an object, got list"),
        ("static", "codewitness: expected an object, got str"),
        ({"codewitness": [1]}, "codewitness: expected an object, got list"),
        ({"embedder": 3}, "codewitness.embedder: expected static, static:FOLDER,"),
        ({"embedder": None}, "codewitness.embedder: expected static, static:FOLDER,"),
        ({"embedder": "magic"}, "codewitness.embedder: expected static, static:FOLDER,"),
        ({"embedder": "static:"}, "codewitness.embedder: expected static, static:FOLDER,"),
        ({"storage": {"uri": 3}}, "codewitness.storage.uri: expected a folder, or a URI of"),
        ({"storage.uri": "db://mine"}, "codewitness.storage.uri: expected a folder, or a URI of"),
        ({"storage.uri": "s3://"}, "codewitness.storage.uri: expected a folder, or a URI of"),
        ({"index": {"watch": "no"}}, "codewitness.index.watch: expected one of auto, polling, off"),
        ({"speed": 1}, "codewitness.speed: unknown setting, it is ignored"),
        ({"index": {"speed": 1}}, "codewitness.index.speed: unknown setting, it is ignored"),
        ({"index": {"exclude": "a"}}, "codewitness.index.exclude: expected a list of strings"),
        ({"index": {"exclude": [1]}}, "codewitness.index.exclude: expected a list of strings"),
        ({"index": {"workers": -1}}, "codewitness.index.workers: expected a whole number from 0"),
        ({"index": {"workers": True}}, "codewitness.index.workers: expected a whole number"),
        ({"index": {"workers": 1.5}}, "codewitness.index.workers: expected a whole number"),
        ({"index": {"workers": 10**6}}, "codewitness.index.workers: expected a whole number"),
        ({"index": {"maxFileBytes": "1"}}, "codewitness.index.maxFileBytes: expected a whole"),
        ({"index": 3}, "codewitness.index: unknown setting"),
    ],
)
def test_wrong_ones(given: Any, problem: str) -> None:
    settings, problems = parse_settings(given)
    assert len(problems) == 1
    assert problems[0].startswith(problem)
    assert settings == Settings()


def test_wrong_ones_do_not_spoil_the_right_ones() -> None:
    given = {"embedder": "none", "speed": 1, "index": {"workers": "many", "exclude": ["x"]}}
    settings, problems = parse_settings(given)
    assert (settings.embedder, settings.index_exclude) == ("none", ("x",))
    assert len(problems) == 2


def test_what_belongs_to_the_client_is_not_looked_at() -> None:
    given = {"trace": {"server": "verbose"}, "server.path": 3, "enable": True, "search.limit": 9}
    assert parse_settings(given) == (Settings(), [])
    settings, problems = parse_settings({"speed": 1, "index.workers": -1}, is_shared=True)
    assert settings == Settings()
    assert [one.partition(":")[0] for one in problems] == ["codewitness.index.workers"]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (None, False),
        ([], False),
        ({}, False),
        ({"codewitness": {}}, True),
        ({"python": {}, "codewitness": None}, True),
        ({"index": {"workers": 1}}, True),
        ({"index.workers": 1, "embedder": "none"}, True),
        ({"python": {"index": 1}}, False),
        ({"python": {}, "index": {}}, False),
    ],
)
def test_settings_of_everybody(given: Any, expected: bool) -> None:
    assert is_own(given) is expected


def test_on_top_of_others() -> None:
    base = Settings(embedder="none", index_workers=2)
    assert parse_settings({"index": {"workers": 4}}, base)[0] == Settings(
        embedder="none", index_workers=4
    )
    assert parse_settings(None, base) == (base, [])
