import { MAX_DURATION } from '#src/domain/duration.ts';
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
} from './column.ts';
import { table } from './table.ts';

export const PRIORITIES = [1, 2, 3, 4] as const;

/** A task names its collection by id alone; name and colour are read through it. */
export const task = table({
  columns: {
    id: id(),
    name: settable(title(LIMITS.taskName)),
    description: settable(text(LIMITS.taskDescription)),
    /** Null: no day is planned. */
    date: settable(nullable(day())),
    /** A sub-task's is that of its topmost parent, whatever this says. */
    collectionId: settable(reference('collection')),
    /** 1 is the highest; 4 is none in particular. */
    priority: settable(choice(PRIORITIES, 4)),
    time: settable(nullable(time())),
    /** The zone of the time; null: it is local wherever the user is. */
    zone: settable(nullable(zone())),
    /** Minutes. */
    duration: settable(nullable(whole(1, MAX_DURATION))),
    deadline: settable(nullable(day())),
    parentId: settable(nullable(reference('task'))),
    /** A section that is not there counts as none, and so does one of another collection. */
    sectionId: settable(nullable(id())),
    /** Those that are not there count as none. */
    labels: ids(),
    /** The place in its collection, or below its parent. */
    place: settable(place()),
    /** The place among the tasks of its day. */
    dayPlace: settable(place()),
    /** A rule of RFC 5545, as its text; also one that no app of today can reckon with. */
    repeat: settable(nullable(line(LIMITS.repeatRule))),
    /** The next time counts from this on: the date of this one, or when it is completed. */
    repeatFrom: settable(choice(['date', 'completion'], 'date')),
    /** When the series begins; null: this time is the first. */
    repeatStart: settable(nullable(due())),
    /** When the task is due this time by its rule, where it is not by its date. */
    repeatDue: settable(nullable(due())),
    /** When the time before was completed, or skipped: since then its sub-tasks are open again. */
    cycleAt: internal(nullable(instant())),
    /** A completed sub-task has the `cycleAt` of what it stands below: in another one it is open again. */
    doneIn: internal(nullable(instant())),
    /** The task of which this was one time. */
    seriesId: nullable(id()),
    createdAt: instant(),
    updatedAt: internal(instant()),
    completedAt: nullable(instant()),
    /** A task has this of a deletion of its own: with its collection an active task goes and comes back as it is. */
    deletedAt: internal(nullable(instant())),
  },
  limit: LIMITS.tasks,
  isPaged: true,
  tree: { column: 'parentId', levels: 5, children: LIMITS.subTasks, isOwner: true },
  owner: { column: 'collectionId', unless: 'completedAt' },
});
