/**
 * What a person does on the first day, in a real VS Code with the built extension: each step is
 * checked, and with CODEWITNESS_SHOTS photographed. Steps whose commands the server does not have are
 * left out by name.
 */
import fs from "node:fs";
import path from "node:path";
import { until, VSCode } from "./harness.mjs";
import { writeShop } from "./shop.mjs";

const vsix = path.resolve(import.meta.dirname, "../../codewitness.vsix");
const workspace = writeShop();
const code = await VSCode.start({
  workspace, vsix, shots: process.env.CODEWITNESS_SHOTS ?? "",
  machine: { "codewitness.server.command": JSON.parse(process.env.CODEWITNESS_COMMAND) },
});
const { page } = code;
let failed = 0;

async function step(name, body) {
  try {
    console.log((await body()) === "left out" ? `left out: ${name}` : `ok ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAIL ${name}\n${error.stack}`);
    await code.shot(`failed-${failed}`);
  }
}

function check(holds, what) {
  if (!holds) throw new Error(what);
}

/** True if the palette has a command; the palette shows what the server offers. */
async function offers(title) {
  await until("the palette", async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("F1");
    return code.fill(`>Codewitness: ${title}`);
  });
  const found = await code.row(title).waitFor({ timeout: 10_000 }).then(() => true, () => false);
  await page.keyboard.press("Escape");
  return found;
}

const word = (text) => page.locator(".editor-group-container .view-line span", { hasText: new RegExp(`^${text}$`) }).first();
const hover = (text) => page.locator(".monaco-hover:visible", { hasText: text }).first();
const counted = (timeout) => page.locator(".codelens-decoration", { hasText: /^1 caller$/ }).first().waitFor({ timeout });
/** The same for a picture: of a file that is shown again VS Code sometimes asks for no lenses. */
const countedAgain = () => counted(5000).catch(() => console.log("VS Code has not asked for lenses again"));
const report = (text) => page.locator(".view-line", { hasText: text }).first();

try {
  await step("search can be found before any file is open", async () => {
    await code.command("Codewitness: Search Code");
    await code.input.fill("try again after a failed upload");
    await code.row("Uploader.upload").waitFor();
    await page.keyboard.press("Escape");
  });

  await step("hover shows what a function does", async () => {
    await code.open("orders.py");
    await counted(); // then it has all files
    await until("the hover", async () => {
      await page.mouse.move(900, 700);
      await word("load").hover();
      return hover("1 caller: 1 typed").waitFor({ timeout: 3000 }).then(() => true, () => false);
    });
    await page.waitForTimeout(400); // it fades in
    await code.shot("hover");
    await page.mouse.move(900, 700);
  });

  await step("a search that is left leaves no tab behind", async () => {
    const tabs = () => page.locator(".tabs-container .tab").allInnerTexts();
    await page.locator(".tabs-container .tab.active").first().dblclick(); // else what is previewed takes its place
    const before = await tabs();
    await code.command("Codewitness: Search Code");
    await code.input.fill("try again after a failed upload calls:sleep -test");
    await code.tab("sync.py").waitFor();
    await page.keyboard.press("Escape");
    await until("the tabs as they were", async () => (await tabs()).join() === before.join(), 10_000);
  });

  await step("search finds by meaning and opens", async () => {
    await code.command("Codewitness: Search Code");
    await code.input.fill("try again after a failed upload calls:sleep -test");
    await code.row("Uploader.upload").waitFor();
    await countedAgain();
    await page.waitForTimeout(500);
    await code.shot("search");
    await page.keyboard.press("Enter");
    await code.tab("sync.py").waitFor();
    await until("the line", async () => (await page.locator(".statusbar-item", { hasText: "Ln 13" }).count()) > 0);
  });

  await step("results stand in the order of their scores", async () => {
    await code.command("Codewitness: Search Code");
    await code.input.fill("load");
    await code.row("Reader.load").waitFor();
    const scores = async () => (await code.rows.allInnerTexts()).flatMap((text) => text.match(/\b[01]\.\d\d\b/)?.map(Number) ?? []);
    await until("several scores", async () => (await scores()).length > 2);
    const found = await scores();
    if (found.some((score, at) => at > 0 && score > found[at - 1])) throw new Error(found.join(" "));
    await page.keyboard.press("Escape");
  });

  await step("the status behind the braces", async () => {
    await page.locator(".statusbar-item[id*='status.languageStatus'], .statusbar-item:has(.codicon-json)").first().click();
    await page.locator(".hover-language-status", { hasText: "3 files" }).first().waitFor();
    await page.waitForTimeout(400);
    await code.shot("status-item");
    let at = 0; // a box that is drawn anew under the mouse takes neither the key nor the first move
    await until("the status to close", async () => {
      await page.keyboard.press("Escape");
      await page.mouse.move(900, 700 - 10 * (at % 3));
      if (at++ > 3) await page.mouse.click(900, 400);
      await page.waitForTimeout(300);
      return !(await page.locator(".hover-language-status").first().isVisible());
    });
  });

  await step("call hierarchy shows the callers", async () => {
    if (!(await offers("Show Callers with Resolution"))) return "left out";
    await code.open("orders.py");
    await code.place(15, 10);
    await code.command("Calls: Show Call Hierarchy");
    const caller = page.locator(".part.sidebar .monaco-list-row", { hasText: "[exact]" }).first();
    await caller.waitFor();
    await countedAgain();
    await code.shot("call-hierarchy");
    await caller.dblclick();
    await until("the call", async () => (await page.locator(".statusbar-item", { hasText: "Ln 11" }).count()) > 0);
    await code.command("Codewitness: Show Callers with Resolution");
    await code.row("load").waitFor();
    await code.shot("callers");
    await page.keyboard.press("Escape");
  });

  const ask = async (claim) => {
    await code.command("Codewitness: Verify a Claim");
    // The name of the place comes a moment after the box, as a person's keys would not.
    await until("the name", async () => (await code.input.inputValue({ timeout: 1000 }).catch(() => "")) === "Reader.load ", 5000);
    await code.input.fill(claim, { timeout: 3000 });
    await code.row(claim).waitFor({ timeout: 5000 });
    await page.keyboard.press("Enter");
  };
  const verify = async (claim, expected) => {
    // A busy window may close the box over the keys: then a person asks again.
    await until(`${expected} of ${claim}`, async () => {
      const asked = await ask(claim).then(() => true, () => false);
      return asked && report(expected).waitFor({ timeout: 10_000 }).then(() => true, () => false);
    });
    await page.waitForTimeout(500);
  };

  await step("a claim is supported by its line, and by none after an edit that is not saved", async () => {
    if (!(await offers("Verify a Claim"))) return "left out";
    await code.open("orders.py");
    await code.place(11, 10);
    await verify("Reader.load calls check", "✔ SUPPORTED");
    await code.shot("verify-supported");
    await code.command("View: Focus First Editor Group");
    await code.place(11, 1);
    await page.keyboard.press("Control+Shift+K");
    await report("NOT_SUPPORTED").waitFor();
    await page.keyboard.press("Control+z");
    await report("✔ SUPPORTED").waitFor();
    await code.command("View: Close Editors in Other Groups");
  });

  await step("a claim is contradicted as soon as the opposite is typed", async () => {
    if (!(await offers("Verify a Claim"))) return "left out";
    await code.open("orders.py");
    await code.place(11, 1);
    await verify("Reader.load has no loop", "✔ SUPPORTED");
    await code.command("View: Focus First Editor Group");
    await code.place(12, 1);
    await code.type("        for attempt in range(3): self.check()\n");
    await report("✘ CONTRADICTED").waitFor();
    await page.waitForTimeout(500);
    await code.shot("verify-contradicted");
    check(!fs.readFileSync(path.join(workspace, "orders.py"), "utf8").includes("for attempt"), "the file on disk is as it was");
    await code.command("File: Revert File");
    await code.command("View: Close Editors in Other Groups");
  });

  await step("a session, a decision, and the side bar", async () => {
    if (!(await offers("Record Decision"))) return "left out";
    await code.open("sync.py");
    await code.place(13, 10);
    await code.command("Codewitness: Start Session");
    await code.input.waitFor({ state: "visible" });
    await code.type("make uploads survive a lost connection");
    await page.keyboard.press("Enter");
    await page.locator(".statusbar-item", { hasText: "make uploads survive" }).first().waitFor();
    await code.command("Codewitness: Record Decision");
    for (const text of ["uploads are tried again with growing pauses", "the warehouse drops connections at night", "a queue on disk", "", "Uploader.upload calls sleep", ""]) {
      await page.waitForTimeout(300);
      await code.type(text);
      if (text.startsWith("the warehouse")) await code.shot("record-decision");
      await page.keyboard.press("Enter");
    }
    await code.row("Fairly sure").waitFor();
    await page.keyboard.press("Enter");
    await code.toast("the decision is recorded").waitFor();
    await page.locator(".activitybar .action-label[aria-label^='Codewitness']").first().click();
    await page.locator(".part.sidebar .monaco-list-row", { hasText: "uploads are tried again" }).first().waitFor();
    await code.command("Notifications: Clear All Notifications");
    await page.locator(".codelens-decoration", { hasText: "1 decision" }).first().waitFor();
    await page.mouse.move(900, 700);
    await page.waitForTimeout(700);
    await code.shot("views");
  });

  await step("an edit that breaks the claim is told at once", async () => {
    if (!(await offers("Verify a Claim")) || !(await offers("Record Decision"))) return "left out";
    await code.open("sync.py");
    await code.place(18, 1);
    await page.keyboard.press("Control+Shift+K");
    await page.locator(".part.sidebar .monaco-list-row", { hasText: "contradicted" }).first().waitFor();
    await page.waitForTimeout(500);
    await code.shot("contradicted");
    await page.keyboard.press("Control+z");
  });

  await step("its diagnostic has a quick fix", async () => {
    await code.open("sync.py");
    await code.place(18, 1);
    await page.keyboard.press("Control+Shift+K");
    await page.locator(".statusbar-item[id*='problems']").first().click();
    await page.locator(".markers-panel .monaco-list-row", { hasText: "uploads are tried again" }).first().waitFor();
    await page.locator(".markers-panel .monaco-list-row", { hasText: "uploads are tried again" }).first().dblclick();
    await page.waitForTimeout(500);
    await page.keyboard.press("Control+.");
    await page.locator(".action-widget .monaco-list-row", { hasText: "as superseded" }).first().waitFor();
    await code.shot("quick-fix");
    await page.keyboard.press("Escape");
    await code.open("sync.py");
    await page.keyboard.press("Control+z");
  });

  await step("rebuilding the index says how much was read", async () => {
    await code.command("Codewitness: Rebuild Index");
    await code.toast("files read again").waitFor();
  });

  await step("the log channel has what was started", async () => {
    await code.command("Codewitness: Show Logs");
    await page.locator(".part.panel .view-line", { hasText: "from the setting codewitness.server.command" }).first().waitFor();
    await code.shot("logs");
  });
} catch (error) {
  failed++;
  console.log(`FAIL ${error.stack}`);
} finally {
  await code.close();
  fs.rmSync(path.dirname(workspace), { recursive: true, force: true });
}
process.exit(failed);
