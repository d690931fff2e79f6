import { ChevronLeft } from '#src/web/ui/icons/chevron-left.ts';
import { FileX } from '#src/web/ui/icons/file-x.ts';
import { X } from '#src/web/ui/icons/x.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { isId } from '#src/domain/id.ts';
import { isErased } from '#src/tables/kit/row.ts';
import type { PlacedTask, Task } from '#src/tables/task/task.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useHasAll, useIsArriving, useIsThere, useTask } from '#src/web/data/rows.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { heirsOf } from '#src/web/focus/focus.ts';
import { links } from '#src/web/addresses/links.ts';
import { Button, ButtonLink } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/class-names.ts';
import { EmptyState } from '#src/web/ui/page/empty-state.tsx';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { Loading } from '#src/web/ui/page/loading.tsx';
import { useLeaveTask } from './use-leave-task.ts';
import { DeleteTask, OpenTask } from './open-task.tsx';
import { TaskHistory } from './task-history.tsx';
import styles from './task-page.module.css';

interface TaskPageProps {
  readonly id: string;
  /** True beside its list, false where the task is a page. */
  readonly isPanel: boolean;
}

/** A task, as a page or as a panel beside its list. A task that is missing or deleted gets an explanation. */
export function TaskPage({ id, isPanel }: TaskPageProps) {
  const task = useTask(id);
  const row: Task | undefined = task;
  const isThere = useIsThere(id);
  const hasAll = useHasAll();
  const isArriving = useIsArriving();
  const panel = useRef<HTMLDivElement>(null);
  const { close, back } = useLeaveTask(id, task);
  useEffect(() => {
    // A page gets the focus as other pages do.
    if (isPanel) panel.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [isPanel]);
  useEscapeOnPage(!isPanel, close);
  if (!hasAll || (!task && isArriving)) return <Loading />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes the task from wherever the focus is in it
    <div
      ref={panel}
      className={cx(styles['page'], isPanel && styles['panel'])}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) close();
      }}
    >
      {!isPanel && <title>{`${task?.name ?? 'Task'} · Sunglow`}</title>}
      <div className={styles['bar']}>
        <Button look="quiet" size="small" className={styles['back']} onClick={back}>
          <ChevronLeft size={18} aria-hidden />
          Back
        </Button>
        {task && isThere && <DeleteTask task={task} />}
        <IconButton icon={X} label="Close task" onClick={close} />
      </div>
      {task ? <KnownTask task={task} /> : <UnknownTask />}
      {isId(id) && <TaskHistory id={id} isGone={!row || isErased('task', row)} />}
    </div>
  );
}

/** Runs `close` on Escape while nothing has the focus. An open dialog, menu or popover has it. */
function useEscapeOnPage(isPage: boolean, close: () => void): void {
  const onEscape = useEffectEvent(close);
  useEffect(() => {
    if (!isPage) return;
    const onKeyDown = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      const isNowhere = target === document.body || (target instanceof Element && target.id === 'main');
      if (key === 'Escape' && isNowhere && !defaultPrevented) onEscape();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isPage]);
}

function KnownTask({ task }: { readonly task: PlacedTask }) {
  return useIsThere(task.id) ? <OpenTask task={task} /> : <DeletedTask task={task} />;
}

function DeletedTask({ task }: { readonly task: Task }) {
  const { id, name, collectionId, parentId } = task;
  const isGone = isErased('task', task);
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
      <EmptyState
        icon={FileX}
        title="This task is gone"
        text={isGone ? 'It was deleted for good.' : `“${name}” was deleted.`}
      >
        {!isGone && <Button onClick={restore}>Restore</Button>}
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
