/** The session under way in the status bar; a click offers what one does in a session. */

import * as vscode from "vscode";
import type { SessionShape } from "../api";
import { messageOf, type App } from "../app";

const REFRESH_MS = 30_000; // so that a session that an assistant has started is seen
const MOST_SHOWN = 30;

export class SessionItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("codewitness.session", vscode.StatusBarAlignment.Left, 10);
  private readonly listeners: vscode.Disposable[];
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly app: App) {
    this.item.name = "codewitness session";
    this.item.command = "codewitness.sessionMenu";
    this.listeners = [app.memoryChanged.event(() => void this.refresh()), app.connection.onChange(() => void this.refresh())];
    this.timer = setInterval(() => vscode.window.state.focused && void this.refresh(), REFRESH_MS);
  }

  dispose(): void {
    clearInterval(this.timer);
    for (const one of this.listeners) one.dispose();
    this.item.dispose();
  }

  private async refresh(): Promise<void> {
    const session = await this.current();
    await vscode.commands.executeCommand("setContext", "codewitness.sessionRuns", session !== undefined);
    if (session === undefined) {
      this.item.hide();
      return;
    }
    const text = session.description;
    this.item.text = `$(record) ${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN - 1)}…` : text}`;
    this.item.tooltip = `codewitness session: ${text}`;
    this.item.show();
  }

  private async current(): Promise<SessionShape | undefined> {
    if (this.app.connection.running === undefined || !this.app.has("codewitness.session.status")) return undefined;
    try {
      const session = await this.app.ask("codewitness.session.status", {});
      return session.id === null ? undefined : session;
    } catch (error) {
      this.app.connection.channels.log.debug(`session: ${messageOf(error)}`);
      return undefined;
    }
  }
}

/** What one does while a session runs. */
export async function sessionMenu(): Promise<void> {
  const items = [
    ["$(law) Record Decision", "recordDecision"], ["$(bug) Record Error", "recordError"], ["$(edit) Record Why I Changed This", "recordReason"],
    ["$(mortar-board) Record Lesson", "recordLesson"], ["$(debug-stop) End Session", "endSession"],
  ].map(([label = "", id = ""]) => ({ label, id }));
  const chosen = await vscode.window.showQuickPick(items, { title: "Session" });
  if (chosen !== undefined) await vscode.commands.executeCommand(`codewitness.${chosen.id}`);
}
