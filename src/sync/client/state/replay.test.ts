import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byTable, TABLE_NAMES, type TableName } from '#src/tables/tables.ts';
import { emptyRows, listsOf, takeIn, type Base, type Overlay } from '#src/tables/kit/overlay.ts';
import { RowCounts } from '#src/tables/kit/row-counts.ts';
import type { RowLists } from '#src/sync/protocol.ts';
import { anyMutations } from '#src/sync/testing/arbitrary-mutations.ts';
import { Model } from '#src/sync/testing/model.ts';
import { addCollection, addTask, addTasks, collection, renameTask, task } from '#src/sync/testing/samples.ts';
import { isUnseen, replay, settledAsForeseen } from './replay.ts';

/** A base of these confirmed rows. */
function confirmed(...lists: readonly RowLists[]): Base {
  const rows = emptyRows();
  for (const list of lists) takeIn(rows, list);
  const counts = new RowCounts();
  const count = <T extends TableName>(table: T) => {
    for (const row of rows[table].values())
      counts.change(table, undefined, row, (of, id) => rows[of].get(id));
  };
  for (const table of TABLE_NAMES) count(table);
  return { rows, counts };
}

/** All rows of an overlay, with the confirmed rows under it. */
function seen(overlay: Overlay) {
  return byTable((table) => new Map([...overlay.rows(table)].map((row) => [row.id, row] as const)));
}

/** A copy of the server's rows. */
function kept(server: Model): RowLists {
  return structuredClone(listsOf(server));
}

describe('isUnseen', () => {
  const none = confirmed();

  test('is true without a row, also when a waiting mutation cannot run', () => {
    expect(isUnseen(none, replay(none, []))).toBe(true);
    expect(isUnseen(none, replay(none, [renameTask(1, 'Mine')]))).toBe(true);
  });

  test.each([
    { what: 'a row is confirmed', base: confirmed({ collection: [collection(1)] }), waiting: [] },
    {
      what: 'a deleted row is confirmed',
      base: confirmed({ collection: [collection(1, { deletedAt: 9 })] }),
      waiting: [],
    },
    { what: 'a row waits', base: none, waiting: [addCollection(1)] },
  ])('is false once $what', ({ base, waiting }) => {
    expect(isUnseen(base, replay(base, waiting))).toBe(false);
  });
});

describe('[W8] settledAsForeseen', () => {
  const base = confirmed({ collection: [collection(1)] });
  const waiting = [...addTasks(3), renameTask(3, 'Mine')];
  const rows = { task: [task(1), task(2)] };

  test('gives the foreseen rows when the server did the same and the rest waits as before', () => {
    const foreseen = settledAsForeseen(base, waiting, { from: 1, rows }, waiting.slice(2));
    expect(foreseen && [...foreseen.changed.task.values()]).toEqual(rows.task);
  });

  test('gives an overlay when no row came in and no mutation was settled', () => {
    expect(settledAsForeseen(base, waiting, null, waiting)).not.toBeNull();
  });

  test.each([
    { what: 'the rows are all that the server has', incoming: { from: 0, rows }, outbox: waiting.slice(2) },
    { what: 'a new mutation waits', incoming: { from: 1, rows }, outbox: [...waiting.slice(2), addTask(4)] },
    { what: 'more mutations wait than before', incoming: null, outbox: [...waiting, addTask(4)] },
    { what: 'a middle mutation is gone', incoming: { from: 1, rows }, outbox: [waiting[0]!, waiting[3]!] },
    {
      what: 'the rest has another order',
      incoming: { from: 1, rows },
      outbox: waiting.slice(2).toReversed(),
    },
    { what: 'one was rejected', incoming: { from: 1, rows: { task: [task(1)] } }, outbox: waiting.slice(2) },
    { what: 'no row came in', incoming: null, outbox: waiting.slice(2) },
    {
      what: 'a row came in with another value',
      incoming: { from: 1, rows: { task: [task(1), task(2, { name: 'Theirs' })] } },
      outbox: waiting.slice(2),
    },
    {
      what: 'a row of another device came with it',
      incoming: { from: 1, rows: { task: [...rows.task, task(5)] } },
      outbox: waiting.slice(2),
    },
    {
      what: 'a row came in that only a waiting mutation adds',
      incoming: { from: 1, rows: { task: [...rows.task, task(3)] } },
      outbox: waiting.slice(2),
    },
  ])('is null when $what', ({ incoming, outbox }) => {
    expect(settledAsForeseen(base, waiting, incoming, outbox)).toBeNull();
  });

  test('gives an overlay only when a full replay shows and confirms the same rows', () => {
    const anyTheirs = fc.option(anyMutations(2), { freq: 2, nil: [] });
    let yes = 0;
    let no = 0;
    fc.assert(
      fc.property(anyMutations(12), anyMutations(20), fc.nat(20), anyTheirs, (first, all, count, theirs) => {
        const server = new Model();
        for (const some of first) server.apply(some);
        const before = confirmed(kept(server));
        for (const some of [...theirs, ...all.slice(0, count)]) server.apply(some);
        const incoming = { from: 1, rows: kept(server) };
        const outbox = all.slice(count);

        const foreseen = settledAsForeseen(before, all, incoming, outbox);

        if (!foreseen) return void (no += 1);
        yes += 1;
        const after = confirmed(incoming.rows);
        expect(seen(replay(before, all))).toEqual(seen(replay(after, outbox)));
        expect(seen(foreseen)).toEqual(seen(replay(after, [])));
      }),
      { numRuns: 500 },
    );
    expect(yes).toBeGreaterThan(0);
    expect(no).toBeGreaterThan(0);
  }, 30_000);
});
