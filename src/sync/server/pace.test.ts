import { beforeEach, describe, expect, test } from 'vitest';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { PAGE_ROWS } from '#src/sync/protocol.ts';
import { mutationRate, networkRate, Pace } from './pace.ts';
import { Rates } from './rates.ts';
import { HubDevice, setUpHub } from '#src/sync/testing/hub-devices.ts';
import { addCollection, addTask, mutation, sampleId } from '#src/sync/testing/samples.ts';

/** At this rate the next use is free after ten days. */
const SLOW = { burst: 2, perSecond: 1e-6 };

describe('rates', () => {
  let now: number;
  let rates: Rates;
  beforeEach(() => {
    now = 5_000;
    rates = new Rates({ burst: 10, perSecond: 2 }, () => now);
  });

  test('free a burst at once, then one use after each interval', () => {
    rates.use('ada', 10);

    expect(rates.waitFor('ada', 1)).toBe(500);
    expect(rates.waitFor('bob', 10)).toBe(0);
    now += 500;
    expect(rates.waitFor('ada', 1)).toBe(0);
    expect(rates.waitFor('ada', 3)).toBe(1_000);
  });

  test('make a key wait for its uses past the burst', () => {
    rates.use('ada', 14);

    expect(rates.waitFor('ada', 0)).toBe(2_000);
    now += 2_000;
    expect(rates.waitFor('ada', 0)).toBe(0);
  });

  test('save up no more than the burst', () => {
    rates.use('ada', 10);
    now += 3_600_000;

    expect(rates.waitFor('ada', 10)).toBe(0);
    expect(rates.waitFor('ada', 11)).toBe(500);
  });

  test('forget a key only when all its uses are free again', () => {
    rates.use('ada', 10);
    rates.use('bob', 1);
    now += 1_000;
    rates.sweep();

    expect(rates.waitFor('ada', 10)).toBe(4_000);
    expect(rates.waitFor('bob', 10)).toBe(0);
  });
});

test('an import of 20,000 mutations does not wait', async () => {
  const rates = new Rates(mutationRate(1), () => 0);
  const pace = new Pace(rates, new Rates(networkRate(1), () => 0));
  for (let push = 0; push < 40; push++)
    pace.count('ada', '203.0.113.1', { mutations: 500, tasks: 0, bytes: 0, followed: 0, ms: 0 });

  expect(pace.isBehind('ada', '203.0.113.1')).toBe(false);
  expect(rates.waitFor('ada', 1)).toBe(1_000);
});

test('a thousand counted tasks count as one mutation more', async () => {
  const [users, networks] = [new Rates(mutationRate(1), () => 0), new Rates(networkRate(1), () => 0)];
  const pace = new Pace(users, networks);
  pace.count('ada', 'home', { mutations: 0, tasks: 20_000_000, bytes: 0, followed: 0, ms: 0 });

  expect([users.waitFor('ada', 0), networks.waitFor('home', 180_000)]).toEqual([0, 0]);
  pace.count('ada', 'home', { mutations: 0, tasks: 1_000, bytes: 0, followed: 0, ms: 0 });
  expect([users.waitFor('ada', 0), networks.waitFor('home', 180_000)]).toEqual([1_000, 100]);
});

test('rows that follow from a push count, beyond the four that each mutation has free', async () => {
  const users = new Rates(mutationRate(1), () => 0);
  const pace = new Pace(users, new Rates(networkRate(1), () => 0));
  pace.count('ada', null, { mutations: 19_999, tasks: 0, bytes: 0, followed: 4 * 19_999, ms: 0 });
  expect(users.waitFor('ada', 1)).toBe(0);

  pace.count('ada', null, { mutations: 1, tasks: 0, bytes: 0, followed: 40_000, ms: 0 });
  expect(users.waitFor('ada', 0)).toBe(9_999_000);
});

test('the time of mutations counts, beyond the time that most take', async () => {
  const users = new Rates(mutationRate(1), () => 0);
  const pace = new Pace(users, new Rates(networkRate(1), () => 0));
  pace.count('ada', null, { mutations: 19_999, tasks: 0, bytes: 0, followed: 0, ms: 4_999 });
  expect(users.waitFor('ada', 1)).toBe(0);

  pace.count('ada', null, { mutations: 1, tasks: 0, bytes: 0, followed: 0, ms: 1_000 });
  expect(users.waitFor('ada', 0)).toBe(3_999_000);
});

test('many users of one network wait for each other, and users of another network or of none do not', async () => {
  const pace = new Pace(new Rates(mutationRate(1)), new Rates(SLOW));
  pace.count('ada', 'school', { mutations: 3, tasks: 0, bytes: 0, followed: 0, ms: 0 });
  let waited = true;
  const late = pace.wait('bob', 'school').then(() => (waited = false));

  pace.count('cy', 'home', { mutations: 2, tasks: 0, bytes: 0, followed: 0, ms: 0 });
  await pace.wait('cy', 'home');
  await pace.wait('dan', null);
  expect(waited).toBe(true);

  await pace.hurry(() => late);
  expect(waited).toBe(false);
});

describeEachEngine('a user who writes faster than they may', (engine) => {
  test('is answered later with nothing lost, and neither others nor a draining server wait', async () => {
    const pace = new Pace(new Rates(SLOW), new Rates(networkRate(1)));
    const { hub, user, connect } = await setUpHub(await engine.open(), PAGE_ROWS, null, pace);
    const device = await connect(1);
    const other = new HubDevice(hub, 'bob');
    other.hello();
    device.push(addTask(2), addTask(3), addTask(4));
    device.push(addTask(5));
    other.push(addCollection(1));
    await expect.poll(() => other.patches).toHaveLength(2);
    // The deletion of a user waits in this way.
    await hub.settled('bob');
    await expect.poll(() => device.patches).toHaveLength(2);

    await hub.drain();

    expect(device.closed).toBeNull();
    expect(device.patches.slice(1).map(({ outcomes }) => outcomes.length)).toEqual([3, 1]);
    expect((await user.pull(0)).rows.task).toHaveLength(4);
  });

  test('still reads: their devices open and load while their pushes wait', async () => {
    const pace = new Pace(new Rates(SLOW), new Rates(networkRate(1)));
    const { hub, user, connect } = await setUpHub(await engine.open(), 2, null, pace);
    const device = await connect(1);
    device.push(addTask(2), addTask(3), addTask(4));
    await expect.poll(() => device.patches).toHaveLength(2);
    device.push(addTask(5));
    for (const n of [6, 7, 8]) await user.push(addTask(n));

    const other: HubDevice = new HubDevice(hub, user.id, (_, message) => {
      if (message.type === 'patch' && message.rest) other.send({ type: 'pull', version: message.to });
    });
    other.hello();
    await expect.poll(() => other.patches.at(-1)).toMatchObject({ to: 5, rest: null });
    expect(other.patches.length).toBeGreaterThan(1);
    device.send({ type: 'pull', version: 2 });
    await expect.poll(() => device.patches.at(-1)).toMatchObject({ from: 2, outcomes: [] });

    await hub.drain();
    expect((await user.pull(0)).rows.task).toHaveLength(7);
  });

  test('waits for each push once, also when the connection breaks again and again', async () => {
    // The clock stops, so that everything counted shows.
    const rates = new Rates({ burst: 4, perSecond: 100 }, () => 0);
    const pace = new Pace(rates, new Rates(networkRate(1)));
    const { hub, user, connect } = await setUpHub(await engine.open(), PAGE_ROWS, null, pace);
    const first = await connect(1);
    first.push(...[2, 3, 4, 5, 6].map((n) => addTask(n)));
    await expect.poll(() => first.patches).toHaveLength(2);
    const push = (device: HubDevice) => {
      device.hello(2);
      device.push(addTask(7), addTask(8));
    };
    for (let times = 0; times < 5; times++) {
      const device = new HubDevice(hub, user.id);
      push(device);
      device.leave();
    }
    const last = new HubDevice(hub, user.id);
    push(last);
    await expect.poll(() => last.patches.at(-1)?.outcomes).toHaveLength(2);

    expect(rates.waitFor(user.id, 0)).toBe(30);
  });

  test('waits also for the tasks that are counted when a collection is deleted', async () => {
    const rates = new Rates({ burst: 4, perSecond: 1 }, () => 0);
    const { hub, connect } = await setUpHub(
      await engine.open(),
      PAGE_ROWS,
      null,
      new Pace(rates, new Rates(networkRate(1))),
    );
    const device = await connect(1);
    device.push(addTask(2), addTask(3), addTask(4));
    device.push(mutation(5, 'collection.delete', { id: sampleId('collection', 1), at: 5 }));
    await hub.drain();

    expect(rates.waitFor('anybody', 4)).toBe(0);
    expect(rates.waitFor(device.userId, 0)).toBe(3);
  });

  test('does not wait for pushes that were left after a failure', async () => {
    const pace = new Pace(new Rates({ ...SLOW, burst: 4 }), new Rates(networkRate(1)));
    const { hub, user, connect, troubled } = await setUpHub(await engine.open(), PAGE_ROWS, null, pace);
    const device = await connect(1);
    troubled.trouble = new Error('The database is away.');
    device.push(addTask(2));
    device.push(addTask(3), addTask(4), addTask(5), addTask(6));
    device.push(addTask(7));
    await expect.poll(() => device.closed?.code).toBe(1011);
    troubled.trouble = null;

    const back = new HubDevice(hub, user.id);
    back.hello(1);
    back.push(addTask(2));
    back.push(addTask(3), addTask(4), addTask(5), addTask(6));
    await expect.poll(() => back.patches.flatMap(({ outcomes }) => outcomes)).toHaveLength(5);
  });
});

describeEachEngine('users of one network that write faster than it may', (engine) => {
  test('are answered later, also those who wrote little, and users of another network do not wait', async () => {
    const pace = new Pace(new Rates(mutationRate(1)), new Rates(SLOW));
    const { hub } = await setUpHub(await engine.open(), PAGE_ROWS, null, pace);
    const connect = (userId: string, network: string) => {
      const device = new HubDevice(hub, userId, () => {}, network);
      device.hello();
      return device;
    };
    const [ada, bob, cy] = [connect('ada', 'school'), connect('bob', 'school'), connect('cy', 'home')];
    ada.push(addCollection(1), addTask(2), addTask(3));
    await expect.poll(() => ada.patches).toHaveLength(2);

    bob.push(addCollection(1));
    cy.push(addCollection(1));
    await expect.poll(() => cy.patches).toHaveLength(2);
    cy.push(addTask(2));
    await expect.poll(() => cy.patches).toHaveLength(3);
    expect(bob.patches).toHaveLength(1);
    await hub.drain();

    expect(bob.patches.slice(1).map(({ outcomes }) => outcomes.length)).toEqual([1]);
  });
});
