import { expect, test } from 'vitest';
import type { DueText } from '#src/domain/repeat/due-text.ts';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { takeBack } from '#src/reading/history/take-back.ts';
import { mutation, sampleId } from '#src/sync/testing/samples.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { acceptanceOf, changesMadeBy, obstacleTo } from './acceptance.ts';
import { itemsOf } from './items.ts';
import {
  complete,
  findIn,
  itemsFor,
  rename,
  t1,
  withTask,
} from '#src/reading/proposals/testing/sample-items.ts';

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

test('[M3] an item of a newer app cannot be accepted', () => {
  const newer = { id: rename.id, name: 'task.fly', args: {}, rows: [] };
  const [item] = itemsOf({ ...itemsFor(), items: JSON.stringify([newer]) });
  expect(item && obstacleTo(item, findIn(withTask()))).toBe('unknown');
  expect(item && acceptanceOf(item, findIn(withTask()), 9)).toEqual([]);
});

/** Rows with the item of this mutation accepted at 8, and then `since`. `accept` accepts it again at 20. */
function accepted(given: Mutation, ...since: readonly Mutation[]) {
  const overlay = withTask();
  const find = findIn(overlay);
  const [item] = itemsOf({ ...itemsFor(given), used: given.id });
  if (!item) throw new Error('There is no item.');
  let n = 30;
  const accept = (at: number) => {
    const operations = acceptanceOf(item, find, at);
    for (const each of operations) overlay.run({ ...each, id: sampleId('mutation', ++n) });
    return operations.map(({ name }) => name);
  };
  const first = accept(8);
  for (const each of since) overlay.run(each);
  return { overlay, find, item, accept, first };
}

const belowId = below.args.id;
const removeBelow = mutation(20, 'task.delete', { id: belowId, at: 9 });

test('[M2] the row of an addition that was undone is restored, unless it is back already', () => {
  const { overlay, find, item, accept } = accepted(below, removeBelow);
  expect([obstacleTo(item, find), accept(20)]).toEqual([null, ['task.restore']]);
  expect(overlay.get('task', belowId)).toMatchObject({ deletedAt: null, parentId: t1, createdAt: 8 });
  // A row that is back by another hand needs nothing more.
  expect([obstacleTo(item, find), accept(21)]).toEqual([null, []]);
});

test('[M2] the row of an addition that was undone waits for its owner, and is added anew once it is erased', () => {
  const withoutOwner = accepted(below, removeBelow, mutation(21, 'task.delete', { id: t1, at: 9 }));
  expect(obstacleTo(withoutOwner.item, withoutOwner.find)).toBe('waits');
  const erased = accepted(below, removeBelow, mutation(21, 'task.purge', { id: belowId, at: 9 }));
  expect([obstacleTo(erased.item, erased.find), erased.accept(20)]).toEqual([null, ['task.add']]);
  expect(erased.overlay.get('task', belowId)).toMatchObject({ name: 'Below', createdAt: 20 });
});

test('[M2] an accepted item has the instant of its acceptance, and is taken back by it', () => {
  for (const given of [complete, remove, below]) {
    const { overlay, find, item, first } = accepted(given);
    expect(first).toEqual([given.name]);
    const { completedAt, deletedAt } = overlay.get('task', t1) ?? {};
    const { createdAt = null } = overlay.get('task', belowId) ?? {};
    expect([completedAt, deletedAt, createdAt].filter((at) => at !== null)).toEqual([8]);
    const { operations, kept } = takeBack(changesMadeBy(item, find), find, 30);
    expect(kept).toEqual([]);
    for (const [n, each] of operations.entries()) overlay.run({ ...each, id: sampleId('mutation', 50 + n) });
    expect(overlay.get('task', t1)).toMatchObject({ completedAt: null, deletedAt: null });
    expect(overlay.get('task', belowId)?.deletedAt ?? 30).toBe(30);
  }
});

test('[M2] [H2] a skipped time has the instant of its acceptance, until the task has moved on since', () => {
  const due = '2028-03-01' as DueText;
  const given = mutation(41, 'task.advance', { id: t1, due, now: due, at: 5 });
  const before = { date: '2028-03-01', cycleAt: null };
  const rows = [{ table: 'task', id: t1, before, after: { date: '2028-03-02', cycleAt: 5 } }];
  const [item] = itemsOf({ ...itemsFor(), items: JSON.stringify([{ ...given, rows }]) });
  if (!item) throw new Error('There is no item.');
  const overlay = withTask();
  const find = findIn(overlay);
  const daily = { date: '2028-03-01' as CalendarDay, repeat: 'FREQ=DAILY' };
  overlay.run(mutation(40, 'task.edit', { id: t1, changes: daily, at: 4 }));
  for (const each of acceptanceOf(item, find, 8)) overlay.run({ ...each, id: sampleId('mutation', 42) });
  expect(overlay.get('task', t1)).toMatchObject({ date: '2028-03-02', cycleAt: 8 });
  expect(changesMadeBy(item, find)[0]?.after).toEqual({ date: '2028-03-02', cycleAt: 8 });
  const next = '2028-03-02' as DueText;
  overlay.run(mutation(43, 'task.advance', { id: t1, due: next, now: next, at: 9 }));
  expect(changesMadeBy(item, find)[0]?.after).toEqual({ date: '2028-03-02', cycleAt: 5 });
});
