"""`codewitness.status` and `workspace/symbol`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.protocol.buffers import Buffers, names, write_files
from tests.protocol.conftest import Starting
from tests.support.client import Client

FILES: dict[str, str | bytes] = {
    "shop/cart.py": "class ShoppingCart:\n    def total(self):\n        return sum(self.prices)\n",
    "web/app.ts": "export function renderCart(cart: Cart) { return cart.total(); }\n",
    "README.md": "# Shop\n\nHow to run it.\n",
    "broken.py": "def broken(:\n    return (((\n",
    "large.py": "x = 1\n" * 40_000,
    "binary.py": b"\0\1\2binary",
    "web/app.min.js": "var a=1;\n",
    "photo.png": b"\x89PNG",
    "secret/key.py": "KEY = 1\n",
    "excluded.py": "def excluded(): pass\n",
    ".gitignore": "secret/\n",
}

SETTINGS = {"embedder": "none", "index": {"maxFileBytes": 100_000, "exclude": ["excluded.py"]}}


def test_files_not_read_have_reasons(client: Client, root: Path) -> None:
    status = client.run("status")
    failed = {
        one["uri"].removeprefix(root.as_uri() + "/"): one["problem"]
        for one in status["files"]["failed"]
    }
    assert failed["large.py"].startswith("size: 240000 bytes")
    assert failed["binary.py"].startswith("binary")
    assert failed["web/app.min.js"].startswith("generated")
    assert failed["photo.png"].startswith("unsupported")
    assert failed["secret/"].startswith("ignored")
    assert failed["excluded.py"] == "ignored: setting"
    assert "line 1" in failed["broken.py"]
    by_reason = status["files"]["failedByReason"]
    assert by_reason["syntax"] == by_reason["size"] == by_reason["binary"] == 1
    assert sum(by_reason.values()) == len(failed)
    read = {"shop/cart.py", "web/app.ts", "README.md", "broken.py"}
    assert not (read - {"broken.py"}) & set(failed)
    assert status["files"]["indexed"] == status["files"]["total"]
    assert status["languages"].items() >= {"python": 2, "typescript": 1, "markdown": 1}.items()
    assert status["version"]
    assert status["state"] == "ready"
    assert status["embedder"] is None
    assert status["storage"]["role"] == "writer"
    assert status["storage"]["bytes"] > 0
    assert status["symbols"] >= 3
    assert status["callSites"] >= 2


def test_edges_are_counted_in_the_end(client: Client, root: Path) -> None:
    def counted() -> Any:
        status = client.run("status")
        found = status["edgesCounted"]
        assert found["files"] <= found["of"]
        return status if found["files"] == found["of"] > 0 else None

    edges = client.wait(counted, "all edges counted")["edges"]
    assert edges == {"external": 2}  # `sum` in cart.py, and `total` of something in app.ts
    buffers = Buffers(client, root)
    buffers.open("web/app.ts", "function a() {}\nfunction b() { a(); a(); }\n")

    client.run("relationships", {"symbol": "b"})

    def recounted() -> bool:
        return bool(client.run("status")["edges"].get("exact") == 2)

    client.wait(recounted, "the edges of the buffer")


def test_a_file_that_can_be_read_again_is_not_listed(client: Client, root: Path) -> None:
    write_files(
        root, {"binary.py": "def now_text(): pass\n", "large.py": "def now_small(): pass\n"}
    )
    assert client.run("waitForFresh")["fresh"]
    status = client.run("status")
    assert not {"size", "binary"} & set(status["files"]["failedByReason"])
    assert client.run("signals", {"symbol": "now_text"})["symbol"]["name"] == "now_text"
    write_files(root, {"binary.py": b"\0"})
    assert client.run("waitForFresh")["fresh"]
    status = client.run("status")
    assert status["files"]["failedByReason"]["binary"] == 1
    assert status["files"]["indexed"] == status["files"]["total"]
    assert client.refusal(client.command("signals", {"symbol": "now_text"})).code == -32602


def test_workspace_symbols_saved_and_unsaved(client: Client, root: Path) -> None:
    def symbols(query: str) -> list[tuple[str, str]]:
        found = client.call("workspace/symbol", {"query": query})
        return [(one["name"], one["location"]["uri"].rpartition("/")[2]) for one in found]

    assert symbols("ShoppingCart") == [("ShoppingCart", "cart.py")]
    assert symbols("rendcart") == [("renderCart", "app.ts")]
    assert symbols("ShoppingCart.tot") == [("total", "cart.py")]
    assert symbols("nothing like it") == []
    assert len(symbols("")) >= 3
    (found,) = client.call("workspace/symbol", {"query": "ShoppingCart"})
    assert found["kind"] == 5
    assert found["location"]["range"]["start"] == {"line": 0, "character": 6}

    buffers = Buffers(client, root)
    text = str(FILES["shop/cart.py"]).replace("ShoppingCart", "ShoppingTrolley")
    buffers.open("shop/cart.py", f"\n{text}")
    assert symbols("ShoppingCart") == []
    assert symbols("ShoppingTrolley") == [("ShoppingTrolley", "cart.py")]
    (found,) = client.call("workspace/symbol", {"query": "ShoppingTrolley"})
    assert found["location"]["range"]["start"]["line"] == 1
    buffers.open("unsaved.py", "class BrandNew: pass\n")
    assert symbols("BrandNew") == [("BrandNew", "unsaved.py")]
    buffers.close("shop/cart.py")
    buffers.close("unsaved.py")
    assert symbols("ShoppingCart") == [("ShoppingCart", "cart.py")]
    assert symbols("BrandNew") == []


def test_wrong_settings_are_told(serve: Starting, root: Path) -> None:
    client = serve()
    options = {"codewitness": {"embedder": 3, "speed": "high", "index": {"workers": 1}}}
    client.initialize(root, initializationOptions=options)
    told = " ".join(one["message"] for one in client.told("window/showMessage"))
    assert "codewitness.embedder: expected static, " in told
    assert "codewitness.speed: unknown setting" in told
    assert "workers" not in told


def test_embedder_that_cannot_be_loaded(serve: Starting, root: Path) -> None:
    write_files(root, {"a.py": "def alpha(): pass\n"})
    client = serve()
    client.initialize(root, initializationOptions={"embedder": "static:/no/such/model"})
    assert client.run("waitForFresh")["fresh"]
    status = client.run("status")
    assert (status["state"], status["embedder"]) == ("ready", None)
    assert any("'model'" in note and "only words" in note for note in status["notes"])
    answer = client.run("search", {"query": "alpha"})
    assert names(answer) == ["alpha"]
    assert any("only words" in note for note in answer["notes"])
    Buffers(client, root).open("b.py", "def beta(): gamma()\n")
    assert client.run("signals", {"symbol": "beta"})["symbol"]["name"] == "beta"
