/** The server's own settings, as its declarations were generated into package.json. */

import * as vscode from "vscode";

const SECTION = "Server"; // the title of the generated part

interface Section { title: string; properties: Record<string, unknown> }

/** Names without the leading `codewitness.`. */
export function serverSettingNames(context: vscode.ExtensionContext): string[] {
  const manifest = context.extension.packageJSON as { contributes: { configuration: Section[] } };
  const section = manifest.contributes.configuration.find((one) => one.title === SECTION);
  return Object.keys(section?.properties ?? {}).map((name) => name.replace(/^codewitness\./, ""));
}

/** Those that the user has set; the server knows its defaults itself. */
export function serverSettings(names: readonly string[]): Record<string, unknown> {
  const configuration = vscode.workspace.getConfiguration("codewitness");
  const given: Record<string, unknown> = {};
  for (const name of names) {
    const seen = configuration.inspect(name);
    const isSet = [seen?.globalValue, seen?.workspaceValue, seen?.workspaceFolderValue].some((value) => value !== undefined);
    if (isSet) given[name] = configuration.get(name);
  }
  return given;
}
