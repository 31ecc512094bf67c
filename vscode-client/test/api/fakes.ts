/** Stand-ins for what a person does: answers to inputs and picks, given in their order. */

import * as vscode from "vscode";

type Choice = string | ((item: vscode.QuickPickItem) => boolean);

const window = vscode.window as unknown as Record<string, unknown>;

/** Answers for `showInputBox`, `showQuickPick` and `createQuickPick`; fails if one is asked for too many. */
export class Person {
  readonly messages: string[] = [];
  private readonly originals = new Map<string, unknown>();
  private texts: (string | undefined)[] = [];
  private choices: Choice[] = [];
  private typed: { value: string; choose: Choice }[] = [];
  readonly seen: string[][] = [];
  readonly titles: string[] = [];

  constructor() {
    this.replace("showInputBox", () => Promise.resolve(this.next(this.texts, "a text")));
    this.replace("showQuickPick", async (items: readonly vscode.QuickPickItem[] | Promise<readonly vscode.QuickPickItem[]>) => this.choose(await items, this.next(this.choices, "a choice")));
    this.replace("createQuickPick", () => this.quickPick());
    for (const name of ["showInformationMessage", "showWarningMessage", "showErrorMessage"]) {
      this.replace(name, (message: string) => {
        this.messages.push(message);
        return Promise.resolve(undefined);
      });
    }
  }

  restore(): void {
    for (const [name, original] of this.originals) window[name] = original;
  }

  types(...texts: (string | undefined)[]): this {
    this.texts.push(...texts);
    return this;
  }

  chooses(...choices: Choice[]): this {
    this.choices.push(...choices);
    return this;
  }

  /** Types into a quick pick and chooses one of what it then lists. */
  picks(value: string, choose: Choice): this {
    this.typed.push({ value, choose });
    return this;
  }

  private replace(name: string, by: unknown): void {
    this.originals.set(name, window[name]);
    window[name] = by;
  }

  private next<T>(list: T[], what: string): T {
    if (list.length === 0) throw new Error(`nobody said that ${what} would be asked for`);
    return list.shift() as T;
  }

  private choose<T extends vscode.QuickPickItem>(items: readonly T[], choice: Choice): T | undefined {
    this.seen.push(items.map((item) => item.label));
    return items.find((item) => (typeof choice === "string" ? item.label.includes(choice) : choice(item)));
  }

  /** A quick pick that types and accepts by itself once what is wanted is listed. */
  private quickPick(): unknown {
    const { value, choose } = this.next(this.typed, "a quick pick");
    const accept = new vscode.EventEmitter<void>();
    const change = new vscode.EventEmitter<string>();
    const hide = new vscode.EventEmitter<void>();
    const choosing = this.choose.bind(this), { titles } = this;
    let listed: readonly vscode.QuickPickItem[] = [];
    let isDone = false;
    const pick = {
      title: "", placeholder: "", value: "", busy: false, matchOnDescription: false, matchOnDetail: false,
      activeItems: [] as vscode.QuickPickItem[],
      onDidAccept: accept.event, onDidChangeValue: change.event, onDidHide: hide.event,
      onDidChangeActive: new vscode.EventEmitter<vscode.QuickPickItem[]>().event,
      onDidTriggerItemButton: new vscode.EventEmitter<unknown>().event,
      get items() {
        return listed;
      },
      set items(items: readonly vscode.QuickPickItem[]) {
        listed = items;
        titles.push(this.title);
        const found = isDone || this.value !== value ? undefined : choosing(items, choose);
        if (found === undefined) return;
        isDone = true;
        this.activeItems = [found];
        setTimeout(() => accept.fire(), 0);
      },
      show() {
        setTimeout(() => {
          this.value = value;
          change.fire(value);
        }, 0);
      },
      hide: () => hide.fire(),
      dispose: () => undefined,
    };
    return pick;
  }
}
