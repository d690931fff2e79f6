import { useEffect, useRef } from 'react';
import type { Operation } from '#src/tables/operations.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useTask } from '#src/web/data/rows.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { closeRowPopover, type RowPopover } from '#src/web/focus/row-popover.ts';
import { clearSelection } from '#src/web/tasks/selection.ts';
import { Popover } from '#src/web/ui/overlays/popover.tsx';
import { dateAll, deadlineAll, labelAll, moveAll } from './changes.ts';
import { PlaceChoices } from './place-choices.tsx';
import { ReminderPart } from './reminder-part.tsx';
import { RowMenu } from './row-menu.tsx';
import styles from './selection-bar.module.css';
import { DayChoices, LabelChoices } from './selection-choices.tsx';
import { useSelected } from './use-selected.ts';

const NAMES = {
  day: 'Date',
  deadline: 'Deadline',
  place: 'Move',
  labels: 'Labels',
  reminders: 'Reminders and repeat',
} as const;

/** The menu of a row, or one of its values; for a selection one of the values of all its tasks. */
export function RowPopovers({ popover }: { readonly popover: RowPopover }) {
  return popover.id === null ? (
    <SelectionPopover popover={popover} />
  ) : (
    <TaskPopover id={popover.id} popover={popover} />
  );
}

function TaskPopover({ id, popover }: { readonly id: string; readonly popover: RowPopover }) {
  const { part, anchor } = popover;
  const task = useTask(id);
  useEffect(() => {
    const row = anchor.closest('li');
    row?.setAttribute('data-lit', '');
    return () => row?.removeAttribute('data-lit');
  }, [anchor]);
  const isGone = task === undefined;
  useEffect(() => {
    if (isGone) closeRowPopover();
  }, [isGone]);
  if (!task) return null;
  if (part === 'menu') return <RowMenu task={task} popover={popover} />;
  return <ValuePopover {...{ tasks: [task], part, anchor }} onDone={closeRowPopover} />;
}

function SelectionPopover({ popover: { part, anchor } }: { readonly popover: RowPopover }) {
  const tasks = useSelected().filter(({ completedAt }) => completedAt === null);
  const isEmpty = tasks.length === 0;
  useEffect(() => {
    if (isEmpty) closeRowPopover();
  }, [isEmpty]);
  if (part === 'menu' || isEmpty) return null;
  const leave = () => {
    closeRowPopover();
    clearSelection();
  };
  return <ValuePopover {...{ tasks, part, anchor }} onDone={leave} />;
}

interface ValuePopoverProps {
  readonly tasks: readonly PlacedTask[];
  readonly part: keyof typeof NAMES;
  readonly anchor: HTMLElement;
  /** Called when a value is chosen. */
  readonly onDone: () => void;
}

function ValuePopover({ tasks, part, anchor, onDone }: ValuePopoverProps) {
  const button = useRef<HTMLElement>(anchor);
  const replica = useReplica();
  const mutate = useMutateTogether();
  const ones = tasks.length === 1 ? 'Task' : 'Tasks';
  const change = (operations: readonly Operation[], success: string) => {
    onDone();
    void mutate(operations, success);
  };
  return (
    <Popover
      open
      anchor={button}
      align="end"
      button={button}
      returnsFocus={false}
      label={NAMES[part]}
      className={styles['menu']}
      onClose={closeRowPopover}
    >
      {part === 'day' && <DayChoices onPick={(day) => change(dateAll(tasks, day), `${ones} planned`)} />}
      {part === 'deadline' && (
        <DayChoices
          none="No deadline"
          onPick={(day) => change(deadlineAll(tasks, day), 'Deadline changed')}
        />
      )}
      {part === 'place' && (
        <PlaceChoices
          tasks={tasks}
          onPick={(collectionId, sectionId) =>
            change(moveAll(replica, tasks, collectionId, sectionId), `${ones} moved`)
          }
          onClose={closeRowPopover}
        />
      )}
      {part === 'labels' && (
        <LabelChoices tasks={tasks} onPick={(label) => void mutate(labelAll(tasks, label), null)} />
      )}
      {part === 'reminders' && (
        <ReminderPart
          tasks={tasks}
          onChange={(operations) => void mutate(operations, null)}
          onRepeat={({ id }) => {
            closeRowPopover();
            openDialog({ kind: 'repeat-task', id });
          }}
          onRepeatAll={(operations) => change(operations, 'Repeat saved')}
        />
      )}
    </Popover>
  );
}
