import { id, instant } from '#src/domain/schema/column.ts';
import { filter } from '#src/domain/schema/filter.ts';
import { newRow } from '#src/domain/schema/row.ts';
import { settableOf } from '#src/domain/schema/table.ts';
import { fields, someFields, type Parsed } from './args.ts';
import { keptRow, liveRow } from './live-rows.ts';
import { goneFrom, requireLive } from './named.ts';
import { requireRoom } from './room.ts';
import type { Mutator } from './tx.ts';

const addArgs = fields({ id: id(), ...settableOf(filter), at: instant() });

/** Adds a filter; no change when it is there already. Rejects FILTER_LIMIT. */
export const filterAdd: Mutator<Parsed<typeof addArgs>> = {
  args: addArgs,
  reads: ({ id }) => [{ table: 'filter', id }],
  run(tx, { at, ...settable }) {
    if (keptRow(tx, 'filter', settable.id)) return;
    requireRoom(tx, 'filter', 1);
    tx.set('filter', newRow('filter', { ...settable, createdAt: at }));
  },
};

const editArgs = fields({ id: id(), changes: someFields(settableOf(filter)), at: instant() });

/** Changes only the fields named: the last writer wins per field. Rejects FILTER_GONE. */
export const filterEdit: Mutator<Parsed<typeof editArgs>> = {
  args: editArgs,
  reads: ({ id }) => [{ table: 'filter', id }],
  run(tx, { id, changes }) {
    tx.set('filter', { ...requireLive(tx, 'filter', id), ...changes });
  },
};

const deleteArgs = fields({ id: id(), at: instant() });

/** Deletes a filter, none of the tasks that it shows. No change when it is gone. */
export const filterDelete: Mutator<Parsed<typeof deleteArgs>> = {
  args: deleteArgs,
  reads: ({ id }) => [{ table: 'filter', id }],
  run(tx, { id, at }) {
    const row = liveRow(tx, 'filter', id);
    if (row) tx.set('filter', { ...row, deletedAt: at });
  },
};

const restoreArgs = fields({ id: id(), at: instant() });

/** Brings a deleted filter back; no change when it is there. Rejects FILTER_GONE when nothing is left of it, FILTER_LIMIT. */
export const filterRestore: Mutator<Parsed<typeof restoreArgs>> = {
  args: restoreArgs,
  reads: ({ id }) => [{ table: 'filter', id }],
  run(tx, { id }) {
    const row = keptRow(tx, 'filter', id);
    if (!row) throw goneFrom('filter');
    if (row.deletedAt === null) return;
    requireRoom(tx, 'filter', 1);
    tx.set('filter', { ...row, deletedAt: null });
  },
};
