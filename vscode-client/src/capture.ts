/**
 * What other servers report, sent to the memory; only if the user has allowed it
 * (`codewitness.capture.diagnostics`). The server keeps what lasts while a session runs.
 */

import * as vscode from "vscode";
import type { ReportedDiagnostic } from "./api";
import { messageOf, type App } from "./app";

const SETTLE_MS = 3000; // what goes away while one types on was no error
const LASTS_MS = 12_000; // what is still there then is sent once more: it has lasted
const COMMAND = "codewitness.session.reportDiagnostics";

export class DiagnosticCapture implements vscode.Disposable {
  private readonly listener: vscode.Disposable;
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly reported = new Set<string>();

  constructor(private readonly app: App) {
    this.listener = vscode.languages.onDidChangeDiagnostics((event) => event.uris.forEach((uri) => this.later(uri, SETTLE_MS, true)));
  }

  dispose(): void {
    this.listener.dispose();
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  private later(uri: vscode.Uri, milliseconds: number, again: boolean): void {
    if (uri.scheme !== "file" || !vscode.workspace.getConfiguration("codewitness", uri).get<boolean>("capture.diagnostics", false)) return;
    const key = uri.toString();
    clearTimeout(this.timers.get(key));
    this.timers.set(key, setTimeout(() => void this.send(uri, again), milliseconds));
  }

  private async send(uri: vscode.Uri, again: boolean): Promise<void> {
    const key = uri.toString();
    this.timers.delete(key);
    if (!this.app.has(COMMAND)) return;
    const diagnostics = vscode.languages.getDiagnostics(uri).filter((one) => one.source !== "codewitness").map(asLsp);
    if (diagnostics.length === 0 && !this.reported.has(key)) return;
    if (diagnostics.length > 0) this.reported.add(key);
    else this.reported.delete(key);
    if (again && diagnostics.length > 0) this.later(uri, LASTS_MS, false);
    try {
      const { recorded, mended } = await this.app.ask(COMMAND, { uri: key, diagnostics, source: "capture" });
      if (recorded.length + mended.length > 0) this.app.memoryChanged.fire();
    } catch (error) {
      this.app.connection.channels.log.debug(`diagnostics are not remembered: ${messageOf(error)}`);
    }
  }
}

function asLsp(one: vscode.Diagnostic): ReportedDiagnostic {
  const code = typeof one.code === "object" ? one.code.value : one.code;
  const at = (position: vscode.Position) => ({ line: position.line, character: position.character });
  return {
    message: one.message,
    severity: one.severity + 1, // LSP counts from 1
    range: { start: at(one.range.start), end: at(one.range.end) },
    ...(one.source === undefined ? {} : { source: one.source }),
    ...(code === undefined ? {} : { code }),
  };
}
