/** Read an error out of text that was copied: its type and its message, to suggest them. */

export interface ReadError { errorType: string; message: string }

const NAME = String.raw`[A-Za-z_$][\w$.:]*(?:Error|Exception|Warning|Interrupt|Exit|Iteration|Fault|Failure|Panic|Throwable)`;
const TYPED = new RegExp(String.raw`^\s*(?:(?:Uncaught|Unhandled|Caused by:|Exception in thread "[^"]*")\s+(?:\(in promise\)\s+)?)?(?:[\w.$]+\.)?(${NAME})(?:\s*\[[^\]]*\])?(?::\s*(.*))?$`);
const WITHIN = new RegExp(String.raw`[\s|\]>](?:[\w.$]+\.)?(${NAME}): (\S.*)$`); // behind what a log puts before it
const PANIC = /^\s*(?:panic: |fatal error: |thread '[^']*'(?: \(\d+\))? panicked at )(.*)$/;
const FRAME = /^\s*(?:File "[^"]+", line \d+|at .+[(:]|from .+:\d+:in|#\d+ |.+\.go:\d+|\d+: )/;

/** What can be read; undefined if nothing looks like an error. The user may change it. */
export function readError(text: string): ReadError | undefined {
  const lines = text.trim().split(/\r?\n/);
  const isTrace = lines.some((line) => FRAME.test(line));
  // Python's last line says what it was; elsewhere it is the first that has a type.
  const order = text.includes("Traceback (most recent call last)") ? [...lines].reverse() : lines;
  for (const line of order) {
    const typed = TYPED.exec(line);
    if (typed?.[1] !== undefined) return { errorType: typed[1], message: (typed[2] ?? "").trim() || typed[1] };
    const panic = PANIC.exec(line);
    if (panic?.[1] !== undefined) return { errorType: "panic", message: panic[1].trim() };
  }
  for (const line of order) {
    const within = WITHIN.exec(line);
    if (within?.[1] !== undefined && within[2] !== undefined) return { errorType: within[1], message: within[2].trim() };
  }
  const first = lines[0]?.trim() ?? "";
  if (first === "") return undefined;
  const labelled = /^(?:error|fatal|FAILED)(?:\[([\w-]+)\])?:?\s+(.*)$/i.exec(first);
  return labelled ? { errorType: labelled[1] ?? "error", message: labelled[2] ?? first } : isTrace ? { errorType: "error", message: first } : undefined;
}

/** What is suggested of a copied text: what was read in it, else its first line. */
export function suggestedError(text: string): { errorType: string; message: string } {
  const read = readError(text);
  return { errorType: read?.errorType ?? "error", message: read?.message ?? text.trim().split(/\r?\n/, 1)[0]?.trim() ?? "" };
}

/**
 * What is sent of it. A text of several lines goes with it whole, since the server reads more forms than
 * this file does; so type and message are sent only if the user has changed what was suggested.
 */
export function errorArguments(text: string, said: { errorType: string; message: string }): { errorType?: string; message?: string; stackTrace?: string } {
  const whole = text.trim();
  if (!/\S\s*\n/.test(whole)) return said;
  const suggested = suggestedError(text);
  const isAsSuggested = said.errorType === suggested.errorType && said.message === suggested.message;
  return { ...(isAsSuggested ? {} : said), stackTrace: whole };
}
