"""A call through an interface of a library may run the method of a class that implements it."""

from __future__ import annotations

import pytest

from codewitness.features.call_graph import possible_calls
from tests.support.graphs import graph_of, name_of

JAVA = """package a;
import javax.bell.RingListener;
import java.util.List;

class Desk implements RingListener {
  public void rung(Bell b) {}
}
class Below extends Desk {
  @Override public void rung(Bell b) {}
}
class Beside {
  public void rung(Bell b) {}
}
class Hall {
  List<RingListener> all;
  void each(Bell b) { for (RingListener one : all) one.rung(b); }
  void cast(Object o, Bell b) { ((RingListener) o).rung(b); }
  void other(Street s, Bell b) { s.rung(b); }
  void more(RingListener one, Bell b) { one.rung(b, 2); }
}
"""
KOTLIN = """package a
import lib.RingListener

class Desk : RingListener {
    override fun rung(b: String) {}

    companion object {
        fun made(): RingListener = Desk()
    }
}

class Beside {
    fun rung(b: String) {}
}

fun taken(one: RingListener) { one.rung("x") }

fun made() {
    val one = Desk.made()
    one.rung("x")
}

fun other(s: Street) { s.rung("x") }
"""
CSHARP = """using Lib;
class Desk : IRing { public void Rung(string b) { } }
class Beside { public void Rung(string b) { } }
class Hall {
    void taken(IRing one) { one.Rung("x"); }
    void other(Street s) { s.Rung("x"); }
}
"""
TYPESCRIPT = """import { Ring, Street } from 'lib'
class Desk implements Ring { rung(b: string): void {} }
class Beside { rung(b: string): void {} }
function taken(one: Ring) { one.rung("x") }
function other(s: Street) { s.rung("x") }
"""
SWIFT = """import Lib
class Desk: Ring { func rung(_ b: String) {} }
class Late { func rung(_ b: String) {} }
extension Late: Ring {}
class Beside { func rung(_ b: String) {} }
func taken(one: Ring) { one.rung("x") }
func other(s: Street) { s.rung("x") }
"""
GO = """package a

import (
    "io"
    "os"
)

type Desk struct{}

func (d *Desk) Write(p []byte) (int, error) { return 0, nil }

type Beside struct{}

func (b *Beside) Write(p []byte, n int) {}

func taken(w io.Writer) { w.Write(nil) }

func other(f *os.File) { f.Write(nil) }
"""
RUST = """use lib::Ring;

struct Desk;
impl Ring for Desk { fn rung(&self, b: &str) {} }

struct Beside;
impl Beside { fn rung(&self, b: &str) {} }

fn taken(one: &dyn Ring) { one.rung("x"); }
fn bound<R: Ring>(one: R) { one.rung("x"); }
fn other(s: Street) { s.rung("x"); }
"""

CASES = {
    "A.java": (JAVA, {"Desk.rung": ["cast", "each"], "Below.rung": ["cast", "each"]}),
    "A.kt": (KOTLIN, {"Desk.rung": ["made", "taken"]}),
    "A.cs": (CSHARP, {"Desk.Rung": ["taken"]}),
    "a.ts": (TYPESCRIPT, {"Desk.rung": ["taken"]}),
    "a.swift": (SWIFT, {"Desk.rung": ["taken"], "Late.rung": ["taken"]}),
    "a.go": (GO, {"Desk.Write": ["taken"]}),
    "a.rs": (RUST, {"Desk.rung": ["bound", "taken"]}),
}


@pytest.mark.parametrize("path", CASES)
def test_calls_through_an_interface_of_a_library_are_possible(path: str) -> None:
    text, wanted = CASES[path]
    graph = graph_of({path: text})
    found = {
        name_of(one).partition(".")[2]: sorted({at.name for at, _ in possible_calls(graph, one)})
        for name in ("rung", "Rung", "Write")
        for one in graph.workspace.named(name)
    }
    assert {name: callers for name, callers in found.items() if callers} == wanted
