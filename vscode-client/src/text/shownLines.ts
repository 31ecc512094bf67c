/** Lines of code for a list, where there is room for two: what comments say without their marks. */

/** The lines of `snippet` that are not empty; those of block comments and behind slashes without marks and tags. */
export function shownLines(snippet: string): string[] {
  let isWithin = false; // a comment that goes on
  const lines = snippet.split(/\r?\n/).map((line) => {
    const text = line.trim();
    const begins = !isWithin && text.startsWith("/*");
    if (!begins && !isWithin) return text.startsWith("//") ? withoutTags(text.replace(/^\/\/[/!]*/, "")) : text;
    const end = text.indexOf("*/");
    isWithin = end < 0;
    const own = (begins ? text.replace(/^\/\*[*!]*(?!\/)/, "") : text.replace(/^\*(?!\/)/, "")).replace("*/", "");
    return withoutTags(own);
  });
  return lines.filter((line) => line !== "");
}

function withoutTags(text: string): string {
  return text.replaceAll(/<\/?[A-Za-z][^<>]*>/g, "").replaceAll(/\{@\w+ ([^{}]*)\}/g, "$1").trim();
}
