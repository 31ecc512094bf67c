/** Run by VS Code in its extension host: every command with the real server. Writes what it saw as JSON. */

import * as fs from "node:fs";
import * as vscode from "vscode";
import { Person } from "./fakes";
import { tests } from "./commands";
import { afterAll, beforeAll } from "./server";

const PATIENCE_MS = 60_000;

export interface Result { name: string; problem?: string; isLeftOut?: boolean }

export async function run(): Promise<void> {
  const results: Result[] = [];
  for (const [name, test] of Object.entries({ ...beforeAll, ...tests, ...afterAll })) {
    const person = new Person();
    try {
      const said = await Promise.race([test(person), late()]);
      results.push(said === "left out" ? { name, isLeftOut: true } : { name });
    } catch (error) {
      const told = person.messages.length > 0 ? `\ntold: ${person.messages.join("; ")}` : "";
      results.push({ name, problem: `${error instanceof Error ? (error.stack ?? error.message) : String(error)}${told}` });
    } finally {
      person.restore();
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    }
  }
  fs.writeFileSync(process.env["CODEWITNESS_RESULTS"] ?? "results.json", JSON.stringify(results));
}

function late(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error("took too long")), PATIENCE_MS));
}
