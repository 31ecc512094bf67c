"""Callers through variables: each function of a program has variables of names of its own.

What is followed by name is found by luck where two functions use one name; here none is.
"""

from __future__ import annotations

import pytest

from tests.support.graphs import graph_of

PROGRAMS = {
    "fill.go": """package p

type T struct {
	hs  []func()
	tab map[string]func()
}

func one()   {}
func two()   {}
func three() {}
func four()  {}

func (t *T) fill() {
	t.hs = append(t.hs, one)
	t.tab = map[string]func(){"a": two}
}

func (t *T) run() {
	for _, qq := range t.hs {
		qq()
	}
	for _, ww := range t.tab {
		ww()
	}
	if ee, ok := t.tab["x"]; ok {
		ee()
	}
	rr := t.hs[0]
	go func() { rr() }()
}

func hold() {
	loc := []func(){three}
	for _, tt := range loc {
		tt()
	}
	var yy func()
	yy = four
	defer func() { yy() }()
	uu := map[int]func(){1: four}
	for kk := range uu {
		uu[kk]()
	}
}
""",
    "fill.rs": """use std::collections::HashMap;
fn one() {}
fn two() {}
fn three() {}
fn four() {}
struct T { hs: Vec<fn()>, tab: HashMap<String, fn()> }
impl T {
    fn fill(&mut self) {
        self.hs.push(one);
        self.tab.insert("a".to_string(), two);
    }
    fn run(&self) {
        for qq in &self.hs { qq(); }
        for (kk, ww) in &self.tab { ww(); }
        if let Some(ee) = self.tab.get("x") { ee(); }
        match self.tab.get("y") { Some(rr) => rr(), None => {} }
    }
}
fn hold() {
    let loc: Vec<fn()> = vec![three];
    for tt in loc.iter() { tt(); }
    let yy: fn() = four;
    let cc = move || { yy(); };
    cc();
}
""",
    "fill.ts": """function one() {}
function two() {}
function three() {}
function four() {}
function five() {}
class T {
  hs: (() => void)[] = [];
  tab: Record<string, () => void> = {};
  m = new Map<string, () => void>();
  fill() {
    this.hs.push(one);
    this.tab["a"] = two;
    this.m.set("x", three);
  }
  run() {
    for (const qq of this.hs) qq();
    for (const [kk, ww] of Object.entries(this.tab)) ww();
    for (const [k2, ee] of this.m) ee();
    this.m.forEach((rr, k3) => rr());
  }
}
function hold() {
  const loc = [four];
  for (const yy of loc) yy();
  let uu: () => void;
  uu = five;
  setTimeout(() => { uu(); });
  const [ii] = loc;
  ii();
  const { z: oo } = { z: five };
  oo();
  (oo ?? (() => {}))();
}
""",
    "Fill.java": """import java.util.*;
class Fill {
    List<Runnable> hs = new ArrayList<>();
    Map<String, Runnable> tab = new HashMap<>();
    static void one() {}
    static void two() {}
    static void three() {}
    static void four() {}
    void fill() { hs.add(Fill::one); tab.put("a", Fill::two); }
    void run() {
        for (Runnable qq : hs) qq.run();
        for (Map.Entry<String, Runnable> ww : tab.entrySet()) ww.getValue().run();
        for (var ee : tab.values()) ee.run();
        tab.forEach((k, rr) -> rr.run());
    }
    void hold() {
        Runnable yy;
        yy = Fill::three;
        new Thread(() -> yy.run());
        Runnable[] arr = { Fill::four };
        for (Runnable ii : arr) ii.run();
    }
}
""",
    "Fill.kt": """fun one() {}
fun two() {}
fun three() {}
fun four() {}
class T {
    val hs = mutableListOf<() -> Unit>()
    val tab = mutableMapOf<String, () -> Unit>()
    fun fill() { hs.add(::one); tab["a"] = ::two }
    fun run() {
        for (qq in hs) qq()
        for ((kk, ww) in tab) ww()
        for (ee in tab.values) ee()
        tab["x"]?.let { tt -> tt() }
    }
}
fun hold() {
    val loc = listOf(::three)
    for (yy in loc) yy()
    var uu: (() -> Unit)? = null
    uu = ::four
    run { uu() }
}
""",
    "Fill.cs": """using System;
using System.Collections.Generic;
class Fill {
    List<Action> hs = new();
    Dictionary<string, Action> tab = new();
    static void One() {}
    static void Two() {}
    static void Three() {}
    static void Four() {}
    void Put() { hs.Add(One); tab["a"] = Two; }
    void Run() {
        foreach (var qq in hs) qq();
        foreach (var (kk, ww) in tab) ww();
        foreach (var rr in tab.Values) rr();
        if (tab.TryGetValue("x", out var tt)) tt();
    }
    void Hold() {
        var loc = new List<Action> { Three };
        foreach (var yy in loc) yy();
        Action uu;
        uu = Four;
        Later(() => uu());
    }
}
""",
    "fill.swift": """func one() {}
func two() {}
func three() {}
func four() {}
class T {
    var hs: [() -> Void] = []
    var tab: [String: () -> Void] = [:]
    func fill() { hs.append(one); tab["a"] = two }
    func run() {
        for qq in hs { qq() }
        for (kk, ww) in tab { ww() }
        if let rr = tab["x"] { rr() }
        guard let tt = tab["y"] else { return }
        tt()
    }
}
func hold() {
    let loc = [three]
    for yy in loc { yy() }
    var uu: () -> Void = four
    later { uu() }
}
""",
    "fill.cpp": """#include <functional>
#include <map>
#include <vector>
void one() {}
void two() {}
void three() {}
void four() {}
struct T {
    std::vector<std::function<void()>> hs;
    std::map<int, std::function<void()>> tab;
    void fill() { hs.push_back(one); tab[1] = two; }
    void run() {
        for (auto& qq : hs) qq();
        for (auto& [kk, ww] : tab) ww();
        auto rr = tab.find(1);
        rr->second();
        auto tt = tab[2];
        tt();
    }
};
void hold() {
    std::vector<void (*)()> loc = {three};
    for (auto yy : loc) yy();
    void (*uu)();
    uu = four;
    auto cc = [&] { uu(); };
    cc();
}
""",
    "fill.rb": """def one; end
def two; end
def three; end
def four; end
class T
  def fill
    @hs = [method(:one)]
    @tab = { a: method(:two) }
  end
  def run
    @hs.each { |qq| qq.call }
    @tab.each { |kk, ww| ww.call }
    rr = @tab[:a]
    rr.call
  end
end
def hold
  loc = [method(:three)]
  loc.each { |yy| yy.call }
  uu = method(:four)
  later { uu.call }
end
""",
    "fill.c": """typedef void (*F)(void);
struct op { const char *n; F f; };
void one(void) {}
void two(void) {}
void three(void) {}
static struct op ops[] = { {"a", one}, {"b", two} };
static F tab[] = { three };
void run(void) {
    struct op *qq = &ops[0];
    qq->f();
    F ww = ops[1].f;
    ww();
    F rr = tab[0];
    rr();
}
""",
}
LEAST = {
    "fill.c": 5,
    "Fill.java": 5,
    "fill.rb": 5,
}  # edges that must be there at least; of others 6


@pytest.mark.parametrize("path", PROGRAMS)
def test_what_a_variable_holds_is_called_by_its_name(path: str) -> None:
    graph = graph_of({path: PROGRAMS[path]})
    forward = {(e.caller.key, e.site, e.target) for e in graph.all_edges() if e.target is not None}
    backward = {
        (edge.caller.key, edge.site, edge.target)
        for scope in graph.workspace.scopes.values()
        for edge in graph.incoming(scope)
    }
    assert len(forward) >= LEAST.get(path, 6)
    assert backward == forward
