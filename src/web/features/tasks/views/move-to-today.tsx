import { useOverdue } from '#src/web/data/rows.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useToday } from '#src/web/data/today.ts';
import { undo } from '#src/web/data/undo.ts';
import { useMutateQuietly } from '#src/web/data/use-mutate.ts';
import { notifyDone } from '#src/web/feedback/notifications.ts';
import { pageHeading } from '#src/web/focus/focus.ts';
import { dateAll } from '#src/web/features/tasks/selection/changes.ts';
import { Button } from '#src/web/ui/button.tsx';
import { CalendarDays } from '#src/web/ui/icons/calendar-days.ts';
import { formatCount } from '#src/web/platform/format-count.ts';

/** Plans all overdue tasks for today, as one change. */
export function MoveToToday() {
  const replica = useReplica();
  const mutate = useMutateQuietly();
  const ids = useOverdue().flatMap((group) => group.ids);
  const today = useToday();
  if (ids.length === 0) return null;
  const move = async () => {
    const tasks = ids.flatMap((id) => replica.lists.task(id) ?? []);
    const entryId = await mutate(dateAll(tasks, today));
    // The button leaves with the last task, and would take the focus with it.
    if (document.activeElement === document.body) pageHeading()?.focus({ preventScroll: true });
    if (entryId === null) return;
    const count = tasks.length === 1 ? '1 task' : `${formatCount(tasks.length)} tasks`;
    notifyDone('Moved to today', count, { entryId, run: () => void undo(replica, entryId) });
  };
  return (
    <Button look="quiet" size="small" onClick={() => void move()}>
      <CalendarDays size={16} aria-hidden />
      Move all to today
    </Button>
  );
}
