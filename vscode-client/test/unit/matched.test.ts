import assert from "node:assert/strict";
import { test } from "node:test";
import { matchedPlaces } from "../../src/text/matched";

const at = (line: number, text: string): { filter: string; asked: string; text: string; range: { start: { line: number; character: number }; end: { line: number; character: number } } } => ({
  filter: "calls", asked: "sleep", text, range: { start: { line, character: 4 }, end: { line, character: 9 } },
});

test("a result says on which lines it passes its filters", () => {
  assert.equal(matchedPlaces(), "");
  assert.equal(matchedPlaces([at(11, "time.sleep"), at(11, "time.sleep"), at(14, "this\n  .sleep")]), "12: time.sleep, 15: this .sleep");
  assert.equal(matchedPlaces([1, 2, 3, 4].map((line) => at(line, "sleep"))), "2: sleep, 3: sleep, 4: sleep, …");
});
