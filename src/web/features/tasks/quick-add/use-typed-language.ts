import { useEffect } from 'react';
import { typedLanguage } from '#src/web/features/tasks/draft/typed-language.ts';
import { useStore } from '#src/web/platform/store.ts';
import { useQuickAddCode } from './quick-add-chunk.ts';
import { useLineSources } from './use-line-sources.ts';

/** Lets fields for days read text as quick add does. */
export function useTypedLanguage(): void {
  const code = useQuickAddCode();
  const sources = useLineSources();
  // Text that is already in a field is read again with the language.
  useStore(typedLanguage);
  useEffect(() => {
    if (code) typedLanguage.set(code.typedLanguageOf(sources));
  }, [code, sources]);
}
