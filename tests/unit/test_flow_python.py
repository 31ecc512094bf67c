"""What the flow of Python scopes says: sites, assignments that reach a read, headers."""

from __future__ import annotations

from typing import Any

import pytest

from codewitness.model.flow import Flow, unpacked
from codewitness.model.text import Text
from codewitness.syntax.extract import analyse


def flow(source: str, name: str = "") -> Flow:
    """The flow of the definition `name`, or of the module."""
    analysis = analyse("m.py", Text.of(source))
    assert analysis is not None
    facts = analysis.core
    if not name:
        return unpacked(facts.module_facts.flow)
    found = next(one for one in facts.definitions if one.qualified_name == name)
    return unpacked(found.facts.flow)


def callees(source: str, name: str = "") -> list[Any]:
    """The callees of all sites but attribute reads."""
    return [site[1] for site in flow(source, name).sites if site[0] != "r"]


def test_a_site_is_where_the_callees_name_stands() -> None:
    source = "def f(a):\n    return (a.b)(1, k=2).c()\n"
    sites = flow(source, "f").sites
    assert [source[start:end] for _, _, start, end, *_ in sites] == ["b", "c"]
    assert sites[0] == ["c", ["a", ["v", "a", -1], "b"], 24, 25, [["k", 1]], ["k", ["k", 2]]]
    assert sites[1][1] == ["a", ["c", 0], "c"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("x = f; x = g; x()", [1]),
        ("x = f\n    if a: x = g\n    x()", [0, 1]),
        ("x = f\n    if a: return\n    else: x = g\n    x()", [1]),
        ("x = f\n    for i in a:\n        x()\n        x = g", [0, 2]),
        ("x = f\n    while a:\n        x = g\n        break\n    x()", [0, 1]),
        ("x = f\n    try: x = g\n    except E: x = h\n    x()", [1, 2]),
        ("x = f\n    try: x = g\n    except E: x()", [0, 1]),
        ("a.x = f; a.x = g; a.x()", [1]),
        ("a['k'] = f; a['l'] = g; a['k']()", [0]),
    ],
)
def test_reads_know_which_assignments_reach_them(body: str, expected: list[int]) -> None:
    sites = flow(f"def t(a):\n    {body}\n", "t").sites
    (callee,) = [site[1] for site in sites if site[0] == "c"]
    assert callee[0] == "v"
    assert sorted(callee[2:]) == expected


def test_a_call_on_an_object_makes_what_was_known_of_it_unknown() -> None:
    assert callees("def t(a):\n    a.x = f\n    a.g()\n    a.x()\n", "t")[-1] == [
        "a",
        ["v", "a", -1],
        "x",
    ]


def test_conditions_narrow() -> None:
    source = "def t(a):\n    if not isinstance(a, (B, C)):\n        return\n    a.m()\n"
    found = flow(source, "t")
    assert found.sites[-1][1] == ["a", ["v", "a", 1], "m"]
    assert found.binds[1] == [None, ["n", ["v", "a", -1], ["u", "B", "C"], 1]]


def test_headers_are_read_in_the_scope_around() -> None:
    source = "@d(1)\ndef f(a: 'List[A]', b=c(), *, k: int = 2) -> m.R: ...\n"
    found = flow(source)
    sites, parameters, bases, result, value = found.headers[0]
    assert parameters == [
        ["a", "", ["i", "List", ["L", "tuple", 0, "A"]], None],
        ["b", "", None, ["c", 1]],
        ["k", "k", "int", ["k", 2]],
    ]
    assert (sites, bases, result, value) == ([2], [], ["a", "m", "R"], ["c", 2])
    assert [site[0] for site in found.sites] == ["h", "h", "d"]


def test_what_calls_without_saying_so() -> None:
    source = "def t(a, b):\n    with a as x: pass\n    for y in b: pass\n    raise E\n"
    assert [site[0] for site in flow(source, "t").sites] == ["w", "l", "b"]


def test_imports() -> None:
    source = "import a.b, c.d as e\nfrom ..p import q as r\nfrom s import *\n"
    found = flow(source)
    assert found.binds == [
        ["a", ["m", "a"]],
        ["e", ["m", "c.d"]],
        ["r", ["m", "..p", "q"]],
    ]
    assert found.stars == ["s"]


def test_names_of_a_comprehension_are_its_own() -> None:
    found = flow("def t(x):\n    [x.a() for x in x.b() if x.c()]\n    x.d()\n", "t")
    owners = {site[1][2]: site[1][1] for site in found.sites if site[0] == "c"}
    assert owners["b"] == owners["d"] == ["v", "x", -1]
    assert owners["a"] == owners["c"] == ["v", "x", 0]


@pytest.mark.parametrize(
    ("deep", "n_calls"), [("(" * 900 + "f()" + ")" * 900, 1), ("a" + ".b()" * 900, 900)]
)
def test_deep_nesting_loses_no_call(deep: str, n_calls: int) -> None:
    assert len([site for site in flow(deep).sites if site[0] == "c"]) == n_calls
