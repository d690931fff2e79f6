import { beforeAll, expect, test, vi } from 'vitest';
import { spaceOf } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { MAX_BATCH, PAGE_ROWS } from '#src/sync/protocol.ts';
import { HubDevice, setUpHub } from '#src/sync/testing/hub-devices.ts';
import {
  addCollection,
  addTask,
  addTasks,
  mutation,
  renameTask,
  sampleId,
  task,
} from '#src/sync/testing/samples.ts';
import { mutationRate, networkRate, Pace } from './pace.ts';
import { PART_SIZES, partsOf } from './parts.ts';
import { Rates } from './rates.ts';

const LONG = 'A long text. '.repeat(1_250);
const TASKS = 60;
const NUMBERS = Array.from({ length: TASKS }, (_, i) => i + 2);
const PARTS = Math.ceil(TASKS / Math.floor(PART_SIZES.partBytes / (LONG.length + 'Task 10'.length)));

function addLong(n: number) {
  return addTask(n, task(n, { description: LONG }));
}

/** Mutation `n`: deletes task `of`. */
function deletion(n: number, of: number) {
  return mutation(n, 'task.delete', { id: sampleId('task', of), at: 20 });
}

const DELETIONS = NUMBERS.map((n) => deletion(n + 1_000, n));

describeEachEngine('a push that reads or writes much', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  /** A user with long tasks, and the means to connect devices that have them. */
  async function setUp() {
    const { user, hub, connect, troubled } = await setUpHub(database);
    for (const n of NUMBERS) await user.push(addLong(n));
    const { version = 0 } = (await user.space()) ?? {};
    const transact = vi.spyOn(troubled, 'transact');
    return { user, hub, troubled, transact, version, connect: () => connect(version) };
  }

  test('[W5.13] is several transactions, each answered with its own outcomes, in order', async () => {
    const { hub, transact, version, connect } = await setUp();
    const [device, other] = [await connect(), await connect()];

    device.push(...DELETIONS);
    await hub.drain();

    expect(device.closed).toBeNull();
    expect(PARTS).toBeGreaterThan(3);
    expect(transact).toHaveBeenCalledTimes(PARTS);
    const answers = device.patches.slice(1);
    expect(answers).toHaveLength(PARTS);
    // No `ok` came: the device would take it as the answer to all parts.
    expect(device.received).toHaveLength(1 + PARTS);
    expect(answers.flatMap(({ outcomes }) => outcomes)).toEqual(
      DELETIONS.map(({ id }) => ({ id, rejection: null })),
    );
    for (const answer of answers) expect(answer.outcomes.length).toBeGreaterThan(0);
    let at = version;
    for (const { from, to } of answers) {
      expect(from).toBe(at);
      at = to;
    }
    expect(other.patches.at(-1)).toMatchObject({ to: at, outcomes: [] });
    expect(new Set(other.patches.flatMap(({ changes }) => changes['task'] ?? [])).size).toBe(TASKS);
  });

  test('[W5.13] lets others write between its parts', async () => {
    const { hub, user, version } = await setUp();
    const answered: string[] = [];
    const bob = new HubDevice(hub, 'bob', () => answered.push('bob'));
    bob.hello();
    const device = new HubDevice(hub, user.id, ({ patches }) => {
      if (patches.length === 2) bob.push(addCollection(1));
      answered.push('part');
    });
    device.hello(version);
    await hub.drain();
    answered.length = 0;

    device.push(...DELETIONS);
    await hub.drain();

    expect(answered).toHaveLength(PARTS + 1);
    expect(answered.indexOf('bob')).toBeLessThan(PARTS);
  });

  test('[W5.6] keeps its earlier parts when one fails, and leaves the rest to be sent again', async () => {
    const { hub, user, troubled, version, connect } = await setUp();
    const device: HubDevice = new HubDevice(hub, user.id, ({ patches }) => {
      if (patches.length === 3) troubled.commitTrouble = new Error('The disk is full.');
    });
    device.hello(version);
    device.push(...DELETIONS);
    device.push(renameTask(TASKS + 1, 'Too early'));
    await hub.drain();
    expect(device.closed?.code).toBe(1011);
    const done = device.patches.flatMap(({ outcomes }) => outcomes).length;
    expect(done).toBeGreaterThan(0);
    const before = await user.versions();
    expect((await user.pull(0)).rows.task?.filter(({ deletedAt }) => deletedAt !== null)).toHaveLength(done);

    troubled.commitTrouble = null;
    const back = await connect();
    back.push(...DELETIONS);
    await hub.drain();

    const outcomes = back.patches.flatMap((patch) => patch.outcomes);
    expect(outcomes).toEqual(DELETIONS.map(({ id }) => ({ id, rejection: null })));
    const after = await user.versions();
    // The parts that were done are not written again.
    for (const n of NUMBERS.slice(0, done))
      expect(after[sampleId('task', n)]).toBe(before[sampleId('task', n)]);
    const { rows } = await user.pull(0);
    expect(rows.task?.every(({ deletedAt, name }) => deletedAt !== null && name !== 'Too early')).toBe(true);
  });

  test('[W5.6] leaves the later frames too when the server fails to divide it', async () => {
    const { hub, user, troubled, connect } = await setUp();
    const device = await connect();
    let release = () => {};
    troubled.gate = new Promise((resolve) => (release = resolve));
    troubled.trouble = new Error('The database is away.');
    device.push(...DELETIONS);
    device.push(renameTask(2, 'Too early'));
    release();
    await hub.drain();
    troubled.trouble = null;
    await hub.drain();

    expect(device.closed?.code).toBe(1011);
    expect((await user.pull(0)).rows.task?.map(({ name }) => name)).not.toContain('Too early');
  });

  test('[W5.13] tells a rejection with the part that has the mutation', async () => {
    const { hub, connect } = await setUp();
    const device = await connect();
    const edit = renameTask(9_000, 'There is none');

    device.push(...DELETIONS, edit);
    await hub.drain();

    const outcomes = device.patches.flatMap((patch) => patch.outcomes);
    expect(outcomes).toHaveLength(TASKS + 1);
    expect(outcomes.at(-1)).toEqual({ id: edit.id, rejection: 'GONE' });
  });

  test('[W4.15] counts towards the pace with the texts that it reads and writes, beyond those of most pushes', async () => {
    const rates = new Rates({ ...mutationRate(1), burst: 0 }, () => 0);
    const pace = new Pace(rates, new Rates(networkRate(1)));
    const { hub, user } = await setUpHub(database, PAGE_ROWS, null, pace);
    const count = async (...mutations: readonly Mutation[]) => {
      const before = rates.waitFor(user.id, 0);
      const device = new HubDevice(hub, user.id);
      device.hello();
      device.push(...mutations);
      await hub.drain();
      return (rates.waitFor(user.id, 0) - before) / 1_000;
    };

    // The addition writes 16 kB of texts, and each mutation has 1 kB free. The deletion reads and writes as much.
    expect(await count(addLong(2))).toBeCloseTo(1 + 15.25 / 8, 1);
    expect(await count(deletion(1_002, 2))).toBeCloseTo(1 + 31.5 / 8, 1);
    expect(await count(addTask(3), addTask(4))).toBe(2);
  });
});

describeEachEngine('a push that takes long', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  /**
   * A hub with a clock that goes on by 1 ms at each reading. It is read once for each mutation, so a transaction has at
   * most six.
   */
  async function setUp(pace: Pace | null = null) {
    let readings = 0;
    const sizes = { partMs: 5, clock: () => (readings += 1) };
    const set = await setUpHub(database, PAGE_ROWS, null, pace, undefined, null, sizes);
    return { ...set, transact: vi.spyOn(set.troubled, 'transact') };
  }

  test('[W5.15] is several transactions, each answered with its own outcomes, in order', async () => {
    const { hub, transact, connect, user } = await setUp();
    const [device, other] = [await connect(1), await connect(1)];
    const mutations = addTasks(20, 2);

    device.push(...mutations);
    await hub.drain();

    expect(transact).toHaveBeenCalledTimes(4);
    const answers = device.patches.slice(1);
    // No `ok` came: the device would take it as the answer to all transactions.
    expect(device.received).toHaveLength(1 + 4);
    expect(answers.map(({ outcomes }) => outcomes.length)).toEqual([6, 6, 6, 2]);
    expect(answers.flatMap(({ outcomes }) => outcomes)).toEqual(
      mutations.map(({ id }) => ({ id, rejection: null })),
    );
    expect(answers.map(({ from }) => from)).toEqual([1, ...answers.slice(0, -1).map(({ to }) => to)]);
    expect(other.patches.at(-1)).toMatchObject({ to: answers.at(-1)?.to, outcomes: [] });
    expect((await user.pull(0)).rows.task).toHaveLength(20);
  });

  test('[W5.15] is one transaction and is acknowledged when it is done in time', async () => {
    const { hub, transact, connect, user } = await setUp();
    await user.push(...addTasks(6, 2));
    const device = await connect(2);

    device.push(
      ...[2, 3, 4, 5, 6, 7].map((n) =>
        mutation(n + 100, 'task.complete', { id: sampleId('task', n), at: 20 }),
      ),
    );
    await hub.drain();

    expect(transact).toHaveBeenCalledTimes(1);
    expect(device.received.at(-1)).toMatchObject({ type: 'ok' });
  });

  test('[W5.15] lets others write between its transactions, and is divided by bytes once', async () => {
    const { hub, user, troubled } = await setUp();
    const answered: string[] = [];
    const bob = new HubDevice(hub, 'bob', () => answered.push('bob'));
    bob.hello();
    const device = new HubDevice(hub, user.id, ({ patches }) => {
      if (patches.length === 2) bob.push(addCollection(1));
      answered.push('part');
    });
    device.hello(1);
    await hub.drain();
    answered.length = 0;
    const asked = vi.spyOn(troubled, 'snapshot');

    device.push(...addTasks(60, 2));
    await hub.drain();

    expect(answered).toHaveLength(12 + 1);
    expect(answered.indexOf('bob')).toBeLessThan(12);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test('[W5.6] keeps the finished transactions when one fails, and leaves the rest to be sent again', async () => {
    const { hub, user, troubled, connect } = await setUp();
    const mutations = addTasks(20, 2);
    const device: HubDevice = new HubDevice(hub, user.id, ({ patches }) => {
      if (patches.length === 2) troubled.commitTrouble = new Error('The disk is full.');
    });
    device.hello(1);
    device.push(...mutations);
    device.push(renameTask(2, 'Too early'));
    await hub.drain();
    expect(device.closed?.code).toBe(1011);
    expect((await user.pull(0)).rows.task?.map(({ name }) => name)).toEqual(
      [2, 3, 4, 5, 6, 7].map((n) => `Task ${n}`),
    );

    troubled.commitTrouble = null;
    const back = await connect(1);
    back.push(...mutations);
    await hub.drain();

    expect(back.patches.flatMap(({ outcomes }) => outcomes)).toEqual(
      mutations.map(({ id }) => ({ id, rejection: null })),
    );
    expect((await user.pull(0)).rows.task).toHaveLength(20);
  });

  test('[W4.17] counts towards the pace with the time of its mutations', async () => {
    const rates = new Rates({ ...mutationRate(1), burst: 0 }, () => 0);
    const { hub, user, connect } = await setUp(new Pace(rates, new Rates(networkRate(1))));
    const device = await connect(1);

    device.push(addTask(2), addTask(3));
    await hub.drain();

    // By this clock, both mutations together took 2 ms. Each has a quarter of one free.
    expect(rates.waitFor(user.id, 0)).toBe(1_000 * (2 / 0.25));
  });
});

describeEachEngine('the parts of a push', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  test('[W5.12] are one for most pushes, and a short push needs no read to know that', async () => {
    const { user, troubled } = await setUpHub(database);
    const divide = (mutations: readonly Mutation[]) =>
      partsOf(troubled, spaceOf(user.id), mutations, PART_SIZES);
    const snapshot = vi.spyOn(troubled, 'snapshot');
    const short = NUMBERS.slice(0, PART_SIZES.smallPush).map(addLong);
    expect(await divide(short)).toEqual([short]);
    expect(snapshot).not.toHaveBeenCalled();

    const many = addTasks(MAX_BATCH, 2);
    expect(await divide(many)).toEqual([many]);
  });

  test('[W5.12] count brought texts, and count the texts of a stored row once in a part', async () => {
    const { user } = await setUpHub(database);
    const divide = (mutations: readonly Mutation[]) =>
      partsOf(database, spaceOf(user.id), mutations, PART_SIZES);

    expect(await divide(NUMBERS.map(addLong))).toHaveLength(PARTS);
    await user.push(addLong(2));
    expect(await divide(NUMBERS.map((n) => deletion(n, 2)))).toHaveLength(1);
  });
});
