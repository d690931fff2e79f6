import { addDays } from '#src/domain/time/calendar-day.ts';
import { withoutId, type IdSet } from '#src/domain/id-set.ts';
import type { Task } from '#src/tables/task/task.ts';
import { useCollection } from '#src/web/data/rows.ts';
import { useToday } from '#src/web/data/today.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { ColorDot } from '#src/web/ui/color-dot.tsx';
import { friendlyDay, fullDay, howLongAgo } from '#src/web/ui/friendly-day.ts';
import { FoldButton } from './fold-button.tsx';
import { PriorityMark } from './priority-mark.tsx';
import { RepeatFact } from './repeat-fact.tsx';
import { Deadline } from './task-deadline.tsx';
import { LabelMarks, ParentMark, Progress, ReminderMark } from './task-relations.tsx';
import styles from './task-row.module.css';
import { TaskTime } from './task-time.tsx';

/**
 * The fact that the place of a row already shows: its heading, or the page. `parent` covers the collection
 * too.
 */
export type FactsOfPlace = FactOfPlace | `day ${FactOfPlace}`;
export type FactOfPlace = 'day' | 'collection' | 'parent' | `label ${string}`;

interface TaskFactsProps {
  readonly task: Task;
  readonly placeFacts: FactsOfPlace | undefined;
  /** True if the list shows or folds the task's sub-tasks. */
  readonly isTree: boolean;
}

/** The facts of a task in one quiet line, without those that its place already shows. */
export function TaskFacts({ task, placeFacts, isTree }: TaskFactsProps) {
  const today = useToday();
  const isOpen = task.completedAt === null;
  const { date, time, duration, deadline, parentId } = task;
  const isShown = (what: FactOfPlace) => !placeFacts?.split(' ').includes(what);
  const isDay = date !== null && isShown('day');
  const isOverdue = date !== null && date < today;
  const tone = isOpen && (isOverdue ? styles['overdue'] : date === today && styles['today']);
  return (
    <p className={styles['facts']}>
      {isDay && (
        <span className={cx(styles['fact'], tone)}>
          <time dateTime={date} title={fullDay(date)}>
            {friendlyDay(date, today)}
          </time>
          <TaskTime task={task} />
        </span>
      )}
      {!isDay && isOpen && isOverdue && date < addDays(today, -1) && (
        <span className={cx(styles['fact'], tone)}>{howLongAgo(date, today)}</span>
      )}
      {!isDay && (time ?? duration) !== null && (
        <span className={cx(styles['fact'], isOpen && styles['isTimed'])}>
          <TaskTime task={task} />
        </span>
      )}
      <PriorityMark priority={task.priority} />
      <RepeatFact task={task} />
      {deadline !== null && <Deadline day={deadline} isOpen={isOpen} />}
      {isTree ? <FoldButton task={task} /> : <Progress taskId={task.id} />}
      {isOpen && <ReminderMark taskId={task.id} />}
      {task.labels !== '' && <LabelMarks labels={shownLabels(task.labels, placeFacts)} />}
      {parentId !== null && isShown('parent') && <ParentMark parentId={parentId} />}
      {isShown('collection') && isShown('parent') && <CollectionMark task={task} />}
    </p>
  );
}

function shownLabels(labels: IdSet, placeFacts: FactsOfPlace | undefined): IdSet {
  const [, id] = placeFacts?.split('label ') ?? [];
  return id === undefined ? labels : withoutId(labels, id);
}

function CollectionMark({ task }: { readonly task: Task }) {
  const collection = useCollection(task.collectionId);
  return (
    collection && (
      <span className={styles['fact']}>
        <ColorDot color={collection.color} />
        <span className={styles['short']} dir="auto">
          {collection.name}
        </span>
      </span>
    )
  );
}
