"""Anchors follow their methods: edits, moves, renames of method, class and file, and back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from codewitness.features.memory_scope import Asking, MemoryScope
from codewitness.features.places import BadRequest
from codewitness.platform.transcripts import Transcripts
from codewitness.protocol.folders import start
from tests.support.folders import SECONDS, settle
from tests.support.memory import STORE, Remembering


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Remembering]:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    files = {"pkg/store.py": STORE, "pkg/other.py": "def other():\n    return 1\n"}
    found = Remembering(tmp_path / "shop", tmp_path / "data", files, is_writer=True)
    stop = start(found.folder, follow_disk=False)
    try:
        settle(found.folder)
        found.ask("session.recordLesson", lesson="save", symbols=["Store.save"])
        found.ask("session.recordLesson", lesson="load", symbols=["Store.load"])
        found.ask("session.recordLesson", lesson="class", symbols=["Store"])
        yield found
    finally:
        stop(SECONDS)


def scope(shop: Remembering) -> MemoryScope:
    return MemoryScope.of(shop.session.snapshot(None), Asking())


def anchors(shop: Remembering) -> dict[str, str]:
    """Where each lesson's method is now: path, name, line; `lost` if it is."""
    now = scope(shop).anchors_now()
    found: dict[str, Any] = {}
    for record in scope(shop).memory.of_type(_lesson()):
        (one,) = now[record.id]
        place = f"{one.path}:{one.line} {one.qualified_name}"
        found[record.lesson] = f"lost {place}" if one.is_lost else place  # type: ignore[attr-defined]
    return found


def write(shop: Remembering, **files: str | None) -> None:
    for name, text in files.items():
        path = shop.root / name.replace("__", "/")
        path = path.with_suffix(".py")
        if text is None:
            path.unlink()
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
    settle(shop.folder)


def test_an_edit_above_and_an_unsaved_one(shop: Remembering) -> None:
    text = "import os\n\n" + STORE
    shop.session.open_document(shop.folder, "pkg/store.py", shop.uri("pkg/store.py"), 1, text)
    assert anchors(shop)["save"] == "pkg/store.py:4 pkg.store.Store.save"
    shop.session.close_document(shop.uri("pkg/store.py"))
    assert anchors(shop)["save"] == "pkg/store.py:2 pkg.store.Store.save"


TILL = "class Till:\n    def tiny(self): return 1\n    def n(self): return 3\n"


def test_a_small_one_that_alone_has_another_name(shop: Remembering) -> None:
    write(shop, pkg__till=TILL)
    shop.ask("session.recordLesson", lesson="tiny", symbols=["Till.tiny"])
    uri, was = shop.uri("pkg/till.py"), "pkg/till.py:2 pkg.till.Till.tiny"
    assert anchors(shop)["tiny"] == was
    for text, now in (
        (TILL.replace("tiny", "wee"), "pkg/till.py:2 pkg.till.Till.wee"),
        (TILL.replace("tiny", ""), f"lost {was}"),  # while it is typed
        (TILL.replace("tiny", "wee").replace("return 1", "return 2"), f"lost {was}"),
        (TILL.replace("tiny", "wee").replace(" n(", " m("), f"lost {was}"),
        (TILL.replace("tiny", "wee") + "    def m(self): return 1\n", f"lost {was}"),
        (TILL.replace("    def tiny(self): return 1\n", ""), f"lost {was}"),
    ):
        shop.session.open_document(shop.folder, "pkg/till.py", uri, 1, text)
        assert anchors(shop)["tiny"] == now
        shop.session.close_document(uri)
        assert anchors(shop)["tiny"] == was
    for text in (TILL.replace("tiny", ""), TILL.replace("tiny", "wee")):
        write(shop, pkg__till=text)
        anchors(shop)
    assert anchors(shop)["tiny"] == "pkg/till.py:2 pkg.till.Till.wee"


def test_a_record_that_another_server_deletes_while_it_is_read(shop: Remembering) -> None:
    asking = scope(shop)
    read = list(asking.memory.records().values())
    shop.ask("memory.delete", ids=[read[0].id])
    assert asking.now(read[0]) == read[0]


def test_renames_and_moves(shop: Remembering) -> None:
    write(shop, pkg__store=STORE.replace("def save(", "def keep("))
    assert anchors(shop)["save"] == "pkg/store.py:2 pkg.store.Store.keep"
    write(shop, pkg__store=STORE.replace("class Store", "class Shop"))
    assert anchors(shop) == {
        "save": "pkg/store.py:2 pkg.store.Shop.save",
        "load": "pkg/store.py:7 pkg.store.Shop.load",
        "class": "pkg/store.py:1 pkg.store.Shop",
    }
    write(shop, pkg__store=None, lib__shelf="# moved\n" + STORE)
    assert anchors(shop) == {
        "save": "lib/shelf.py:3 shelf.Store.save",
        "load": "lib/shelf.py:8 shelf.Store.load",
        "class": "lib/shelf.py:2 shelf.Store",
    }


SMALL = {  # a file before and after it is renamed, and one that was there all the time
    "helper": ("pkg/tools.py", "pkg/aids.py", "pkg/other.py", "def helper(x):\n    return x\n"),
    "main": ("run/here.py", "run/now.py", "run/there.py", "def main():\n    run()\n"),
    "twice": ("web/sum.ts", "lib/add.ts", "web/b.ts", "export function twice(n) { return n }\n"),
    "usage": ("cmd/a/a.go", "cmd/a/c.go", "cmd/b/b.go", "package main\nfunc usage() { p() }\n"),
}
OF_OLD = {
    "py": "def old(): ...\ndef older(): ...\n",
    "ts": "function old() {}\nconst x = () => 1\n",
}
OF_OLD["go"] = "func old() {}\nfunc older() {}\n"
OF_OTHER = {"py": "def new(): ...\n", "ts": "function newer() {}\n", "go": "func newer() {}\n"}


def test_small_functions_at_the_top_go_with_their_file_alone(shop: Remembering) -> None:
    def texts(place: str, text: str) -> str:
        return text + (OF_OTHER if place in others else OF_OLD)[place.rpartition(".")[2]]

    others = {third for _, _, third, _ in SMALL.values()}
    for name, (old, _, other, text) in SMALL.items():
        for place in (old, other):
            (shop.root / place).parent.mkdir(parents=True, exist_ok=True)
            # One of them has nothing else in its file.
            (shop.root / place).write_text(text if name == "main" else texts(place, text))
    settle(shop.folder)
    for name, (old, *_) in SMALL.items():
        shop.ask("session.recordLesson", lesson=name, symbols=[f"{old}::{name}"])
    assert not any(place.startswith("lost") for place in anchors(shop).values())
    for old, new, *_ in SMALL.values():
        (shop.root / new).parent.mkdir(exist_ok=True)
        (shop.root / old).rename(shop.root / new)
    settle(shop.folder)
    found = anchors(shop)
    where = {name: found[name].split(":")[0] for name in SMALL}
    assert where == {name: new for name, (_, new, *_) in SMALL.items()}
    for _, new, *_ in SMALL.values():
        (shop.root / new).unlink()
    settle(shop.folder)
    assert all(anchors(shop)[name].startswith("lost ") for name in SMALL)


def test_two_files_of_the_same_names_are_told_apart_by_their_paths(shop: Remembering) -> None:
    text = "".join(f"def f{n}(x):\n    return x\n" for n in range(4))
    write(shop, web__of_node=text, web__of_deno=text)
    for name in ("node", "deno"):
        shop.ask("session.recordLesson", lesson=name, symbols=[f"web/of_{name}.py::f1"])
    assert anchors(shop)["node"] == "web/of_node.py:3 web.of_node.f1"
    write(shop, web__of_node=None, web__of_deno=None, lib__of_node=text, lib__of_deno=text)
    assert anchors(shop)["node"] == "lib/of_node.py:3 of_node.f1"
    assert anchors(shop)["deno"] == "lib/of_deno.py:3 of_deno.f1"
    write(shop, lib__of_node=None)  # the other one was there before
    assert anchors(shop)["node"].startswith("lost lib/of_node.py")


TWIN = """def gather(rows):
    found = {}
    for row in rows:
        found.setdefault(row.key, []).append(row.value)
    return {key: sum(values) for key, values in found.items()}
"""


def test_what_is_gone_is_no_twin_that_was_there_before(shop: Remembering) -> None:
    def remember(name: str, symbol: str) -> None:
        write(shop, a__one=TWIN, b__two=TWIN, c__three=TWIN + TWIN.replace("gather", "collect"))
        shop.ask("session.recordLesson", lesson=name, symbols=[symbol])
        assert anchors(shop)[name].startswith(symbol.partition("::")[0])

    other = "def other(): ...\n"
    remember("file", "a/one.py::gather")
    write(shop, a__one=None)
    assert anchors(shop)["file"] == "lost a/one.py:1 a.one.gather"
    remember("method", "a/one.py::gather")
    write(shop, a__one=other)
    assert anchors(shop)["method"].startswith("lost a/one.py")
    remember("beside", "c/three.py::gather")
    write(shop, c__three=TWIN.replace("gather", "collect"))
    assert anchors(shop)["beside"].startswith("lost c/three.py")
    # Copied first and then taken away, cut and then pasted, renamed: it has come since.
    remember("copied", "a/one.py::gather")
    write(shop, d__four=other + TWIN)
    assert anchors(shop)["copied"] == "a/one.py:1 a.one.gather"
    write(shop, a__one=other)
    assert anchors(shop)["copied"] == "d/four.py:2 d.four.gather"
    remember("renamed", "c/three.py::gather")
    write(shop, c__three=TWIN.replace("gather", "assemble") + TWIN.replace("gather", "collect"))
    assert anchors(shop)["renamed"] == "c/three.py:1 c.three.assemble"


def test_a_name_that_is_taken_back_while_nothing_is_saved(shop: Remembering) -> None:
    uri = shop.uri("pkg/store.py")
    for version, name in enumerate(("keep", "save", "hold", "save")):
        text = STORE.replace("def save(", f"def {name}(")
        if not version:
            shop.session.open_document(shop.folder, "pkg/store.py", uri, version, text)
        else:
            shop.session.change_document(uri, version, [(None, None, text)])
        assert anchors(shop)["save"] == f"pkg/store.py:2 pkg.store.Store.{name}"


def test_what_has_gone_while_no_server_ran_is_no_twin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    files = {"a/one.py": TWIN, "b/two.py": TWIN}
    for expected in ("a/one.py:1", "lost a/one.py:1", "lost a/one.py:1"):
        shop = Remembering(tmp_path / "shop", tmp_path / "data", files, is_writer=True)
        stop = start(shop.folder, follow_disk=False)
        try:
            settle(shop.folder)
            if not scope(shop).memory.records():
                shop.ask("session.recordLesson", lesson="x", symbols=["a/one.py::gather"])
            assert anchors(shop)["x"] == f"{expected} a.one.gather"
            scope(shop).keep_anchors()
        finally:
            stop(SECONDS)
        files["a/one.py"] = "def other(): ...\n"


def test_what_is_recorded_of_the_new_name_does_not_take_it_from_what_is_known(
    shop: Remembering,
) -> None:
    write(shop, pkg__store=STORE.replace("save(", "keep("))
    shop.ask("session.recordLesson", lesson="renamed", symbols=["Store.keep"])
    assert (
        anchors(shop)["save"] == anchors(shop)["renamed"] == "pkg/store.py:2 pkg.store.Store.keep"
    )
    write(shop, pkg__store=STORE.replace("save(", "hold("))
    claims = ["Store.hold has no loop"]
    shop.ask("session.recordDecision", decision="again", rationale="x", claims=claims)
    assert anchors(shop)["save"] == "pkg/store.py:2 pkg.store.Store.hold"
    write(shop, pkg__store=STORE.replace("save(", "store("))
    change = {"uri": shop.uri("pkg/store.py"), "action": "edit", "reason": "x", "lineRange": [2, 3]}
    shop.ask("session.trackFileChange", **change)
    assert anchors(shop)["save"] == "pkg/store.py:2 pkg.store.Store.store"


def test_nor_if_it_was_renamed_while_no_server_ran(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    for name in ("save", "keep", "hold"):
        files = {"pkg/store.py": STORE.replace("save(", f"{name}(")}
        shop = Remembering(tmp_path / "shop", tmp_path / "data", files, is_writer=True)
        stop = start(shop.folder, follow_disk=False)
        try:
            settle(shop.folder)
            shop.ask("session.recordLesson", lesson=name, symbols=[f"Store.{name}"])
            places = {*anchors(shop).values()}
            assert places == {f"pkg/store.py:2 pkg.store.Store.{name}"}
        finally:
            stop(SECONDS)


FELL = """Traceback (most recent call last):
  File "/srv/pkg/store.py", line {1}, in {0}
AttributeError: 'NoneType' object has no attribute 'key'
"""


def test_an_error_of_a_method_that_was_renamed_is_the_same(shop: Remembering) -> None:
    def recorded(name: str, line: int) -> tuple[str, bool, str]:
        found = shop.ask("session.recordError", stackTrace=FELL.format(name, line))
        return found["id"], found["known"], found["anchor"]["symbol"]

    first, *_ = recorded("save", 3)
    shop.ask("session.resolveError", errorId=first, solution="leave out empty rows")
    other, *rest = recorded("load", 8)  # while the first has its name
    assert rest == [False, "pkg.store.Store.load"]
    write(shop, pkg__store=STORE.replace("def save(", "def keep("))
    assert recorded("keep", 3) == (first, True, "pkg.store.Store.keep")
    assert recorded("load", 8) == (other, True, "pkg.store.Store.load")
    assert recorded("keep", 4) == (first, True, "pkg.store.Store.keep")
    shop.ask("session.resolveError", errorId=first)  # by what had solved it
    write(shop, pkg__store=None, lib__shelf=STORE)
    moved = FELL.format("save", 3).replace("pkg/store", "lib/shelf")
    assert shop.ask("session.recordError", stackTrace=moved)["id"] == first


def test_a_method_in_a_buffer_that_no_table_has_yet_is_found(shop: Remembering) -> None:
    moved = STORE.replace("class Store", "class Shelf")
    shop.session.open_document(shop.folder, "lib/shelf.py", shop.uri("lib/shelf.py"), 1, moved)
    write(shop, pkg__store=None)
    assert anchors(shop)["save"] == "lib/shelf.py:2 shelf.Shelf.save"


def test_lost_and_found_again(shop: Remembering) -> None:
    head, _, tail = STORE.partition("    def load")
    write(shop, pkg__store=head)
    assert anchors(shop)["load"] == "lost pkg/store.py:7 pkg.store.Store.load"
    assert anchors(shop)["save"] == "pkg/store.py:2 pkg.store.Store.save"
    assert scope(shop).keep_anchors() >= 1
    exported = shop.ask("memory.export", path="x.jsonl")
    assert exported["total"] == 3
    assert '"isLost": true' in (shop.root / "x.jsonl").read_text()
    write(shop, pkg__store=head + "    def load" + tail)
    assert anchors(shop)["load"] == "pkg/store.py:7 pkg.store.Store.load"


def test_where_it_went_is_kept(shop: Remembering) -> None:
    write(shop, pkg__store=STORE.replace("def save(", "def keep("))
    assert scope(shop).keep_anchors() >= 1
    assert scope(shop).keep_anchors() == 0
    assert len(shop.ask("session.searchErrors", symbol="Store.keep")["results"]) == 0
    again = Remembering(shop.root, shop.root.parent / "data", {})
    stored = again.session.folders[0].memories
    assert stored is not None
    lines = [one.anchors[0] for one in stored.open(stored.scope()).of_type(_lesson())]
    assert lines[0].qualified_name == "pkg.store.Store.keep"


def test_what_moves_on_the_disk_is_kept_and_what_another_tree_has_elsewhere_is_not(
    shop: Remembering, tmp_path: Path
) -> None:
    def kept() -> str:
        """Where the record itself says that it is."""
        fresh = Remembering(shop.root, tmp_path / "data", {"x.py": ""}).session.folders[0].memories
        assert fresh is not None
        [one] = [r for r in fresh.open(fresh.scope()).of_type(_lesson()) if r.lesson == "save"]
        return f"{one.anchors[0].path} {one.anchors[0].qualified_name}"

    assert anchors(shop)["save"].startswith("pkg/store.py")
    assert scope(shop).keep_moves() == 0
    write(shop, pkg__store=None, lib__store=STORE)
    # A name that is typed and not saved may be taken back.
    text, uri = STORE.replace("save(", "hold("), shop.uri("lib/store.py")
    shop.session.open_document(shop.folder, "lib/store.py", uri, 1, text)
    assert scope(shop).keep_moves() == 0
    shop.session.close_document(uri)
    assert scope(shop).keep_moves() == 3
    assert kept() == "lib/store.py store.Store.save"
    assert scope(shop).keep_moves() == 0
    # Another work tree of the project has it elsewhere, and says so.
    other = Remembering(
        tmp_path / "tree", tmp_path / "data", {"web/store.py": STORE}, is_writer=True
    )
    other.folder.memories = shop.folder.memories
    stop = start(other.folder, follow_disk=False)
    try:
        settle(other.folder)
        assert anchors(other)["save"] == "web/store.py:2 web.store.Store.save"
        assert scope(other).keep_moves() == 0
        write(other, web__store=STORE.replace("save(", "hold("))
        assert anchors(other)["save"] == "web/store.py:2 web.store.Store.hold"
        assert scope(other).keep_moves() == 1  # which it has seen
        assert anchors(shop)["save"] == "lib/store.py:2 store.Store.save"
        assert scope(shop).keep_moves() == 0
    finally:
        stop(SECONDS)


def _lesson() -> Any:
    from codewitness.model.records import LessonRecord

    return LessonRecord


def test_answers_tell_where_it_is_now(shop: Remembering) -> None:
    made = shop.ask("session.recordDecision", decision="d", rationale="r", symbols=["Store.save"])
    assert made["anchors"][0]["line"] == 2
    write(shop, pkg__store="import os\n\n" + STORE.replace("def save(", "def keep("))
    (found,) = shop.ask("session.decisions", symbol="Store.keep")["decisions"]
    (anchor,) = found["anchors"]
    assert (anchor["symbol"], anchor["line"], anchor["lost"]) == ("pkg.store.Store.keep", 4, False)


def test_a_name_that_nothing_has_or_had_is_refused(shop: Remembering) -> None:
    for command in ("session.decisions", "session.searchErrors"):
        with pytest.raises(
            BadRequest, match=r"^symbol: no definition is named 'Store\.sve'"
        ) as told:
            shop.ask(command, symbol="Store.sve")
        assert "pkg.store.Store.save" in told.value.suggestions
    assert shop.ask("session.decisions", symbol="other")["decisions"] == []
    shop.ask("session.recordDecision", decision="d", rationale="r", symbols=["Store.save"])
    write(shop, pkg__store="class Store:\n    pass\n")
    assert len(shop.ask("session.decisions", symbol="Store.save")["decisions"]) == 1  # it is gone


def test_records_take_a_member_that_a_class_only_inherits(shop: Remembering) -> None:
    taps = "class Taps:\n    def save(self): ...\n"
    source = f"from pkg.store import Store\n\nclass Safe(Store): ...\n{taps}"
    write(shop, pkg__safe=source)
    made = shop.ask("session.recordDecision", decision="d", rationale="r", symbols=["Safe.save"])
    assert [one["symbol"] for one in made["anchors"]] == ["pkg.store.Store.save"]
    shop.ask("session.recordError", errorType="E", message="m", uri="pkg/store.py", lineNumber=3)
    for name in ("Safe.save", "pkg/safe.py::Safe.save", "Store.save"):
        assert len(shop.ask("session.decisions", symbol=name)["decisions"]) == 1
        assert len(shop.ask("session.searchErrors", symbol=name)["results"]) == 1
    for name in ("Safe.load", "Taps.save"):
        assert shop.ask("session.decisions", symbol=name)["decisions"] == []
    with pytest.raises(BadRequest, match=r"symbols: no definition is named 'Safe\.boil'"):
        shop.ask("session.recordLesson", lesson="x", symbols=["Safe.boil"])


def test_chapters_take_a_member_that_a_class_only_inherits(
    shop: Remembering, tmp_path: Path
) -> None:
    (tmp_path / "talks").mkdir()
    shop.folder.transcripts = Transcripts([tmp_path / "talks"])
    taps = "class Taps:\n    def save(self): ...\n"
    write(shop, pkg__safe=f"from pkg.store import Store\n\nclass Safe(Store): ...\n{taps}")
    found = shop.ask("conversations.forSymbol", symbol="Safe.save")
    assert found["symbol"]["qualifiedName"] == "pkg.store.Store.save"
    both = shop.ask("conversations.forSymbol", symbol="save")
    assert (both["symbol"], both["chapters"]) == (None, [])
    names = {one["qualifiedName"] for one in both["candidates"]}
    assert names == {"pkg.store.Store.save", "pkg.safe.Taps.save"}


def test_the_place_of_an_error_goes_with_its_method(shop: Remembering) -> None:
    where = {"uri": shop.uri("pkg/store.py"), "lineNumber": 3}
    shop.ask("session.recordError", errorType="KeyError", message="row", **where)

    def place() -> str:
        found = shop.ask("session.searchErrors")["results"][0]["error"]
        return f"{found['file']}:{found['lineNumber']}"

    assert place() == "pkg/store.py:3"
    write(shop, pkg__store="import os\n\n" + STORE)
    assert place() == "pkg/store.py:5"
    write(shop, pkg__store=None, base__rows="import os\n\n\n" + STORE)
    assert place() == "base/rows.py:6"
    scope(shop).keep_anchors()
    assert place() == "base/rows.py:6"
    assert "in base/rows.py" in shop.ask("session.projectContext")["markdown"]
    write(shop, base__rows="import os\n")
    assert place() == "base/rows.py:6"  # where it was last
