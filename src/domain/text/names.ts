/** A name in Unicode NFC, the form of stored names: the same name for every way to compose its letters. */
export function inOneForm(name: string): string {
  return name.normalize('NFC');
}

/**
 * Blanks, controls, and invisible characters: zero-width characters, soft hyphens, fillers (Unicode,
 * Default_Ignorable_Code_Point).
 */
const BLANK = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** True for a name without a visible character. */
export function isBlank(name: string): boolean {
  return BLANK.test(name);
}
