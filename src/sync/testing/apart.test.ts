import { afterAll, beforeAll, expect, test } from 'vitest';
import { idsIn } from '#src/domain/id-set.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { indentOperations, stepOperations } from '#src/web/tasks/manual-order.ts';
import { sampleId, taskIds } from './samples.ts';
import { TODAY } from './simulated-device.ts';
import { SimulationFolder } from './simulated-server.ts';
import { TwoDevices } from './two-devices.ts';

const collectionId = sampleId('collection', 1);
const sectionId = sampleId('section', 1);
const [one, two, three, four] = taskIds(1, 2, 3, 4) as [string, string, string, string];
const [waiting, garden] = [sampleId('label', 1), sampleId('label', 2)];

let folder: SimulationFolder;
beforeAll(async () => {
  folder = await SimulationFolder.create();
});
afterAll(() => folder.remove());

/** A collection with one section, tasks 1 to 3 outside the section, and two labels. */
function openHome(seed: number): Promise<TwoDevices> {
  return TwoDevices.open(seed, folder, [
    { name: 'collection.add', args: { id: collectionId, name: 'Home', color: '#FFCC33', at: 1 } },
    { name: 'section.add', args: { id: sectionId, collectionId, name: 'Kitchen', at: 1 } },
    { name: 'label.add', args: { id: waiting, name: 'waiting', color: '#FFCC33', at: 1 } },
    { name: 'label.add', args: { id: garden, name: 'garden', color: '#FFCC33', at: 1 } },
    ...[one, two, three].map((id, index) => addTask(id, index + 1)),
  ]);
}

function addTask(id: string, at: number, section: string | null = null): Operation {
  const task = { id, name: `Task ${at}`, description: '', date: TODAY, collectionId, sectionId: section };
  return { name: 'task.add', args: { ...task, at } };
}

const partsOf = ({ lists }: Replica) => lists.sections.parts(collectionId);

/** Checks that both devices show the same and that no change needs attention. Returns what they show. */
function sameOnBoth<T>({ replicas }: TwoDevices, shownBy: (replica: Replica) => T): T {
  const [first, second] = replicas.map((replica) => ({
    shown: shownBy(replica),
    rejected: replica.rejections(),
  }));
  expect(second).toEqual(first);
  expect(first?.rejected).toEqual([]);
  return shownBy(replicas[0]);
}

const SEEDS = Array.from({ length: 12 }, (_, place) => place + 1);

test.each(SEEDS)(
  '[T6] seed %i: two offline devices order the same list: both end with one order, and each moved task is at its new place',
  async (seed) => {
    const devices = await openHome(seed);
    const [phone, laptop] = devices.replicas;
    await devices.part();
    await devices.do(phone, ...(stepOperations(phone, three, -2, 'place') ?? []));
    await devices.do(laptop, ...(stepOperations(laptop, one, 1, 'place') ?? []));
    expect(phone.lists.sections.part(collectionId, null)).toEqual([three, one, two]);
    expect(laptop.lists.sections.part(collectionId, null)).toEqual([two, one, three]);
    await devices.join();

    expect(sameOnBoth(devices, ({ lists }) => lists.sections.part(collectionId, null))).toEqual([
      three,
      two,
      one,
    ]);
    await devices.end();
  },
);

test.each(SEEDS)(
  '[T3] seed %i: two offline devices nest two tasks into each other: the first to sync wins, and the other is told',
  async (seed) => {
    const devices = await openHome(seed);
    const [phone, laptop] = devices.replicas;
    await devices.part();
    await devices.do(phone, ...(indentOperations(phone, two) ?? []));
    await devices.do(laptop, { name: 'task.edit', args: { id: one, changes: { parentId: two }, at: 9 } });
    await devices.join();

    const rejections = devices.replicas.map((replica) => replica.rejections().map(({ code }) => code));
    expect(rejections.toSorted((a, b) => a.length - b.length)).toEqual([[], ['CIRCLE']]);
    const shown = devices.replicas.map(({ lists }) => [lists.under(one), lists.under(two)]);
    expect(shown[1]).toEqual(shown[0]);
    expect([
      [[two], []],
      [[], [one]],
    ]).toContainEqual(shown[0]);
    await devices.end();
  },
);

test.each(SEEDS)(
  '[T5] [S5] seed %i: two offline devices label the same task, and it has both labels',
  async (seed) => {
    const devices = await openHome(seed);
    const [phone, laptop] = devices.replicas;
    await devices.part();
    await devices.do(phone, { name: 'task.label', args: { id: one, add: waiting, at: 5 } });
    await devices.do(laptop, { name: 'task.label', args: { id: one, add: garden, at: 6 } });
    await devices.join();

    const labels = sameOnBoth(devices, (replica) => idsIn(replica.get('task', one)?.labels ?? ''));
    expect(new Set(labels)).toEqual(new Set([waiting, garden]));
    await devices.end();
  },
);

test.each(SEEDS)(
  '[T5] seed %i: an offline device adds a task to a section that another deletes: the task has no section until undo',
  async (seed) => {
    const devices = await openHome(seed);
    const [phone, laptop] = devices.replicas;
    await devices.part();
    await devices.do(phone, { name: 'section.delete', args: { id: sectionId, at: 5 } });
    await devices.do(laptop, addTask(four, 6, sectionId));
    await devices.join();

    expect(sameOnBoth(devices, partsOf)).toEqual([{ sectionId: null, ids: [one, two, three, four] }]);
    await devices.undo(phone);
    await devices.join();
    expect(sameOnBoth(devices, partsOf)).toContainEqual({ sectionId, ids: [four] });
    await devices.end();
  },
);
