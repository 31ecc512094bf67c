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


OWN_GO = """package a

import "io"

type Sink interface {
    io.WriteCloser
    ID() string
}
type Both interface { io.Reader; io.Closer }

type fileSink struct{}

func (f *fileSink) Write(p []byte) (int, error) { return 0, nil }
func (f *fileSink) Close() error { return nil }
func (f *fileSink) ID() string { return "" }

type plainFile struct{}

func (p *plainFile) Read(b []byte) (int, error) { return 0, nil }
func (p *plainFile) Close() error { return nil }

func opened() (io.ReadCloser, error) { return &plainFile{}, nil }

func finish(s Sink) { s.ID(); s.Close() }
func both(b Both) { b.Close() }
func reads() { r, _ := opened(); r.Close() }
"""
OWN_JAVA = """package a;
import java.io.Closeable;

interface Sink extends Closeable { String id(); }
class FileSink implements Sink {
  public String id() { return ""; }
  public void close() {}
}
class Beside implements Closeable { public void close() {} }
class Hall { void finish(Sink s) { s.id(); s.close(); } }
"""
OWN_CSHARP = """using System;
interface ISink : IDisposable { string Id(); }
class FileSink : ISink { public string Id() => ""; public void Dispose() { } }
class Beside : IDisposable { public void Dispose() { } }
class Hall { void finish(ISink s) { s.Id(); s.Dispose(); } }
"""
OWN_TYPESCRIPT = """import { Closer } from 'lib'
interface Sink extends Closer { id(): string }
class FileSink implements Sink { id() { return "" } close(): void {} }
class Beside implements Closer { close(): void {} }
function finish(s: Sink) { s.id(); s.close() }
"""
OWN = {
    "a.go": (
        OWN_GO,
        {"fileSink.Close": ["both", "finish", "reads"], "plainFile.Close": ["both", "reads"]},
    ),
    "A.java": (OWN_JAVA, {"FileSink.close": ["finish"], "Beside.close": []}),
    "A.cs": (OWN_CSHARP, {"FileSink.Dispose": ["finish"], "Beside.Dispose": []}),
    "a.ts": (OWN_TYPESCRIPT, {"FileSink.close": ["finish"], "Beside.close": []}),
}


@pytest.mark.parametrize("path", OWN)
def test_what_an_own_interface_has_from_outside_may_run_what_implements_it(path: str) -> None:
    source, wanted = OWN[path]
    graph = graph_of({path: source})
    for name, callers in wanted.items():
        (method,) = (one for one in graph.workspace.scopes.values() if one.qualified_name == name)
        found = {caller.name for caller, _ in possible_calls(graph, method)}
        assert sorted(found) == callers, name
