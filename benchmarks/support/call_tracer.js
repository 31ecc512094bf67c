// Notes which functions of a folder call which, while its tests run.
//
//   node call_tracer.js FOLDER TABLE TYPESCRIPT_MODULE     rewrite the .js, .mjs, .cjs and .ts files in place
//   NODE_OPTIONS="--require call_tracer.js" CALLS=OUT TABLE=TABLE npm test
//
// Work on a copy: each function of the folder gets a call at its start. A file `x.ts` becomes `x.js`, and
// imports of it are renamed. Each process writes OUT.<pid>, one JSON array a line:
//
//   [callee, how, caller's path, line, column]    callee is a number of TABLE
//
// `how` is `call`, `through NAME` for a function that is not JavaScript, such as `Array.map`, or `get` for
// an accessor. A place is one in the original text. TABLE lists [path, offset of the body] of the functions.
"use strict";

const fs = require("node:fs");
const path = require("node:path");

const SKIPPED = new Set(["node_modules", ".git"]);
const MAX_HITS = 2000; // of one function without anything new, after which it is no longer looked at

function* sources(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* sources(full);
    else if (entry.isFile() && /\.([cm]?js|[cm]?ts)$/.test(entry.name) && !/\.d\.[cm]?ts$/.test(entry.name)) yield full;
  }
}

function instrument(root, tablePath, ts) {
  const functions = [];
  const files = {};
  for (const full of [...sources(root)]) {
    const text = fs.readFileSync(full, "utf8");
    const relative = path.relative(root, full);
    const inserted = insertions(ts, full, text, (offset) => functions.push([relative, offset]) - 1);
    const written = full.replace(/ts$/, "js");
    const out = rewritten(ts, full, text, inserted);
    fs.writeFileSync(written, out.text);
    files[fs.realpathSync(written)] = { path: relative, lines: out.lines };
    files[fs.realpathSync(written)].names = written;
  }
  fs.writeFileSync(tablePath, JSON.stringify({ functions, files }));
}

// [offset, text] of all that is put into a file, in order.
function insertions(ts, full, text, numbered) {
  const source = ts.createSourceFile(full, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const body = node.body;
      const isBlock = ts.isBlock(body);
      const at = isBlock ? body.getStart() + 1 : body.getStart();
      const number = numbered(at);
      if (isBlock) {
        const directives = body.statements.filter((one) => ts.isExpressionStatement(one) && ts.isStringLiteral(one.expression));
        found.push([directives.length ? directives.at(-1).getEnd() : at, `;__noted(${number});`]);
      } else {
        found.push([at, `(__noted(${number}), `], [body.getEnd(), ")"]);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.sort((a, b) => a[0] - b[0]);
}

// The new text, and for each of its lines [column, line, column before] where they begin to differ.
function rewritten(ts, full, text, inserted) {
  let out = "";
  let at = 0;
  const starts = [];
  for (const [offset, piece] of inserted) {
    out += text.slice(at, offset);
    starts.push([out.length, offset]);
    out += piece;
    starts.push([out.length, offset]);
    at = offset;
  }
  out += text.slice(at);
  const before = (place) => {
    let low = [0, 0];
    for (const one of starts) if (one[0] <= place) low = one;
    return low[1] + (place - low[0]);
  };
  if (!/ts$/.test(full)) return { text: out, lines: mapped(out, text, starts) };
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, sourceMap: true, removeComments: false };
  const made = ts.transpileModule(out, { compilerOptions: options, fileName: full });
  const js = made.outputText.replace(/(from\s+['"]\.[^'"]*)\.ts(['"])/g, "$1.js$2").replace(/\n\/\/# sourceMappingURL.*/, "");
  const lineStarts = starting(out);
  const origin = starting(text);
  const lines = decoded(JSON.parse(made.sourceMapText).mappings).map((line) =>
    line.map(([column, sourceLine, sourceColumn]) => [column, ...placeOf(origin, before(lineStarts[sourceLine] + sourceColumn))]),
  );
  return { text: js, lines };
}

function mapped(out, text, starts) {
  const origin = starting(text);
  const points = [[0, 0], ...starts];
  return starting(out).map((start, n, all) => {
    const end = n + 1 < all.length ? all[n + 1] : out.length + 1;
    const within = points.filter(([place]) => place > start && place < end);
    const last = points.filter(([place]) => place <= start).at(-1);
    return [[start, last[1] + (start - last[0])], ...within].map(([place, old]) => [place - start, ...placeOf(origin, old)]);
  });
}

const starting = (text) => [0, ...[...text.matchAll(/\n/g)].map((one) => one.index + 1)];

function placeOf(starts, offset) {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= offset) low = middle;
    else high = middle;
  }
  return [low, offset - starts[low]];
}

// The lines of a source map: [column, line, column] of each place that it knows.
function decoded(mappings) {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  let [line, column] = [0, 0];
  return mappings.split(";").map((one) => {
    let own = 0;
    return one.split(",").filter(Boolean).map((segment) => {
      const numbers = [];
      let [value, shift] = [0, 0];
      for (const letter of segment) {
        const digit = digits.indexOf(letter);
        value += (digit & 31) << shift;
        shift += 5;
        if (!(digit & 32)) {
          numbers.push(value & 1 ? -(value >> 1) : value >> 1);
          [value, shift] = [0, 0];
        }
      }
      own += numbers[0];
      line += numbers[2] ?? 0;
      column += numbers[3] ?? 0;
      return [own, line, column];
    });
  });
}

function watch(tablePath, outPath) {
  const { files } = JSON.parse(fs.readFileSync(tablePath, "utf8"));
  const hits = new Map();
  const seen = new Map();
  globalThis.__noted = function noted(number) {
    const n = (hits.get(number) ?? 0) + 1;
    hits.set(number, n);
    if (n > MAX_HITS) return;
    const kept = [Error.prepareStackTrace, Error.stackTraceLimit];
    Error.stackTraceLimit = 6;
    Error.prepareStackTrace = (_error, frames) => frames;
    const holder = {};
    Error.captureStackTrace(holder, noted);
    const frames = holder.stack;
    [Error.prepareStackTrace, Error.stackTraceLimit] = kept;
    let how = "call";
    let at = 1;
    while (at < frames.length && (frames[at].isNative() || !frames[at].getFileName())) {
      if (frames[at].isAsync() || frames[at].isEval()) return;
      how = `through ${frames[at].getTypeName()}.${frames[at].getFunctionName()}`;
      at += 1;
    }
    const frame = frames[at];
    if (!frame || frame.isAsync()) return;
    const file = (frame.getFileName() ?? "").replace(/^file:\/\//, "");
    const key = `${number} ${file}:${frame.getLineNumber()}:${frame.getColumnNumber()}`;
    if (seen.has(key)) return;
    hits.set(number, 0);
    seen.set(key, [number, how, file, frame.getLineNumber() - 1, frame.getColumnNumber() - 1]);
  };
  process.on("exit", () => {
    const lines = [];
    for (const [number, how, file, line, column] of seen.values()) {
      const known = files[file];
      if (!known) continue;
      const segments = known.lines[line] ?? [];
      const last = segments.filter((one) => one[0] <= column).at(-1);
      if (last) lines.push(JSON.stringify([number, how, known.path, last[1], last[2] + (column - last[0])]));
    }
    const ran = [...hits.keys()].filter((one) => one !== undefined);
    lines.push(JSON.stringify({ ran }));
    fs.writeFileSync(`${outPath}.${process.pid}`, `${lines.join("\n")}\n`);
  });
}

if (process.env.CALLS) watch(process.env.TABLE, process.env.CALLS);
else if (require.main === module) instrument(path.resolve(process.argv[2]), process.argv[3], require(process.argv[4]));
