import { expect, test } from 'vitest';
import { LIMITS } from '#src/domain/limits.ts';
import type { Rename } from '#src/reading/query/renamed.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { harness } from '#src/sync/testing/each-harness.ts';
import { addCollection, collection, mutation, sampleId } from '#src/sync/testing/samples.ts';
import { followName } from './follow-name.ts';

const c1 = sampleId('collection', 1);
const label = sampleId('label', 1);

const queryOf = (replica: Replica, n = 1) => replica.get('filter', sampleId('filter', n))?.query;

function addFilter(replica: Replica, n: number, query: string): Promise<void> {
  const args = { id: sampleId('filter', n), name: `Filter ${n}`, query, isFavourite: 0, at: 1 } as const;
  return harness.perform(mutation(n, 'filter.add', args), replica);
}

/** Renames in one change, as the dialogs do. */
function rename(replica: Replica, { kind, id, name }: Rename): Promise<string | null> {
  const args = { id, changes: { name }, at: 2 };
  const last = { name: `${kind}.edit`, args } as Operation;
  return harness.finish(replica.history.do([...followName(replica, { kind, id, name }, 2), last]));
}

async function openDevice(): Promise<Replica> {
  const { replica } = (await harness.deviceWithTasks(1)).tab;
  const args = { id: label, name: 'Errand', color: '#63B76C', at: 1 } as const;
  await harness.perform(mutation(9, 'label.add', args), replica);
  return replica;
}

test('[V5] filters follow a renamed row, and one undo takes both back', async () => {
  const replica = await openDevice();
  const query = 'today & in: collection 1 & !@errand';
  await addFilter(replica, 1, query);
  await addFilter(replica, 2, 'today & Errand');

  await rename(replica, { kind: 'label', id: label, name: 'Round trip' });
  await rename(replica, { kind: 'collection', id: c1, name: 'R&D' });
  expect(queryOf(replica)).toBe('today & #"R&D" & !@"Round trip"');
  expect(queryOf(replica, 2)).toBe('today & Errand');

  await harness.finish(replica.history.undo());
  expect(replica.get('collection', c1)?.name).toBe('Collection 1');
  expect(queryOf(replica)).toBe('today & in: collection 1 & !@"Round trip"');
  await harness.finish(replica.history.undo());
  expect(queryOf(replica)).toBe(query);
  await harness.finish(replica.history.redo());
  expect([replica.get('label', label)?.name, queryOf(replica)]).toEqual([
    'Round trip',
    'today & in: collection 1 & !@"Round trip"',
  ]);
});

test('[V5] filters stay the same if the rename would be rejected, or make them too long', async () => {
  const replica = await openDevice();
  await harness.perform(addCollection(2, collection(2)), replica);
  const long = `#"Collection 1" & ${'x'.repeat(LIMITS.filterQuery - 40)}`;
  await addFilter(replica, 1, '#"Collection 1"');
  await addFilter(replica, 2, long);

  const [first, ...others] = followName(replica, { kind: 'collection', id: c1, name: 'y'.repeat(100) }, 2);
  expect([first?.args.id, others]).toEqual([sampleId('filter', 1), []]);
  await expect(rename(replica, { kind: 'collection', id: c1, name: 'Collection 2' })).rejects.toThrow('name');
  expect([queryOf(replica), queryOf(replica, 2)]).toEqual(['#"Collection 1"', long]);
});

test('[V5] if two devices follow two names in one filter, the later edit wins on all devices', async () => {
  const replica = await openDevice();
  await addFilter(replica, 1, '#"Collection 1" & @Errand');
  const { replica: other } = await harness.device().openTab();
  await harness.settle();
  expect(queryOf(other)).toBe('#"Collection 1" & @Errand');

  harness.goOffline();
  await rename(replica, { kind: 'collection', id: c1, name: 'Home' });
  await rename(other, { kind: 'label', id: label, name: 'Round' });
  await harness.reconnect(replica);
  await harness.reconnect(other);
  await harness.settle();

  expect(queryOf(replica)).toBe('#"Collection 1" & @Round');
  expect(queryOf(other)).toBe(queryOf(replica));
});
