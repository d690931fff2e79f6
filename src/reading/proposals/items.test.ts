import { expect, test } from 'vitest';
import { rowHistoriesOf } from '#src/reading/history/row-history.ts';
import {
  addCollection,
  addTask,
  mutation,
  overlayOver,
  PROPOSAL,
  sampleId,
} from '#src/sync/testing/samples.ts';
import type { FindRow } from '#src/tables/kit/row.ts';
import type { Overlay } from '#src/tables/kit/overlay.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { addedBy, isUndecided, itemsOf, obstacleTo, textOfItems } from './items.ts';

const t1 = sampleId('task', 1);
const NOW = PROPOSAL.expiresAt - 1;

function withTask(): Overlay {
  const overlay = overlayOver();
  for (const each of [addCollection(1), addTask(1)]) overlay.run(each);
  return overlay;
}

/** The mutations as items, by their effects on rows like these. */
function itemsFor(...mutations: readonly Mutation[]) {
  const overlay = withTask();
  const items = textOfItems(mutations.map((each) => ({ ...each, rows: rowHistoriesOf(overlay.run(each)) })));
  return { ...PROPOSAL, items, accepted: '', declined: '', used: '' };
}

const findIn =
  (overlay: Overlay): FindRow =>
  (table, id) =>
    overlay.get(table, id);

const rename = mutation(11, 'task.edit', { id: t1, changes: { name: 'Sweep' }, at: 5 });
const complete = mutation(12, 'task.complete', { id: t1, at: 5 });
const remove = mutation(13, 'task.delete', { id: t1, at: 5 });
const dark = mutation(14, 'setting.set', { id: 'theme', value: 'dark', at: 5 });
const below = mutation(16, 'task.add', {
  id: sampleId('task', 2),
  name: 'Below',
  description: '',
  date: null,
  collectionId: sampleId('collection', 1),
  parentId: t1,
  at: 5,
});

test('[M2] items keep their operation, the rows before and after, and their decision', () => {
  const proposal = itemsFor(rename, complete);
  const [first, second] = itemsOf({ ...proposal, accepted: rename.id, used: rename.id });
  expect(first).toMatchObject({
    id: rename.id,
    operation: { name: 'task.edit' },
    state: 'accepted',
    isUsed: true,
  });
  expect(first?.rows).toEqual([
    { table: 'task', id: t1, before: { name: 'Task 1' }, after: { name: 'Sweep' } },
  ]);
  expect(second).toMatchObject({ state: 'open', isUsed: false });
  expect(itemsOf({ ...proposal, declined: rename.id })[0]?.state).toBe('declined');
});

test('[M2] a proposal is decided once no item is open, and waits for nobody once it has expired', () => {
  const proposal = itemsFor(rename, complete);
  expect(isUndecided(proposal, NOW)).toBe(true);
  expect(isUndecided(proposal, PROPOSAL.expiresAt)).toBe(false);
  expect(isUndecided({ ...proposal, accepted: rename.id, declined: complete.id }, NOW)).toBe(false);
});

test('[M3] an item can be accepted while the columns that it changes have the values that it names', () => {
  for (const each of [rename, complete, remove, dark, below]) {
    const [item] = itemsOf(itemsFor(each));
    expect([each.name, item && obstacleTo(item, findIn(withTask()))]).toEqual([each.name, null]);
  }
});

test('[M3] an item tells that its row was changed or deleted since', () => {
  const cases: readonly (readonly [Mutation, Mutation, string | null])[] = [
    [rename, mutation(20, 'task.edit', { id: t1, changes: { name: 'Mine' }, at: 6 }), 'changed'],
    [rename, mutation(20, 'task.edit', { id: t1, changes: { priority: 1 }, at: 6 }), null],
    [rename, mutation(20, 'task.delete', { id: t1, at: 6 }), 'gone'],
    [rename, mutation(20, 'collection.delete', { id: sampleId('collection', 1), at: 6 }), 'gone'],
    [complete, mutation(20, 'task.complete', { id: t1, at: 6 }), 'changed'],
    [remove, mutation(20, 'task.delete', { id: t1, at: 6 }), 'gone'],
    [dark, mutation(20, 'setting.set', { id: 'theme', value: 'light', at: 6 }), 'changed'],
    [below, mutation(20, 'task.delete', { id: t1, at: 6 }), 'waits'],
    [below, { ...below, id: sampleId('mutation', 20) }, 'changed'],
  ];
  for (const [given, since, obstacle] of cases) {
    const overlay = withTask();
    overlay.run(since);
    const [item] = itemsOf(itemsFor(given));
    expect([given.name, since.name, item && obstacleTo(item, findIn(overlay))]).toEqual([
      given.name,
      since.name,
      obstacle,
    ]);
  }
});

test('[M3] an item of a newer app cannot be accepted, and a text that is no item is left out', () => {
  const newer = { id: rename.id, name: 'task.fly', args: {}, rows: [] };
  const wrong = [null, 7, [], {}, { ...newer, id: 'x' }, { ...newer, rows: null }];
  const items = itemsOf({ ...itemsFor(), items: JSON.stringify([...wrong, newer]) });
  expect(items.map(({ id }) => id)).toEqual([rename.id]);
  expect(items[0] && obstacleTo(items[0], findIn(withTask()))).toBe('unknown');
  for (const text of ['', '{', '{}', 'null']) expect(itemsOf({ ...itemsFor(), items: text })).toEqual([]);
});

test('[M2] A row that one item adds has its name for the others, and no row that is only changed has', () => {
  const inbox = sampleId('collection', 9);
  const add = mutation(15, 'collection.add', { id: inbox, name: 'Inbox', color: '#FFCC33', at: 5 });
  const find = addedBy(itemsOf(itemsFor(add, rename)));
  expect(find('collection', inbox)).toMatchObject({ id: inbox, name: 'Inbox', deletedAt: null });
  expect(find('task', t1)).toBeUndefined();
  expect(find('label', inbox)).toBeUndefined();
});
