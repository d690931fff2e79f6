/** The text, or as much of it as fits, with a sign that it goes on. `limit` in UTF-16 code units; no character is halved. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
