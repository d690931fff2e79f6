import { useEffect } from 'react';
import type { Due } from '#src/domain/repeat/due.ts';
import { createStore, useStore } from '#src/web/platform/store.ts';
import { useQuickAddCode } from './quick-add-chunk.ts';
import { useLineSources } from './use-line-sources.ts';

/** How quick add reads a text that is a day, maybe with a time, and nothing else; null for what is none. */
export interface TypedLanguage {
  readonly due: (text: string) => Due | null;
}

/** Null before it is loaded: then a day is one in numbers, the year first. */
export const typedLanguage = createStore<TypedLanguage | null>(null);

/** Lets fields for days read the language of quick add. */
export function useTypedLanguage(): void {
  const code = useQuickAddCode();
  const sources = useLineSources();
  // What stands in the field already is read by it, too.
  useStore(typedLanguage);
  useEffect(() => {
    if (code) typedLanguage.set(code.typedLanguageOf(sources));
  }, [code, sources]);
}
