import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#src/domain/time/calendar-day.ts';
import { occurrenceIdOf } from '#src/domain/repeat/occurrence-id.ts';
import { completeNow } from '#src/tables/task/complete-now.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { sampleId } from './samples.ts';
import { TODAY } from './simulated-device.ts';
import { SimulationFolder } from './simulated-server.ts';
import { TwoDevices } from './two-devices.ts';

const [collectionId, id, belowId] = [sampleId('collection', 1), sampleId('task', 1), sampleId('task', 2)];
const occurrenceId = occurrenceIdOf(id, TODAY);

let folder: SimulationFolder;
beforeAll(async () => {
  folder = await SimulationFolder.create();
});
afterAll(() => folder.remove());

/** Two devices of a user who waters the plants every day. */
function growPlants(seed: number): Promise<TwoDevices> {
  const task = {
    id,
    name: 'Water',
    description: '- [x] Can',
    date: TODAY,
    collectionId,
    repeat: 'FREQ=DAILY',
  };
  const below = { id: belowId, name: 'Weed', description: '', date: TODAY, collectionId, parentId: id };
  return TwoDevices.open(seed, folder, [
    { name: 'collection.add', args: { id: collectionId, name: 'Home', color: '#FFCC33', at: 1 } },
    { name: 'task.add', args: { ...task, at: 1 } },
    { name: 'task.add', args: { ...below, at: 1 } },
  ]);
}

/** Completes the task for today, `minute` minutes after noon. */
function complete(plants: TwoDevices, replica: Replica, minute: number): Promise<void> {
  const now = `${TODAY}T12:${String(minute).padStart(2, '0')}`;
  return plants.do(replica, {
    name: 'task.advance',
    args: { id, due: TODAY, now, occurrenceId, renews: 1, at: minute },
  });
}

/**
 * The state on each device: the due days of the task and its sub-task, its completed occurrences, and the
 * number of rejections.
 */
function shownBy({ replicas }: TwoDevices) {
  return replicas.map((replica) => ({
    date: replica.get('task', id)?.date,
    dateBelow: replica.get('task', belowId)?.date,
    isTicked: replica.get('task', id)?.description === '- [x] Can',
    completed: replica.lists.completed.byDay().flatMap(({ ids }) => ids),
    rejected: replica.rejections().length,
  }));
}

/** The expected state, the same on both devices. */
const both = (date: string, completed: readonly string[]) =>
  [1, 2].map(() => ({ date, dateBelow: date, isTicked: date === TODAY, completed, rejected: 0 }));

const SEEDS = Array.from({ length: 20 }, (_, place) => place + 1);
const TOMORROW = addDays(TODAY, 1);

test.each(SEEDS)(
  '[R3] seed %i: two offline devices complete the same time: it is completed once, and undo on either reverts it',
  async (seed) => {
    const plants = await growPlants(seed);
    const [phone, laptop] = plants.replicas;
    await plants.part();
    await complete(plants, phone, 1);
    await complete(plants, laptop, 2);
    await plants.join();
    expect(shownBy(plants)).toEqual(both(TOMORROW, [occurrenceId]));

    await plants.undo(seed % 2 === 0 ? phone : laptop);
    await plants.join();
    expect(shownBy(plants)).toEqual(both(TODAY, []));

    await complete(plants, laptop, 3);
    await plants.join();
    expect(shownBy(plants)).toEqual(both(TOMORROW, [occurrenceId]));
    await plants.end();
  },
);

test.each(SEEDS)(
  '[R2] seed %i: two offline devices complete the same time, and one undoes it: both agree for any order of sync',
  async (seed) => {
    const plants = await growPlants(seed);
    const [phone, laptop] = plants.replicas;
    await plants.part();
    await complete(plants, phone, 1);
    await plants.undo(phone);
    await complete(plants, laptop, 2);
    await plants.join();
    const isDue = phone.get('task', id)?.date === TODAY;
    expect(shownBy(plants)).toEqual(isDue ? both(TODAY, []) : both(TOMORROW, [occurrenceId]));
    await plants.end();
  },
);

test.each(SEEDS)(
  '[R4] seed %i: a sub-task ticked for today on one device is open for tomorrow after another device completed today',
  async (seed) => {
    const plants = await growPlants(seed);
    const [phone, laptop] = plants.replicas;
    const press = (replica: Replica, taskId: string, at: number) => {
      const task = replica.lists.task(taskId);
      if (task) return plants.do(replica, completeNow(task, at, replica.lists));
      throw new Error('The task is not there.');
    };
    const ticks = () => plants.replicas.map(({ lists }) => lists.task(belowId)?.completedAt);
    await plants.part();
    await press(phone, belowId, 1);
    await complete(plants, laptop, 2);
    await plants.join();
    expect(shownBy(plants)).toEqual(both(TOMORROW, [occurrenceId]));
    expect(ticks()).toEqual([null, null]);

    // Undoing a tick for tomorrow keeps the tick that the other device has made for the day after.
    await press(phone, belowId, 3);
    await plants.join();
    expect(ticks()).toEqual([3, 3]);
    await plants.part();
    await press(laptop, id, 4);
    await press(laptop, belowId, 5);
    await plants.undo(phone);
    await plants.join();
    expect(ticks()).toEqual([5, 5]);
    await plants.end();
  },
);
