/**
 * When there is no server: the extension says so, offers to install the one that it carries, and
 * that one works. Nothing is fetched: the test gives the libraries through PYTHONPATH.
 */
import fs from "node:fs";
import path from "node:path";
import { until, VSCode } from "./harness.mjs";
import { writeShop } from "./shop.mjs";

const vsix = path.resolve(import.meta.dirname, "../../codewitness.vsix");
const workspace = writeShop();
const code = await VSCode.start({
  workspace, vsix, shots: process.env.CODEWITNESS_SHOTS ?? "",
  env: {
    PATH: [path.dirname(process.execPath), process.env.CODEWITNESS_PYTHON_BIN, "/usr/bin", "/bin"].join(":"),
    PYTHONPATH: process.env.CODEWITNESS_LIBRARIES, PIP_NO_DEPS: "1", PIP_NO_INDEX: "1",
  },
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
    await code.shot(`failed-trouble-${failed}`);
  }
}

try {
  await step("without a server it offers to install one", async () => {
    await code.open("orders.py");
    await code.toast("the server is not installed").waitFor();
    await code.shot("no-server");
  });

  await step("a command that needs it offers the same, and the offer works", async () => {
    await code.command("Codewitness: Doctor");
    const dialog = page.locator(".monaco-dialog-box", { hasText: "Install the codewitness server?" });
    await dialog.waitFor();
    await dialog.locator(".monaco-button", { hasText: "Install" }).first().click();
    await code.toast("Setting up codewitness").waitFor();
    await code.shot("setting-up");
    await until("the hover", async () => {
      await page.mouse.move(900, 700);
      await page.locator(".view-line span", { hasText: /^load$/ }).first().hover();
      return page.locator(".monaco-hover:visible", { hasText: "self.source.read" }).first().waitFor({ timeout: 3000 }).then(() => true, () => false);
    });
  });

  await step("the server is that of the extension", async () => {
    await code.command("Codewitness: Show Status");
    await page.locator(".view-line", { hasText: "the environment that the extension has made" }).first().waitFor();
  });
  await step("a server that is killed is started again, and the editor says so", async () => {
    code.killServer();
    await code.toast("ended unexpectedly and was started again").waitFor();
    await page.waitForTimeout(1000); // it fades in
    await code.shot("restarted");
    await code.command("Codewitness: Show Status");
    await page.locator(".view-line", { hasText: "the environment that the extension has made" }).first().waitFor();
  });
} finally {
  await code.close();
  fs.rmSync(path.dirname(workspace), { recursive: true, force: true });
}
process.exit(failed);
