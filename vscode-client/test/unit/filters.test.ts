import assert from "node:assert/strict";
import { test } from "node:test";
import { FILTERS, parseQuery } from "../../src/text/filters";
import { refusal } from "../../src/text/refusal";

const cases: [string, object][] = [
  ["retry upload", { query: "retry upload" }],
  ["fit calls:fit lang:py -test", { query: "fit", calls: ["fit"], languages: ["python"], excludeTags: ["domain:test"] }],
  ["-tests -class x", { query: "x", excludeTags: ["domain:test", "domain:class"] }],
  ["-lang:ts -calls:print x", { query: "x", excludeTags: ["lang:typescript", "calls:print"] }],
  ["reads:a.b writes:c x", { query: "x", includeTags: ["reads:a.b", "writes:c"] }],
  ["accesses:a.b x", { query: "x", accesses: ["a.b"] }],
  ['path:"my code/**" x', { query: "x", paths: ["my code/**"] }],
  ['"calls:fit" x', { query: "calls:fit x" }],
  [' "no such cart"', { query: '"no such cart"' }],
  ['"no such" cart', { query: "no such cart" }],
  ["std::vector http://here", { query: "std::vector http://here" }],
  ["raises:KeyError handles:OSError", { query: "KeyError OSError", includeTags: ["raises:KeyError", "handles:OSError"] }],
  ["calls:model.fit", { query: "model.fit", calls: ["model.fit"] }],
  ["min:0.3 limit:50 mode:lexical x", { query: "x", minRelevance: 0.3, limit: 50, mode: "lexical" }],
  ["in:decisions in:code why", { query: "why", memoryTypes: ["decision", "code"] }],
  ["calls: x", { query: "x" }],
  ["def load(self, path:str, mode:int)", { query: "def load(self, path:str, mode:int)" }],
  ["a - b", { query: "a - b" }],
  ['"unfinished quote', { query: "unfinished quote" }],
  ["constructor:x toString:y", { query: "constructor:x toString:y" }],
  ["", { query: "" }],
];

for (const [typed, expected] of cases) {
  test(`read: ${typed || "(nothing)"}`, () => {
    assert.deepEqual(parseQuery(typed), { argument: expected, problems: [] });
  });
}

const wrong: [string, RegExp][] = [
  ["limit:0 x", /^limit: takes a whole number from 1 to 200$/],
  ["limit:2.5 x", /^limit: takes a whole/],
  ["min:many x", /^min: takes a number from 0 to 1$/],
  ["mode:fast x", /^mode: takes one of/],
  ["in:dreams x", /^in: takes code/],
  ["-nonsense x", /^-nonsense: leaves out a tag/],
];

for (const [typed, problem] of wrong) {
  test(`told: ${typed}`, () => {
    const { argument, problems } = parseQuery(typed);
    assert.equal(argument.query, "x");
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? "", problem);
  });
}

test("each example of the help is a filter", () => {
  for (const filter of FILTERS) {
    const { argument, problems } = parseQuery(`words ${filter.example}`);
    assert.equal(argument.query, "words", filter.example);
    assert.equal(Object.keys(argument).length, 2, filter.example);
    assert.deepEqual(problems, []);
  }
});

test("what the server refuses is told in the words of the box", () => {
  assert.equal(refusal("languages: codewitness.search takes a list of names, got ['x']"), "lang: takes a list of names, got ['x']");
  assert.equal(refusal("no workspace folder is open"), "no workspace folder is open");
});
