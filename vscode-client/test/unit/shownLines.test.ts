import assert from "node:assert/strict";
import { test } from "node:test";
import { shownLines } from "../../src/text/shownLines";

test("a comment is shown by what it says", () => {
  assert.deepEqual(shownLines("/**\n * Stops a process.\n *\n * @param one {@link Process} to stop\n */\nvoid stop(Process one) {\n  *p = 1;\n}"),
    ["Stops a process.", "@param one Process to stop", "void stop(Process one) {", "*p = 1;", "}"]);
  assert.deepEqual(shownLines("/// <summary>\n/// Runs it, <b>once</b>.\n/// </summary>\nvoid Run(List<int> all);"),
    ["Runs it, once.", "void Run(List<int> all);"]);
  assert.deepEqual(shownLines("/* one line */\r\n\r\nint f();"), ["one line", "int f();"]);
  assert.deepEqual(shownLines("//! Of all.\nfn f() {}"), ["Of all.", "fn f() {}"]);
});

test("code is shown as it stands", () => {
  assert.deepEqual(shownLines("# said\ndef f():\n    return a // b"), ["# said", "def f():", "return a // b"]);
  assert.deepEqual(shownLines("/**/\nx"), ["x"]);
  assert.deepEqual(shownLines("/* a */ int x;\n*y = 2;"), ["a  int x;", "*y = 2;"]);
});
