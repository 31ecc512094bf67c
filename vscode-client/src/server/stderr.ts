/** The server's stderr in the log channel, each line at its own level. */

import type * as stream from "node:stream";
import type { LogOutputChannel } from "vscode";

/** `WARNING codewitness.x: text`, as the server logs. */
const LINE = /^(DEBUG|INFO|WARNING|ERROR|CRITICAL) (.*)$/s;

export function forwardStderr(input: stream.Readable, channel: LogOutputChannel): void {
  let rest = "";
  input.on("data", (chunk: Buffer | string) => {
    const lines = (rest + chunk.toString()).split(/\r?\n/);
    rest = lines.pop() ?? "";
    for (const line of lines) write(line, channel);
  });
  input.on("end", () => write(rest, channel));
}

function write(line: string, channel: LogOutputChannel): void {
  if (line === "") return;
  const found = LINE.exec(line);
  const text = found?.[2] ?? line;
  switch (found?.[1]) {
    case "DEBUG": return channel.debug(text);
    case "WARNING": return channel.warn(text);
    case "ERROR":
    case "CRITICAL": return channel.error(text);
    default: return channel.info(text);
  }
}
