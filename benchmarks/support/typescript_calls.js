// Prints what TypeScript's own checker says of each call in a folder, one JSON object a line:
//
//   node typescript_calls.js ROOT TYPESCRIPT_MODULE
//
// {path, line, column, text, kind, state, callee: {path, line, column} | null}; lines count from 1,
// columns from 0 in UTF-16 units, a call's place is that of its callee's name, a callee's that of its
// own name. `state` is `internal` (the callee is in a file of ROOT), `external`, or `unknown` (a
// parameter, `any`, a type of functions: no definition that could be named).
"use strict";

const fs = require("node:fs");
const path = require("node:path");

const [root, modulePath] = [path.resolve(process.argv[2]), process.argv[3]];
const ts = require(modulePath);
const SKIPPED = new Set(["node_modules", "dist", ".git"]);

function* sources(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* sources(full);
    else if (entry.isFile() && /\.([cm]?[jt]s|[jt]sx)$/.test(entry.name)) yield full;
  }
}

function options() {
  const wanted = {
    allowJs: true,
    checkJs: false,
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    experimentalDecorators: true,
    esModuleInterop: true,
    jsx: ts.JsxEmit.Preserve,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  };
  const config = path.join(root, "tsconfig.json");
  if (!fs.existsSync(config)) return wanted;
  const read = ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, root);
  const { baseUrl, paths, pathsBasePath, customConditions } = read.options;
  return { ...wanted, baseUrl, paths, pathsBasePath, customConditions };
}

const program = ts.createProgram([...sources(root)], options());
const checker = program.getTypeChecker();

function calleeName(node) {
  let at = node.expression ?? node.tag ?? node.tagName;
  for (;;) {
    if (ts.isParenthesizedExpression(at) || ts.isNonNullExpression(at)) at = at.expression;
    else if (ts.isPropertyAccessExpression(at)) return at.name;
    else if (ts.isFunctionExpression(at) && at.name) return at.name;
    else return at;
  }
}

function isFunction(node) {
  return node && (ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isClassExpression(node));
}

// Of the overloads of one function the one with a body, or else the last.
function implementation(declaration) {
  const named = declaration.symbol?.declarations ?? [];
  if (declaration.body || !ts.isFunctionLike(declaration)) return declaration;
  const alike = named.filter((other) => other.kind === declaration.kind && other.parent === declaration.parent);
  return named.find((other) => other.kind === declaration.kind && other.body) ?? alike.at(-1) ?? declaration;
}

function isDefinition(node) {
  return (
    ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isMethodSignature(node) ||
    ts.isConstructorDeclaration(node) || ts.isAccessor(node) || ts.isClassLike(node) || isFunction(node)
  );
}

// What a variable, property or parameter stands for, if its value is written beside it.
function ofSymbol(symbol) {
  if (!symbol) return undefined;
  if (symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0];
  if (!declaration) return undefined;
  if (isFunction(declaration.initializer)) return declaration.initializer;
  return isDefinition(declaration) ? declaration : undefined;
}

function calleeOf(node) {
  const declaration = checker.getResolvedSignature(node)?.declaration;
  if (declaration && isDefinition(declaration)) return implementation(declaration);
  const bySymbol = ofSymbol(checker.getSymbolAtLocation(calleeName(node)));
  return bySymbol ? implementation(bySymbol) : declaration;
}

// The members of all types of a union; the signature that is resolved is the first one's.
function ofUnion(node) {
  const symbol = checker.getSymbolAtLocation(calleeName(node));
  const declared = symbol?.declarations?.length > 1 ? symbol.declarations : [];
  return declared.filter((one) => isDefinition(one) && isInside(one)).map((one) => place(nameOf(implementation(one))));
}

function nameOf(declaration) {
  if (ts.isConstructorDeclaration(declaration)) {
    return declaration.getChildren().find((child) => child.kind === ts.SyntaxKind.ConstructorKeyword);
  }
  const owner = declaration.parent;
  const isNamedElsewhere = ts.isFunctionExpression(declaration) && owner && ts.isBinaryExpression(owner);
  if (declaration.name && !isNamedElsewhere) {
    return ts.isComputedPropertyName(declaration.name) ? declaration.name.expression : declaration.name;
  }
  if (owner?.initializer === declaration && owner.name) return owner.name;
  if (owner && ts.isBinaryExpression(owner)) {
    return ts.isPropertyAccessExpression(owner.left) ? owner.left.name : owner.left;
  }
  return declaration;
}

function place(node) {
  const file = node.getSourceFile();
  const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
  return { path: path.relative(root, file.fileName), line: line + 1, column: character };
}

function isInside(node) {
  const name = node.getSourceFile().fileName;
  return name.startsWith(root + path.sep) && !name.includes("/node_modules/");
}

function report(node, kind) {
  const name = calleeName(node);
  const callee = calleeOf(node);
  let state = "unknown";
  if (callee && !isInside(callee)) state = "external";
  else if (callee && isDefinition(callee)) state = "internal";
  const target = state === "internal" ? place(nameOf(callee)) : null;
  const found = { ...place(name), text: name.getText().slice(0, 80), kind, state, callee: target, others: target ? ofUnion(node) : [] };
  process.stdout.write(JSON.stringify(found) + "\n");
}

function kindOf(node) {
  if (ts.isCallExpression(node)) return "call";
  if (ts.isNewExpression(node)) return "new";
  if (ts.isTaggedTemplateExpression(node)) return "template";
  if (ts.isJsxOpeningLikeElement(node) && /^[A-Z]|\./.test(node.tagName.getText())) return "element";
  return undefined;
}

function visit(node) {
  const kind = kindOf(node);
  if (kind && node.expression?.kind !== ts.SyntaxKind.ImportKeyword) report(node, kind);
  ts.forEachChild(node, visit);
}

for (const file of program.getSourceFiles()) {
  if (isInside(file) && !file.isDeclarationFile) visit(file);
}
