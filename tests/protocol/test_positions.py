"""Ranges in all three encodings point exactly at the text that they are said to hold."""

from __future__ import annotations

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


def started(serve: Starting, root: Path, *encodings: str) -> tuple[Client, str]:
    client = serve()
    general = {"positionEncodings": list(encodings)} if encodings else {}
    result = client.initialize(root, capabilities={"general": general})
    agreed: str = result["capabilities"]["positionEncoding"]
    return client, agreed


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


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_ranges_and_edits(serve: Starting, root: Path, encoding: str) -> None:
    client, agreed = started(serve, root, encoding)
    assert agreed == encoding
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
def test_the_first_encoding_that_both_know(
    serve: Starting, root: Path, offered: Any, agreed: str
) -> None:
    client, encoding = started(serve, root, *offered)
    assert encoding == agreed
    assert client.run("status")["workspace"] == root.as_uri()


@pytest.mark.parametrize("end", ENDS, ids=["lf", "crlf", "cr"])
def test_only_line_ends_end_lines(client: Client, buffers: Buffers, end: str) -> None:
    strange = "\f\v\x1c\x1d\x1e\x85\u2028\u2029"
    lines = ("# {0} a", "x = '{0}'", "\f", "def target(p):", "    return call('{0}', p.q)", "")
    text = end.join(lines).format(strange)
    buffers.open("a.py", text)
    buffers.change("a.py", 2, replacement((4, 11), (4, 15), "other"))
    answer = client.run("signals", {"symbol": "target"})
    check_ranges(answer, text.replace("call", "other"), "utf-16")
    assert answer["symbol"]["selectionRange"]["start"] == {"line": 3, "character": 4}
    assert [one["text"] for one in answer["signals"]["calls"]["external"]] == ["other"]
    assert answer["signals"]["lineCount"] == 2


def test_workspace_symbols_in_the_encoding(serve: Starting, root: Path) -> None:
    text = "class Ñ:\n    '🐍🐍'; größe = 1\n    if '🐍': ö = lambda: 1\nclass Ö: 'ö🐍'; ñ = 2\n"
    text += "'🐍🐍'\ndef ñandú(): pass\n"
    write_files(root, {"a.py": text})
    for encoding in ENCODINGS:
        client, _ = started(serve, root, encoding)
        assert client.run("waitForFresh")["fresh"]
        (found,) = client.call("workspace/symbol", {"query": "ñandú"})
        assert cut(text, found["location"]["range"], encoding) == "ñandú"
