/** The column of the pages, as the window is now. */

import * as vscode from "vscode";
import { columnOfPages } from "../text/pageColumn";

export const SCHEME = "codewitness";
export const PICTURE = "codewitness.picture";

/** Where the next page is to be shown. */
export function pageColumn(): vscode.ViewColumn {
  const groups = vscode.window.tabGroups.all.map((group) => ({ column: group.viewColumn, hasPage: group.tabs.some(isPage), isEmpty: group.tabs.length === 0 }));
  return columnOfPages(groups) ?? vscode.ViewColumn.Beside;
}

function isPage({ input }: vscode.Tab): boolean {
  if (input instanceof vscode.TabInputText) return input.uri.scheme === SCHEME;
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith(PICTURE); // VS Code puts a prefix to it
}
