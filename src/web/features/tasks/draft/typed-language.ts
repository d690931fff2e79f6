import type { Due } from '#src/domain/repeat/due.ts';
import { createStore } from '#src/web/platform/store.ts';

/** How quick add reads a text that is a day, maybe with a time, and nothing else; null for what is none. */
export interface TypedLanguage {
  readonly due: (text: string) => Due | null;
}

/** Null before it is loaded: then a day is one in numbers, the year first. */
export const typedLanguage = createStore<TypedLanguage | null>(null);
