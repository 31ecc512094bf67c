import assert from "node:assert/strict";
import { test } from "node:test";
import { columnOfPages } from "../../src/text/pageColumn";

test("the first page goes beside the code", () => {
  assert.equal(columnOfPages([{ column: 1, hasPage: false }]), undefined);
  assert.equal(columnOfPages([{ column: 1, hasPage: false }, { column: 2, hasPage: false }]), undefined);
});

test("further pages go where the first one is, whatever is active", () => {
  assert.equal(columnOfPages([{ column: 1, hasPage: false }, { column: 2, hasPage: true }]), 2);
  assert.equal(columnOfPages([{ column: 1, hasPage: true }, { column: 2, hasPage: true }]), 1);
});

test("a page that has the window for itself leaves it", () => {
  assert.equal(columnOfPages([{ column: 1, hasPage: true }]), undefined);
});
