"""Files without code where a query asks for one: settings, workflows, build files, documents.

Search is for code first, so they count less. Not where the query says what such a file is for or
of, since no code can be meant then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from codewitness.engine.rank.stems import stem, stems


@dataclass(frozen=True, slots=True)
class _Kind:
    """Files of one kind, the stems of the words by which it is asked for, and how many it takes.

    `tools` are those whose files they are: each of them is enough. With `is_named` the name of the
    file must be said as well.
    """

    of_path: re.Pattern[str]
    words: frozenset[str]
    n_words: int = 1
    tools: frozenset[str] = frozenset()
    is_named: bool = False


def _said(words: str) -> frozenset[str]:
    return frozenset(map(stem, words.split()))


def _kind(path: str, words: str = "", n: int = 1, tools: str = "", *, named: bool = False) -> _Kind:
    return _Kind(re.compile(path, re.IGNORECASE), _said(words), n, _said(tools), named)


# What only the files of a package manager or a build tool tell of a project; one such word may
# as well be about the code.
_OF_PACKAGES = """
build bump compile compiler dependency dev dependencies flag install license lint make metadata
minimum package pin plugin profile project publish requirement script target version
"""
_KINDS = (
    _kind(
        r"(?:^|/)(?:\.github/workflows|\.circleci|\.buildkite|\.gitea/workflows)/"
        r"|(?:^|/)(?:\.gitlab-ci|\.travis|\.?appveyor|azure-pipelines|\.drone|\.woodpecker)\.ya?ml$"
        r"|(?:^|/)Jenkinsfile$",
        "workflow ci pipeline",
    ),
    *(
        _kind(rf"(?:^|/)(?:{path})$", _OF_PACKAGES, 2, tools)
        for path, tools in (
            (r"package\.json", "npm yarn pnpm"),
            (r"setup\.(?:cfg|py)|requirements[\w-]*\.txt|tox\.ini|noxfile\.py", "setuptools tox"),
            (r"pyproject\.toml", "pyproject"),
            (r"cargo\.toml", "cargo crate"),
            (r"pom\.xml", "maven pom"),
            (r"(?:build|settings)\.gradle(?:\.kts)?", "gradle"),
            (r"go\.mod", "gomod"),
            (r"gemfile|rakefile|[\w-]+\.gemspec", "gemfile gemspec rakefile bundler"),
            (r"composer\.json", ""),
            (r"[\w.-]+\.(?:cs|fs|vb)proj|directory\.build\.props", "csproj nuget msbuild"),
            (r"package\.swift|[\w-]+\.podspec", "podspec"),
            (r"mix\.exs", "hex"),
            (r"build\.sbt", "sbt"),
            (r"build\.zig(?:\.zon)?", ""),
            (r"[\w-]+\.cabal|stack\.yaml", "cabal"),
            (r"(?:gnu)?makefile(?:\.\w+)?|[\w-]+\.mk", "makefile automake"),
            (r"cmakelists\.txt|[\w-]+\.cmake", "cmake"),
            (r"configure\.(?:ac|in)", "autoconf"),
            (r"meson\.build", "meson"),
            (r"dockerfile(?:\.\w+)?|docker-compose[\w.-]*\.ya?ml", "docker dockerfile"),
            (r"flake\.nix|default\.nix", "nix flake"),
        )
    ),
    _kind(
        r"\.(?:ya?ml|toml|ini|cfg|conf|properties|json|env|plist)$",
        "config configuration configure setting settings yaml toml ini json properties",
        named=True,
    ),
)
_DOCUMENT = re.compile(
    r"\.(?:md|mdx|markdown|rst|adoc|asciidoc|org|txt|textile|pod|rdoc)$", re.IGNORECASE
)
_ASKS_DOCUMENTS = re.compile(
    r"\b(?:docs|documentation|readme|guide|tutorial|changelog|manual|release notes)\s+"
    r"(?:of|for|on|about|that|which|how|explain\w*)\b"
    r"|\b(?:is|are)\s+(?:[\w-]+\s+){0,3}(?:documented|explained)\b"
    r"|\bin the (?:docs|documentation|readme|guide|tutorial|changelog|manual|release notes)\b"
    r"|^\W*(?:readme|changelog|contributing guide)\b",
    re.IGNORECASE,
)


def asks_documents(text: str) -> bool:
    """True if a query's text asks for what is written about the code."""
    return _ASKS_DOCUMENTS.search(text) is not None


def asked_files(words: frozenset[str], paths: Iterable[str], *, documents: bool) -> set[str]:
    """Those of `paths` that a query with these words asks for; with `documents`, these too."""
    said = frozenset(map(stem, words))
    kinds = [kind for kind in _KINDS if not said.isdisjoint(kind.words | kind.tools)]
    meant = [one for one in kinds if one.tools & said or len(one.words & said) >= one.n_words]
    if not meant and not documents:
        return set()
    return {
        path
        for path in paths
        if (documents and _is_document(path)) or any(_is_of(one, path, said) for one in meant)
    }


def _is_of(kind: _Kind, path: str, said: frozenset[str]) -> bool:
    if not _has_form(kind.of_path, path):
        return False
    return not kind.is_named or not (_stems_of(path) - kind.words).isdisjoint(said)


@lru_cache(maxsize=20_000)
def _has_form(form: re.Pattern[str], path: str) -> bool:
    return form.search(path) is not None


@lru_cache(maxsize=20_000)
def _is_document(path: str) -> bool:
    return _DOCUMENT.search(path) is not None


@lru_cache(maxsize=20_000)
def _stems_of(path: str) -> frozenset[str]:
    return stems(path.rpartition("/")[2].rpartition(".")[0])
