/** The text, cut to `limit` UTF-16 code units with an ellipsis at the end. Never halves a character. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
