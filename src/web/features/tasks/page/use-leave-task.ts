import { collectionLink, collectionState } from '#src/web/addresses/collection-links.ts';
import { links } from '#src/web/addresses/links.ts';
import { pathOf, useNavigate } from '#src/web/addresses/location.ts';
import { listBeside, taskLink, usePlace } from '#src/web/addresses/task-address.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { focusPage } from '#src/web/focus/focus.ts';
import { focusTask } from '#src/web/focus/row-focus.ts';

/** The two ways out of an open task, which an installed app has no buttons for. */
export function useLeaveTask(id: string, task: PlacedTask | undefined) {
  const navigate = useNavigate();
  const replica = useReplica();
  const { location } = usePlace();
  const list = listBeside(location);

  /** To the list where the task was opened; without one, to its collection. */
  const close = () => {
    const home = task && replica.get('collection', task.collectionId);
    if (list) navigate(pathOf(list), { state: list.state });
    else if (home?.deletedAt === null) navigate(collectionLink(home), { state: collectionState(home) });
    else navigate(links.today);
    // The focus moves after the task has left the page.
    setTimeout(() => {
      focusTask(id);
      focusPage();
    });
  };
  /** One step back in the app; to the task above, or the collection, after the task was opened by its address. */
  const back = () => {
    if (list && history.length > 1) history.back();
    else if (task && task.parentId !== null) navigate(taskLink(task.parentId));
    else close();
  };
  return { close, back };
}
