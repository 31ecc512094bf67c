/** An implementation with what belongs to it, as one document to read or to give to an assistant. */

import type { Entity, ImplementationAnswer } from "../api";
import { placeLabel, ReportWriter, type PathOf, type Report } from "./report";
import { writeCandidates } from "./verdict";

const RELATIONS: Record<Entity["relation"], string> = {
  requested: "",
  helper: "Helpers in the same file",
  dependency: "Dependencies in other files",
};

export function implementationReport(answer: ImplementationAnswer, pathOf: PathOf): Report {
  const writer = new ReportWriter();
  if (answer.candidates?.length) {
    writeCandidates(writer, answer.candidates, pathOf);
    return writer.done();
  }
  let section = "";
  for (const entity of answer.entities) {
    const title = RELATIONS[entity.relation];
    if (title !== section) writer.heading(title, 2);
    section = title;
    writeEntity(writer, entity, pathOf);
  }
  for (const { symbol, reason } of answer.omitted) writer.line(`Left out: ${symbol.qualifiedName} `, placeLabel(pathOf, symbol.uri, symbol.selectionRange), ` (${reason})`);
  writer.blank().line(`${answer.entities.length} definition${answer.entities.length === 1 ? "" : "s"}, about ${answer.tokens} tokens.`);
  return writer.standsOn(answer.freshness, pathOf).done();
}

function writeEntity(writer: ReportWriter, entity: Entity, pathOf: PathOf): void {
  const { symbol } = entity;
  const via = typeof entity.via === "string" ? entity.via : entity.via?.qualifiedName;
  const how = entity.relation === "requested" || !via ? "" : `, called by ${via}`;
  writer.heading(symbol.qualifiedName, entity.relation === "requested" ? 1 : 3);
  writer.line(`${symbol.kind} at `, placeLabel(pathOf, symbol.uri, symbol.range), how).blank();
  writer.code(outdented(entity.text, symbol.range.start.character), symbol.language);
}

/** The text begins at its first word: what that line is indented by is taken from the others. */
function outdented(text: string, columns: number): string {
  const [first = "", ...rest] = text.split(/\r?\n/);
  const least = Math.min(columns, ...rest.filter((line) => line.trim() !== "").map((line) => line.search(/\S/)));
  return [first, ...rest.map((line) => line.slice(Math.min(least, line.search(/\S|$/))))].join("\n");
}
