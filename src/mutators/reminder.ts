import { MutationRejected } from '#src/domain/errors.ts';
import { id, instant, InvalidValue, type Parser } from '#src/domain/schema/column.ts';
import { reminder } from '#src/domain/schema/reminder.ts';
import { newRow } from '#src/domain/schema/row.ts';
import { settableOf } from '#src/domain/schema/table.ts';
import { fields, type Parsed } from './args.ts';
import { keptRow, liveRow } from './live-rows.ts';
import { requireRoom } from './room.ts';
import type { Mutator } from './tx.ts';

const addFields = fields({
  id: id(),
  taskId: reminder.columns.taskId,
  ...settableOf(reminder),
  at: instant(),
});

const addArgs: Parser<Parsed<typeof addFields>> = (value, name) => {
  const args = addFields(value, name);
  if (((args.remindAt ?? null) === null) === ((args.minutesBefore ?? null) === null))
    throw new InvalidValue(`${name} must have either remindAt or minutesBefore`);
  return args;
};

/** Has the user reminded of a task; no change when the reminder is there already. Rejects GONE for the task, REMINDER_LIMIT. */
export const reminderAdd: Mutator<Parsed<typeof addArgs>> = {
  args: addArgs,
  reads: (args) => [
    { table: 'reminder', id: args.id },
    { table: 'task', id: args.taskId },
    { table: 'task', above: args.taskId },
  ],
  run(tx, { at, ...said }) {
    if (keptRow(tx, 'reminder', said.id)) return;
    if (!liveRow(tx, 'task', said.taskId)) throw new MutationRejected('GONE');
    requireRoom(tx, 'reminder', 1);
    tx.set('reminder', newRow('reminder', { ...said, createdAt: at }));
  },
};

const deleteArgs = fields({ id: id(), at: instant() });

/** Removes a reminder; no change when it is gone. */
export const reminderDelete: Mutator<Parsed<typeof deleteArgs>> = {
  args: deleteArgs,
  reads: ({ id }) => [{ table: 'reminder', id }],
  run(tx, { id, at }) {
    const row = tx.get('reminder', id);
    if (row?.deletedAt === null) tx.set('reminder', { ...row, deletedAt: at });
  },
};

const restoreArgs = fields({ id: id(), at: instant() });

/** Brings a removed reminder back; no change when it is there. Rejects REMINDER_GONE when nothing is left of it, REMINDER_LIMIT. */
export const reminderRestore: Mutator<Parsed<typeof restoreArgs>> = {
  args: restoreArgs,
  reads: ({ id }) => [{ table: 'reminder', id }],
  run(tx, { id }) {
    const row = tx.get('reminder', id);
    if (!row) throw new MutationRejected('REMINDER_GONE');
    if (row.deletedAt === null) return;
    requireRoom(tx, 'reminder', 1);
    tx.set('reminder', { ...row, deletedAt: null });
  },
};
