/** Read-only documents with places that can be clicked: their text and where the links are. */

import type { Freshness, Location, Range } from "../api";

/** A label in a report that leads to a place. */
export interface Linked {
  label: string;
  place: Location;
}

export interface Link {
  line: number;
  start: number;
  end: number;
  place: Location;
}

export interface Report {
  text: string;
  links: readonly Link[];
  /** True if it rests on an index that is not finished: what it says may be more in a while. */
  isUnfinished: boolean;
}

/** Builds a report line by line. Columns of links are UTF-16 units, as VS Code counts. */
export class ReportWriter {
  private readonly lines: string[] = [];
  private readonly links: Link[] = [];
  private isUnfinished = false;

  line(...parts: (string | Linked)[]): this {
    let text = "";
    for (const part of parts) {
      if (typeof part === "string") {
        text += part.replace(/\s*\r?\n\s*/g, " ");
      } else {
        this.links.push({ line: this.lines.length, start: text.length, end: text.length + part.label.length, place: part.place });
        text += part.label;
      }
    }
    this.lines.push(text);
    return this;
  }

  heading(text: string, level = 1): this {
    return this.line(`${"#".repeat(level)} ${text}`).blank();
  }

  blank(): this {
    if (this.lines.length > 0 && this.lines.at(-1) !== "") this.lines.push("");
    return this;
  }

  /** A block of code, whatever backticks it has. */
  code(text: string, language = ""): this {
    const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
    const fence = "`".repeat(Math.max(3, longest + 1));
    this.lines.push(fence + language, ...text.split(/\r?\n/), fence);
    return this.blank();
  }

  /** Text of several lines, as it is. */
  raw(text: string): this {
    this.lines.push(...text.split(/\r?\n/));
    return this;
  }

  /** What the answer stands on, if not all was read as it is. */
  standsOn(freshness: Freshness | undefined, pathOf: PathOf): this {
    this.isUnfinished ||= freshness?.state === "indexing";
    const said = freshnessLine(freshness, pathOf);
    return said === undefined ? this : this.line(said);
  }

  done(): Report {
    while (this.lines.at(-1) === "") this.lines.pop();
    return { text: this.lines.join("\n") + "\n", links: this.links, isUnfinished: this.isUnfinished };
  }
}

/** How a file is named to a person: relative to its workspace folder. */
export type PathOf = (uri: string) => string;

export function placeLabel(pathOf: PathOf, uri: string, range: Range): Linked {
  return { label: `${pathOf(uri)}:${range.start.line + 1}`, place: { uri, range } };
}

/** What an answer stands on, in one line; nothing if all was read as it is. */
export function freshnessLine(freshness: Freshness | undefined, pathOf: PathOf): string | undefined {
  if (freshness === undefined || freshness.state === "fresh") return undefined;
  if (freshness.state === "indexing") {
    if (freshness.indexedFiles === 0) return "No file has been read yet: what is shown here will be more in a moment.";
    return `Still indexing: this rests on ${freshness.indexedFiles} of ${freshness.totalFiles} files. There may be more than is shown here.`;
  }
  const files = (freshness.staleFiles ?? []).map(pathOf).join(", ");
  return `Could not be read again: ${files || "some files"}. What is shown of them may be old.`;
}
