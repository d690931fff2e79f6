/** What is wrong with a text of more than `limit` UTF-16 code units; null when nothing is. */
export function tooLong(text: string, limit: number): string | null {
  return text.length > limit ? `At most ${limit.toLocaleString()} characters, please` : null;
}

/** How much of it is too much, to be read at once, before the field has been left; null when nothing is. */
export function excessText(text: string, limit: number): string | null {
  const excess = text.length - limit;
  if (excess <= 0) return null;
  return excess === 1 ? '1 character too many' : `${excess.toLocaleString()} characters too many`;
}
