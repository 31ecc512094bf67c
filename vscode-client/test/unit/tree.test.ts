import assert from "node:assert/strict";
import { test } from "node:test";
import type { DecisionRecord, ErrorRecord, SessionShape } from "../../src/api";
import { layOut } from "../../src/text/layout";
import { missing, neighbourhood } from "../../src/text/neighbourhood";
import { claimNodes, claimsIn, conversationNodes, decidedClaims, decisionNodes, errorNodes, sessionNodes } from "../../src/text/tree";

const time = (day: number) => `2026-03-${String(day).padStart(2, "0")}T10:00:00Z`;
const session = (more: Partial<SessionShape> = {}): SessionShape => ({
  id: "ses_1", timestamp: time(1), description: "uploads", endTime: null, isActive: true, duration: 60, success: null, summary: null, filesTouched: ["a.py"], counts: { changes: 2 }, ...more,
});
const decision = (id: string, standing: "holds" | "contradicted" | "unknown", day = 1): DecisionRecord => ({
  id, timestamp: time(day), decision: `${id}\nmore`, rationale: "why", standing, claims: [{ text: "x", verdict: null, standing }],
});
const error = (id: string, solution: string | null, day = 1): ErrorRecord => ({ id, timestamp: time(day), errorType: "KeyError", message: "a\nb", solution });

test("a session under way has its files, errors and decisions", () => {
  const nodes = sessionNodes(session(), [error("e", null)], [decision("d", "holds")], []);
  assert.deepEqual(nodes.map((node) => node.label), ["uploads", "Changes (2)", "Errors (1)", "Decisions (1)"]);
  assert.deepEqual(nodes[1]?.children?.map((node) => node.label), ["a.py"]);
  assert.equal(nodes[0]?.context, "session.active");
  assert.match(nodes[0]?.description ?? "", /^since 2026-03-01/);
});

test("without one the last are shown, which can be resumed", () => {
  const nodes = sessionNodes({ id: null, isActive: false }, [], [], [session({ success: true }), session({ success: false })]);
  assert.deepEqual(nodes.map((node) => [node.icon, node.context]), [["pass", "session.ended"], ["circle-slash", "session.ended"]]);
});

test("contradicted decisions come first, superseded ones not at all", () => {
  const all = [decision("a", "holds", 3), decision("b", "unknown", 2), decision("c", "contradicted", 1), { ...decision("d", "holds"), supersededBy: "a" }, decision("e", "holds", 4)];
  assert.deepEqual(decisionNodes(all).map((node) => [node.label, node.icon]), [["c", "error"], ["b", "question"], ["e", "pass"], ["a", "pass"]]);
});

test("open errors come before solved ones, the newest first", () => {
  const nodes = errorNodes([error("a", "fixed", 9), error("b", null, 1), error("c", null, 2)]);
  assert.deepEqual(nodes.map((node) => [node.id, node.context]), [["c", "error.open"], ["b", "error.open"], ["a", "error.solved"]]);
  assert.equal(nodes[0]?.label, "KeyError: a");
});

test("claims of decisions that no longer count are not followed", () => {
  const decision = (id: string, supersededBy: string | null) =>
    ({ id, timestamp: "", decision: id, rationale: "", supersededBy, claims: [{ text: `claim of ${id}`, verdict: null, standing: "contradicted" as const }] });
  assert.deepEqual(decidedClaims([decision("a", null), decision("b", "a"), decision("c", "user")]).map((claim) => claim.text), ["claim of a"]);
});

test("claims that broke come first", () => {
  const nodes = claimNodes([{ text: "a", standing: "holds", from: "f" }, { text: "b", standing: "contradicted", from: "f" }, { text: "c", standing: "unknown", from: "f" }]);
  assert.deepEqual(nodes.map((node) => node.label), ["b", "c", "a"]);
});

test("conversations with open work are marked", () => {
  const nodes = conversationNodes([{ sessionId: "s", project: "p", timestamp: time(1), summary: "", pending: ["x"] }, { sessionId: "t", project: "p", timestamp: time(1), summary: "done\nit" }]);
  assert.deepEqual(nodes.map((node) => [node.label, node.icon]), [["s", "comment-unresolved"], ["done", "comment-discussion"]]);
});

test("a claims file is read line by line, without what is no claim", () => {
  const text = "# Claims\n\n- Reader.load calls check\n* [ ] A has a loop\n<!-- note -->\n> quote\n```\ncode\n```\n2. B raises C\n| t |\nplain reads x\n";
  assert.deepEqual(claimsIn(text), [{ text: "Reader.load calls check", line: 2 }, { text: "A has a loop", line: 3 }, { text: "B raises C", line: 9 }, { text: "plain reads x", line: 11 }]);
});

test("comments of a claims file are none, and do not belong to a claim", () => {
  const text = "\uFEFF# Claims\r\n- A has a loop <!-- since 2 -->\r\n<!-- of late\r\n- A is async\r\n--> \r\n- A returns `<!--`\r\n- A calls b\r\n";
  assert.deepEqual(claimsIn(text), [{ text: "A has a loop", line: 1 }, { text: "A returns `<!--`", line: 5 }, { text: "A calls b", line: 6 }]);
});

test("conversations that are still to be read are told before those that are", () => {
  const reading = { files: 2, totalFiles: 9, bytes: 50, totalBytes: 200 };
  assert.deepEqual(conversationNodes([], reading).map(({ label }) => label), ["Reading transcripts: 2 of 9 (25 %)"]);
  assert.deepEqual(conversationNodes([]), []);
});

test("a neighbourhood has callers left and callees right, the hottest on top", () => {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  const symbol = (name: string) => ({ name, qualifiedName: `m.${name}`, kind: "function", uri: `file:///w/${name}.py`, range, selectionRange: range, language: "python", container: "m" });
  const site = { uri: "file:///w/x.py", range };
  const graph = neighbourhood({
    symbol: symbol("here"), freshness: { state: "fresh", indexedFiles: 1, totalFiles: 1, documents: {} },
    callers: [{ symbol: symbol("a"), sites: [site], resolution: "exact", depth: 1 }, { symbol: symbol("b"), sites: [site, site], resolution: "ambiguous", depth: 1 }],
    callees: [{ symbol: null, name: "os.read", sites: [site], resolution: "external", depth: 1 }],
  }, (uri) => uri);
  assert.deepEqual(graph.edges, [
    { from: "m.a", to: "m.here", resolution: "exact" }, { from: "m.b", to: "m.here", resolution: "ambiguous" }, { from: "m.here", to: "os.read", resolution: "external" },
  ]);
  const { placed } = layOut(graph);
  const at = new Map(placed.map((node) => [node.id, node]));
  assert.ok((at.get("m.b")?.y ?? 0) < (at.get("m.a")?.y ?? 0));
  assert.ok((at.get("m.a")?.x ?? 0) < (at.get("m.here")?.x ?? 0) && (at.get("m.here")?.x ?? 0) < (at.get("os.read")?.x ?? 0));
});

test("what an answer about calls lacks is told, and why if that is known", () => {
  assert.deepEqual(missing({ complete: true, notes: [] }), []);
  assert.match(missing({ complete: false, notes: [] }).join(), /not enough time/);
  assert.deepEqual(missing({ complete: false, notes: ["calls are not read in php"] }), ["calls are not read in php."]);
});

test("what has no name is told in a neighbourhood by what it is in", () => {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  const symbol = (name: string, outer: string) => ({ name, qualifiedName: `${outer}.${name}`, kind: "lambda", uri: "file:///w/m.go", range, selectionRange: range, language: "go", container: outer });
  const graph = neighbourhood({
    symbol: symbol("here", "m"), freshness: { state: "fresh", indexedFiles: 1, totalFiles: 1, documents: {} }, callees: [],
    callers: [symbol("<lambda:7>", "m.TestNext"), symbol("<lambda:9>", "m.run.<lambda:8>")].map((one) => ({ symbol: one, sites: [], resolution: "typed", depth: 1 })),
  }, (uri) => uri);
  assert.deepEqual(graph.nodes.map((node) => node.label), ["here", "in TestNext", "in run"]);
});

test("what has one name in a neighbourhood is told apart by what it is in, or by its line", () => {
  const symbol = (qualifiedName: string, line: number) => {
    const at = { start: { line, character: 0 }, end: { line, character: 1 } };
    const name = qualifiedName.split(".").at(-1) ?? "";
    return { name, qualifiedName, kind: "method", uri: "file:///w/m.py", range: at, selectionRange: at, language: "python", container: "" };
  };
  const names = ["a.One.test", "a.Two.test", "b.One.test", "a.load", "a.run.<lambda:7>", "a.run.<lambda:9>", "b.go.<lambda:3>", "c.go.<lambda:4>"];
  const graph = neighbourhood({
    symbol: symbol("a.here", 1), freshness: { state: "fresh", indexedFiles: 1, totalFiles: 1, documents: {} }, callees: [{ symbol: null, name: "os.load", sites: [], resolution: "external", depth: 1 }],
    callers: names.map((one, at) => ({ symbol: symbol(one, at + 10), sites: [], resolution: "typed", depth: 1 })),
  }, (uri) => uri);
  assert.deepEqual(graph.nodes.map((node) => node.label), [
    "here", "a.One.test", "a.Two.test", "b.One.test", "load", "in run, line 15", "in run, line 16", "in b.go", "in c.go", "os.load",
  ]);
  assert.equal(graph.edges[0]?.from, "a.One.test");
});
