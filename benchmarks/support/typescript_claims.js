// Prints claims about functions of JavaScript and TypeScript whose truth TypeScript's parser tells,
// one JSON object a line:
//
//   node typescript_claims.js ROOT TYPESCRIPT_MODULE
//
// {path, function, form, text, isTrue}. Functions that hold others are left out, and where a form
// needs one place, calls that stand in several.
"use strict";

const fs = require("node:fs");
const path = require("node:path");

const [root, modulePath] = [path.resolve(process.argv[2]), process.argv[3]];
const ts = require(modulePath);
const K = ts.SyntaxKind;
const SKIPPED = new Set(["node_modules", "dist", ".git", "test", "tests", "__tests__", "fixtures"]);
const LOOPS = new Set([
  K.ForStatement,
  K.ForOfStatement,
  K.ForInStatement,
  K.WhileStatement,
  K.DoStatement,
]);

function* sources(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* sources(full);
    else if (entry.isFile() && /(?<!\.d|\.test|\.spec|\.min)\.([cm]?[jt]s)$/.test(entry.name)) yield full;
  }
}

function* walk(node) {
  yield node;
  const children = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* walk(child);
}

const isFunction = (node) =>
  ts.isFunctionLike(node) || node.kind === K.ClassDeclaration || node.kind === K.ClassExpression;

function dotted(node) {
  if (!node) return null;
  if (node.kind === K.ThisKeyword) return "this";
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node) && !node.questionDotToken) {
    const owner = dotted(node.expression);
    return owner === null ? null : `${owner}.${node.name.text}`;
  }
  return null;
}

const tail = (name) => name.slice(name.lastIndexOf(".") + 1);

function functionsOf(file) {
  const found = [];
  const add = (name, node) => {
    const inner = [...walk(node.body)].some((one) => isFunction(one));
    if (!inner) found.push({ name, node });
  };
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name && statement.body)
      add(statement.name.text, statement);
    if (ts.isClassDeclaration(statement) && statement.name)
      for (const member of statement.members)
        if (ts.isMethodDeclaration(member) && member.body && ts.isIdentifier(member.name))
          add(`${statement.name.text}.${member.name.text}`, member);
  }
  const counts = new Map();
  for (const node of walk(file)) {
    if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) {
      const owner = node.parent && node.parent.name ? `${node.parent.name.text}.` : "";
      const name = node.name ? owner + node.name.getText(file) : "";
      counts.set(name, (counts.get(name) || 0) + 1);
    }
  }
  return found.filter((one) => counts.get(one.name) === 1);
}

function facts({ name, node }) {
  const nodes = [...walk(node.body)];
  const calls = nodes.filter((n) => ts.isCallExpression(n) && dotted(n.expression) && !n.questionDotToken);
  const words = new Set();
  for (const one of walk(node)) {
    if (ts.isIdentifier(one) || ts.isPrivateIdentifier(one)) words.add(one.text);
    if (ts.isStringLiteralLike(one)) for (const w of one.text.split(/\W+/)) words.add(w);
  }
  const times = new Map();
  for (const call of calls) {
    const last = tail(dotted(call.expression));
    times.set(last, (times.get(last) || 0) + 1);
  }
  const lone = calls.filter((c) => times.get(tail(dotted(c.expression))) === 1);
  return { name, node, nodes, calls, words, lone };
}

function* around(f, node) {
  while (node !== f.node) {
    node = node.parent;
    yield node;
  }
}

const nameOf = (call) => dotted(call.expression);
const topStatement = (f, node) =>
  [node, ...around(f, node)].find((one) => one.parent === f.node.body);

// The condition of an `if` in words, and its opposite.
function worded(test) {
  while (ts.isParenthesizedExpression(test)) test = test.expression;
  if (ts.isPrefixUnaryExpression(test) && test.operator === K.ExclamationToken)
    return worded(test.operand).map(([a, b]) => [b, a]);
  const text = dotted(test);
  if (text) return [[`\`${text}\` is truthy`, `\`${text}\` is falsy`]];
  if (ts.isBinaryExpression(test)) {
    const one = dotted(test.left);
    const other = valued(test.right);
    const said = {
      [K.EqualsEqualsEqualsToken]: ["is", "is not"],
      [K.ExclamationEqualsEqualsToken]: ["is not", "is"],
      [K.GreaterThanToken]: ["is greater than", "is at most"],
      [K.LessThanToken]: ["is less than", "is at least"],
      [K.GreaterThanEqualsToken]: ["is at least", "is less than"],
      [K.LessThanEqualsToken]: ["is at most", "is greater than"],
    }[test.operatorToken.kind];
    if (one && other && said) return [[`\`${one}\` ${said[0]} ${other}`, `\`${one}\` ${said[1]} ${other}`]];
  }
  return [];
}

function valued(node) {
  if ([K.NullKeyword, K.TrueKeyword, K.FalseKeyword].includes(node.kind)) return node.getText();
  if (ts.isNumericLiteral(node)) return `\`${node.text}\``;
  if (ts.isStringLiteral(node) && /^[\w-]+$/.test(node.text)) return `"${node.text}"`;
  const text = dotted(node);
  return text === "undefined" ? text : text && `\`${text}\``;
}

function* said(f, foreign) {
  const names = [...new Set(f.calls.map(nameOf))].sort();
  for (const name of names) {
    yield ["calls", `calls \`${name}\``, true];
    yield ["never calls", `never calls \`${name}\``, false];
  }
  for (const name of foreign.slice(0, 2)) {
    yield ["calls", `calls \`${name}\``, false];
    yield ["never calls", `never calls \`${name}\``, true];
    yield ["uses", `uses \`${name}\``, false];
  }
  if (names.length && foreign.length) {
    yield ["A but not B", `calls \`${names[0]}\` but not \`${foreign[0]}\``, true];
    yield ["A but not B", `calls \`${foreign[0]}\` but not \`${names[0]}\``, false];
    yield ["calls A and B", `calls \`${foreign[0]}\` and \`${names[0]}\``, false];
  }
  yield* order(f);
  yield* loops(f);
  yield* conditions(f);
  yield* throwing(f);
  yield* giving(f);
  yield* returning(f);
  yield* writing(f);
  yield* times(f);
}

function* order(f) {
  const plain = [];
  for (const call of f.lone) {
    const top = topStatement(f, call);
    const isPlain =
      ts.isExpressionStatement(top) || ts.isVariableStatement(top) || ts.isReturnStatement(top);
    if (isPlain) plain.push([f.node.body.statements.indexOf(top), nameOf(call)]);
  }
  plain.sort((a, b) => a[0] - b[0]);
  for (let at = 1; at < plain.length; at++) {
    const [[line, one], [later, other]] = [plain[at - 1], plain[at]];
    if (line === later) continue;
    yield ["before", `calls \`${one}\` before \`${other}\``, true];
    yield ["before", `calls \`${other}\` before \`${one}\``, false];
    yield ["after", `calls \`${other}\` after \`${one}\``, true];
    yield ["after", `calls \`${one}\` after \`${other}\``, false];
    yield ["then", `calls \`${other}\`, then \`${one}\``, false];
  }
}

function* loops(f) {
  const found = f.nodes.filter((n) => LOOPS.has(n.kind));
  const isCalled = f.calls.some((c) => /^(forEach|map|filter|some|every|reduce|find)/.test(tail(nameOf(c))));
  if (!isCalled) {
    yield ["has a loop", "has a loop", found.length > 0];
    yield ["has no loop", "has no loop", found.length === 0];
  }
  for (const loop of found) {
    if (ts.isForOfStatement(loop) && dotted(loop.expression))
      yield ["loops over", `loops over \`${dotted(loop.expression)}\``, true];
  }
  if (!found.length) return;
  for (const call of f.lone) {
    let [inside, below, isOpen] = [false, call, false];
    for (const node of around(f, call)) {
      if (LOOPS.has(node.kind)) {
        if (node.statement === below) inside = true;
        else isOpen = isOpen || node.kind !== K.ForOfStatement;
      }
      below = node;
    }
    if (isOpen) continue;
    yield ["in a loop", `calls \`${nameOf(call)}\` in a loop`, inside];
    yield ["outside any loop", `calls \`${nameOf(call)}\` outside any loop`, !inside];
  }
}

const DECIDING = new Set([
  ...[...LOOPS, K.IfStatement, K.ConditionalExpression, K.SwitchStatement, K.TryStatement],
  ...[K.BinaryExpression, K.CatchClause],
]);

function* conditions(f) {
  for (const call of f.lone) {
    const deciding = [...around(f, call)].filter((n) => DECIDING.has(n.kind));
    const [asked] = deciding;
    if (deciding.length !== 1 || asked.kind !== K.IfStatement || asked.parent !== f.node.body) continue;
    const chain = [call, ...around(f, call)];
    const isThen = chain.includes(asked.thenStatement);
    if (!isThen && !chain.includes(asked.elseStatement)) continue;
    const name = nameOf(call);
    for (const [words, denied] of worded(asked.expression)) {
      yield ["if", `calls \`${name}\` if ${words}`, isThen];
      yield ["if", `calls \`${name}\` if ${denied}`, !isThen];
      yield ["only if", `only calls \`${name}\` if ${words}`, isThen];
      yield ["only if", `only calls \`${name}\` if ${denied}`, !isThen];
      yield ["unless", `calls \`${name}\` unless ${words}`, !isThen];
      yield ["unless", `calls \`${name}\` unless ${denied}`, isThen];
    }
    yield ["always", `always calls \`${name}\``, false];
  }
  yield* guards(f);
}

const leaves = (node) => {
  const last = ts.isBlock(node) ? node.statements.at(-1) : node;
  return last && (ts.isReturnStatement(last) || ts.isThrowStatement(last));
};

function* guards(f) {
  const statements = [...f.node.body.statements];
  for (const [at, guard] of statements.entries()) {
    if (!ts.isIfStatement(guard) || guard.elseStatement || !leaves(guard.thenStatement)) continue;
    const later = new Set(statements.slice(at + 1));
    for (const call of f.lone) {
      if (!later.has(topStatement(f, call))) continue;
      for (const [words, denied] of worded(guard.expression)) {
        yield ["guarded", `calls \`${nameOf(call)}\` only if ${denied}`, true];
        yield ["guarded", `calls \`${nameOf(call)}\` if ${words}`, false];
      }
    }
  }
}

function* throwing(f) {
  const thrown = f.nodes.filter((n) => ts.isThrowStatement(n) && ts.isNewExpression(n.expression));
  const named = thrown.map((n) => dotted(n.expression.expression)).filter(Boolean);
  for (const name of new Set(named)) {
    yield ["throws", `throws \`${name}\``, true];
    yield ["never throws", `never throws \`${name}\``, false];
  }
  for (const node of thrown) {
    const name = dotted(node.expression.expression);
    const asked = ts.isBlock(node.parent) ? node.parent.parent : node.parent;
    const isTop = asked.kind === K.IfStatement && asked.parent === f.node.body;
    if (!name || !isTop || named.filter((n) => n === name).length !== 1) continue;
    const isThen = asked.thenStatement === node || asked.thenStatement === node.parent;
    for (const [words, denied] of worded(asked.expression)) {
      yield ["throws if", `throws \`${name}\` if ${words}`, isThen];
      yield ["throws if", `throws \`${name}\` if ${denied}`, !isThen];
      yield ["throws unless", `throws \`${name}\` unless ${words}`, !isThen];
    }
  }
  const tries = f.nodes.filter(ts.isTryStatement);
  yield ["has a try", "has a try block", tries.length > 0];
  for (const call of tries.length ? f.lone : []) {
    const chain = [call, ...around(f, call)];
    const within = (part) => tries.some((one) => part(one) && chain.includes(part(one)));
    const name = nameOf(call);
    yield ["in try", `calls \`${name}\` inside a try block`, within((one) => one.tryBlock)];
    yield ["in catch", `calls \`${name}\` in a catch block`, within((one) => one.catchClause)];
    yield ["finally", `calls \`${name}\` in a finally block`, within((one) => one.finallyBlock)];
  }
}

function* giving(f) {
  const parameters = f.node.parameters.map((p) => p.name).filter(ts.isIdentifier).map((n) => n.text).filter((n) => n !== "this");
  const stored = f.nodes.filter(ts.isVariableDeclaration).flatMap((n) => [...walk(n.name)]);
  const assigned = f.nodes.filter((n) => ts.isBinaryExpression(n) && n.operatorToken.kind === K.EqualsToken);
  const changed = new Set([
    ...stored.filter(ts.isIdentifier).map((n) => n.text),
    ...assigned.map((n) => n.left.getText()),
  ]);
  for (const call of f.lone) {
    const texts = new Set();
    for (const one of call.arguments) for (const n of walk(one)) if (dotted(n)) texts.add(dotted(n));
    for (const one of call.arguments) {
      const text = dotted(one);
      if (text && text !== "undefined" && text !== "this") yield ["passes", `passes \`${text}\` to \`${nameOf(call)}\``, true];
    }
    const isClear = ![...texts].some((t) => changed.has(t)) && !call.arguments.some(ts.isSpreadElement);
    for (const name of parameters.filter((p) => !texts.has(p)).slice(0, 2)) {
      if (isClear && dotted(call.expression).split(".")[0] !== name)
        yield ["passes", `passes \`${name}\` to \`${nameOf(call)}\``, false];
    }
  }
  yield ["is async", "is async", Boolean(f.node.modifiers?.some((m) => m.kind === K.AsyncKeyword))];
  for (const name of parameters.slice(0, 2)) {
    yield ["takes", `takes a parameter \`${name}\``, true];
    yield ["has no parameter", `has no parameter \`${name}\``, false];
  }
  for (const one of f.node.parameters) {
    const value = one.initializer && valued(one.initializer);
    if (value && ts.isIdentifier(one.name) && !value.includes(".")) {
      yield ["defaults", `has a parameter \`${one.name.text}\` that defaults to ${value}`, true];
      yield ["defaults", `has a parameter \`${one.name.text}\` that defaults to 17`, false];
    }
  }
}

function* returning(f) {
  const found = f.nodes.filter(ts.isReturnStatement);
  if (f.node.asteriskToken) return;
  if (found.every((n) => !n.expression)) yield ["returns nothing", "returns nothing", true];
  for (const { expression } of found) {
    if (!expression) continue;
    if ([K.NullKeyword, K.TrueKeyword, K.FalseKeyword].includes(expression.kind))
      yield ["returns constant", `returns ${expression.getText()}`, true];
    const text = dotted(expression);
    if (text && text !== "undefined") yield ["returns name", `returns \`${text}\``, true];
    if (ts.isCallExpression(expression) && nameOf(expression))
      yield ["returns a call's result", `returns the result of \`${nameOf(expression)}\``, true];
    if (ts.isNewExpression(expression) && dotted(expression.expression))
      yield ["returns new", `returns a new \`${dotted(expression.expression)}\``, true];
  }
  const isOnly = found.length === 1 && found[0].parent === f.node.body && found[0].expression;
  const isLast = isOnly && f.node.body.statements.at(-1) === found[0];
  if (!isLast || ![K.NullKeyword, K.TrueKeyword, K.FalseKeyword].includes(found[0].expression.kind)) return;
  for (const other of ["null", "true", "false"])
    if (other !== found[0].expression.getText()) yield ["returns constant", `returns ${other}`, false];
}

function* writing(f) {
  const members = f.nodes.filter((n) => ts.isPropertyAccessExpression(n) && n.expression.kind === K.ThisKeyword);
  const isTarget = (n) =>
    ts.isBinaryExpression(n.parent) &&
    n.parent.left === n &&
    n.parent.operatorToken.kind >= K.FirstAssignment &&
    n.parent.operatorToken.kind <= K.LastAssignment;
  const isStepped = (n) => ts.isPrefixUnaryExpression(n.parent) || ts.isPostfixUnaryExpression(n.parent);
  const stored = new Set(members.filter((n) => isTarget(n) || (isStepped(n) && n.parent.operator !== K.ExclamationToken)).map((n) => n.name.text));
  const used = new Set(
    members
      .filter((n) => !ts.isBinaryExpression(n.parent) || n.parent.left !== n)
      .filter((n) => [K.PropertyAccessExpression, K.ElementAccessExpression, K.CallExpression, K.DeleteExpression, K.NewExpression].includes(n.parent.kind) || isStepped(n))
      .map((n) => n.name.text),
  );
  for (const n of members) if (n.parent.kind === K.NonNullExpression) used.add(n.name.text);
  for (const name of new Set(members.map((n) => n.name.text))) {
    if (!/^\w+$/.test(name)) continue;
    if (stored.has(name)) {
      yield ["sets", `sets \`this.${name}\``, true];
      yield ["never sets", `never sets \`this.${name}\``, false];
    } else if (!used.has(name)) {
      yield ["sets", `sets \`this.${name}\``, false];
      yield ["never sets", `never sets \`this.${name}\``, true];
      yield ["reads", `reads \`this.${name}\``, true];
    }
  }
  for (const node of members.filter((n) => isTarget(n) && n.parent.operatorToken.kind === K.EqualsToken)) {
    const value = node.parent.right;
    if (![K.NullKeyword, K.TrueKeyword, K.FalseKeyword].includes(value.kind)) continue;
    const isLone = members.filter((n) => n.name.text === node.name.text && isTarget(n)).length === 1;
    for (const one of ["null", "true", "false"]) {
      const isSo = one === value.getText();
      if (isSo || isLone) yield ["sets to", `sets \`this.${node.name.text}\` to ${one}`, isSo];
    }
  }
}

function* times(f) {
  for (const call of f.lone) {
    const statement = topStatement(f, call);
    const isPlain = [...around(f, call)].every((n) => !DECIDING.has(n.kind));
    const before = f.node.body.statements.slice(0, f.node.body.statements.indexOf(statement));
    const isSure = before.every((s) => ![...walk(s)].some((n) => ts.isReturnStatement(n) || ts.isThrowStatement(n)));
    if (!isPlain || !isSure || nameOf(call) === "super") continue;
    yield ["times", `calls \`${nameOf(call)}\` exactly once`, true];
    yield ["times", `calls \`${nameOf(call)}\` exactly twice`, false];
  }
}

for (const full of sources(root)) {
  const text = fs.readFileSync(full, "utf8");
  if (text.length > 200_000) continue;
  const file = ts.createSourceFile(full, text, ts.ScriptTarget.ESNext, true);
  if (file.parseDiagnostics.length) continue;
  const found = functionsOf(file).map(facts);
  const everywhere = [...new Set(found.flatMap((f) => f.calls.map(nameOf)))].sort();
  for (const f of found) {
    const foreign = everywhere.filter((name) => !f.words.has(tail(name)));
    for (const [form, claim, isTrue] of said(f, foreign)) {
      const shown = { path: path.relative(root, full), function: f.name, form, text: claim, isTrue };
      process.stdout.write(`${JSON.stringify(shown)}\n`);
    }
  }
}
