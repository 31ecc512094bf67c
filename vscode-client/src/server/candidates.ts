/** Which server to start: the candidates in their order, and why those before did not do. */

import { isAtLeast, LEAST_VERSION, versionIn } from "../text/version";

export type Source = "setting" | "python" | "path" | "managed";

export interface Candidate {
  source: Source;
  /** Program and arguments; `--version` can be added. */
  command: readonly [string, ...string[]];
}

/** What a program printed, or why it could not be run. */
export type Probe = (command: readonly [string, ...string[]]) => Promise<{ output: string } | { failure: string }>;

export interface Found { candidate: Candidate; version: string }
export interface Tried { candidate: Candidate; problem: string }
export interface Choice { found?: Found; tried: Tried[] }

export const SOURCE_NAMES: Record<Source, string> = {
  setting: "the setting codewitness.server.command",
  python: "the selected Python environment",
  path: "the PATH",
  managed: "the environment that the extension has made",
};

/**
 * The first candidate that is a codewitness of a fitting version. What the user has set is not
 * passed over in silence: if it does not work, nothing else is taken.
 */
export async function choose(candidates: readonly Candidate[], probe: Probe): Promise<Choice> {
  const tried: Tried[] = [];
  for (const candidate of candidates) {
    const version = await versionOf(candidate, probe);
    if (typeof version === "string") return { found: { candidate, version }, tried };
    tried.push({ candidate, problem: version.problem });
    if (candidate.source === "setting") break;
  }
  return { tried };
}

async function versionOf(candidate: Candidate, probe: Probe): Promise<string | { problem: string }> {
  const result = await probe([...candidate.command, "--version"]);
  if ("failure" in result) return { problem: result.failure };
  const version = versionIn(result.output);
  if (version === undefined) return { problem: "this is not codewitness" };
  if (!isAtLeast(version, LEAST_VERSION)) return { problem: `version ${version}; ${LEAST_VERSION} or newer is needed` };
  return version;
}

/** For the log and for messages: one line for each that did not do. */
export function triedLines(tried: readonly Tried[]): string[] {
  return tried.map(({ candidate, problem }) => `${SOURCE_NAMES[candidate.source]} (${candidate.command.join(" ")}): ${problem}`);
}
