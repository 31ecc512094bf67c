import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, triedLines, type Candidate, type Probe } from "../../src/server/candidates";
import { isAtLeast, versionIn } from "../../src/text/version";

const setting: Candidate = { source: "setting", command: ["/mine/codewitness"] };
const python: Candidate = { source: "python", command: ["/env/python", "-m", "codewitness"] };
const path: Candidate = { source: "path", command: ["codewitness"] };

function probing(outputs: Record<string, string>): { probe: Probe; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    probe: (command) => {
      asked.push(command.join(" "));
      const output = outputs[command[0]];
      return Promise.resolve(output === undefined ? { failure: "not found" } : { output });
    },
  };
}

test("the first that answers is taken, and no other asked", async () => {
  const { probe, asked } = probing({ "/env/python": "codewitness 0.2.0\n", codewitness: "codewitness 0.1.0\n" });
  const choice = await choose([python, path], probe);
  assert.deepEqual(choice, { found: { candidate: python, version: "0.2.0" }, tried: [] });
  assert.deepEqual(asked, ["/env/python -m codewitness --version"]);
});

test("those that do not do are passed over, with the reason", async () => {
  const { probe } = probing({ codewitness: "codewitness 0.1.0" });
  const choice = await choose([python, path], probe);
  assert.equal(choice.found?.candidate, path);
  assert.deepEqual(triedLines(choice.tried), ["the selected Python environment (/env/python -m codewitness): not found"]);
});

test("what the user has set is not replaced by another", async () => {
  const { probe } = probing({ codewitness: "codewitness 0.1.0" });
  const choice = await choose([setting, path], probe);
  assert.equal(choice.found, undefined);
  assert.deepEqual(choice.tried, [{ candidate: setting, problem: "not found" }]);
});

test("another program and an old version are refused", async () => {
  const { probe } = probing({ "/env/python": "Python 3.12", codewitness: "codewitness 0.0.9" });
  const choice = await choose([python, path], probe);
  assert.deepEqual(choice.tried.map((one) => one.problem), ["this is not codewitness", "version 0.0.9; 0.1.0 or newer is needed"]);
});

test("versions", () => {
  assert.equal(versionIn("warning: x\ncodewitness 1.2.3\n"), "1.2.3");
  assert.equal(versionIn("codewitness 1.2.3rc1"), "1.2.3rc1");
  assert.equal(versionIn("codewitness"), undefined);
  for (const [version, least, expected] of [
    ["0.1.0", "0.1.0", true], ["0.2.0", "0.1.9", true], ["1.0.0", "0.9.9", true], ["0.1.0rc1", "0.1.0", true],
    ["0.0.9", "0.1.0", false], ["0.1.9", "0.2.0", false], ["0.10.0", "0.9.0", true],
  ] as const) {
    assert.equal(isAtLeast(version, least), expected, `${version} >= ${least}`);
  }
});
