/** The project picture: who calls the definition at the cursor and whom it calls, as a graph to walk in. */

import * as vscode from "vscode";
import type { Location, SymbolName } from "../api";
import { messageOf, openPlace, type App } from "../app";
import { askSymbol, chooseCandidate } from "../commands/code";
import { layOut } from "../text/layout";
import { missing, neighbourhood } from "../text/neighbourhood";
import { freshnessLine } from "../text/report";
import { pageColumn, PICTURE } from "./pages";

type FromPage = { kind: "open" | "center"; place: Location } | { kind: "ready" };

let panel: vscode.WebviewPanel | undefined;
let drawn: unknown; // what the page shows, or is to show as soon as it listens

export async function showPicture(app: App, given?: SymbolName): Promise<void> {
  const symbol = await askSymbol("Project Picture", given);
  if (symbol === undefined) return;
  const answer = await app.ask("codewitness.relationships", { symbol, relationship: "all", depth: 2 });
  if (answer.symbol === null) {
    const chosen = await chooseCandidate(app, answer.candidates ?? []);
    if (chosen !== undefined) await showPicture(app, chosen);
    return;
  }
  const graph = neighbourhood(answer, app.pathOf);
  const shown = (panel ??= makePanel(app));
  shown.title = `Calls of ${answer.symbol.name}`;
  shown.reveal(undefined, false);
  const fresh = freshnessLine(answer.freshness, app.pathOf);
  const note = [...(fresh ? [fresh] : []), ...missing(answer)].join(" ");
  drawn = { ...layOut(graph), edges: graph.edges, center: graph.center, note };
  await shown.webview.postMessage(drawn);
}

function makePanel(app: App): vscode.WebviewPanel {
  const root = vscode.Uri.joinPath(app.context.extensionUri, "media");
  const made = vscode.window.createWebviewPanel(PICTURE, "Project Picture", pageColumn(), {
    enableScripts: true, localResourceRoots: [root], retainContextWhenHidden: true,
  });
  const script = made.webview.asWebviewUri(vscode.Uri.joinPath(root, "picture.js")).toString();
  const style = made.webview.asWebviewUri(vscode.Uri.joinPath(root, "picture.css")).toString();
  const policy = `default-src 'none'; script-src ${made.webview.cspSource}; style-src ${made.webview.cspSource}`;
  made.webview.html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="${style}"><title>Project Picture</title></head>
<body><p id="help">Arrow keys move, Enter opens, Space looks at the calls of another one.</p><p id="note" role="status"></p><div id="picture" role="group" aria-label="Calls"></div><script src="${script}"></script></body></html>`;
  made.webview.onDidReceiveMessage((message: FromPage) => void received(app, message));
  made.onDidDispose(() => (panel = undefined));
  return made;
}

async function received(app: App, message: FromPage): Promise<void> {
  try {
    if (message.kind === "ready") await panel?.webview.postMessage(drawn);
    else if (message.kind === "open") await openPlace(message.place, { viewColumn: vscode.ViewColumn.One });
    else await showPicture(app, { uri: message.place.uri, position: message.place.range.start });
  } catch (error) {
    void vscode.window.showErrorMessage(`codewitness: ${messageOf(error)}`);
  }
}
