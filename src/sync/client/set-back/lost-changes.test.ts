import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { occurrenceIdOf } from '#src/domain/repeat/occurrence-id.ts';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { MutationRejected } from '#src/domain/errors.ts';
import { TABLE_NAMES, type AnyRow, type TableName } from '#src/tables/tables.ts';
import { isThere, type FindRow } from '#src/tables/kit/row.ts';
import { settableIn } from '#src/tables/settable-values.ts';
import { placedTask } from '#src/tables/task/task.ts';
import { tasksIn } from '#src/tables/task/tasks-in.ts';
import { isKnownMutation, type Mutation, type Operation } from '#src/tables/operations.ts';
import { emptyRows, listsOf, takeIn, type Overlay } from '#src/tables/kit/overlay.ts';
import type { RowLists } from '#src/sync/protocol.ts';
import { anyMutations } from '#src/sync/testing/arbitrary-mutations.ts';
import { collection, mutation, overlayOver, sampleId, task } from '#src/sync/testing/samples.ts';
import { lostChanges } from './lost-changes.ts';
import { inSendingOrder } from './standing.ts';

/**
 * Runs mutations over `rows`. With `since`, each is made a second after the one before. `rejected` names the mutations
 * that were rejected, with their codes.
 */
function run(mutations: readonly Mutation[], rows: RowLists = {}, since: number | null = null) {
  const maps = emptyRows();
  takeIn(maps, rows);
  const overlay = overlayOver(maps);
  const rejected: string[] = [];
  for (const [index, { id, name, args }] of mutations.entries()) {
    const at = since === null ? args.at : (since + index) * 1_000;
    try {
      overlay.run({ id, name, args: { ...args, at } } as Mutation);
    } catch (error) {
      if (!(error instanceof MutationRejected)) throw error;
      rejected.push(`${name} ${error.code}`);
    }
  }
  return { overlay, rows: rowsOf(overlay), rejected };
}

function rowsOf(overlay: Overlay): RowLists {
  const maps = emptyRows();
  for (const table of TABLE_NAMES)
    for (const row of overlay.rows(table)) (maps[table] as Map<string, AnyRow>).set(row.id, row);
  return listsOf(maps);
}

/** The rows that the user sees: their texts, places and completion. */
function seen(overlay: Overlay) {
  const find: FindRow = (table, id) => overlay.get(table, id);
  const shapeOf = (table: TableName, row: AnyRow) => {
    const { collectionId, parentId, completedAt } = table === 'task' ? placedTask(row as never, find) : row;
    return {
      ...settableIn(table, row as never),
      labels: row['labels'],
      collectionId,
      parentId: find(table, String(parentId)) ? parentId : null,
      isDone: completedAt !== null,
    };
  };
  return TABLE_NAMES.flatMap((table) =>
    [...overlay.rows(table)]
      .filter((row: AnyRow) => isThere(table, row, find) && row['value'] !== '')
      .map((row: AnyRow) => [table, row.id, shapeOf(table, row)] as const)
      .toSorted((a, b) => (a[1] < b[1] ? -1 : 1)),
  );
}

/** The mutations without additions of a purged row: an app makes each id once. */
function withoutReuse<Of extends Operation>(mutations: readonly Of[], purged: Set<string>): Of[] {
  return mutations.filter(({ name, args }) => {
    if (name.endsWith('.purge')) purged.add(args.id);
    return !name.endsWith('.add') || !purged.has(args.id);
  });
}

test('[W20] sending the lost changes again gives the server the state of the device', () => {
  let compared = 0;
  fc.assert(
    fc.property(anyMutations(), anyMutations(), (before, since) => {
      const purged = new Set<string>();
      const backup = run(withoutReuse(before, purged), {}, 1);
      const device = run(withoutReuse(since, purged), backup.rows, 1_000);
      const find: FindRow = (table, id) => device.overlay.get(table, id);
      const lost = lostChanges(
        {
          version: 2,
          rows: device.rows,
          find,
          findShown: find,
          by: backup.rows,
          to: 4,
          tables: TABLE_NAMES,
          setBacks: [{ from: 1, to: 3, at: 900_000 }],
        },
        0,
      );
      for (const { mutation } of lost)
        expect([mutation, isKnownMutation(mutation)]).toEqual([mutation, true]);
      const sent = run(
        inSendingOrder(lost).map(({ mutation }) => mutation),
        backup.rows,
      );
      // The user must decide about rejected changes, as when two rows swapped their names.
      if (sent.rejected.length > 0) return;
      compared += 1;
      expect(seen(sent.overlay)).toEqual(seen(device.overlay));
    }),
    { numRuns: 2_000 },
  );
  expect(compared).toBeGreaterThan(1_000);
});

test('[W20] a device offers nothing when no row differs, or when the server was not set back behind it', () => {
  fc.assert(
    fc.property(anyMutations(), anyMutations(), (before, since) => {
      const backup = run(before, {}, 1);
      const device = run(since, backup.rows, 1_000);
      const find: FindRow = (table, id) => device.overlay.get(table, id);
      const of = { rows: device.rows, find, findShown: find, tables: TABLE_NAMES };
      const setBacks = [{ from: 5, to: 90, at: null }];

      expect(lostChanges({ ...of, version: 9, by: device.rows, to: 1, setBacks }, 0)).toEqual([]);
      expect(lostChanges({ ...of, version: 5, by: backup.rows, to: 92, setBacks }, 0)).toEqual([]);
      expect(lostChanges({ ...of, version: 91, by: backup.rows, to: 92, setBacks }, 0)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('[W20.4] an edit that was made offline before the backup, and sent after it, is doubtful', () => {
  const backed = task(1, { priority: 2, updatedAt: 12 });
  const mine = { ...backed, name: 'Weed', updatedAt: 10 };
  const find: FindRow = (table, id) => (table === 'task' && id === mine.id ? mine : undefined);
  const lost = lostChanges(
    {
      version: 7,
      rows: { task: [mine] },
      find,
      findShown: find,
      by: { task: [backed] },
      to: 9,
      tables: TABLE_NAMES,
      setBacks: [{ from: 5, to: 9, at: 20 }],
    },
    30,
  );
  expect(lost).toMatchObject([
    {
      mutation: { name: 'task.edit', args: { id: mine.id, changes: { name: 'Weed' } } },
      setBack: { isDoubtful: true },
    },
  ]);
});

test('[W20.7] the addition of a row that the backup may have had is doubtful: the row may have been purged since', () => {
  const [old, young] = [task(1, { createdAt: 15, updatedAt: 15 }), task(2, { createdAt: 25, updatedAt: 25 })];
  const rows = { task: [old, young] };
  const find: FindRow = (table, id) =>
    table === 'task' ? rows.task.find((row) => row.id === id) : undefined;
  const setBacks = [{ from: 5, to: 9, at: 20 }];
  const lost = lostChanges(
    { version: 7, rows, find, findShown: find, by: {}, to: 9, tables: TABLE_NAMES, setBacks },
    30,
  );
  expect(lost.map(({ mutation, setBack }) => [mutation.args.id, setBack?.isDoubtful])).toEqual([
    [old.id, true],
    [young.id, false],
  ]);
});

test('[W20.4] a task that was deleted before the backup is offered while it can be restored', () => {
  const day = 86_400_000;
  const deleted = (n: number, deletedAt: number) => task(n, { createdAt: 15, updatedAt: 15, deletedAt });
  const rows = { task: [deleted(1, 40 * day), deleted(2, 40 * day + 1), deleted(3, 71 * day)] };
  const find: FindRow = (table, id) =>
    table === 'task' ? rows.task.find((row) => row.id === id) : undefined;
  const setBacks = [{ from: 5, to: 9, at: 70 * day }];
  const lost = lostChanges(
    { version: 7, rows, find, findShown: find, by: {}, to: 9, tables: TABLE_NAMES, setBacks },
    70 * day,
  );
  expect(lost.map(({ mutation: { name, args }, setBack }) => [name, args.id, setBack?.isDoubtful])).toEqual([
    ['task.add', sampleId('task', 2), true],
    ['task.delete', sampleId('task', 2), true],
    ['task.add', sampleId('task', 3), true],
    ['task.delete', sampleId('task', 3), true],
  ]);
});

test.each([
  ['completion', '- [ ] Rinse', '- [x] Rinse', { completedAt: 15 }],
  ['reopening', '- [x] Rinse', '- [ ] Rinse', {}],
])(
  '[W20] [R4] a lost %s belongs to the time of the parent that this device knew',
  (_, steps, after, fields) => {
    const due = '2026-06-15' as CalendarDay;
    const bins = task(1, { date: due, repeat: 'FREQ=DAILY', repeatStart: due, repeatDue: due });
    const rinse = (columns: object) => task(2, { name: 'Rinse', parentId: bins.id, ...columns });
    const time = occurrenceIdOf(bins.id, due);
    const advance = { id: bins.id, due, now: `${due}T10:00`, occurrenceId: time, steps, renews: 1, at: 22 };
    const backed = {
      collection: [collection(1)],
      task: [bins, rinse('completedAt' in fields ? {} : { completedAt: 12 })],
    };
    // Another device has completed the parent since the backup.
    const server = run([mutation(1, 'task.advance', advance as never)], backed);
    const rows = { ...backed, task: [bins, rinse({ ...fields, updatedAt: 15 })] };
    const find: FindRow = (table, id) =>
      table === 'task' ? rows.task.find((row) => row.id === id) : undefined;
    const lost = lostChanges(
      {
        version: 7,
        rows,
        find,
        findShown: find,
        by: backed,
        to: 9,
        tables: TABLE_NAMES,
        setBacks: [{ from: 5, to: 9, at: 14 }],
      },
      30,
    );

    const sent = run(
      inSendingOrder(lost).map((each) => each.mutation),
      server.rows,
    );

    expect(sent.overlay.get('task', time)?.description).toBe(after);
    const placed = ({ overlay }: typeof sent) => tasksIn(overlay).task(rinse({}).id)?.completedAt;
    expect(placed(sent)).toBe(placed(server));
  },
);

test('[W20] [R4] a completed task that moved below a repeating one, and is open there since, is open again', () => {
  const due = '2026-06-15' as CalendarDay;
  const bins = task(1, { date: due, repeat: 'FREQ=DAILY', repeatStart: due, repeatDue: due });
  const rinse = task(2, { name: 'Rinse', completedAt: 12 });
  const backed = { collection: [collection(1)], task: [bins, rinse] };
  const time = occurrenceIdOf(bins.id, due);
  const device = run(
    [
      mutation(1, 'task.edit', { id: rinse.id, changes: { parentId: bins.id }, at: 0 }),
      mutation(2, 'task.advance', {
        id: bins.id,
        due,
        now: `${due}T10:00`,
        occurrenceId: time,
        renews: 1,
        at: 0,
      }),
    ],
    backed,
    20,
  );
  const find: FindRow = (table, id) => device.overlay.get(table, id);
  const setBacks = [{ from: 5, to: 9, at: 14 }];
  const lost = lostChanges(
    {
      version: 7,
      rows: device.rows,
      find,
      findShown: find,
      by: backed,
      to: 9,
      tables: TABLE_NAMES,
      setBacks,
    },
    30_000,
  );

  const sent = run(
    inSendingOrder(lost).map((each) => each.mutation),
    backed,
  );

  expect(sent.rejected).toEqual([]);
  expect(tasksIn(sent.overlay).task(rinse.id)).toMatchObject({ parentId: bins.id, completedAt: null });
});

test('[W20] 10,000 nested and sibling tasks come in an order that the server accepts', () => {
  const tasks = Array.from({ length: 10_000 }, (_, i) =>
    task(10_000 - i, i % 4 === 0 ? {} : { parentId: sampleId('task', 10_001 - i) }),
  );
  const maps = emptyRows();
  takeIn(maps, { collection: [collection(1)], task: tasks });
  const find: FindRow = (table, id) => maps[table].get(id);
  const by = { collection: [collection(1)] };
  const of = { rows: listsOf(maps), find, findShown: find, tables: TABLE_NAMES, setBacks: [] };

  const lost = lostChanges({ ...of, version: 9, by, to: 1 }, 0);

  expect(new Set(lost.map(({ mutation }) => mutation.id)).size).toBe(10_000);
  const sent = run(
    inSendingOrder(lost).map(({ mutation }) => mutation),
    by,
  );
  expect(sent.rejected).toEqual([]);
  expect(sent.rows.task).toHaveLength(10_000);
});
