/**
 * What a person meets less often, in a real VS Code: a second window on the same folder, the picture of
 * the calls, indexing that is cancelled, and a folder that is not trusted.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { PATIENCE, until, VSCode } from "./harness.mjs";
import { writeShop } from "./shop.mjs";

const vsix = path.resolve(import.meta.dirname, "../../codewitness.vsix");
const command = JSON.parse(process.env.CODEWITNESS_COMMAND);
const shots = process.env.CODEWITNESS_SHOTS ?? "";
const N_FILES = 4000;
let failed = 0;

async function step(code, name, body) {
  try {
    await body(code, code.page);
    console.log(`ok ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAIL ${name}\n${error.stack}`);
    await code.shot(`failed-corners-${failed}`);
  }
}

/** Do `body` in a VS Code of its own; the folder around `workspace` goes with it. */
async function within(given, body) {
  const code = await VSCode.start({ vsix, shots, ...given });
  try {
    await body(code);
  } finally {
    await code.close();
    fs.rmSync(path.dirname(given.workspace), { recursive: true, force: true });
  }
}

async function hovers(page, name, expected) {
  await until(`the hover of ${name}`, async () => {
    await page.mouse.move(900, 700);
    await page.locator(".editor-group-container.active .view-line span", { hasText: new RegExp(`^${name}$`) }).first().hover();
    return page.locator(".monaco-hover:visible", { hasText: expected }).first().waitFor({ timeout: 3000 }).then(() => true, () => false);
  });
  await page.mouse.move(900, 700);
}

function writeMany() {
  const root = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "codewitness-many-")), "many");
  for (let n = 0; n < N_FILES; n++) {
    const folder = path.join(root, `part${n % 40}`);
    fs.mkdirSync(folder, { recursive: true });
    const methods = Array.from({ length: 12 }, (_, m) => `    def step_${n}_${m}(self, rows):\n        for row in rows:\n            self.take_${m}(row.value)\n        return self.count\n`);
    fs.writeFileSync(path.join(folder, `worker_${n}.py`), `class Worker${n}:\n${methods.join("\n")}`);
  }
  return root;
}

await within({ workspace: writeShop(), machine: { "codewitness.server.command": command } }, async (code) => {
  await step(code, "the picture shows the calls around a method, and a key opens one", async (_, page) => {
    await code.open("orders.py");
    await page.locator(".codelens-decoration", { hasText: /^1 caller$/ }).first().waitFor(); // counted in all files
    await code.place(15, 10);
    await code.command("Codewitness: Project Picture");
    const picture = page.frameLocator("iframe.webview").frameLocator("#active-frame");
    await picture.locator("g.node", { hasText: "check" }).first().waitFor();
    await picture.locator("g.node", { hasText: "load" }).first().waitFor();
    await page.waitForTimeout(500);
    await code.shot("picture");
    await picture.locator("g.node", { hasText: "load" }).first().press("Enter");
    await until("the line", async () => (await page.locator(".statusbar-item", { hasText: "Ln 10" }).count()) > 0);
  });

  await step(code, "a second window reads what the first one writes, and says so", async () => {
    const other = Object.assign(Object.create(VSCode.prototype), code);
    other.page = await code.page.context().newPage();
    other.page.setDefaultTimeout(PATIENCE);
    await other.goto();
    await other.open("orders.py");
    await hovers(other.page, "load", "self.source.read");
    await other.page.locator(".codelens-decoration", { hasText: /^1 caller$/ }).first().waitFor();
    await other.command("Codewitness: Show Status");
    await other.page.locator(".view-line", { hasText: /reader\)/ }).first().waitFor();
    await other.page.waitForTimeout(300);
    await other.shot("reader");
    await other.page.close();
  });
});

await within({ workspace: writeMany(), machine: { "codewitness.server.command": command } }, async (code) => {
  await step(code, "indexing shows how far it is, and can be cancelled", async (_, page) => {
    await code.open("worker_7.py");
    await page.locator(".statusbar-item", { hasText: /codewitness: indexing.*of 4000 files/ }).first().waitFor();
    await code.shot("indexing");
    await code.command("Codewitness: Cancel Indexing");
    await until("the end of the progress", async () => (await page.locator(".statusbar-item", { hasText: "of 4000 files" }).count()) === 0);
    const braces = page.locator(".statusbar-item[id*='status.languageStatus'], .statusbar-item:has(.codicon-json)").first();
    await braces.click();
    await page.locator(".hover-language-status", { hasText: "cancelled at" }).first().waitFor();
    await page.waitForTimeout(400);
    await code.shot("cancelled");
    await page.keyboard.press("Escape");
    await code.open("worker_7.py");
    await hovers(page, "step_7_0", "take_0"); // what is open is read all the same
    await code.command("Codewitness: Index the Files That Are Missing");
    await page.locator(".statusbar-item", { hasText: /codewitness: indexing.* files/ }).first().waitFor();
  });
});

await within({ workspace: writeShop(), machine: { "codewitness.server.command": command }, trusted: false }, async (code) => {
  await step(code, "a folder that is not trusted is read all the same", async (_, page) => {
    const dialog = page.locator(".monaco-dialog-box", { hasText: "trust" }).first();
    await dialog.waitFor();
    await dialog.locator(".monaco-button", { hasText: "No" }).first().click();
    await code.open("orders.py");
    await hovers(page, "load", "self.source.read");
    await code.shot("untrusted");
  });
});
process.exit(failed);
