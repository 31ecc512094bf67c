/** The callers and callees of a definition as a graph; nodes hot by how many sites lead to them. */

import type { Location, Relation, RelationshipsAnswer, SymbolShape } from "../api";
import type { Graph, GraphEdge, GraphNode } from "./layout";
import type { PathOf } from "./report";

const MOST_A_SIDE = 40;

export function neighbourhood(answer: RelationshipsAnswer, pathOf: PathOf): Graph {
  const { symbol } = answer;
  if (symbol === null) return { center: "", nodes: [], edges: [] };
  const center = symbol.qualifiedName;
  const nodes = new Map<string, GraphNode>();
  const edges: GraphEdge[] = [];
  const place: Location = { uri: symbol.uri, range: symbol.selectionRange };
  nodes.set(center, { id: center, label: symbol.name, detail: pathOf(symbol.uri), column: 0, heat: 1, place });
  const add = (relation: Relation, side: -1 | 1) => {
    const id = relation.symbol?.qualifiedName ?? relation.name ?? "?";
    const known = nodes.get(id);
    if (known === undefined) nodes.set(id, nodeOf(relation, id, side, pathOf));
    else known.heat += relation.sites.length;
    if (relation.depth <= 1) edges.push(side < 0 ? { from: id, to: center, resolution: relation.resolution } : { from: center, to: id, resolution: relation.resolution });
  };
  for (const one of answer.callers.slice(0, MOST_A_SIDE)) add(one, -1);
  for (const one of answer.callees.slice(0, MOST_A_SIDE)) add(one, 1);
  return { center, nodes: [...nodes.values()], edges };
}

function nodeOf(relation: Relation, id: string, side: -1 | 1, pathOf: PathOf): GraphNode {
  const { symbol } = relation;
  const label = symbol === null ? id : labelOf(symbol);
  if (symbol === null) return { id, label, detail: relation.resolution, column: side * Math.max(1, relation.depth), heat: relation.sites.length };
  const place: Location = { uri: symbol.uri, range: symbol.selectionRange };
  return { id, label, detail: pathOf(symbol.uri), column: side * Math.max(1, relation.depth), heat: relation.sites.length, place };
}

/** What has no name is told by what it is in. */
function labelOf(symbol: SymbolShape): string {
  if (!symbol.name.startsWith("<")) return symbol.name;
  const outer = symbol.qualifiedName.split(".").findLast((part) => !part.startsWith("<"));
  return outer === undefined ? symbol.name : `in ${outer}`;
}
