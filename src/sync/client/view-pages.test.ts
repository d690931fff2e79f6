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
function shown(before: typeof live, mutation: Mutation, after: typeof live) {
  const view = new View('2026-06-15' as CalendarDay);
  view.rebase({ from: 0, collections: [before.collection], tasks: before.tasks }, []);
  let runs = 0;
  const waiting: Mutation = Object.defineProperty({ ...mutation }, 'args', {
    get() {
      runs += 1;
      return mutation.args;
    },
  });
  view.run(waiting);
  const runsBefore = runs;
  const pages = [
    { from: 1, collections: [], tasks: after.tasks.slice(0, 2), outbox: [waiting] },
    { from: 2, collections: [], tasks: after.tasks.slice(2, 4), outbox: [waiting] },
    { from: 3, collections: [after.collection], tasks: after.tasks.slice(4), outbox: [] },
  ];
  const changes = pages.slice(0, 2).map(({ outbox, ...rows }) => view.rebase(rows, outbox));
  expect(runs, 'it is not run again with each page').toBe(runsBefore);
  changes.push(view.rebase(pages[2]!, []));
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

test('[W8] what was shown of it goes in the end when the server had nothing left to do', () => {
  const view = new View('2026-06-15' as CalendarDay);
  view.rebase({ from: 0, collections: [deleted.collection], tasks: deleted.tasks }, []);
  view.run(restoration);
  expect(view.lists.today()).toHaveLength(NUMBERS.length);
  // Another device has brought back the collection, without its tasks: each of them was deleted by itself there.
  view.rebase({ from: 1, collections: [live.collection], tasks: [] }, [restoration]);

  const topics = view.rebase({ from: 2, collections: [], tasks: [] }, []);

  expect(topics).toContain('today');
  expect(view.lists.today()).toEqual([]);
  expect(NUMBERS.map((n) => view.get('task', sampleId('task', n)))).toEqual(deleted.tasks);
});
