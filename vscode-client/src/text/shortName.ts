/** A definition as it is named beside its file: without what the path says already. */

/** `Reader.load` of `shop.orders.Reader.load` in `shop/orders.py`; a method keeps what it belongs to. */
export function shortName(qualifiedName: string, file: string, kind = ""): string {
  const parts = qualifiedName.split(".");
  const folders = file.replace(/\.[^./\\]*$/, "").split(/[/\\]/);
  let at = 0;
  for (const folder of folders) if (at < parts.length && parts[at] === folder) at++;
  const isOwn = kind === "function" || kind === "module" || kind === "class";
  const least = Math.min(parts.length, isOwn ? 1 : 2);
  return parts.slice(Math.min(at, parts.length - least)).join(".");
}
