/** The Python that is selected for the workspace, if its extension is there to be asked. */

import * as vscode from "vscode";
import { run } from "./processes";

interface PythonExtension {
  environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { path: string };
    resolveEnvironment(path: { path: string }): Promise<{ executable: { uri?: vscode.Uri } } | undefined>;
  };
}

/** Its path. In a workspace that is not trusted nothing that it may have brought is run. */
export async function activePython(): Promise<string | undefined> {
  if (!vscode.workspace.isTrusted) return undefined;
  const extension = vscode.extensions.getExtension<PythonExtension>("ms-python.python");
  if (extension === undefined) return undefined;
  const api = await extension.activate();
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const found = await api.environments.resolveEnvironment(api.environments.getActiveEnvironmentPath(folder));
  return found?.executable.uri?.fsPath;
}

/** A Python that can make an environment: 3.11 or newer, with venv. */
export async function pythonForEnvironment(): Promise<string | undefined> {
  const names = [await activePython(), "python3", "python3.13", "python3.12", "python3.11", "python"];
  for (const name of names.filter((one) => one !== undefined)) {
    const asked = "import sys, venv, ensurepip; sys.exit(0 if sys.version_info >= (3, 11) else 1)";
    const ran = await run([name, "-I", "-c", asked], { timeoutMs: 30_000 });
    if (ran.code === 0) return name;
  }
  return undefined;
}
