import { parseDue } from '#src/domain/due-text.ts';
import { MutationRejected } from '#src/domain/errors.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { openBoxes } from '#src/domain/repeat/boxes.ts';
import { withSteps } from '#src/domain/repeat/steps.ts';
import { dueOf } from '#src/domain/repeat/task-repeat.ts';
import { isThere, MOST_BELOW } from '#src/domain/schema/row.ts';
import { choice, due, id, instant, nullable, text } from '#src/domain/schema/column.ts';
import { settableOf } from '#src/domain/schema/table.ts';
import { task } from '#src/domain/schema/task.ts';
import { dependentColumns, placedTask, type Task } from '#src/domain/task.ts';
import { advanced, DAYS } from './advanced.ts';
import { fields, listOf, someFields, type Parsed } from './args.ts';
import { keptRow, liveRow } from './live-rows.ts';
import { goneFrom } from './named.ts';
import { oldValues } from './old-values.ts';
import { requireRoom } from './room.ts';
import { taskDelete, taskRestore } from './task.ts';
import { isDone, taskComplete } from './task-complete.ts';
import type { Call, Mutator, RowsBefore } from './tx.ts';

const advanceArgs = fields({
  id: id(),
  /** Which time of it: see dueOf. */
  due: due(),
  /** The local time of the device. */
  now: due(),
  /** The id of the row that becomes this time (see occurrenceIdOf); null to skip it. Apps of before made a random one. */
  occurrenceId: nullable(id()),
  /** What to put below the notes of that: how far its sub-tasks had come. */
  steps: text(LIMITS.taskDescription),
  /** 1: its deadline, its boxes and the days below it begin anew too. Apps of before moved the task alone. */
  renews: choice([0, 1], 0),
  at: instant(),
});

/** Reads the tasks below this one that have days. */
const daysBelow = (id: string) => ({ table: 'task', below: id, columns: DAYS }) as const;

/**
 * Completes a repeating task this time, or skips it: it moves to its next time, its sub-tasks are open again, and what was completed is a row
 * of its own (rules R2 to R5). Its deadline, its boxes and the days below it begin anew too (see advanced). After the last time it is
 * completed for good. No change when it is due another time by now: of two devices that complete the same time, one does. Rejects GONE,
 * TASK_LIMIT.
 */
export const taskAdvance: Mutator<Parsed<typeof advanceArgs>, Call<'task.turn', Parsed<typeof turnArgs>>> = {
  args: advanceArgs,
  reads: ({ id, occurrenceId, renews }) => [
    { table: 'task', id },
    { table: 'task', above: id },
    ...(typeof occurrenceId === 'string' ? [{ table: 'task', id: occurrenceId } as const] : []),
    ...(renews === 1 ? [daysBelow(id)] : []),
  ],
  run(tx, args) {
    const { id, due, now, occurrenceId = null, steps = '', at } = args;
    if (!keptRow(tx, 'task', id)) throw new MutationRejected('GONE');
    const row = liveRow(tx, 'task', id);
    if (!row || isDone(tx, row) || dueOf(row) !== due || !parseDue(now)) return;
    const changed = advanced(tx, row, args);
    if (!changed) return taskComplete.run(tx, { id, at });
    const before = occurrenceId === null ? undefined : keptRow(tx, 'task', occurrenceId);
    // It was completed before, and that was taken back.
    const isTakenBack = before?.seriesId === id && before.deletedAt !== null;
    if (occurrenceId !== null && (!before || isTakenBack)) {
      requireRoom(tx, 'task', 1);
      const { collectionId, sectionId } = placedTask(row, (table, of) => tx.get(table, of));
      tx.set('task', {
        ...row,
        id: occurrenceId,
        description: withSteps(row.description, steps),
        collectionId,
        sectionId,
        parentId: null,
        doneIn: null,
        ...dependentColumns({ ...row, repeat: null }),
        cycleAt: null,
        seriesId: id,
        createdAt: at,
        updatedAt: at,
        completedAt: at,
      });
    }
    for (const each of changed) tx.set('task', each);
  },
  inverse(rows, args) {
    const { id, due, at } = args;
    const task = liveRow(rows, 'task', id);
    if (!task || isDone(rows, task) || dueOf(task) !== due) return null;
    // One that is there already is no row of this completion.
    const isNew = liveRow(rows, 'task', args.occurrenceId ?? '') === undefined;
    const occurrenceId = isNew ? (args.occurrenceId ?? null) : null;
    const [after = task, ...below] = advanced(rows, task, args) ?? [];
    const { deadline, description } = after;
    const changes = { ...turnOf(task), ...oldValues(task, { deadline, description }) };
    const old = oldBelow(rows, below.map((each) => ({ id: each.id, changes: movedOf(each) }))); // prettier-ignore
    return { name: 'task.turn', args: { id, occurrenceId, changes, ...old, at } };
  },
};

const { date, time, deadline, description, repeat, repeatStart, repeatDue } = settableOf(task);
const stamp = nullable(instant());
const moved = { date, time, deadline, repeat, repeatStart, repeatDue, cycleAt: stamp };
const turnArgs = fields({
  id: id(),
  occurrenceId: nullable(id()),
  /** Whether the row of that time is to be there. */
  isThere: choice([0, 1], 0),
  changes: someFields({
    ...moved,
    completedAt: stamp,
    doneIn: stamp,
    /** Its notes, of which only the boxes are taken. */
    description,
  }),
  /** The days of tasks below, as they were before they moved with it. */
  below: listOf(fields({ id: id(), changes: someFields(moved) }), MOST_BELOW.found),
  at: instant(),
});

/**
 * Takes an advance back, or does it again: the task is due as it was, with the days below it, and the row of that time goes or comes back,
 * by the rules of task.delete and task.restore. Rejects GONE, COLLECTION_GONE, TASK_LIMIT.
 */
export const taskTurn: Mutator<Parsed<typeof turnArgs>, Call<'task.turn', Parsed<typeof turnArgs>>> = {
  args: turnArgs,
  reads: ({ id, occurrenceId, below = [] }) => [
    { table: 'task', id },
    { table: 'task', above: id },
    ...(below.length > 0 ? [daysBelow(id)] : []),
    ...(typeof occurrenceId === 'string'
      ? ([
          { table: 'task', id: occurrenceId },
          { table: 'task', above: occurrenceId },
          { table: 'task', levelsBelow: occurrenceId },
        ] as const)
      : []),
  ],
  run(tx, { id, occurrenceId = null, isThere: isBack = 0, changes, below = [], at }) {
    const row = liveRow(tx, 'task', id);
    if (!row) throw new MutationRejected('GONE');
    const turned = { ...row, ...changes, updatedAt: at };
    Object.assign(turned, dependentColumns(turned));
    // Notes that were written since stay as they are.
    if (openBoxes(turned.description) !== openBoxes(row.description)) turned.description = row.description;
    // A task that is open, or below none, was completed in no time of a parent: another device may have moved it meanwhile.
    if (turned.parentId === null || turned.completedAt === null) turned.doneIn = null;
    // The user sees only completed tasks of a deleted collection: an open one would vanish.
    if (!isThere('task', turned, (table, of) => tx.get(table, of))) throw goneFrom('collection');
    const occurrence = occurrenceId === null ? undefined : keptRow(tx, 'task', occurrenceId);
    // A device may still have a row that is purged on the server: it would come back on that device alone.
    if (occurrenceId !== null && isBack === 1 && !occurrence) throw new MutationRejected('GONE');
    if (occurrence?.seriesId === id) {
      const { id: timeId, collectionId } = occurrence;
      (isBack === 1 ? taskRestore : taskDelete).run(tx, { id: timeId, collectionId, at });
    }
    tx.set('task', turned);
    // Where another device has taken it back before, what was done below it since stays.
    if (below.length === 0 || turned.cycleAt === row.cycleAt) return;
    const wanted = new Map(below.map((each) => [each.id, each.changes]));
    for (const { row: each } of tx.below('task', id, DAYS)) {
      const before = { ...each, ...wanted.get(each.id), updatedAt: at };
      if (wanted.has(each.id)) tx.set('task', { ...before, ...dependentColumns(before) });
    }
  },
  inverse(rows, args) {
    const { id, at } = args;
    const changes = oldValues(liveRow(rows, 'task', id), args.changes);
    const occurrenceId = args.occurrenceId ?? null;
    const isThere = occurrenceId !== null && rows.get('task', occurrenceId)?.deletedAt === null ? 1 : 0;
    const below = oldBelow(rows, args.below ?? []);
    return changes && { name: 'task.turn', args: { id, occurrenceId, isThere, changes, ...below, at } };
  },
};

type Below = NonNullable<Parsed<typeof turnArgs>['below']>[number];

/** The columns of a task that any advance changes. */
function turnOf({ date, time, repeat, repeatStart, repeatDue, cycleAt, completedAt, doneIn }: Task) {
  return { date, time, repeat, repeatStart, repeatDue, cycleAt, completedAt, doneIn };
}

/** The columns that it changes of the tasks below. */
function movedOf({ date, time, deadline, repeat, repeatStart, repeatDue, cycleAt }: Task) {
  return { date, time, deadline, repeat, repeatStart, repeatDue, cycleAt };
}

/** The argument that takes changes of tasks below back; no argument where all of them are as they were. */
function oldBelow(rows: RowsBefore, changed: readonly Below[]): { readonly below?: readonly Below[] } {
  const below = changed.flatMap(({ id, changes }) => {
    const old = oldValues(rows.get('task', id), changes);
    return old ? [{ id, changes: old }] : [];
  });
  return below.length === 0 ? {} : { below };
}
