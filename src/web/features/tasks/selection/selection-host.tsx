import { chunk } from '#src/web/feedback/chunk.tsx';
import { useWhenIdle } from '#src/web/platform/idle.ts';
import { useIsSelecting } from '#src/web/tasks/selection.ts';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';

const selectionChunk = chunk(() => import('./selection-bar.tsx'));
const SelectionBar = selectionChunk.part((module) => module.SelectionBar);

/** The bar of actions, shown while tasks are selected. */
export function SelectionHost() {
  useWhenIdle(selectionChunk.preload);
  const isSelecting = useIsSelecting();
  return (
    <ErrorBoundary part="The selection" subject={String(isSelecting)}>
      {isSelecting && <SelectionBar />}
    </ErrorBoundary>
  );
}
