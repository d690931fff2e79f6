import { parseDue } from '#src/domain/repeat/due-text.ts';
import { MutationRejected } from '#src/domain/errors.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { openBoxes } from '#src/domain/repeat/boxes.ts';
import { withSteps } from '#src/domain/repeat/steps.ts';
import { dueOf } from './task-repeat.ts';
import { isThere } from '#src/tables/kit/row.ts';
import { choice, due, id, instant, nullable, text } from '#src/tables/kit/column.ts';
import { task } from './table.ts';
import { dependentColumns, placedTask } from './task.ts';
import { advanced, MOVING, SERIES } from './advanced.ts';
import { only, turnedBelow, turnedBelowArgs, turnOf } from './turned-below.ts';
import { fields, someFields, type Parsed } from '#src/tables/kit/args.ts';
import { keptRow, liveRow } from '#src/tables/kit/live-rows.ts';
import { goneFrom } from '#src/tables/kit/named.ts';
import { oldValues } from '#src/tables/kit/old-values.ts';
import { requireRoom } from '#src/tables/kit/room.ts';
import { taskDelete, taskRestore } from './operations.ts';
import { isDone, taskComplete } from './complete.ts';
import type { Call, Mutator } from '#src/tables/kit/tx.ts';

const advanceArgs = fields({
  id: id(),
  /** The time that is meant: see dueOf. */
  due: due(),
  /** The local time of the device. */
  now: due(),
  /** The id of the row that becomes this time (see occurrenceIdOf); null to skip it. Older apps made a random id. */
  occurrenceId: nullable(id()),
  /** The list of steps for the notes of that row: the sub-tasks and whether they were done. */
  steps: text(LIMITS.taskDescription),
  /** 1: its deadline, its boxes and the days below it begin anew too. Older apps moved the task alone. */
  renews: choice([0, 1], 0),
  at: instant(),
});

/** Reads the tasks below this one that move with it. */
const movingBelow = (id: string) => ({ table: 'task', below: id, columns: MOVING }) as const;

/**
 * Completes a repeating task this time, or skips it. The task moves to its next time, its sub-tasks are open again, and
 * the completed time becomes a row of its own (rules R2 to R5). Its deadline, its boxes and the days below it begin
 * anew too (see advanced). After its last time the task is completed for good.
 *
 * No change when the task is due another time: when two devices complete the same time, it is completed once. Rejects
 * GONE, TASK_LIMIT.
 */
export const taskAdvance: Mutator<Parsed<typeof advanceArgs>, Call<'task.turn', Parsed<typeof turnArgs>>> = {
  args: advanceArgs,
  reads: ({ id, occurrenceId, renews }) => [
    { table: 'task', id },
    { table: 'task', above: id },
    ...(typeof occurrenceId === 'string' ? [{ table: 'task', id: occurrenceId } as const] : []),
    ...(renews === 1 ? [movingBelow(id)] : []),
  ],
  run(tx, args) {
    const { id, due, now, occurrenceId = null, steps = '', at } = args;
    if (!keptRow(tx, 'task', id)) throw new MutationRejected('GONE');
    const row = liveRow(tx, 'task', id);
    if (!row || isDone(tx, row) || dueOf(row) !== due || !parseDue(now)) return;
    const changed = advanced(tx, row, args);
    if (!changed) return taskComplete.run(tx, { id, at });
    const before = occurrenceId === null ? undefined : keptRow(tx, 'task', occurrenceId);
    // The time was completed before, and the completion was taken back.
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
    // A row that is there already belongs to an earlier completion.
    const isNew = liveRow(rows, 'task', args.occurrenceId ?? '') === undefined;
    const occurrenceId = isNew ? (args.occurrenceId ?? null) : null;
    const [after = task, ...moved] = advanced(rows, task, args) ?? [];
    const { deadline, description } = after;
    const changes = { ...only(task, TURNED), ...oldValues(task, { deadline, description }) };
    const below = moved.flatMap((each) => {
      const before = rows.get('task', each.id);
      return (before && turnOf(before, each)) ?? [];
    });
    return { name: 'task.turn', args: { id, occurrenceId, changes, ...(below.length > 0 && { below }), at } };
  },
};

/** The columns of the task that every turn back names. A later edit may have cleared any of them. */
const TURNED = [...SERIES, 'completedAt', 'doneIn'] as const;

const turnArgs = fields({
  id: id(),
  occurrenceId: nullable(id()),
  /** 1: the row of that time is there after the turn. 0: it is not. */
  isThere: choice([0, 1], 0),
  changes: someFields({
    ...only(task.columns, TURNED),
    deadline: task.columns.deadline,
    /** The notes of the task. Only their boxes are taken. */
    description: task.columns.description,
  }),
  below: turnedBelowArgs,
  at: instant(),
});

/**
 * Takes an advance back, or does it again. The task gets its old time and the days below it, and the row of that time
 * goes or comes back by the rules of task.delete and task.restore. Rejects GONE, COLLECTION_GONE, TASK_LIMIT.
 */
export const taskTurn: Mutator<Parsed<typeof turnArgs>, Call<'task.turn', Parsed<typeof turnArgs>>> = {
  args: turnArgs,
  reads: ({ id, occurrenceId, below = [] }) => [
    { table: 'task', id },
    { table: 'task', above: id },
    ...(below.length > 0 ? [movingBelow(id)] : []),
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
    // Notes stay when they were written since.
    if (openBoxes(turned.description) !== openBoxes(row.description)) turned.description = row.description;
    // An open or top-level task was completed in no time of a parent: another device may have moved it meanwhile.
    if (turned.parentId === null || turned.completedAt === null) turned.doneIn = null;
    // The user sees only completed tasks of a deleted collection. An open task would vanish.
    if (!isThere('task', turned, (table, of) => tx.get(table, of))) throw goneFrom('collection');
    const occurrence = occurrenceId === null ? undefined : keptRow(tx, 'task', occurrenceId);
    // A device may still have a row that is purged on the server. Without the rejection, the row would come back on
    // that device alone.
    if (occurrenceId !== null && isBack === 1 && !occurrence) throw new MutationRejected('GONE');
    if (occurrence?.seriesId === id) {
      const { id: timeId, collectionId } = occurrence;
      (isBack === 1 ? taskRestore : taskDelete).run(tx, { id: timeId, collectionId, at });
    }
    tx.set('task', turned);
    // When another device took the advance back before, later changes below the task stay.
    if (below.length === 0 || turned.cycleAt === row.cycleAt) return;
    const wanted = new Map(below.map((each) => [each.id, each]));
    for (const { row: each } of tx.below('task', id, MOVING)) {
      const turn = wanted.get(each.id);
      if (turn) tx.set('task', { ...turnedBelow(each, turn, row.cycleAt), updatedAt: at });
    }
  },
  inverse(rows, args) {
    const { id, at } = args;
    const task = liveRow(rows, 'task', id);
    const changes = oldValues(task, args.changes);
    const occurrenceId = args.occurrenceId ?? null;
    const isThere = occurrenceId !== null && rows.get('task', occurrenceId)?.deletedAt === null ? 1 : 0;
    const below = (args.below ?? []).flatMap((each) => {
      const row = rows.get('task', each.id);
      return (row && task && turnOf(row, turnedBelow(row, each, task.cycleAt))) ?? [];
    });
    return (
      changes && {
        name: 'task.turn',
        args: { id, occurrenceId, isThere, changes, ...(below.length > 0 && { below }), at },
      }
    );
  },
};
