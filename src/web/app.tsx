import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { DialogHost } from './dialog-host.tsx';
import { AppLayout } from '#src/web/features/layout/app-layout.tsx';
import { Shortcuts } from '#src/web/features/shortcuts/shortcuts.tsx';
import { keepOnDevice } from '#src/web/platform/app-update.ts';
import { useWhenIdle } from '#src/web/platform/idle.ts';
import { ReplicaProvider } from '#src/web/data/replica-provider.tsx';
import { ScreensContext } from '#src/web/data/screens-context.ts';
import { SCREENS, TAB_SCREENS } from './screens.ts';
import { SignedInUser } from './signed-in-user.tsx';
import { preloadPages } from './pages.tsx';
import { Sidebar } from './sidebar.tsx';
import { EntryMenuHost } from '#src/web/features/collections/menus/entry-menu-host.tsx';
import { RowHost } from '#src/web/features/tasks/selection/row-host.tsx';
import { SelectionHost } from '#src/web/features/tasks/selection/selection-host.tsx';
import { Announcer } from '#src/web/feedback/announcer.tsx';
import { listBeside, taskIdIn, usePlace } from '#src/web/addresses/task-address.ts';
import { TaskPage } from '#src/web/features/tasks/page/task-page-chunk.ts';
import { Toaster } from '#src/web/feedback/toaster.tsx';

export { CollectionPage, FilterPage, LabelPage, NewTaskPage, ScreenPage } from './pages.tsx';

/** The interval in ms of retries after the background code failed to load. */
const AGAIN_MS = 10_000;

/** Everything below `/app`: the user's data, the frame around the page, and the dialogs above it. */
export function App({ page }: { readonly page: ReactNode }) {
  useWhenIdle(keepOnDevice);
  useWhenIdle(preloadPages);
  const task = useTaskBeside();
  return (
    <SignedInUser>
      {(user) => (
        <ReplicaProvider key={user.id} userId={user.id}>
          <ScreensContext value={SCREENS}>
            <AppLayout user={user} sidebar={<Sidebar />} tabs={TAB_SCREENS} task={task}>
              {page}
            </AppLayout>
          </ScreensContext>
          <Shortcuts screens={SCREENS} />
          <SelectionHost />
          <RowHost />
          <EntryMenuHost />
          <LoadedBackground />
          <DialogHost />
          <Toaster />
          <Announcer />
        </ReplicaProvider>
      )}
    </SignedInUser>
  );
}

/** The task opened from a list, for a panel beside the list or a page in its place. */
function useTaskBeside() {
  const { location } = usePlace();
  const id = taskIdIn(location.pathname);
  if (!listBeside(location) || id === null) return null;
  return (isPanel: boolean) => <TaskPage key={id} id={id} isPanel={isPanel} />;
}

/** A task opened by its link. */
export function TaskAddress() {
  const id = taskIdIn(usePlace().location.pathname) ?? '';
  return <TaskPage key={id} id={id} isPanel={false} />;
}

/**
 * The background work, once its code is loaded. The page does not wait for it, and loading repeats until it
 * succeeds.
 */
function LoadedBackground() {
  const [Background, setBackground] = useState<ComponentType | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const load = () =>
      void import('./background.tsx').then(
        (module) => setBackground(() => module.Background),
        () => (timer = setTimeout(load, AGAIN_MS)),
      );
    load();
    return () => clearTimeout(timer);
  }, []);
  return Background && <Background />;
}
