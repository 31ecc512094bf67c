/** A note as an entry of a list, which shows no more than two short lines of it. */

const MOST = 70; // characters that an entry has room for
const ENDS = [/[.] /g, /[:;] /g, /, /g]; // the strongest first

/** What does not fit into the first line is in the second, from where a sentence or a part of one ends. */
export function twoLines(note: string): { label: string; detail?: string } {
  if (note.length <= MOST) return { label: note };
  for (const end of ENDS) {
    const at = [...note.matchAll(end)].map((found) => found.index + 1).filter((one) => one <= MOST).at(-1);
    if (at !== undefined) return { label: note.slice(0, at), detail: note.slice(at + 1) };
  }
  return { label: note };
}
