import assert from "node:assert/strict";
import { test } from "node:test";
import { briefTime } from "../../src/text/records";
import { twoLines } from "../../src/text/twoLines";

test("a long note is parted where a sentence or a part of one ends", () => {
  assert.deepEqual(twoLines("no word of it is in any file"), { label: "no word of it is in any file" });
  assert.deepEqual(twoLines("Still indexing: this rests on 117 of 852 files. There may be more than is shown here."),
    { label: "Still indexing: this rests on 117 of 852 files.", detail: "There may be more than is shown here." });
  assert.deepEqual(twoLines("Not every call that might be meant was looked at: there was not enough time, or the rest is still read"),
    { label: "Not every call that might be meant was looked at:", detail: "there was not enough time, or the rest is still read" });
  const word = "x".repeat(90);
  assert.deepEqual(twoLines(word), { label: word });
});

test("where there is little room, today is the time alone", () => {
  const now = new Date(2026, 2, 5, 18, 30);
  assert.equal(briefTime(new Date(2026, 2, 5, 9, 7).toISOString(), now), "09:07");
  assert.equal(briefTime(new Date(2026, 2, 4, 9, 7).toISOString(), now), "2026-03-04");
});
