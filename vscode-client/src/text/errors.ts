/** Read an error out of text that was copied: its type, its message, and the trace as it is. */

export interface ReadError { errorType: string; message: string; stackTrace?: string }

const NAME = String.raw`[A-Za-z_$][\w$.:]*(?:Error|Exception|Warning|Interrupt|Exit|Iteration|Fault|Failure|Panic|Throwable)`;
const TYPED = new RegExp(String.raw`^\s*(?:(?:Uncaught|Unhandled|Caused by:|Exception in thread "[^"]*")\s+(?:\(in promise\)\s+)?)?(?:[\w.$]+\.)?(${NAME})(?:\s*\[[^\]]*\])?(?::\s*(.*))?$`);
const PANIC = /^\s*(?:panic: |fatal error: |thread '[^']*'(?: \(\d+\))? panicked at )(.*)$/;
const FRAME = /^\s*(?:File "[^"]+", line \d+|at .+[(:]|from .+:\d+:in|#\d+ |.+\.go:\d+|\d+: )/;

/** What can be read; undefined if nothing looks like an error. The user may change it. */
export function readError(text: string): ReadError | undefined {
  const lines = text.trim().split(/\r?\n/);
  const isTrace = lines.some((line) => FRAME.test(line));
  const trace = isTrace ? { stackTrace: text.trim() } : {};
  // Python's last line says what it was; elsewhere it is the first that has a type.
  const order = /^Traceback \(most recent call last\)/m.test(text) ? [...lines].reverse() : lines;
  for (const line of order) {
    const typed = TYPED.exec(line);
    if (typed?.[1] !== undefined) return { errorType: typed[1], message: (typed[2] ?? "").trim() || typed[1], ...trace };
    const panic = PANIC.exec(line);
    if (panic?.[1] !== undefined) return { errorType: "panic", message: panic[1].trim(), ...trace };
  }
  const first = lines[0]?.trim() ?? "";
  if (first === "") return undefined;
  const labelled = /^(?:error|fatal|FAILED)(?:\[([\w-]+)\])?:?\s+(.*)$/i.exec(first);
  return labelled ? { errorType: labelled[1] ?? "error", message: labelled[2] ?? first, ...trace } : isTrace ? { errorType: "error", message: first, ...trace } : undefined;
}
