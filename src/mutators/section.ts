import { id, instant, reference } from '#src/domain/schema/column.ts';
import { newRow } from '#src/domain/schema/row.ts';
import { section } from '#src/domain/schema/section.ts';
import { settableOf } from '#src/domain/schema/table.ts';
import { fields, someFields, type Parsed } from './args.ts';
import { keptRow, liveRow } from './live-rows.ts';
import { goneFrom, requireFreeName, requireLive } from './named.ts';
import { requireRoom } from './room.ts';
import type { Mutator } from './tx.ts';

const addArgs = fields({
  id: id(),
  collectionId: reference('collection'),
  ...settableOf(section),
  at: instant(),
});

/** Adds a section to a collection; no change when it is there already. Rejects COLLECTION_GONE, DUPLICATE_SECTION, SECTION_LIMIT. */
export const sectionAdd: Mutator<Parsed<typeof addArgs>> = {
  args: addArgs,
  reads: ({ id, collectionId, name }) => [
    { table: 'section', id },
    { table: 'section', column: 'name', value: name },
    { table: 'collection', id: collectionId },
  ],
  run(tx, { at, ...settable }) {
    if (keptRow(tx, 'section', settable.id)) return;
    requireLive(tx, 'collection', settable.collectionId);
    requireFreeName(tx, 'section', settable);
    requireRoom(tx, 'section', 1);
    tx.set('section', newRow('section', { ...settable, createdAt: at }));
  },
};

const editArgs = fields({ id: id(), changes: someFields(settableOf(section)), at: instant() });

/** Changes only the fields named: the last writer wins per field. Rejects SECTION_GONE, DUPLICATE_SECTION. */
export const sectionEdit: Mutator<Parsed<typeof editArgs>> = {
  args: editArgs,
  reads: ({ id, changes: { name } }) => [
    { table: 'section', id },
    { table: 'section', above: id },
    ...(name === undefined ? [] : [{ table: 'section', column: 'name', value: name } as const]),
  ],
  run(tx, { id, changes }) {
    const row = requireLive(tx, 'section', id);
    const changed = { ...row, ...changes };
    if (changes.name !== undefined) requireFreeName(tx, 'section', changed);
    tx.set('section', changed);
  },
};

const deleteArgs = fields({ id: id(), at: instant() });

/** Deletes a section: its tasks stay, in none. They name it still, and are in it again when it is restored. No change when it is gone. */
export const sectionDelete: Mutator<Parsed<typeof deleteArgs>> = {
  args: deleteArgs,
  reads: ({ id }) => [
    { table: 'section', id },
    { table: 'section', above: id },
  ],
  run(tx, { id, at }) {
    const row = liveRow(tx, 'section', id);
    if (row) tx.set('section', { ...row, deletedAt: at });
  },
};

const restoreArgs = fields({ id: id(), at: instant() });

/**
 * Brings a deleted section back; no change when it is there. Rejects SECTION_GONE when nothing is left of it, COLLECTION_GONE,
 * DUPLICATE_SECTION, SECTION_LIMIT.
 */
export const sectionRestore: Mutator<Parsed<typeof restoreArgs>> = {
  args: restoreArgs,
  reads: ({ id }) => [
    { table: 'section', id },
    { table: 'section', above: id },
    { table: 'section', column: 'name', likeId: id },
  ],
  run(tx, { id }) {
    const row = keptRow(tx, 'section', id);
    if (!row) throw goneFrom('section');
    if (row.deletedAt === null) return;
    requireLive(tx, 'collection', row.collectionId);
    requireFreeName(tx, 'section', row);
    requireRoom(tx, 'section', 1);
    tx.set('section', { ...row, deletedAt: null });
  },
};
