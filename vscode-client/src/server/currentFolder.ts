/** Of several workspace folders the one that a person works in: its memory is meant by what names no file. */

import * as vscode from "vscode";
import type { CommandName } from "../api";

export class CurrentFolder implements vscode.Disposable {
  private current: vscode.WorkspaceFolder | undefined;
  private readonly listeners: vscode.Disposable[];

  constructor(private readonly changed: () => void) {
    this.look(vscode.window.activeTextEditor);
    this.listeners = [
      vscode.window.onDidChangeActiveTextEditor((editor) => this.look(editor) && this.changed()),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.current = vscode.workspace.workspaceFolders?.find((one) => one.uri.toString() === this.current?.uri.toString());
        this.look(vscode.window.activeTextEditor);
        this.changed();
      }),
    ];
  }

  dispose(): void {
    for (const one of this.listeners) one.dispose();
  }

  /** Its name where there are several, for titles. */
  get name(): string | undefined {
    return this.isOneOfSeveral ? this.folder?.name : undefined;
  }

  /** The argument of a command, with the folder if it is about a memory, or about conversations. */
  meaning(command: CommandName, argument: object): object {
    const isOfMemory = /^codewitness\.(?:session|memory)\./.test(command);
    const isOfAll = /^codewitness\.conversations\.(?:list|search)$/.test(command);
    const isMeant = (isOfMemory && this.isOneOfSeveral) || isOfAll;
    return isMeant && this.folder !== undefined ? { folder: this.folder.uri.toString(), ...argument } : argument;
  }

  private get isOneOfSeveral(): boolean {
    return (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
  }

  private get folder(): vscode.WorkspaceFolder | undefined {
    return this.current ?? vscode.workspace.workspaceFolders?.[0];
  }

  /** True if another folder is meant now. What lies in none, as a report does, changes nothing. */
  private look(editor: vscode.TextEditor | undefined): boolean {
    const found = editor === undefined ? undefined : vscode.workspace.getWorkspaceFolder(editor.document.uri);
    if (found === undefined || found.uri.toString() === this.folder?.uri.toString()) return false;
    this.current = found;
    return this.isOneOfSeveral;
  }
}
