/** Run programs and gather what they print; none of them through a shell. */

import { spawn } from "node:child_process";

export interface Ran { code: number | null; output: string; failure?: string }

export interface RunOptions {
  timeoutMs?: number;
  cwd?: string;
  signal?: AbortSignal;
  onLine?: (line: string) => void;
}

/** Run a program to its end; a failure to start, a time-out and a cancel are told in `failure`. */
export function run(command: readonly [string, ...string[]], options: RunOptions = {}): Promise<Ran> {
  const [program, ...argv] = command;
  return new Promise((resolve) => {
    let output = "";
    let rest = "";
    let failure: string | undefined;
    const child = spawn(program, argv, { stdio: ["ignore", "pipe", "pipe"], cwd: options.cwd, windowsHide: true });
    const end = (reason: string) => {
      failure = reason;
      child.kill();
    };
    const timer = options.timeoutMs === undefined ? undefined
      : setTimeout(() => end(`no answer within ${(options.timeoutMs ?? 0) / 1000} seconds`), options.timeoutMs);
    const cancel = () => end("cancelled");
    options.signal?.addEventListener("abort", cancel);
    const take = (chunk: Buffer) => {
      output += chunk.toString();
      const lines = (rest + chunk.toString()).split(/\r?\n/);
      rest = lines.pop() ?? "";
      for (const line of lines) options.onLine?.(line);
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    const finish = (code: number | null, problem?: string) => {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", cancel);
      const said = problem ?? failure;
      resolve({ code, output, ...(said === undefined ? {} : { failure: said }) });
    };
    child.on("error", (error) => finish(null, error.message));
    child.on("close", (code) => finish(code));
  });
}
