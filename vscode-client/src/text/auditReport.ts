/** `codewitness.audit` as a page: whether the index is what a clean build would be. */

import type { AuditAnswer } from "../api";
import { ReportWriter, type PathOf, type Report } from "./report";

const TOP = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export function auditReport(answer: AuditAnswer, pathOf: PathOf): Report {
  const isSame = answer.differences.length === 0;
  const writer = new ReportWriter().heading(isSame ? "The index is what a clean build would be" : "The index differs from a clean build");
  writer.line(`${answer.files} files compared in ${answer.seconds.toFixed(1)} s.`).blank();
  for (const one of answer.differences) {
    writer.line("- ", { label: pathOf(one.uri), place: { uri: one.uri, range: TOP } }, `: ${one.table}, missing ${shown(one.missing)}, too many ${shown(one.extra)}`);
  }
  if (!isSame) writer.blank().line("Rebuild Index makes it good. Please report it: this should not happen.");
  return writer.done();
}

function shown(value: unknown): string {
  return typeof value === "number" ? String(value) : Array.isArray(value) ? String(value.length) : JSON.stringify(value);
}
