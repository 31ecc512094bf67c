/** Versions of the server: `codewitness 0.1.0`, as `codewitness --version` prints it. */

/** The oldest server that this client can talk to. */
export const LEAST_VERSION = "0.1.0";

/** The version in what `--version` printed; undefined if another program answered. */
export function versionIn(output: string): string | undefined {
  return /^codewitness (\d+\.\d+\.\d+\S*)\s*$/m.exec(output)?.[1];
}

/** True if `version` is `least` or newer; what follows the third number is not looked at. */
export function isAtLeast(version: string, least: string): boolean {
  const [mine, wanted] = [numbers(version), numbers(least)];
  for (let at = 0; at < 3; at++) {
    const difference = (mine[at] ?? 0) - (wanted[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

function numbers(version: string): number[] {
  return version.split(".").slice(0, 3).map((part) => parseInt(part, 10));
}
