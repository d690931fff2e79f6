import type { FamilyList } from '#src/reading/lists/arrangement.ts';
import { chunk } from '#src/web/feedback/chunk.tsx';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';

const Loaded = chunk(() => import('./list-quick-add.tsx')).patientPart((module) => module.ListQuickAdd);

/** The quick add at the end of a list. A page works without it, if it cannot be loaded. */
export function ListQuickAdd({ list }: { readonly list: FamilyList }) {
  return (
    <ErrorBoundary fallback={null}>
      <Loaded list={list} />
    </ErrorBoundary>
  );
}
