import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowHistoriesOf } from '#src/reading/history/row-history.ts';
import { itemsOf, textOfItems } from '#src/reading/proposals/items.ts';
import {
  addCollection,
  addTask,
  mutation,
  overlayOver,
  PROPOSAL,
  sampleId,
} from '#src/sync/testing/samples.ts';
import { SimulationFolder } from '#src/sync/testing/simulated-server.ts';
import { TwoDevices } from '#src/sync/testing/two-devices.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { acceptItems, declineItems, takeItemsBack } from './decide.ts';

const id = sampleId('proposal', 1);
const [t1, t2, t3] = [1, 2, 3].map((n) => sampleId('task', n)) as [string, string, string];
const ALL = () => true;

/** A new task, a new name and a completion, proposed for tasks 1 and 2. */
const ITEMS = [
  mutation(21, 'task.edit', { id: t1, changes: { name: 'Sweep', priority: 1 }, at: 5 }),
  mutation(22, 'task.complete', { id: t2, at: 5 }),
  mutation(23, 'task.add', {
    id: t3,
    name: 'Print',
    description: '',
    date: null,
    collectionId: sampleId('collection', 1),
    at: 5,
  }),
];

let folder: SimulationFolder;
beforeAll(async () => {
  folder = await SimulationFolder.create();
});
afterAll(() => folder.remove());

async function withProposal(seed: number): Promise<TwoDevices> {
  const first = [addCollection(1), addTask(1), addTask(2)];
  const overlay = overlayOver();
  for (const each of first) overlay.run(each);
  const items = textOfItems(ITEMS.map((each) => ({ ...each, rows: rowHistoriesOf(overlay.run(each)) })));
  const add: Operation = { name: 'proposal.add', args: { ...PROPOSAL, id, items, at: 4 } };
  return TwoDevices.open(seed, folder, [...first, add]);
}

function proposalIn(replica: Replica) {
  const proposal = replica.get('proposal', id);
  if (!proposal) throw new Error('The proposal is gone.');
  return proposal;
}

const statesIn = (replica: Replica) => itemsOf(proposalIn(replica)).map(({ state }) => state);
const tasksIn = (replica: Replica) =>
  [t1, t2, t3].map((each) => {
    const task = replica.get('task', each);
    return task?.deletedAt === null ? `${task.name}${task.completedAt === null ? '' : ' done'}` : null;
  });

const BEFORE = ['Task 1', 'Task 2', null];
const AFTER = ['Sweep', 'Task 2 done', 'Print'];

test('[M2] two devices that accept a proposal offline push each operation under the id of its item, so that it is done once', async () => {
  const devices = await withProposal(1);
  await devices.part();
  for (const replica of devices.replicas) {
    const { done, left } = await devices.finish(acceptItems(replica, proposalIn(replica), ALL));
    expect([done, left]).toEqual([3, []]);
    expect(tasksIn(replica)).toEqual(AFTER);
    expect(replica.unsentIds()).toEqual(expect.arrayContaining(ITEMS.map((each) => each.id)));
  }
  await devices.join();
  for (const replica of devices.replicas) {
    expect(tasksIn(replica)).toEqual(AFTER);
    expect(statesIn(replica)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(replica.rejections()).toEqual([]);
  }
  await devices.end();
});

test('[M2] an accepted proposal is undone at once as the last change, and can be accepted again', async () => {
  const devices = await withProposal(2);
  const [replica, other] = devices.replicas;
  await devices.finish(acceptItems(replica, proposalIn(replica), ALL));
  await devices.undo(replica);
  await devices.join();
  expect([tasksIn(other), statesIn(other)]).toEqual([BEFORE, ['open', 'open', 'open']]);

  // The ids of the items are used by now, so that the server would take them for done.
  await devices.finish(acceptItems(other, proposalIn(other), ({ id: item }) => item === ITEMS[0]?.id));
  await devices.join();
  expect(tasksIn(replica)[0]).toBe('Sweep');
  await devices.end();
});

test('[M2] an addition that was accepted and undone is accepted again, offline and on the other device', async () => {
  const devices = await withProposal(6);
  const [replica, other] = devices.replicas;
  await devices.part();
  await devices.finish(acceptItems(replica, proposalIn(replica), ALL));
  await devices.undo(replica);
  expect(tasksIn(replica)).toEqual(BEFORE);

  const again = await devices.finish(acceptItems(replica, proposalIn(replica), ALL));
  expect([again.done, again.left, tasksIn(replica)]).toEqual([3, [], AFTER]);
  await devices.join();
  expect([tasksIn(other), statesIn(other)]).toEqual([AFTER, ['accepted', 'accepted', 'accepted']]);

  await devices.undo(replica);
  await devices.join();
  expect(tasksIn(other)).toEqual(BEFORE);
  const there = await devices.finish(acceptItems(other, proposalIn(other), ALL));
  expect([there.done, there.left]).toEqual([3, []]);
  await devices.join();
  for (const each of devices.replicas) {
    expect([tasksIn(each), statesIn(each)]).toEqual([AFTER, ['accepted', 'accepted', 'accepted']]);
    expect(each.rejections()).toEqual([]);
    expect([...each.rows('task')].filter(({ name }) => name === 'Print')).toHaveLength(1);
  }
  await devices.end();
});

test.each([
  ['undoes', (replica: Replica, devices: TwoDevices) => devices.undo(replica), 'open'],
  [
    'takes back',
    (replica: Replica, devices: TwoDevices) =>
      devices.finish(takeItemsBack(replica, proposalIn(replica), ALL)),
    'declined',
  ],
] as const)(
  '[M2] items that one device accepts and %s, and the other accepts for the first time offline, are as the first one left them',
  async (_, takesBack, state) => {
    // In the worlds of multiples of five, the server has other effects.
    for (const seed of [21, 22, 23, 24, 26, 27, 28, 29]) {
      const devices = await withProposal(seed);
      const [replica, other] = devices.replicas;
      await devices.part();
      await devices.finish(acceptItems(replica, proposalIn(replica), ALL));
      await takesBack(replica, devices);
      await devices.finish(acceptItems(other, proposalIn(other), ALL));
      expect(tasksIn(other)).toEqual(AFTER);
      await devices.join();
      for (const each of devices.replicas)
        expect([tasksIn(each), statesIn(each)]).toEqual([BEFORE, [state, state, state]]);
      await devices.end();
    }
  },
);

test('[M2] items that one device accepted and undid, and the other accepted offline, are accepted again', async () => {
  const devices = await withProposal(31);
  const [replica, other] = devices.replicas;
  await devices.part();
  await devices.finish(acceptItems(replica, proposalIn(replica), ALL));
  await devices.undo(replica);
  await devices.finish(acceptItems(other, proposalIn(other), ALL));
  await devices.join();

  await devices.finish(acceptItems(other, proposalIn(other), ALL));
  await devices.join();
  expect([tasksIn(replica), statesIn(replica)]).toEqual([AFTER, ['accepted', 'accepted', 'accepted']]);
  await devices.end();
});

test('[M2] accepted items have the time of their acceptance, and are taken back on the other device', async () => {
  const devices = await withProposal(7);
  const [replica, other] = devices.replicas;
  const from = Date.now();
  await devices.finish(acceptItems(replica, proposalIn(replica), ALL));
  await devices.join();
  expect(other.get('task', t2)?.completedAt).toBeGreaterThanOrEqual(from);
  expect(other.get('task', t3)?.createdAt).toBeGreaterThanOrEqual(from);

  const { kept } = await devices.finish(takeItemsBack(other, proposalIn(other), ALL));
  await devices.join();
  expect([kept, tasksIn(replica)]).toEqual([[], BEFORE]);
  await devices.end();
});

test('[M2] an accepted proposal is taken back as a whole on another device later, but for what was changed since', async () => {
  const devices = await withProposal(3);
  const [replica, other] = devices.replicas;
  await devices.finish(acceptItems(replica, proposalIn(replica), ALL));
  await devices.do(replica, { name: 'task.edit', args: { id: t1, changes: { priority: 2 }, at: 9 } });
  await devices.join();

  await devices.finish(takeItemsBack(other, proposalIn(other), ALL));
  await devices.join();

  expect(tasksIn(replica)).toEqual(BEFORE);
  expect(replica.get('task', t1)?.priority).toBe(2);
  expect(statesIn(replica)).toEqual(['declined', 'declined', 'declined']);
  await devices.end();
});

test('[M3] an item whose row was changed since stays open, and the others are accepted', async () => {
  const devices = await withProposal(4);
  const [replica] = devices.replicas;
  await devices.do(replica, { name: 'task.edit', args: { id: t1, changes: { name: 'Mine' }, at: 9 } });

  const { done, left } = await devices.finish(acceptItems(replica, proposalIn(replica), ALL));

  expect([done, left.map((item) => item.id)]).toEqual([2, [ITEMS[0]?.id]]);
  expect([tasksIn(replica)[0], statesIn(replica)]).toEqual(['Mine', ['open', 'accepted', 'accepted']]);
  await devices.end();
});

test('[M2] declined items change nothing, on any device', async () => {
  const devices = await withProposal(5);
  const [replica, other] = devices.replicas;
  await devices.finish(declineItems(replica, proposalIn(replica), ALL));
  await devices.join();
  expect([tasksIn(other), statesIn(other)]).toEqual([BEFORE, ['declined', 'declined', 'declined']]);
  await devices.undo(replica);
  expect(statesIn(replica)).toEqual(['open', 'open', 'open']);
  await devices.end();
});
