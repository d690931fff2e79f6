import { beforeEach, describe, expect, test } from 'vitest';
import { describeEachEngine } from '#src/server/testing/engines.ts';
import { PAGE_ROWS } from '#src/sync/protocol.ts';
import { mutationRate, Pace } from '#src/sync/server/pace.ts';
import { Rates } from '#src/sync/server/rates.ts';
import { HubDevice, setUpHub } from '#src/sync/testing/hub-devices.ts';
import { addCollection, addTask } from '#src/sync/testing/samples.ts';

describe('rates', () => {
  let now: number;
  let rates: Rates;
  beforeEach(() => {
    now = 5_000;
    rates = new Rates({ burst: 10, perSecond: 2 }, () => now);
  });

  test('so many at once, then one after each while', () => {
    rates.use('ada', 10);

    expect(rates.waitFor('ada', 1)).toBe(500);
    expect(rates.waitFor('bob', 10)).toBe(0);
    now += 500;
    expect(rates.waitFor('ada', 1)).toBe(0);
    expect(rates.waitFor('ada', 3)).toBe(1_000);
  });

  test('what was used past the burst is waited for', () => {
    rates.use('ada', 14);

    expect(rates.waitFor('ada', 0)).toBe(2_000);
    now += 2_000;
    expect(rates.waitFor('ada', 0)).toBe(0);
  });

  test('nobody saves up more than the burst', () => {
    rates.use('ada', 10);
    now += 3_600_000;

    expect(rates.waitFor('ada', 10)).toBe(0);
    expect(rates.waitFor('ada', 11)).toBe(500);
  });

  test('only who has everything back is forgotten', () => {
    rates.use('ada', 10);
    rates.use('bob', 1);
    now += 1_000;
    rates.sweep();

    expect(rates.waitFor('ada', 10)).toBe(4_000);
    expect(rates.waitFor('bob', 10)).toBe(0);
  });
});

test('an import of 20,000 waits for nothing', async () => {
  const rates = new Rates(mutationRate(1), () => 0);
  for (let push = 0; push < 40; push++) await new Pace(rates).take('ada', 500);

  expect(rates.waitFor('ada', 0)).toBe(0);
  expect(rates.waitFor('ada', 1)).toBe(1_000);
});

describeEachEngine('a user who writes faster than they may', (engine) => {
  test('is answered later, with nothing lost; others, and a server that drains, do not wait', async () => {
    // At this rate the next may come in ten days.
    const pace = new Pace(new Rates({ burst: 2, perSecond: 1e-6 }));
    const { hub, user, connect } = await setUpHub(await engine.open(), PAGE_ROWS, null, pace);
    const device = await connect(1);
    const other = new HubDevice(hub, 'bob');
    other.hello();
    device.push(addTask(2), addTask(3), addTask(4));
    device.push(addTask(5));
    other.push(addCollection(1));
    await expect.poll(() => other.patches).toHaveLength(2);
    expect(device.patches).toHaveLength(1);

    await hub.drain();

    expect(device.closed).toBeNull();
    expect(device.patches.slice(1).map(({ outcomes }) => outcomes.length)).toEqual([3, 1]);
    expect((await user.pull(0)).tasks).toHaveLength(4);
  });
});
