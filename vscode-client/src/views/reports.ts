/** Read-only documents of the scheme `codewitness`: what the server has answered, with places to click. */

import * as vscode from "vscode";
import { AfterRest } from "../text/afterRest";
import type { Report } from "../text/report";
import type { FileChanges } from "./fileChanges";
import { pageColumn, SCHEME } from "./pages";

const IDLE_MS = 400; // without a change, before an open report is made again
const MOST_MS = 4000; // where changes do not rest
const AGAIN_MS = 2000; // until a report is made again that rests on an index that is not finished

/** In place of URIs: the report may change with any file. */
export const ANY_FILE = "*";

/** Makes a report anew; `documents` are the URIs whose edits, typed or made on the disk, call for that. */
export type Maker = () => Promise<{ report: Report; documents: readonly string[]; title?: string }>;

interface Shown {
  make: Maker;
  report: Report;
  documents: ReadonlySet<string>;
  later: AfterRest;
  again?: NodeJS.Timeout;
}

export class Reports implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider, vscode.CodeLensProvider, vscode.Disposable {
  readonly onDidChange: vscode.Event<vscode.Uri>;
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly lensesChanged = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.lensesChanged.event;
  private readonly shown = new Map<string, Shown>();
  private readonly disposables: vscode.Disposable[];
  private count = 0;

  constructor(private readonly log: vscode.LogOutputChannel, files: FileChanges) {
    this.onDidChange = this.changed.event;
    this.disposables = [
      files.event((uri) => this.edited(uri)),
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.languages.registerDocumentLinkProvider({ scheme: SCHEME }, this),
      vscode.languages.registerCodeLensProvider({ scheme: SCHEME }, this),
      vscode.workspace.onDidCloseTextDocument((document) => this.forget(document.uri.toString())),
    ];
  }

  dispose(): void {
    for (const report of [...this.shown.keys()]) this.forget(report);
    for (const one of this.disposables) one.dispose();
  }

  /** Show a report beside the code, with the pages that are there. `title` becomes the tab's name. */
  async show(title: string, make: Maker, options: vscode.TextDocumentShowOptions = {}): Promise<vscode.TextEditor> {
    const made = await make();
    const name = (made.title ?? title).replace(/[/\\?#\s]+/g, " ").trim().slice(0, 60);
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}.md`, query: String(++this.count) });
    const later = new AfterRest(() => void this.renew(uri), IDLE_MS, MOST_MS);
    this.shown.set(uri.toString(), { make, report: made.report, documents: new Set(made.documents), later });
    this.untilFinished(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    return vscode.window.showTextDocument(document, { preview: false, viewColumn: pageColumn(), ...options });
  }

  /** Make a report again, now. */
  async renew(uri: vscode.Uri): Promise<void> {
    const one = this.shown.get(uri.toString());
    if (one === undefined) return;
    try {
      const made = await one.make();
      one.documents = new Set(made.documents);
      const isSame = made.report.text === one.report.text;
      one.report = made.report;
      this.untilFinished(uri);
      if (isSame) return;
      this.changed.fire(uri);
      this.lensesChanged.fire();
    } catch (error) {
      this.log.warn(`a report could not be made again: ${String(error)}`);
    }
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.shown.get(uri.toString())?.report.text ?? "This report is gone; ask again.\n";
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    return (this.shown.get(document.uri.toString())?.report.links ?? []).map((link) => {
      const at = link.place.range.start;
      const target = vscode.Uri.parse(link.place.uri).with({ fragment: `L${at.line + 1},${at.character + 1}` });
      return new vscode.DocumentLink(new vscode.Range(link.line, link.start, link.line, link.end), target);
    });
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    if (!this.shown.has(document.uri.toString())) return [];
    const top = new vscode.Range(0, 0, 0, 0);
    return [
      new vscode.CodeLens(top, { title: "$(refresh)\u00a0Ask again", command: "codewitness.renewReport", arguments: [document.uri] }),
      new vscode.CodeLens(top, { title: "$(copy)\u00a0Copy", command: "codewitness.copyReport", arguments: [document.uri] }),
    ];
  }

  /** The first page of a new folder is there before its files are read, and should not stay as it is. */
  private untilFinished(uri: vscode.Uri): void {
    const one = this.shown.get(uri.toString());
    clearTimeout(one?.again);
    if (one?.report.isUnfinished) one.again = setTimeout(() => void this.renew(uri), AGAIN_MS);
  }

  private edited(uri: vscode.Uri): void {
    for (const one of this.shown.values()) {
      if (one.documents.has(ANY_FILE) || one.documents.has(uri.toString())) one.later.changed();
    }
  }

  private forget(report: string): void {
    this.shown.get(report)?.later.dispose();
    clearTimeout(this.shown.get(report)?.again);
    this.shown.delete(report);
  }
}
