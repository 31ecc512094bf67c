import assert from "node:assert/strict";
import { test } from "node:test";
import type { Freshness, SymbolShape, VerifyAnswer } from "../../src/api";
import { auditReport } from "../../src/text/auditReport";
import { chapterReport } from "../../src/text/conversation";
import { impactReport } from "../../src/text/impact";
import { implementationReport } from "../../src/text/implementation";
import { patternsReport } from "../../src/text/patterns";
import { decisionReport, errorReport, placeOf, sessionReport, shortDuration, standingOf } from "../../src/text/records";
import type { Report } from "../../src/text/report";
import { verdictReport } from "../../src/text/verdict";

const pathOf = (uri: string) => uri.replace("file:///w/", "");
const fresh: Freshness = { state: "fresh", indexedFiles: 2, totalFiles: 2, documents: {} };
const range = (line: number, start = 0, end = 4) => ({ start: { line, character: start }, end: { line, character: end } });
const symbol = (name: string, file = "a.py", line = 0): SymbolShape => ({
  name, qualifiedName: `shop.${name}`, kind: "function", uri: `file:///w/${file}`, range: range(line), selectionRange: range(line), language: "python", container: "shop",
});

/** What is linked, as it is shown. */
function labels(report: Report): string[] {
  const lines = report.text.split("\n");
  return report.links.map((link) => lines[link.line]?.slice(link.start, link.end) ?? "");
}

const VERDICT: VerifyAnswer = {
  status: "CONTRADICTED", confidence: 0.9, parsed: { subject: "load", predicate: "never calls check", negated: true, kind: "call" },
  subject: { ...symbol("load"), found: true },
  evidence: [
    { type: "call", detail: "calls other", uri: "file:///w/a.py", range: range(4), line: 5, text: "    other()", sha256: "x", polarity: "supports", relevance: 0.2 },
    { type: "call", detail: "calls check", uri: "file:///w/a.py", range: range(9), line: 10, text: "    self.check()", sha256: "x", polarity: "contradicts", relevance: 1 },
  ],
  searched: ["the body of shop.load"], summary: "It calls check.", freshness: fresh,
};

test("a verdict has its lines, most relevant first, each a link", () => {
  const report = verdictReport("load never calls check", VERDICT, pathOf);
  assert.match(report.text, /^# ✘ CONTRADICTED\n\n> load never calls check\n\nIt calls check\.\n/);
  assert.deepEqual(labels(report), ["a.py:1", "a.py:10", "a.py:5"]);
  assert.match(report.text, /a\.py:10 {2}contradicts: call calls check\n {4}self\.check\(\)\n/);
  assert.match(report.text, /## What was looked at\n\n- the body of shop\.load\n$/);
});

test("what a helper does stands apart from the evidence", () => {
  const line = { type: "raise", detail: "KeyError", uri: "file:///w/b.py", range: range(6), line: 7, text: "    raise KeyError(k)", sha256: "x", polarity: "supports" as const, relevance: 1 };
  const answer: VerifyAnswer = { ...VERDICT, status: "NOT_SUPPORTED", evidence: [], oneCallAway: [{ symbol: symbol("check", "b.py", 5), calledAtLine: 10, evidence: [line] }] };
  const report = verdictReport("load raises KeyError", answer, pathOf);
  assert.deepEqual(labels(report), ["a.py:1", "b.py:7"]);
  assert.match(report.text, /## One call away\n\nshop\.check, which it calls in line 10:\nb\.py:7 {2}raise KeyError\n {4}raise KeyError\(k\)\n/);
});

test("lines that speak of an open claim stand apart from the evidence", () => {
  const answer: VerifyAnswer = { ...VERDICT, status: "INCONCLUSIVE", evidence: [], toRead: [{ uri: "file:///w/a.py", range: range(4), line: 5, text: "    if late:" }] };
  const report = verdictReport("load prefers what is late", answer, pathOf);
  assert.deepEqual(labels(report), ["a.py:1", "a.py:5"]);
  assert.match(report.text, /## Lines that speak of it\n\nThey prove nothing: read them to decide\.\n\na\.py:5\n {4}if late:\n/);
});

test("a verdict without a subject shows what is near, and that the index is not complete", () => {
  const answer: VerifyAnswer = {
    ...VERDICT, status: "SUBJECT_NOT_FOUND", subject: { found: false, suggestions: ["shop.load"] }, evidence: [], searched: [],
    freshness: { ...fresh, state: "indexing", indexedFiles: 1, totalFiles: 9 },
  };
  const { text } = verdictReport("lode calls check", answer, pathOf);
  assert.match(text, /Names that are near: shop\.load/);
  assert.match(text, /1 of 9/);
});

test("a name that fits several lists them", () => {
  const answer: VerifyAnswer = { ...VERDICT, status: "INCONCLUSIVE", subject: { found: false, candidates: [symbol("load"), symbol("load", "b.py", 6)] }, evidence: [] };
  assert.deepEqual(labels(verdictReport("load calls check", answer, pathOf)), ["a.py:1", "b.py:7"]);
});

test("an implementation has its parts in sections, with how each came in", () => {
  const report = implementationReport({
    entities: [
      { symbol: symbol("load"), relation: "requested", via: null, depth: 0, text: "def load(): check()" },
      { symbol: symbol("check", "a.py", 5), relation: "helper", via: "shop.load", depth: 1, text: "def check(): ..." },
      { symbol: symbol("read", "b.py", 2), relation: "dependency", via: symbol("check"), depth: 2, text: "def read(): ..." },
    ],
    omitted: [{ symbol: symbol("log", "c.py"), reason: "limit" }], tokens: 30, freshness: fresh,
  }, pathOf);
  assert.match(report.text, /^# shop\.load\n\nfunction at a\.py:1\n\n```python\ndef load\(\): check\(\)\n```\n\n## Helpers in the same file\n\n### shop\.check\n\nfunction at a\.py:6, called by shop\.load\n/);
  assert.match(report.text, /## Dependencies in other files\n\n### shop\.read\n\nfunction at b\.py:3, called by shop\.check\n/);
  assert.match(report.text, /Left out: shop\.log c\.py:1 \(limit\)\n\n3 definitions, about 30 tokens\.\n$/);
});

test("a method is shown as it would stand at the margin", () => {
  const method = { ...symbol("load"), range: range(3, 4) };
  const text = "@cached\n    def load(self):\n\n        return \"\"\"a\n  b\"\"\"";
  const report = (given: string) => implementationReport({ entities: [{ symbol: method, relation: "requested", via: null, depth: 0, text: given }], omitted: [], tokens: 1, freshness: fresh }, pathOf).text;
  assert.match(report(text), /```python\n@cached\n {2}def load\(self\):\n\n {6}return """a\nb"""\n```/);
  assert.match(report("@cached\n    def load(self):\n        pass"), /```python\n@cached\ndef load\(self\):\n {4}pass\n```/);
});

test("an impact shows what a method does now and whom it concerns", () => {
  const { text, links } = impactReport({
    changes: [{
      symbol: symbol("load"), kind: "changed", signature: { before: "load(a)", after: "load(a, b)" },
      signals: { added: { calls: [{ text: "check" }], hasLoop: true }, removed: { raises: ["ValueError"] } },
      effects: [{ kind: "parameterAdded", text: "now takes `b`" }],
      callers: [{ symbol: symbol("run", "b.py"), sites: [{ uri: "file:///w/b.py", range: range(7) }, { uri: "file:///w/b.py", range: range(9) }], reason: "`load` now takes `b`; line 8: gives one; line 10: gives `a; b`" }],
      contradicts: ["dec_1"],
    }],
    complete: false,
    freshness: fresh,
  }, "saved", pathOf);
  assert.match(text, /- load\(a\)\n\+ load\(a, b\)/);
  assert.match(text, /\+ calls check\n\+ loop\n- raises ValueError\n/);
  assert.match(text, /\nload now takes `b`\n/);
  assert.match(text, /- called by shop\.run b\.py:8: line 8: gives one; line 10: gives `a; b`\n {2}and b\.py:10\n- contradicts the decision dec_1\n/);
  assert.match(text, /not enough time/);
  assert.equal(links.length, 3);
});

test("an impact does not tell each caller again what it has just said", () => {
  const by = (name: string, reason: string) => ({ symbol: symbol(name), sites: [], reason });
  const report = (...texts: string[]) => impactReport({
    changes: [{
      symbol: symbol("load"), kind: "changed", effects: texts.map((text) => ({ kind: "callAdded", text })), contradicts: [],
      callers: [by("one", "`load` now calls `a; b`"), by("two", "`load` now calls `a; b`; lines 3, 4: in a try"), by("six", "`load` is async now")],
    }],
    freshness: fresh,
  }, "saved", pathOf).text;
  assert.match(report("now calls `a; b`"), /by shop\.one a\.py:1\n- called by shop\.two a\.py:1: lines 3, 4: in a try\n- called by shop\.six a\.py:1: `load` is async now\n/);
  assert.match(report("now calls `a; b`", "is async now"), /shop\.one a\.py:1: `load` now calls `a; b`\n- called by shop\.two a\.py:1: lines 3, 4: in a try\n- called by shop\.six a\.py:1: `load` is async now\n/);
});

test("what has another name now is told by the name that others know", () => {
  const { text } = impactReport({
    changes: [{
      symbol: symbol("fetch"), before: symbol("load"), kind: "moved", callers: [], contradicts: [],
      imports: [{ uri: "file:///w/b.py", range: range(2, 17, 21), line: 3, text: "from shop import load" }], effects: [{ kind: "renamed", text: "is now called `fetch`" }],
    }],
    freshness: fresh,
  }, "saved", pathOf);
  assert.match(text, /## shop\.load: renamed\n/);
  assert.match(text, /\nload is now called `fetch`\n/);
  assert.match(text, /\n- imported by b\.py:3, where it is not found any more: from shop import load\n/);
});

test("no impact is said", () => {
  assert.match(impactReport({ changes: [], freshness: fresh }, "head", pathOf).text, /No definition does anything else than in the last commit\./);
});

test("an audit says whether all is as it should be", () => {
  assert.match(auditReport({ files: 7, differences: [], seconds: 1.26 }, pathOf).text, /^# The index is what a clean build would be\n\n7 files compared in 1\.3 s\.\n$/);
  const bad = auditReport({ files: 7, differences: [{ uri: "file:///w/a.py", table: "chunks", missing: 1, extra: ["x", "y"] }], seconds: 1 }, pathOf);
  assert.match(bad.text, /- a\.py: chunks, missing 1, too many 2\n/);
  assert.deepEqual(labels(bad), ["a.py"]);
});

test("a decision shows its reasons, its claims and where it belongs", () => {
  const report = decisionReport({
    id: "dec_1", timestamp: "2026-03-01T10:00:00Z", source: "agent", branch: "main", decision: "retry", rationale: "it\nfails", alternatives: ["give up"],
    claims: [{ text: "upload calls sleep", verdict: "SUPPORTED", standing: "holds" }, { text: "upload has a loop", verdict: null, standing: "contradicted" }],
    anchors: [{ symbol: "shop.upload", kind: "function", uri: "file:///w/a.py", file: "a.py", line: 3, lost: false }, { symbol: "shop.gone", kind: "function", uri: "file:///w/a.py", file: "a.py", line: 9, lost: true }],
  }, pathOf);
  assert.match(report.text, /by an assistant on main, id dec_1/);
  assert.match(report.text, /- holds: upload calls sleep\n- contradicted: upload has a loop\n/);
  assert.match(report.text, /- shop\.upload a\.py:3\n- shop\.gone \(not found any more\)/);
  assert.deepEqual(labels(report), ["a.py:3"]);
});

test("the worst claim is the decision's standing", () => {
  const claims = (...standings: ("holds" | "contradicted" | "unknown")[]) =>
    ({ id: "", timestamp: "", decision: "", rationale: "", claims: standings.map((standing) => ({ text: "", verdict: null, standing })) });
  assert.equal(standingOf(claims("holds", "contradicted")), "contradicted");
  assert.equal(standingOf(claims("holds", "holds")), "holds");
  assert.equal(standingOf(claims("holds", "unknown")), "unknown");
  assert.equal(standingOf(claims()), "unknown");
});

test("an error shows where it was, its trace and what solved it", () => {
  const report = errorReport({ id: "err_1", timestamp: "2026-03-01T10:00:00Z", errorType: "KeyError", message: "'a'\nmore", frequency: 3, uri: "file:///w/a.py", lineNumber: 12, stackTrace: "Traceback", solution: null }, pathOf, ["same type"]);
  assert.match(report.text, /^# KeyError: 'a'\n/);
  assert.match(report.text, /3 times/);
  assert.match(report.text, /Found by: same type\n\nAt a\.py:12\n/);
  assert.match(report.text, /## Not solved yet\n\n## Stack trace\n\n```text\nTraceback\n```\n$/);
});

test("a lost anchor is no place", () => {
  const anchor = { symbol: "x", kind: "function", uri: "file:///w/a.py", file: "a.py", line: 3, lost: true };
  assert.equal(placeOf({ anchors: [anchor] }), undefined);
  assert.equal(placeOf({ anchors: [{ ...anchor, lost: false }] })?.range.start.line, 2);
});

test("durations", () => {
  assert.deepEqual([12, 59.6, 600, 3900].map(shortDuration), ["12 s", "60 s", "10 min", "1 h 5 min"]);
});

test("a chapter has its messages", () => {
  const { text } = chapterReport(
    { title: "Fix upload", messageRange: [3, 4], completedAt: null, messageCount: 2, files: ["/home/a.py"], symbols: [] },
    { sessionId: "s", messageRange: [3, 4], messages: [{ role: "user", content: "why?\nplease", timestamp: null }, { role: "assistant", content: "so", timestamp: null }], totalMessages: 9, canExpandBefore: true, canExpandAfter: false },
    (path) => path.replace("/home/", ""),
  );
  assert.match(text, /^# Fix upload\n\nMessages 3 to 4 of 9\n\nFiles: a\.py\n\n\(there is more before\)\n\n## user\n\nwhy\?\nplease\n\n## assistant\n\nso\n$/);
});

test("a message is shown by its parts, below its own heading", () => {
  const content = [
    "<command-message>review is running…</command-message>\n<command-name>/review</command-name>\n<command-args>the cart</command-args>",
    "## Plan\n```sh\n# not a heading\n```",
    '[TodoWrite] {"todos": [{"content": "read it", "status": "completed"}, {"content": "mend it", "status": "in_progress"}]}',
    '[Edit] {"file_path": "/w/cart.py", "new_string": "a = 1\\nb = 2"}',
  ];
  const results = ["[result] # Cart\n```\nx\n```", "[result] done"];
  const chapter = { title: "Cart", messageRange: [1, 2] as [number, number], completedAt: null, messageCount: 2, files: [], symbols: [] };
  const messages = [{ role: "user", content: content.join("\n"), timestamp: null }, { role: "user", content: results.join("\n"), timestamp: null }];
  const { text } = chapterReport(chapter, { sessionId: "s", messageRange: [1, 2], messages, totalMessages: 2, canExpandBefore: false, canExpandAfter: false });
  assert.equal(text.slice(text.indexOf("## user")), [
    "## user", "", "`/review` the cart", "", "#### Plan", "```sh", "# not a heading", "```", "",
    "**TodoWrite**", "- ☑ read it", "- ◐ mend it", "", "**Edit** file_path: `/w/cart.py`", "", "new_string:", "```", "a = 1", "b = 2", "```", "",
    "## result", "", "````", "# Cart", "```", "x", "```", "````", "", "```", "done", "```", "",
  ].join("\n"));
});

test("a candidate says so, and shows the edit after which it was gone", () => {
  const { text } = errorReport({
    id: "err-1", timestamp: "2026-03-01T14:05:00Z", errorType: "Pyright", message: "no such name", candidate: true, candidateSolution: "+ calls load",
  }, pathOf);
  assert.match(text, /A candidate: it was captured/);
  assert.match(text, /## Not solved yet\n\nIt was gone after this edit:\n\n```diff\n\+ calls load\n```/);
});

test("an error that came back says so, and what had solved it", () => {
  const { text } = errorReport({
    id: "err-1", timestamp: "2026-03-01T14:05:00Z", errorType: "KeyError", message: "x", frequency: 2, resolved: false,
    solution: "use get", candidateSolution: "use get", reopenedAt: "2026-03-04T10:00:00Z",
  }, pathOf);
  assert.match(text, /## Not solved yet\n\nIt came back on .*2026.* What had solved it:\n\nuse get\n/);
});

test("patterns are a page with counts, examples and what helped", () => {
  const none = { recurringErrors: [], hotFiles: [], hotMethods: [], changedTogether: [], naming: [], typing: [], testing: [], libraries: [] };
  const text = patternsReport({
    ...none,
    recurringErrors: [{ what: "missing key", count: 3, examples: ["err-1a201243336bff7835e30"], said: ["KeyError: 'x'"], detail: "use get" }],
    naming: [{ what: "python functions: snake_case", count: 1, examples: ["shop.load_all", "shop.save_all"] }],
  }).text;
  assert.equal(text, [
    "# Patterns of this project", "", "## Errors that recur", "",
    "- missing key: 3 times", "  - such as KeyError: 'x'", "  - what helped: use get", "",
    "## Naming", "", "- python functions: snake_case: 1 name", "  - such as `shop.load_all`, `shop.save_all`", "",
  ].join("\n"));
  assert.match(patternsReport(none).text, /Nothing recurs yet/);
});

test("a session that has ended has one heading", () => {
  const ended = { id: "ses_1", timestamp: "2026-03-01T10:00:00Z", description: "uploads", endTime: "2026-03-01T11:00:00Z", isActive: false, duration: 3600, success: true, filesTouched: [], counts: {} };
  const { text } = sessionReport({ ...ended, summary: "# uploads\n\n2026-03-01 10:00, 60 min.\n\n## Changes\n\n- x\n" });
  assert.deepEqual(text.match(/^#.*$/gm), ["# uploads", "## Changes"]);
  assert.equal(text.match(/2026-03-01 10:00/g)?.length, 1);
});

test("a session tells its times once", () => {
  const now = { id: "ses_1", timestamp: "2026-03-01T10:00:00Z", description: "uploads", endTime: null, isActive: true, duration: 33, success: null, filesTouched: [], counts: {} };
  const facts = (head: string) => sessionReport({ ...now, summary: `# uploads\n\n${head}\n\n## Changes\n\n- x\n` }).text.split("\n").slice(3, 6);
  assert.deepEqual(facts("2026-03-01 10:00, 33 s, under way; branch `main`; tags a.b. 1 file."), ["", "branch `main`; tags a.b. 1 file.", ""]);
  assert.deepEqual(facts("2026-03-01 10:00, 1.5 h, under way. 1 file, 0 errors (0 fixed)."), ["", "1 file, 0 errors (0 fixed).", ""]);
});

test("a decision that no longer counts says so", () => {
  const decision = { id: "dec_1", timestamp: "2026-03-01T10:00:00Z", decision: "retry", rationale: "it fails", supersededBy: "user", supersededReason: "it fails no more" };
  assert.match(decisionReport(decision, pathOf).text, /^# retry\n\nSuperseded, and followed no more: it fails no more\n\n/);
  assert.doesNotMatch(decisionReport({ ...decision, supersededBy: null, supersededReason: null }, pathOf).text, /uperseded/);
});
