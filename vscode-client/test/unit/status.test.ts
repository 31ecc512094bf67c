import assert from "node:assert/strict";
import { test } from "node:test";
import type { StatusAnswer } from "../../src/api";
import { ReportWriter, freshnessLine } from "../../src/text/report";
import { isCancelled, statusText } from "../../src/text/status";
import { statusReport } from "../../src/text/statusReport";

const FOLDER: StatusAnswer = {
  version: "0.1.0", workspace: "file:///home/ann/my%20store", state: "ready",
  files: { indexed: 7, total: 8, failed: [{ uri: "file:///home/ann/store/a.py", problem: "larger than 2 MB" }], failedByReason: { size: 1, binary: 0 } },
  chunks: 40, symbols: 12, languages: { python: 5, go: 2 }, embedder: "static",
  storage: { uri: "/cache/x", bytes: 1_500_000, versions: {}, role: "reader" },
};
const pathOf = (uri: string) => uri.split("/").at(-1) ?? uri;

test("indexing tells how far it is", () => {
  const shown = statusText({ phase: "indexing", progress: "12 of 40 files" });
  assert.deepEqual([shown.text, shown.detail, shown.isBusy], ["codewitness: indexing", "12 of 40 files", true]);
});

test("indexing can be cancelled while the server shows it, and says afterwards what is missing", () => {
  assert.equal(statusText({ phase: "indexing", progress: "12 of 40 files" }).command.id, "codewitness.cancelIndexing");
  assert.equal(statusText({ phase: "indexing" }).command.id, "codewitness.showStatus");
  const cancelled: StatusAnswer = { ...FOLDER, state: "indexing", notes: ["indexing was cancelled: the files that are missing are read by `reindex` or a restart"] };
  assert.equal(isCancelled(cancelled), true);
  assert.equal(isCancelled({ ...cancelled, notes: [] }), false);
  const shown = statusText({ phase: "ready", answer: cancelled });
  assert.deepEqual([shown.text, shown.detail, shown.severity], ["codewitness: not all is indexed", "cancelled at 7 of 8 files", "warning"]);
  assert.equal(shown.command.id, "codewitness.continueIndexing");
});

test("a reader says so", () => {
  const shown = statusText({ phase: "ready", answer: FOLDER });
  assert.equal(shown.severity, "information");
  assert.match(shown.detail, /^8 files · reader/);
});

test("an index that failed is an error, whatever the others are", () => {
  const shown = statusText({ phase: "ready", answer: { ...FOLDER, folders: [FOLDER, { ...FOLDER, workspace: "file:///w/shop", state: "failed", notes: ["failed: no space is left"] }] } });
  assert.deepEqual([shown.text, shown.severity], ["codewitness: index failed", "error"]);
  assert.equal(shown.detail, "shop: no space is left");
});

for (const [phase, command] of [["missing", "setUpServer"], ["failed", "restartServer"], ["ready", "showStatus"]] as const) {
  test(`${phase} leads to ${command}`, () => {
    assert.equal(statusText({ phase, problem: "why" }).command.id, `codewitness.${command}`);
    assert.match(statusText({ phase, problem: "why" }).detail, /why/);
  });
}

test("the page of the status names files that were not read, each a link", () => {
  const { text, links } = statusReport(FOLDER, "from the PATH: codewitness", pathOf);
  assert.match(text, /^## \/home\/ann\/my store$/m);
  assert.match(text, /^- Languages: python 5, go 2$/m);
  assert.match(text, /^- Index: \/cache\/x \(1\.5 MB, reader\)$/m);
  assert.match(text, /^size 1$/m);
  assert.equal(links.length, 1);
  const [link] = links;
  assert.ok(link);
  assert.equal(text.split("\n")[link.line]?.slice(link.start, link.end), "a.py");
});

test("links are where their labels are", () => {
  const place = { uri: "file:///x", range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } } };
  const { text, links } = new ReportWriter().heading("🐘 é").line("x\ny ", { label: "here", place }, " and ", { label: "there", place }).done();
  const shown = links.map((link) => text.split("\n")[link.line]?.slice(link.start, link.end));
  assert.deepEqual(shown, ["here", "there"]);
  assert.equal(text, "# 🐘 é\n\nx y here and there\n");
});

test("code with fences of its own is fenced longer", () => {
  assert.equal(new ReportWriter().code("```\na", "md").done().text, "````md\n```\na\n````\n");
});

test("what is not fresh is told", () => {
  const base = { indexedFiles: 3, totalFiles: 9, documents: {} };
  assert.equal(freshnessLine({ ...base, state: "fresh" }, pathOf), undefined);
  assert.match(freshnessLine({ ...base, state: "indexing" }, pathOf) ?? "", /3 of 9/);
  assert.match(freshnessLine({ ...base, state: "indexing", indexedFiles: 0, totalFiles: 0 }, pathOf) ?? "", /^No file has been read yet/);
  assert.equal(new ReportWriter().standsOn({ ...base, state: "indexing" }, pathOf).done().isUnfinished, true);
  assert.deepEqual(new ReportWriter().standsOn({ ...base, state: "fresh" }, pathOf).done(), { text: "\n", links: [], isUnfinished: false });
  assert.match(freshnessLine({ ...base, state: "stale", staleFiles: ["file:///a/b.py"] }, pathOf) ?? "", /b\.py/);
});
