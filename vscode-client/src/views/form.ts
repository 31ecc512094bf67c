/** A form of several steps, one input after the other; Escape leaves it, nothing is sent half filled. */

import * as vscode from "vscode";

/** The user has left the form. */
export class Left extends vscode.CancellationError {}

export class Form {
  private step = 0;

  constructor(private readonly title: string, private readonly steps: number) {}

  /** A text; with `isNeeded` it may not be empty. */
  async text(prompt: string, options: { value?: string; placeholder?: string; isNeeded?: boolean } = {}): Promise<string> {
    this.step++;
    const given = await vscode.window.showInputBox({
      title: `${this.title} (${this.step}/${this.steps})`,
      prompt,
      value: options.value ?? "",
      placeHolder: options.placeholder ?? (options.isNeeded ? "" : "may be left empty"),
      ignoreFocusOut: true,
      validateInput: (typed) => (options.isNeeded && typed.trim() === "" ? "This can't be empty" : undefined),
    });
    if (given === undefined) throw new Left();
    return given.trim();
  }

  /** Several texts, asked for until an empty one. */
  async texts(prompt: string): Promise<string[]> {
    const found: string[] = [];
    for (;;) {
      const shown = found.length === 0 ? prompt : `${prompt} – another, or Enter to go on (${found.length} so far)`;
      const given = await this.text(shown);
      if (given === "") return found;
      found.push(given);
      this.step--;
    }
  }

  async choose<T extends vscode.QuickPickItem>(placeholder: string, items: readonly T[]): Promise<T> {
    this.step++;
    const chosen = await vscode.window.showQuickPick(items, { title: `${this.title} (${this.step}/${this.steps})`, placeHolder: placeholder, ignoreFocusOut: true });
    if (chosen === undefined) throw new Left();
    return chosen;
  }
}
