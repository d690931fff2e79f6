import { expect, test } from 'vitest';
import { mutation, PROPOSAL, sampleId } from '#src/sync/testing/samples.ts';
import { addedBy, isUndecided, itemsOf } from './items.ts';
import { complete, itemsFor, rename, t1 } from '#src/reading/proposals/testing/sample-items.ts';

const NOW = PROPOSAL.expiresAt - 1;

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

test('[M3] a text that is no item is left out, and an item of a newer app stays without its operation', () => {
  const newer = { id: rename.id, name: 'task.fly', args: {}, rows: [] };
  const wrong = [null, 7, [], {}, { ...newer, id: 'x' }, { ...newer, rows: null }];
  const items = itemsOf({ ...itemsFor(), items: JSON.stringify([...wrong, newer]) });
  expect(items.map(({ id }) => id)).toEqual([rename.id]);
  expect(items[0]?.operation).toBeNull();
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
