/** What recurs in a project as a page to read: each with how often, and where to see it. */

import { ReportWriter, type Report } from "./report";

/** Something that recurs. Examples are names, paths, or ids of records, `said` what those say; `detail` is what helped. */
export interface Pattern { what: string; count: number; examples: string[]; said?: string[]; detail?: string }

export interface PatternsAnswer {
  recurringErrors: Pattern[];
  hotFiles: Pattern[];
  hotMethods: Pattern[];
  changedTogether: Pattern[];
  naming: Pattern[];
  typing: Pattern[];
  testing: Pattern[];
  libraries: Pattern[];
}

const RECORD_ID = /^[a-z]{3}-[0-9a-f]{12,}$/;

const SECTIONS: [keyof PatternsAnswer, string, string][] = [
  ["recurringErrors", "Errors that recur", "time"],
  ["hotFiles", "Files with most changes and errors", "record"],
  ["hotMethods", "Methods with most changes and errors", "record"],
  ["changedTogether", "Files that change together", "session"],
  ["naming", "Naming", "name"],
  ["typing", "Types", "function"],
  ["testing", "Tests", "file"],
  ["libraries", "Libraries", "file"],
];

/** The page; a section without findings is left out. */
export function patternsReport(answer: PatternsAnswer): Report {
  const writer = new ReportWriter().heading("Patterns of this project");
  const filled = SECTIONS.filter(([name]) => answer[name].length > 0);
  for (const [name, title, unit] of filled) {
    writer.heading(title, 2);
    for (const one of answer[name]) writePattern(writer, one, unit);
    writer.blank();
  }
  if (filled.length === 0) writer.line("Nothing recurs yet: there are too few records, and no indexed files.");
  return writer.done();
}

function writePattern(writer: ReportWriter, one: Pattern, unit: string): void {
  writer.line(`- ${one.what}: ${one.count} ${unit}${one.count === 1 ? "" : "s"}`);
  const shown = one.said ?? one.examples.filter((example) => !RECORD_ID.test(example)).map((name) => `\`${name}\``);
  if (shown.length > 0) writer.line(`  - such as ${shown.join(", ")}`);
  if (one.detail) writer.line(`  - what helped: ${one.detail}`);
}
