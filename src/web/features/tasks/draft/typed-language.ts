import type { Due } from '#src/domain/repeat/due.ts';
import { createStore } from '#src/web/platform/store.ts';

/** Reads a text as quick add does, if it is a day, maybe with a time, and nothing else; null for other text. */
export interface TypedLanguage {
  readonly due: (text: string) => Due | null;
}

/** Null until quick add is loaded. Until then, days are read in numbers, year first. */
export const typedLanguage = createStore<TypedLanguage | null>(null);
