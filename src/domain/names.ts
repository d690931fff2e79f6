/**
 * A name in the one form in which names are kept (Unicode NFC): however a keyboard composes its letters, it is the same name.
 */
export function inOneForm(name: string): string {
  return name.normalize('NFC');
}

/** Blanks, controls, and what shows nothing: zero-width characters, soft hyphens, fillers (Unicode, Default_Ignorable_Code_Point). */
const BLANK = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether nobody could see a name. */
export function isBlank(name: string): boolean {
  return BLANK.test(name);
}
