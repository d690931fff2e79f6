import { expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/calendar-day.ts';
import type { Mutation } from '#src/mutators/index.ts';
import { collection, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { View } from './view.ts';

const id = sampleId('collection', 1);
const NUMBERS = [1, 2, 3, 4, 5, 6];
const deletion = mutation(10, 'collection.delete', { id, at: 10 });
const restoration = mutation(11, 'collection.restore', { id, at: 11 });
const live = { collection: collection(1), tasks: NUMBERS.map((n) => task(n)) };
const deleted = {
  collection: collection(1, { deletedAt: 10 }),
  tasks: NUMBERS.map((n) => task(n, { deletedAt: 10 })),
};
const restored = { collection: collection(1), tasks: NUMBERS.map((n) => task(n, { updatedAt: 11 })) };

/** What a device shows that has `before` and made `waiting`, which gives `after`, while that comes in three pages. */
function shown(before: typeof live, waiting: Mutation, after: typeof live) {
  const view = new View('2026-06-15' as CalendarDay);
  view.rebase({ from: 0, collections: [before.collection], tasks: before.tasks }, []);
  view.run(waiting);
  const pages = [
    { from: 1, collections: [], tasks: after.tasks.slice(0, 2), outbox: [waiting] },
    { from: 2, collections: [], tasks: after.tasks.slice(2, 4), outbox: [waiting] },
    { from: 3, collections: [after.collection], tasks: after.tasks.slice(4), outbox: [] },
  ];
  const changes = pages.map(({ outbox, ...rows }) => view.rebase(rows, outbox));
  expect(NUMBERS.map((n) => view.get('task', sampleId('task', n)))).toEqual(after.tasks);
  return changes;
}

const NOTHING = [new Set(), new Set(), new Set()];

test('[W16] the device that deleted a collection shows nothing new while the answer comes in pages', () => {
  expect(shown(live, deletion, deleted)).toEqual(NOTHING);
});

test('[W16] nor does the one that restored it', () => {
  expect(shown(deleted, restoration, restored)).toEqual(NOTHING);
});
