"""What narrows a claim is looked at whatever the claim says: no predicate holds beside it."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SOURCE = """
import os
from lib import cached, g, h


class Shop:
    def every(self, x, flag):
        name = x.name
        self.count = 1
        first = x["key"]
        box = Box(first)
        g(name, x)
        with box:
            h()
        try:
            name.run()
        except KeyError:
            self.log()
        try:
            name.stop()
        except ValueError:
            raise
        finally:
            name.close()
        self.every(x, flag)
        del x.rest
        self._kept = self._kept or g(x)
        rows = [one for one in x]
        assert rows
        yield box

    async def late(self, x, flag):
        await x.go()
        return x

    def failing(self, x, flag):
        raise OSError(x)
"""
DONE_BY_METHOD = {
    "every": (
        *("reads x.name", "writes self.count", "sets self.count to 1", "subscripts x"),
        *("instantiates Box", "calls g", "calls h in a with block", "catches KeyError"),
        *("swallows KeyError", "re-raises ValueError", "calls itself", "deletes x.rest"),
        *("passes x to g", "uses x.name", "yields box", "calls name.close in a finally block"),
        *("asserts rows", "has a comprehension", "handles KeyError", "accesses x['key']"),
        *("falls back to g", "caches its result in self._kept", "has a finally block"),
        *("has a try block", "uses a with block", "logs", "creates a Box"),
    ),
    "late": ("awaits x.go", "returns x", "calls x.go"),
    "failing": ("raises OSError", "throws OSError"),
}
NARROWED = (
    *("inside a loop", "in a while loop", "if flag is set", "only if flag is set"),
    *("unless flag is None", "when flag is missing", "in every iteration", "at least five times"),
    *("only inside a loop", "four times", "if `flag` is true", "when `flag` is 3"),
)


@pytest.mark.parametrize("method", DONE_BY_METHOD)
def test_what_is_done_without_a_condition_is_not_done_under_one(method: str) -> None:
    claims = [
        f"`Shop.{method}` {done} {words}" for done in DONE_BY_METHOD[method] for words in NARROWED
    ]
    assert [one for one in claims if _status(one) == "SUPPORTED"] == []


@pytest.mark.parametrize("method", DONE_BY_METHOD)
def test_what_is_done_holds_without_more_words(method: str) -> None:
    claims = [f"`Shop.{method}` {done}" for done in DONE_BY_METHOD[method]]
    assert [one for one in claims if _status(one) in ("CONTRADICTED", "NOT_SUPPORTED")] == []


TAKEN_BACK = (
    *("in no way", "by no means", "on no path", "not at all", "in none of its branches"),
    *("at no place", "under no condition", "zero times", "no longer", "in no case"),
    *("is a lie", "- not true", "(false)", "(it does not)", "in a comment", "in dead code"),
    *("only in its docstring", "not really", "on no occasion", "not even once"),
)


@pytest.mark.parametrize("method", DONE_BY_METHOD)
def test_what_is_taken_back_behind_a_claim_does_not_hold(method: str) -> None:
    claims = [
        f"`Shop.{method}` {done} {words}" for done in DONE_BY_METHOD[method] for words in TAKEN_BACK
    ]
    assert [one for one in claims if _status(one) == "SUPPORTED"] == []


def _status(claim: str) -> str:
    return verify(snapshot_of({"shop.py": SOURCE}), claim).status.value
