/** Look into the memory: errors, decisions, conversations; context and patterns; export and import. */

import * as vscode from "vscode";
import type { Chapter, ConversationShape, DecisionRecord, ErrorRecord, FoundError, Position, SearchResult } from "../api";
import { messageOf, type App } from "../app";
import { chapterReport } from "../text/conversation";
import { patternsReport } from "../text/patterns";
import { decisionReport, errorReport, firstLine, placeOf, sessionReport, shortTime, standingOf, STANDINGS } from "../text/records";
import { ReportWriter } from "../text/report";
import { readSoFar } from "../text/tree";
import { pickPlace, type PlaceItem } from "../views/pick";

const ACTIVE = { viewColumn: vscode.ViewColumn.Active };
const MOST = 50;

function onError(error: unknown): void {
  void vscode.window.showErrorMessage(`codewitness: ${messageOf(error)}`);
}

export async function findErrors(app: App): Promise<void> {
  await pickPlace({
    title: "Search Errors",
    placeholder: "words of the message, its type, or a line of the stack trace",
    live: true,
    none: { atAll: "No error has been recorded yet", fitting: "No error is like this" },
    items: async (typed, token) => {
      const answer = await app.ask("codewitness.session.searchErrors", { limit: MOST, ...(typed.trim() ? { query: typed.trim() } : {}) }, token);
      return answer.results.map((found) => errorItem(app, found));
    },
    onError,
  });
}

function errorItem(app: App, found: FoundError): PlaceItem {
  const { error } = found;
  const why = Array.isArray(found.why) ? found.why : [found.why];
  return {
    label: `$(${error.solution && !error.reopenedAt ? "pass" : "bug"}) ${error.errorType}: ${firstLine(error.message)}`,
    description: shortTime(error.timestamp),
    detail: error.solution ? `${error.reopenedAt ? "came back; solved before" : "solved"}: ${firstLine(error.solution)}` : why.join(", "),
    place: placeOf(error),
    run: () => showError(app, error, why),
  };
}

export async function showError(app: App, error: ErrorRecord, why: readonly string[] = []): Promise<void> {
  await app.reports.show(error.errorType, () => Promise.resolve({ report: errorReport(error, app.pathOf, why), documents: [] }), ACTIVE);
}

/** What is remembered about the definition at a place: a CodeLens leads here. */
export async function showRemembered(app: App, uri: string, position: Position): Promise<void> {
  const symbol = { uri, position };
  const [{ decisions }, { results }, { records }] = await Promise.all([
    app.ask("codewitness.session.decisions", { symbol }),
    app.ask("codewitness.session.searchErrors", { symbol, limit: MOST }),
    app.has("codewitness.lens.remembered") ? app.ask("codewitness.lens.remembered", { symbol }) : { records: [] },
  ]);
  const lessons = records.flatMap((one) => (one.lesson === undefined ? [] : [lessonItem(app, one.lesson, one.timestamp)]));
  await pickPlace({
    title: "Remembered",
    placeholder: "decisions, lessons and errors about this",
    items: () => Promise.resolve([...decisions.map((one) => decisionItem(app, one)), ...lessons, ...results.map((found) => errorItem(app, found))]),
    onError,
  });
}

function lessonItem(app: App, lesson: string, timestamp = ""): PlaceItem {
  const when = timestamp ? `Learnt ${shortTime(timestamp)}` : "";
  const report = new ReportWriter().heading("Lesson").raw(lesson).blank().line(when).done();
  return {
    label: `$(mortar-board) ${firstLine(lesson)}`,
    description: timestamp ? shortTime(timestamp) : "",
    run: () => app.reports.show("lesson", () => Promise.resolve({ report, documents: [] }), ACTIVE),
  };
}

/** A record that a search has found: as its own page where it has one, else what the search quotes. */
export async function showRecord(app: App, result: SearchResult): Promise<void> {
  if (result.memoryType === "decision") {
    const found = (await app.ask("codewitness.session.decisions", {})).decisions.find((one) => one.id === result.id);
    if (found !== undefined) return showDecision(app, found);
  }
  if (result.memoryType === "error") {
    const found = (await app.ask("codewitness.session.searchErrors", { limit: 500 })).results.find((one) => one.error.id === result.id);
    if (found !== undefined) return showError(app, found.error);
  }
  const report = new ReportWriter().heading(`${result.memoryType}${result.timestamp === undefined ? "" : `, ${shortTime(result.timestamp)}`}`).raw(result.snippet).done();
  await app.reports.show(result.memoryType, () => Promise.resolve({ report, documents: [] }), ACTIVE);
}

export async function resolveError(app: App, node?: { record?: unknown }): Promise<void> {
  const error = node?.record as ErrorRecord | undefined;
  if (error === undefined) return findErrors(app);
  const candidate = error.candidateSolution;
  const solution = await vscode.window.showInputBox({
    title: "Resolve Error",
    prompt: `What solved it? ${error.errorType}: ${firstLine(error.message)}`,
    placeHolder: candidate ? `left empty: ${firstLine(candidate)}` : "",
    ignoreFocusOut: true,
  });
  if (solution === undefined || !(solution.trim() || candidate)) return;
  await app.ask("codewitness.session.resolveError", { errorId: error.id, ...(solution.trim() ? { solution: solution.trim() } : {}) });
  app.memoryChanged.fire();
}

export async function findDecisions(app: App): Promise<void> {
  await pickPlace({
    title: "Search Decisions",
    placeholder: "what it was about",
    live: true,
    none: { atAll: "No decision has been recorded yet", fitting: "No decision is about this" },
    items: async (typed, token) => {
      const answer = await app.ask("codewitness.session.decisions", typed.trim() ? { query: typed.trim() } : {}, token);
      return answer.decisions.slice(0, MOST).map((decision) => decisionItem(app, decision));
    },
    onError,
  });
}

function decisionItem(app: App, decision: DecisionRecord): PlaceItem {
  return {
    label: `$(${decision.supersededBy ? "history" : STANDINGS[standingOf(decision)].icon}) ${firstLine(decision.decision)}`,
    description: `${shortTime(decision.timestamp)}${decision.supersededBy ? ", superseded" : ""}`,
    detail: firstLine(decision.rationale),
    place: placeOf(decision),
    run: () => showDecision(app, decision),
  };
}

export async function showDecision(app: App, decision: DecisionRecord): Promise<void> {
  await app.reports.show(decision.decision, async () => {
    const answer = await app.ask("codewitness.session.decisions", {});
    const now = answer.decisions.find((one) => one.id === decision.id) ?? decision;
    const documents = (now.anchors ?? []).flatMap((anchor) => anchor.uri ?? []);
    return { report: decisionReport(now, app.pathOf), documents };
  }, ACTIVE);
}

export async function findConversations(app: App): Promise<void> {
  let isUnfinished = false;
  await pickPlace({
    title: "Search Conversations",
    placeholder: "what was talked about with the assistant",
    live: true,
    none: { atAll: "No conversation with an assistant was found", fitting: "No conversation is about this" },
    items: async (typed, token) => {
      const asked = typed.trim();
      const { found, reading } = asked
        ? await app.ask("codewitness.conversations.search", { query: asked, limit: MOST }, token).then(({ results, reading }) => ({ found: results, reading }))
        : await app.ask("codewitness.conversations.list", { limit: MOST }, token).then(({ conversations, reading }) => ({ found: conversations, reading }));
      const items: PlaceItem[] = found.map((one) => ({
        label: `$(comment-discussion) ${firstLine(one.summary) || one.sessionId}`,
        description: shortTime(one.timestamp),
        detail: (one.matches?.map((match) => match.text) ?? one.completed ?? []).slice(0, 3).join(" · "),
        run: () => showChapters(app, { record: one }),
      }));
      isUnfinished = reading !== undefined;
      if (reading !== undefined) items.push({ label: `$(sync) ${readSoFar(reading)}`, alwaysShow: true });
      return items;
    },
    isUnfinished: () => isUnfinished,
    onError,
  });
}

/** A file that an assistant named, as it is known in the open folders. */
function shownPath(path: string): string {
  return vscode.workspace.asRelativePath(path);
}

/** The chapters of a conversation; one chosen shows its messages. */
export async function showChapters(app: App, node: { record?: unknown }): Promise<void> {
  const conversation = node.record as ConversationShape;
  const { sessionId } = conversation;
  const answer = await app.ask("codewitness.conversations.chapters", { sessionId });
  const items: (vscode.QuickPickItem & { chapter?: Chapter })[] = answer.chapters.map((chapter) => ({
    label: `$(check) ${chapter.title}`,
    description: `${chapter.messageCount} messages`,
    detail: chapter.files.map(shownPath).join(", "),
    chapter,
  }));
  for (const work of answer.pendingWork) items.push({ label: `$(circle-large-outline) ${work.title}`, description: work.status.replaceAll("_", " ") });
  if (items.length === 0) items.push({ label: "$(comment) All messages" });
  const chosen = await vscode.window.showQuickPick(items, { title: firstLine(conversation.summary), placeHolder: "a chapter", matchOnDetail: true });
  if (chosen === undefined) return;
  const [start, end] = chosen.chapter?.messageRange ?? [1, MOST];
  const context = await app.ask("codewitness.conversations.context", { sessionId, start, end });
  await app.reports.show(chosen.chapter?.title ?? "conversation", () => Promise.resolve({ report: chapterReport(chosen.chapter, context, shownPath), documents: [] }), ACTIVE);
}

export async function showContext(app: App): Promise<void> {
  const focus = await vscode.window.showInputBox({ title: "Project Context", prompt: "What is it to be about?", placeHolder: "may be left empty", ignoreFocusOut: true });
  if (focus === undefined) return;
  await app.reports.show("project context", async () => {
    const answer = await app.ask("codewitness.session.projectContext", focus.trim() ? { focus: focus.trim() } : {});
    return { report: new ReportWriter().raw(answer.markdown).done(), documents: [] };
  }, ACTIVE);
}

export async function showPatterns(app: App): Promise<void> {
  await app.reports.show("patterns", async () => {
    const answer = await app.ask("codewitness.session.analyzePatterns", {});
    return { report: patternsReport(answer), documents: [] };
  }, ACTIVE);
}

export async function showSession(app: App, node: { record?: unknown }): Promise<void> {
  const session = node.record as Parameters<typeof sessionReport>[0];
  await app.reports.show(session.description, () => Promise.resolve({ report: sessionReport(session), documents: [] }), ACTIVE);
}

export async function deleteRecord(app: App, node: { id: string; label: string }): Promise<void> {
  const chosen = await vscode.window.showWarningMessage(`Forget this for good? ${node.label}`, { modal: true }, "Forget");
  if (chosen !== "Forget") return;
  await app.ask("codewitness.memory.delete", { ids: [node.id] });
  app.memoryChanged.fire();
}

const FILTERS = { "JSON Lines": ["jsonl"] };

export async function exportMemory(app: App): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({ title: "Export Memory (inside the workspace)", filters: FILTERS, ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, "codewitness-memory.jsonl") } : {}) });
  if (target === undefined) return;
  const answer = await app.ask("codewitness.memory.export", { path: target.fsPath });
  void vscode.window.showInformationMessage(`codewitness: ${answer.total} records written to ${app.pathOf(target.toString())}.`);
}

export async function importMemory(app: App): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const [source] = (await vscode.window.showOpenDialog({ title: "Import Memory (from inside the workspace)", filters: FILTERS, canSelectMany: false, ...(folder ? { defaultUri: folder } : {}) })) ?? [];
  if (source === undefined) return;
  const answer = await app.ask("codewitness.memory.import", { path: source.fsPath });
  app.memoryChanged.fire();
  void vscode.window.showInformationMessage(`codewitness: ${answer.total - answer.updated - answer.unchanged} records added, ${answer.updated} brought up to date, ${answer.unchanged} were known.`);
}
