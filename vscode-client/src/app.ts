/** What commands and views share: asking the server, opening places, naming files, telling errors. */

import * as vscode from "vscode";
import { ErrorCodes, CancellationToken, ExecuteCommandRequest, ResponseError } from "vscode-languageclient/node";
import type { CommandName, Commands, Location, Range } from "./api";
import { CurrentFolder } from "./server/currentFolder";
import type { Connection } from "./server/connection";
import { tellIfSlow } from "./views/slow";
import type { FileChanges } from "./views/fileChanges";
import type { Reports } from "./views/reports";
import type { StatusItem } from "./views/statusItem";

/** The server is not there, or does not have the command. */
export class NotOffered extends Error {}

export class App {
  /** Something was recorded, resolved, imported or deleted. */
  readonly memoryChanged = new vscode.EventEmitter<void>();

  /** Whose memory commands and views are about. */
  readonly folders = new CurrentFolder(() => this.memoryChanged.fire());

  /** What says how the server is; there as soon as the extension is put together. */
  statusItem: StatusItem | undefined;

  constructor(
    readonly context: vscode.ExtensionContext,
    readonly connection: Connection,
    readonly reports: Reports,
    readonly files: FileChanges,
  ) {}

  has(command: CommandName): boolean {
    return this.connection.commands.has(command);
  }

  /** The answer of a command. Throws what the server refuses, and `vscode.CancellationError`. */
  async ask<K extends CommandName>(
    command: K, argument: Commands[K][0], token?: vscode.CancellationToken, workDoneToken?: string,
  ): Promise<Commands[K][1]> {
    await this.connection.settled();
    const client = this.connection.running;
    if (client === undefined) throw new NotOffered("the server is not running");
    if (!this.has(command)) throw new NotOffered(`this version of the server does not have ${command}`);
    const params = { command, arguments: [this.folders.meaning(command, argument)], ...(workDoneToken === undefined ? {} : { workDoneToken }) };
    try {
      const answer = client.sendRequest(ExecuteCommandRequest.type, params, token ?? CancellationToken.None);
      if (workDoneToken === undefined) tellIfSlow(answer, WAITED_FOR[command]);
      return (await answer) as Commands[K][1];
    } catch (error) {
      if (token?.isCancellationRequested) throw new vscode.CancellationError();
      throw error;
    }
  }

  /** A file as people call it. */
  readonly pathOf = (uri: string): string => vscode.workspace.asRelativePath(vscode.Uri.parse(uri));
}

/** What a person waits for, in words for the status bar. */
const WAITED_FOR: Partial<Record<CommandName, string>> = {
  "codewitness.relationships": "looking for calls",
  "codewitness.getImplementation": "gathering the implementation",
  "codewitness.impact": "comparing what changed",
  "codewitness.session.projectContext": "gathering the context",
  "codewitness.session.analyzePatterns": "looking for patterns",
};
export function toRange(range: Range): vscode.Range {
  return new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
}

export async function openPlace(place: Location, options: vscode.TextDocumentShowOptions = {}): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(place.uri));
  const range = toRange(place.range);
  const editor = await vscode.window.showTextDocument(document, { ...options, selection: new vscode.Range(range.start, range.start) });
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return editor;
}

/** The place of the cursor in a file, as commands name a symbol. */
export function symbolAtCursor(): { uri: string; position: { line: number; character: number } } | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.document.uri.scheme !== "file") return undefined;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character } };
}

/** What went wrong, with what to do about it if the server says. */
export function messageOf(error: unknown): string {
  if (error instanceof ResponseError) {
    const data = error.data as { hint?: string; suggestions?: string[] } | undefined;
    const more = data?.hint ?? (data?.suggestions?.length ? `did you mean ${data.suggestions.join(", ")}?` : "");
    const message = error.message.replace(/^symbol[\w.]*: /, ""); // a field that nobody here has typed
    return more ? `${message}; ${more}` : message;
  }
  return error instanceof Error ? error.message : String(error);
}

/** Run a command's body; what fails is told once, with a way to the log unless it was only asked wrongly. */
export async function told(app: App, body: () => Promise<unknown>): Promise<void> {
  try {
    await body();
  } catch (error) {
    if (error instanceof vscode.CancellationError) return;
    if (error instanceof ResponseError && error.code === ErrorCodes.InvalidParams) {
      void vscode.window.showWarningMessage(`codewitness: ${messageOf(error)}`);
      return;
    }
    app.connection.channels.log.error(messageOf(error));
    const chosen = await vscode.window.showErrorMessage(`codewitness: ${messageOf(error)}`, "Show Logs");
    if (chosen === "Show Logs") app.connection.channels.log.show();
  }
}
