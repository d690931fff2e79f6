import type { CSSProperties } from 'react';
import type { IdSet } from '#src/domain/id-set.ts';
import { useLabelsOf, useRow, useTaskCount } from '#src/web/data/rows.ts';
import hidden from '#src/web/ui/hidden.module.css';
import { Bell } from '#src/web/ui/icons/bell.ts';
import { CornerDownRight as Below } from '#src/web/ui/icons/corner-down-right.ts';
import { ListChecks } from '#src/web/ui/icons/list-checks.ts';
import { Tag } from '#src/web/ui/icons/tag.ts';
import { formatCount } from '#src/web/platform/format-count.ts';
import styles from './task-row.module.css';

/** The progress of a task's sub-tasks: 2 of 5. */
export function Progress({ taskId }: { readonly taskId: string }) {
  const all = useTaskCount(`under:${taskId}`);
  return all > 0 && <ProgressOf taskId={taskId} all={all} />;
}

function ProgressOf({ taskId, all }: { readonly taskId: string; readonly all: number }) {
  const done = useTaskCount(`completed-under:${taskId}`);
  return (
    <span className={styles['fact']}>
      <ListChecks size={13} aria-hidden />
      <span className={hidden['hidden']}>Sub-tasks done: </span>
      <span className={styles['time']}>
        {formatCount(done)} of {formatCount(all)}
      </span>
    </span>
  );
}

/** A mark for a task with reminders of its own. */
export function ReminderMark({ taskId }: { readonly taskId: string }) {
  return (
    useTaskCount(`reminders:${taskId}`) > 0 && (
      <span className={styles['fact']} title="Reminders">
        <Bell size={13} aria-hidden />
        <span className={hidden['hidden']}>Has reminders</span>
      </span>
    )
  );
}

/** The most labels that a row shows by name. */
const MOST_LABELS = 3;

/** The labels by name; of many the first, and the number of the others. */
export function LabelMarks({
  labels,
  most = MOST_LABELS,
}: {
  readonly labels: IdSet;
  readonly most?: number;
}) {
  const all = useLabelsOf(labels);
  const others = all.slice(most);
  return (
    <>
      {all.slice(0, most).map(({ id, name, color }) => (
        <span key={id} className={styles['fact']}>
          <Tag
            size={13}
            className={styles['tag']}
            style={{ '--color': color } as CSSProperties}
            aria-hidden
          />
          <span className={styles['short']} dir="auto">
            {name}
          </span>
        </span>
      ))}
      {others.length > 0 && (
        <span className={styles['fact']} title={others.map(({ name }) => name).join(', ')}>
          +{others.length}
          <span className={hidden['hidden']}> labels</span>
        </span>
      )}
    </>
  );
}

/** The parent of a sub-task, for a sub-task shown on its own. */
export function ParentMark({ parentId }: { readonly parentId: string }) {
  const parent = useRow('task', parentId);
  return (
    parent && (
      <span className={styles['fact']}>
        <Below size={13} aria-hidden />
        <span className={hidden['hidden']}>Below </span>
        <span className={styles['short']} dir="auto">
          {parent.name}
        </span>
      </span>
    )
  );
}
