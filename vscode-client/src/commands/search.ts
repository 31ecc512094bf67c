/** Search Code: results while typing, with filters in the same box. */

import * as vscode from "vscode";
import type { SearchAnswer, SearchResult } from "../api";
import { messageOf, type App } from "../app";
import { FILTERS, parseQuery } from "../text/filters";
import { matchedPlaces } from "../text/matched";
import { shortTime } from "../text/records";
import { refusal } from "../text/refusal";
import { freshnessLine } from "../text/report";
import { shortName } from "../text/shortName";
import { shownLines } from "../text/shownLines";
import { noteItem, pickPlace, type PlaceItem } from "../views/pick";
import { showRecord } from "./memory";

const LAST_QUERY = "search.last";

export async function searchCode(app: App, given?: string): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const selected = editor === undefined ? "" : editor.document.getText(editor.selection);
  const value = given ?? (selected.includes("\n") ? "" : selected);
  let last: SearchAnswer | undefined;
  const typed = await pickPlace({
    title: "Search Code",
    placeholder: "what the code does, or a name; calls:fit lang:python -test narrow it down",
    value: value || app.context.workspaceState.get<string>(LAST_QUERY, ""),
    live: true,
    items: (text, token) => itemsFor(app, text, token, (answer) => (last = answer)),
    isUnfinished: () => last?.freshness.state === "indexing",
    // At the end, as other notes are, nobody sees it before the results.
    note: () => (last?.results.length ? last.notes?.find((note) => note.startsWith("no word of the query")) : undefined),
    onError: (error) => void vscode.window.showErrorMessage(`codewitness: ${messageOf(error)}`),
  });
  if (typed !== undefined) await app.context.workspaceState.update(LAST_QUERY, typed);
}

async function itemsFor(app: App, typed: string, token: vscode.CancellationToken, answered: (answer?: SearchAnswer) => void): Promise<PlaceItem[]> {
  answered();
  const { argument, problems } = parseQuery(typed);
  const told = problems.map((problem): PlaceItem => ({ label: `$(warning) ${problem}` }));
  if (argument.query === "") return [...told, ...help()];
  argument.limit ??= vscode.workspace.getConfiguration("codewitness").get("search.limit", 30);
  const answer = await app.ask("codewitness.search", argument, token).catch((error: unknown) => {
    throw new Error(refusal(messageOf(error)), { cause: error });
  });
  answered(answer);
  const fresh = freshnessLine(answer.freshness, app.pathOf);
  const notes = [...(fresh === undefined ? [] : [fresh]), ...(answer.notes ?? [])];
  const results = answer.results.map((result) => itemOf(app, result));
  const nothing = results.length === 0 ? [{ label: "$(search-stop) Nothing found", detail: "Fewer filters or other words may find it." }] : [];
  return [...told, ...results, ...nothing, ...notes.map(noteItem)];
}

function itemOf(app: App, result: SearchResult): PlaceItem {
  const lines = shownLines(result.snippet);
  if (result.memoryType !== "code") return recordItem(app, result, lines);
  const icon = iconOf(result.symbol?.kind);
  const file = result.uri === null ? "" : app.pathOf(result.uri);
  const where = result.range === null ? file : `${file}:${result.range.start.line + 1}`;
  const name = result.symbol === null ? undefined : shortName(result.symbol.qualifiedName, file, result.symbol.kind);
  return {
    label: `$(${icon}) ${name ?? lines[0] ?? where}`,
    description: `${where}  ${result.score.toFixed(2)}`,
    detail: matchedPlaces(result.matched) || lines.slice(name === undefined ? 1 : 0).slice(0, 3).join("  "),
    place: result.uri === null || result.range === null ? undefined : { uri: result.uri, range: result.range },
  };
}

const MEMORY_ICONS = { code: "code", decision: "law", lesson: "mortar-board", error: "bug", conversation: "comment-discussion" };

function recordItem(app: App, result: SearchResult, lines: readonly string[]): PlaceItem {
  return {
    label: `$(${MEMORY_ICONS[result.memoryType]}) ${lines[0] ?? result.memoryType}`,
    description: `${result.timestamp === undefined ? "" : shortTime(result.timestamp)}  ${result.score.toFixed(2)}`,
    detail: lines.slice(1, 3).join("  "),
    run: () => showRecord(app, result),
  };
}

const ICONS: Record<string, string> = {
  class: "symbol-class", interface: "symbol-interface", struct: "symbol-struct", enum: "symbol-enum", trait: "symbol-interface",
  method: "symbol-method", constructor: "symbol-constructor", property: "symbol-property", function: "symbol-function",
};

export function iconOf(kind: string | undefined): string {
  return ICONS[kind ?? ""] ?? "symbol-misc";
}

function help(): PlaceItem[] {
  return FILTERS.map((filter) => ({ label: filter.example, description: filter.meaning }));
}
