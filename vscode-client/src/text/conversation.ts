/** Conversations with assistants: a chapter's messages as a page, whose outline is the messages. */

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
    const parts = partsOf(message.content);
    const who = parts.every((part) => part.kind === "result") ? "result" : message.role;
    writer.heading(`${who}${message.timestamp ? `, ${shortTime(message.timestamp)}` : ""}`, 2);
    for (const part of parts) write(writer, part);
  }
  if (answer.canExpandAfter) writer.line("(there is more after)");
  return writer.done();
}

type Part = { kind: "said" | "result"; text: string } | { kind: "tool"; name: string; given: Record<string, unknown> };

/** What the server tells of a message: text, `[Tool] {…}` in one line, `[result] …` up to the next of these. */
function partsOf(content: string): Part[] {
  const parts: Part[] = [];
  let isFirst = true;
  for (const line of content.split(/\r?\n/)) {
    const tool = /^\[(\w[\w.-]*)\] (\{.*\})$/.exec(line);
    const given = tool?.[2] === undefined ? undefined : parsed(tool[2]);
    const last = parts.at(-1);
    if (tool?.[1] !== undefined && given !== undefined) parts.push({ kind: "tool", name: tool[1], given });
    else if (line.startsWith("[result] ")) parts.push({ kind: "result", text: line.slice("[result] ".length) });
    else if (last !== undefined && last.kind !== "tool") last.text += `\n${line}`;
    else if (line !== "" || isFirst) parts.push({ kind: "said", text: line });
    isFirst = false;
  }
  return parts;
}

function parsed(json: string): Record<string, unknown> | undefined {
  try {
    const found: unknown = JSON.parse(json);
    return typeof found === "object" && found !== null ? { ...found } : undefined;
  } catch {
    return undefined;
  }
}

function write(writer: ReportWriter, part: Part): void {
  if (part.kind === "tool") writeTool(writer, part.name, part.given);
  else if (part.kind === "result") writer.code(part.text.trimEnd());
  else if (part.text.trim() !== "") writer.raw(withinMessage(typed(part.text))).blank();
}

/** Short values stand in one line, long ones below it; todos are a list. */
function writeTool(writer: ReportWriter, name: string, given: Record<string, unknown>): void {
  const todos = todosOf(given);
  if (todos.length > 0) {
    writer.line(`**${name}**`);
    for (const todo of todos) writer.line(`- ${todo}`);
    writer.blank();
    return;
  }
  const shown = Object.entries(given).map(([key, value]): [string, string] => [key, typeof value === "string" ? value : JSON.stringify(value)]);
  const isShort = ([, value]: [string, string]) => value.length <= 120 && !value.includes("\n");
  writer.line([`**${name}**`, ...shown.filter(isShort).map(([key, value]) => `${key}: \`${value}\``)].join(" ")).blank();
  for (const [key, value] of shown.filter((one) => !isShort(one))) writer.line(`${key}:`).code(value);
}

const MARKS: Record<string, string> = { completed: "☑", in_progress: "◐", pending: "☐" };

function todosOf(given: Record<string, unknown>): string[] {
  const todos: unknown[] = Array.isArray(given.todos) ? given.todos : [];
  return todos.flatMap((todo) => {
    const { content, status } = (typeof todo === "object" && todo !== null ? todo : {}) as { content?: unknown; status?: unknown };
    return typeof content === "string" ? [`${MARKS[String(status)] ?? "☐"} ${content}`] : [];
  });
}

/** A command as it was typed, without the tags that the transcript has around its parts. */
function typed(text: string): string {
  const name = /<command-name>(.*?)<\/command-name>/.exec(text)?.[1];
  if (name === undefined) return text;
  const given = /<command-args>([\s\S]*?)<\/command-args>/.exec(text)?.[1] ?? "";
  const rest = text.replace(/<(command-[\w-]+)>[\s\S]*?<\/\1>\s*/g, "").trim();
  return [`\`${name}\` ${given}`.trim(), rest].filter((one) => one !== "").join("\n\n");
}

/** Headings of a message are below that of the message. */
function withinMessage(text: string): string {
  let isFenced = false;
  return text.split("\n").map((line) => {
    if (/^\s*(?:```|~~~)/.test(line)) isFenced = !isFenced;
    return isFenced ? line : line.replace(/^(#{1,4}) /, "##$1 ");
  }).join("\n");
}
