import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { MutationRejected } from '#src/domain/errors.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { emptyRows, type Overlay, type RowChanges } from '#src/tables/kit/overlay.ts';
import type { Tx } from '#src/tables/kit/tx.ts';
import { anyMutations } from '#src/sync/testing/arbitrary-mutations.ts';
import {
  addCollection,
  collection,
  mutation,
  overlayOver,
  sampleId,
  task,
} from '#src/sync/testing/samples.ts';
import { Lookups } from './lookups.ts';

const c1 = sampleId('collection', 1);

/** An overlay and the lookups over it. Mutations run through the lookups. */
class Pushed {
  readonly overlay: Overlay;
  readonly lookups: Lookups;

  constructor(overlay = overlayOver()) {
    this.overlay = overlay;
    this.lookups = new Lookups(overlay);
  }

  run(each: Mutation): string | null {
    let changes: RowChanges | null = null;
    try {
      changes = this.overlay.run(each, this.lookups);
      return null;
    } catch (error) {
      if (error instanceof MutationRejected) return error.code;
      throw error;
    } finally {
      this.lookups.settle(changes);
    }
  }
}

const sorted = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).toSorted();

describe('lookups', () => {
  test('find the same as a search through all rows, after any changes and rejections', () => {
    fc.assert(
      fc.property(anyMutations(), (mutations) => {
        const { overlay, lookups, run } = withRun();
        const plain = overlayOver();
        for (const each of mutations) {
          expect(run(each)).toBe(outcomeOn(plain, each));
          expect(lookedUp(lookups, overlay)).toEqual(lookedUp(plain, overlay));
        }
        expect(overlay.changed).toEqual(plain.changed);
      }),
    );
  });

  test('go through the rows of a table once for hundreds of additions, both for names and for the last place', () => {
    const rows = emptyRows();
    for (let n = 1; n <= 1_000; n++) rows.collection.set(sampleId('collection', n), collection(n));
    const pushed = new Pushed(overlayOver(rows));
    const looks = vi.spyOn(rows.collection, 'values');

    for (let n = 1_001; n <= 1_500; n++) expect(pushed.run(addCollection(n))).toBeNull();

    expect(looks).toHaveBeenCalledTimes(2);
    expect(pushed.lookups.largest('collection', 'position')).toBe(1_500);
    expect(pushed.lookups.having('collection', 'name', 'Collection 1400')).toHaveLength(1);
  });

  test('go through the rows below a row once for hundreds of moves, and again only after a change below it', () => {
    const rows = emptyRows();
    const add = (n: number, above: number | null) =>
      rows.task.set(
        sampleId('task', n),
        task(n, { parentId: above === null ? null : sampleId('task', above) }),
      );
    rows.collection.set(c1, collection(1));
    for (const n of [1, 2, 3]) add(n, null);
    for (let branch = 10; branch < 20; branch++) {
      add(branch, 1);
      for (let leaf = 0; leaf < 100; leaf++) add(branch * 100 + leaf, branch);
    }
    const pushed = new Pushed(overlayOver(rows));
    const move = (n: number, of: number, to: number) =>
      mutation(n, 'task.edit', {
        id: sampleId('task', of),
        changes: { parentId: sampleId('task', to) },
        at: 9,
      });

    for (let times = 0; times < 500; times++) expect(pushed.run(move(times, 1, 2 + (times % 2)))).toBeNull();
    expect(pushed.lookups.visited).toBe(1_010);

    pushed.run(move(500, 1_000, 11));
    pushed.run(mutation(501, 'task.edit', { id: sampleId('task', 1_001), changes: { name: 'Weed' }, at: 9 }));
    pushed.run(move(502, 1, 2));
    expect(pushed.lookups.visited).toBe(1_010 + 10 + 99 + 101);
  });

  test('find a name that was free, taken and given up again, and the last place after the last row moved', () => {
    const { lookups, run } = withRun();
    const named = (name: string) => sorted(lookups.having('collection', 'name', name));
    const edit = (n: number, changes: object) =>
      run(mutation(n, 'collection.edit', { id: c1, changes, at: 9 }));
    run(addCollection(1));
    run(addCollection(2));
    expect([named('Collection 1'), named('Garden')]).toEqual([[c1], []]);

    edit(3, { name: 'Garden', position: 70 });
    expect([named('Collection 1'), named('Garden')]).toEqual([[], [c1]]);
    expect(lookups.largest('collection', 'position')).toBe(70);
    edit(4, { position: 1 });
    expect(lookups.largest('collection', 'position')).toBe(2);
    run(mutation(5, 'collection.delete', { id: c1, at: 9 }));
    expect(named('Garden')).toEqual([]);
    run(mutation(6, 'collection.restore', { id: c1, at: 9 }));
    expect(named('Garden')).toEqual([c1]);
  });

  test('see the writes of the current mutation', () => {
    const { lookups, run } = withRun();
    run(addCollection(1));
    expect(lookups.largest('collection', 'position')).toBe(1);
    lookups.set('collection', collection(2, { name: 'Garden' }));
    expect(sorted(lookups.having('collection', 'name', 'Garden'))).toEqual([sampleId('collection', 2)]);
    expect(lookups.largest('collection', 'position')).toBe(2);
    // A rejected mutation leaves nothing.
    const edit = { id: sampleId('collection', 9), changes: { name: 'Shed' }, at: 9 };
    expect(run(mutation(3, 'collection.edit', edit))).toBe('COLLECTION_GONE');
    expect(lookups.having('collection', 'name', 'Garden')).toEqual([]);
    expect(lookups.largest('collection', 'position')).toBe(1);
  });

  function withRun() {
    const pushed = new Pushed();
    const { overlay, lookups } = pushed;
    return { overlay, lookups, run: (each: Mutation) => pushed.run(each) };
  }
});

/** All names with their rows, the last place, and the levels below each row of `overlay`, as `tx` finds them. */
function lookedUp(tx: Tx, overlay: Overlay) {
  const named = (['collection', 'section', 'label'] as const).flatMap((table) =>
    [...overlay.rows(table)].map(({ name }) => [table, name, sorted(tx.having(table, 'name', name))]),
  );
  const levels = (['collection', 'task'] as const).flatMap((table) =>
    [...overlay.rows(table)].map(({ id }) => [id, tx.levelsBelow(table, id)]),
  );
  return { named, levels, last: tx.largest('collection', 'position') };
}

function outcomeOn(overlay: Overlay, each: Mutation): string | null {
  try {
    overlay.run(each);
    return null;
  } catch (error) {
    if (error instanceof MutationRejected) return error.code;
    throw error;
  }
}
