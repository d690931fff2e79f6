import { useEffect } from 'react';
import { typedLanguage } from '#src/web/features/tasks/draft/typed-language.ts';
import { useStore } from '#src/web/platform/store.ts';
import { useQuickAddCode } from './quick-add-chunk.ts';
import { useLineSources } from './use-line-sources.ts';

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
