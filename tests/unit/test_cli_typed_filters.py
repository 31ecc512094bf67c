"""Filters that are typed into the query of `codewitness search`, as in the editors' search."""

from __future__ import annotations

from typing import Any

import pytest

from codewitness.cli import with_command
from codewitness.cli.typed_filters import typed
from codewitness.features.places import BadRequest


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("retry upload", {"query": "retry upload"}),
        (
            "fit calls:fit lang:py -test",
            {
                "query": "fit",
                "calls": ["fit"],
                "languages": ["py"],
                "excludeTags": ["domain:test"],
            },
        ),
        ("-tests -class x", {"query": "x", "excludeTags": ["domain:test", "domain:class"]}),
        (
            "-lang:ts -calls:print x",
            {"query": "x", "excludeTags": ["lang:typescript", "calls:print"]},
        ),
        ("reads:a.b writes:c x", {"query": "x", "includeTags": ["reads:a.b", "writes:c"]}),
        ("accesses:a.b x", {"query": "x", "accesses": ["a.b"]}),
        ('path:"my code/**" x', {"query": "x", "paths": ["my code/**"]}),
        ('"calls:fit" x', {"query": "calls:fit x"}),
        ("std::vector http://here", {"query": "std::vector http://here"}),
        (
            "raises:KeyError handles:OSError",
            {"query": "KeyError OSError", "includeTags": ["raises:KeyError", "handles:OSError"]},
        ),
        (
            "min:0.3 limit:50 mode:lexical x",
            {"query": "x", "minRelevance": 0.3, "limit": 50, "mode": "lexical"},
        ),
        ("in:decisions in:code why", {"query": "why", "memoryTypes": ["decision", "code"]}),
        ("mode: fast", {"query": "mode: fast"}),
        ("def load(self, path:str, mode:int)", {"query": "def load(self, path:str, mode:int)"}),
        ("x path:(a|b)", {"query": "x", "paths": ["(a|b)"]}),
        ("a - b --all", {"query": "a - b --all"}),
        ("cannot find -lssl", {"query": "cannot find -lssl"}),
        ('"unfinished quote', {"query": "unfinished quote"}),
    ],
)  # fmt: skip
def test_what_is_typed(query: str, expected: dict[str, Any]) -> None:
    assert typed(query).onto({}) == expected


def test_what_is_typed_comes_beside_options() -> None:
    options = {"calls": ["a"], "paths": [], "limit": 10}
    assert typed("x calls:b limit:3").onto(options) == {
        "query": "x", "calls": ["a", "b"], "paths": [], "limit": 3
    }  # fmt: skip


def test_what_leaves_nothing_out_is_told() -> None:
    assert typed("cannot find -lssl").notes[0].startswith("-lssl is taken for a word; left out are")
    assert typed("x -test").notes == []


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("limit:2.5 x", "limit: takes a whole number, got '2.5'"),
        ("min:many x", "min: takes a number, got 'many'"),
        ("in:dreams x", "in: takes code, decisions"),
    ],
)
def test_what_a_filter_does_not_take(query: str, problem: str) -> None:
    with pytest.raises(BadRequest, match=problem):
        typed(query)


def test_what_is_left_out_is_no_option() -> None:
    given = ["search", "retry", "-test", "-calls:print", "--limit", "3", "-h"]
    assert with_command(given) == [
        "search", "retry", " -test", " -calls:print", "--limit", "3", "-h"
    ]  # fmt: skip
    assert with_command(["callers", "-test"]) == ["callers", "-test"]
