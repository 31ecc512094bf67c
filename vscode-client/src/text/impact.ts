/** What an edit does: the methods that changed, what they do now, and who is concerned. */

import type { Change, ImpactAnswer } from "../api";
import { placeLabel, ReportWriter, type PathOf, type Report } from "./report";

export function impactReport(answer: ImpactAnswer, against: "saved" | "head", pathOf: PathOf): Report {
  const writer = new ReportWriter().heading("Impact of this edit");
  const since = against === "saved" ? "what is saved" : "the last commit";
  const isRead = answer.notes?.length ? " that is read" : "";
  if (answer.changes.length === 0) writer.line(`No definition${isRead} does anything else than in ${since}.`).blank();
  else writer.line(`Compared with ${since}: ${answer.changes.length} ${answer.changes.length === 1 ? "definition differs" : "definitions differ"}.`).blank();
  for (const change of answer.changes) writeChange(writer, change, pathOf);
  for (const note of answer.notes ?? []) writer.line(`${note[0]?.toUpperCase() ?? ""}${note.slice(1)}.`);
  if (answer.complete === false && !answer.notes?.length) writer.line("There was not enough time to look at every file and call that might be concerned.");
  return writer.standsOn(answer.freshness, pathOf).done();
}

function writeChange(writer: ReportWriter, change: Change, pathOf: PathOf): void {
  const { symbol, signature } = change;
  const before = change.before ?? symbol;
  const isRenamed = change.kind === "moved" && before.name !== symbol.name;
  writer.heading(`${before.qualifiedName}: ${isRenamed ? "renamed" : change.kind}`, 2);
  writer.line(placeLabel(pathOf, symbol.uri, symbol.selectionRange)).blank();
  if (signature && signature.before !== signature.after) {
    writer.code(`- ${signature.before ?? ""}\n+ ${signature.after ?? ""}`, "diff");
  }
  for (const effect of change.effects ?? []) writer.line(`${before.name} ${effect.text}`);
  if (change.effects?.length) writer.blank();
  const quoted = (change.effects ?? []).filter((one) => /^(condition|loop|constant|code)/.test(one.kind)).flatMap((one) => [
    ...(one.before ? [`- ${one.before.line}: ${one.before.text.trim()}`] : []),
    ...(one.after ? [`+ ${one.after.line}: ${one.after.text.trim()}`] : []),
  ]);
  if (quoted.length > 0) writer.code(quoted.join("\n"), "diff");
  const lines = [...signed("+", change.signals?.added), ...signed("-", change.signals?.removed)];
  if (lines.length > 0) writer.code(lines.join("\n"), "diff");
  for (const one of change.imports ?? []) writer.line("- imported by ", placeLabel(pathOf, one.uri, one.range), `, where it is not found any more: ${one.text.trim()}`);
  for (const one of change.mentions ?? []) for (const site of one.sites) writer.line(`- named in ${one.symbol.qualifiedName} `, placeLabel(pathOf, site.uri, site.range));
  let told = "";
  for (const caller of change.callers) {
    const { effects, seen } = partsOf(caller.reason);
    // All effects are said above, and what the last caller was told is said there.
    const isNew = effects !== told && !change.effects?.every(({ text }) => effects.includes(text));
    writeCaller(writer, caller, [isNew ? effects : "", seen].filter(Boolean).join("; "), pathOf);
    told = effects;
  }
  if (change.contradicts.length > 0) writer.line(`- contradicts the decision${change.contradicts.length > 1 ? "s" : ""} ${change.contradicts.join(", ")}`);
  writer.blank();
}

/** Of a reason the effects that concern the caller, and what can be seen at the lines of its calls. */
function partsOf(reason: string): { effects: string; seen: string } {
  const at = reason.search(/; lines? \d/);
  return at < 0 ? { effects: reason, seen: "" } : { effects: reason.slice(0, at), seen: reason.slice(at + 2) };
}

/** A caller at its first call, with why it is concerned, then its other calls. */
function writeCaller(writer: ReportWriter, caller: Change["callers"][number], why: string, pathOf: PathOf): void {
  const [first = { uri: caller.symbol.uri, range: caller.symbol.selectionRange }, ...others] = caller.sites;
  writer.line(`- called by ${caller.symbol.qualifiedName} `, placeLabel(pathOf, first.uri, first.range), why ? `: ${why}` : "");
  for (const site of others) writer.line("  and ", placeLabel(pathOf, site.uri, site.range));
}

/** Signals come as lists by kind, or as one list; each item is a text or has one. */
function signed(sign: string, given: unknown, kind = ""): string[] {
  if (given === null || given === undefined || given === false || given === 0) return [];
  if (Array.isArray(given)) return given.flatMap((one) => signed(sign, one, kind));
  if (typeof given === "object") {
    const item = given as { text?: unknown; kind?: unknown };
    if (typeof item.text === "string") return [line(sign, typeof item.kind === "string" ? item.kind : kind, item.text)];
    return Object.entries(given).flatMap(([name, value]) => signed(sign, value, name));
  }
  if (given === true) return [line(sign, kind, "")];
  return typeof given === "string" || typeof given === "number" ? [line(sign, kind, String(given))] : [];
}

function line(sign: string, kind: string, text: string): string {
  const words = kind.replace(/^has/, "").replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return `${sign} ${words} ${text}`.trimEnd();
}
