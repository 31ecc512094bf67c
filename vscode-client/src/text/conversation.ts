/** Conversations with assistants: a chapter's messages as a page. */

import type { Chapter, ContextAnswer } from "../api";
import { shortTime } from "./records";
import { ReportWriter, type Report } from "./report";

export function chapterReport(chapter: Chapter | undefined, answer: ContextAnswer, shown: (path: string) => string = String): Report {
  const [first, last] = answer.messageRange;
  const writer = new ReportWriter().heading(chapter?.title ?? `Messages ${first} to ${last}`);
  writer.line(`Messages ${first} to ${last} of ${answer.totalMessages}${chapter?.completedAt ? `, done ${shortTime(chapter.completedAt)}` : ""}`).blank();
  if (chapter?.files.length) writer.line(`Files: ${chapter.files.map(shown).join(", ")}`).blank();
  if (answer.canExpandBefore) writer.line("(there is more before)").blank();
  for (const message of answer.messages) {
    writer.heading(`${message.role}${message.timestamp ? `, ${shortTime(message.timestamp)}` : ""}`, 2);
    writer.raw(message.content).blank();
  }
  if (answer.canExpandAfter) writer.line("(there is more after)");
  return writer.done();
}
