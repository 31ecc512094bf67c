/** What the tests of the commands are made of: the extension, files, reports, and asking the server. */

import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { CommandName } from "../../src/api";
import type { App } from "../../src/app";
import type { Api } from "../../src/extension";
import type { Person } from "./fakes";

export type Test = (person: Person) => Promise<unknown>;

export const extension = () => vscode.extensions.getExtension<Api>("codewitness.codewitness");
export const folder = () => vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file("/");
export const file = (name: string) => vscode.Uri.joinPath(folder(), name);

/** The extension, with its server started. */
export async function app(): Promise<App> {
  const found = extension();
  assert.ok(found, "the extension is not installed");
  const { app: one } = await found.activate();
  await one.connection.settled();
  return one;
}

export async function until<T>(what: string, get: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  for (let tries = 0; tries < 400; tries++) {
    const found = await get();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`waited in vain for ${what}`);
}

/** Put the cursor on a word of a file. */
export async function at(name: string, word: string): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(file(name));
  const editor = await vscode.window.showTextDocument(document);
  const offset = document.getText().indexOf(word);
  assert.ok(offset >= 0, `${name} has no ${word}`);
  const position = document.positionAt(offset);
  editor.selection = new vscode.Selection(position, position);
  return editor;
}

/** The text of the report whose tab has this name. */
export async function report(title: RegExp): Promise<vscode.TextDocument> {
  return until(`a report ${String(title)}`, () =>
    vscode.window.visibleTextEditors.map((editor) => editor.document).find((one) => one.uri.scheme === "codewitness" && title.test(one.getText())));
}

export const run = (id: string, ...given: unknown[]) => vscode.commands.executeCommand(`codewitness.${id}`, ...given);

/** A test of what needs commands of the server; left out by name while it has none. */
export function needing(names: CommandName[], test: Test): Test {
  return async (person) => {
    const { connection } = await app();
    if (!names.every((name) => connection.commands.has(name))) return "left out";
    return test(person);
  };
}

export async function asker(): Promise<{ ask: App["ask"] }> {
  const found = await app();
  return { ask: found.ask.bind(found) };
}
