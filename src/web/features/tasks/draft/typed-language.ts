import type { Due } from '#src/domain/repeat/due.ts';
import { createStore } from '#src/web/platform/store.ts';

/** Reads the text of a field as quick add does. */
export interface TypedLanguage {
  /** The day in a text, maybe with a time, and nothing else; null for other text. */
  readonly due: (text: string) => Due | null;
  /** Says if a text is nothing but words for no date. */
  readonly isNoDate: (text: string) => boolean;
}

/** Null until quick add is loaded. Until then, days are read in numbers, year first. */
export const typedLanguage = createStore<TypedLanguage | null>(null);
