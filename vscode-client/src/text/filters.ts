/**
 * The search box's language: words, and filters such as `calls:fit lang:python -test`.
 *
 * A value with spaces is quoted: `path:"my folder/**"`. What is not understood is told, not dropped.
 */

import type { MemoryType, SearchArgument } from "../api";

export interface ParsedQuery {
  argument: SearchArgument;
  problems: string[];
}

const LANGUAGES: Record<string, string> = {
  py: "python", js: "javascript", ts: "typescript", rb: "ruby", rs: "rust", kt: "kotlin",
  "c++": "cpp", "c#": "csharp", cs: "csharp", "objective-c": "objc", golang: "go",
};

const DOMAINS = new Set(["class", "function", "imports", "test", "private", "accessor"]);
const MODES = new Set(["hybrid", "semantic", "lexical", "verify", "auto"]);
const MEMORY: Record<string, MemoryType> = {
  code: "code", decisions: "decision", decision: "decision", lessons: "lesson", lesson: "lesson",
  errors: "error", error: "error", conversations: "conversation", conversation: "conversation",
};

/** Each filter: what it takes, and an example for the box's help. */
export const FILTERS: readonly { name: string; example: string; meaning: string }[] = [
  { name: "calls", example: "calls:fit", meaning: "code that calls it; `fit` matches `self.model.fit`" },
  { name: "reads", example: "reads:config.timeout", meaning: "code that reads this attribute" },
  { name: "writes", example: "writes:config.timeout", meaning: "code that gives it a value; `accesses:` finds both" },
  { name: "subscripts", example: "subscripts:headers", meaning: "code that subscripts it" },
  { name: "raises", example: "raises:ValueError", meaning: "code that raises it" },
  { name: "handles", example: "handles:OSError", meaning: "code that handles it" },
  { name: "lang", example: "lang:python", meaning: "language" },
  { name: "path", example: "path:src/**/*.ts", meaning: "glob from the workspace folder on" },
  { name: "tag", example: "tag:domain:class", meaning: "tag; `-test` leaves tests out" },
  { name: "in", example: "in:decisions", meaning: "code, decisions, lessons, errors or conversations" },
  { name: "mode", example: "mode:lexical", meaning: "hybrid, semantic, lexical, verify or auto" },
  { name: "min", example: "min:0.3", meaning: "least relevance, 0 to 1" },
  { name: "limit", example: "limit:50", meaning: "most results, 1 to 200" },
];

type Adder = (argument: SearchArgument, value: string) => string | undefined;

function appended(key: "calls" | "accesses" | "subscripts" | "paths" | "includeTags" | "excludeTags"): Adder {
  return (argument, value) => {
    (argument[key] ??= []).push(value);
    return undefined;
  };
}

function tagged(prefix: string): Adder {
  return (argument, value) => appended("includeTags")(argument, `${prefix}:${value}`);
}

function addNumber(key: "minRelevance" | "limit", least: number, most: number, isWhole: boolean): Adder {
  return (argument, value) => {
    const number = Number(value);
    if (Number.isNaN(number) || number < least || number > most || (isWhole && !Number.isInteger(number))) {
      return `takes a ${isWhole ? "whole " : ""}number from ${least} to ${most}`;
    }
    argument[key] = number;
    return undefined;
  };
}

const ADDERS: Record<string, Adder> = {
  calls: appended("calls"),
  reads: tagged("reads"),
  writes: tagged("writes"),
  accesses: appended("accesses"),
  subscripts: appended("subscripts"),
  raises: tagged("raises"),
  handles: tagged("handles"),
  path: appended("paths"),
  tag: appended("includeTags"),
  min: addNumber("minRelevance", 0, 1, false),
  limit: addNumber("limit", 1, 200, true),
  lang: (argument, value) => {
    (argument.languages ??= []).push(LANGUAGES[value.toLowerCase()] ?? value.toLowerCase());
    return undefined;
  },
  mode: (argument, value) => {
    if (!MODES.has(value)) return `takes one of ${[...MODES].join(", ")}`;
    argument.mode = value;
    return undefined;
  },
  in: (argument, value) => {
    const type = MEMORY[value.toLowerCase()];
    if (type === undefined) return "takes code, decisions, lessons, errors or conversations";
    (argument.memoryTypes ??= []).push(type);
    return undefined;
  },
};

/** What was typed, as the argument of `codewitness.search`. */
export function parseQuery(typed: string): ParsedQuery {
  const argument: SearchArgument = { query: "" };
  const problems: string[] = [];
  const words: string[] = [];
  const asItStands = /^\s*("[^"]*[\s-][^"]*")\s*$/.exec(typed)?.[1];
  if (asItStands !== undefined) return { argument: { query: asItStands }, problems };
  for (const token of tokens(typed)) {
    const problem = take(token, argument, words);
    if (problem !== undefined) problems.push(problem);
  }
  argument.query = words.join(" ") || filterWords(argument).join(" ");
  return { argument, problems };
}

/** A filter alone is a query too: its own values are what to look for. */
function filterWords(argument: SearchArgument): string[] {
  const values = [argument.calls, argument.accesses, argument.subscripts, argument.includeTags];
  return values.flatMap((list) => list ?? []).map((value) => value.slice(value.lastIndexOf(":") + 1));
}

function take(token: Token, argument: SearchArgument, words: string[]): string | undefined {
  if (token.isQuoted) {
    words.push(token.text);
    return undefined;
  }
  if (token.text.startsWith("-") && token.text.length > 1) return leaveOut(token.text.slice(1), argument);
  const found = /^([a-z]+):(.*)$/s.exec(token.text);
  const [name, value] = [found?.[1], found?.[2]];
  const adder = name === undefined || !Object.hasOwn(ADDERS, name) ? undefined : ADDERS[name];
  if (adder === undefined || value === undefined) {
    words.push(token.text); // a colon in a word is no filter: `std::vector`, `http://…`
    return undefined;
  }
  if (/[,;]$|^[^(]*\)$/.test(value)) {
    words.push(token.text); // `path:str)` of a parameter that was pasted
    return undefined;
  }
  if (value === "") return undefined; // still being typed
  const problem = adder(argument, value);
  return problem === undefined ? undefined : `${name}: ${problem}`;
}

function leaveOut(word: string, argument: SearchArgument): string | undefined {
  const name = word.replace(/s$/, "");
  if (DOMAINS.has(word) || DOMAINS.has(name)) {
    return appended("excludeTags")(argument, `domain:${DOMAINS.has(word) ? word : name}`);
  }
  const tag = word.startsWith("tag:") ? word.slice(4) : word.replace(/^lang:(.*)$/s, (_, l: string) => `lang:${LANGUAGES[l] ?? l}`);
  if (/^[a-z]+:./.test(tag)) return appended("excludeTags")(argument, tag);
  return `-${word}: leaves out a tag, such as -test, -class, -lang:go or -calls:print`;
}

interface Token {
  text: string;
  isQuoted: boolean;
}

/** Split at spaces outside of quotes; `key:"a b"` is one token. */
function tokens(typed: string): Token[] {
  const found: Token[] = [];
  for (const match of typed.matchAll(/(?:[^\s"]|"[^"]*(?:"|$))+/g)) {
    const raw = match[0];
    found.push({ text: raw.replaceAll('"', ""), isQuoted: raw.startsWith('"') });
  }
  return found.filter((token) => token.text !== "");
}
