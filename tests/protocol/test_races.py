"""Read your writes: an answer is from the text as it was when its request was sent."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.protocol.buffers import Buffers, calls, replacement
from tests.protocol.conftest import Starting
from tests.support.client import Client

V1 = "def target(x):\n    return first(x)\n"
V2 = "def target(x):\n    return second(x)\n"


@pytest.fixture(scope="module", params=[False, True], ids=["stdio", "tcp"])
def shared(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Client]:
    starting = Starting(tmp_path_factory.mktemp("shared"))
    client = starting(tcp=request.param)
    client.initialize()
    yield client
    starting.end()


def test_request_then_change_in_one_write(buffers: Buffers) -> None:
    client, uri = buffers.client, buffers.uri("a.py")
    for again in range(10):
        path = f"a{again}.py"
        uri = buffers.uri(path)
        at = {"uri": uri, "position": {"line": 0, "character": 5}}
        request = client.command("signals", {"symbol": at})
        client.send(buffers.open_message(path, V1), request, buffers.change_message(path, 2, V2))
        answer = client.answer(request)
        assert calls(answer) == ["first"]
        assert answer["freshness"]["documents"] == {uri: 1}


def test_change_then_request_in_one_write(buffers: Buffers) -> None:
    client, uri = buffers.client, buffers.uri("a.py")
    buffers.open("a.py", V1)
    for version in range(2, 22):
        name = f"number_{version}"
        request = client.command("signals", {"symbol": "target"})
        client.send(buffers.change_message("a.py", version, V1.replace("first", name)), request)
        answer = client.answer(request)
        assert calls(answer) == [name]
        assert answer["freshness"]["documents"] == {uri: version}


def test_flood_of_changes_with_requests_between(buffers: Buffers) -> None:
    client, uri = buffers.client, buffers.uri("a.py")
    column = len("    return call_")
    buffers.open("a.py", V1.replace("first", "call_1"))
    messages, requests = [], {}
    for version in range(2, 202):
        old = len(str(version - 1))
        edit = replacement((1, column), (1, column + old), str(version))
        messages.append(buffers.change_message("a.py", version, edit))
        if version % 4 == 0:
            requests[version] = client.command("signals", {"symbol": "a.target"})
            messages.append(requests[version])
    client.send(*messages)
    for version, request in requests.items():
        answer = client.answer(request)
        assert answer["freshness"]["documents"] == {uri: version}
        assert calls(answer) == [f"call_{version}"]


def test_several_changes_in_one_message_apply_in_their_order(buffers: Buffers) -> None:
    buffers.open("a.py", V1)
    buffers.change(
        "a.py",
        2,
        replacement((0, 0), (0, 0), "import os\n"),
        replacement((2, 11), (2, 16), "os.fspath"),
        replacement((2, 11), (2, 13), "other"),
    )
    answer = buffers.client.run("signals", {"symbol": "target"})
    assert calls(answer) == ["other.fspath"]
    assert answer["symbol"]["selectionRange"]["start"] == {"line": 1, "character": 4}


def test_search_is_from_the_text_at_its_request_too(buffers: Buffers) -> None:
    client = buffers.client
    client.run("waitForFresh")
    before = client.command("search", {"query": "xylophone"})
    after = client.command("search", {"query": "xylophone"})
    client.send(
        buffers.open_message("a.py", "def quiet():\n    pass\n"),
        before,
        buffers.change_message("a.py", 2, "def play_xylophone():\n    pass\n"),
        after,
    )
    assert client.answer(before)["results"] == []
    assert [r["symbol"]["name"] for r in client.answer(after)["results"]] == ["play_xylophone"]
