/** Text as every database holds it: without NUL and lone surrogates, which no one typed on purpose. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** A name: clean, and without the blanks around it, which nobody sees but which would make it another name. */
export function cleanName(text: string): string {
  return cleanText(text).trim();
}
