/** Where a page is shown: beside the code, and with the pages that are there already. */

export interface Group {
  column: number;
  hasPage: boolean;
  isEmpty: boolean;
}

/** The column that has pages, unless it is the only one, or an empty one; nothing if the next page begins one beside. */
export function columnOfPages(groups: readonly Group[]): number | undefined {
  if (groups.length > 1) return groups.find((group) => group.hasPage)?.column;
  return groups.find((group) => group.isEmpty)?.column; // beside nothing there would be an empty half
}
