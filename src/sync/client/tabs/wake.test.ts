import { expect, test, vi } from 'vitest';
import { Process, World } from '#src/sync/testing/world.ts';
import { watchSleep } from './wake.ts';

function setUp() {
  const world = new World(1);
  const process = new Process();
  const wake = vi.fn<() => void>();
  const stop = watchSleep(
    (ms, run) => world.startTimer(process, ms, run),
    () => world.now,
    wake,
  );
  return { world, wake, stop };
}

test('time that passes while timers run is no sleep', async () => {
  const { world, wake } = setUp();

  await world.pass(3_600_000);

  expect(wake).not.toHaveBeenCalled();
});

test('each sleep of the device ends with the first timer that runs again', async () => {
  const { world, wake } = setUp();

  for (const times of [1, 2]) {
    // The clock goes on while the timers stop.
    world.now += 3 * 3_600_000;
    await world.pass(5_000);
    expect(wake).toHaveBeenCalledTimes(times);
    await world.pass(60_000);
    expect(wake).toHaveBeenCalledTimes(times);
  }
});

test('a stopped watch reports no sleep', async () => {
  const { world, wake, stop } = setUp();
  await world.pass(7_000);

  stop();
  world.now += 3_600_000;
  await world.pass(60_000);

  expect(wake).not.toHaveBeenCalled();
});
