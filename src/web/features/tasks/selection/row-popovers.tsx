import { useEffect, useRef } from 'react';
import type { Operation } from '#src/tables/operations.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useTask } from '#src/web/data/rows.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { closeRowPopover, type RowPopover } from '#src/web/focus/row-popover.ts';
import { Popover } from '#src/web/ui/overlays/popover.tsx';
import { dateAll, deadlineAll, labelAll, moveAll } from './changes.ts';
import { PlaceChoices } from './place-choices.tsx';
import { RowMenu } from './row-menu.tsx';
import styles from './selection-bar.module.css';
import { DayChoices, LabelChoices } from './selection-choices.tsx';

const NAMES = { day: 'Date', deadline: 'Deadline', place: 'Move', labels: 'Labels' } as const;

/** The menu of a row, or one of its values. */
export function RowPopovers({ popover }: { readonly popover: RowPopover }) {
  const { id, part, anchor } = popover;
  const task = useTask(id);
  useEffect(() => {
    const row = anchor.closest('li');
    row?.setAttribute('data-lit', '');
    return () => row?.removeAttribute('data-lit');
  }, [anchor]);
  if (!task) return null;
  if (part === 'menu') return <RowMenu task={task} popover={popover} />;
  return <ValuePopover {...{ task, part, anchor }} />;
}

interface ValuePopoverProps {
  readonly task: PlacedTask;
  readonly part: keyof typeof NAMES;
  readonly anchor: HTMLElement;
}

function ValuePopover({ task, part, anchor }: ValuePopoverProps) {
  const button = useRef<HTMLElement>(anchor);
  const replica = useReplica();
  const mutate = useMutateTogether();
  const change = (operations: readonly Operation[], success: string) => {
    closeRowPopover();
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
      {part === 'day' && <DayChoices onPick={(day) => change(dateAll([task], day), 'Task planned')} />}
      {part === 'deadline' && (
        <DayChoices
          none="No deadline"
          onPick={(day) => change(deadlineAll([task], day), 'Deadline changed')}
        />
      )}
      {part === 'place' && (
        <PlaceChoices
          tasks={[task]}
          onPick={(collectionId, sectionId) =>
            change(moveAll(replica, [task], collectionId, sectionId), 'Task moved')
          }
          onClose={closeRowPopover}
        />
      )}
      {part === 'labels' && (
        <LabelChoices tasks={[task]} onPick={(label) => void mutate(labelAll([task], label), null)} />
      )}
    </Popover>
  );
}
