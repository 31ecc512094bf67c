/** What the views show: nodes made of records, without an editor. */

import type { ConversationShape, DecisionRecord, ErrorRecord, Location, NoSession, ReadSoFar, SessionShape, Standing } from "../api";
import { firstLine, placeOf, briefTime, STANDINGS, standingOf } from "./records";

export interface Node {
  id: string;
  label: string;
  description?: string;
  tooltip?: string;
  icon?: string;
  /** Colour of the icon: a theme colour's id. */
  color?: string;
  /** Which menu entries it has. */
  context?: string;
  place?: Location | undefined;
  children?: Node[];
  /** The record that it shows. */
  record?: unknown;
}

const COLORS: Record<Standing, string> = {
  holds: "charts.green", contradicted: "charts.red", unknown: "testing.iconSkipped",
};

/** The session under way, or a way to the last ones. */
export function sessionNodes(
  session: SessionShape | NoSession, errors: readonly ErrorRecord[], decisions: readonly DecisionRecord[], recent: readonly SessionShape[],
): Node[] {
  if (session.id === null) return recent.map(endedNode);
  const files = session.filesTouched.map((file): Node => ({ id: `file:${file}`, label: file, icon: "file" }));
  return [
    { id: session.id, label: session.description, description: `since ${briefTime(session.timestamp)}`, icon: "record", color: "charts.red", context: "session.active", record: session },
    group("changes", `Changes (${session.counts["changes"] ?? files.length})`, "edit", files),
    group("errors", `Errors (${errors.length})`, "bug", errors.map(errorNode)),
    group("decisions", `Decisions (${decisions.length})`, "law", decisions.map(decisionNode)),
  ];
}

function endedNode(session: SessionShape): Node {
  const icon = session.success === null ? "history" : session.success ? "pass" : "circle-slash";
  return { id: session.id, label: session.description, description: briefTime(session.timestamp), tooltip: session.summary ?? session.description, icon, context: "session.ended", record: session };
}

function group(id: string, label: string, icon: string, children: Node[]): Node {
  return { id: `group:${id}`, label, icon, children };
}

/** Those that still count. */
export function inForce(decisions: readonly DecisionRecord[]): DecisionRecord[] {
  return decisions.filter((decision) => !decision.supersededBy);
}

/** Contradicted decisions first: they are what needs a look. */
export function decisionNodes(decisions: readonly DecisionRecord[]): Node[] {
  const order: Record<Standing, number> = { contradicted: 0, unknown: 1, holds: 2 };
  return inForce(decisions)
    .sort((a, b) => order[standingOf(a)] - order[standingOf(b)] || b.timestamp.localeCompare(a.timestamp))
    .map(decisionNode);
}

export function decisionNode(decision: DecisionRecord): Node {
  const standing = standingOf(decision);
  const hasClaims = (decision.claims ?? []).length > 0;
  return {
    id: decision.id,
    label: firstLine(decision.decision),
    description: hasClaims ? STANDINGS[standing].word : briefTime(decision.timestamp),
    tooltip: `${decision.decision}\n\n${decision.rationale}`,
    icon: hasClaims ? STANDINGS[standing].icon : "law",
    ...(hasClaims ? { color: COLORS[standing] } : {}),
    context: "decision",
    place: placeOf(decision),
    record: decision,
  };
}

/** Unsolved errors first, then the newest. */
export function errorNodes(errors: readonly ErrorRecord[]): Node[] {
  return [...errors].sort((a, b) => Number(isSolved(a)) - Number(isSolved(b)) || b.timestamp.localeCompare(a.timestamp)).map(errorNode);
}

export function errorNode(error: ErrorRecord): Node {
  const often = (error.frequency ?? 1) > 1 ? `${error.frequency}×, ` : "";
  return {
    id: error.id,
    label: `${error.errorType}: ${firstLine(error.message)}`,
    description: often + briefTime(error.timestamp),
    tooltip: error.reopenedAt ? `Came back; solved before by: ${error.solution}` : error.solution ? `Solved: ${error.solution}` : error.message,
    icon: isSolved(error) ? "pass" : "bug",
    ...(isSolved(error) ? {} : { color: "charts.orange" }),
    context: isSolved(error) ? "error.solved" : "error.open",
    place: placeOf(error),
    record: error,
  };
}

function isSolved(error: ErrorRecord): boolean {
  return error.resolved ?? Boolean(error.solution);
}

export interface StandingClaim { text: string; readAs?: string | undefined; standing: Standing; from: string; place?: Location | undefined }

/** Claims that are checked at each edit, those that broke first. */
/** What decisions stand on that still count. */
export function decidedClaims(decisions: readonly DecisionRecord[]): StandingClaim[] {
  return inForce(decisions).flatMap((decision) => (decision.claims ?? []).map((claim): StandingClaim => ({ text: claim.text, readAs: claim.readAs, standing: claim.standing, from: decision.decision })));
}

export function claimNodes(claims: readonly StandingClaim[]): Node[] {
  const order: Record<Standing, number> = { contradicted: 0, unknown: 1, holds: 2 };
  return [...claims].sort((a, b) => order[a.standing] - order[b.standing]).map((claim, at): Node => ({
    id: `claim:${at}:${claim.text}`,
    label: claim.text,
    description: claim.from,
    tooltip: `${STANDINGS[claim.standing].word}: ${claim.readAs ?? claim.text}`,
    icon: STANDINGS[claim.standing].icon,
    color: COLORS[claim.standing],
    context: "claim",
    place: claim.place,
    record: claim.text,
  }));
}

/** The node that stands for conversations that are still to be read. */
export const READING = "reading";

/** How far transcripts are read. */
export function readSoFar({ files, totalFiles, bytes, totalBytes }: ReadSoFar): string {
  const percent = totalBytes > 0 ? ` (${Math.floor((100 * bytes) / totalBytes)} %)` : "";
  return `Reading transcripts: ${files} of ${totalFiles}${percent}`;
}

export function conversationNodes(conversations: readonly ConversationShape[], reading?: ReadSoFar): Node[] {
  const rest: Node[] = reading === undefined ? [] : [{ id: READING, label: readSoFar(reading), icon: "sync" }];
  return rest.concat(conversations.map((one): Node => ({
    id: one.sessionId,
    label: firstLine(one.summary) || one.sessionId,
    description: briefTime(one.timestamp),
    tooltip: [one.summary, ...(one.pending ?? []).map((text) => `☐ ${text}`), ...(one.completed ?? []).map((text) => `☑ ${text}`)].join("\n"),
    icon: (one.pending ?? []).length > 0 ? "comment-unresolved" : "comment-discussion",
    context: "conversation",
    record: one,
  })));
}

/** The sentences of a claims file, as the server reads it: one a line; headings, comments, tables and code are none. */
export function claimsIn(text: string): { text: string; line: number }[] {
  let isFenced = false;
  let isCommented = false;
  return text.replace(/^\uFEFF/, "").split(/\r\n?|\n/).flatMap((whole, line) => {
    const end = whole.indexOf("-->");
    const rest = !isCommented ? whole : end < 0 ? "" : whole.slice(end + 3);
    isCommented = (isCommented && end < 0) || (!isFenced && /(?:^|\s)<!--(?!.*-->)/.test(rest));
    const raw = isFenced ? rest : rest.replace(/(?:^|(?<=\s))<!--.*?(?:-->|$)/g, "");
    if (/^\s*(?:```|~~~)/.test(raw)) isFenced = !isFenced;
    if (isFenced || /^\s*(?:#|\/\/|\||>|---|===|```|~~~|$)/.test(raw)) return [];
    const said = raw.replace(/^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/, "").trim();
    return said === "" ? [] : [{ text: said, line }];
  });
}
