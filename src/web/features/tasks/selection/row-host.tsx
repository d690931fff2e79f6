import { chunk } from '#src/web/feedback/chunk.tsx';
import { closeRowPopover, useRowPopover } from '#src/web/focus/row-popover.ts';
import { notifyError } from '#src/web/feedback/notifications.ts';
import { useWhenIdle } from '#src/web/platform/idle.ts';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';

const rowChunk = chunk(() => import('./row-popovers.tsx'));
const RowPopovers = rowChunk.part((module) => module.RowPopovers);

/** The menu of a row, or the popover with one of its values, while one is open. */
export function RowHost() {
  useWhenIdle(rowChunk.preload);
  const popover = useRowPopover();
  return (
    popover && (
      <ErrorBoundary
        fallback={null}
        onError={() => {
          closeRowPopover();
          notifyError('The menu could not be loaded. Check your network, then try again.');
        }}
      >
        <RowPopovers key={`${popover.id} ${popover.part}`} popover={popover} />
      </ErrorBoundary>
    )
  );
}
