import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { openDialog } from '#src/web/hooks/dialogs.ts';
import { notifyError } from '#src/web/hooks/notifications.ts';
import { links, SAME_PAGE } from '#src/web/links.ts';
import { readShared } from './shared-task.ts';

/**
 * Where the app's icon and other apps' share menus lead: today's tasks, with the dialog open on what was shared. The address
 * goes at once, so that a reload does not open it again.
 */
export function NewTaskPage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const { isCut, ...text } = readShared(search);
    openDialog({ kind: 'add-task', text });
    if (isCut) notifyError('What was shared is too long for one task. Its end was left out.');
    void navigate(links.today, { replace: true, state: SAME_PAGE });
  }, [navigate, search]);
  return null;
}
