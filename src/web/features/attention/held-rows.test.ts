import { beforeAll, expect, test, vi } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { occurrenceIdOf } from '#src/domain/repeat/occurrence-id.ts';
import type { Collection } from '#src/tables/collection/collection.ts';
import type { RejectionCode } from '#src/domain/errors.ts';
import type { Task } from '#src/tables/task/task.ts';
import { tasksIn } from '#src/tables/task/tasks-in.ts';
import type { Mutation, Operation } from '#src/tables/operations.ts';
import { emptyRows, type Overlay } from '#src/tables/kit/overlay.ts';
import { collection, mutation, overlayOver, sampleId, task } from '#src/sync/testing/samples.ts';
import type { Lookup } from './describe-mutation.ts';
import { withHeldRows } from './held-rows.ts';
import { needsCollection, reasonOf, stepsOf, resolutionOf } from './resolutions.ts';

const [home, work] = [collection(1), collection(2, { name: 'Work', color: '#63B76C', deletedAt: 9 })];
const [t1, t2, t3, t4] = [1, 2, 3, 4].map((n) => sampleId('task', n)) as [string, string, string, string];
const DELETED: readonly Task[] = [
  task(1, { description: 'Two litres', priority: 2, deletedAt: 8 }),
  task(2, { completedAt: 6, updatedAt: 6, deletedAt: 8 }),
  task(3, { collectionId: work.id, description: 'With care', deletedAt: 9 }),
  // Deleted by itself before its collection.
  task(4, { collectionId: work.id, deletedAt: 7 }),
];

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

/** Rows with collection 1, and with the deleted ones unless they are purged. */
function rowsWith(deleted: readonly Task[], collections: readonly Collection[]) {
  const rows = emptyRows();
  for (const row of [home, ...collections]) rows.collection.set(row.id, row);
  for (const row of deleted) rows.task.set(row.id, row);
  return overlayOver(rows);
}

const device = () => rowsWith(DELETED, [work]);
const purged = () => rowsWith([], []);

const lookup = (own = device(), purgedIds: readonly string[] = []): Lookup => ({
  task: (id) => own.get('task', id),
  collection: (id) => own.get('collection', id),
  get: (table, id) => own.get(table, id),
  rows: (table) => [...own.rows(table)],
  rejectedAdd: () => undefined,
  isPurged: (id) => purgedIds.includes(id),
  named: () => undefined,
});

/** Sends the steps to a server with these rows, which must reject none. */
function send(server: Overlay, steps: readonly Operation[]) {
  for (const [n, step] of steps.entries()) server.run(mutation(100 + n, step.name, step.args));
  return server;
}

const restore = (id: string) => mutation(1, 'task.restore', { id, collectionId: home.id, at: 1 });
const edit = (id: string) => mutation(1, 'task.edit', { id, changes: { name: 'Oat milk' }, at: 1 });
const complete = (id: string) => mutation(1, 'task.complete', { id, at: 1 });
const reopen = (id: string) => mutation(1, 'task.reopen', { id, collectionId: home.id, at: 1 });
const restoreWork = mutation(1, 'collection.restore', { id: work.id, at: 1 });

test.each<[Mutation, Partial<Task>]>([
  [restore(t1), {}],
  [restore(t2), { completedAt: 6 }],
  [edit(t1), { name: 'Oat milk' }],
  [edit(t2), { name: 'Oat milk', completedAt: 6 }],
  [complete(t1), { completedAt: 20 }],
  [reopen(t2), {}],
])(
  '%j of a task that is purged brings back all that the device has, as where it is not',
  (rejected, fields) => {
    const rejection = { mutation: rejected, code: 'GONE', at: 0 } as const;
    const { id } = rejected.args;
    expect(resolutionOf(rejection, lookup())).toBe('restore');
    expect(needsCollection('restore', rejected, lookup())).toBe(false);
    const steps = stepsOf('restore', rejected, lookup(), '', 20);
    for (const server of [purged(), device()]) {
      const { createdAt: _, updatedAt: __, ...back } = send(server, steps).get('task', id)!;
      const { createdAt: ___, updatedAt: ____, ...held } = DELETED.find((row) => row.id === id)!;
      expect(back).toEqual({ ...held, completedAt: null, deletedAt: null, ...fields });
    }
  },
);

test('a purged task of a deleted collection is added to the chosen one', () => {
  const rejected = mutation(1, 'task.restore', { id: t3, collectionId: work.id, at: 1 });
  const own = lookup();
  expect(resolutionOf({ mutation: rejected, code: 'GONE', at: 0 }, own)).toBe('restore');
  expect(needsCollection('restore', rejected, own)).toBe(true);
  expect(send(purged(), stepsOf('restore', rejected, own, home.id, 20)).get('task', t3)).toMatchObject({
    description: 'With care',
    collectionId: home.id,
    deletedAt: null,
  });
});

test('a purged collection comes back with the tasks that went with it, and no others', () => {
  const rejection = { mutation: restoreWork, code: 'COLLECTION_GONE', at: 0 } as const;
  expect(resolutionOf(rejection, lookup())).toBe('restore');
  const steps = stepsOf('restore', restoreWork, lookup(), '', 20);
  for (const server of [purged(), device()]) {
    send(server, steps);
    expect(server.get('collection', work.id)).toMatchObject({
      name: 'Work',
      color: '#63B76C',
      deletedAt: null,
    });
    expect(server.get('task', t4)?.deletedAt ?? 'none').toBe(server.get('task', t4) ? 7 : 'none');
  }
  expect(send(purged(), steps).get('task', t3)).toMatchObject({ description: 'With care', deletedAt: null });
});

test('[T3] a purged task comes back with all tasks below it, as it was', () => {
  const deletedAt = 8;
  const own = device();
  const below = [
    task(5, { name: 'Shell', parentId: t1, deletedAt }),
    task(6, { name: 'Wash', parentId: sampleId('task', 5), completedAt: 5, deletedAt }),
    // Deleted by itself, before.
    task(7, { name: 'Dry', parentId: t1, deletedAt: 6 }),
  ];
  for (const row of below) own.set('task', row);
  const server = send(purged(), stepsOf('restore', restore(t1), lookup(own), '', 20));
  expect(server.get('task', t1)?.deletedAt).toBeNull();
  expect(server.get('task', sampleId('task', 5))).toMatchObject({ name: 'Shell', parentId: t1 });
  expect(server.get('task', sampleId('task', 6))).toMatchObject({ completedAt: 5, deletedAt: null });
  expect(server.get('task', sampleId('task', 7))).toBeUndefined();
  const copied = withHeldRows(restore(t1), lookup(own), '2026-11-25' as CalendarDay);
  expect(copied).toMatch(/Task “Shell”[^]*Task “Wash”/);

  // Without its parent it becomes a top-level task.
  const alone = send(purged(), stepsOf('restore', restore(sampleId('task', 5)), lookup(own), '', 20));
  expect(alone.get('task', sampleId('task', 5))).toMatchObject({ parentId: null, deletedAt: null });
});

test('[R4] a sub-task completed in an earlier occurrence of its parent comes back open, and is described so', () => {
  const own = rowsWith([], [work]);
  own.set('task', task(1, { repeat: 'FREQ=DAILY', cycleAt: 7 }));
  const ticked = { parentId: t1, completedAt: 5, doneIn: null };
  own.set('task', task(5, { ...ticked, deletedAt: 8 }));
  own.set('task', task(6, ticked));
  own.set('task', task(7, { ...ticked, doneIn: 7, deletedAt: 8 }));
  const [over, there, done] = [5, 6, 7].map((n) => sampleId('task', n)) as [string, string, string];
  const stepsFor = (id: string) =>
    stepsOf('restore', restore(id), lookup(own), '', 20).map(({ name }) => name);

  expect(stepsFor(over)).toEqual(['task.add', 'task.restore']);
  expect(stepsFor(done)).toEqual(['task.add', 'task.complete', 'task.restore']);
  const today = '2026-11-25' as CalendarDay;
  expect(withHeldRows(restore(over), lookup(own), today)).not.toContain('Completed');
  expect(withHeldRows(restore(done), lookup(own), today)).toContain('Completed');

  // It is open, so that there is no collection to choose.
  const again = mutation(1, 'task.reopen', { id: there, collectionId: work.id, at: 1 });
  expect(resolutionOf({ mutation: again, code: 'COLLECTION_GONE', at: 0 }, lookup(own))).toBe('again');
});

test('[R4] a completed sub-task comes back ticked for the time that this device knew, when its parent has moved on', () => {
  const due = '2026-06-15' as CalendarDay;
  const daily = task(1, { date: due, repeat: 'FREQ=DAILY', repeatStart: due, repeatDue: due });
  const rinse = task(5, { name: 'Rinse', parentId: t1, completedAt: 5 });
  const own = rowsWith([daily, { ...rinse, deletedAt: 8 }], []);
  const server = rowsWith([daily], []);
  const time = occurrenceIdOf(t1, due);
  const advance = {
    id: t1,
    due,
    now: `${due}T10:00`,
    occurrenceId: time,
    steps: '- [ ] Rinse',
    renews: 1,
    at: 9,
  };
  server.run(mutation(50, 'task.advance', advance as never));

  send(server, stepsOf('restore', restore(rinse.id), lookup(own), '', 20));

  expect(server.get('task', time)?.description).toBe('- [x] Rinse');
  expect(tasksIn(server).task(rinse.id)).toMatchObject({ completedAt: null, deletedAt: null });
});

test('[T5] a purged collection comes back with its sections, and with the tasks below its tasks', () => {
  const own = device();
  const section = {
    id: sampleId('section', 1),
    collectionId: work.id,
    name: 'Later',
    place: 'a5',
    createdAt: 1,
    deletedAt: 9,
  };
  own.set('section', section);
  own.set('collection', { ...work, isFavourite: 1 });
  own.set('task', task(3, { collectionId: work.id, sectionId: section.id, deletedAt: 9 }));
  // It is below that task, whatever the collection in its row.
  own.set('task', task(5, { parentId: t3, deletedAt: 9 }));
  const server = send(purged(), stepsOf('restore', restoreWork, lookup(own), '', 20));
  expect(server.get('collection', work.id)).toMatchObject({ isFavourite: 1, deletedAt: null });
  expect(server.get('section', section.id)).toMatchObject({ name: 'Later', place: 'a5', deletedAt: null });
  expect(server.get('task', t3)?.sectionId).toBe(section.id);
  expect(server.get('task', sampleId('task', 5))).toMatchObject({ parentId: t3, deletedAt: null });
});

test('purged rows are described as deleted for good, until they are there again', () => {
  const reason = (rejected: Mutation, code: RejectionCode, own = lookup()) =>
    reasonOf({ mutation: rejected, code, at: 0 }, own);
  expect(reason(restore(t1), 'GONE')).toBe(
    'The task was deleted for good. This device still has it: add it again to keep it.',
  );
  expect(reason(restoreWork, 'COLLECTION_GONE')).toBe(
    'The collection was deleted for good. This device still has it, with its tasks: add it again to keep it.',
  );
  const back = device();
  send(back, stepsOf('restore', restoreWork, lookup(), '', 20));
  expect(reason(restoreWork, 'COLLECTION_GONE', lookup(back))).toBe(
    'The collection was deleted, and is there again. Retry to keep the change.',
  );
});

test('an edit of a purged collection waits until the collection is added again', () => {
  const rename = mutation(1, 'collection.edit', { id: work.id, changes: { name: 'Office' }, at: 1 });
  const rejection = { mutation: rename, code: 'COLLECTION_GONE', at: 0 } as const;
  const own = lookup(device(), [work.id]);
  expect(resolutionOf(rejection, own)).toBeNull();
  expect(reasonOf(rejection, own)).toBe(
    'The collection was deleted for good. Add it again to keep the change.',
  );
  const back = device();
  send(back, stepsOf('restore', restoreWork, own, '', 20));
  expect(resolutionOf(rejection, lookup(back, [work.id]))).toBe('again');
});

test('a purged collection with a taken name says so', () => {
  const own: Lookup = { ...lookup(), named: () => home.id };
  const rejection = { mutation: restoreWork, code: 'COLLECTION_GONE', at: 0 } as const;
  expect(resolutionOf(rejection, own)).toBe('again');
  expect(reasonOf(rejection, own)).toBe('Collection with the same name already exists!');
});

test('the copied text of a change includes all that the device has of the deleted rows', () => {
  const today = '2026-06-15' as CalendarDay;
  expect(withHeldRows(edit(t1), lookup(), today)).toBe(
    'Edit task “Task 1”\nName: Oat milk\n\nTask “Task 1”\nDescription: Two litres\nDate: Mon, Jun 15\nCollection: Collection 1\nPriority: 2',
  );
  expect(withHeldRows(complete(t2), lookup(), today)).toContain('\nCompleted: ');
  const copied = withHeldRows(restoreWork, lookup(), today);
  expect(copied).toContain(
    'Restore collection “Work”\n\nCollection “Work”\n\nTask “Task 3”\nDescription: With care',
  );
  expect(copied).not.toContain('Task 4');
  // Rows that are there need no copy.
  const back = send(device(), stepsOf('restore', edit(t1), lookup(), '', 20));
  expect(withHeldRows(edit(t1), lookup(back), today)).toBe('Edit task “Oat milk”\nName: Oat milk');
});
