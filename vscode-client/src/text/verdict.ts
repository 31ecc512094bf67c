/** A verdict as a page: what was claimed, what is so, and the lines that prove it. */

import type { Evidence, Status, SymbolShape, VerifyAnswer } from "../api";
import { placeLabel, ReportWriter, type PathOf, type Report } from "./report";

export const VERDICTS: Record<Status, { sign: string; icon: string; meaning: string }> = {
  SUPPORTED: { sign: "✔", icon: "pass", meaning: "The lines below prove it." },
  CONTRADICTED: { sign: "✘", icon: "error", meaning: "The lines below prove the opposite." },
  NOT_SUPPORTED: { sign: "○", icon: "circle-slash", meaning: "It was read to its end, and nothing in it does that." },
  INCONCLUSIVE: { sign: "?", icon: "question", meaning: "The code alone does not settle it." },
  SUBJECT_NOT_FOUND: { sign: "–", icon: "search-stop", meaning: "There is no definition of that name." },
};

export function verdictReport(claim: string, answer: VerifyAnswer, pathOf: PathOf): Report {
  const verdict = VERDICTS[answer.status];
  const writer = new ReportWriter().heading(`${verdict.sign} ${answer.status}`);
  writer.line(`> ${claim}`).blank();
  writer.line(answer.summary || verdict.meaning).blank();
  writeSubject(writer, answer, pathOf);
  writeEvidence(writer, answer, pathOf);
  writeOneCallAway(writer, answer, pathOf);
  writeToRead(writer, answer, pathOf);
  writeLookedAt(writer, answer, pathOf);
  return writer.done();
}

function writeSubject(writer: ReportWriter, answer: VerifyAnswer, pathOf: PathOf): void {
  const { subject } = answer;
  if (subject?.found && subject.uri && subject.selectionRange) {
    writer.line(`About ${subject.kind} ${subject.qualifiedName} at `, placeLabel(pathOf, subject.uri, subject.selectionRange), `, confidence ${answer.confidence.toFixed(2)}.`).blank();
  }
  if (subject?.candidates?.length) writeCandidates(writer, subject.candidates, pathOf);
  if (subject?.suggestions?.length) writer.line(`Names that are near: ${subject.suggestions.join(", ")}`).blank();
}

export function writeCandidates(writer: ReportWriter, candidates: readonly SymbolShape[], pathOf: PathOf): void {
  writer.heading("The name fits several", 2);
  for (const one of candidates) writer.line(`- ${one.qualifiedName} `, placeLabel(pathOf, one.uri, one.selectionRange));
  writer.blank();
}

/** The subject's own lines first for what decides, most relevant first; each with its text. */
function writeEvidence(writer: ReportWriter, answer: VerifyAnswer, pathOf: PathOf): void {
  if (answer.evidence.length === 0) return;
  writer.heading("Evidence", 2);
  const sorted = [...answer.evidence].sort((a, b) => b.relevance - a.relevance);
  for (const one of sorted) writeOne(writer, one, pathOf);
}

function writeOne(writer: ReportWriter, one: Evidence, pathOf: PathOf): void {
  const way = one.polarity === "supports" ? "supports" : "contradicts";
  writer.line(placeLabel(pathOf, one.uri, one.range), `  ${way}: ${one.type.replaceAll("_", " ")} ${one.detail}`.trimEnd());
  writer.line(`    ${one.text.trim()}`).blank();
}

/** What the subject does not do itself, but what it calls does. It decides nothing. */
function writeOneCallAway(writer: ReportWriter, answer: VerifyAnswer, pathOf: PathOf): void {
  if (!answer.oneCallAway?.length) return;
  writer.heading("One call away", 2);
  for (const callee of answer.oneCallAway) {
    writer.line(`${callee.symbol.qualifiedName}, which it calls in line ${callee.calledAtLine}:`);
    for (const one of callee.evidence) {
      writer.line(placeLabel(pathOf, one.uri, one.range), `  ${one.type.replaceAll("_", " ")} ${one.detail}`.trimEnd());
      writer.line(`    ${one.text.trim()}`);
    }
    writer.blank();
  }
}

/** Where to look if the claim is left open. */
function writeToRead(writer: ReportWriter, answer: VerifyAnswer, pathOf: PathOf): void {
  if (!answer.toRead?.length) return;
  writer.heading("Lines that speak of it", 2);
  writer.line("They prove nothing: read them to decide.").blank();
  for (const one of answer.toRead) {
    writer.line(placeLabel(pathOf, one.uri, one.range));
    writer.line(`    ${one.text.trim()}`).blank();
  }
}

function writeLookedAt(writer: ReportWriter, answer: VerifyAnswer, pathOf: PathOf): void {
  writer.standsOn(answer.freshness, pathOf).blank();
  if (answer.searched.length === 0) return;
  writer.heading("What was looked at", 2);
  for (const one of answer.searched) writer.line(`- ${typeof one === "string" ? one : JSON.stringify(one)}`);
}

/** Claims that can be tried for a method, as starting points. */
export function exampleClaims(name: string): string[] {
  return [`${name} calls …`, `${name} never raises …`, `${name} reads …`, `${name} has a loop`, `only … calls ${name}`];
}
