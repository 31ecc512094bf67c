/** Questions about code: verify a claim, callers, implementation, impact. */

import * as vscode from "vscode";
import type { Mention, Relation, SymbolName, SymbolShape } from "../api";
import { messageOf, symbolAtCursor, type App } from "../app";
import { impactReport } from "../text/impact";
import { missing } from "../text/neighbourhood";
import { freshnessLine } from "../text/report";
import { shortName } from "../text/shortName";
import { implementationReport } from "../text/implementation";
import { exampleClaims, verdictReport } from "../text/verdict";
import { noteItem, pickPlace, type PlaceItem } from "../views/pick";
import { ANY_FILE } from "../views/reports";

const HISTORY = "verify.history";
const MOST_REMEMBERED = 30;

/** Verify a claim: given as a sentence, or typed with the place's method as a start. */
export async function verifyClaim(app: App, given?: string | SymbolName): Promise<void> {
  const claim = typeof given === "string" ? given : await askClaim(app, given ?? symbolAtCursor());
  if (claim === undefined) return;
  const history = app.context.workspaceState.get<string[]>(HISTORY, []);
  await app.context.workspaceState.update(HISTORY, [claim, ...history.filter((one) => one !== claim)].slice(0, MOST_REMEMBERED));
  await app.reports.show(claim, async () => {
    const answer = await app.ask("codewitness.verify", { claim });
    // A base class, a caller, or the subject itself if there was none yet may come in any file.
    return { report: verdictReport(claim, answer, app.pathOf), documents: [ANY_FILE] };
  });
}

/** Verify a claim about a definition, which the box begins with. */
export async function verifyAbout(app: App, symbol: SymbolName): Promise<void> {
  const claim = await askClaim(app, symbol);
  if (claim !== undefined) await verifyClaim(app, claim);
}

interface ClaimItem extends vscode.QuickPickItem { claim?: string; fill?: string }

/** A box that takes any sentence; below it what was asked before, and ways to begin. */
async function askClaim(app: App, at: SymbolName | undefined): Promise<string | undefined> {
  let name: string | undefined;
  const pick = vscode.window.createQuickPick<ClaimItem>();
  pick.title = "Verify a Claim";
  pick.ignoreFocusOut = true; // a long sentence is not lost by a look at the code that it is about
  pick.placeholder = "a sentence about a function, such as: Reader.load never raises ValueError";
  const history = app.context.workspaceState.get<string[]>(HISTORY, []);
  const fill = () => {
    const typed = pick.value.trim();
    const asked = typed === "" || typed === name ? [] : [{ label: `$(law) ${typed}`, claim: typed, alwaysShow: true }];
    const examples = exampleClaims(name ?? "Class.method").map((text): ClaimItem => ({ label: `$(lightbulb) ${text}`, fill: text.replace("…", "").trimEnd() + " " }));
    pick.items = [...asked, ...history.map((claim): ClaimItem => ({ label: `$(history) ${claim}`, claim })), ...(asked.length > 0 ? [] : examples.map((item) => ({ ...item, alwaysShow: true })))];
  };
  const begin = async (symbol: SymbolName) => {
    pick.busy = true; // one may type meanwhile
    name = await nameAt(app, symbol);
    pick.busy = false;
    if (name !== undefined && pick.value === "") pick.value = `${name} `; // before it is shown, it would be selected, and typed over
    fill();
  };
  fill();
  return new Promise((resolve) => {
    pick.onDidChangeValue(fill);
    pick.onDidAccept(() => {
      // Who types fast is ahead of what is told of the list: then the sentence as it is typed is meant.
      const [active] = pick.activeItems;
      const item = active !== undefined && pick.items.includes(active) ? active : pick.items[0];
      if (item?.fill !== undefined) {
        pick.value = item.fill;
        fill();
      } else if (item?.claim !== undefined) {
        resolve(item.claim);
        pick.hide();
      }
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
    if (at !== undefined) void begin(at);
  });
}

/** The shortest name of the definition that is meant; undefined outside of any. */
async function nameAt(app: App, at: SymbolName): Promise<string | undefined> {
  try {
    const { symbol } = await app.ask("codewitness.signals", { symbol: at });
    if (symbol === null) return undefined;
    const container = symbol.container?.split(".").at(-1);
    return container !== undefined && symbol.kind !== "function" && symbol.kind !== "class" ? `${container}.${symbol.name}` : symbol.name;
  } catch (error) {
    app.connection.channels.log.debug(`no definition at the cursor: ${messageOf(error)}`);
    return undefined;
  }
}

/** What a command is about: given, at the cursor, or typed. */
export async function askSymbol(title: string, given?: SymbolName): Promise<SymbolName | undefined> {
  const at = given ?? symbolAtCursor();
  if (at !== undefined) return at;
  const name = await vscode.window.showInputBox({ title, prompt: "A function or class, such as Reader.load", ignoreFocusOut: true });
  return name?.trim() ? name.trim() : undefined;
}

/** One of several definitions that a name fits. */
export async function chooseCandidate(app: App, candidates: readonly SymbolShape[]): Promise<SymbolName | undefined> {
  const items = candidates.map((symbol) => ({ label: symbol.qualifiedName, description: `${app.pathOf(symbol.uri)}:${symbol.selectionRange.start.line + 1}`, symbol }));
  const chosen = await vscode.window.showQuickPick(items, { title: "Several fit; which one?", matchOnDescription: true });
  return chosen === undefined ? undefined : { uri: chosen.symbol.uri, position: chosen.symbol.selectionRange.start };
}

export async function showCallers(app: App, given?: SymbolName): Promise<void> {
  const symbol = await askSymbol("Show Callers with Resolution", given);
  if (symbol === undefined) return;
  const answer = await app.ask("codewitness.relationships", { symbol, relationship: "all" });
  if (answer.symbol === null) {
    const chosen = await chooseCandidate(app, answer.candidates ?? []);
    if (chosen !== undefined) await showCallers(app, chosen);
    return;
  }
  const callers = surestFirst(answer.callers).flatMap((one) => relationItems(app, one, "call-incoming"));
  const callees = answer.callees.flatMap((one) => relationItems(app, one, "call-outgoing"));
  const mentions = (answer.mentions ?? []).flatMap((one) => mentionItems(app, one));
  const possible = (answer.possible ?? []).flatMap((one) => mentionItems(app, one));
  const fresh = freshnessLine(answer.freshness, app.pathOf);
  const told = [...missing(answer), ...(fresh ? [fresh] : [])].map(noteItem);
  // What is not known yet is no reason to look elsewhere.
  const none: PlaceItem[] = told.length > 0 ? [{ label: "No caller is known so far" }] : [{ label: "No caller is known", detail: "A framework may call it, or code outside of this workspace." }];
  const separator = (label: string): PlaceItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  await pickPlace({
    title: `Callers of ${answer.symbol.qualifiedName}`,
    placeholder: "filter by name, file or resolution",
    items: () => Promise.resolve([separator("called by"), ...(callers.length > 0 ? callers : none), ...told, ...(possible.length > 0 ? [separator("possible calls: of this name, on what is not known"), ...possible] : []), ...(mentions.length > 0 ? [separator("named, not called"), ...mentions] : []), separator("calls"), ...callees]),
    onError: (error) => void vscode.window.showErrorMessage(`codewitness: ${messageOf(error)}`),
  });
}

/** All calls of a definition in the editor's own peek view; a lens leads here. */
export async function peekCallers(app: App, symbol?: SymbolName): Promise<void> {
  if (typeof symbol !== "object") return showCallers(app, symbol);
  const answer = await app.ask("codewitness.relationships", { symbol, relationship: "callers", minResolution: "ambiguous" });
  const sites = answer.callers.flatMap((caller) => caller.sites);
  if (sites.length === 0 || answer.complete === false) return showCallers(app, symbol); // which says what is missing
  const at = new vscode.Position(symbol.position.line, symbol.position.character);
  const locations = sites.map(({ uri, range }) => new vscode.Location(vscode.Uri.parse(uri), new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character)));
  await vscode.commands.executeCommand("editor.action.showReferences", vscode.Uri.parse(symbol.uri), at, locations);
}

/** Those that are known before those that may be meant, each in their order. */
function surestFirst(relations: readonly Relation[]): Relation[] {
  const isUnsure = ({ resolution }: Relation): boolean => resolution === "ambiguous" || resolution === "unresolved";
  return [...relations.filter((one) => !isUnsure(one)), ...relations.filter(isUnsure)];
}

function relationItems(app: App, relation: Relation, icon: string): PlaceItem[] {
  const { symbol } = relation;
  const name = symbol === null ? (relation.name ?? "?") : shortName(symbol.qualifiedName, app.pathOf(symbol.uri), symbol.kind);
  const sites = relation.sites.length > 0 || relation.symbol === null ? relation.sites : [{ uri: relation.symbol.uri, range: relation.symbol.selectionRange }];
  return sites.map((site) => ({
    label: `$(${icon}) ${name}`,
    description: `${relation.resolution}${relation.implicit ? ", not written as a call" : ""}  ${app.pathOf(site.uri)}:${site.range.start.line + 1}`,
    ...(relation.candidates?.length ? { detail: `could be ${relation.candidates.join(", ")}` } : {}),
    place: site,
  }));
}

function mentionItems(app: App, mention: Mention): PlaceItem[] {
  const name = shortName(mention.name, app.pathOf(mention.symbol.uri), mention.symbol.kind);
  return mention.sites.map((site) => ({ label: `$(symbol-reference) ${name}`, description: `${app.pathOf(site.uri)}:${site.range.start.line + 1}`, place: site }));
}

const SCOPES = [
  { label: "$(symbol-method) Only it", description: "the definition itself", scope: "minimal" },
  { label: "$(file-code) With its helpers", description: "what it calls in the same file", scope: "logical" },
  { label: "$(references) With its dependencies", description: "what it calls anywhere in the workspace", scope: "dependencies" },
];

export async function showImplementation(app: App, given?: SymbolName): Promise<void> {
  const symbol = await askSymbol("Get Implementation", given);
  if (symbol === undefined) return;
  const chosen = await vscode.window.showQuickPick(SCOPES, { title: "Get Implementation", placeHolder: "how much belongs to it" });
  if (chosen === undefined) return;
  const first = await app.ask("codewitness.getImplementation", { symbol, scope: chosen.scope });
  const exact = first.candidates?.length ? await chooseCandidate(app, first.candidates) : symbol;
  if (exact === undefined) return;
  await app.reports.show("implementation", async () => {
    const answer = await app.ask("codewitness.getImplementation", { symbol: exact, scope: chosen.scope });
    const documents = answer.entities.map((entity) => entity.symbol.uri);
    return { report: implementationReport(answer, app.pathOf), documents, title: `${answer.entities[0]?.symbol.name ?? "implementation"} ${chosen.scope}` };
  });
}

const AGAINST = [
  { label: "$(save) What is saved", description: "the unsaved edits in the open editors", against: "saved" as const },
  { label: "$(git-commit) The last commit", description: "all that differs from HEAD", against: "head" as const },
];

export async function showImpact(app: App): Promise<void> {
  const chosen = await vscode.window.showQuickPick(AGAINST, { title: "Impact of This Edit", placeHolder: "compared with" });
  if (chosen === undefined) return;
  await app.reports.show(`impact since ${chosen.against}`, async () => {
    const answer = await app.ask("codewitness.impact", { against: chosen.against });
    const open = vscode.workspace.textDocuments.filter((document) => document.uri.scheme === "file").map((document) => document.uri.toString());
    return { report: impactReport(answer, chosen.against, app.pathOf), documents: [...open, ...answer.changes.map((change) => change.symbol.uri)] };
  });
}
