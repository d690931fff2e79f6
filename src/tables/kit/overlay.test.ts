import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MutationRejected } from '#src/domain/errors.ts';
import { declarationOf, byTable, TABLE_NAMES, type AnyRow, type TableName } from '#src/tables/tables.ts';
import { anyMutations } from '#src/sync/testing/arbitrary-mutations.ts';
import { Model } from '#src/sync/testing/model.ts';
import {
  addCollection,
  addTask,
  collection,
  mutation,
  overlayOver,
  sampleId,
  task,
} from '#src/sync/testing/samples.ts';
import { mutatorOf, type Mutation } from '#src/tables/operations.ts';
import type { RowLists } from '#src/sync/protocol.ts';
import { emptyRows, listsOf, noChanges, takeIn, type Overlay, type RowMaps } from './overlay.ts';
import type { Read, Tx } from './tx.ts';

/** Runs a mutation. Returns the code of its rejection, or null. */
function outcomeOf(run: () => unknown): string | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof MutationRejected) return error.code;
    throw error;
  }
}

/** The base rows, replaced by the rows of the overlay. */
function merged(base: RowMaps, overlay: Overlay): RowMaps {
  const rows = emptyRows();
  takeIn(rows, listsOf(base));
  takeIn(rows, byTable((table) => [...overlay.changed[table].values()]) as unknown as RowLists);
  return rows;
}

/** `tx`, which throws at a read that `reads` does not name. */
function guarded(tx: Tx, reads: readonly Read[]): Tx {
  const require = (isNamed: boolean) => {
    if (!isNamed) throw new Error('read what it does not name');
  };
  const valueOf = (table: TableName, id: string, column = '') =>
    (tx.get(table, id) as AnyRow | undefined)?.[column];
  /** True when a row is above another one, or owns that or a row above it. */
  const isAbove = (table: TableName, id: string, below: string, of: TableName): boolean => {
    const row: AnyRow | undefined = tx.get(of, below);
    const { tree, owner, columns } = declarationOf(of);
    if (!row) return false;
    if (owner && columns[owner.column]?.references === table && row[owner.column] === id) return true;
    const above = tree ? row[tree.column] : null;
    return typeof above === 'string' && ((table === of && above === id) || isAbove(table, id, above, of));
  };
  return {
    get: (table, id) => {
      require(
        reads.some(
          (read) =>
            ('id' in read && read.table === table && read.id === id) ||
            ('above' in read && isAbove(table, id, read.above, read.table)),
        ),
      );
      return tx.get(table, id);
    },
    having: (table, column, value) => {
      require(
        reads.some(
          (read) =>
            'column' in read &&
            read.table === table &&
            read.column === column &&
            ('value' in read ? read.value : valueOf(table, read.likeId, column)) === value,
        ),
      );
      return tx.having(table, column, value);
    },
    largest: (table, column) => {
      require(reads.some((read) => 'largest' in read && read.table === table && read.largest === column));
      return tx.largest(table, column);
    },
    count: (table) => tx.count(table),
    ownedBy: (table, ownerId) => {
      require(reads.some((read) => 'ownedBy' in read && read.table === table && read.ownedBy === ownerId));
      return tx.ownedBy(table, ownerId);
    },
    levelsBelow: (table, id) => {
      require(reads.some((read) => 'levelsBelow' in read && read.table === table && read.levelsBelow === id));
      return tx.levelsBelow(table, id);
    },
    below: (table, id, columns) => {
      require(reads.some((read) => 'below' in read && read.table === table && read.below === id));
      return tx.below(table, id, columns);
    },
    set: (table, row) => tx.set(table, row),
  };
}

describe('mutations over an overlay', () => {
  test('have the effects, outcomes and counts of the model over any base, and leave the base unchanged', () => {
    fc.assert(
      fc.property(anyMutations(), fc.nat(40), (mutations, cut) => {
        const model = new Model();
        const base = emptyRows();
        for (const earlier of mutations.slice(0, cut)) model.apply(earlier);
        takeIn(base, listsOf(model));
        const before = structuredClone(base);
        const overlay = overlayOver(base);

        for (const later of mutations.slice(cut)) {
          expect(outcomeOf(() => overlay.run(later))).toBe(model.apply(later));
          expect(merged(base, overlay)).toEqual(byTable((table) => model[table]));
          expect(byTable((table) => overlay.count(table))).toEqual(model.counts);
        }

        expect(base).toEqual(before);
      }),
    );
  });

  test('read only what their `reads` names, and have the same effect when run again', () => {
    fc.assert(
      fc.property(anyMutations(), (mutations) => {
        const [first, second] = [overlayOver(), overlayOver()];
        for (const each of mutations) {
          const view = guarded(first, mutatorOf(each).reads(each.args));
          expect(outcomeOf(() => first.run(each, view))).toBe(
            outcomeOf(() => second.run(structuredClone(each))),
          );
        }
        expect(first.changed).toEqual(second.changed);
      }),
    );
  });

  test('tell each row that they wrote once, before and after', () => {
    fc.assert(
      fc.property(anyMutations(), (mutations) => {
        const base = emptyRows();
        const overlay = overlayOver(base);
        for (const each of mutations) {
          const before = merged(base, overlay);
          let changes = noChanges();
          outcomeOf(() => (changes = overlay.run(each)));
          const replayed = emptyRows();
          takeIn(replayed, listsOf(before));
          for (const table of TABLE_NAMES) {
            for (const [id, change] of changes[table]) {
              expect(change.before).toBe(before[table].get(id));
              takeIn(replayed, { [table]: [change.after] });
            }
          }
          expect(replayed).toEqual(merged(base, overlay));
        }
      }),
    );
  });
});

describe('an overlay', () => {
  const c1 = sampleId('collection', 1);
  const t1 = sampleId('task', 1);

  function overlayOf(...mutations: readonly Mutation[]): Overlay {
    const overlay = overlayOver();
    for (const each of mutations) overlay.run(each);
    return overlay;
  }

  test('keeps nothing of a mutation that throws after a write', () => {
    const overlay = overlayOf(addCollection(1), addTask(2, task(1)));
    const failing: Tx = {
      get: (table, id) => overlay.get(table, id),
      having: (table, column, value) => overlay.having(table, column, value),
      largest: (table, column) => overlay.largest(table, column),
      count: (table) => overlay.count(table),
      ownedBy: (table, ownerId) => overlay.ownedBy(table, ownerId),
      levelsBelow: (table, id) => overlay.levelsBelow(table, id),
      below: (table, id, columns) => overlay.below(table, id, columns),
      set: (table, row) => {
        overlay.set(table, row);
        throw new Error('halfway');
      },
    };
    const before = structuredClone(overlay.changed);

    expect(() => overlay.run(mutation(3, 'collection.delete', { id: c1, at: 9 }), failing)).toThrow(
      'halfway',
    );

    expect(overlay.get('collection', c1)).toEqual(collection(1));
    expect(overlay.changed).toEqual(before);
    expect(overlay.count('collection')).toBe(1);
    overlay.run(mutation(4, 'task.complete', { id: t1, at: 9 }));
    expect(overlay.get('collection', c1)).toEqual(collection(1));
  });

  test('counts the active tasks of a collection after additions, moves, completions and deletions', () => {
    const [home, other] = [c1, sampleId('collection', 2)];
    const rows = emptyRows();
    for (const n of [1, 2]) rows.collection.set(sampleId('collection', n), collection(n));
    for (const n of [1, 2, 3, 4]) rows.task.set(sampleId('task', n), task(n));
    const overlay = overlayOver(rows);
    const run = (...each: readonly Mutation[]) => each.forEach((one) => overlay.run(one));
    const counts = () => [
      overlay.ownedBy('task', home),
      overlay.ownedBy('task', other),
      overlay.count('task'),
    ];

    run(mutation(5, 'task.edit', { id: t1, changes: { collectionId: other }, at: 9 }), addTask(6, task(5)));
    expect(counts()).toEqual([4, 1, 5]);
    run(mutation(7, 'task.complete', { id: sampleId('task', 2), at: 9 }));
    run(mutation(8, 'task.delete', { id: sampleId('task', 3), at: 9 }));
    expect(counts()).toEqual([2, 1, 4]);
    run(mutation(9, 'collection.delete', { id: home, at: 9 }));
    expect(counts(), 'a deleted collection owns its tasks, but they are not there').toEqual([2, 1, 2]);
    run(mutation(10, 'task.restore', { id: sampleId('task', 4), collectionId: other, at: 9 }));
    run(mutation(11, 'collection.restore', { id: home, at: 9 }));
    expect(counts()).toEqual([1, 2, 4]);
  });

  test('counts by the base, with rows that the base does not hold', () => {
    const overlay = overlayOver(emptyRows(), { collection: 4_999, task: 7 });

    overlay.run(addCollection(1));

    expect(overlay.count('collection')).toBe(5_000);
    expect(outcomeOf(() => overlay.run(addCollection(2)))).toBe('COLLECTION_LIMIT');
    expect(overlay.count('task')).toBe(7);
  });

  test('replaces a row written over the base by an equal one, but adds none', () => {
    const overlay = overlayOf(addCollection(1));
    const equal = collection(1);

    expect(overlay.replaceByEqual('collection', equal)).toBe(true);
    expect(overlay.get('collection', c1)).toBe(equal);
    expect(overlay.replaceByEqual('collection', collection(2))).toBe(false);
    expect(overlay.get('collection', sampleId('collection', 2))).toBeUndefined();
  });

  test.each(TABLE_NAMES.map((table) => ({ table })))(
    'has no row of $table that never existed',
    ({ table }) => {
      expect(overlayOf().get(table, t1)).toBeUndefined();
      expect([...overlayOf().rows(table)]).toEqual([]);
    },
  );
});
