"""A name that no definition bears is found where it gets its value, before all that use it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from codewitness.engine.rank.phrase import phrase
from codewitness.engine.rank.value_names import Strength, lines_defining
from codewitness.engine.session import OpenFolder, Session
from codewitness.features.asked_literals import asked_literal
from codewitness.features.search import search
from codewitness.model.query import Filters, Query
from tests.support.folders import running

VALUES = """MAX = 3|MAX: Final[int] = 3|export const MAX: number = 3;|const MAX|var MAX int
first, MAX := f()|private static final int MAX = 3;|MAX Duration = 3|#  define MAX(x) 3|$MAX = 3;
pub const MAX: usize = 3;|static let MAX = 4|let MAX: Int { 3 }|val MAX by lazy { 3 }
const char *MAX = "";|define('MAX', 3);|public static string MAX { get; }|MAX ??= 3
private MAX = new Map<string, X>()|pub fn MAX(a: u8) -> u8 {|    def MAX(self):"""
DECLARED = """extern int MAX;|int MAX[10];|unsigned char *MAX;|MAX?: number;|'MAX': 3,|MAX: int
std::map<int, int> MAX;"""
OWN = "self.MAX = 3|this.MAX = 3|@MAX = 3|$this->MAX = 3;"
MEMBERS = 'MAX,|MAX("x"),|case MAX|MAX // the most'
NOTHING = """x = MAX|if MAX == 3:|return MAX|return MAX;|f(MAX)|x.MAX = 3|if (MAX = 3) {|MAX == 3
for (const MAX of them) {|foo(MAX, 3);|throw MAX;|from x import MAX|import MAX from 'y'|MAX => 3
export default MAX;|x ? MAX : 3|case MAX:|MAX <= 3|MAX != 3|MAX::new()|else MAX|not MAX|IMAX = 3
MAXIMUM = 3|yield MAX"""


def lines(text: str) -> list[str]:
    return [line for row in text.splitlines() for line in row.split("|")]


@pytest.mark.parametrize(
    ("line", "strength"),
    [
        *((line, Strength.VALUE) for line in lines(VALUES)),
        *((line, Strength.DECLARED) for line in lines(DECLARED)),
        *((line, Strength.OWN) for line in lines(OWN)),
        *((line, Strength.MEMBER) for line in lines(MEMBERS)),
        *((line, None) for line in lines(NOTHING)),
    ],
)
def test_how_a_line_gives_a_name_its_value(line: str, strength: Strength | None) -> None:
    raw = f"# größer\r\n    {line}\r\nrest".encode()
    said = list(lines_defining(raw, "MAX"))
    assert said == ([] if strength is None else [(strength, raw.index(b"\n") + 1)])


LIMITS = """package shop

var (
\t// ErrMaxItems says that there are too many.
\tErrMaxItems = errors.New("full")
)

type Color int

const (
\tRedTone Color = iota
\tBlueTone
)
"""
USES = "".join(
    f"func add{n}MaxItems() error {{\n\tif ErrMaxItems != nil {{\n\t\treturn ErrMaxItems\n\t}}\n"
    f"\tpaint(BlueTone)\n\treturn ErrMaxItems\n}}\n\n"
    for n in range(12)
)
SHOP = """from shop.limits import (
    MAX_ITEMS,
)

MAX_ITEMS = 40


class Cart:
    max_weight = 3

    def __init__(self):
        self._most_items = MAX_ITEMS

    def max_items(self):
        return self._most_items

    def add_items(self):
        most_of_them = MAX_ITEMS
        return most_of_them, self.max_weight, Cart.max_weight


class Box:
    max_weight = 9

    def weigh(self):
        return self.max_weight
"""
OTHERS = "".join(
    f"def use_{n}(box):\n    most_of_them = box.max_weight\n"
    "    return MAX_ITEMS + max_items(MAX_ITEMS)\n\n"
    for n in range(12)
)


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Session, OpenFolder]]:
    root = tmp_path_factory.mktemp("values")
    (root / "limits.go").write_text(LIMITS)
    (root / "uses.go").write_text("package shop\n\n" + USES)
    (root / "cart.py").write_text(SHOP)
    (root / "others.py").write_text(OTHERS)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        with running(root) as found:
            yield found


def asked(session: Session, text: str, filters: Filters = Filters()) -> tuple[str, str, set[str]]:  # noqa: B008
    """Path and first line of the first result, and the lines of all that define the name."""
    results = search(session.snapshot(None), Query(text=text, filters=filters)).results
    defining = {one.snippet.splitlines()[0] for one in results if "defining" in one.ranked.boosts}
    return results[0].path, results[0].snippet, defining


@pytest.mark.parametrize(
    ("query", "path", "line"),
    [
        ("ErrMaxItems", "limits.go", "ErrMaxItems = errors"),
        ("where is ErrMaxItems defined", "limits.go", "ErrMaxItems = errors"),
        ("BlueTone", "limits.go", "BlueTone\n"),
        ("MAX_ITEMS", "cart.py", "MAX_ITEMS = 40"),
        ("Box.max_weight", "cart.py", "max_weight = 9"),
        ("_most_items", "cart.py", "self._most_items = "),
    ],
)
def test_it_comes_first(
    opened: tuple[Session, OpenFolder], query: str, path: str, line: str
) -> None:
    found, snippet, defining = asked(opened[0], query)
    assert (found, line in snippet, len(defining)) == (path, True, 1)


def test_what_a_definition_bears_and_variables_of_functions_are_no_values(
    opened: tuple[Session, OpenFolder],
) -> None:
    session, _ = opened
    assert asked(session, "max_items")[2] == asked(session, "most_of_them")[2] == set()
    assert asked(session, "how are MAX_ITEMS counted")[2] == set()
    # What the filters leave out is not brought back.
    assert asked(session, "MAX_ITEMS", Filters(paths=("others.py",)))[2] == set()


def test_what_is_typed_counts_as_it_stands(opened: tuple[Session, OpenFolder]) -> None:
    session, folder = opened
    uri = (folder.root / "limits.go").as_uri()
    session.open_document(folder, "limits.go", uri, 1, LIMITS.replace("ErrMaxItems", "ErrFull"))
    assert asked(session, "ErrMaxItems")[2] == set()
    assert (asked(session, "ErrFull")[0], len(asked(session, "ErrFull")[2])) == ("limits.go", 1)
    session.close_document(uri)


COMMAND = """def add_arguments(parser):
    parser.add_argument("--cart-file", help="the file of the cart")
    parser.add_argument('--dry', help="only tell")
    parser.route("/carts/:id", kept="X-Cart-Id")


CHOICE = {"cart-file": 1}
"""
FILES_OF_CARTS = "".join(
    f"def cart_file_{n}(cart, file, dry):\n    # The cart file, dry: --cart-files, see carts: id.\n"
    "    return cart.file(file, dry, cart.carts.id)\n\n"
    for n in range(12)
)


@pytest.mark.parametrize(
    ("query", "line"),
    [
        ("--cart-file", "def add_arguments"),
        ("`--cart-file`", "def add_arguments"),
        ("--dry", "def add_arguments"),
        ("/carts/:id", "def add_arguments"),
        ("X-Cart-Id", "def add_arguments"),
        ("cart-file", "CHOICE = "),
        ('"only tell"', "def add_arguments"),
    ],
)
def test_what_is_no_name_is_found_where_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, query: str, line: str
) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "root"
    root.mkdir()
    (root / "command.py").write_text(COMMAND)
    (root / "files.py").write_text(FILES_OF_CARTS)
    with running(root) as (session, _):
        assert line in asked(session, query)[1]
        only = Filters(paths=("files.py",))
        assert asked(session, query, only)[0] == "files.py"


@pytest.mark.parametrize(
    ("query", "literal"),
    [
        ("--dry-run", "--dry-run"),
        ('"X-Cart-Id"', "X-Cart-Id"),
        ('"only tell"', "only tell"),
        ("cart", ""),
        ('tell "only tell"', ""),
        ("the --dry-run option", ""),
        ("--", ""),
    ],
)
def test_a_literal_is_one_word_that_is_more_than_a_word(query: str, literal: str) -> None:
    assert asked_literal(query) == literal


def test_long_queries_and_lines_take_no_longer_than_they_are() -> None:
    began = time.perf_counter()
    assert phrase("--a" * 30_000 + " b")
    assert not asked_literal("a/" * 30_000 + " b")
    raw = (b" " * 150 + b"MAX" + b" " * 240 + b"\n") * 2_000
    assert len(list(lines_defining(raw, "MAX"))) == 1_000  # as many as are looked at
    assert time.perf_counter() - began < 10
