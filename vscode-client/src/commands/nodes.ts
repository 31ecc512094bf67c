/** What a click on an entry of the views does. */

import type { DecisionRecord, ErrorRecord } from "../api";
import { openPlace, type App } from "../app";
import type { Node } from "../text/tree";
import { verifyClaim } from "./code";
import { showChapters, showDecision, showError, showSession } from "./memory";

export async function showNode(app: App, node: Node): Promise<void> {
  switch (node.context) {
    case "decision":
      return showDecision(app, node.record as DecisionRecord);
    case "error.open":
    case "error.solved":
      return showError(app, node.record as ErrorRecord);
    case "session.active":
    case "session.ended":
      return showSession(app, { record: node.record });
    case "conversation":
      return showChapters(app, { record: node.record });
    case "claim":
      return verifyClaim(app, node.record as string);
    default:
      if (node.place !== undefined) await openPlace(node.place);
  }
}

/** Where a record is tied to. */
export async function openNodePlace(_app: App, node: Node): Promise<void> {
  if (node.place !== undefined) await openPlace(node.place);
}
