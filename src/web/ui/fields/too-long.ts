import { formatCount } from '#src/web/platform/format-count.ts';
/** The problem with a text longer than `limit` UTF-16 code units; null for a shorter one. */
export function tooLong(text: string, limit: number): string | null {
  return text.length > limit ? `At most ${formatCount(limit)} characters, please` : null;
}

/** The excess of a text over `limit`, to show while the user still types; null without one. */
export function excessText(text: string, limit: number): string | null {
  const excess = text.length - limit;
  if (excess <= 0) return null;
  return excess === 1 ? '1 character too many' : `${formatCount(excess)} characters too many`;
}
