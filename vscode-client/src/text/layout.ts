/** Where the nodes of a call neighbourhood go: callers left, callees right, by distance. */

export interface GraphNode { id: string; label: string; detail: string; column: number; heat: number; place?: unknown }
export interface GraphEdge { from: string; to: string; resolution: string }
export interface Graph { center: string; nodes: GraphNode[]; edges: GraphEdge[] }
export interface Placed extends GraphNode { x: number; y: number }

export const COLUMN_WIDTH = 260;
export const ROW_HEIGHT = 44;

/** Columns are centred on each other; within one, those with most edges come first. */
export function layOut(graph: Graph): { placed: Placed[]; width: number; height: number } {
  const columns = new Map<number, GraphNode[]>();
  for (const node of graph.nodes) columns.set(node.column, [...(columns.get(node.column) ?? []), node]);
  const numbers = [...columns.keys()].sort((a, b) => a - b);
  const tallest = Math.max(1, ...[...columns.values()].map((list) => list.length));
  const placed = numbers.flatMap((number, at) => {
    const list = [...(columns.get(number) ?? [])].sort((a, b) => b.heat - a.heat || a.label.localeCompare(b.label));
    const top = ((tallest - list.length) * ROW_HEIGHT) / 2;
    return list.map((node, row): Placed => ({ ...node, x: at * COLUMN_WIDTH, y: top + row * ROW_HEIGHT }));
  });
  return { placed, width: numbers.length * COLUMN_WIDTH, height: tallest * ROW_HEIGHT };
}
