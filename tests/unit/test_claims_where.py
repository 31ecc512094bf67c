"""Where, when, in which order and how often is judged in whatever words it is said, or left open.

Such words narrow a claim. If they were dropped, a call would stand for one in a loop.
"""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SOURCE = """
def bare(x, items):
    start(x)
    g(x)
    return x


def looping(x, items):
    for item in items:
        g(item)


def trying(x, items):
    try:
        g(x)
    except ValueError:
        raise


def handling(x, items):
    try:
        x.go()
    except ValueError:
        g(x)


def asking(x, items):
    if x:
        g(x)


def ordered(x, items):
    g(x)
    h(x)
"""
WORDS_BY_PLACE = {
    "looping": (
        *("in a loop", "in each pass", "while looping over `items`", "per item", "on every item"),
        *("for all elements of `items`", "during iteration", "from the loop", "in the inner loop"),
        *("in the body of the loop", "inside of a `for`", "on each turn of the loop", "one by one"),
        *("at the top of the loop", "at the end of each iteration", "as part of a loop"),
        *("within the outermost loop", "in a processing loop", "for each of the `items`"),
        *("for every `item` in `items`", "across all `items`", "once for every element"),
    ),
    "trying": (
        *("in a try", "inside its try block", "within try/except", "inside the `try`"),
        *("from within the try", "in the first try block", "wrapped in a try block"),
    ),
    "handling": (
        *("in the except block", "in its catch", "in the exception handler", "on error"),
        *("in the error path", "from the catch clause", "if `ValueError` is raised"),
        *("in response to an error", "in case of an exception", "after an exception"),
    ),
    "asking": (
        *("if `x`", "when `x` is set", "only if `x`", "given that `x` is true", "with `x` set"),
        *("subject to `x`", "guarded by `x`", "conditional on `x`", "provided that `x` is set"),
        *("under certain conditions", "if necessary", "where needed", "in the true branch"),
        *("inside a conditional", "in the if branch", "as soon as `x` is ready"),
    ),
    "ordered": (
        *("before `h`", "prior to `h`", "prior to calling `h`", "ahead of `h`", "followed by `h`"),
        *("just before `h`", "before it calls `h`", "before `h` is called", "earlier than `h`"),
    ),
}
ELSEWHERE = (
    *("in a nested function", "from a lambda", "inside a closure", "through a helper"),
    *("via an inner function", "indirectly", "inside the arrow function", "in a goroutine"),
    *("in a background thread", "in a local function", "from its callback"),
)
SNAPSHOT = snapshot_of({"where.py": SOURCE})


def status(sentence: str) -> str:
    return verify(SNAPSHOT, sentence).status.value


@pytest.mark.parametrize("place", WORDS_BY_PLACE)
def test_what_is_not_there_is_not_supported(place: str) -> None:
    claims = [f"`bare` calls `g` {words}" for words in WORDS_BY_PLACE[place]]
    assert [one for one in claims if status(one) == "SUPPORTED"] == []


@pytest.mark.parametrize("place", WORDS_BY_PLACE)
def test_what_is_there_is_not_contradicted(place: str) -> None:
    claims = [f"`{place}` calls `g` {words}" for words in WORDS_BY_PLACE[place]]
    answers = {one: status(one) for one in claims}
    assert [one for one, answer in answers.items() if answer != "SUPPORTED"] == []


def test_what_is_elsewhere_is_left_open() -> None:
    claims = [f"`bare` calls `g` {words}" for words in ELSEWHERE]
    assert [one for one in claims if status(one) == "SUPPORTED"] == []


def test_a_denied_place_is_judged() -> None:
    for place, all_words in WORDS_BY_PLACE.items():
        claims = [f"`{place}` does not call `g` {words}" for words in all_words]
        assert [one for one in claims if status(one) == "SUPPORTED"] == []


BUILDER = """
class Builder
  def use(middleware)
    @use << proc { |app| generate_map(app) }
    @late = lambda do |app|
      middleware.wrap(app)
    end
    check = proc { verify_all }
    check.call
  end
end
"""


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ("generate_map", "`generate_map` in line 4 stands in the `proc` block there"),
        ("middleware.wrap", "`middleware.wrap` in line 6 stands in the `lambda` block of line 5"),
    ],
)
def test_a_block_that_is_only_made_is_named(said: str, where: str) -> None:
    snapshot = snapshot_of({"builder.rb": BUILDER})
    for sentence, status in (
        (f"Builder#use calls `{said}`", "NOT_SUPPORTED"),
        (f"Builder#use never calls `{said}`", "SUPPORTED"),
        (f"Builder#use calls `{said}` and `freeze`", "NOT_SUPPORTED"),
    ):
        answer = verify(snapshot, sentence)
        assert (answer.status.value, where in answer.summary) == (status, True), answer.summary


def test_a_block_that_runs_is_not_named() -> None:
    answer = verify(snapshot_of({"builder.rb": BUILDER}), "Builder#use calls verify_all")
    assert (answer.status.value, "block" in answer.summary) == ("SUPPORTED", False)
    answer = verify(snapshot_of({"builder.rb": BUILDER}), "Builder#use calls freeze")
    assert (answer.status.value, "block" in answer.summary) == ("NOT_SUPPORTED", False)
