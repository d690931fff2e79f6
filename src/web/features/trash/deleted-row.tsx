import { ArchiveRestore } from '#src/web/ui/icons/archive-arrow-up.ts';
import { Trash } from '#src/web/ui/icons/trash.ts';
import type { MouseEvent } from 'react';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import type { Collection } from '#src/tables/collection/collection.ts';
import type { Task } from '#src/tables/task/task.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useCollection, useTask } from '#src/web/data/rows.ts';
import { useToday } from '#src/web/data/today.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';
import { askToDelete, openDialog } from '#src/web/focus/dialogs.ts';
import { takesPress } from '#src/web/focus/double-press.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { ColorDot } from '#src/web/ui/color-dot.tsx';
import { friendlyDay } from '#src/web/ui/friendly-day.ts';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { formatCount } from '#src/web/platform/format-count.ts';
import styles from './trash-page.module.css';

interface DeletedRowProps {
  /** The id of a task or a collection. */
  readonly id: string;
  readonly block: number;
  readonly position: number;
  readonly size: number;
}

export function DeletedRow({ id, block, position, size }: DeletedRowProps) {
  const task = useTask(id);
  const collection = useCollection(id);
  const row = task ?? collection;
  if (!row) return null;
  return (
    <li
      ref={handOnFocus}
      className={styles['row']}
      data-block={block}
      aria-posinset={position}
      aria-setsize={size}
    >
      <div className={styles['body']}>
        <p className={styles['name']} dir="auto">
          {row.name}
        </p>
        {task ? <TaskFacts task={task} /> : collection && <CollectionFacts collection={collection} />}
      </div>
      {task ? <RestoreTask task={task} /> : collection && <RestoreCollection collection={collection} />}
      <PurgeButton row={row} table={task ? 'task' : 'collection'} />
    </li>
  );
}

function TaskFacts({ task }: { readonly task: Task }) {
  const parent = useTask(task.parentId ?? '');
  const collection = useCollection(task.collectionId);
  return (
    <p className={styles['facts']}>
      {parent ? <bdi>{parent.name}</bdi> : collection && <bdi>{collection.name}</bdi>}
      <Deleted row={task} one="sub-task" many="sub-tasks" />
    </p>
  );
}

function CollectionFacts({ collection }: { readonly collection: Collection }) {
  return (
    <p className={styles['facts']}>
      <span className={styles['kind']}>
        <ColorDot color={collection.color} />
        Collection
      </span>
      <Deleted row={collection} one="task" many="tasks" />
    </p>
  );
}

/** The day of the deletion, and the number of rows that went with it. */
function Deleted({
  row: { id, deletedAt },
  one,
  many,
}: {
  readonly row: Task | Collection;
  readonly one: string;
  readonly many: string;
}) {
  const count = useReplica().lists.goWith(id);
  const today = useToday();
  const day = calendarDayAt(deletedAt ?? 0);
  return (
    <>
      <span>
        Deleted <time dateTime={day}>{friendlyDay(day, today)}</time>
      </span>
      {count > 0 && (
        <span>
          with {formatCount(count)} {count === 1 ? one : many}
        </span>
      )}
    </>
  );
}

/** Restores a task into its collection, or into a chosen one if that is deleted too. */
function RestoreTask({ task: { id, name, collectionId, parentId, completedAt } }: { readonly task: Task }) {
  const replica = useReplica();
  const mutate = useMutate();
  const restore = () => {
    const parent = parentId === null ? undefined : replica.get('task', parentId);
    const isHomeThere = replica.get('collection', collectionId)?.deletedAt === null;
    // A completed task keeps its collection, deleted or not.
    const canGoBack =
      isHomeThere || parent?.deletedAt === null || (completedAt !== null && parentId === null);
    if (!canGoBack) return openDialog({ kind: 'restore-task', id });
    void mutate('task.restore', { id, collectionId, at: Date.now() });
  };
  return <RestoreButton name={name} onClick={restore} />;
}

function RestoreCollection({ collection: { id, name } }: { readonly collection: Collection }) {
  const mutate = useMutate();
  const restore = () => void mutate('collection.restore', { id, at: Date.now() });
  return <RestoreButton name={name} onClick={restore} />;
}

interface PurgeButtonProps {
  readonly row: Task | Collection;
  readonly table: 'task' | 'collection';
}

/** Asks first, since it cannot be undone. */
function PurgeButton({ row: { id, name }, table }: PurgeButtonProps) {
  const replica = useReplica();
  const mutate = useMutate();
  const askToPurge = () => {
    const count = replica.lists.goWith(id);
    const one = table === 'task' ? 'sub-task' : 'task';
    const others =
      count === 1 ? `the ${one} that went with it` : `the ${formatCount(count)} ${one}s that went with it`;
    const gone = `Delete “${name}”${count === 0 ? '' : ` and ${others}`} for good? This cannot be undone.`;
    askToDelete(gone, () => void mutate(`${table}.purge`, { id, at: Date.now() }, 'Deleted for good'));
  };
  return (
    <IconButton
      icon={Trash}
      look="danger"
      label={`Delete ${name} for good`}
      title="Delete for good"
      data-control="delete"
      onClick={askToPurge}
    />
  );
}

function RestoreButton({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
  // The next row takes the place of a restored one at once: a second press there was meant for the first.
  const press = ({ currentTarget, detail }: MouseEvent<HTMLButtonElement>) => {
    const list = currentTarget.closest('ul');
    if (!list || takesPress(list, detail === 0)) onClick();
  };
  return (
    <IconButton
      icon={ArchiveRestore}
      label={`Restore ${name}`}
      title="Restore"
      data-control="restore"
      onClick={press}
    />
  );
}
