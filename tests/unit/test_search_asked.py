"""What people type besides questions: places, traces, misspelt names, patterns, other languages."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from codewitness.engine.rank.near_names import near_name
from codewitness.engine.session import Session
from codewitness.features.asked_patterns import asked_pattern
from codewitness.features.asked_places import Asked, asked_places
from codewitness.features.search import search
from codewitness.features.search_notes import (
    NO_HITS,
    NO_PATTERN,
    NO_WORD,
    NOTHING_NEAR,
    notes_on,
    said_instead,
)
from codewitness.model.query import Filters, Query, SearchMode
from tests.support.folders import running

CART = """class Cart:
    def __init__(self, items):
        self.items = items

    def total(self, discount):
        return sum(item.price for item in self.items) - discount


def checkout(cart, payment_gateway):
    return payment_gateway.charge(cart.total(0))
"""
ECHO = """class Echoing:
    def _echo(self, text):
        return self.echo_of(text)

    def echo_of(self, text):
        return text


def echo(text):
    return Echoing()._echo(text)
"""


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    root = tmp_path_factory.mktemp("asked")
    (root / "shop/old").mkdir(parents=True)
    (root / "shop/cart.py").write_text(CART)
    (root / "shop/old/cart.py").write_text("def total(cart):\n    return 0\n")
    (root / "shop/echo.py").write_text(ECHO)
    (root / "shop/shipping_rates.py").write_text("STEPS = (1, 5, 20)\n")
    (root / "notes.md").write_text("# Sizes\n\nBoxes of three sizes.\n")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        with running(root) as (session, _):
            yield session


def asked(session: Session, text: str, **more: Any) -> tuple[list[tuple[str, str]], set[str]]:
    """Path and name of each result, and the notes."""
    answer = search(session.snapshot(None), Query(text=text, **more))
    names = [(one.path, one.symbol.name if one.symbol else "") for one in answer.results]
    return names, set(answer.notes)


@pytest.mark.parametrize(
    "query",
    [
        "shop/cart.py:6",
        "cart.py:6:12 in the shop",
        "./shop/cart.py#L5-L6",
        "/home/me/project/shop/cart.py(6,1)",
        "shop\\cart.py line 6",
        "shop/cart.py:6:9: error: unsupported operand types",
        'File "/srv/shop/cart.py", line 6, in compute',
    ],
)
def test_a_place_finds_what_stands_there(session: Session, query: str) -> None:
    found = search(session.snapshot(None), Query(text=query)).results
    assert (found[0].path, found[0].symbol and found[0].symbol.name) == ("shop/cart.py", "total")
    assert "atPlace" in found[0].ranked.boosts


@pytest.mark.parametrize("query", ["cart.py:600", "basket.py:6", "basket.py", "v1.2:6", "a:6"])
def test_what_is_no_place_is_words(session: Session, query: str) -> None:
    found = search(session.snapshot(None), Query(text=query)).results
    assert not [one for one in found if "atPlace" in one.ranked.boosts]


@pytest.mark.parametrize(
    "query",
    [
        "shop/cart.py",
        "file:shop/cart.py",
        '#include "shop/cart.py"',
        "`/srv/app/shop/cart.py`",
        "shop\\cart.py",
    ],
)
def test_a_file_alone_finds_what_it_defines(session: Session, query: str) -> None:
    found = search(session.snapshot(None), Query(text=query)).results
    first = [(one.path, one.symbol and one.symbol.name) for one in found[:2]]
    assert sorted(first) == [("shop/cart.py", "Cart"), ("shop/cart.py", "checkout")]
    assert all("atPlace" in one.ranked.boosts for one in found[:2])
    words = search(session.snapshot(None), Query(text=f"{query} is read")).results
    assert not any("atPlace" in one.ranked.boosts for one in words)


def test_of_files_of_one_name_each_is_meant(session: Session) -> None:
    found = search(session.snapshot(None), Query(text="cart.py")).results
    meant = {one.path for one in found if "atPlace" in one.ranked.boosts}
    assert meant == {"shop/cart.py", "shop/old/cart.py"}
    only = asked(session, "cart.py", filters=Filters(paths=("shop/old/*",)))[0]
    assert {path for path, _ in only} == {"shop/old/cart.py"}


def test_a_file_that_defines_nothing_is_found_by_its_pieces(session: Session) -> None:
    found = search(session.snapshot(None), Query(text="notes.md")).results
    assert found[0].path == "notes.md"
    assert "atPlace" in found[0].ranked.boosts


def test_a_filter_holds_for_places_too(session: Session) -> None:
    found, _ = asked(session, "shop/cart.py:6", filters=Filters(paths=("shop/old/*",)))
    assert {path for path, _ in found} <= {"shop/old/cart.py"}


def test_frames_of_a_trace_count_where_the_function_is_the_one_that_it_names(
    session: Session,
) -> None:
    trace = (
        "Traceback (most recent call last):\n"
        '  File "/srv/shop/cart.py", line 10, in checkout\n'
        '  File "/srv/shop/cart.py", line 2, in compute\n'  # of another version
        '  File "/usr/lib/json/decoder.py", line 6, in decode\n'
        "ValueError: no cart"
    )
    found = search(session.snapshot(None), Query(text=trace)).results
    at_place = [one.symbol.name for one in found if one.symbol and "atPlace" in one.ranked.boosts]
    assert at_place == ["checkout"]
    assert found[0].symbol is not None
    assert found[0].symbol.name == "checkout"


@pytest.mark.parametrize(
    "query",
    [
        '  File "/srv/shop/cart.py", line 1, in checkout',
        "at async Shop.checkout (/srv/node_modules/shop/cart.py:1:26)",
        "  12: shop::cart::Cart<T>::checkout\n             at /build/shop/cart.py:1:9",
        "shop.checkout(0xc000010a)\n\t/go/src/shop/cart.py:1 +0x1d",
        "/srv/shop/cart.py:1:in 'checkout'",
    ],
)
def test_a_frame_of_another_version_finds_the_function_that_it_names(
    session: Session, query: str
) -> None:
    found = search(session.snapshot(None), Query(text=query)).results
    assert (found[0].path, found[0].symbol and found[0].symbol.name) == ("shop/cart.py", "checkout")


@pytest.mark.parametrize(
    ("query", "name"),
    [
        (r"def to\w+\(self", "total"),
        (r"^def (checkout|pay)\(", "checkout"),
        (r"gateway\.charge\(.*total", "checkout"),
        (r"class [A-Z]\w*ing:", "Echoing"),
        (r"ech\w+_of", "echo_of"),
    ],
)
def test_a_pattern_finds_the_lines_that_it_matches(session: Session, query: str, name: str) -> None:
    names, notes = asked(session, query)
    assert (names[0][1], notes) == (name, set())


@pytest.mark.parametrize(
    "query",
    [
        "total of a cart",
        r"App\Services\Billing",
        r"shop\data\stores.py line 6",
        r"\w+\d+",  # no word to look for
        r"(a+)+total.*",  # what is repeated as a whole may take for ever
        r"(\w+)*total",
        r"\w+ \w+ \w+ \w+ total",  # too many gaps
        r"(?<=cart)\s*total",
        r"to[tal.*",
        "total.*" * 40,
    ],
)
def test_what_may_be_slow_is_read_as_words(query: str) -> None:
    assert asked_pattern(query) is None


def test_a_pattern_takes_no_longer_than_the_line_is() -> None:
    pattern = asked_pattern(r"total\w*\w*\w*!")
    assert pattern is not None
    began = time.perf_counter()
    assert pattern.form.search("total" + "a" * 395) is None
    assert time.perf_counter() - began < 5


def test_places_in_a_text() -> None:
    java = "at shop.Cart.total(Cart.java:12)\nat shop.Main.main(Main.java:3)\nat a.B.c(B.java:3)"
    assert [*asked_places(java)] == [
        Asked("Cart.java", 11),
        Asked("Main.java", 2),
        Asked("B.java", 2),
    ]
    assert asked_places("at f (C:\\x\\y.ts:4:9)") == (Asked("C:/x/y.ts", 3),)
    assert asked_places("see https://example.org:8080/a, 10.0.0.1:80, a.b:c and x.py: 3") == ()


@pytest.mark.parametrize(
    "query",
    [
        *("echo()", "`echo`", "def echo", "def:echo", "symbol: echo", "where is echo defined?"),
        *("echo(", "@echo", "def echo(text):", "kind:function echo"),
    ],
)
def test_the_definition_of_a_name_that_is_a_word(session: Session, query: str) -> None:
    assert asked(session, query)[0][0] == ("shop/echo.py", "echo")


def test_of_definitions_of_one_name_the_pasted_line_tells_which(session: Session) -> None:
    for query, path in (
        ("def total(self, discount):", "shop/cart.py"),
        ("def total(cart):", "shop/old/cart.py"),
    ):
        assert asked(session, query)[0][0] == (path, "total")


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("chekcout", "checkout"),
        ("Crat", "Cart"),
        ("_ehco", "_echo"),
        ("`chekout()`", "checkout"),
    ],
)
def test_a_misspelt_name(session: Session, query: str, meant: str) -> None:
    found, notes = asked(session, query)
    typed = query.strip("`()")
    assert found[0][1] == meant
    assert said_instead(typed, meant) in notes


def test_a_misspelt_name_of_a_file(session: Session) -> None:
    found, notes = asked(session, "shpping_rates")
    assert found[0][0] == "shop/shipping_rates.py"
    assert said_instead("shpping_rates", "shipping_rates") in notes


@pytest.mark.parametrize(
    "query", ["payment_gateway", "discount", "check", "chekcout of carts", "item", "echoing_"]
)
def test_what_is_not_misspelt_is_looked_for_as_it_stands(session: Session, query: str) -> None:
    assert not any(note.startswith("nothing has the name") for note in asked(session, query)[1])


def test_words_alone_are_looked_for_as_they_stand(session: Session) -> None:
    assert asked(session, "chekcout", mode=SearchMode.LEXICAL) == ([], set())


def test_nearest_names() -> None:
    names = Counter(["render", "reader", "Reader", "Reader", "of"])
    assert near_name("reder", names) == "Reader"  # more bear it
    assert near_name("raeder", Counter(["render", "reader"])) == "reader"  # two changed places
    assert near_name("read", names) == ""  # unfinished
    assert near_name("redr", names) == ""  # two slips in a short word
    assert near_name("get_custmr", Counter(["get_customer"])) == "get_customer"
    assert near_name("off", names) == ""


def test_a_file_is_meant_where_no_definition_is() -> None:
    names = Counter(["render", "of"])
    assert near_name("reder", names, ["reader", "reader_of_files"]) == "render"
    assert near_name("cuner", names, ["caner", "cuter", "cuter"]) == "cuter"  # more bear it
    assert near_name("stor", names, ["store", "star"]) == ""  # unfinished
    assert near_name("İstanbl_kod", names, ["İSTANBUL_KOD", "x"]) == "İSTANBUL_KOD"


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ("passwort verschleiern", NO_HITS),
        ("购物车在哪里", NO_HITS),
        ("???", NO_WORD),
        ("def .*sum\\(", NO_PATTERN),
        ("(cart|basket) total", NO_PATTERN),
    ],
)
def test_notes_on_how_a_query_was_taken(session: Session, query: str, note: str) -> None:
    assert note in asked(session, query)[1]


def test_where_nothing_is_shown_nothing_is_said_of_what_is_shown() -> None:
    query = Query(text="购物车")
    assert [*notes_on(query, ["购物车"], (), ["near"], ())] == [NOTHING_NEAR]
    assert [*notes_on(query, ["购物车"], (), ["near"], ["near"])] == [NO_HITS]


@pytest.mark.parametrize(
    "query",
    [
        "total of a cart",
        "cart.total(0) - discount",
        "cart | discount",
        "charge(cart.total(0))",
        "*",
    ],
)
def test_no_note_where_there_is_nothing_to_say(session: Session, query: str) -> None:
    assert asked(session, query)[1] <= {NO_WORD if query == "*" else ""}
