/**
 * An environment of the extension's own: made with the user's consent, from the wheel that the
 * extension carries. Its dependencies come from the package index that pip is set up for.
 */

import { createHash } from "node:crypto";
import { promises as fs } from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import { run } from "./processes";
import { pythonForEnvironment } from "./python";

const STAMP = "codewitness-wheel.txt";

/** The Python of the environment, if it has been made; undefined otherwise. */
export async function managedPython(context: vscode.ExtensionContext): Promise<string | undefined> {
  const python = pythonIn(environmentFolder(context));
  return (await exists(python)) && (await exists(path.join(environmentFolder(context), STAMP))) ? python : undefined;
}

/** True if the environment was made from another wheel than the one that comes with this version. */
export async function isManagedOutdated(context: vscode.ExtensionContext): Promise<boolean> {
  const wheel = await bundledWheel(context);
  if (wheel === undefined) return false;
  const stamp = path.join(environmentFolder(context), STAMP);
  return (await exists(stamp)) && (await fs.readFile(stamp, "utf8")) !== (await digest(wheel));
}

export async function removeManaged(context: vscode.ExtensionContext): Promise<void> {
  await fs.rm(environmentFolder(context), { recursive: true, force: true });
}

/** Why an environment could not be made, in words for the user. */
export class SetUpFailure extends Error {}

/** Make it. Shows its progress, can be cancelled, and leaves nothing half made. */
export async function makeManaged(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Promise<string> {
  const wheel = await bundledWheel(context);
  if (wheel === undefined) throw new SetUpFailure("This build of the extension carries no server. Install it with pip and set codewitness.server.command.");
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: "Setting up codewitness", cancellable: true },
    async (progress, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      try {
        return await make(context, wheel, log, controller.signal, (message) => progress.report({ message }));
      } catch (error) {
        await removeManaged(context);
        throw error;
      }
    },
  );
}

async function make(
  context: vscode.ExtensionContext, wheel: string, log: vscode.LogOutputChannel, signal: AbortSignal, tell: (message: string) => void,
): Promise<string> {
  tell("looking for Python 3.11 or newer");
  const python = await pythonForEnvironment();
  if (python === undefined) throw new SetUpFailure("Python 3.11 or newer with venv was not found. Install it, or set codewitness.server.command.");
  const folder = environmentFolder(context);
  await fs.mkdir(path.dirname(folder), { recursive: true });
  await fs.rm(folder, { recursive: true, force: true });
  const step = async (message: string, command: readonly [string, ...string[]]) => {
    tell(message);
    log.info(command.join(" "));
    const ran = await run(command, { signal, onLine: (line) => told(line, log, tell) });
    if (ran.failure === "cancelled") throw new SetUpFailure("cancelled");
    if (ran.code !== 0) throw new SetUpFailure(`${message} failed: ${ran.failure ?? lastLines(ran.output)}`);
  };
  await step("making an environment", [python, "-I", "-m", "venv", folder]);
  const pip: [string, ...string[]] = [pythonIn(folder), "-I", "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--progress-bar", "off"];
  await step("installing the server (about 0.7 GB on disk)", [...pip, wheel]);
  await fs.writeFile(path.join(folder, STAMP), await digest(wheel));
  return pythonIn(folder);
}

function told(line: string, log: vscode.LogOutputChannel, tell: (message: string) => void): void {
  if (line.trim() === "") return;
  log.info(line);
  const collected = /^Collecting (\S+)/.exec(line)?.[1];
  if (collected !== undefined) tell(`fetching ${collected}`);
  if (line.startsWith("Installing collected packages")) tell("installing packages");
}

/** The wheel that `make vsix` has put into the extension. */
export async function bundledWheel(context: vscode.ExtensionContext): Promise<string | undefined> {
  const folder = context.asAbsolutePath("server");
  const names = (await exists(folder)) ? await fs.readdir(folder) : [];
  const wheel = names.filter((name) => name.endsWith(".whl")).sort().at(-1);
  return wheel === undefined ? undefined : path.join(folder, wheel);
}

function environmentFolder(context: vscode.ExtensionContext): string {
  return path.join(context.globalStorageUri.fsPath, "environment");
}

function pythonIn(folder: string): string {
  return process.platform === "win32" ? path.join(folder, "Scripts", "python.exe") : path.join(folder, "bin", "python");
}

async function digest(file: string): Promise<string> {
  return createHash("sha256").update(await fs.readFile(file)).digest("hex");
}

async function exists(file: string): Promise<boolean> {
  return fs.access(file).then(() => true, () => false);
}

function lastLines(output: string): string {
  return output.trim().split(/\r?\n/).slice(-3).join(" ");
}
