import { id, instant } from '#src/tables/kit/column.ts';
import { dismissal } from './table.ts';
import { newRow } from '#src/tables/kit/row.ts';
import { settableIn } from '#src/tables/settable-values.ts';
import { settableOf } from '#src/tables/kit/table.ts';
import { fields, type Parsed } from '#src/tables/kit/args.ts';
import { liveRow } from '#src/tables/kit/live-rows.ts';
import { requireRoom } from '#src/tables/kit/room.ts';
import type { Call, Mutator } from '#src/tables/kit/tx.ts';

const addArgs = fields({ id: id(), ...settableOf(dismissal), at: instant() });
type AddArgs = Parsed<typeof addArgs>;
const removeArgs = fields({ id: id(), at: instant() });
type RemoveArgs = Parsed<typeof removeArgs>;

/** Keeps a wording as text, also a forgotten one. No change when it is kept already. Rejects DISMISSAL_LIMIT. */
const add: Mutator<AddArgs, Call<'dismissal.remove', RemoveArgs>> = {
  args: addArgs,
  reads: ({ id }) => [{ table: 'dismissal', id }],
  run(tx, { at, ...values }) {
    const row = tx.get('dismissal', values.id);
    if (row?.deletedAt === null) return;
    requireRoom(tx, 'dismissal', 1);
    tx.set('dismissal', newRow('dismissal', { ...row, ...values, createdAt: at, deletedAt: null }));
  },
  inverse: (rows, { id, at }) =>
    liveRow(rows, 'dismissal', id) ? null : { name: 'dismissal.remove', args: { id, at } },
};

/** Forgets that a wording is text. No change when it is not kept. */
const remove: Mutator<RemoveArgs, Call<'dismissal.add', AddArgs>> = {
  args: removeArgs,
  reads: ({ id }) => [{ table: 'dismissal', id }],
  run(tx, { id, at }) {
    const row = tx.get('dismissal', id);
    if (row?.deletedAt === null) tx.set('dismissal', { ...row, deletedAt: at });
  },
  inverse(rows, { id, at }) {
    const row = liveRow(rows, 'dismissal', id);
    return row ? { name: 'dismissal.add', args: { id, ...settableIn('dismissal', row), at } } : null;
  },
};

export const dismissalOperations = { 'dismissal.add': add, 'dismissal.remove': remove };
