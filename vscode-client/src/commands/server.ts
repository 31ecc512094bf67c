/** Commands about the server itself: set up, restart, status, logs, doctor, rebuild, audit. */

import * as vscode from "vscode";
import { WorkDoneProgress } from "vscode-languageclient/node";
import { messageOf, told, type App } from "../app";
import { SetUpFailure, isManagedOutdated, makeManaged } from "../server/managed";
import { SOURCE_NAMES } from "../server/candidates";
import { run } from "../server/processes";
import { auditReport } from "../text/auditReport";
import { ReportWriter } from "../text/report";
import { statusReport } from "../text/statusReport";

const DOCTOR_TIMEOUT_MS = 120_000;
const LONGEST_INDEXING_MS = 600_000;

/** Offer what can be done when there is no server; asked once a window, and on demand. */
export async function offerSetUp(app: App, isAsked: boolean): Promise<void> {
  const message = isAsked ? "Install the codewitness server?" : `codewitness: ${app.connection.problem}.`;
  const detail = "It gets a Python environment of its own in VS Code's storage (about 0.7 GB). Its packages come from the package index that your pip uses. Nothing else is changed.";
  const choices = ["Install", "Choose a Command…", ...(isAsked ? [] : ["Not Now"])];
  const chosen = isAsked
    ? await vscode.window.showInformationMessage(message, { modal: true, detail }, "Install", "Choose a Command…")
    : await vscode.window.showWarningMessage(`${message} It can be installed into an environment of its own (about 0.7 GB).`, ...choices);
  if (chosen === "Install") await setUp(app);
  if (chosen === "Choose a Command…") await vscode.commands.executeCommand("workbench.action.openSettings", "codewitness.server.command");
}

/** Make the environment, and start. */
export async function setUp(app: App): Promise<void> {
  try {
    await makeManaged(app.context, app.connection.channels.log);
  } catch (error) {
    if (!(error instanceof SetUpFailure)) throw error;
    if (error.message === "cancelled") return;
    const chosen = await vscode.window.showErrorMessage(`codewitness: ${error.message}`, "Try Again", "Show Logs");
    if (chosen === "Show Logs") app.connection.channels.log.show();
    if (chosen === "Try Again") await setUp(app);
    return;
  }
  await app.connection.restart();
}

/** An environment of an older version of this extension is renewed; the user agreed to have one. */
export async function renewManaged(app: App): Promise<void> {
  if (app.connection.found?.candidate.source !== "managed" || !(await isManagedOutdated(app.context))) return;
  await app.connection.stop();
  await setUp(app);
}

export async function showStatus(app: App): Promise<void> {
  await app.reports.show("codewitness status", async () => {
    const answer = await app.ask("codewitness.status", {});
    const found = app.connection.found;
    const server = found === undefined ? "" : `from ${SOURCE_NAMES[found.candidate.source]}: ${found.candidate.command.join(" ")}`;
    return { report: statusReport(answer, server, app.pathOf), documents: [] };
  }, { viewColumn: vscode.ViewColumn.Active });
}

export async function rebuildIndex(app: App): Promise<void> {
  const answer = await withServerProgress(app, "Rebuilding the index", (token, workDone) => app.ask("codewitness.reindex", {}, token, workDone));
  void vscode.window.showInformationMessage(`codewitness: ${answer.files} files read again in ${answer.seconds.toFixed(1)} s.`);
}

/** Stop the indexing that is under way; what has been read stays. */
export async function cancelIndexing(app: App): Promise<void> {
  if (!(await app.statusItem?.cancel())) void vscode.window.showInformationMessage("codewitness: nothing is being indexed.");
}

/** Read what a cancelled indexing has left; the server shows its progress. */
export async function continueIndexing(app: App): Promise<void> {
  await app.ask("codewitness.waitForFresh", { timeoutMs: LONGEST_INDEXING_MS });
  await app.statusItem?.refresh();
}

export async function runAudit(app: App): Promise<void> {
  const answer = await withServerProgress(app, "Comparing the index with a clean build", (token, workDone) => app.ask("codewitness.audit", {}, token, workDone));
  await app.reports.show("codewitness audit", () => Promise.resolve({ report: auditReport(answer, app.pathOf), documents: [] }), { viewColumn: vscode.ViewColumn.Active });
}

/** A notification with the server's own progress and a Cancel that the server obeys. */
async function withServerProgress<T>(
  app: App, title: string, work: (token: vscode.CancellationToken, workDone: string) => Promise<T>,
): Promise<T> {
  const client = app.connection.running;
  const workDone = `codewitness-${Date.now()}-${Math.random()}`;
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: `codewitness: ${title}`, cancellable: true }, async (progress, token) => {
    let shown = 0;
    const listener = client?.onProgress(WorkDoneProgress.type, workDone, (value) => {
      const percentage = value.kind === "end" ? 100 : (value.percentage ?? shown);
      progress.report({ ...(value.message === undefined ? {} : { message: value.message }), increment: percentage - shown });
      shown = percentage;
    });
    try {
      return await work(token, workDone);
    } finally {
      listener?.dispose();
    }
  });
}

/** `codewitness doctor` in the server's own environment, for each folder. */
export async function runDoctor(app: App): Promise<void> {
  await app.connection.settled(); // what is being looked for is not missing
  const found = app.connection.found;
  if (found === undefined) {
    await offerSetUp(app, true);
    return;
  }
  const folders = vscode.workspace.workspaceFolders ?? [];
  await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: "codewitness: checking the installation" }, async () => {
    const writer = new ReportWriter().heading("codewitness doctor");
    for (const folder of folders) {
      const ran = await run([...found.candidate.command, "doctor", "--root", folder.uri.fsPath, ...ofTheSettings(folder)], { timeoutMs: DOCTOR_TIMEOUT_MS });
      writer.heading(folder.name, 2).code((ran.output + (ran.failure ?? "")).trimEnd(), "text");
    }
    if (folders.length === 0) writer.line("No folder is open.");
    await app.reports.show("codewitness doctor", () => Promise.resolve({ report: writer.done(), documents: [] }), { viewColumn: vscode.ViewColumn.Active });
  });
}

/** So that the doctor looks at the index and the model that the server uses. */
function ofTheSettings(folder: vscode.WorkspaceFolder): string[] {
  const settings = vscode.workspace.getConfiguration("codewitness", folder.uri);
  const given: [string, string | undefined][] = [["--storage", settings.get("storage.uri")], ["--embedder", settings.get("embedder")]];
  return given.flatMap(([option, value]) => (value ? [`${option}=${value}`] : []));
}

/** What a bug report needs, without names of files. */
export async function copyDebugInformation(app: App): Promise<void> {
  const { connection, context } = app;
  const manifest = context.extension.packageJSON as { version: string };
  const lines = [
    `codewitness extension ${manifest.version}, server ${connection.serverVersion ?? "not running"} (${connection.phase})`,
    `VS Code ${vscode.version}, ${process.platform} ${process.arch}`,
    `server from: ${connection.found === undefined ? "nowhere" : SOURCE_NAMES[connection.found.candidate.source]}`,
    `folders: ${vscode.workspace.workspaceFolders?.length ?? 0}, trusted: ${vscode.workspace.isTrusted}, remote: ${vscode.env.remoteName ?? "no"}`,
    `commands: ${[...connection.commands].sort().join(" ")}`,
  ];
  if (connection.running !== undefined) {
    const status = await app.ask("codewitness.status", {}).catch((error: unknown) => ({ problem: messageOf(error) }));
    const counted = "files" in status ? { state: status.state, files: status.files?.total, languages: status.languages, role: status.storage?.role } : status;
    lines.push(`status: ${JSON.stringify(counted)}`);
  }
  await vscode.env.clipboard.writeText(lines.join("\n"));
  void vscode.window.showInformationMessage("codewitness: copied to the clipboard.");
}

export function restart(app: App): Promise<void> {
  return told(app, () => app.connection.restart());
}
