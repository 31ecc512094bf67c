import * as assert from "node:assert/strict";
import { mock, test } from "node:test";
import { AfterRest } from "../../src/text/afterRest";

test("what rests is told once, and what never rests is told all the same", () => {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  let told = 0;
  const rest = new AfterRest(() => told++, 400, 2000);
  rest.changed();
  mock.timers.tick(300);
  rest.changed();
  mock.timers.tick(300);
  assert.equal(told, 0);
  mock.timers.tick(100);
  assert.equal(told, 1);
  for (let n = 0; n < 15; n++) {
    rest.changed();
    mock.timers.tick(200);
  }
  assert.equal(told, 2);
  mock.timers.tick(2000);
  assert.equal(told, 3);
  rest.changed();
  rest.dispose();
  mock.timers.tick(5000);
  assert.equal(told, 3);
  mock.timers.reset();
});
