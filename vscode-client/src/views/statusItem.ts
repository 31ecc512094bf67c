/** The one language status item: what the server is doing, and what helps when it is not. */

import * as vscode from "vscode";
import type { WorkDoneProgressBegin, WorkDoneProgressEnd, WorkDoneProgressReport } from "vscode-languageclient/node";
import type { StatusAnswer } from "../api";
import { messageOf, type App } from "../app";
import { isCancelled, statusText } from "../text/status";

type Progress = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

const REFRESH_MS = 20_000; // so that a change of the writer is seen
const SOON_MS = 1000; // while a folder is opened or read

export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.languages.createLanguageStatusItem("codewitness.status", [{ scheme: "file" }, { scheme: "codewitness" }]);
  private readonly timer: NodeJS.Timeout;
  private readonly running = new Map<string | number, string>(); // what each progress says
  private answer: StatusAnswer | undefined;
  private soon: NodeJS.Timeout | undefined;
  private readonly listener: vscode.Disposable;

  constructor(private readonly app: App) {
    this.item.name = "codewitness";
    this.listener = app.connection.onChange(() => this.changed());
    this.timer = setInterval(() => vscode.window.state.focused && void this.refresh(), REFRESH_MS);
    this.show();
  }

  dispose(): void {
    clearInterval(this.timer);
    clearTimeout(this.soon);
    this.listener.dispose();
    this.item.dispose();
  }

  /** Progress that the server reports. */
  progress(token: string | number, value: Progress): void {
    if (value.kind === "end") {
      this.running.delete(token);
      if (this.running.size === 0) void this.refresh().then(() => this.app.memoryChanged.fire()); // claims stand on more now
    } else {
      const title = value.kind === "begin" ? value.title : undefined;
      this.running.set(token, value.message ?? title ?? "");
    }
    this.show();
  }

  /** Ask the server to stop what it shows progress of; false if there is nothing. */
  async cancel(): Promise<boolean> {
    const tokens = [...this.running.keys()];
    for (const token of tokens) await this.app.connection.running?.sendNotification("window/workDoneProgress/cancel", { token });
    return tokens.length > 0;
  }

  /** Ask how things stand. */
  async refresh(): Promise<void> {
    if (this.app.connection.running === undefined || !this.app.has("codewitness.status")) return;
    const wasAtWork = this.isAtWork();
    try {
      this.answer = await this.app.ask("codewitness.status", {});
    } catch (error) {
      this.app.connection.channels.log.debug(`status: ${messageOf(error)}`);
    }
    clearTimeout(this.soon);
    if (wasAtWork && !this.isAtWork()) this.app.memoryChanged.fire();
    if (this.isAtWork()) this.soon = setTimeout(() => void this.refresh(), SOON_MS);
    this.show();
  }

  /** True while a folder is opened or read for the first time; short work reports no progress. */
  private isAtWork(): boolean {
    const folders = this.answer === undefined ? [] : (this.answer.folders ?? [this.answer]);
    return folders.some((folder) => folder.state === "opening" || (folder.state === "indexing" && !isCancelled(folder)));
  }

  private changed(): void {
    if (this.app.connection.phase !== "ready") {
      this.running.clear();
      this.answer = undefined;
    } else {
      void this.refresh();
    }
    this.show();
  }

  private show(): void {
    const { phase, problem } = this.app.connection;
    const isIndexing = phase === "ready" && (this.running.size > 0 || this.isAtWork());
    const shown = statusText({ phase: isIndexing ? "indexing" : phase, problem, progress: [...this.running.values()].at(-1), answer: this.answer });
    this.item.text = shown.text;
    this.item.detail = shown.detail;
    this.item.busy = shown.isBusy;
    this.item.command = { title: shown.command.title, command: shown.command.id };
    this.item.severity = {
      information: vscode.LanguageStatusSeverity.Information,
      warning: vscode.LanguageStatusSeverity.Warning,
      error: vscode.LanguageStatusSeverity.Error,
    }[shown.severity];
  }
}
