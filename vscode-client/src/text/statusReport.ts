/** `codewitness.status` as a page. */

import type { StatusAnswer } from "../api";
import { ReportWriter, type PathOf, type Report } from "./report";

const TOP = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export function statusReport(answer: StatusAnswer, server: string, pathOf: PathOf): Report {
  const writer = new ReportWriter().heading("codewitness: how things stand");
  writer.line(`Server ${answer.version}, ${server}`).blank();
  for (const folder of answer.folders ?? [answer]) writeFolder(writer, folder, pathOf);
  return writer.done();
}

function writeFolder(writer: ReportWriter, folder: StatusAnswer, pathOf: PathOf): void {
  writer.heading(folder.workspace === null ? "No folder" : decodeURIComponent(folder.workspace.replace(/^file:\/\//, "")), 2);
  const rows: [string, string | undefined][] = [
    ["State", folder.state],
    ["Files", folder.files && `${folder.files.indexed} of ${folder.files.total} in the index`],
    ["In them", folder.chunks === undefined ? undefined : `${folder.symbols ?? 0} symbols, ${folder.chunks} chunks`],
    ["Edges", edges(folder)],
    ["Languages", counts(folder.languages)],
    ["Embedder", folder.embedder ?? undefined],
    ["Index", folder.storage && `${folder.storage.uri ?? "not open"} (${megabytes(folder.storage.bytes)}, ${folder.storage.role})`],
    ["Memory", counts(folder.memory)],
  ];
  for (const [name, value] of rows) if (value) writer.line(`- ${name}: ${value}`);
  for (const note of folder.notes ?? []) writer.line(`- Note: ${note}`);
  writer.blank();
  writeFailed(writer, folder, pathOf);
}

/** Edges by how they are known, and of how many files while not all have been counted. */
function edges({ edges: known, edgesCounted }: StatusAnswer): string | undefined {
  const shown = counts(known);
  if (!edgesCounted || edgesCounted.files >= edgesCounted.of) return shown;
  return `${shown ?? "none"}; ${edgesCounted.files} of ${edgesCounted.of} files counted`;
}

function writeFailed(writer: ReportWriter, folder: StatusAnswer, pathOf: PathOf): void {
  const failed = folder.files?.failed ?? [];
  const reasons = counts(folder.files?.failedByReason);
  if (failed.length === 0 && reasons === undefined) return;
  writer.heading("Not read, or read with errors", 3);
  if (reasons !== undefined) writer.line(reasons).blank();
  for (const one of failed) writer.line("- ", { label: pathOf(one.uri), place: { uri: one.uri, range: TOP } }, `: ${one.problem}`);
  writer.blank();
}

function counts(given: Record<string, number> | undefined): string | undefined {
  const entries = Object.entries(given ?? {}).filter(([, count]) => count > 0);
  return entries.length === 0 ? undefined : entries.sort((a, b) => b[1] - a[1]).map(([name, count]) => `${name} ${count}`).join(", ");
}

function megabytes(bytes: number | null | undefined): string {
  return bytes === null || bytes === undefined ? "size unknown" : `${(bytes / 1e6).toFixed(1)} MB`;
}
