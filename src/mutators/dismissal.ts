import { id, instant } from '#src/domain/schema/column.ts';
import { dismissal } from '#src/domain/schema/dismissal.ts';
import { newRow } from '#src/domain/schema/row.ts';
import { settableOf } from '#src/domain/schema/table.ts';
import { fields, type Parsed } from './args.ts';
import { requireRoom } from './room.ts';
import type { Mutator } from './tx.ts';

const addArgs = fields({ id: id(), ...settableOf(dismissal), at: instant() });

/** Keeps a wording as text, also one that was forgotten since; no change when it is kept already. Rejects DISMISSAL_LIMIT. */
export const dismissalAdd: Mutator<Parsed<typeof addArgs>> = {
  args: addArgs,
  reads: ({ id }) => [{ table: 'dismissal', id }],
  run(tx, { at, ...said }) {
    const row = tx.get('dismissal', said.id);
    if (row?.deletedAt === null) return;
    requireRoom(tx, 'dismissal', 1);
    tx.set('dismissal', newRow('dismissal', { ...row, ...said, createdAt: at, deletedAt: null }));
  },
};

const removeArgs = fields({ id: id(), at: instant() });

/** Forgets that a wording is text; no change when it is not. */
export const dismissalRemove: Mutator<Parsed<typeof removeArgs>> = {
  args: removeArgs,
  reads: ({ id }) => [{ table: 'dismissal', id }],
  run(tx, { id, at }) {
    const row = tx.get('dismissal', id);
    if (row?.deletedAt === null) tx.set('dismissal', { ...row, deletedAt: at });
  },
};
