"""Ranges in all three encodings point exactly at the text that they are said to hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.protocol.buffers import Buffers, cut, replacement, write_files
from tests.protocol.conftest import Starting
from tests.support.client import ENCODINGS, Client, Json

TEXT = (
    "class Zoo:\n"
    "    def feed(self, tier, 数量):  # 🐍🐍\n"
    "        '🐘é'; self.log('🦁', tier.name); self.stock['🥕'] -= 数量\n"
    "        if tier.hungry: raise Full('🍽')\n"
    "        return self.dé[tier].give(数量) or '🐒', keeper(tier)\n"
)
ENDS = ("\n", "\r\n", "\r")


def capabilities(*encodings: str) -> Json:
    return {"general": {"positionEncodings": list(encodings)} if encodings else {}}


@pytest.fixture(scope="module", params=ENCODINGS)
def shared(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Client]:
    starting = Starting(tmp_path_factory.mktemp("shared"))
    client = starting()
    result = client.initialize(capabilities=capabilities(request.param))
    assert result["capabilities"]["positionEncoding"] == request.param
    yield client
    starting.end()


@pytest.fixture
def encoding(client: Client, request: pytest.FixtureRequest) -> str:
    agreed: str = request.node.callspec.params["shared"]
    return agreed


def items(signals: Json) -> list[Json]:
    lists: list[list[Json]] = [*signals["calls"].values()]
    lists += [value for value in signals.values() if isinstance(value, list)]
    return [item for one in lists for item in one]


def check_ranges(answer: Json, text: str, encoding: str) -> int:
    """Every item's range holds its text; gives the number of items."""
    symbol = answer["symbol"]
    assert cut(text, symbol["selectionRange"], encoding) == symbol["name"]
    found = items(answer["signals"])
    for item in found:
        assert cut(text, item["range"], encoding) == item["text"]
    return len(found)


def test_ranges_and_edits(client: Client, root: Path, encoding: str) -> None:
    for number, end in enumerate(ENDS):
        text = TEXT.replace("\n", end)
        write_files(root, {f"saved{number}.py": text})
        assert client.run("waitForFresh")["fresh"]
        answer = client.run("signals", {"symbol": f"saved{number}.Zoo.feed"})
        assert check_ranges(answer, text, encoding) >= 12
        texts = {item["text"] for item in items(answer["signals"])}
        assert {"tier.name", "keeper", "self.stock['🥕']", "数量", "Full"} <= texts

        buffers = Buffers(client, root)
        path = f"open{number}.py"
        buffers.open(path, text)
        line = text.replace(end, "\n").split("\n")[2]
        start = width(line[: line.index("tier.name")], encoding)
        edit = replacement((2, start), (2, start + len("tier")), "🐅é.cub")
        buffers.change(path, 2, edit)
        edited = text.replace("tier.name", "🐅é.cub.name")
        buffers.change(path, 3, replacement((0, 0), (0, 0), f"# 🐙{end}"))
        edited = f"# 🐙{end}{edited}"
        position = {"line": 4, "character": 9}
        at = {"uri": buffers.uri(path), "position": position}
        answer = client.run("signals", {"symbol": at})
        assert check_ranges(answer, edited, encoding) >= 10
        assert answer["freshness"]["documents"] == {buffers.uri(path): 3}
        found = client.run("search", {"query": "feed zoo", "paths": [path]})["results"]
        whole = found[0]
        assert "feed" in cut(edited, whole["range"], encoding)
        for one in found:
            if one["signals"]:
                for item in items(one["signals"]):
                    assert cut(edited, item["range"], encoding) == item["text"]


def width(text: str, encoding: str) -> int:
    if encoding == "utf-32":
        return len(text)
    return len(text.encode(f"{encoding}-le" if encoding == "utf-16" else encoding)) // (
        2 if encoding == "utf-16" else 1
    )


@pytest.mark.parametrize(
    ("offered", "agreed"),
    [
        ((), "utf-16"),
        (("utf-32", "utf-16"), "utf-32"),
        (("utf-7",), "utf-16"),
        (("utf-7", "utf-8"), "utf-8"),
    ],
)
def test_the_first_encoding_that_both_know(serve: Starting, offered: Any, agreed: str) -> None:
    params = {"processId": None, "rootUri": None, "capabilities": capabilities(*offered)}
    result = serve().call("initialize", params)
    assert result["capabilities"]["positionEncoding"] == agreed


@pytest.mark.parametrize("end", ENDS, ids=["lf", "crlf", "cr"])
def test_only_line_ends_end_lines(
    client: Client, buffers: Buffers, encoding: str, end: str
) -> None:
    strange = "\f\v\x1c\x1d\x1e\x85\u2028\u2029"
    lines = ("# {0} a", "x = '{0}'", "\f", "def target(p):", "    return call('{0}', p.q)", "")
    text = end.join(lines).format(strange)
    buffers.open("a.py", text)
    buffers.change("a.py", 2, replacement((4, 11), (4, 15), "other"))
    answer = client.run("signals", {"symbol": "target"})
    check_ranges(answer, text.replace("call", "other"), encoding)
    assert answer["symbol"]["selectionRange"]["start"] == {"line": 3, "character": 4}
    assert [one["text"] for one in answer["signals"]["calls"]["external"]] == ["other"]
    assert answer["signals"]["lineCount"] == 2


def test_workspace_symbols(client: Client, root: Path, encoding: str) -> None:
    text = "'🐍🐍'; größe = 1\nclass Öl: '🐍'; ñandú = lambda: 1\nclass É: 'é🐍'\ndef ñu(): pass\n"
    write_files(root, {"a.py": text})
    assert client.run("waitForFresh")["fresh"]
    found = client.call("workspace/symbol", {"query": ""})
    assert {one["name"] for one in found} >= {"Öl", "É", "ñu"}
    for one in found:
        assert cut(text, one["location"]["range"], encoding) == one["name"]
