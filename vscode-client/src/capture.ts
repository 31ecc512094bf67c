/**
 * Errors that other servers report, sent to the memory while a session runs; only if the user has
 * allowed it (`codewitness.capture.diagnostics`), and each once a session.
 */

import * as vscode from "vscode";
import { messageOf, type App } from "./app";

const SETTLE_MS = 3000; // what goes away while one types on was no error

export class DiagnosticCapture implements vscode.Disposable {
  private readonly listener: vscode.Disposable;
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly sent = new Set<string>();
  private session = "";

  constructor(private readonly app: App) {
    this.listener = vscode.languages.onDidChangeDiagnostics((event) => event.uris.forEach((uri) => this.later(uri)));
  }

  dispose(): void {
    this.listener.dispose();
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  private later(uri: vscode.Uri): void {
    if (uri.scheme !== "file" || !vscode.workspace.getConfiguration("codewitness", uri).get<boolean>("capture.diagnostics", false)) return;
    const key = uri.toString();
    clearTimeout(this.timers.get(key));
    this.timers.set(key, setTimeout(() => void this.send(uri), SETTLE_MS));
  }

  private async send(uri: vscode.Uri): Promise<void> {
    this.timers.delete(uri.toString());
    try {
      if (!this.app.has("codewitness.session.recordError")) return;
      const session = await this.app.ask("codewitness.session.status", {});
      if (session.id === null) return;
      if (session.id !== this.session) this.sent.clear();
      this.session = session.id;
      for (const one of vscode.languages.getDiagnostics(uri)) await this.sendOne(uri, one);
    } catch (error) {
      this.app.connection.channels.log.debug(`diagnostics are not remembered: ${messageOf(error)}`);
    }
  }

  private async sendOne(uri: vscode.Uri, one: vscode.Diagnostic): Promise<void> {
    const key = `${uri.toString()} ${one.source ?? ""} ${one.message}`;
    if (one.severity !== vscode.DiagnosticSeverity.Error || one.source === "codewitness" || this.sent.has(key)) return;
    this.sent.add(key);
    const code = typeof one.code === "object" ? one.code.value : one.code;
    await this.app.ask("codewitness.session.recordError", {
      errorType: [one.source ?? "diagnostic", ...(code === undefined ? [] : [String(code)])].join(" "),
      message: one.message,
      uri: uri.toString(),
      lineNumber: one.range.start.line + 1,
      tags: ["diagnostic"],
      source: "capture",
    });
    this.app.memoryChanged.fire();
  }
}
