/** Coding sessions: start, end, resume, and what is recorded by hand. */

import * as vscode from "vscode";
import type { SessionShape, SymbolName } from "../api";
import { messageOf, symbolAtCursor, toRange, type App } from "../app";
import { errorArguments, suggestedError } from "../text/errors";
import { decisionReport, errorReport, firstLine, sessionReport, shortTime, standingOf, STANDINGS } from "../text/records";
import { Form } from "../views/form";
import { pickPlace, type PlaceItem } from "../views/pick";

const USER = { source: "user" } as const;

export async function startSession(app: App): Promise<void> {
  const running = await app.ask("codewitness.session.status", {});
  const form = new Form("Start Session", running.id === null ? 1 : 2);
  const endsFirst = running.id !== null && (await endsOther(form, running));
  const description = await form.text("What are you going to do?", { isNeeded: true, placeholder: "make uploads survive a lost connection" });
  if (endsFirst) await app.ask("codewitness.session.end", { sessionId: running.id });
  await app.ask("codewitness.session.start", { description, ...USER });
  changed(app);
}

/** What is recorded belongs to the newest session; one that goes on beside it is easily forgotten. */
async function endsOther(form: Form, running: SessionShape): Promise<boolean> {
  const since = shortTime(running.timestamp);
  const chosen = await form.choose(`“${firstLine(running.description)}” has been under way since ${since}`, [
    { label: "$(debug-stop) End it, then start another", isEnd: true },
    { label: "$(versions) Let it go on beside the new one", detail: "What you record belongs to the new one. End Session ends the new one first.", isEnd: false },
  ]);
  return chosen.isEnd;
}

export async function endSession(app: App): Promise<void> {
  if ((await app.ask("codewitness.session.status", {})).id === null) {
    const chosen = await vscode.window.showInformationMessage("codewitness: no session is under way.", "Start Session");
    return chosen === "Start Session" ? startSession(app) : undefined;
  }
  const form = new Form("End Session", 2);
  const outcome = await form.choose("How did it end?", [
    { label: "$(pass) It is done", success: true },
    { label: "$(circle-slash) It did not work out", success: false },
  ]);
  const summary = await form.text("What should be known of it later?");
  const session = await app.ask("codewitness.session.end", { success: outcome.success, ...(summary ? { summary } : {}) });
  changed(app);
  await app.reports.show(session.description, () => Promise.resolve({ report: sessionReport(session), documents: [] }), { viewColumn: vscode.ViewColumn.Active });
}

export async function resumeSession(app: App, given?: { record?: unknown }): Promise<void> {
  const known = (given?.record as { id?: string } | undefined)?.id;
  const sessionId = known ?? (await chooseSession(app));
  if (sessionId === undefined) return;
  await app.ask("codewitness.session.resume", { sessionId });
  changed(app);
}

async function chooseSession(app: App): Promise<string | undefined> {
  const { sessions } = await app.ask("codewitness.session.list", { limit: 50 });
  const ended = sessions.filter((one) => !one.isActive);
  if (ended.length === 0) {
    void vscode.window.showInformationMessage("codewitness: there is no earlier session.");
    return undefined;
  }
  const items = ended.map((one) => ({ label: one.description, description: shortTime(one.timestamp), detail: firstLine(one.summary ?? ""), id: one.id }));
  return (await vscode.window.showQuickPick(items, { title: "Resume Session", matchOnDetail: true }))?.id;
}

export async function recordDecision(app: App, given?: SymbolName): Promise<void> {
  const at = given ?? symbolAtCursor();
  const form = new Form("Record Decision", 5);
  const decision = await form.text("What was decided?", { isNeeded: true, placeholder: "uploads are retried with growing pauses" });
  const rationale = await form.text("Why?", { isNeeded: true });
  const alternatives = await form.texts("What was the alternative?");
  const claims = await form.texts("A claim about the code that it stands on, such as: Uploader.upload calls sleep");
  const confidence = await form.choose("How sure?", [
    { label: "Sure", value: 0.95 }, { label: "Fairly sure", value: 0.75 }, { label: "A guess", value: 0.4 },
  ]);
  const symbols = await knownSymbols(app, at);
  const recorded = await app.ask("codewitness.session.recordDecision", { decision, rationale, alternatives, claims, confidence: confidence.value, ...symbols, ...USER });
  changed(app);
  const broken = (recorded.claims ?? []).filter((claim) => claim.standing !== "holds").map((claim) => `${claim.text}: ${STANDINGS[claim.standing].word}`);
  const more = broken.length === 0 ? "" : ` But: ${broken.join("; ")}.`;
  const chosen = await vscode.window.showInformationMessage(`codewitness: the decision is recorded.${more}`, "Show");
  if (chosen === "Show") await app.reports.show(`${STANDINGS[standingOf(recorded)].word} ${decision}`, () => Promise.resolve({ report: decisionReport(recorded, app.pathOf), documents: [] }));
}

/** A quick fix marks a decision as superseded: it is asked why, as whoever reads it later would. */
export async function giveUpDecision(app: App, decisionId: string, usual: string): Promise<void> {
  const supersededReason = await new Form("Mark the Decision as Superseded", 1).text("Why does it no longer hold?", { isNeeded: true, value: usual });
  await app.ask("codewitness.session.updateDecision", { decisionId, supersededReason, ...USER });
  changed(app);
}

/** The definition around a place, if there is one: a decision may be about no method at all. */
async function knownSymbols(app: App, at: SymbolName | undefined): Promise<{ symbols?: SymbolName[] }> {
  if (at === undefined) return {};
  try {
    const { symbol } = await app.ask("codewitness.signals", { symbol: at });
    return symbol === null ? {} : { symbols: [at] };
  } catch (error) {
    app.connection.channels.log.debug(`the decision is about no method: ${messageOf(error)}`);
    return {};
  }
}

export async function recordLesson(app: App): Promise<void> {
  const lesson = await new Form("Record Lesson", 1).text("What was learnt?", { isNeeded: true });
  await app.ask("codewitness.session.recordLesson", { lesson, ...(await knownSymbols(app, symbolAtCursor())), ...USER });
  changed(app);
  void vscode.window.setStatusBarMessage("codewitness: the lesson is recorded", 4000);
}

export async function recordReason(app: App): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.scheme !== "file") throw new Error("open the file that was changed first");
  const reason = await new Form("Record Why I Changed This", 1).text(`Why did you change ${app.pathOf(editor.document.uri.toString())}?`, { isNeeded: true });
  const { start, end } = editor.selection;
  await app.ask("codewitness.session.trackFileChange", { uri: editor.document.uri.toString(), action: "edit", reason, lineRange: [start.line + 1, end.line + 1], ...USER });
  changed(app);
  void vscode.window.setStatusBarMessage("codewitness: the reason is recorded", 4000);
}

interface Found { text: string; uri?: string; lineNumber?: number }
type Source = vscode.QuickPickItem & { get: () => Promise<Found> };

export async function recordError(app: App): Promise<void> {
  const found = await errorSource();
  if (!found?.text.trim()) return;
  const suggested = suggestedError(found.text);
  const form = new Form("Record Error", 3);
  const errorType = await form.text("What kind of error?", { value: suggested.errorType, isNeeded: true });
  const message = await form.text("Its message", { value: suggested.message, isNeeded: true });
  const solution = await form.text("What solved it?");
  const recorded = await app.ask("codewitness.session.recordError", {
    // A problem of another extension is no report, however many lines it has.
    ...(found.uri ? { errorType, message } : errorArguments(found.text, { errorType, message })), ...(solution ? { solution } : {}),
    ...(found.uri ? { uri: found.uri } : {}), ...(found.lineNumber ? { lineNumber: found.lineNumber } : {}), ...USER,
  });
  changed(app);
  const similar = (recorded.similar ?? []).filter((one) => one.error.id !== recorded.id);
  const solved = similar.find((one) => one.error.solution);
  const said = recorded.reopenedAt ? ` It came back; it was solved before: ${recorded.solution}` : solved ? ` One like it was solved: ${solved.error.solution}` : similar.length > 0 ? ` ${similar.length} like it are known.` : "";
  const chosen = await vscode.window.showInformationMessage(`codewitness: the error is recorded.${said}`, ...(similar.length > 0 ? ["Show"] : []));
  const shown = solved?.error ?? similar[0]?.error;
  if (chosen === "Show" && shown !== undefined) await app.reports.show(shown.errorType, () => Promise.resolve({ report: errorReport(shown, app.pathOf), documents: [] }));
}

/** Where the text of the error is: what fits is offered, what is empty is not. */
async function errorSource(): Promise<Found | undefined> {
  const editor = vscode.window.activeTextEditor;
  const selected = editor?.document.getText(editor.selection) ?? "";
  const clipboard = await vscode.env.clipboard.readText();
  const sources: Source[] = [];
  if (editor !== undefined && selected.trim()) sources.push({ label: "$(selection) The selection", detail: firstLine(selected.trim()), get: () => Promise.resolve({ text: selected }) });
  for (const diagnostic of editor === undefined ? [] : near(editor)) {
    const text = `${diagnostic.source ?? "error"}: ${diagnostic.message}`;
    const found = { text, uri: editor?.document.uri.toString() ?? "", lineNumber: diagnostic.range.start.line + 1 };
    sources.push({ label: "$(error) A problem of this file", detail: firstLine(text), get: () => Promise.resolve(found) });
  }
  if (vscode.window.activeTerminal !== undefined) sources.push({ label: "$(terminal) The selection in the terminal", get: terminalSelection });
  if (clipboard.trim()) sources.push({ label: "$(clippy) The clipboard", detail: firstLine(clipboard.trim()), get: () => Promise.resolve({ text: clipboard }) });
  return new Promise((resolve, reject) => {
    const item = ({ get, ...shown }: Source): PlaceItem => ({ ...shown, run: () => get().then(resolve, reject) });
    const left = (typed: string | undefined) => typed === undefined && resolve(undefined);
    void pickPlace({
      title: "Record Error",
      placeholder: sources.length > 0 ? "type the error, or choose where it is" : "type the error, such as KeyError: 'id'",
      live: true,
      items: (typed) => Promise.resolve([...typedSource(typed), ...sources].map(item)),
      onError: reject,
    }).then(left, reject);
  });
}

/** An error may be written here as well. */
function typedSource(typed: string): Source[] {
  const text = typed.trim();
  return text ? [{ label: `$(edit) ${text}`, get: () => Promise.resolve({ text }) }] : [];
}

function near(editor: vscode.TextEditor): vscode.Diagnostic[] {
  const line = editor.selection.active.line;
  return vscode.languages.getDiagnostics(editor.document.uri)
    .filter((one) => one.severity === vscode.DiagnosticSeverity.Error && one.source !== "codewitness" && toRange(one.range).start.line <= line + 2 && one.range.end.line >= line - 2)
    .slice(0, 5);
}

/** By way of the clipboard, which is emptied first: what is selected may be what was copied last. */
async function terminalSelection(): Promise<Found> {
  const before = await vscode.env.clipboard.readText();
  await vscode.env.clipboard.writeText("");
  await vscode.commands.executeCommand("workbench.action.terminal.copySelection");
  const text = await vscode.env.clipboard.readText();
  await vscode.env.clipboard.writeText(before);
  if (text.trim() === "") throw new Error("nothing is selected in the terminal: select the error there, then run this again");
  return { text };
}

function changed(app: App): void {
  app.memoryChanged.fire();
}
