import { chunk } from '#src/web/feedback/chunk.tsx';
import { notifyError } from '#src/web/feedback/notifications.ts';
import { closeEntryMenu, useEntryMenu } from '#src/web/focus/entry-menu.ts';
import { useWhenIdle } from '#src/web/platform/idle.ts';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';

const menuChunk = chunk(() => import('./entry-menus.tsx'));
const EntryMenus = menuChunk.part((module) => module.EntryMenus);

/**
 * The menu of a collection, a label or a filter, while one is open. `inDialog`: this host has the menus of entries in the
 * menu of a narrow window, as its child; without, those of all others.
 */
export function EntryMenuHost({ inDialog = false }: { readonly inDialog?: boolean }) {
  useWhenIdle(menuChunk.preload);
  const menu = useEntryMenu();
  if (!menu || (menu.anchor.closest('[role="dialog"]') !== null) !== inDialog) return null;
  return (
    <ErrorBoundary
      fallback={null}
      onError={() => {
        closeEntryMenu();
        notifyError('The menu could not be loaded. Check your network, then try again.');
      }}
    >
      <EntryMenus key={menu.id} menu={menu} />
    </ErrorBoundary>
  );
}
