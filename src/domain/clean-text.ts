import { inOneForm, isBlank } from '#src/domain/text/names.ts';

/** Text that every database accepts: without NUL and lone surrogates, which nobody types on purpose. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/**
 * A cleaned name: in one form, and without surrounding blanks, which are invisible but would make another
 * name. '' for a name without a visible character.
 */
export function cleanName(text: string): string {
  const name = inOneForm(cleanText(text).trim());
  return isBlank(name) ? '' : name;
}
