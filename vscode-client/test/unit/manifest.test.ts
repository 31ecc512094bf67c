import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

interface Manifest {
  contributes: {
    commands: { command: string; title: string; category?: string }[];
    menus: Record<string, { command?: string; when?: string }[]>;
    configuration: { title: string; properties: Record<string, { scope?: string; markdownDescription?: string }> }[];
    viewsWelcome: { view: string; contents: string; when: string }[];
    walkthroughs: { id: string; steps: { id: string; media: { image?: string; markdown?: string } }[] }[];
  };
  capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
  activationEvents: string[];
  engines: { vscode: string };
  devDependencies: Record<string, string>;
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const table = readFileSync("src/commands/table.ts", "utf8");
const registered = [...table.matchAll(/\{ id: "(\w+)"/g)].map((found) => `codewitness.${found[1]}`);
const api = readFileSync("src/api.ts", "utf8");
const served = new Set([...api.matchAll(/^ {2}"(codewitness\.[\w.]+)":/gm)].map((found) => found[1]));

test("each command of the manifest is registered, and none has the id of a server's command", () => {
  for (const { command } of manifest.contributes.commands) {
    assert.ok(registered.includes(command), command);
    assert.ok(!served.has(command), `${command} would be registered twice`);
  }
});

test("what the palette asks of the server is what the command needs", () => {
  const whens = new Map(manifest.contributes.menus["commandPalette"]?.map((one) => [one.command, one.when]));
  for (const row of table.matchAll(/\{ id: "(\w+)", needs: \["codewitness\.([\w.]+)"/g)) {
    const command = `codewitness.${row[1]}`;
    if (!manifest.contributes.commands.some((one) => one.command === command)) continue;
    const offered = `codewitness.has.${row[2]}`;
    assert.ok([offered, `${offered} || !codewitness.known`, "false"].includes(whens.get(command) ?? ""), command);
  }
});

test("the first steps can be taken before a file is open, which starts the extension", () => {
  const palette = manifest.contributes.menus["commandPalette"] ?? [];
  const early = palette.filter(({ when }) => when?.endsWith("|| !codewitness.known")).map(({ command }) => command);
  assert.deepEqual(early, ["codewitness.searchCode", "codewitness.verifyClaim", "codewitness.startSession"]);
  assert.match(readFileSync("src/extension.ts", "utf8"), /"setContext", "codewitness.known", true/);
});

test("who has turned it off is not offered to install it", () => {
  const isOff = manifest.contributes.viewsWelcome.filter(({ when }) => when === "codewitness.off");
  assert.match(isOff[0]?.contents ?? "", /codewitness\.enable/);
  const setUp = manifest.contributes.viewsWelcome.filter(({ contents }) => contents.includes("codewitness.setUpServer"));
  assert.deepEqual(setUp.map(({ when }) => when), ["codewitness.down && !codewitness.off"]);
  assert.ok(table.includes('"codewitness.off"'));
});

test("settings have a scope and say what they are for", () => {
  for (const section of manifest.contributes.configuration) {
    for (const [name, setting] of Object.entries(section.properties)) {
      assert.ok(setting.scope, name);
      assert.ok(setting.markdownDescription, name);
    }
  }
});

test("settings of the machine are restricted in a workspace that is not trusted", () => {
  const ofMachine = manifest.contributes.configuration.flatMap((section) =>
    Object.entries(section.properties).filter(([, setting]) => setting.scope === "machine-overridable").map(([name]) => name));
  assert.deepEqual([...manifest.capabilities.untrustedWorkspaces.restrictedConfigurations].sort(), ofMachine.sort());
});

test("it is started by languages and not always", () => {
  assert.ok(!manifest.activationEvents.some((event) => event === "*" || event === "onStartupFinished"));
});

test("it is started where there is a file of claims, which is no code", () => {
  assert.ok(manifest.activationEvents.includes("workspaceContains:.codewitness/claims.md"));
});

test("types are those of the oldest VS Code that is supported", () => {
  assert.equal(`^${manifest.devDependencies["@types/vscode"]}`, manifest.engines.vscode);
});

