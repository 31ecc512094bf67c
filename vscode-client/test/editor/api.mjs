/** Run the tests of test/api in the extension host of a real VS Code; prints one line a test. */
import fs from "node:fs";
import path from "node:path";
import { VSCode } from "./harness.mjs";
import { writeShop } from "./shop.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const workspace = writeShop();
const results = path.join(workspace, "..", "results.json");
const code = await VSCode.start({
  workspace,
  machine: { "codewitness.server.command": JSON.parse(process.env.CODEWITNESS_COMMAND) },
  env: { CODEWITNESS_RESULTS: results },
  url: false,
});
let failed = 1;
try {
  const remote = (place) => `vscode-remote://127.0.0.1:${code.port}${place}`;
  const done = new Promise((resolve, reject) => {
    code.page.exposeFunction("codeAutomationExit", resolve);
    setTimeout(() => reject(new Error("the extension host did not end its tests")), 240_000).unref();
  });
  await code.page.exposeFunction("codeAutomationLog", (type, given) => type === "error" && console.error(...given));
  const payload = [["extensionDevelopmentPath", remote(root)], ["extensionTestsPath", remote(path.join(root, "out/api/index.js"))], ["skipWelcome", "true"]];
  await code.goto(`&payload=${encodeURIComponent(JSON.stringify(payload))}`);
  await done;
  const all = JSON.parse(fs.readFileSync(results, "utf8"));
  for (const one of all) console.log(one.problem ? `FAIL ${one.name}\n${one.problem}` : one.isLeftOut ? `left out: ${one.name}` : `ok ${one.name}`);
  failed = all.filter((one) => one.problem).length + (all.length === 0 ? 1 : 0);
} catch (error) {
  console.error(error);
  if (process.env.CODEWITNESS_SHOTS) await code.shot("api-error");
} finally {
  await code.close();
  fs.rmSync(path.dirname(workspace), { recursive: true, force: true });
}
process.exit(failed);
