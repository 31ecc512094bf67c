/** Puts the extension together: channels, the one connection, commands and views. */

import * as vscode from "vscode";
import type { Middleware } from "vscode-languageclient/node";
import { App, told } from "./app";
import { DiagnosticCapture } from "./capture";
import { offerSetUp, renewManaged } from "./commands/server";
import { shownAs } from "./commands/served";
import { registerCommands, tellOffers } from "./commands/table";
import { withLinks } from "./hover";
import { Connection } from "./server/connection";
import { FileChanges } from "./views/fileChanges";
import { Reports } from "./views/reports";
import { SessionItem } from "./views/sessionItem";
import { StatusItem } from "./views/statusItem";
import { registerViews } from "./views/trees";

/** What tests and other extensions may use. */
export interface Api { app: App }

export function activate(context: vscode.ExtensionContext): Api {
  const log = vscode.window.createOutputChannel("codewitness", { log: true });
  const trace = vscode.window.createOutputChannel("codewitness Trace", { log: true });
  const connection = new Connection(context, { log, trace }, middleware(() => app, () => status));
  const files = new FileChanges();
  const reports = new Reports(log, files);
  const app: App = new App(context, connection, reports, files);
  const status: StatusItem = new StatusItem(app);
  app.statusItem = status;
  const offered = new Set<string>();
  context.subscriptions.push(log, trace, connection, files, reports, status, app.memoryChanged, app.folders, new SessionItem(app), new DiagnosticCapture(app));
  context.subscriptions.push(connection.onChange(() => void tellOffers(app, offered)));
  context.subscriptions.push(vscode.workspace.onDidChangeConfiguration((event) => settingsChanged(app, event)));
  context.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(() => void app.connection.restart()));
  registerCommands(app);
  registerViews(app);
  // Not waited for: other extensions and the editor's own start would wait, too.
  void connection.restart().then(() => afterStart(app));
  return { app };
}

export function deactivate(): void {
  // what was pushed to the subscriptions ends with them
}

async function afterStart(app: App): Promise<void> {
  // Until now the palette has offered what a newcomer looks for first, whether the server has it or not.
  await vscode.commands.executeCommand("setContext", "codewitness.known", true);
  if (app.connection.phase === "missing") await offerSetUp(app, false);
  await renewManaged(app);
}

function middleware(app: () => App, status: () => StatusItem): Middleware {
  return {
    handleWorkDoneProgress: (token, value, next) => {
      status().progress(token, value);
      next(token, value);
    },
    executeCommand: async (command, given: unknown[], next) => {
      const show = shownAs(command, given[0]);
      if (show !== undefined) return told(app(), () => show(app()));
      const answer: unknown = await next(command, given);
      app().memoryChanged.fire();
      return answer;
    },
    provideHover: async (document, position, token, next) => {
      const hover = await next(document, position, token);
      return hover ? withLinks(hover, document.uri, position, app().connection.commands) : hover;
    },
  };
}

/** The server asks for its own settings when it is told of a change; what says which server to run needs a restart. */
function settingsChanged(app: App, event: vscode.ConfigurationChangeEvent): void {
  if (["enable", "server.command"].some((name) => event.affectsConfiguration(`codewitness.${name}`))) void app.connection.restart();
}
