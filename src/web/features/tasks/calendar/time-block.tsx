import type { CSSProperties, KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { addDays } from '#src/domain/time/calendar-day.ts';
import { STEP, standingOf } from '#src/reading/calendar/standing.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Task } from '#src/tables/task/task.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useClock, useCollection, useTask } from '#src/web/data/rows.ts';
import { useTimeZone } from '#src/web/data/today.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { ON_BLOCK } from '#src/web/focus/commands/calendar.ts';
import { ariaKeys, runCommand } from '#src/web/focus/commands/part-command.ts';
import { EDIT } from '#src/web/focus/commands/shared.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { taskMenuOf } from '#src/web/focus/row-popover.ts';
import { announce } from '#src/web/feedback/announcer.tsx';
import { spanText } from './calendar-texts.ts';
import { movedText } from './moved-text.ts';
import { moveTask, shiftTask, stretchTask } from './move.ts';
import { cx } from '#src/web/ui/class-names.ts';
import hidden from '#src/web/ui/hidden.module.css';
import styles from './time-block.module.css';

interface TimeBlockProps {
  readonly id: string;
  /** The time in the user's zone. */
  readonly time: TimeOfDay;
  /** The days between the task's first block and this one. */
  readonly after: number;
  /** True if the task ends in this block. */
  readonly isLast: boolean;
  /** The position of the block in its day. */
  readonly style: CSSProperties;
}

/** A block of fewer minutes has room for one line. */
const ONE_LINE = 45;

/** A timed task in a week. The height of its block shows its duration. */
export function TimeBlock({ id, ...props }: TimeBlockProps) {
  const task = useTask(id);
  return task ? <Block task={task} {...props} /> : null;
}

function Block({ task, time, after, isLast, style }: Omit<TimeBlockProps, 'id'> & { readonly task: Task }) {
  const { id, name, duration } = task;
  const collection = useCollection(task.collectionId);
  const span = spanText(time, duration, useClock());
  const onKeyDown = useBlockKeys(task, after);
  return (
    <button
      type="button"
      className={cx(
        styles['block'],
        after === 0 && (duration ?? 0) < ONE_LINE && styles['short'],
        after > 0 && styles['goesOn'],
        !isLast && styles['isCut'],
      )}
      style={{ ...style, '--color': collection?.color } as CSSProperties}
      aria-keyshortcuts={ariaKeys(ON_BLOCK)}
      title={`${name}, ${span}`}
      data-move={id}
      data-after={after}
      onClick={() => openDialog({ kind: 'edit-task', id })}
      onContextMenu={taskMenuOf(id)}
      onKeyDown={onKeyDown}
    >
      <span className={styles['name']} dir="auto">
        {name}
      </span>
      <span className={hidden['hidden']}>, </span>
      <span className={styles['span']}>{span}</span>
      {isLast && <span className={styles['handle']} data-resize={id} aria-hidden />}
    </button>
  );
}

const COMMANDS = [...ON_BLOCK, EDIT] as const;

/** Runs the command of a key on a block, which keeps the focus while it is in sight. */
function useBlockKeys(task: Task, after: number) {
  const replica = useReplica();
  const zone = useTimeZone();
  const clock = useClock();
  const mutateTogether = useMutateTogether();
  const { id } = task;
  const change = (operation: Operation | null) => {
    if (!operation) return;
    flushSync(() => void mutateTogether([operation], null));
    announce(movedText(replica.get('task', id) ?? task, zone, clock));
    // The block is another element in another column.
    const all = document.querySelectorAll<HTMLElement>(`[role="grid"] [data-move="${id}"]`);
    // A narrow window shows the chosen day alone.
    const blocks = [...all].filter((block) => block.checkVisibility());
    const own = blocks.find((block) => block.dataset['after'] === `${after}`);
    // Out of sight, the task leaves the focus to the chosen day.
    const day = document.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]');
    (own ?? blocks[0] ?? day)?.focus();
  };
  return (event: KeyboardEvent<HTMLElement>) => {
    const toRight = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    // A change that is not possible keeps the key: the browser would leave the page.
    runCommand(event, COMMANDS, {
      'to-day': (by) => {
        const due = standingOf(task, zone);
        if (due) change(moveTask(task, { kind: 'day', day: addDays(due.date, by * toRight) }, zone));
      },
      'to-time': (by) => change(shiftTask(task, by * STEP, zone)),
      duration: (by) => change(stretchTask(task, by * STEP, zone)),
      edit: () => openDialog({ kind: 'edit-task', id }),
    });
  };
}
