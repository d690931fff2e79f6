import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { Task } from '#src/tables/task/task.ts';
import { useCollection, useLabelsOf, useRow, useTask } from '#src/web/data/rows.ts';
import { useTimeZone } from '#src/web/data/today.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ColorDot } from '#src/web/ui/color-dot.tsx';
import { Dialog, DialogActions, type DialogControl } from '#src/web/ui/overlays/dialog.tsx';
import { fullDay } from '#src/web/ui/friendly-day.ts';
import { fullTime } from '#src/web/ui/full-time.ts';
import { LinkedText } from '#src/web/tasks/row/linked-text.tsx';
import { PriorityMark } from '#src/web/tasks/row/priority-mark.tsx';
import styles from './read-task-dialog.module.css';
import { LabelMarks } from '#src/web/tasks/row/task-relations.tsx';
import { TaskTime } from '#src/web/tasks/row/task-time.tsx';
import { useTaskActions } from '#src/web/tasks/use-task-actions.ts';

interface ReadTaskDialogProps {
  readonly control: DialogControl;
  readonly taskId: string;
}

/** A dialog that shows a completed task. It closes once the task is reopened or deleted, on any device. */
export function ReadTaskDialog({ control, taskId }: ReadTaskDialogProps) {
  const now = useTask(taskId);
  const isDone = now !== undefined && now.completedAt !== null && now.deletedAt === null;
  // The task stays visible while the dialog fades out.
  const [task, setTask] = useState(now);
  if (isDone && now !== task) setTask(now);
  const close = useEffectEvent(control.close);
  useEffect(() => {
    if (!isDone) close();
  }, [isDone]);
  const name = useRef<HTMLHeadingElement>(null);
  return (
    // The name gets the focus: the first control may be a link at the end of a long text.
    <Dialog control={control} title="Completed task" quietTitle initialFocus={name}>
      {task && (
        <>
          <h3 ref={name} tabIndex={-1} className={styles['name']} dir="auto">
            {task.name}
          </h3>
          {task.description && (
            <p className={styles['description']} dir="auto">
              <LinkedText text={task.description} />
            </p>
          )}
          <Facts task={task} />
          <Actions task={task} onClose={control.close} />
        </>
      )}
    </Dialog>
  );
}

function Facts({ task }: { readonly task: Task }) {
  const { date, time, duration, deadline, completedAt, priority, labels, parentId } = task;
  const collection = useCollection(task.collectionId);
  const section = useRow('section', task.sectionId ?? '');
  const parent = useRow('task', parentId ?? '');
  const hasLabels = useLabelsOf(labels).length > 0;
  const timeZone = useTimeZone();
  return (
    <dl className={styles['facts']}>
      <Fact name="Date">{date === null ? 'No date' : <time dateTime={date}>{fullDay(date)}</time>}</Fact>
      {(time ?? duration) !== null && (
        <Fact name="Time">
          <TaskTime task={task} />
        </Fact>
      )}
      {deadline !== null && (
        <Fact name="Deadline">
          <time dateTime={deadline}>{fullDay(deadline)}</time>
        </Fact>
      )}
      {collection && (
        <Fact name="Collection">
          <ColorDot color={collection.color} />
          <span dir="auto">{collection.name}</span>
        </Fact>
      )}
      {section?.deletedAt === null && section.collectionId === collection?.id && (
        <Fact name="Section">
          <span dir="auto">{section.name}</span>
        </Fact>
      )}
      {parent && (
        <Fact name="Parent">
          <span dir="auto">{parent.name}</span>
        </Fact>
      )}
      {priority < 4 && (
        <Fact name="Priority">
          <PriorityMark priority={priority} />
        </Fact>
      )}
      {hasLabels && (
        <Fact name="Labels">
          <LabelMarks labels={labels} most={Infinity} />
        </Fact>
      )}
      {completedAt !== null && (
        <Fact name="Completed">
          <time dateTime={new Date(completedAt).toISOString()}>{fullTime(completedAt, timeZone)}</time>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The actions of a task row, and a button that closes the dialog. */
function Actions({ task, onClose }: { readonly task: Task; readonly onClose: () => void }) {
  const { toggle, askToDelete } = useTaskActions(task);
  return (
    <DialogActions>
      <Button onClick={askToDelete}>Delete</Button>
      <Button onClick={toggle}>Reopen</Button>
      <Button look="primary" onClick={onClose}>
        Close
      </Button>
    </DialogActions>
  );
}
