/** The text with a capital letter first. For English words, not for the user's texts. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
