/** Find the server: setting, Python environment, PATH, then the environment of the extension. */

import * as path from "node:path";
import * as vscode from "vscode";
import { choose, type Candidate, type Choice } from "./candidates";
import { managedPython } from "./managed";
import { run } from "./processes";
import { activePython } from "./python";

/** Python looks for modules in the folder where it is started, the open one, unless it is told not to. */
const SAFELY = ["-P"];
const PROBE_TIMEOUT_MS = 30_000; // a first start of Python on a slow disk

export async function discover(context: vscode.ExtensionContext): Promise<Choice> {
  return choose(await candidates(context), async (command) => {
    const ran = await run(command, { timeoutMs: PROBE_TIMEOUT_MS });
    if (ran.failure !== undefined) return { failure: ran.failure };
    if (ran.code !== 0) return { failure: lastLine(ran.output) || `ended with status ${String(ran.code)}` };
    return { output: ran.output };
  });
}

async function candidates(context: vscode.ExtensionContext): Promise<Candidate[]> {
  const [program, ...argv] = vscode.workspace.getConfiguration("codewitness").get<string[]>("server.command", []);
  if (program !== undefined) return [{ source: "setting", command: [expanded(program), ...argv] }];
  const found: Candidate[] = [];
  const python = await activePython();
  if (python !== undefined) found.push({ source: "python", command: [python, ...SAFELY, "-m", "codewitness"] });
  found.push({ source: "path", command: ["codewitness"] });
  const managed = await managedPython(context);
  if (managed !== undefined) found.push({ source: "managed", command: [managed, ...SAFELY, "-m", "codewitness"] });
  return found;
}

/** `~` and `${workspaceFolder}`, as people write them in settings. */
function expanded(program: string): string {
  const home = process.env["HOME"] ?? process.env["USERPROFILE"] ?? "~";
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  const whole = program.replace(/^~(?=\/|\\|$)/, home).replaceAll("${workspaceFolder}", folder);
  return path.normalize(whole);
}

function lastLine(output: string): string {
  return output.trim().split(/\r?\n/).at(-1) ?? "";
}
