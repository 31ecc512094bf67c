"""What a function does not do itself, but one that it calls does: told, and decides nothing."""

from __future__ import annotations

import hashlib

import pytest

from codewitness.features.verify import one_call_away, verify
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.verify import verify_command
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.py": """
class Store:
    def load(self, key):
        return self._find(key) or self._missing(key)

    def save(self, key):
        self.load(key)
        for one in key:
            self._set(one)

    def _find(self, key):
        return self.items

    def _missing(self, key):
        raise KeyError(key)

    def _set(self, key):
        self.items[key] = open(key)

    def quiet(self, given):
        try:
            given.load()
        except OSError:
            pass

    def other(self, store: "Other"):
        store.fill()


class Other:
    def fill(self):
        self.items = []
""",
        "limits.py": """
from far import distant

MAX_TRIES = 3
tries = 4

def outer():
    inner()
    distant()

def inner():
    tries = 5
    return MAX_TRIES + tries + env("BUILD_EPOCH")
""",
        "far.py": """
OTHER_LIMIT = 1

def distant():
    return OTHER_LIMIT
""",
        "b.rb": """
class Record
  def destroy!
    destroy || _refuse
  end

  def destroy
    false
  end

  def _refuse
    raise NotDestroyed, "no"
  end

  def count
    _read
  end

  def _read
    @rows
  end
end
""",
    }
)


def away(claim: str) -> tuple[str, list[tuple[str, int, list[int]]]]:
    """The verdict, and of each function that does it its name, where it is called, its lines."""
    answer = verify(SNAPSHOT, claim)
    told = [
        (one.place.symbol.name, one.called_at, [line.line for line in one.evidence])
        for one in answer.indirect
    ]
    return answer.status.value, told


@pytest.mark.parametrize(
    ("claim", "verdict", "told"),
    [
        ("`Store.load` raises KeyError", "NOT_SUPPORTED", [("_missing", 4, [15])]),
        ("`Store.load` never raises", "SUPPORTED", [("_missing", 4, [15])]),
        (
            "`Store.load` raises KeyError if nothing is found",
            "NOT_SUPPORTED",
            [("_missing", 4, [15])],
        ),
        ("`Store.load` reads `self.items`", "NOT_SUPPORTED", [("_find", 4, [12])]),
        ("`Store.save` writes `self.items`", "NOT_SUPPORTED", [("_set", 9, [18])]),
        ("`Store.save` calls `open`", "NOT_SUPPORTED", [("_set", 9, [18])]),
        ("`outer` reads `MAX_TRIES`", "NOT_SUPPORTED", [("inner", 8, [13])]),
        ("`outer` never uses `MAX_TRIES`", "SUPPORTED", [("inner", 8, [13])]),
        ("outer uses the env variable BUILD_EPOCH", "NOT_SUPPORTED", [("inner", 8, [13])]),
        ("`Record#destroy!` raises NotDestroyed", "NOT_SUPPORTED", [("_refuse", 4, [12])]),
        ("`Record#count` reads `@rows`", "NOT_SUPPORTED", [("_read", 16, [20])]),
    ],
)
def test_it_is_told(claim: str, verdict: str, told: list[tuple[str, int, list[int]]]) -> None:
    assert away(claim) == (verdict, told)


@pytest.mark.parametrize(
    "claim",
    [
        "`Store.load` raises ValueError",  # nobody does
        "`Store.save` raises KeyError",  # two calls away
        "`Store.save` has a loop",  # does it itself
        "`Store.quiet` raises KeyError",  # whose method it calls is not known
        "`Store.other` writes `self.items`",  # the items of another object
        "`outer` reads `tries`",  # a variable of that name of another function
        "`outer` uses `OTHER_LIMIT`",  # what a constant of another file is, is not known
        "`Store.load` raises KeyError in a loop",  # where it does so is said of its own code
        "`Store.load` raises KeyError twice",
        "`Store.load` takes `key`",
        "only `Store.load` raises KeyError",
    ],
)
def test_nothing_is_told(claim: str) -> None:
    assert away(claim)[1] == []


def test_it_is_said_if_there_was_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = "`Store.load` raises KeyError"
    assert one_call_away.NOT_ALL not in verify(SNAPSHOT, claim).searched
    monkeypatch.setattr(one_call_away, "SECONDS", -1.0)
    answer = verify(SNAPSHOT, claim)
    assert (answer.indirect, answer.searched[-1]) == ((), one_call_away.NOT_ALL)


def test_the_summary_says_who_does_it_and_where() -> None:
    said = verify(SNAPSHOT, "`Store.load` raises KeyError").summary
    assert said.endswith("but `_missing`, which it calls in line 4, does (a.py:15)")
    said = verify(SNAPSHOT, "`Store.load` raises KeyError if nothing is found").summary
    assert said.endswith("does (a.py:15); on what condition was not looked at")


def test_it_has_a_shape_of_its_own_beside_the_evidence() -> None:
    arguments = Arguments("codewitness.verify", [{"claim": "`Store.load` never raises"}])
    answer = verify_command(SNAPSHOT, arguments)
    [one] = answer["oneCallAway"]
    assert answer["evidence"] == []
    assert (one["symbol"]["qualifiedName"], one["calledAtLine"]) == ("a.Store._missing", 4)
    [line] = one["evidence"]
    assert (line["type"], line["line"], line["text"].strip()) == (
        "raise",
        15,
        "raise KeyError(key)",
    )
    assert line["sha256"] == hashlib.sha256(line["text"].encode()).hexdigest()
    arguments = Arguments("codewitness.verify", [{"claim": "`Store._missing` raises"}])
    assert "oneCallAway" not in verify_command(SNAPSHOT, arguments)
