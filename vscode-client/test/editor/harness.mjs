/**
 * A real VS Code, from code-server, in a real Chromium: started, driven as a person would, ended.
 *
 * tools/editors/setup.sh has put both where `CODEWITNESS_VSCODE` says.
 */
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import os from "node:os";
import path from "node:path";

const HOME = process.env.CODEWITNESS_VSCODE ?? "";
const ENTRY = path.join(HOME, "node_modules/code-server/out/node/entry.js");
const { chromium } = HOME ? createRequire(path.join(HOME, "x.js"))("playwright-core") : {};

const QUIET = {
  "workbench.startupEditor": "none", "telemetry.telemetryLevel": "off", "update.mode": "none",
  "extensions.autoUpdate": false, "extensions.autoCheckUpdates": false, "workbench.enableExperiments": false,
  "chat.disableAIFeatures": true, "chat.commandCenter.enabled": false, "git.enabled": false, "files.autoSave": "off",
  "editor.minimap.enabled": false, "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.tips.enabled": false, "editor.accessibilitySupport": "off", "workbench.colorTheme": "Default Dark Modern",
  "window.zoomLevel": 0, "breadcrumbs.enabled": false, "editor.hover.delay": 100,
};
const CHROMIUM_FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
];
export const PATIENCE = Number(process.env.CODEWITNESS_PATIENCE ?? 60_000); // ms for one thing to appear, on a loaded machine

function freePort() {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function until(what, test, patience = PATIENCE) {
  const end = Date.now() + patience;
  while (Date.now() < end) {
    const found = await test();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`waited in vain for ${what}`);
}

export { until };

export class VSCode {
  /** `machine` are settings of the machine, `user` those of the user. */
  static async start({ workspace, vsix, machine = {}, user = {}, env = {}, shots = "", url = "", trusted = true }) {
    const self = new VSCode();
    self.shots = shots;
    self.home = fs.mkdtempSync(path.join(os.tmpdir(), "codewitness-vscode-"));
    self.workspace = workspace;
    const data = path.join(self.home, "data");
    for (const [place, settings] of [["User", { ...QUIET, ...user }], ["Machine", machine]]) {
      fs.mkdirSync(path.join(data, place), { recursive: true });
      fs.writeFileSync(path.join(data, place, "settings.json"), JSON.stringify(settings));
    }
    fs.writeFileSync(path.join(self.home, "config.yaml"), "auth: none\ncert: false\n");
    const common = [ENTRY, "--user-data-dir", data, "--extensions-dir", path.join(self.home, "extensions"),
      "--config", path.join(self.home, "config.yaml"), "--disable-telemetry", "--disable-update-check"];
    const given = { ...process.env, HOME: self.home, CODEWITNESS_CACHE_DIR: path.join(self.home, "index"),
      CODEWITNESS_DATA_DIR: path.join(self.home, "memory"), XDG_DATA_HOME: path.join(self.home, "xdg"), ...env };
    delete given.CI;
    if (vsix) {
      const installed = spawnSync(process.execPath, [...common, "--install-extension", vsix], { env: given, encoding: "utf8" });
      if (installed.status !== 0) throw new Error(`the extension can't be installed: ${installed.stdout}${installed.stderr}`);
    }
    self.port = await freePort();
    self.log = path.join(self.home, "code-server.log");
    const log = fs.openSync(self.log, "w");
    self.server = spawn(process.execPath, [...common, "--auth", "none", "--bind-addr", `127.0.0.1:${self.port}`,
      "--disable-getting-started-override", ...(trusted ? ["--disable-workspace-trust"] : [])],
      { env: given, stdio: ["ignore", log, log], detached: true });
    try {
      await until("code-server", () => fetch(`http://127.0.0.1:${self.port}/healthz`).then((r) => r.ok, () => false));
      self.browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: CHROMIUM_FLAGS });
      const browserContext = await self.browser.newContext({ viewport: { width: 1280, height: 800 }, permissions: ["clipboard-read", "clipboard-write"] });
      self.page = await browserContext.newPage();
      self.page.setDefaultTimeout(PATIENCE);
      if (url !== false) await self.goto(url);
    } catch (error) {
      await self.close();
      throw error;
    }
    return self;
  }

  async goto(more = "") {
    await this.page.goto(`http://127.0.0.1:${this.port}/?folder=${encodeURIComponent(this.workspace)}${more}`, { waitUntil: "domcontentloaded" });
    await this.page.waitForSelector(".monaco-workbench .part.editor");
  }

  async close() {
    await this.browser?.close().catch(() => undefined);
    try {
      process.kill(-this.server.pid, "SIGTERM");
    } catch {
      // it has ended by itself
    }
    fs.rmSync(this.home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  /** End the language server as a crash would. */
  killServer() {
    const own = `CODEWITNESS_CACHE_DIR=${path.join(this.home, "index")}`;
    const running = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name)).filter((id) => {
      try {
        const given = fs.readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0");
        return given[given.indexOf("-m") + 1] === "codewitness" && fs.readFileSync(`/proc/${id}/environ`, "utf8").split("\0").includes(own);
      } catch {
        return false; // it has ended, or is another's
      }
    });
    if (running.length !== 1) throw new Error(`${running.length} language servers are running`);
    process.kill(Number(running[0]), "SIGKILL");
  }

  /** A screenshot, if a folder for them was given. */
  async shot(name) {
    if (!this.shots) return;
    fs.mkdirSync(this.shots, { recursive: true });
    await this.page.screenshot({ path: path.join(this.shots, `${name}.png`) });
  }

  get input() {
    return this.page.locator(".quick-input-widget input.input, .quick-input-widget .input").first();
  }

  get rows() {
    return this.page.locator(".quick-input-list .monaco-list-row");
  }

  /** Fill the quick input; false if it has gone meanwhile, as when an earlier one was just closing. */
  fill(text) {
    return this.input.fill(text, { timeout: 3000 }).then(() => true, () => false);
  }

  row(text) {
    return this.rows.filter({ hasText: text }).first();
  }

  toast(text) {
    return this.page.locator(".notification-toast", { hasText: text }).first();
  }

  /** Run a command from the palette by its title. */
  async command(title) {
    const { page } = this;
    await until(`the command ${title}`, async () => {
      await page.keyboard.press("Escape");
      await page.keyboard.press("F1");
      if (!(await this.fill(`>${title}`))) return false;
      // The list still has what was used last until it has been filtered.
      const name = title.split(": ").at(-1);
      return until(name, async () => (await this.rows.first().innerText().catch(() => "")).includes(name), 4000).then(() => true, () => false);
    });
    await page.keyboard.press("Enter");
    // What is typed next is for the command, not for the list of commands that is just closing.
    await until("the list of commands closes", async () => {
      const typed = await this.input.inputValue({ timeout: 1000 }).catch(() => "");
      return !typed.startsWith(">") || !(await this.input.isVisible());
    }, 5000).catch(() => undefined);
  }

  /** Open a file by its name, in the group that is active. */
  async open(file) {
    const { page } = this;
    const name = path.basename(file);
    await until(`the file ${file}`, async () => {
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+P");
      if (!(await this.fill(file))) return false;
      // The list still has what was opened last until it has been filtered.
      const isFirst = await until(name, async () => (await this.rows.first().innerText().catch(() => "")).includes(name), 4000).then(() => true, () => false);
      if (!isFirst) return false;
      await page.keyboard.press("Enter");
      const active = page.locator(".editor-group-container.active .tab.active", { hasText: name }).first();
      return active.waitFor({ timeout: 4000 }).then(() => true, () => false);
    });
    await page.locator(".editor-group-container.active .monaco-editor .view-line").first().waitFor();
  }

  tab(text) {
    return this.page.locator(".tabs-container .tab", { hasText: text }).first();
  }

  /** Text of the editor that shows a tab with this name. */
  async text(selector = ".editor-group-container.active .monaco-editor .view-lines") {
    const lines = await this.page.locator(selector).last().innerText();
    return lines.replaceAll("\u00a0", " ");
  }

  /** Put the cursor at a line and column, both from 1 on. */
  async place(line, column = 1) {
    await until("the box for a line", async () => {
      await this.page.keyboard.press("Control+G");
      return this.fill(`:${line}:${column}`);
    });
    await this.page.keyboard.press("Enter");
    await this.input.waitFor({ state: "hidden" });
  }

  /** Type text at the cursor as it is, without the editor's help. */
  async type(text) {
    await this.page.keyboard.insertText(text);
  }
}
