import { useEffect } from 'react';
import type { Due } from '#src/domain/repeat/due.ts';
import type { TypedRepeat } from '#src/domain/repeat/typed-repeat.ts';
import { createStore } from '#src/web/platform/store.ts';
import { useQuickAddCode } from './quick-add-chunk.ts';
import { useLineSources } from './use-line-sources.ts';

/** How quick add reads a text that is a day or a repeat and nothing else; null for what is neither. */
export interface TypedLanguage {
  readonly due: (text: string) => Due | null;
  readonly repeat: (text: string) => TypedRepeat | null;
}

/** Null before it is loaded: then a day is one in numbers. */
export const typedLanguage = createStore<TypedLanguage | null>(null);

/** Lets fields for days and repeats read the language of quick add. */
export function useTypedLanguage(): void {
  const code = useQuickAddCode();
  const sources = useLineSources();
  useEffect(() => {
    if (code) typedLanguage.set(code.typedLanguageOf(sources));
  }, [code, sources]);
}
