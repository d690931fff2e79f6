import { inOneForm, isBlank } from './names.ts';

/** Text as every database holds it: without NUL and lone surrogates, which no one typed on purpose. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/**
 * A name: clean, in one form, and without the blanks around it, which nobody sees but which would make it another name. ''
 * when there is nothing to be seen in it.
 */
export function cleanName(text: string): string {
  const name = inOneForm(cleanText(text).trim());
  return isBlank(name) ? '' : name;
}
