/** Starts and ends of the server; the first test is about the start of the extension itself. */

import * as assert from "node:assert/strict";
import { app, extension, run, until, type Test } from "./steps";

export const beforeAll: Record<string, Test> = {
  "it is active before its server is, and a command waits for that": async (person) => {
    const found = extension();
    assert.ok(found);
    const { connection } = (await found.activate()).app;
    const restarted = connection.restart();
    assert.equal(connection.phase, "starting");
    await run("showStatus");
    assert.deepEqual(person.messages, []);
    assert.equal(connection.phase, "ready", connection.problem);
    await restarted;
  },
};

export const afterAll: Record<string, Test> = {
  "restartServer is one restart, however often it is asked for": async () => {
    const { connection } = await app();
    const before = connection.processId;
    const restarted = Promise.all([run("restartServer"), run("restartServer"), run("restartServer")]);
    await until("a start", () => connection.phase === "starting");
    assert.ok((await (await app()).ask("codewitness.status", {})).version, "what is asked while it starts waits for it");
    await restarted;
    assert.equal(connection.phase, "ready");
    assert.notEqual(connection.processId, before);
    assert.equal((await (await app()).ask("codewitness.waitForFresh", { timeoutMs: 60_000 })).fresh, true);
  },

  "a server that is killed comes back": async (person) => {
    const { connection } = await app();
    const before = connection.processId;
    assert.ok(before);
    process.kill(before, "SIGKILL");
    await until("a new server", () => connection.processId !== undefined && connection.processId !== before && connection.phase === "ready" && connection.running !== undefined);
    assert.match(person.messages.join(), /ended unexpectedly and was started again/);
    await (await app()).ask("codewitness.waitForFresh", { timeoutMs: 60_000 });
    assert.ok((await (await app()).ask("codewitness.search", { query: "upload" })).results.length > 0);
  },
};
