/** Records of the memory as pages and as short lines. */

import type { Anchor, DecisionRecord, ErrorRecord, Location, SessionShape, Standing } from "../api";
import { ReportWriter, type PathOf, type Report } from "./report";

export const STANDINGS: Record<Standing, { icon: string; word: string }> = {
  holds: { icon: "pass", word: "holds" },
  contradicted: { icon: "error", word: "contradicted" },
  unknown: { icon: "question", word: "not settled" },
};

/** Where a record is tied to, as a place; undefined if that is not known any more. */
export function placeOf(record: { anchors?: Anchor[]; uri?: string | null; lineNumber?: number | null }): Location | undefined {
  const anchor = record.anchors?.find((one) => one.uri !== null && !one.lost);
  const uri = anchor?.uri ?? record.uri;
  if (uri === null || uri === undefined) return undefined;
  const line = Math.max(0, (record.lineNumber ?? anchor?.line ?? 1) - 1);
  return { uri, range: { start: { line, character: 0 }, end: { line, character: 0 } } };
}

/** `2026-03-01 14:05`, in the reader's time zone. */
export function shortTime(timestamp: string): string {
  const time = new Date(timestamp);
  if (Number.isNaN(time.getTime())) return timestamp;
  const two = (number: number) => String(number).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** Of today the time, else the day: for where there is little room. */
export function briefTime(timestamp: string, now = new Date()): string {
  const [day = "", time = ""] = shortTime(timestamp).split(" ");
  return time !== "" && shortTime(now.toISOString()).startsWith(day) ? time : day;
}

/** `1 h 5 min`, `12 min`, `40 s`. */
export function shortDuration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function standingOf(decision: DecisionRecord): Standing {
  if (decision.standing !== undefined) return decision.standing;
  const all = (decision.claims ?? []).map((claim) => claim.standing);
  if (all.includes("contradicted")) return "contradicted";
  return all.length > 0 && all.every((one) => one === "holds") ? "holds" : "unknown";
}

export function decisionReport(decision: DecisionRecord, pathOf: PathOf): Report {
  const writer = new ReportWriter().heading(decision.decision);
  if (decision.supersededBy) writer.line(`Superseded, and followed no more${decision.supersededReason ? `: ${decision.supersededReason}` : ""}`).blank();
  writer.line(`Decided ${shortTime(decision.timestamp)}${by(decision.source)}${branch(decision.branch)}, id ${decision.id}`).blank();
  if (decision.rationale) writer.heading("Why", 2).raw(decision.rationale).blank();
  if (decision.alternatives?.length) {
    writer.heading("Instead of", 2);
    for (const one of decision.alternatives) writer.line(`- ${one}`);
    writer.blank();
  }
  if (decision.impact) writer.heading("Impact", 2).raw(decision.impact).blank();
  if (decision.claims?.length) {
    writer.heading("What it stands on", 2);
    for (const claim of decision.claims) writer.line(`- ${STANDINGS[claim.standing].word}: ${claim.text}${claim.readAs ? ` (now: ${claim.readAs})` : ""}${claim.why ? ` (${claim.why})` : ""}`);
    writer.blank();
  }
  writeAnchors(writer, decision.anchors ?? [], pathOf);
  if (typeof decision.confidence === "number") writer.line(`Confidence ${decision.confidence}`);
  return writer.done();
}

export function errorReport(error: ErrorRecord, pathOf: PathOf, why: readonly string[] = []): Report {
  const writer = new ReportWriter().heading(`${error.errorType}: ${firstLine(error.message)}`);
  const often = (error.frequency ?? 1) > 1 ? `, ${error.frequency} times` : "";
  writer.line(`Seen ${shortTime(error.timestamp)}${often}${by(error.source)}${branch(error.branch)}, id ${error.id}`).blank();
  if (error.candidate) writer.line("A candidate: it was captured, and nobody has confirmed it.").blank();
  if (why.length > 0) writer.line(`Found by: ${why.join(", ")}`).blank();
  const place = placeOf(error);
  if (place !== undefined) writer.line("At ", { label: `${pathOf(place.uri)}:${place.range.start.line + 1}`, place }).blank();
  if (error.message.includes("\n")) writer.code(error.message, "text");
  writer.heading(error.solution && !error.reopenedAt ? "What solved it" : "Not solved yet", 2);
  if (error.reopenedAt) writer.line(`It came back on ${shortTime(error.reopenedAt)}. What had solved it:`).blank();
  if (error.solution) writer.raw(error.solution).blank();
  else if (error.candidateSolution) writer.line("It was gone after this edit:").blank().code(error.candidateSolution, "diff");
  if (error.stackTrace) writer.heading("Stack trace", 2).code(error.stackTrace, "text");
  writeAnchors(writer, error.anchors ?? [], pathOf);
  return writer.done();
}

export function sessionReport(session: SessionShape): Report {
  const writer = new ReportWriter().heading(session.description);
  const end = session.endTime === null ? "under way" : `ended ${shortTime(session.endTime)}`;
  writer.line(`Started ${shortTime(session.timestamp)}, ${end}, ${shortDuration(session.duration)}${outcome(session.success)}`).blank();
  // It begins with the same heading, and with the same times, which it tells in UTC.
  if (session.summary) writer.raw(session.summary.replace(/^# .*\n+/, "").replace(/^\d{4}-\d\d-\d\d \d\d:\d\d, [^;\n]*?(?:; |\. |\.\n+)/, ""));
  return writer.done();
}

function writeAnchors(writer: ReportWriter, anchors: readonly Anchor[], pathOf: PathOf): void {
  if (anchors.length === 0) return;
  writer.heading("About", 2);
  for (const anchor of anchors) {
    const place = anchor.lost ? undefined : placeOf({ anchors: [anchor] });
    if (place === undefined) writer.line(`- ${anchor.symbol} (not found any more)`);
    else writer.line(`- ${anchor.symbol} `, { label: `${pathOf(place.uri)}:${place.range.start.line + 1}`, place });
  }
  writer.blank();
}

export function firstLine(text: string): string {
  return text.split(/\r?\n/, 1)[0] ?? "";
}

function by(source: string | undefined): string {
  return source === undefined || source === "user" ? "" : ` by ${source === "agent" ? "an assistant" : "capture"}`;
}

function branch(name: string | null | undefined): string {
  return name ? ` on ${name}` : "";
}

function outcome(success: boolean | null): string {
  return success === null ? "" : success ? ", with success" : ", without success";
}
