/** What the status item says: state, progress, who writes the index, and problems. */

import type { StatusAnswer } from "../api";

export type Phase = "disabled" | "missing" | "starting" | "indexing" | "ready" | "failed" | "stopped";

export interface Progress { done: number; total: number }

export interface StatusInput {
  phase: Phase;
  problem?: string | undefined;
  progress?: string | undefined;
  answer?: StatusAnswer | undefined;
}

export interface StatusText {
  text: string;
  detail: string;
  severity: "information" | "warning" | "error";
  isBusy: boolean;
  /** The client's command that helps most now. */
  command: { title: string; id: string };
}

const SHOW_STATUS = { title: "Details", id: "codewitness.showStatus" };
const SHOW_LOGS = { title: "Show Logs", id: "codewitness.showLogs" };
const INSTALL = { title: "Set Up", id: "codewitness.setUpServer" };
const CANCEL = { title: "Cancel", id: "codewitness.cancelIndexing" };
const READ_THE_REST = { title: "Read the Rest", id: "codewitness.continueIndexing" };
const RESTART = { title: "Restart", id: "codewitness.restartServer" };

/** The status item's content. */
export function statusText(input: StatusInput): StatusText {
  const problem = input.problem ?? "";
  switch (input.phase) {
    case "disabled":
      return item("off", "codewitness.enable is false", "information", SHOW_LOGS);
    case "missing":
      return item("no server", problem, "error", INSTALL);
    case "failed":
      return item("stopped", problem, "error", RESTART);
    case "stopped":
      return item("stopped", problem, "information", RESTART);
    case "starting":
      return { ...item("starting", "", "information", SHOW_LOGS), isBusy: true };
    case "indexing":
      return { ...item("indexing", input.progress ?? "", "information", input.progress === undefined ? SHOW_STATUS : CANCEL), isBusy: true };
    case "ready":
      return readyText(input.answer, problem);
  }
}

/** True if the user has stopped the indexing of a folder, and nothing has read the rest since. */
export function isCancelled(folder: StatusAnswer): boolean {
  return folder.state === "indexing" && (folder.notes ?? []).some((note) => note.startsWith("indexing was cancelled"));
}

function item(text: string, detail: string, severity: StatusText["severity"], command: StatusText["command"]): StatusText {
  return { text: `codewitness: ${text}`, detail, severity, isBusy: false, command };
}

function readyText(answer: StatusAnswer | undefined, problem: string): StatusText {
  if (answer === undefined) return item("ready", problem, problem ? "warning" : "information", SHOW_STATUS);
  const folders = answer.folders ?? [answer];
  const counted = folders.reduce((sum, folder) => sum + (folder.files?.total ?? 0), 0);
  const parts = [`${counted} files`];
  if (folders.some((folder) => folder.storage?.role === "reader")) parts.push("reader (another window writes the index)");
  const cancelled = folders.filter(isCancelled);
  if (cancelled.length > 0) {
    const sum = (name: "indexed" | "total") => cancelled.reduce((all, one) => all + (one.files?.[name] ?? 0), 0);
    return item("not all is indexed", `cancelled at ${sum("indexed")} of ${sum("total")} files`, "warning", READ_THE_REST);
  }
  const failing = folders.filter((folder) => folder.state === "failed");
  if (failing.length > 0) return item("index failed", failing.map((folder) => reasonOf(folder, folders.length > 1)).join(" · "), "error", SHOW_STATUS);
  const notes = [...new Set(folders.flatMap((folder) => folder.notes ?? []))];
  if (problem) parts.push(problem);
  return item("ready", [...parts, ...notes].join(" · "), problem ? "warning" : "information", SHOW_STATUS);
}

/** Why a folder has no index; there is little room, and it is cut off at its end. */
function reasonOf(folder: StatusAnswer, isNamed: boolean): string {
  const reason = (folder.notes ?? []).map((note) => note.replace(/^failed: /, "")).join(" · ") || "Details say more";
  return isNamed ? `${folder.workspace?.split("/").at(-1) ?? "?"}: ${reason}` : reason;
}
