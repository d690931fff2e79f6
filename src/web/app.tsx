import { DialogHost } from './dialog-host.tsx';
import { AppLayout } from './features/layout/app-layout.tsx';
import { Shortcuts } from './features/shortcuts/shortcuts.tsx';
import { useAccountEnd } from './hooks/account-end.ts';
import { keepOnDevice } from './hooks/app-update.ts';
import { useWhenIdle } from './hooks/idle.ts';
import { useOtherUsersEnd } from './hooks/other-users.ts';
import { ReplicaProvider } from './hooks/replica-provider.tsx';
import { SignedInUser } from './signed-in-user.tsx';
import { Sidebar } from './sidebar.tsx';
import { Toaster } from './ui/toaster.tsx';
import { watchLeftSession } from './hooks/left-session.ts';

watchLeftSession();

export { CollectionPage } from './features/tasks/collection-page.tsx';
export { NewTaskPage } from './features/tasks/new-task-page.tsx';
export { CompletedPage, OverduePage, TodayPage, UpcomingPage } from './features/tasks/views.tsx';

/** Everything below `/app`: the user's data, the frame around the pages, and the dialogs above them. */
export function App() {
  useWhenIdle(keepOnDevice);
  return (
    <SignedInUser>
      {(user) => (
        <ReplicaProvider key={user.id} userId={user.id}>
          <AppLayout user={user} sidebar={<Sidebar />} />
          <Shortcuts />
          <UsersEnd />
          <DialogHost />
          <Toaster />
        </ReplicaProvider>
      )}
    </SignedInUser>
  );
}

function UsersEnd() {
  useAccountEnd();
  useOtherUsersEnd();
  return null;
}
