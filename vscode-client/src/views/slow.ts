/** What a person waits for, told in the status bar. */

import * as vscode from "vscode";

const SLOW_MS = 700;

/** After a moment the status bar says what is waited for, until it has come. */
export function tellIfSlow(answer: Promise<unknown>, what: string | undefined): void {
  if (what === undefined) return;
  const end = answer.then(() => undefined, () => undefined);
  const timer = setTimeout(() => void vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: `codewitness: ${what}` }, () => end), SLOW_MS);
  void end.then(() => clearTimeout(timer));
}
