import { CheckCheck } from '#src/web/ui/icons/check-check.ts';
import { SkipForward } from '#src/web/ui/icons/skip-forward.ts';
import type { MouseEvent } from 'react';
import { repeatOf } from '#src/tables/task/task-repeat.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';
import { completeForGood, skipNow } from '#src/tables/task/complete-now.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';
import { takesPress } from '#src/web/focus/double-press.ts';
import { heirsOf } from '#src/web/focus/focus.ts';
import { letLeave } from '#src/web/focus/row-motion.ts';
import { Button } from '#src/web/ui/button.tsx';
import styles from './series-actions.module.css';

interface SeriesActionsProps {
  readonly task: PlacedTask;
  /** Called before either action runs. */
  readonly onDone?: () => void;
}

/** The actions on a repeating task besides completing it this time (rule R5); nothing for a task that does not repeat. */
export function SeriesActions({ task, onDone }: SeriesActionsProps) {
  const replica = useReplica();
  const mutate = useMutate();
  const { id } = task;
  const isOpen = task.completedAt === null && task.isBelowCompleted !== true;
  if (!isOpen || repeatOf(task) === null) return null;
  const act =
    (run: (at: number) => void) =>
    ({ currentTarget, detail }: MouseEvent<HTMLButtonElement>) => {
      if (!takesPress(currentTarget, detail === 0)) return;
      const heir = heirsOf(document.activeElement);
      onDone?.();
      run(Date.now());
      letLeave(id);
      // The buttons disappear after the last time, and would take the focus with them.
      queueMicrotask(() => document.activeElement === document.body && heir()?.focus());
    };
  const skip = (at: number) => {
    const skipped = skipNow(replica.get('task', id) ?? task, at);
    if (skipped) void mutate('task.advance', skipped, 'Skipped this time');
  };
  const end = (at: number) => {
    const { name, args } = completeForGood(task, at, replica.lists);
    void mutate(name, args, 'Completed for good');
  };
  return (
    <fieldset aria-label="Series" className={styles['actions']}>
      <Button look="quiet" size="small" onClick={act(skip)}>
        <SkipForward size={14} aria-hidden />
        Skip this time
      </Button>
      <Button look="quiet" size="small" onClick={act(end)}>
        <CheckCheck size={14} aria-hidden />
        Complete for good
      </Button>
    </fieldset>
  );
}
