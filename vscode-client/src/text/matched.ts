/** Where a search result passes its filters, in a few words. */

import type { SearchResult } from "../api";

const MOST = 3;

/** `12: time.sleep, 15: sleep, …`; nothing where no filter asked what code does. */
export function matchedPlaces(matched: SearchResult["matched"] = []): string {
  const places = [...new Set(matched.map((one) => `${one.range.start.line + 1}: ${one.text.replace(/\s+/g, " ")}`))];
  return [...places.slice(0, MOST), ...(places.length > MOST ? ["…"] : [])].join(", ");
}
