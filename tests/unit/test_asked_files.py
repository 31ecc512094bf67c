"""Files without code come first where a query asks for one, and only there."""

from __future__ import annotations

import pytest

from codewitness.engine.rank.asked_files import asked_files
from codewitness.engine.rank.finds import Finds, Found
from codewitness.engine.rank.form import QueryForm
from codewitness.engine.rank.score import rank
from codewitness.model.facts import ChunkKind

PATHS = (
    *(".github/workflows/release.yml", "package.json", "setup.cfg", "pom.xml", "Makefile"),
    *("docs/guide.md", "config/systemd.toml", "config/nginx.toml", "src/release.py"),
)


def asked(text: str) -> set[str]:
    form = QueryForm.of(text)
    return asked_files(form.words, PATHS, documents=form.asks_documents)


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("workflow that publishes a release", {".github/workflows/release.yml"}),
        ("where does CI run the tests", {".github/workflows/release.yml"}),
        ("npm scripts", {"package.json"}),
        ("maven plugins", {"pom.xml"}),
        ("mapping config for systemd units", {"config/systemd.toml"}),
        ("documentation on releasing", {"docs/guide.md"}),
        ("how are releases documented", {"docs/guide.md"}),
    ],
)
def test_files_of_the_kind_that_a_query_names(text: str, paths: set[str]) -> None:
    assert asked(text) == paths


@pytest.mark.parametrize(
    "text", ["list of dependencies and versions", "install target of the build"]
)
def test_two_words_that_package_files_tell_of(text: str) -> None:
    assert asked(text) == {"package.json", "setup.cfg", "pom.xml", "Makefile"}


@pytest.mark.parametrize(
    "text",
    [
        "resolve dependencies of a handler",  # one such word may be about code
        "publish a message to a topic",
        "generate documentation from routes",
        "read the config file",  # all of them have settings
        "systemd units",
    ],
)
def test_other_queries_ask_for_code(text: str) -> None:
    assert asked(text) == set()


def test_what_is_asked_for_is_not_set_aside() -> None:
    tags = ("lang:yaml", "ext:yml")
    path, code = PATHS[0], "src/release.py"
    found = {
        1: Found(path, "on", "", ChunkKind.SECTION, tags, lexical=4.0, semantic=0.4),
        2: Found(code, "check", "", ChunkKind.FUNCTION, ("domain:function",), 4.0, 0.4),
    }
    best = {
        text: [one.path for one in rank(QueryForm.of(text), Finds.of(found))]
        for text in ("a workflow that publishes", "what publishes a version")
    }
    assert best == {
        "a workflow that publishes": [path, code],
        "what publishes a version": [code, path],
    }
