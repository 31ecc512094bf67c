"""Conditions are compared by operator and value: another number or text is not what is said."""

from __future__ import annotations

import itertools
import operator

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

OPERATORS = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
CODE = list(itertools.product(OPERATORS, (0, 3)))
COMPARED = snapshot_of(
    {
        "n.py": "\n".join(
            f"def f{at}(amount):\n    if amount {how} {value}:\n        launch()\n"
            for at, (how, value) in enumerate(CODE)
        )
    }
)


@pytest.mark.parametrize("at", range(len(CODE)))
def test_only_if(at: int) -> None:
    how, value = CODE[at]
    where = {n for n in range(-9, 10) if OPERATORS[how](n, value)}
    for said, number in itertools.product(OPERATORS, (0, 3, 4)):
        claim = f"f{at} calls launch only if amount {said} {number}"
        is_true = all(OPERATORS[said](n, number) for n in where)
        status = verify(COMPARED, claim).status
        assert status != ("CONTRADICTED" if is_true else "SUPPORTED"), claim
        if (said, number) == (how, value):
            assert status == "SUPPORTED", claim


SNAPSHOT = snapshot_of(
    {
        "c.py": """
def work(n, mode, name, items, a, b, total):
    try:
        run(n)
    except ValueError:
        if n == 0:
            raise
    if n == 7:
        stop_it()
    if mode not in ("up", "down"):
        fail_it()
    if mode in ["on", "off"]:
        good()
    if name.startswith("x"):
        begin()
    if len(items) > 1:
        many()
    if total % 100 == 0:
        prune()
    if a < b:
        below_it()
    if 3 < n:
        over()

def left(n):
    if n < 5:
        return
    launch()

def chain(n):
    if n > 10:
        big()
    elif n > 5:
        middle()
    else:
        small()
""",
        "g.go": """package g
func Step(resp, req *R, n int, kind string) error {
	if resp.Term > req.Term {
		stale()
	}
	if n != 2 {
		return ErrTwo
	}
	switch kind {
	case "a":
		uno()
	case "b", "c":
		due()
	default:
		tre()
	}
	return nil
}
""",
        "p.ts": """
export function post(count: number, kind: string, tags: string[]) {
  if (count >= 3) { throw new RequiresPro() }
  if (!(count < 2)) { later_on() }
  if (["jpg", "png"].includes(kind)) { image() }
  if (tags.length === 2) { pair() }
  const x = kind === "zip" ? unzip() : copy()
  if (kind.length === 0 || kind[0] === "/") { return undefined }
  if (typeof count !== "boolean") { throw new TypeError() }
}
""",
        "r.rb": """
def step(n, mode)
  fail_it unless n > 3
  stop_it if mode == :fast
  go(mode) if %w[up down].include?(mode)
  case mode
  when "one" then uno
  when "two" then due
  end
end
""",
        "m.rs": """
fn go(args: &Args) -> Result<bool> {
    let done = match args.mode() {
        Mode::Search if args.threads() == 1 => search(args)?,
        Mode::Search => search_parallel(args)?,
        Mode::Files if args.threads() == 1 => files(args)?,
        Mode::Files => files_parallel(args)?,
    };
    if args.depth() >= 8 { deep(); }
    Ok(done)
}
""",
        "J.java": """
class J {
  void run(int n, String s) {
    if (n <= 0) { throw new IllegalArgumentException("n"); }
    if (s.startsWith("http")) { fetch(); }
    while (n > 2) { n--; step(); }
    if ("put".equals(s)) { put(); }
  }
}
""",
        "k.kt": """
fun pick(n: Int) {
    when {
        n > 4 -> high()
        else -> low()
    }
    if (n in 1..3) near()
}
""",
        "c.c": """
int work(struct s *p, int n) {
    if (p->len >= 16) { grow(p); }
    if (n == -1) { fail(); }
    return n > 9 ? big(n) : small(n);
}
""",
        "s.swift": """
func load(_ n: Int) {
    guard n > 2 else { stop(); return }
    launch()
}
""",
        "x.cs": """
class X { void Run(int n, string s) { if (n > 1 && s != "off") { Go(); } } }
""",
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("work re-raises only if n == 0", "SUPPORTED"),
        ("work re-raises only if n > 0", "CONTRADICTED"),
        ("work calls stop_it only if n == 7", "SUPPORTED"),
        ("work calls stop_it if n is 7", "SUPPORTED"),
        ("work calls stop_it if n > 7", "CONTRADICTED"),
        ("work calls stop_it only if n is not 7", "CONTRADICTED"),
        ("work calls stop_it only if n >= 7", "SUPPORTED"),
        ("work calls stop_it if n >= 7", "INCONCLUSIVE"),
        ("work never calls stop_it if n > 7", "SUPPORTED"),
        ("work calls stop_it unless n is 7", "CONTRADICTED"),
        ('work calls fail_it only if mode is "up"', "CONTRADICTED"),
        ("work calls fail_it if mode is up", "CONTRADICTED"),
        ("work calls fail_it only if mode is neither up nor down", "SUPPORTED"),
        ("work calls fail_it only if mode is up or down", "CONTRADICTED"),
        ('work calls good only if mode is "on" or "off"', "SUPPORTED"),
        ('work calls good only if mode is not "on"', "INCONCLUSIVE"),
        ('work calls good if mode is "idle"', "CONTRADICTED"),
        ('work calls begin only if name starts with "x"', "SUPPORTED"),
        ('work calls begin only if name.startswith("x")', "SUPPORTED"),
        ('work calls begin only if name.startswith("y")', "CONTRADICTED"),
        ('work calls begin only if name ends with "x"', "INCONCLUSIVE"),
        ("work calls many only if len(items) > 1", "SUPPORTED"),
        ("work calls many only if len(items) >= 2", "SUPPORTED"),
        ("work calls many only if len(items) == 1", "CONTRADICTED"),
        ("work calls many only if items is empty", "CONTRADICTED"),
        ("work calls prune only if total % 100 == 0", "SUPPORTED"),
        ("work calls prune only if total % 50 == 0", "INCONCLUSIVE"),
        ("work calls below_it only if a < b", "SUPPORTED"),
        ("work calls below_it only if b > a", "SUPPORTED"),
        ("work calls below_it only if a > b", "CONTRADICTED"),
        ("work calls below_it only if a == b", "CONTRADICTED"),
        ("work calls over only if n > 3", "SUPPORTED"),
        ("work calls over only if n < 3", "CONTRADICTED"),
        ("left calls launch only if n >= 5", "SUPPORTED"),
        ("left calls launch only if n < 5", "CONTRADICTED"),
        ("left calls launch only if n >= 6", "CONTRADICTED"),
        ("chain calls middle only if n <= 10", "SUPPORTED"),
        ("chain calls middle only if n > 10", "CONTRADICTED"),
        ("chain calls small only if n <= 5", "SUPPORTED"),
        ("chain calls small only if n > 5", "CONTRADICTED"),
        ("Step calls stale only if resp.Term > req.Term", "SUPPORTED"),
        ("Step calls stale only if resp.Term == req.Term", "CONTRADICTED"),
        ("Step calls stale only if req.Term < resp.Term", "SUPPORTED"),
        ("Step returns ErrTwo only if n == 2", "CONTRADICTED"),
        ("Step returns ErrTwo only if n != 2", "SUPPORTED"),
        ('Step calls uno only if kind is "a"', "SUPPORTED"),
        ('Step calls uno only if kind is "b"', "CONTRADICTED"),
        ('Step calls due only if kind is "b" or "c"', "SUPPORTED"),
        ('Step calls due only if kind is "a"', "CONTRADICTED"),
        ('Step calls tre only if kind is "a"', "CONTRADICTED"),
        ("post throws RequiresPro only if count >= 3", "SUPPORTED"),
        ("post throws RequiresPro only if count > 2", "SUPPORTED"),
        ("post throws RequiresPro only if count >= 30", "CONTRADICTED"),
        ("post throws RequiresPro only if count == 0", "CONTRADICTED"),
        ("post calls later_on only if count >= 2", "SUPPORTED"),
        ("post calls later_on only if count < 2", "CONTRADICTED"),
        ('post calls image only if kind is "jpg" or "png"', "SUPPORTED"),
        ('post calls image only if kind is "gif"', "CONTRADICTED"),
        ("post calls pair only if tags.length === 2", "SUPPORTED"),
        ("post calls pair only if tags.length > 2", "CONTRADICTED"),
        ('post calls unzip only if kind is "zip"', "SUPPORTED"),
        ('post calls copy only if kind is "zip"', "CONTRADICTED"),
        ("post returns undefined if kind.length is 0", "SUPPORTED"),
        ("post returns undefined only if kind.length is 0", "INCONCLUSIVE"),
        ("post throws TypeError if typeof count is not 'boolean'", "SUPPORTED"),
        ("post throws TypeError if typeof count is 'boolean'", "CONTRADICTED"),
        ("step calls fail_it only if n <= 3", "SUPPORTED"),
        ("step calls fail_it only if n > 3", "CONTRADICTED"),
        ("step calls stop_it only if mode is :fast", "SUPPORTED"),
        ("step calls stop_it only if mode is :slow", "CONTRADICTED"),
        ('step calls go only if mode is "up" or "down"', "SUPPORTED"),
        ('step calls go only if mode is "left"', "CONTRADICTED"),
        ("go calls files_parallel only if args.threads() == 1", "INCONCLUSIVE"),
        ("go calls files only if args.threads() == 1", "SUPPORTED"),
        ("go calls files only if args.threads() == 2", "CONTRADICTED"),
        ("go calls search only if args.threads() > 1", "CONTRADICTED"),
        ("go calls deep only if args.depth() >= 8", "SUPPORTED"),
        ("go calls deep only if args.depth() < 8", "CONTRADICTED"),
        ("J.run throws IllegalArgumentException only if n <= 0", "SUPPORTED"),
        ("J.run throws IllegalArgumentException only if n < 0", "CONTRADICTED"),
        ('J.run calls fetch only if s starts with "http"', "SUPPORTED"),
        ('J.run calls fetch only if s starts with "ftp"', "CONTRADICTED"),
        ('J.run calls put only if s is "get"', "INCONCLUSIVE"),
        ("pick calls high only if n > 4", "SUPPORTED"),
        ("pick calls high only if n < 4", "CONTRADICTED"),
        ("pick calls near only if n > 5", "INCONCLUSIVE"),
        ("work calls grow only if p->len >= 16", "SUPPORTED"),
        ("work calls grow only if p->len < 16", "CONTRADICTED"),
        ("work calls fail only if n == -1", "SUPPORTED"),
        ("work calls fail only if n == 1", "CONTRADICTED"),
        ("work calls big only if n > 9", "SUPPORTED"),
        ("work calls small only if n > 9", "CONTRADICTED"),
        ("load calls launch only if n > 2", "SUPPORTED"),
        ("load calls launch only if n <= 2", "CONTRADICTED"),
        ("load calls stop only if n <= 2", "SUPPORTED"),
        ("load calls stop only if n > 2", "CONTRADICTED"),
        ("X.Run calls Go only if n > 1", "SUPPORTED"),
        ("X.Run calls Go only if n > 2", "CONTRADICTED"),
        ('X.Run calls Go only if s != "off"', "SUPPORTED"),
        ('X.Run calls Go only if s is "off"', "CONTRADICTED"),
    ],
)
def test_values(claim: str, status: str) -> None:
    file = (
        "c.c::" if " p->" in claim or claim.split()[2] in ("fail", "big", "small", "grow") else ""
    )
    path = "c.c" if file else "c.py"
    said = claim.replace("work ", f"`{path}::work` ", 1) if claim.startswith("work") else claim
    answer = verify(SNAPSHOT, said)
    assert answer.status == status, answer.summary
