"""Context, patterns, the graph of records, and decisions whose claims are judged."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from codewitness.features.habits import style_of
from codewitness.features.places import BadRequest, Reading
from codewitness.features.places_of_code import places_of_code
from codewitness.protocol.folders import start
from tests.support.folders import SECONDS, settle
from tests.support.memory import STORE, Remembering
from tests.support.snapshots import snapshot_of

FILES = {
    "pkg/store.py": STORE,
    "pkg/rows.py": "import json\n\ndef first_row(rows: str) -> int:\n    return json.loads(rows)",
    "tests/test_store.py": "import pytest\n\ndef test_save():\n    assert pytest\n",
}


@pytest.fixture
def files() -> dict[str, str]:
    return FILES


@pytest.fixture
def shop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str]
) -> Iterator[Remembering]:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    found = Remembering(tmp_path / "shop", tmp_path / "data", files, is_writer=True)
    stop = start(found.folder, follow_disk=False)
    try:
        settle(found.folder)
        yield found
    finally:
        stop(SECONDS)


def remember(shop: Remembering) -> dict[str, str]:
    """Two sessions of work; the ids of what was recorded."""
    ids = {}
    for number in range(2):
        ids[f"session{number}"] = shop.ask("session.start", description=f"work {number}")["id"]
        error = shop.ask(
            "session.recordError", errorType="KeyError", message=f"'row-{number}'",
            uri="pkg/store.py", lineNumber=3 + 4 * number,
        )  # fmt: skip
        for path, lines in (("pkg/store.py", [2, 3]), ("pkg/rows.py", [3, 4])):
            change = shop.ask(
                "session.trackFileChange", uri=path, action="edit", reason="rows", lineRange=lines
            )
            ids[f"{path}{number}"] = change["id"]
        ids[f"error{number}"] = error["id"]
        shop.ask("session.resolveError", errorId=error["id"], solution="ask with get")
        shop.ask("session.end", success=True)
    return ids


def test_claims_are_judged_now(shop: Remembering) -> None:
    made = shop.ask(
        "session.recordDecision", decision="Rows are counted", rationale="For the bill",
        symbols=["Store.save"], claims=["Store.save writes self.count", "Store.load calls open"],
    )  # fmt: skip
    assert [one["standing"] for one in made["claims"]] == ["holds", "holds"]
    assert made["standing"] == "holds"
    uri = shop.uri("pkg/store.py")
    text = STORE.replace("        self.count += 1\n", "")
    shop.session.open_document(shop.folder, "pkg/store.py", uri, 1, text)
    (now,) = shop.ask("session.decisions", symbol="Store.save")["decisions"]
    assert [one["standing"] for one in now["claims"]] == ["contradicted", "holds"]
    assert now["standing"] == "contradicted"
    assert shop.ask("session.decisions", standing="holds")["decisions"] == []
    context = shop.ask("session.projectContext")
    assert "CONTRADICTED now: Store.save writes self.count" in context["markdown"]
    shop.session.close_document(uri)
    assert len(shop.ask("session.decisions", standing="holds")["decisions"]) == 1


def test_context_fits_its_budget(shop: Remembering) -> None:
    remember(shop)
    for number in range(30):
        shop.ask("session.recordLesson", lesson=f"lesson {number} about uploads and retries")
    shop.ask("session.recordLesson", lesson="the database locks rows")
    sizes = []
    for level in ("brief", "detailed", "comprehensive"):
        found = shop.ask("session.projectContext", level=level)
        sizes.append(found["tokens"])
        assert found["markdown"].startswith("# shop")
        assert {"Lessons", "Hot files", "Code"} <= {one["title"] for one in found["sections"]}
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[2]
    small = shop.ask("session.projectContext", level="comprehensive", maxTokens=120)
    assert small["tokens"] <= 120
    focused = shop.ask("session.projectContext", focus="row locks of the database", level="brief")
    lessons = next(one for one in focused["sections"] if one["title"] == "Lessons")
    assert lessons["lines"][0] == "the database locks rows"


def test_a_newcomer_is_told_where_the_code_is() -> None:
    files = {
        "core/store.py": STORE + "def keep():\n    return 1\ndef _own():\n    return 1\n",
        "core/store_test.py": "def test_a(): ...\ndef test_b(): ...\n" * 3,
        "core/deep/er/than.py": "def far(): ...\n",
        "tests/test_store.py": "class Fake: ...\ndef test_c(): ...\n",
        "main.py": "def run(): ...\ndef stop(): ...\n",
        "Makefile": "all:\n\techo\n",
    }
    snapshot = snapshot_of(files)
    (folder,) = snapshot.folders
    lines = places_of_code(
        symbol for path in files for symbol in Reading(snapshot).symbols(folder, path)[0]
    )
    assert lines == [
        "core/ 2 files, 11 definitions: Store, keep",
        "at the top 1 file, 2 definitions: run, stop",
        "core/deep/ 1 file, 1 definition: far",
        "tests/ (tests) 1 file, 2 definitions",
    ]


def test_patterns(shop: Remembering) -> None:
    ids = remember(shop)
    found = shop.ask("session.analyzePatterns")
    (error,) = found["recurringErrors"]
    assert (error["what"], error["count"]) == ("missing key", 2)
    assert error["detail"] == "ask with get"
    assert found["hotFiles"][0]["what"] == "pkg/store.py"
    assert found["hotFiles"][0]["count"] == 4
    assert found["hotMethods"][0]["what"] == "pkg.store.Store.save"
    (pair,) = found["changedTogether"]
    assert pair["what"] == "pkg/rows.py and pkg/store.py"
    assert pair["examples"] == [ids["session0"], ids["session1"]]
    whats = {kind: {one["what"] for one in found[kind]} for kind in found if kind != "freshness"}
    assert {"json", "pytest"} <= whats["libraries"]
    assert "python functions with types" in whats["typing"]
    assert "test files test_*.py" in whats["testing"]
    assert "python functions: snake_case" in whats["naming"]
    assert shop.ask("session.analyzePatterns", since="2999-01-01")["hotFiles"] == []


MARKED = {
    "test_*.py": "test_rows.py", "*_test.go": "rows_test.go", "*.test.tsx": "Rows.test.tsx",
    "*.spec.ts": "rows.spec.ts", "*_spec.rb": "rows_spec.rb", "*Test.java": "RowsTest.java",
    "*Tests.cs": "RowsTests.cs", "*_test.py": "rows_test.py",
}  # fmt: skip


@pytest.mark.parametrize(
    "files", [dict.fromkeys((*MARKED.values(), "latest.py", "contest.go"), "\n")]
)
def test_tests_are_told_by_what_marks_them(shop: Remembering) -> None:
    told = shop.ask("session.analyzePatterns")["testing"]
    by_form = {one["what"].removeprefix("test files "): one["examples"] for one in told}
    assert by_form == {form: [name] for form, name in MARKED.items()}


HABITS = {
    **{f"pkg/m{n}.py": "import numpy\nfrom pkg import rows\nimport tool\n" for n in range(70)},
    "pkg/typed.py": "def wide(\n    a: int,\n    b=(1, 2),\n) -> str:\n    return ''\n",
    "guide.md": "import pandas\n\n    from pkg import store\n",
    "web/package.json": '{"name": "@shop/web"}\n',
    "web/main.ts": 'import { a } from "@shop/web/a";\nimport b from "@trpc/server/x";\n',
    "go.mod": "module example.com/shop\n",
    "a.go": 'package a\n\nimport (\n\t"fmt"\n\t"example.com/shop/b"\n)\n',
}


@pytest.mark.parametrize("files", [HABITS])
def test_habits_are_those_of_all_code(shop: Remembering) -> None:
    found = shop.ask("session.analyzePatterns", limit=50)
    counts = {one["what"]: one["count"] for one in found["libraries"]}
    assert counts["numpy"] == counts["tool"] == 70
    assert {"@trpc/server", "fmt"} <= counts.keys()
    assert not counts.keys() & {"pandas", "pkg", "@shop/web", "example.com/shop/b", "store"}
    typed = {one["what"]: one["examples"] for one in found["typing"]}
    assert "wide" in typed["python functions with types"]


def test_the_graph(shop: Remembering) -> None:
    ids = remember(shop)
    old = shop.ask("session.recordDecision", decision="a", rationale="x", symbols=["Store.save"])
    new = shop.ask("session.recordDecision", decision="b", rationale="y", supersedes=old["id"])
    found = shop.ask("session.graph")
    edges = {(one["from"], one["relation"], one["to"]) for one in found["edges"]}
    assert (ids["session0"], "includes", ids["error0"]) in edges
    assert (ids["error0"], "affects", "file:pkg/store.py") in edges
    assert (ids["error0"], "affects", "method:pkg.store.Store.save") in edges
    assert (ids["error0"], "resolved_by", ids["pkg/store.py0"]) in edges
    assert (new["id"], "supersedes", old["id"]) in edges
    assert any({a, b} == {old["id"], ids["error0"]} for a, kind, b in edges if kind == "related_to")
    one = shop.ask("session.graph", id=new["id"], hops=1)
    assert {node["id"] for node in one["nodes"]} == {new["id"], old["id"]}
    two = shop.ask("session.graph", id=new["id"], hops=2)
    assert ids["error0"] in {node["id"] for node in two["nodes"]}
    with pytest.raises(BadRequest, match="id: no record"):
        shop.ask("session.graph", id="dec-none")
    with pytest.raises(BadRequest, match="hops: "):
        shop.ask("session.graph", hops=4)


def test_the_graph_names_methods_as_they_are_called_now(shop: Remembering) -> None:
    lesson = shop.ask("session.recordLesson", lesson="x", symbols=["Store.save"])
    error = shop.ask(
        "session.recordError", errorType="E", message="m", uri="pkg/store.py", lineNumber=3
    )
    uri, text = shop.uri("pkg/store.py"), STORE.replace("def save(", "def keep(")
    shop.session.open_document(shop.folder, "pkg/store.py", uri, 1, text)
    nodes = shop.ask("session.graph", id="method:pkg.store.Store.keep")["nodes"]
    assert {one["id"] for one in nodes} == {lesson["id"], error["id"]}
    hot = shop.ask("session.analyzePatterns")["hotMethods"]
    assert [one["what"] for one in hot] == ["pkg.store.Store.keep"]
    shop.session.close_document(uri)
    assert shop.ask("session.graph", id="method:pkg.store.Store.save")["nodes"] == nodes


@pytest.mark.parametrize(
    ("name", "is_type", "style"),
    [
        ("parse_rows", False, "snake_case"),
        ("is_empty?", False, "snake_case"),
        ("save!", False, "lowercase"),
        ("rows_at=", False, "snake_case"),
        ("GET", False, "UPPER_CASE"),
        ("URI", True, "PascalCase"),
        ("parseRows", False, "camelCase"),
        ("Parse", False, "PascalCase"),
        ("==", False, "other"),
    ],
)
def test_styles_of_names(name: str, is_type: bool, style: str) -> None:
    assert style_of(name, is_type=is_type) == style
