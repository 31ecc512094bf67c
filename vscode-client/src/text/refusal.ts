/** Refusals of the server for people, who have not named its fields. */

const FILTERS: Record<string, string> = { languages: "lang", paths: "path", minRelevance: "min", accesses: "reads" };

export function refusal(message: string): string {
  return message.replace(/^(\w+): codewitness\.search takes/, (_, field: string) => `${FILTERS[field] ?? field}: takes`);
}
