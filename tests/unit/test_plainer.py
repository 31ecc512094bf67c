"""Names of a claim are left as they are while its words become plainer ones."""

from __future__ import annotations

from codewitness.engine.verify.reading.idioms import plainer


def as_it_is(text: str) -> str:
    return text


def test_more_names_than_are_hidden_stay_where_they_are() -> None:
    names = " ".join(f"`n{at}`" for at in range(300))
    assert plainer(names, as_it_is) == names


def test_names_are_not_read_as_words() -> None:
    said = plainer("`makes a call to` makes a call to `g`", as_it_is)
    assert said == "`makes a call to` calls `g`"
