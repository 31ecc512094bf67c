/** One test a command, in the order of a working day; what the server does not offer is left out by name. */

import * as assert from "node:assert/strict";
import * as fs from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import { app, asker, at, extension, file, folder, needing, report, run, until, type Test } from "./steps";

export const tests: Record<string, Test> = {
  "it starts, and the server reads the folder": async () => {
    const { connection } = await app();
    assert.equal(connection.phase, "ready", connection.problem);
    const answer = await (await app()).ask("codewitness.waitForFresh", { timeoutMs: 60_000 });
    assert.equal(answer.fresh, true);
  },

  "all its commands are there": async () => {
    const manifest = extension()?.packageJSON as { contributes: { commands: { command: string }[] } };
    const known = await vscode.commands.getCommands(true);
    const missing = manifest.contributes.commands.filter(({ command }) => !known.includes(command));
    assert.deepEqual(missing, []);
  },

  "searchCode opens what was chosen": async (person) => {
    person.picks("retry after a failed upload calls:sleep", "upload");
    await run("searchCode");
    const editor = await until("sync.py", () => vscode.window.activeTextEditor?.document.fileName.endsWith("sync.py") && vscode.window.activeTextEditor);
    assert.match(editor.document.lineAt(editor.selection.active.line).text, /def upload/);
  },

  "searchCode tells of a filter that it does not know": async (person) => {
    person.picks("x limit:many", "limit: takes a whole number");
    void run("searchCode");
    await until("the problem", () => person.seen.some((labels) => labels.some((label) => label.includes("limit: takes"))));
  },

  "searchCode says at the top that nothing has the words": async (person) => {
    person.picks("xyzzy plugh load", "nobody chooses").picks("xyzzy plugh", "nobody chooses");
    void run("searchCode");
    await until("results", () => person.seen.some((labels) => labels.some((label) => label.includes("Reader.load"))));
    assert.deepEqual(new Set(person.titles), new Set(["Search Code"]));
    void run("searchCode");
    await until("the note", () => person.titles.some((title) => title.startsWith("Search Code: no word of the query")));
  },

  "endSession asks nothing where no session is under way": needing(["codewitness.session.end"], async (person) => {
    await run("endSession");
    assert.match(person.messages.join(), /no session is under way/);
  }),

  "hover has the signals": async () => {
    const editor = await at("orders.py", "load");
    const hovers = await until("a hover", async () => {
      const found = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", editor.document.uri, editor.selection.active);
      return found.length > 0 && found;
    });
    const text = hovers.flatMap((hover) => hover.contents).map((one) => (typeof one === "string" ? one : one.value)).join("\n");
    assert.match(text, /calls .*`self\.source\.read`/);
  },

  "hover sees what is not saved": async () => {
    const editor = await at("orders.py", "check(self)");
    const line = editor.selection.active.line;
    await editor.edit((edit) => edit.insert(new vscode.Position(line + 1, 0), "        self.ping()\n"));
    await until("the new call", async () => {
      const found = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", editor.document.uri, new vscode.Position(line, 10));
      return found.some((hover) => hover.contents.some((one) => typeof one !== "string" && one.value.includes("self.ping")));
    });
    await vscode.commands.executeCommand("workbench.action.files.revert");
  },

  "showStatus counts the files": async () => {
    await run("showStatus");
    assert.match((await report(/how things stand/)).getText(), /Files: (\d+) of \1 in the index/);
  },

  "runDoctor says what it looked at": async () => {
    await run("runDoctor");
    assert.match((await report(/codewitness doctor/)).getText(), /ok {2}installation: codewitness/);
  },

  "rebuildIndex reads again": async (person) => {
    await run("rebuildIndex");
    assert.match(person.messages.join(), /\d+ files read again/);
  },

  "runAudit finds no difference": needing(["codewitness.audit"], async () => {
    await run("runAudit");
    await report(/The index is what a clean build would be/);
  }),

  "verifyClaim shows its line, and changes with an edit that is not saved": needing(["codewitness.verify"], async () => {
    const editor = await at("orders.py", "self.check()");
    await run("verifyClaim", "Reader.load calls check");
    const shown = await report(/SUPPORTED/);
    assert.match(shown.getText(), /orders\.py:\d+ {2}supports[^\n]*\n {4}self\.check\(\)/);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>("vscode.executeLinkProvider", shown.uri);
    assert.ok(links.some((link) => link.target?.path.endsWith("orders.py")));
    const { line } = editor.selection.active;
    await editor.edit((edit) => edit.delete(new vscode.Range(line, 0, line + 1, 0)));
    await until("another verdict", () => !/# ✔ SUPPORTED/.test(shown.getText()));
    await vscode.window.showTextDocument(editor.document);
    await vscode.commands.executeCommand("workbench.action.files.revert");
  }),

  "a verdict follows what others write to the disk, a subject that comes too": needing(["codewitness.verify"], async () => {
    await run("verifyClaim", "latecomer raises KeyError");
    const shown = await report(/SUBJECT_NOT_FOUND/);
    const late = path.join(folder().fsPath, "late.py");
    fs.writeFileSync(late, "def latecomer():\n    raise KeyError('x')\n");
    await until("the subject", () => /# ✔ SUPPORTED/.test(shown.getText()));
    fs.writeFileSync(late, "def latecomer():\n    return None\n");
    await until("another verdict", () => /NOT_SUPPORTED/.test(shown.getText()));
    fs.rmSync(late);
    await until("that it is gone", () => /SUBJECT_NOT_FOUND/.test(shown.getText()));
  }),

  "verifyClaim takes what is typed": needing(["codewitness.verify"], async (person) => {
    await at("orders.py", "load");
    person.picks("Reader.check raises ValueError", "Reader.check raises ValueError");
    await run("verifyClaim");
    await report(/✔ SUPPORTED/);
  }),

  "showCallers opens a call": needing(["codewitness.relationships"], async (person) => {
    await at("orders.py", "check(self)");
    person.picks("", "load");
    await run("showCallers");
    await until("the call", () => /self\.check\(\)/.test(vscode.window.activeTextEditor?.document.lineAt(vscode.window.activeTextEditor.selection.active.line).text ?? ""));
  }),

  "call hierarchy has the caller": needing(["codewitness.relationships"], async () => {
    const editor = await at("orders.py", "check(self)");
    const items = await vscode.commands.executeCommand<vscode.CallHierarchyItem[]>("vscode.prepareCallHierarchy", editor.document.uri, editor.selection.active);
    assert.ok(items[0]);
    const calls = await vscode.commands.executeCommand<vscode.CallHierarchyIncomingCall[]>("vscode.provideIncomingCalls", items[0]);
    assert.deepEqual(calls.map((call) => call.from.name), ["load"]);
  }),

  "showImplementation has the helper": needing(["codewitness.getImplementation"], async (person) => {
    await at("orders.py", "load");
    person.chooses("With its helpers");
    await run("showImplementation");
    assert.match((await report(/Reader\.load/)).getText(), /def check\(self\)/);
  }),

  "showImpact tells what an unsaved edit does": needing(["codewitness.impact"], async (person) => {
    const editor = await at("orders.py", "self.check()");
    const { line } = editor.selection.active;
    await editor.edit((edit) => edit.delete(new vscode.Range(line, 0, line + 1, 0)));
    person.chooses("What is saved");
    await run("showImpact");
    assert.match((await report(/Impact of this edit/)).getText(), /Reader\.load: changed/);
    await vscode.window.showTextDocument(editor.document);
    await vscode.commands.executeCommand("workbench.action.files.revert");
  }),

  "showPicture opens": needing(["codewitness.relationships"], async () => {
    await at("orders.py", "load");
    await run("showPicture");
    await until("the picture", () => vscode.window.tabGroups.all.some((group) => group.tabs.some((tab) => tab.label === "Calls of load")));
  }),

  "a session with a decision, a lesson, a reason and an error": needing(["codewitness.session.start", "codewitness.session.recordDecision"], async (person) => {
    await at("sync.py", "upload");
    const { ask } = await asker();
    await run("startSession", ...[]).then(undefined, () => undefined);
    assert.match(person.messages.join(), /nobody said/, "a form that is not filled in sends nothing");
    assert.equal((await ask("codewitness.session.status", {})).id, null);
    person.types("make uploads last");
    await run("startSession");
    assert.equal((await ask("codewitness.session.status", {})).id !== null, true);
    const first = await ask("codewitness.session.status", {});
    person.chooses("End it, then start another").types("make uploads last longer");
    await run("startSession");
    const sessions = (await ask("codewitness.session.list", {})).sessions.filter((one) => one.isActive);
    assert.deepEqual(sessions.map((one) => one.description), ["make uploads last longer"]);
    person.chooses("Let it go on").types("make uploads last");
    await run("startSession");
    assert.equal((await ask("codewitness.session.list", {})).sessions.filter((one) => one.isActive).length, 2);
    assert.notEqual((await ask("codewitness.session.status", {})).id, first.id);
    await ask("codewitness.session.end", { sessionId: sessions[0]?.id ?? "" });
    await at("sync.py", "upload");
    person.types("retry with pauses", "the network fails", "give up", "", "Uploader.upload calls sleep", "").chooses("Sure");
    await run("recordDecision");
    const { decisions } = await ask("codewitness.session.decisions", {});
    assert.deepEqual(decisions.map((one) => [one.decision, one.source, one.confidence]), [["retry with pauses", "user", 0.95]]);
    assert.equal(decisions[0]?.anchors?.[0]?.symbol.endsWith("Uploader.upload"), true);
    person.types("pauses must grow");
    await run("recordLesson");
    await at("sync.py", "time.sleep");
    person.types("to spare the warehouse");
    await run("recordReason");
    await vscode.env.clipboard.writeText('Traceback (most recent call last):\n  File "sync.py", line 13, in upload\n    x\nKeyError: 7\n');
    person.picks("", "The clipboard").types("KeyError", "7", "");
    await run("recordError");
    person.picks("IndexError: no row 9", "IndexError: no row 9").types("IndexError", "no row 9", "");
    await run("recordError");
    person.picks("no row 9", "IndexError: no row 9");
    await run("findErrors");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const { results } = await ask("codewitness.session.searchErrors", { query: "KeyError" });
    assert.equal(results[0]?.error.message, "7");
    assert.equal(results[0]?.error.source, "user");
  }),

  "findDecisions and findErrors show them": needing(["codewitness.session.decisions", "codewitness.session.searchErrors"], async (person) => {
    person.picks("retry pauses", "retry with pauses");
    await run("findDecisions");
    assert.match((await report(/# retry with pauses/)).getText(), /the network fails[^]*Instead of\n\n- give up/);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    person.picks("KeyError", "KeyError: 7");
    await run("findErrors");
    assert.match((await report(/# KeyError: 7/)).getText(), /Not solved yet/);
  }),

  "searchCode finds what was recorded": needing(["codewitness.session.decisions"], async (person) => {
    person.picks("retry pauses in:decisions", "retry with pauses");
    await run("searchCode");
    await report(/# retry with pauses/);
  }),

  "a lens counts what is remembered, and lists it": needing(["codewitness.session.decisions"], async (person) => {
    const editor = await at("sync.py", "upload(");
    const lens = await until("the lens", async () => {
      const found = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", editor.document.uri);
      return found.find((one) => one.command?.title.includes("decision"));
    });
    assert.ok(lens.command);
    const choose = async (label: string) => {
      person.picks("", label);
      await vscode.commands.executeCommand(lens.command?.command ?? "", ...((lens.command?.arguments ?? []) as unknown[]));
    };
    await choose("retry with pauses");
    await report(/# retry with pauses/);
    const lesson = "the warehouse drops connections\nat night";
    await (await app()).ask("codewitness.session.recordLesson", { lesson, symbols: ["Uploader.upload"] });
    await choose("the warehouse drops");
    assert.match((await report(/# Lesson/)).getText(), /at night/);
  }),

  "a lens counts callers, and shows their calls": needing(["codewitness.lens.callers"], async () => {
    const { document } = await at("orders.py", "def check");
    const lenses = () => vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 100);
    const lens = await until("the number of callers", async () => (await lenses()).find((one) => one.command?.command === "codewitness.lens.callers" && /^\d/.test(one.command.title)));
    await vscode.commands.executeCommand(lens.command?.command ?? "", ...((lens.command?.arguments ?? []) as unknown[]));
  }),

  "an edit that breaks a decision is told, and its quick fix works": needing(["codewitness.session.updateDecision"], async (person) => {
    const { ask } = await asker(), decision = "pauses are kept";
    await ask("codewitness.session.recordDecision", { decision, rationale: "so", claims: ["Uploader.upload calls sleep"], source: "user" });
    const editor = await at("sync.py", "time.sleep");
    await editor.edit((edit) => edit.replace(editor.document.lineAt(editor.selection.active.line).range, "                pass"));
    const told = () => vscode.languages.getDiagnostics(editor.document.uri).filter((one) => one.message.includes(decision));
    const [diagnostic] = await until("the diagnostic", () => told().length > 0 && told());
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>("vscode.executeCodeActionProvider", editor.document.uri, diagnostic?.range ?? editor.selection);
    const fix = actions.find((action) => action.title.includes(decision) && action.title.includes("superseded"));
    assert.ok(fix?.command, actions.map((action) => action.title).join());
    person.types("a queue does");
    await vscode.commands.executeCommand(fix.command.command, ...((fix.command.arguments ?? []) as unknown[]));
    await until("no diagnostic", () => told().length === 0);
    assert.match(JSON.stringify(await ask("codewitness.session.decisions", { query: decision })), /"supersededReason":"a queue does"/);
    await vscode.window.showTextDocument(editor.document);
    await vscode.commands.executeCommand("workbench.action.files.revert");
  }),

  "resolveError says what solved it": needing(["codewitness.session.resolveError"], async (person) => {
    const { ask } = await asker();
    const [found] = (await ask("codewitness.session.searchErrors", { query: "KeyError" })).results;
    person.types("count from zero");
    await run("resolveError", { record: found?.error });
    assert.equal((await ask("codewitness.session.searchErrors", { query: "KeyError" })).results[0]?.error.solution, "count from zero");
  }),

  "endSession shows the summary, resumeSession goes on": needing(["codewitness.session.end", "codewitness.session.resume"], async (person) => {
    const { ask } = await asker();
    person.chooses("It is done").types("uploads last now");
    await run("endSession");
    assert.match((await report(/# make uploads last/)).getText(), /with success/);
    assert.equal((await ask("codewitness.session.status", {})).id, null);
    person.chooses("make uploads last");
    await run("resumeSession");
    assert.notEqual((await ask("codewitness.session.status", {})).id, null);
  }),

  "exportMemory and importMemory": needing(["codewitness.memory.export", "codewitness.memory.import"], async (person) => {
    const target = file("memory.jsonl");
    const window = vscode.window as unknown as Record<string, unknown>;
    const [save, open] = [window["showSaveDialog"], window["showOpenDialog"]];
    window["showSaveDialog"] = () => Promise.resolve(target);
    window["showOpenDialog"] = () => Promise.resolve([target]);
    try {
      await run("exportMemory");
      assert.ok(fs.readFileSync(target.fsPath, "utf8").includes("retry with pauses"));
      await run("importMemory");
      assert.match(person.messages.join("\n"), /records written[^]*0 records added/);
    } finally {
      [window["showSaveDialog"], window["showOpenDialog"]] = [save, open];
      fs.rmSync(path.normalize(target.fsPath), { force: true });
    }
  }),

  "showContext has the decision": needing(["codewitness.session.projectContext"], async (person) => {
    person.types("");
    await run("showContext");
    await report(/retry with pauses/);
  }),

  "showPatterns answers": needing(["codewitness.session.analyzePatterns"], async () => {
    await run("showPatterns");
    await report(/Patterns of this project/);
  }),

  "a setting takes effect without a restart": async () => {
    const { connection } = await app();
    const before = connection.processId;
    const settings = vscode.workspace.getConfiguration("codewitness");
    const isLeftOut = async () => (await (await app()).ask("codewitness.status", {})).files?.failed.some((one) => one.uri.endsWith("day.py")) ?? false;
    assert.equal(await isLeftOut(), false);
    await settings.update("index.exclude", ["day.py"], vscode.ConfigurationTarget.Workspace);
    await until("it to be left out", isLeftOut);
    await settings.update("index.exclude", undefined, vscode.ConfigurationTarget.Workspace);
    await until("it to be read again", async () => !(await isLeftOut()));
    assert.equal(connection.processId, before);
  },

  "a command of the server that a lens or an action runs is shown": needing(["codewitness.verify"], async (person) => {
    await vscode.commands.executeCommand("codewitness.verify", { claim: "Reader.check raises ValueError" });
    await report(/✔ SUPPORTED/);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    person.picks("Reader.check raises KeyError", "Reader.check raises KeyError");
    const { document, selection } = await at("orders.py", "def check");
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>("vscode.executeCodeActionProvider", document.uri, selection);
    const verify = actions.find((action) => action.title.startsWith("Verify a claim about this method: check"))?.command;
    assert.ok(verify, actions.map((action) => action.title).join());
    await vscode.commands.executeCommand(verify.command, ...((verify.arguments ?? []) as unknown[]));
    await report(/○ NOT_SUPPORTED/);
  }),

  "problems of other extensions are remembered only if that is allowed": needing(["codewitness.session.recordError"], async () => {
    const { ask } = await asker();
    const collection = vscode.languages.createDiagnosticCollection("other");
    const settings = vscode.workspace.getConfiguration("codewitness");
    const problem = (message: string) => {
      const one = new vscode.Diagnostic(new vscode.Range(2, 0, 2, 4), message, vscode.DiagnosticSeverity.Error);
      one.source = "othertool";
      return one;
    };
    const found = async (words: string) => (await ask("codewitness.session.searchErrors", { query: words, limit: 50 })).results.some(({ error }) => error.message.includes(words));
    try {
      collection.set(file("orders.py"), [problem("zebra before")]);
      await new Promise((resolve) => setTimeout(resolve, 4000)); // longer than it takes to settle
      await settings.update("capture.diagnostics", true, vscode.ConfigurationTarget.Workspace);
      collection.set(file("orders.py"), [problem("giraffe allowed")]);
      await until("the error", () => found("giraffe allowed"));
      assert.equal(await found("zebra before"), false);
    } finally {
      await settings.update("capture.diagnostics", undefined, vscode.ConfigurationTarget.Workspace);
      collection.dispose();
    }
  }),

  "copyDebugInformation names no file": async () => {
    await run("copyDebugInformation");
    const text = await vscode.env.clipboard.readText();
    assert.match(text, /server \d+\.\d+\.\d+ \(ready\)/);
    assert.ok(!text.includes(folder().fsPath), text);
  },
};
