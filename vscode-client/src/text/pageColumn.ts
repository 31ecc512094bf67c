/** Where a page is shown: beside the code, and with the pages that are there already. */

export interface Group {
  column: number;
  hasPage: boolean;
}

/** The column that has pages, unless it is the only one; nothing if the next page begins one beside. */
export function columnOfPages(groups: readonly Group[]): number | undefined {
  return groups.length > 1 ? groups.find((group) => group.hasPage)?.column : undefined;
}
