import { id, instant } from '#src/domain/schema/column.ts';
import { label } from '#src/domain/schema/label.ts';
import { newRow } from '#src/domain/schema/row.ts';
import { settableOf } from '#src/domain/schema/table.ts';
import { fields, someFields, type Parsed } from './args.ts';
import { keptRow, liveRow } from './live-rows.ts';
import { goneFrom, requireFreeName, requireLive } from './named.ts';
import { requireRoom } from './room.ts';
import type { Mutator } from './tx.ts';

const addArgs = fields({ id: id(), ...settableOf(label), at: instant() });

/** Adds a label; no change when it is there already. Rejects DUPLICATE_LABEL, LABEL_LIMIT. */
export const labelAdd: Mutator<Parsed<typeof addArgs>> = {
  args: addArgs,
  reads: ({ id, name }) => [
    { table: 'label', id },
    { table: 'label', column: 'name', value: name },
  ],
  run(tx, { at, ...settable }) {
    if (keptRow(tx, 'label', settable.id)) return;
    requireFreeName(tx, 'label', settable);
    requireRoom(tx, 'label', 1);
    tx.set('label', newRow('label', { ...settable, createdAt: at }));
  },
};

const editArgs = fields({ id: id(), changes: someFields(settableOf(label)), at: instant() });

/** Changes only the fields named: the last writer wins per field. Rejects LABEL_GONE, DUPLICATE_LABEL. */
export const labelEdit: Mutator<Parsed<typeof editArgs>> = {
  args: editArgs,
  reads: ({ id, changes: { name } }) => [
    { table: 'label', id },
    ...(name === undefined ? [] : [{ table: 'label', column: 'name', value: name } as const]),
  ],
  run(tx, { id, changes }) {
    const row = requireLive(tx, 'label', id);
    if (changes.name !== undefined) requireFreeName(tx, 'label', { id, name: changes.name });
    tx.set('label', { ...row, ...changes });
  },
};

const deleteArgs = fields({ id: id(), at: instant() });

/** Deletes a label, which takes it off its tasks: they name it still, and have it again when it is restored. No change when it is gone. */
export const labelDelete: Mutator<Parsed<typeof deleteArgs>> = {
  args: deleteArgs,
  reads: ({ id }) => [{ table: 'label', id }],
  run(tx, { id, at }) {
    const row = liveRow(tx, 'label', id);
    if (row) tx.set('label', { ...row, deletedAt: at });
  },
};

const restoreArgs = fields({ id: id(), at: instant() });

/** Brings a deleted label back; no change when it is there. Rejects LABEL_GONE when nothing is left of it, DUPLICATE_LABEL, LABEL_LIMIT. */
export const labelRestore: Mutator<Parsed<typeof restoreArgs>> = {
  args: restoreArgs,
  reads: ({ id }) => [
    { table: 'label', id },
    { table: 'label', column: 'name', likeId: id },
  ],
  run(tx, { id }) {
    const row = keptRow(tx, 'label', id);
    if (!row) throw goneFrom('label');
    if (row.deletedAt === null) return;
    requireFreeName(tx, 'label', row);
    requireRoom(tx, 'label', 1);
    tx.set('label', { ...row, deletedAt: null });
  },
};
