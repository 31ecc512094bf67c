import assert from "node:assert/strict";
import { test } from "node:test";
import { columnOfPages } from "../../src/text/pageColumn";

test("the first page goes beside the code", () => {
  assert.equal(columnOfPages([{ column: 1, hasPage: false, isEmpty: false }]), undefined);
  assert.equal(columnOfPages([{ column: 1, hasPage: false, isEmpty: false }, { column: 2, hasPage: false, isEmpty: false }]), undefined);
});

test("further pages go where the first one is, whatever is active", () => {
  assert.equal(columnOfPages([{ column: 1, hasPage: false, isEmpty: false }, { column: 2, hasPage: true, isEmpty: false }]), 2);
  assert.equal(columnOfPages([{ column: 1, hasPage: true, isEmpty: false }, { column: 2, hasPage: true, isEmpty: false }]), 1);
});

test("a page that is shown before any file leaves no empty half", () => {
  assert.equal(columnOfPages([{ column: 1, hasPage: false, isEmpty: true }]), 1);
});

test("a page that has the window for itself leaves it", () => {
  assert.equal(columnOfPages([{ column: 1, hasPage: true, isEmpty: false }]), undefined);
});
