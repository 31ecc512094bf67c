import assert from "node:assert/strict";
import { test } from "node:test";
import { errorArguments, readError, suggestedError } from "../../src/text/errors";

const PYTHON = `Traceback (most recent call last):
  File "/app/main.py", line 3, in <module>
    run()
  File "/app/shop.py", line 9, in run
    raise KeyError("a: b")
KeyError: 'a: b'
`;
const JAVA = `Exception in thread "main" java.lang.IllegalStateException: no source
\tat shop.Reader.load(Reader.java:12)
Caused by: java.io.IOException: gone
\tat shop.Source.read(Source.java:3)`;
const NODE = `Uncaught TypeError: Cannot read properties of undefined (reading 'x')
    at load (/app/a.js:3:9)
    at main (/app/b.js:1:1)`;
const GO = "panic: runtime error: index out of range [3] with length 3\n\ngoroutine 1 [running]:\nmain.main()\n\t/app/main.go:8 +0x1d";
const RUST = "thread 'main' panicked at src/main.rs:2:5:\nno source";

const cases: [string, string, string][] = [
  [PYTHON, "KeyError", "'a: b'"],
  [JAVA, "IllegalStateException", "no source"],
  [NODE, "TypeError", "Cannot read properties of undefined (reading 'x')"],
  [GO, "panic", "runtime error: index out of range [3] with length 3"],
  [RUST, "panic", "src/main.rs:2:5:"],
  ["ValueError: bad\n", "ValueError", "bad"],
  ["StopIteration", "StopIteration", "StopIteration"],
  ["error[E0382]: use of moved value", "E0382", "use of moved value"],
  ["error: no such file", "error", "no such file"],
];

for (const [text, errorType, message] of cases) {
  test(`read: ${text.split("\n", 1)[0]}`, () => {
    const found = readError(text);
    assert.equal(found?.errorType, errorType);
    assert.equal(found?.message, message);
  });
}

for (const text of ["", "hello there\nall is well", "   \n"]) {
  test(`no error: ${JSON.stringify(text)}`, () => assert.equal(readError(text), undefined));
}

test("a text of several lines is sent whole, and what was suggested is left to the server", () => {
  const logged = "shop-1  | KeyError: 'id'\nshop-1  |   File \"/app/shop.py\", line 9, in run";
  assert.deepEqual(suggestedError(logged), { errorType: "KeyError", message: "'id'" });
  assert.deepEqual(errorArguments(logged, suggestedError(logged)), { stackTrace: logged });
  const changed = { errorType: "KeyError", message: "no id" };
  assert.deepEqual(errorArguments(`${logged}\n\n`, changed), { ...changed, stackTrace: logged });
  assert.deepEqual(errorArguments("KeyError: 'id'\n", changed), changed);
  assert.deepEqual(suggestedError("it broke\nquite"), { errorType: "error", message: "it broke" });
  assert.deepEqual(suggestedError(" \n"), { errorType: "error", message: "" });
});
