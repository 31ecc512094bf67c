"""How often, in what order, under whatever condition, and given as what: judged or left open."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "shop.py": """
class Shop:
    def pair(self, first, once, key):
        g(first)
        g(once)
        h(key, mode=first)
        k(None)

    def guarded(self, flag, rows):
        if flag:
            g(rows)
        else:
            h(rows)
        try:
            m()
        except KeyError:
            log()

    def twice(self, a, b):
        g(a)
        g(b)
        h(g2(a))

    def early(self, a):
        if not a:
            return None
        g(a)
        return h(a)
""",
    "Store.java": """
class Store {
    int pair(int first, String key) {
        g(first);
        h(key, first);
        return 1;
    }
    int early(Object a) {
        if (a == null) { return 0; }
        g(a);
        return h(a);
    }
}
""",
    "mart.ts": """
export class Mart {
  pair(first: number, key: string) {
    h(key, { mode: first });
  }
}
""",
    "kiosk.go": """
package shop

func (k *Kiosk) early(a *int) int {
	if a == nil {
		return 0
	}
	g(a)
	return h(a)
}
""",
}
HOW_OFTEN = (
    *("rarely", "seldom", "sometimes", "occasionally", "usually", "mostly", "barely", "normally"),
    *("frequently", "generally", "typically", "nearly always", "almost never", "partially"),
)


@pytest.mark.parametrize("word", HOW_OFTEN)
def test_how_often_from_run_to_run_is_left_open(word: str) -> None:
    assert _status(f"Shop.pair {word} calls g") == "INCONCLUSIVE"
    assert _status(f"`Store.pair` {word} calls `g`") == "INCONCLUSIVE"


@pytest.mark.parametrize("words", ["sometimes", "rarely", "now and then", "from time to time"])
def test_the_same_behind_the_call(words: str) -> None:
    assert _status(f"Shop.pair calls g {words}") == "INCONCLUSIVE"


@pytest.mark.parametrize(
    "claim",
    [
        "Shop.pair calls g with first",
        "Shop.pair calls g with once",
        "`Shop.pair` calls `h` with `first` as `mode`",
        "`Shop.pair` calls `h` with `key` as the first argument",
        "`Store.pair` passes `first` to `h` as the second argument",
        "`Mart.pair` calls `h` with `first` as `mode`",
        "`Shop.pair` makes a single call to `k`",
        "`Shop.early` first calls `g`",
        "`Shop.guarded` calls `m` regardless of `flag`",
        "`Shop.guarded` calls `m` even if `flag` is false",
        "`Shop.guarded` calls `m` whether or not `flag` is set",
        "`Shop.guarded` calls `log` only if `KeyError` is raised",
        "`Shop.twice` passes the result of `g2` to `h`",
        "Shop.twice passes the result of g2 to h",
        "`Shop.twice` wraps `g2` in `h`",
        "`Shop.twice` calls `g` in all cases",
        "`Shop.early` calls `h` without `log`",
    ],
)
def test_what_holds(claim: str) -> None:
    assert _status(claim) == "SUPPORTED"


@pytest.mark.parametrize(
    "claim",
    [
        "Shop.twice calls g with first",
        "Shop.pair calls k with first",
        "Shop.pair calls h passing once as mode",
        "`Shop.pair` calls `h` with `mode` set to `key`",
        "Shop.pair calls h with mode set to key",
        "`Shop.pair` calls `h` with `key` as `mode`",
        "`Shop.pair` calls `h` with `key` as the second argument",
        "Shop.pair calls h with key as second argument",
        "`Store.pair` passes `first` to `h` as the first argument",
        "`Mart.pair` calls `h` with `key` as `mode`",
        "`Shop.pair` makes a single call to `g`",
        "Shop.pair has one call to g",
        "`Shop.early` first calls `h`",
        "`Shop.guarded` calls `g` regardless of `flag`",
        "`Shop.guarded` calls `g` whether or not `flag` is set",
        "`Shop.early` calls `g` even if `a` is None",
        "`Store.early` calls `g` even when `a` is null",
        "`Kiosk.early` calls `g` irrespective of `a`",
        "`Kiosk.early` returns before calling `g` in all cases",
        "`Shop.guarded` calls `log` unless `KeyError` is raised",
        "`Shop.guarded` calls both `g` and `h` in the same branch",
        "`Shop.guarded` calls `g` in all cases",
        "Shop.twice passes the result of g to h",
        "`Shop.twice` wraps `g` in `h`",
        "`Shop.twice` calls `g` with `b` before calling it with `a`",
        "`Shop.twice` calls `g` without `a`",
        "`Shop.twice` calls `g` with anything but `a`",
    ],
)
def test_what_does_not_hold(claim: str) -> None:
    assert _status(claim) != "SUPPORTED"


def test_what_is_left_aside_is_said() -> None:
    files = {"a/run.py": "def run():\n    g()\n", "tests/a.py": "def run():\n    h()\n"}
    answer = verify(snapshot_of(files), "`run` calls `g`")
    assert answer.status.value == "SUPPORTED"
    assert any("tests/a.py" in one and "not looked at" in one for one in answer.searched)
    alone = verify(snapshot_of({"a/run.py": files["a/run.py"]}), "`run` calls `g`")
    assert not any("not looked at" in one for one in alone.searched)


def _status(claim: str) -> str:
    return verify(snapshot_of(FILES), claim).status.value
