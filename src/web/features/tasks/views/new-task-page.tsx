import { useEffect } from 'react';
import { useLocation, useNavigate } from '#src/web/addresses/location.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { notifyError } from '#src/web/feedback/notifications.ts';
import { SAME_PAGE } from '#src/web/addresses/collection-links.ts';
import { links } from '#src/web/addresses/links.ts';
import { readShared } from '#src/web/features/tasks/draft/shared-task.ts';
import { TodayPage } from './views.tsx';

/**
 * The page that the app's icon and the share menus of other apps open: today's tasks, with a dialog that has the shared text.
 * The address changes once the dialog is shown, so that a reload does not open it again. It does not change before: if the
 * dialog cannot be loaded, the address still has the text.
 */
export function NewTaskPage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const { isCut, ...text } = readShared(search);
    const onShown = () => navigate(links.today, { replace: true, state: SAME_PAGE });
    openDialog({ kind: 'add-task', text, onShown });
    if (isCut) notifyError('The shared text is too long for one task. Its end was left out.');
  }, [navigate, search]);
  return <TodayPage />;
}
