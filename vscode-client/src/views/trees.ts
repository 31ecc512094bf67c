/** The views of the side bar: Session, Decisions, Errors, Claims, Conversations. */

import * as vscode from "vscode";
import type { CommandName, Standing, Status } from "../api";
import { messageOf, type App } from "../app";
import { AfterRest } from "../text/afterRest";
import { READING, claimNodes, claimsIn, conversationNodes, decidedClaims, decisionNodes, errorNodes, sessionNodes, type Node, type StandingClaim } from "../text/tree";

const MOST = 200;
const CLAIMS_FILES = "**/.codewitness/claims.md";
const IDLE_MS = 800; // without a change, before claims are checked again
const MOST_MS = 5000; // where changes do not rest

interface View { id: string; needs: CommandName; nodes: (app: App) => Promise<Node[]>; onEdit?: boolean }

const VIEWS: readonly View[] = [
  { id: "codewitness.session", needs: "codewitness.session.status", nodes: ofSession, onEdit: true },
  { id: "codewitness.decisions", needs: "codewitness.session.decisions", nodes: ofDecisions, onEdit: true },
  { id: "codewitness.errors", needs: "codewitness.session.searchErrors", nodes: ofErrors },
  { id: "codewitness.claims", needs: "codewitness.verify", nodes: ofClaims, onEdit: true },
  { id: "codewitness.conversations", needs: "codewitness.conversations.list", nodes: ofConversations },
];

export function registerViews(app: App): void {
  for (const view of VIEWS) {
    const provider = new Provider(app, view);
    const tree = vscode.window.createTreeView(view.id, { treeDataProvider: provider, showCollapseAll: false });
    const tellFolder = () => {
      if (view.needs.startsWith("codewitness.session.")) tree.description = app.folders.name ?? "";
    };
    tellFolder();
    app.context.subscriptions.push(app.memoryChanged.event(tellFolder));
    tree.onDidChangeVisibility((event) => event.visible && provider.refresh());
    app.context.subscriptions.push(tree, provider);
  }
}

class Provider implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly listeners: vscode.Disposable[];
  private readonly later = new AfterRest(() => this.refresh(), IDLE_MS, MOST_MS);

  constructor(private readonly app: App, private readonly view: View) {
    this.listeners = [app.memoryChanged.event(() => this.refresh()), app.connection.onChange(() => this.refresh())];
    if (view.onEdit) this.listeners.push(app.files.event(() => this.later.changed()));
  }

  refresh(): void {
    this.changed.fire();
  }

  dispose(): void {
    this.later.dispose();
    for (const one of this.listeners) one.dispose();
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node !== undefined) return node.children ?? [];
    if (this.app.connection.running === undefined || !this.app.has(this.view.needs)) return [];
    try {
      const nodes = await this.view.nodes(this.app);
      if (nodes[0]?.id === READING) this.later.changed(); // the rest comes
      return nodes;
    } catch (error) {
      this.app.connection.channels.log.warn(`${this.view.id}: ${messageOf(error)}`);
      return [{ id: "failure", label: messageOf(error), icon: "warning" }];
    }
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const hasChildren = (node.children ?? []).length > 0;
    const item = new vscode.TreeItem(node.label, hasChildren ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.None);
    item.id = node.id;
    if (node.description !== undefined) item.description = node.description;
    if (node.tooltip !== undefined) item.tooltip = node.tooltip;
    if (node.icon !== undefined) item.iconPath = new vscode.ThemeIcon(node.icon, node.color === undefined ? undefined : new vscode.ThemeColor(node.color));
    if (node.context !== undefined) item.contextValue = node.context;
    if (node.record !== undefined) item.command = { title: "Show", command: "codewitness.showNode", arguments: [node] };
    return item;
  }
}

async function ofSession(app: App): Promise<Node[]> {
  const session = await app.ask("codewitness.session.status", {});
  if (session.id === null) return sessionNodes(session, [], [], (await app.ask("codewitness.session.list", { limit: 20 })).sessions);
  const { id } = session;
  const errors = app.has("codewitness.session.searchErrors") ? (await app.ask("codewitness.session.searchErrors", { limit: MOST })).results.map((one) => one.error) : [];
  const decisions = app.has("codewitness.session.decisions") ? (await app.ask("codewitness.session.decisions", {})).decisions : [];
  return sessionNodes(
    session,
    errors.filter((error) => error.sessionId === id || error.sessions?.includes(id)),
    decisions.filter((decision) => decision.sessionId === id),
    [],
  );
}

async function ofDecisions(app: App): Promise<Node[]> {
  return decisionNodes((await app.ask("codewitness.session.decisions", {})).decisions);
}

async function ofErrors(app: App): Promise<Node[]> {
  return errorNodes((await app.ask("codewitness.session.searchErrors", { limit: MOST })).results.map((one) => one.error));
}

async function ofConversations(app: App): Promise<Node[]> {
  const { conversations, reading } = await app.ask("codewitness.conversations.list", { limit: 50 });
  return conversationNodes(conversations, reading);
}

/** Claims of decisions, with the standing that the server gives, and of claims files, verified here. */
async function ofClaims(app: App): Promise<Node[]> {
  const decisions = app.has("codewitness.session.decisions") ? (await app.ask("codewitness.session.decisions", {})).decisions : [];
  return claimNodes([...(await claimsOfFiles(app)), ...decidedClaims(decisions)]).slice(0, MOST);
}

async function claimsOfFiles(app: App): Promise<StandingClaim[]> {
  const found: StandingClaim[] = [];
  for (const uri of await vscode.workspace.findFiles(CLAIMS_FILES, "**/node_modules/**", 10)) {
    const document = await vscode.workspace.openTextDocument(uri);
    for (const { text, line } of claimsIn(document.getText()).slice(0, MOST)) {
      const answer = await app.ask("codewitness.verify", { claim: text });
      const at = { line, character: 0 };
      found.push({ text, standing: standingFor(answer.status), from: app.pathOf(uri.toString()), place: { uri: uri.toString(), range: { start: at, end: at } } });
    }
  }
  return found;
}

function standingFor(status: Status): Standing {
  if (status === "SUPPORTED") return "holds";
  return status === "CONTRADICTED" || status === "NOT_SUPPORTED" ? "contradicted" : "unknown";
}
