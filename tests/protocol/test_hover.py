"""Hover on the name of a definition: its signals, from the text at this moment."""

from __future__ import annotations

from typing import Any

import pytest

from tests.protocol.buffers import Buffers, cut, replacement
from tests.support.client import Client, Json, until

CODE = """\
class Zoo:
    def feed(self, tier):
        for food in self.store[tier]:
            tier.give(food)
        raise Full

    def close(self): return 1
"""
CART = "<?php\nclass Cart {\n    function add($row) {\n        return f($row);\n    }\n}\n"
DECORATED = """\
@cached
# kept for an hour
@route(
    "/a",
)
@both
def one(
    a,
    b=1,
): return a
"""
TYPES = """\
pub enum Unit { Second }
pub trait Named { fn name(&self) -> Unit; }
pub struct Point(i32);
pub fn origin() -> Point { Point(0) }
"""
LONG = """\
class Long:
    def all(self):
%s        self.own()

    def own(self): return 1
""" % "".join(f"        f{n}()\n" for n in range(9))  # noqa: UP031 (braces)
NAMED_LAST = """\
typedef struct {
    int n;
} item;
typedef enum color { RED } colour;
"""
FILES = {
    "item.c": NAMED_LAST,
    "units.rs": TYPES,
    "long.py": LONG,
    "zoo.py": CODE,
    "cart.php": CART,
    "deco.py": DECORATED,
    "many.py": "def many():\n" + "".join(f"    f{n}()\n" for n in range(20)),
}


def hover(client: Client, buffers: Buffers, path: str, line: int, character: int) -> Any:
    document = {"uri": buffers.uri(path)}
    at = {"line": line, "character": character}
    return client.call("textDocument/hover", {"textDocument": document, "position": at})


def markdown(answer: Json) -> str:
    assert answer["contents"]["kind"] == "markdown"
    text: str = answer["contents"]["value"]
    return text


@pytest.mark.parametrize("character", [8, 10, 12])
def test_signals_of_a_method(client: Client, buffers: Buffers, character: int) -> None:
    answer = hover(client, buffers, "zoo.py", 1, character)
    assert cut(CODE, answer["range"], "utf-16") == "feed"
    assert markdown(answer).splitlines()[:-1] == [
        "**method** `zoo.Zoo.feed`",
        "",
        "```python",
        "def feed(self, tier)",
        "```",
        "",
        "calls `tier.give`  ",
        "reads `self.store`  ",
        "subscripts `self.store[tier]`  ",
        "raises `Full`  ",
        "4 lines · loop",
        "",
    ]


def test_decorators_stand_above_it(client: Client, buffers: Buffers) -> None:
    text = markdown(hover(client, buffers, "deco.py", 6, 5))
    assert text.split("```")[1].splitlines()[1:] == [
        "@cached",
        '@route("/a")',
        "@both",
        "def one(a, b=1)",
    ]


def test_methods_of_a_class(client: Client, buffers: Buffers) -> None:
    text = markdown(hover(client, buffers, "zoo.py", 0, 7))
    head = "**class** `zoo.Zoo`\n\n```python\nclass Zoo\n```\n\nmethods `feed`, `close`\n\n"
    assert text.startswith(head)


def test_callers_once_they_are_counted(client: Client, buffers: Buffers) -> None:
    buffers.open("zoo.py", CODE + "\n\ndef day(zoo: Zoo):\n    zoo.feed(1)\n    zoo.feed(2)\n")

    def last_line() -> str | None:
        last = markdown(hover(client, buffers, "zoo.py", 1, 8)).splitlines()[-1]
        assert last in ("callers: still being counted", "1 caller: 1 typed")
        return last if last.startswith("1 ") else None

    client.wait(last_line, "the count of callers")
    assert markdown(hover(client, buffers, "zoo.py", 6, 9)).endswith("no callers")


def test_a_long_list_is_cut_and_says_so(client: Client, buffers: Buffers) -> None:
    text = markdown(hover(client, buffers, "many.py", 0, 4))
    assert "calls `f0`, `f1`, `f2`, `f3`, `f4`, `f5`, `f6`, `f7`, and 12 more" in text


@pytest.mark.parametrize(
    ("path", "line", "character"),
    [("zoo.py", 1, 4), ("zoo.py", 3, 14), ("zoo.py", 99, 0), ("../other.py", 0, 0)],
)
def test_nothing_elsewhere(
    client: Client, buffers: Buffers, path: str, line: int, character: int
) -> None:
    assert hover(client, buffers, path, line, character) is None


def test_unsaved_text(client: Client, buffers: Buffers) -> None:
    buffers.open("zoo.py", CODE)
    buffers.change("zoo.py", 2, replacement((1, 0), (1, 0), "    # 🐘\n"))
    assert markdown(hover(client, buffers, "zoo.py", 2, 8)).startswith("**method**")
    buffers.change("zoo.py", 3, replacement((5, 14), (5, 18), "Empty()"))
    text = markdown(hover(client, buffers, "zoo.py", 2, 8))
    assert "calls `tier.give`, `Empty`" in text
    assert "raises `Empty`" in text


def test_what_is_not_read_is_not_told_as_nothing(client: Client, buffers: Buffers) -> None:
    note = "calls and signals are not read in php"
    method = markdown(hover(client, buffers, "cart.php", 2, 14)).splitlines()
    assert method[-1] == f"3 lines · *{note}*"
    assert "caller" not in markdown(hover(client, buffers, "cart.php", 1, 7))
    document = {"uri": buffers.uri("cart.php")}
    assert client.call("textDocument/codeLens", {"textDocument": document}) == []
    at = {"textDocument": document, "position": {"line": 2, "character": 14}}
    assert client.call("textDocument/prepareCallHierarchy", at) is None
    answer = client.run("lens.callers", {"symbol": "Cart.add"})
    assert (answer["message"], answer["complete"]) == (f"cart.Cart.add: {note}", False)


def test_own_calls_are_not_among_those_that_are_left_out(client: Client, buffers: Buffers) -> None:
    shown = ", ".join(f"`f{n}`" for n in range(7))
    told = markdown(hover(client, buffers, "long.py", 1, 9))
    assert f"calls `self.own`, {shown}, and 2 more" in told


def test_a_type_that_is_not_called_is_not_said_to_have_no_callers(
    client: Client, buffers: Buffers
) -> None:
    def told(line: int, character: int) -> str:
        return markdown(hover(client, buffers, "units.rs", line, character))

    for line in (0, 1):
        assert until(lambda at=line: "caller" not in told(at, 10), 30)
    assert until(lambda: "1 caller" in told(2, 12), 30)


def test_a_name_behind_the_body_is_in_the_signature(client: Client, buffers: Buffers) -> None:
    assert "typedef struct { … } item\n" in markdown(hover(client, buffers, "item.c", 2, 3))
    told = markdown(hover(client, buffers, "item.c", 3, 29))
    assert "typedef enum color { … } colour\n" in told
