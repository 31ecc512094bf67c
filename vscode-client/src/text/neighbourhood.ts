/** The callers and callees of a definition as a graph; nodes hot by how many sites lead to them. */

import type { Location, Relation, RelationshipsAnswer, SymbolShape } from "../api";
import type { Graph, GraphEdge, GraphNode } from "./layout";
import type { PathOf } from "./report";

const MOST_A_SIDE = 40;

/** What an answer about calls lacks, and why. */
export function missing({ complete, notes }: Pick<RelationshipsAnswer, "complete" | "notes">): string[] {
  if (notes !== undefined && notes.length > 0) return notes.map((one) => `${one}.`);
  return complete === false ? ["Not every call that might be meant was looked at: there was not enough time, or the project is not linked yet."] : [];
}

export function neighbourhood(answer: RelationshipsAnswer, pathOf: PathOf): Graph {
  const { symbol } = answer;
  if (symbol === null) return { center: "", nodes: [], edges: [] };
  const center = symbol.qualifiedName;
  const nodes = new Map<string, GraphNode>();
  const symbols = new Map<string, SymbolShape>([[center, symbol]]);
  const edges: GraphEdge[] = [];
  const place: Location = { uri: symbol.uri, range: symbol.selectionRange };
  nodes.set(center, { id: center, label: symbol.name, detail: pathOf(symbol.uri), column: 0, heat: 1, place });
  const add = (relation: Relation, side: -1 | 1) => {
    const id = relation.symbol?.qualifiedName ?? relation.name ?? "?";
    const known = nodes.get(id);
    if (known === undefined && relation.symbol !== null) symbols.set(id, relation.symbol);
    if (known === undefined) nodes.set(id, nodeOf(relation, id, side, pathOf));
    else known.heat += relation.sites.length;
    if (relation.depth <= 1) edges.push(side < 0 ? { from: id, to: center, resolution: relation.resolution } : { from: center, to: id, resolution: relation.resolution });
  };
  for (const one of answer.callers.slice(0, MOST_A_SIDE)) add(one, -1);
  for (const one of answer.callees.slice(0, MOST_A_SIDE)) add(one, 1);
  return { center, nodes: toldApart([...nodes.values()], symbols), edges };
}

function nodeOf(relation: Relation, id: string, side: -1 | 1, pathOf: PathOf): GraphNode {
  const { symbol } = relation;
  const label = symbol === null ? id : labelOf(symbol);
  if (symbol === null) return { id, label, detail: relation.resolution, column: side * Math.max(1, relation.depth), heat: relation.sites.length };
  const place: Location = { uri: symbol.uri, range: symbol.selectionRange };
  return { id, label, detail: pathOf(symbol.uri), column: side * Math.max(1, relation.depth), heat: relation.sites.length, place };
}

/** What has no name is told by what it is in; with `length`, by so many names of what is around. */
function labelOf(symbol: SymbolShape, length = 1): string {
  const parts = symbol.qualifiedName.split(".");
  if (!symbol.name.startsWith("<")) return length > 1 ? parts.slice(-length).join(".") : symbol.name;
  const outer = parts.slice(0, parts.findLastIndex((part) => !part.startsWith("<")) + 1);
  return outer.length === 0 ? symbol.name : `in ${outer.slice(-length).join(".")}`;
}

/** Nodes of one label get as many names of what they are in as they need, and their lines if that is the same. */
function toldApart(nodes: GraphNode[], symbols: ReadonlyMap<string, SymbolShape>): GraphNode[] {
  const alike = new Map<string, SymbolShape[]>();
  for (const node of nodes) alike.set(node.label, [...(alike.get(node.label) ?? []), ...[symbols.get(node.id) ?? []].flat()]);
  const labels = new Map<string, string>();
  for (const all of alike.values()) {
    if (all.length < 2) continue;
    const most = Math.max(...all.map((one) => one.qualifiedName.split(".").length));
    let length = 2;
    while (length < most && new Set(all.map((one) => labelOf(one, length))).size < all.length) length++;
    const told = all.map((one) => labelOf(one, length));
    const isClear = new Set(told).size === told.length;
    for (const [at, one] of all.entries()) labels.set(one.qualifiedName, isClear ? told[at] ?? "" : `${labelOf(one)}, line ${one.selectionRange.start.line + 1}`);
  }
  return nodes.map((node) => ({ ...node, label: labels.get(node.id) ?? node.label }));
}
