import { chunk } from '#src/web/feedback/chunk.tsx';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';

const Loaded = chunk(() => import('./list-quick-add.tsx')).patientPart((module) => module.ListQuickAdd);

/** Where tasks are typed at the end of a list. A page is whole without it. */
export function ListQuickAdd() {
  return (
    <ErrorBoundary fallback={null}>
      <Loaded />
    </ErrorBoundary>
  );
}
