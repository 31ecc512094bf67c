/** The server's hover with links to what can be asked about the same place. */

import * as vscode from "vscode";
import type { CommandName } from "./api";

interface Offer { command: CommandName; title: string; id: string }

const OFFERS: readonly Offer[] = [
  { command: "codewitness.relationships", title: "Callers", id: "codewitness.showCallers" },
  { command: "codewitness.verify", title: "Verify a claim…", id: "codewitness.verifyClaim" },
  { command: "codewitness.getImplementation", title: "Implementation", id: "codewitness.showImplementation" },
  { command: "codewitness.session.recordDecision", title: "Record a decision…", id: "codewitness.recordDecision" },
];

/** Links of what the server offers; each command is given the place that was hovered over. */
export function withLinks(hover: vscode.Hover, uri: vscode.Uri, position: vscode.Position, offered: ReadonlySet<string>): vscode.Hover {
  const place = { uri: uri.toString(), position: { line: position.line, character: position.character } };
  const argument = encodeURIComponent(JSON.stringify([place]));
  const links = OFFERS.filter((offer) => offered.has(offer.command)).map((offer) => `[${offer.title}](command:${offer.id}?${argument})`);
  if (links.length === 0) return hover;
  const line = new vscode.MarkdownString(links.join("  ·  "));
  line.isTrusted = { enabledCommands: OFFERS.map((offer) => offer.id) };
  return new vscode.Hover([...hover.contents, line], hover.range);
}
