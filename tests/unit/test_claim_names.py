"""The claims of a decision go on being about their methods when those are renamed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from codewitness.features.memory_problems import problems
from codewitness.features.standing import StandingClaims
from codewitness.protocol.folders import start
from tests.support.folders import SECONDS, settle
from tests.support.memory import Remembering

CODE = """\
class Cart:
    def total(self, rows):
        found = []
        for row in rows:
            found.append(price(row))
        return sum(found)

    def drop(self, rows):
        while rows:
            rows.pop()
        log(rows)


def price(row):
    cents = row["net"] * 100
    if row["is_gift"]:
        cents -= min(cents, row["voucher"])
    for rate in row["taxes"]:
        cents += cents * rate
    return round(cents, 2)


def log(rows):
    print("rows", len(rows), "are left")
    return None
"""


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Remembering]:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    found = Remembering(tmp_path / "shop", tmp_path / "data", {"cart.py": CODE}, is_writer=True)
    stop = start(found.folder, follow_disk=False)
    try:
        settle(found.folder)
        yield found
    finally:
        stop(SECONDS)


def decide(shop: Remembering, *claims: str) -> None:
    made = shop.ask("session.recordDecision", decision="d", rationale="r", claims=list(claims))
    assert [one["standing"] for one in made["claims"]] == ["holds"] * len(claims)


def edited(shop: Remembering, *changes: tuple[str, str]) -> list[tuple[str, str]]:
    """Standing and reading of each claim after an unsaved edit."""
    text = CODE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    uri = shop.uri("cart.py")
    shop.session.open_document(shop.folder, "cart.py", uri, 1, text)
    try:
        (found,) = shop.ask("session.decisions")["decisions"]
        told = [one.code for one in problems(shop.session.snapshot(None), StandingClaims())]
        broken = [one for one in found["claims"] if one["standing"] == "contradicted"]
        assert told == ["decision-contradicted"] * len(broken)
        return [(one["standing"], one.get("readAs", "")) for one in found["claims"]]
    finally:
        shop.session.close_document(uri)


def another_folder(shop: Remembering, root: Path, files: dict[str, str]) -> Remembering:
    """A folder of the same project, opened beside the first: by the remote of both."""
    config = '[remote "origin"]\n\turl = https://example.com/ann/shop.git\n'
    for folder in (shop.root, root):
        (folder / ".git").mkdir(parents=True)
        (folder / ".git" / "config").write_text(config)
    other = Remembering(root, root.parent / "data", files, is_writer=True)
    shop.session.folders.append(other.folder)
    return other


@pytest.mark.parametrize(
    ("files", "n_told"),
    [
        ({"cart.py": CODE.replace("return sum(found)", "raise ValueError(found)")}, 1),  # its own
        ({"cart.py": CODE}, 0),
        ({"web.py": "def render(rows):\n    raise ValueError(rows)\n"}, 0),  # another part of it
        ({"cart.py": "class Cart:\n    pass\n"}, 0),  # its branch has no such method
    ],
)
def test_a_second_work_tree_is_judged_by_its_own_code(
    shop: Remembering, tmp_path: Path, files: dict[str, str], n_told: int
) -> None:
    other = another_folder(shop, tmp_path / "tree", files)
    stop = start(other.folder, follow_disk=False)
    try:
        settle(other.folder)
        decide(shop, "Cart.total never raises")
        for folders in (shop.session.folders, shop.session.folders[::-1]):
            shop.session.folders[:] = folders
            told = list(problems(shop.session.snapshot(None), StandingClaims()))
            assert [one.code for one in told] == ["decision-contradicted"] * n_told
            assert {one.at.folder.root for one in told} <= {other.root}
    finally:
        stop(SECONDS)


def test_the_subject_is_renamed(shop: Remembering) -> None:
    decide(shop, "Cart.total never raises", "`Cart.total` calls `price` inside a loop")
    renamed = ("def total(", "def run(")
    assert edited(shop) == [("holds", ""), ("holds", "")]
    assert edited(shop, renamed) == [
        ("holds", "`Cart.run` never raises"),
        ("holds", "`Cart.run` calls `price` inside a loop"),
    ]
    breaks = ("        return sum(found)", "        raise ValueError(found)")
    assert [one for one, _ in edited(shop, renamed, breaks)] == ["contradicted", "holds"]


def test_the_class_is_renamed(shop: Remembering) -> None:
    decide(shop, "cart.py::Cart.drop loops", "does Cart.drop call log?")
    assert edited(shop, ("class Cart", "class Basket")) == [
        ("holds", "`cart.py::Basket.drop` loops"),
        ("holds", "does `Basket.drop` call log?"),
    ]


def test_what_it_calls_is_renamed(shop: Remembering) -> None:
    decide(shop, "Cart.total calls price", "Cart.drop never calls price")
    renamed = ("price(row)", "cost(row)")
    assert edited(shop, renamed) == [
        ("holds", "Cart.total calls `cost`"),
        ("holds", "Cart.drop never calls `cost`"),
    ]
    also = ("            rows.pop()", "            cost(rows.pop())")
    assert [one for one, _ in edited(shop, renamed, also)] == ["holds", "contradicted"]


def test_of_a_definition_that_is_gone_nothing_holds(shop: Remembering) -> None:
    """Calls of it may be left; of what was never ours, they are all that can be seen."""
    decide(shop, "log is called by Cart.drop", "`sum` is called by `Cart.total`")
    assert edited(shop) == [("holds", ""), ("holds", "")]
    gone = CODE[CODE.index("def log(") :]
    assert edited(shop, (gone, "")) == [("unknown", ""), ("holds", "")]


def test_a_word_that_meant_something_else(shop: Remembering) -> None:
    """`found.append` is no `append` of ours, whatever that one is called later."""
    text = CODE + "\n\ndef append(row, rows):\n    rows.insert(0, row)\n    return len(rows)\n"
    (shop.root / "cart.py").write_text(text)
    settle(shop.folder)
    decide(shop, "Cart.total calls append")
    assert edited(shop) == [("holds", "")]


def test_a_decision_is_found_by_what_its_claims_name(shop: Remembering) -> None:
    decide(shop, "Cart.total never raises")
    (found,) = shop.ask("session.decisions", symbol="Cart.total")["decisions"]
    assert [one["symbol"] for one in found["anchors"]] == ["cart.Cart.total"]


def test_claims_that_are_replaced_follow_too(shop: Remembering) -> None:
    decide(shop, "Cart.total never raises")
    (made,) = shop.ask("session.decisions")["decisions"]
    shop.ask("session.updateDecision", decisionId=made["id"], claims=["Cart.drop never raises"])
    assert edited(shop, ("def drop(", "def clear(")) == [("holds", "`Cart.clear` never raises")]


def test_what_replaced_claims_named_is_no_anchor_any_more(shop: Remembering) -> None:
    made = shop.ask(
        "session.recordDecision", decision="d", rationale="r", symbols=["log"],
        claims=["log never raises", "Cart.total never raises"],
    )  # fmt: skip
    assert [one["symbol"] for one in made["anchors"]] == ["cart.log", "cart.Cart.total"]
    changed = shop.ask(
        "session.updateDecision", decisionId=made["id"], claims=["Cart.drop never raises"]
    )
    assert [one["symbol"] for one in changed["anchors"]] == ["cart.log", "cart.Cart.drop"]
