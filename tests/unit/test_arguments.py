"""Arguments of commands: what is taken, and that each refusal names its field."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codewitness.features.places import BadRequest
from codewitness.protocol.arguments import Arguments


class Mode(StrEnum):
    FAST = "fast"
    SLOW = "slow"


def of(**fields: Any) -> Arguments:
    return Arguments("it", [fields])


READERS: dict[str, Callable[[Arguments, str], Any]] = {
    "text": lambda arguments, name: arguments.text(name, "default"),
    "whole": lambda arguments, name: arguments.whole(name, 5, 1, 10),
    "number": lambda arguments, name: arguments.number(name, 0.5, 0.0, 1.0),
    "flag": lambda arguments, name: arguments.flag(name, True),
    "texts": lambda arguments, name: arguments.texts(name),
    "word": lambda arguments, name: arguments.word(name, Mode.FAST),
    "factors": lambda arguments, name: arguments.factors(name),
}
DEFAULTS = {
    "text": "default", "whole": 5, "number": 0.5, "flag": True, "texts": (), "word": Mode.FAST,
    "factors": {},
}  # fmt: skip

NOT_A_NUMBER, INFINITE = float("nan"), float("inf")


@pytest.mark.parametrize("reader", READERS)
def test_missing_and_null_give_the_default(reader: str) -> None:
    assert READERS[reader](of(), "field") == DEFAULTS[reader]
    assert READERS[reader](of(field=None), "field") == DEFAULTS[reader]


@pytest.mark.parametrize(
    ("reader", "value", "expected"),
    [
        ("text", "", ""),
        ("whole", 10, 10),
        ("whole", 3.0, 3),
        ("number", 1, 1.0),
        ("flag", False, False),
        ("texts", "one", ("one",)),
        ("texts", ["a", "b"], ("a", "b")),
        ("word", "slow", Mode.SLOW),
        ("factors", {"a": 0, "b": 2.5}, {"a": 0.0, "b": 2.5}),
    ],
)
def test_right_values(reader: str, value: Any, expected: Any) -> None:
    arguments = of(field=value)
    assert READERS[reader](arguments, "field") == expected
    arguments.finish()


@pytest.mark.parametrize(
    ("reader", "values"),
    [
        ("text", [1, True, [], {}]),
        ("whole", [0, 11, 1.5, "5", True, NOT_A_NUMBER, INFINITE, -INFINITE, 10**400, []]),
        ("number", [-0.1, 1.1, "0", True, NOT_A_NUMBER, INFINITE, 10**400, {}]),
        ("flag", [0, 1, "true", []]),
        ("texts", [1, [1], [None], {}, True]),
        ("word", ["FAST", 1, ["fast"], {}, True]),
        ("factors", [1, [], {"a": "1"}, {"a": -1}, {"a": 101}, {"a": True}, {"a": NOT_A_NUMBER}]),
    ],
)
def test_wrong_values(reader: str, values: list[Any]) -> None:
    for value in values:
        with pytest.raises(BadRequest, match=r"^field: it takes ") as refused:
            READERS[reader](of(field=value), "field")
        assert len(str(refused.value)) < 300


def test_required() -> None:
    with pytest.raises(BadRequest, match=r"^field: it takes a string, it is missing$"):
        of().text("field")


@pytest.mark.parametrize("read", [Arguments.text, Arguments.required])
def test_a_field_that_is_misspelt_is_named(read: Callable[[Arguments, str], Any]) -> None:
    with pytest.raises(BadRequest, match=r"^symbl: unknown field of it; did you mean symbol\?$"):
        read(of(symbl="x"), "symbol")
    assert of(limit=1).required("symbol") is None


def test_unknown_fields() -> None:
    arguments = of(known=1, other=2)
    arguments.value("known")
    with pytest.raises(BadRequest, match=r"^other: unknown field of it; it takes known$"):
        arguments.finish()
    misspelt = of(knwon=1, **{"x" * 1000: 2})
    misspelt.value("known")
    with pytest.raises(BadRequest, match=r"^knwon: .* of it; did you mean known\? It takes known$"):
        misspelt.finish()
    with pytest.raises(BadRequest, match=r"^x{99}…: unknown field of it; it takes no fields$"):
        of(**{"x" * 1000: 2}).finish()
    with pytest.raises(BadRequest, match="it takes no fields"):
        of(x=1).finish()


@pytest.mark.parametrize("given_", [None, [], [None], [{}], [[]], ()])
def test_nothing_is_an_empty_object(given_: Any) -> None:
    Arguments("it", given_).finish()


@pytest.mark.parametrize("given_", [[{}, {}], [1], ["text"], [[1]], [True], [1.5]])
def test_not_one_object(given_: Any) -> None:
    with pytest.raises(BadRequest, match=r"^it: takes one object"):
        Arguments("it", given_)


def test_check() -> None:
    arguments = of(field=3)
    arguments.check("field", lambda value: value == 3, "three")
    arguments.check("missing", lambda _: False, "nothing")
    with pytest.raises(BadRequest, match=r"^field: it takes four, got 3$"):
        arguments.check("field", lambda value: value == 4, "four")


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_json_is_read_or_refused(value: Any) -> None:
    for read in READERS.values():
        with suppress(BadRequest):
            read(of(field=value), "field")
