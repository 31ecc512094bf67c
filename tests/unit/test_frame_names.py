"""Frames whose names compilers made, and frames without a place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from codewitness.engine.recording.frame_names import plain_name
from codewitness.protocol.folders import start
from tests.support.folders import SECONDS, settle
from tests.support.memory import Remembering

CART = """namespace Shop {
    public class Cart {
        public Cart(Repo repo) { Check(repo); }

        public async Task<int> Total(string id) {
            var found = await Find(id);
            return found.Items.Sum(i => i.Price);
        }

        public int Total(int id) { return id; }

        public void Clear() {
            foreach (var i in Items) { Remove(i); }
        }

        public class Row { public void Load() { Read(); } }
    }
}
"""
TWO = "namespace Shop { public class Till { public void Open() { } } }\n"


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("Shop.Cart.<Total>d__3.MoveNext", "Shop.Cart.Total"),
        ("Shop.Cart.<>c.<Total>b__3_0", "Shop.Cart.Total"),
        ("Shop.Cart.<>c__DisplayClass4_0.<Total>b__0", "Shop.Cart.Total"),
        ("Shop.Cart.<Total>g__Inner|4_0", "Shop.Cart.Total"),
        ("Shop.Box`1.Put[T]", "Shop.Box.Put"),
        ("Shop.Cart+Row.Load", "Shop.Cart.Row.Load"),
        ("Shop.Cart..ctor", "Shop.Cart.Cart"),
        ("acme.Cart$Row.lambda$total$0", "acme.Cart.Row.total"),
        ("acme.Cart.<init>", "acme.Cart.Cart"),
        ("shop.(*Store).Put", "shop.(*Store).Put"),
        ("$fetch", "$fetch"),
        ("Object.load [as x]", "Object.load [as x]"),
    ],
)
def test_names_of_compilers_are_read(written: str, plain: str) -> None:
    assert plain_name(written) == plain


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Remembering]:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    files = {"Shop/Cart.cs": CART, "Shop/Till.cs": TWO, "Other/Till.cs": TWO}
    found = Remembering(tmp_path / "shop", tmp_path / "data", files, is_writer=True)
    stop = start(found.folder, follow_disk=False)
    try:
        settle(found.folder)
        yield found
    finally:
        stop(SECONDS)


@pytest.mark.parametrize(
    ("frame", "file", "symbols"),
    [
        ("Shop.Cart.Clear()", "Shop/Cart.cs", ["Shop.Cart.Clear"]),
        ("Shop.Cart.<Clear>b__3_0()", "Shop/Cart.cs", ["Shop.Cart.Clear"]),
        ("Shop.Cart.Row.Load()", "Shop/Cart.cs", ["Shop.Cart.Row.Load"]),
        ("Shop.Cart..ctor(Repo repo)", "Shop/Cart.cs", ["Shop.Cart.Cart"]),
        ("Shop.Cart.Total(String id)", "Shop/Cart.cs", []),  # which of the two is not told
        ("Shop.Till.Open()", None, []),  # nor which file
        ("Other.Cart.Clear()", None, []),
        # A line of another text of the file: the name tells the method.
        (r"Shop.Cart.<Clear>d__3.MoveNext() in D:\a\Shop\Cart.cs:line 6", "Shop/Cart.cs",
         ["Shop.Cart.Clear"]),
    ],
)  # fmt: skip
def test_an_error_is_at_the_method_that_its_frame_names(
    shop: Remembering, frame: str, file: str | None, symbols: list[str]
) -> None:
    trace = f"System.InvalidOperationException: Collection was modified.\n   at {frame}\n"
    told = shop.ask("session.recordError", stackTrace=trace)
    assert told["file"] == file
    assert [one["symbol"] for one in told["anchors"]] == symbols
