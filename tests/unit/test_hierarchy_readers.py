"""The readers of other servers' suites, over small files of the same forms."""

from __future__ import annotations

from pathlib import Path

from benchmarks.support import (
    hierarchy_gopls,
    hierarchy_pyright,
    hierarchy_rust,
    hierarchy_typescript,
)
from benchmarks.support.hierarchy_cases import FUNCTION, METHOD, Call, Item, Question

FOURSLASH = """\
/// <reference path="fourslash.ts" />

//// work();
//// function /**/work() {
//// }

goTo.marker();
verify.baselineCallHierarchy();
"""
DRAWING = """\
╭ name: work
├ kind: function
├ file: /tests/cases/fourslash/callHierarchyWork.ts
├ span:
│ ╭ /tests/cases/fourslash/callHierarchyWork.ts:2:1-3:2
│ │ 2: function work() {
│ │    ^^^^^^^^^^^^^^^^^
│ ╰
├ selectionSpan:
│ ╭ /tests/cases/fourslash/callHierarchyWork.ts:2:10-2:14
│ ╰
├ incoming:
│ ╭ from:
│ │ ╭ name: /tests/cases/fourslash/callHierarchyWork.ts
│ │ ├ kind: script
│ │ ├ file: /tests/cases/fourslash/callHierarchyWork.ts
│ │ ├ span:
│ │ │ ╭ /tests/cases/fourslash/callHierarchyWork.ts:1:1-3:2
│ │ │ ╰
│ │ ├ selectionSpan:
│ │ │ ╭ /tests/cases/fourslash/callHierarchyWork.ts:1:1-1:1
│ │ │ ╰
│ │ ╰ incoming: none
│ ├ fromSpans:
│ │ ╭ /tests/cases/fourslash/callHierarchyWork.ts:1:1-1:5
│ │ ╰
│ │ ╭ /tests/cases/fourslash/callHierarchyWork.ts:3:1-3:2
│ ╰ ╰
╰ outgoing: none
"""


def test_typescript(tmp_path: Path) -> None:
    (tmp_path / "callHierarchyWork.ts").write_text(FOURSLASH)
    (tmp_path / "callHierarchyWork.callHierarchy.txt").write_text(DRAWING)
    (case,) = hierarchy_typescript.read(tmp_path)
    assert case.files == {"callHierarchyWork.ts": "work();\nfunction work() {\n}"}
    (question,) = case.questions
    assert (question.path, question.at) == ("callHierarchyWork.ts", (1, 9))
    (item,) = question.items
    assert (item.name, item.kinds) == ("work", frozenset({FUNCTION}))
    assert (item.whole, item.name_range) == (((1, 0), (2, 1)), ((1, 9), (1, 13)))
    assert item.outgoing == ()
    assert item.incoming is not None
    (call,) = item.incoming
    assert (call.item.name, call.item.incoming) == ("callHierarchyWork.ts", ())
    assert call.sites == (((0, 0), (0, 4)), ((2, 0), (2, 1)))


PYRIGHT = """\
/// <reference path="typings/fourslash.d.ts" />

// @filename: made.py
//// def /*marker1*/make():
////     pass

// @filename: used.py
//// from made import make
//// def [|first|]():
////     /*marker2*/make()

{
    const ranges = helper.getRanges();
    const references = ranges.map((range) => {
        return { path: range.fileName, range: helper.convertPositionRange(range) };
    });
    const itemList = [{ filePath: references[0].path, range: references[0].range, name: 'first' }];
    helper.verifyShowCallHierarchyGetIncomingCalls({
        marker1: {
            items: itemList,
        },
        marker2: {
            items: [{ filePath: references[0].path, range: references[0].range, name: 'first' }],
        },
    });
}
"""


def test_pyright(tmp_path: Path) -> None:
    path = tmp_path / "showcallhierarchy.incomingCalls.make.fourslash.ts"
    path.write_text(PYRIGHT)
    (case,) = hierarchy_pyright.read(tmp_path)
    first = Item(path="used.py", name="first", name_range=((1, 4), (1, 9)))
    asked = (Item(incoming=(Call(item=first),)),)
    assert case.questions == (
        Question(path="made.py", at=(0, 4), items=asked),
        Question(path="used.py", at=(2, 4), items=asked),
    )


GOPLS = """\
Calls.

-- go.mod --
module example.com

-- a/a.go --
package a

func work() { other() } //@ loc(work, "work"), outgoingcalls(work, other)
func other() {} //@ loc(other, "other"), incomingcalls(other, work)
"""


def test_gopls(tmp_path: Path) -> None:
    (tmp_path / "calls.txt").write_text(GOPLS)
    (case,) = hierarchy_gopls.read(tmp_path)
    assert [*case.files] == ["go.mod", "a/a.go"]
    work = Item(path="a/a.go", name_range=((2, 5), (2, 9)))
    other = Item(path="a/a.go", name_range=((3, 5), (3, 10)))
    outgoing, incoming = case.questions
    assert outgoing.items[0].outgoing == (Call(item=other),)
    assert outgoing.items[0].incoming is None
    assert incoming.items[0].incoming == (Call(item=work),)


RUST = """\
    #[test]
    fn test_calls() {
        check_hierarchy(
            false,
            r#"
//- /lib.rs
fn wor$0k() {}
fn run() { work(); }
"#,
            expect![["work Function FileId(0) 0..12 3..7"]],
            expect!["run Function FileId(0) 13..33 16..19 : FileId(0):24..28"],
            expect![[]],
        );
    }
"""


def test_rust_analyzer(tmp_path: Path) -> None:
    (tmp_path / "call_hierarchy.rs").write_text(RUST)
    (case,) = hierarchy_rust.read(tmp_path)
    assert case.files == {"src/lib.rs": "fn work() {}\nfn run() { work(); }\n"}
    run = Item(
        path="src/lib.rs",
        name="run",
        kinds=frozenset({FUNCTION, METHOD}),
        whole=((1, 0), (1, 20)),
        name_range=((1, 3), (1, 6)),
    )
    (question,) = case.questions
    assert question.at == (0, 6)
    assert question.items[0].incoming == (Call(item=run, sites=(((1, 11), (1, 15)),)),)
    assert question.items[0].outgoing == ()
