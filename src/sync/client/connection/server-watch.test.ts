import { expect, test } from 'vitest';
import { harness } from '#src/sync/testing/each-harness.ts';
import { LinkHarness } from '#src/sync/testing/link-harness.ts';
import { addTask, addTasks, IN_STEP, task } from '#src/sync/testing/samples.ts';

/** Lets `ms` of silence pass. Timers run out one after another. */
function pass(given: LinkHarness, ms: number): void {
  for (let left = ms; given.timer.ms <= left;) {
    left -= given.timer.ms;
    given.elapse();
  }
}

/** An open link with one sent change that the server has not answered. */
function withChange(): LinkHarness {
  const given = new LinkHarness().open();
  given.outbox = addTasks(1);
  given.link.flush();
  return given;
}

test('[W3] a server that does not answer a change is out of reach within seconds, and the socket stays open', () => {
  const given = withChange();

  pass(given, 8_000);

  expect(given.socket.sent.slice(-2)).toMatchObject([{ type: 'push' }, { type: 'pull' }]);
  expect(given.states.at(-1)).toBe('offline');
  expect(given.socket.closedByLink).toBe(false);
});

test.each([
  ['the answer', (given: LinkHarness) => given.socket.acknowledge({ id: addTask(1).id, rejection: null })],
  ['a beat', (given: LinkHarness) => given.socket.receive({ type: 'beat', version: 7 })],
])('[W3] %s that comes late puts the server in reach again, and nothing is sent twice', (_, comes) => {
  const given = withChange();
  pass(given, 8_000);

  comes(given);

  expect(given.states.slice(-2)).toEqual(['offline', 'online']);
  expect(given.sockets).toHaveLength(1);
  expect(given.socket.pushes).toHaveLength(1);
});

test('[W3] a server that answers a pull may take its time for the change', () => {
  const given = withChange();
  given.elapse();
  expect(given.socket.sent.at(-1)).toEqual({ type: 'pull', version: 7 });

  given.socket.acknowledge();
  pass(given, 15_000);

  expect(given.states).toEqual(['connecting', 'online']);
});

test('[W3] an idle device sends nothing while the beats come, and asks once when a beat is late', () => {
  const given = new LinkHarness().open();
  for (let beat = 0; beat < 10; beat++) {
    pass(given, 15_000);
    given.socket.receive({ type: 'beat', version: 7 });
  }
  expect(given.socket.sent).toHaveLength(1);

  given.fallSilent();

  expect(given.socket.sent).toHaveLength(2);
});

test('[W3] when the browser says that the network is gone, the link asks the server at once, and only once', () => {
  const given = new LinkHarness().open();

  for (let time = 0; time < 3; time++) given.link.probe();
  pass(given, 5_000);

  expect(given.socket.sent.slice(1)).toEqual([{ type: 'pull', version: 7 }]);
  expect(given.states.at(-1)).toBe('offline');
  given.socket.acknowledge();
  expect(given.states.at(-1)).toBe('online');
});

test('[W3] a server that accepts a socket and says nothing on it is out of reach within seconds', () => {
  const given = new LinkHarness();
  given.link.start();
  given.socket.events.opened();

  pass(given, 8_000);

  expect(given.states).toEqual(['connecting', 'offline']);
  expect(given.socket.closedByLink).toBe(false);
});

test('[W3] [W16] a device without rows does not go offline: its first load takes long on a slow network', () => {
  const given = new LinkHarness();
  given.version = 0;
  given.link.start();
  given.socket.events.opened();
  given.link.probe();
  pass(given, 30_000);

  expect(given.socket.sent).toHaveLength(1);
  expect(given.states).toEqual(['connecting']);
});

test('[W3] a link whose socket does not open goes offline within seconds, and the socket may still open later', () => {
  const given = new LinkHarness();
  given.link.start();
  pass(given, 8_000);
  expect(given.states).toEqual(['connecting', 'offline']);

  given.welcome();

  expect(given.states.at(-1)).toBe('online');
  expect(given.sockets).toHaveLength(1);
});

test('[W3] when a network dies without closing, all tabs say so within seconds; when it is back, the waiting changes arrive', async () => {
  const { device, tab } = await harness.deviceWithTasks(1);
  const other = await device.openTab();
  harness.network.faults.silence = 1;

  await harness.perform(addTask(2, task(2)), other.replica);
  await harness.world.pass(10_000);
  for (const { replica } of [tab, other])
    expect(replica.status()).toMatchObject({ connection: 'offline', unsent: 1 });

  harness.network.faults.silence = 0;
  await harness.world.pass(60_000);
  for (const { replica } of [tab, other]) expect(replica.status()).toEqual(IN_STEP);
});
