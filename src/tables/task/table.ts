import { MAX_DURATION } from '#src/domain/time/duration.ts';
import { LIMITS } from '#src/domain/limits.ts';
import {
  choice,
  day,
  due,
  id,
  ids,
  instant,
  internal,
  line,
  nullable,
  place,
  reference,
  settable,
  text,
  time,
  title,
  whole,
  zone,
} from '#src/tables/kit/column.ts';
import { table } from '#src/tables/kit/table.ts';

export const PRIORITIES = [1, 2, 3, 4] as const;

/** A task names its collection by id alone; name and color are read from the collection. */
export const task = table({
  columns: {
    id: id(),
    name: settable(title(LIMITS.taskName)),
    description: settable(text(LIMITS.taskDescription)),
    /** Null: no date. */
    date: settable(nullable(day())),
    /** A sub-task has the collection of its topmost ancestor, regardless of this value. */
    collectionId: settable(reference('collection')),
    /** 1 is the highest; 4 is the default. */
    priority: settable(choice(PRIORITIES, 4)),
    time: settable(nullable(time())),
    /** The zone of the time; null: local time wherever the user is. */
    zone: settable(nullable(zone())),
    /** In minutes. */
    duration: settable(nullable(whole(1, MAX_DURATION))),
    deadline: settable(nullable(day())),
    parentId: settable(nullable(reference('task'))),
    /** A missing section counts as none, and so does one of another collection. */
    sectionId: settable(nullable(id())),
    /** Missing labels count as none. */
    labels: ids(),
    /** The place in its collection, or among its parent's sub-tasks. */
    place: settable(place()),
    /** The place among the tasks of its day. */
    dayPlace: settable(place()),
    /** A rule of RFC 5545 as text, possibly one that no current app can compute. */
    repeat: settable(nullable(line(LIMITS.repeatRule))),
    /** The start of counting to the next time: this date, or the completion. */
    repeatFrom: settable(choice(['date', 'completion'], 'date')),
    /** The start of the series; null: this is the first time. */
    repeatStart: settable(nullable(due())),
    /** The due time by the rule, if it differs from the date. */
    repeatDue: settable(nullable(due())),
    /**
     * The time when the previous occurrence was completed or skipped. Sub-tasks completed before it are open
     * again.
     */
    cycleAt: internal(nullable(instant())),
    /**
     * For a completed sub-task, the `cycleAt` of its parent at that time. If they differ, the sub-task is
     * open again.
     */
    doneIn: internal(nullable(instant())),
    /** The repeating task whose past occurrence this is. */
    seriesId: nullable(id()),
    createdAt: instant(),
    updatedAt: internal(instant()),
    completedAt: nullable(instant()),
    /**
     * Set if the task itself was deleted. An active task that vanishes with its collection keeps null, and
     * comes back unchanged.
     */
    deletedAt: internal(nullable(instant())),
  },
  limit: LIMITS.tasks,
  isPaged: true,
  tree: { column: 'parentId', levels: 5, children: LIMITS.subTasks, isOwner: true },
  owner: { column: 'collectionId', unless: 'completedAt' },
});
