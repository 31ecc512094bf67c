/**
 * Commands of the server that a person runs from a CodeLens, a code action or a hover: their answers
 * are shown as those of the extension's own commands, not dropped.
 */

import type { SymbolName } from "../api";
import type { App } from "../app";
import { peekCallers, showCallers, showImplementation, verifyAbout, verifyClaim } from "./code";
import { showRemembered } from "./memory";
import { rebuildIndex, runAudit, showStatus } from "./server";
import { giveUpDecision, recordDecision } from "./session";

interface Given { claim?: string; symbol?: SymbolName; decision?: string; decisionId?: string; supersededReason?: string }

const SHOWN: Record<string, (app: App, given: Given) => Promise<unknown>> = {
  "codewitness.verify": (app, given) => (given.symbol === undefined ? verifyClaim(app, given.claim) : verifyAbout(app, given.symbol)),
  "codewitness.lens.callers": (app, given) => peekCallers(app, given.symbol),
  "codewitness.lens.remembered": (app, given) => rememberedAt(app, given.symbol),
  "codewitness.relationships": (app, given) => showCallers(app, given.symbol),
  "codewitness.getImplementation": (app, given) => showImplementation(app, given.symbol),
  "codewitness.status": showStatus,
  "codewitness.audit": runAudit,
  "codewitness.reindex": rebuildIndex,
};

/** A lens names its definition by its place. */
function rememberedAt(app: App, symbol?: SymbolName): Promise<void> {
  return typeof symbol === "object" ? showRemembered(app, symbol.uri, symbol.position) : Promise.resolve();
}

/** How a command is shown; undefined if it is to be sent as it is, since it does something and shows nothing. */
export function shownAs(command: string, given: unknown): ((app: App) => Promise<unknown>) | undefined {
  const argument = (given ?? {}) as Given;
  if (command === "codewitness.session.recordDecision" && argument.decision === undefined) return (app) => recordDecision(app, argument.symbol);
  const { decisionId, supersededReason } = argument;
  if (command === "codewitness.session.updateDecision" && decisionId !== undefined && supersededReason !== undefined) return (app) => giveUpDecision(app, decisionId, supersededReason);
  const show = Object.hasOwn(SHOWN, command) ? SHOWN[command] : undefined;
  return show === undefined ? undefined : (app) => show(app, argument);
}
