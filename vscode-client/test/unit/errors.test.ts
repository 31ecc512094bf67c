import assert from "node:assert/strict";
import { test } from "node:test";
import { readError } from "../../src/text/errors";

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

const cases: [string, string, string, boolean][] = [
  [PYTHON, "KeyError", "'a: b'", true],
  [JAVA, "IllegalStateException", "no source", true],
  [NODE, "TypeError", "Cannot read properties of undefined (reading 'x')", true],
  [GO, "panic", "runtime error: index out of range [3] with length 3", true],
  [RUST, "panic", "src/main.rs:2:5:", false],
  ["ValueError: bad\n", "ValueError", "bad", false],
  ["StopIteration", "StopIteration", "StopIteration", false],
  ["error[E0382]: use of moved value", "E0382", "use of moved value", false],
  ["error: no such file", "error", "no such file", false],
];

for (const [text, errorType, message, hasTrace] of cases) {
  test(`read: ${text.split("\n", 1)[0]}`, () => {
    const found = readError(text);
    assert.equal(found?.errorType, errorType);
    assert.equal(found?.message, message);
    assert.equal(found?.stackTrace !== undefined, hasTrace);
  });
}

for (const text of ["", "hello there\nall is well", "   \n"]) {
  test(`no error: ${JSON.stringify(text)}`, () => assert.equal(readError(text), undefined));
}
