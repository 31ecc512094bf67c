/**
 * A real Python project and a real TypeScript one in one folder: the sources of pygls as they are
 * installed, and those of this extension.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { until, VSCode } from "./harness.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const workspace = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "codewitness-real-")), "real");
fs.cpSync(path.join(process.env.CODEWITNESS_LIBRARIES, "pygls"), path.join(workspace, "pygls"), { recursive: true });
fs.cpSync(path.join(root, "src"), path.join(workspace, "client"), { recursive: true });
const code = await VSCode.start({
  workspace, vsix: path.join(root, "codewitness.vsix"), shots: process.env.CODEWITNESS_SHOTS ?? "",
  machine: { "codewitness.server.command": JSON.parse(process.env.CODEWITNESS_COMMAND) },
});
const { page } = code;
let failed = 0;

async function step(name, body) {
  try {
    await body();
    console.log(`ok ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAIL ${name}\n${error.stack}`);
    await code.shot(`failed-real-${failed}`);
  }
}

async function hover(file, line, name, expected) {
  await code.open(file);
  await code.place(line, 1);
  await until(`the hover of ${name}`, async () => {
    await page.mouse.move(900, 700);
    await page.locator(".editor-group-container.active .view-line span", { hasText: new RegExp(`^${name}$`) }).first().hover();
    return page.locator(".monaco-hover:visible", { hasText: expected }).first().waitFor({ timeout: 3000 }).then(() => true, () => false);
  });
  await page.waitForTimeout(400);
  await code.shot(`hover-${name}`);
  await page.mouse.move(900, 700);
}

async function search(words, expected) {
  await code.command("Codewitness: Search Code");
  await code.input.fill(words);
  await code.row(expected).waitFor();
  await page.waitForTimeout(400);
  await code.shot(`search-${expected.split(".").at(-1)}`);
  await page.keyboard.press("Escape");
}

function lineOf(file, text) {
  return fs.readFileSync(path.join(workspace, file), "utf8").split("\n").findIndex((line) => line.includes(text)) + 1;
}

try {
  await step("Python: hover", () => hover("pygls/uris.py", lineOf("pygls/uris.py", "def to_fs_path"), "to_fs_path", "urlparse"));
  await step("Python: search", () => search("turn an uri into a path of the file system lang:python", "to_fs_path"));
  await step("TypeScript: hover", () => hover("client/text/filters.ts", lineOf("client/text/filters.ts", "export function parseQuery"), "parseQuery", "filterWords"));
  await step("TypeScript: search", () => search("parse the query that was typed into the search box lang:ts", "parseQuery"));
  await step("a picture that is larger than its pane begins in the middle", async () => {
    await code.open("client/app.ts");
    await code.place(lineOf("client/app.ts", "export function messageOf"), 20);
    await code.command("Codewitness: Project Picture");
    const center = page.frameLocator("iframe.webview").frameLocator("#active-frame").locator("g.node.center");
    await center.waitFor();
    await until("the middle", () => center.evaluate((node) => {
      const { top, left, width } = node.getBoundingClientRect();
      const { clientHeight, clientWidth, scrollHeight } = document.documentElement;
      return scrollHeight > clientHeight && Math.abs(top - clientHeight / 2) < clientHeight / 4 && left >= 0 && left + width <= clientWidth;
    }), 10_000);
    await until("texts within their boxes", () => center.evaluate((node) => [...node.ownerSVGElement.querySelectorAll("g.node")].every((one) => {
      const room = one.querySelector("rect").getBoundingClientRect();
      return [...one.querySelectorAll("text")].every((text) => text.getBoundingClientRect().right <= room.right);
    })), 10_000);
    await page.waitForTimeout(400);
    await code.shot("picture-large");
  });
} finally {
  await code.close();
  fs.rmSync(path.dirname(workspace), { recursive: true, force: true });
}
process.exit(failed);
