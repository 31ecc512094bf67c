/** All commands of the extension: what each needs of the server, and what it does. */

import * as vscode from "vscode";
import type { CommandName } from "../api";
import { NotOffered, told, type App } from "../app";
import { sessionMenu } from "../views/sessionItem";
import { showPicture } from "../views/picture";
import { showCallers, showImpact, showImplementation, verifyClaim } from "./code";
import {
  deleteRecord, exportMemory, findConversations, findDecisions, findErrors, importMemory, resolveError, showContext, showPatterns, showRemembered,
} from "./memory";
import { openNodePlace, showNode } from "./nodes";
import { searchCode } from "./search";
import { endSession, recordDecision, recordError, recordLesson, recordReason, resumeSession, startSession } from "./session";
import { cancelIndexing, continueIndexing, copyDebugInformation, offerSetUp, rebuildIndex, runAudit, runDoctor, showStatus } from "./server";

interface Command {
  id: string;
  /** Commands of the server without which it can't be had. */
  needs: readonly CommandName[];
  run: (app: App, ...given: never[]) => Promise<unknown>;
}

export const COMMANDS: readonly Command[] = [
  { id: "searchCode", needs: ["codewitness.search"], run: searchCode },
  { id: "verifyClaim", needs: ["codewitness.verify"], run: verifyClaim },
  { id: "showCallers", needs: ["codewitness.relationships"], run: showCallers },
  { id: "showImplementation", needs: ["codewitness.getImplementation"], run: showImplementation },
  { id: "showImpact", needs: ["codewitness.impact"], run: showImpact },
  { id: "showPicture", needs: ["codewitness.relationships"], run: showPicture },
  { id: "startSession", needs: ["codewitness.session.start"], run: startSession },
  { id: "endSession", needs: ["codewitness.session.end"], run: endSession },
  { id: "resumeSession", needs: ["codewitness.session.resume", "codewitness.session.list"], run: resumeSession },
  { id: "recordDecision", needs: ["codewitness.session.recordDecision"], run: recordDecision },
  { id: "recordError", needs: ["codewitness.session.recordError"], run: recordError },
  { id: "recordReason", needs: ["codewitness.session.trackFileChange"], run: recordReason },
  { id: "recordLesson", needs: ["codewitness.session.recordLesson"], run: recordLesson },
  { id: "findErrors", needs: ["codewitness.session.searchErrors"], run: findErrors },
  { id: "findDecisions", needs: ["codewitness.session.decisions"], run: findDecisions },
  { id: "findConversations", needs: ["codewitness.conversations.search", "codewitness.conversations.list"], run: findConversations },
  { id: "showContext", needs: ["codewitness.session.projectContext"], run: showContext },
  { id: "showPatterns", needs: ["codewitness.session.analyzePatterns"], run: showPatterns },
  { id: "exportMemory", needs: ["codewitness.memory.export"], run: exportMemory },
  { id: "importMemory", needs: ["codewitness.memory.import"], run: importMemory },
  { id: "resolveError", needs: ["codewitness.session.resolveError"], run: resolveError },
  { id: "deleteRecord", needs: ["codewitness.memory.delete"], run: deleteRecord },
  { id: "showRemembered", needs: ["codewitness.session.decisions", "codewitness.session.searchErrors"], run: showRemembered },
  { id: "sessionMenu", needs: [], run: sessionMenu },
  { id: "showNode", needs: [], run: showNode },
  { id: "openNodePlace", needs: [], run: openNodePlace },
  { id: "refreshViews", needs: [], run: (app) => Promise.resolve(app.memoryChanged.fire()) },
  { id: "runAudit", needs: ["codewitness.audit"], run: runAudit },
  { id: "rebuildIndex", needs: ["codewitness.reindex"], run: rebuildIndex },
  { id: "cancelIndexing", needs: [], run: cancelIndexing },
  { id: "continueIndexing", needs: ["codewitness.waitForFresh"], run: continueIndexing },
  { id: "showStatus", needs: ["codewitness.status"], run: showStatus },
  { id: "runDoctor", needs: [], run: runDoctor },
  { id: "setUpServer", needs: [], run: (app) => offerSetUp(app, true) },
  { id: "restartServer", needs: [], run: (app) => app.connection.restart() },
  { id: "showLogs", needs: [], run: (app) => Promise.resolve(app.connection.channels.log.show()) },
  { id: "copyDebugInformation", needs: [], run: copyDebugInformation },
  { id: "openWalkthrough", needs: [], run: openWalkthrough },
  { id: "renewReport", needs: [], run: (app, uri: vscode.Uri) => app.reports.renew(uri) },
  { id: "copyReport", needs: [], run: copyReport },
];

export function registerCommands(app: App): void {
  for (const command of COMMANDS) {
    const run = command.run as (app: App, ...given: unknown[]) => Promise<unknown>;
    const body = (...given: unknown[]) => told(app, async () => {
      if (command.needs.length > 0) {
        await app.connection.settled(); // it may just be starting
        refuseMissing(app, command);
      }
      return run(app, ...given);
    });
    app.context.subscriptions.push(vscode.commands.registerCommand(`codewitness.${command.id}`, body));
  }
}

/** Palette and menus show what the server has: a context key for each of its commands. */
export async function tellOffers(app: App, known: Set<string>): Promise<void> {
  const offered = app.connection.commands;
  for (const name of new Set([...known, ...offered])) {
    const key = name.replace(/^codewitness\./, "codewitness.has.");
    await vscode.commands.executeCommand("setContext", key, offered.has(name));
    known.add(name);
  }
  await vscode.commands.executeCommand("setContext", "codewitness.running", offered.size > 0);
  await vscode.commands.executeCommand("setContext", "codewitness.off", app.connection.phase === "disabled");
  await vscode.commands.executeCommand("setContext", "codewitness.down", ["stopped", "disabled", "missing", "failed"].includes(app.connection.phase));
}

function refuseMissing(app: App, command: Command): void {
  if (app.connection.running === undefined) throw new NotOffered(`the server is not running${app.connection.problem ? `: ${app.connection.problem}` : ""}`);
  const missing = command.needs.filter((name) => !app.has(name));
  if (missing.length > 0) throw new NotOffered(`server ${app.connection.serverVersion ?? ""} does not have ${missing.join(", ")}`);
}

async function openWalkthrough(app: App): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.openWalkthrough", `${app.context.extension.id}#codewitness.start`, false);
  // VS Code ticks a step off when a context becomes true, not if it was so before it looked at the walkthrough.
  await vscode.commands.executeCommand("setContext", "codewitness.serverSeen", app.connection.running !== undefined);
}

async function copyReport(_app: App, uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.env.clipboard.writeText(document.getText());
  void vscode.window.setStatusBarMessage("codewitness: copied", 3000);
}
