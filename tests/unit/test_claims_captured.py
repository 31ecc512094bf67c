"""A parameter that a function, block or class inside reads is used."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "c.go": """package c
func Keyed(d string) Option { return optionFunc(func(v *V) { v.delim = d }) }
func Shadowed(d string) Option { return optionFunc(func(d *V) { d.delim = 1 }) }
func Copied(n int) { f(func() { n := n; use(n) }) }
func Labelled(n int) T { return g(func() T { return T{n: 1} }) }
func Deep(n, m int) { f(func() { g(func() { h(n) }) }) }
func Beside(n int) { go func() { work(n) }() }
""",
        "C.java": """class C {
  M made(Class<T> type, Function<X, S> factory) { return start(type, x -> factory.apply(x)); }
  M anonymous(int size, int left) {
    return new R() { public void run() { grow(size); } };
  }
}
""",
        "c.py": """
def inner_uses(a, b, c, d):
    def inner():
        return a
    class K:
        x = b
    return inner, K, lambda: c
def hidden(a):
    def inner(a):
        return a
    return inner
def defaulted(a, b):
    return lambda a=a: a
def decorated(reg):
    @reg
    def inner(): pass
    return inner
def rebound(a):
    def inner():
        a = 1
        return a
    return inner
def keyword(a):
    return lambda: f(a=1)
""",
        "c.ts": "const bound = (fn, ctx, rest) => (...args) => fn.apply(ctx, args)\n",
        "c.rs": "fn moved(n: i32, q: i32) -> impl Fn(i32) -> i32 { move |x| x + n }\n",
        "c.kt": "fun object_of(n: Int, q: Int) = object : R { override fun run() { go(n) } }\n",
        "c.cs": "class D { Func<int> Local(int n, int q) { int F() { return n; } return F; } }\n",
        "c.swift": "func closed(n: Int, q: Int) -> (Int) -> Int { return { x in x + n } }\n",
        "c.cpp": "auto listed(int n, int q) { return [m = n](int x) { return x + m; }; }\n",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "Keyed uses its parameter d",
        "Keyed uses d",
        "Shadowed ignores its parameter d",
        "Labelled ignores n",
        "Deep ignores m",
        "Beside uses n",
        "C.made uses its parameter factory",
        "C.anonymous ignores left",
        "inner_uses uses its parameter a",
        "inner_uses uses its parameter b",
        "inner_uses uses its c parameter",
        "inner_uses ignores d",
        "hidden ignores a",
        "defaulted ignores b",
        "keyword ignores a",
        "bound uses its parameter ctx",
        "bound ignores rest",
        "moved ignores q",
        "object_of ignores q",
        "D.Local ignores q",
        "closed ignores q",
        "listed ignores q",
    ],
    "CONTRADICTED": [
        "Keyed ignores its parameter d",
        "Keyed does not use d",
        "Keyed never uses its parameter",
        "Deep ignores n",
        "C.made never uses its parameter factory",
        "C.anonymous ignores size",
        "defaulted ignores a",
        "decorated ignores reg",
        "bound ignores fn",
        "moved ignores n",
        "object_of ignores its parameter n",
        "D.Local ignores n",
        "closed does not use n",
        "listed ignores n",
    ],
    "NOT_SUPPORTED": ["Shadowed uses its parameter d", "hidden uses its parameter a"],
    "INCONCLUSIVE": ["rebound ignores a", "rebound uses its parameter a", "Copied ignores n"],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_what_is_inside_uses_parameters(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
