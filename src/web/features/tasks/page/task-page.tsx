import { FileX } from '#src/web/ui/icons/file-x.ts';
import { X } from '#src/web/ui/icons/x.ts';
import { useEffect, useRef } from 'react';
import type { PlacedTask, Task } from '#src/tables/task/task.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useHasAll, useIsArriving, useIsThere, useTask } from '#src/web/data/rows.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { heirsOf } from '#src/web/focus/focus.ts';
import { links } from '#src/web/addresses/links.ts';
import { Button, ButtonLink } from '#src/web/ui/button.tsx';
import { EmptyState } from '#src/web/ui/page/empty-state.tsx';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { Loading } from '#src/web/ui/page/loading.tsx';
import { OpenTask } from './open-task.tsx';
import styles from './task-page.module.css';

interface TaskPageProps {
  readonly id: string;
  /** Closes the panel; null where the task is a page. */
  readonly onClose: (() => void) | null;
}

/** A task, as a page or as a panel beside its list. A task that is missing or deleted gets an explanation. */
export function TaskPage({ id, onClose }: TaskPageProps) {
  const task = useTask(id);
  const hasAll = useHasAll();
  const isArriving = useIsArriving();
  const panel = useRef<HTMLDivElement>(null);
  const isPanel = onClose !== null;
  useEffect(() => {
    // A page gets the focus as other pages do.
    if (isPanel) panel.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [isPanel]);
  if (!hasAll || (!task && isArriving)) return <Loading />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes the panel from wherever the focus is in it
    <div
      ref={panel}
      className={styles['page']}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose?.();
      }}
    >
      {!isPanel && <title>{`${task?.name ?? 'Task'} · Sunglow`}</title>}
      {onClose && <IconButton icon={X} label="Close task" className={styles['close']} onClick={onClose} />}
      {task ? <KnownTask task={task} /> : <UnknownTask />}
    </div>
  );
}

function KnownTask({ task }: { readonly task: PlacedTask }) {
  return useIsThere(task.id) ? <OpenTask task={task} /> : <DeletedTask task={task} />;
}

function DeletedTask({ task }: { readonly task: Task }) {
  const { id, name, collectionId, parentId } = task;
  const replica = useReplica();
  const mutate = useMutate();
  const restore = () => {
    const isHomeless = parentId === null && replica.get('collection', collectionId)?.deletedAt !== null;
    // The dialog lets the user choose another collection.
    if (isHomeless) return openDialog({ kind: 'edit-task', id });
    const heir = heirsOf(document.activeElement);
    void mutate('task.restore', { id, collectionId, at: Date.now() });
    // The button disappears, and would take the focus with it.
    queueMicrotask(() => heir()?.focus());
  };
  return (
    <>
      <h1 className={styles['said']} tabIndex={-1}>
        Task deleted
      </h1>
      <EmptyState icon={FileX} title="This task is gone" text={`“${name}” was deleted.`}>
        <Button onClick={restore}>Restore</Button>
        <ButtonLink to={links.today}>Back to your day</ButtonLink>
      </EmptyState>
    </>
  );
}

function UnknownTask() {
  return (
    <>
      <h1 className={styles['said']} tabIndex={-1}>
        Page Not Found!
      </h1>
      <EmptyState
        icon={FileX}
        title="There is no such task"
        text="It may have been deleted for good, or its address was mistyped."
      >
        <ButtonLink to={links.today}>Click Here</ButtonLink>
      </EmptyState>
    </>
  );
}
