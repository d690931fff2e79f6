import { LIMITS } from '#src/domain/limits.ts';
import { newId } from '#src/domain/id.ts';
import { MAX_BATCH } from '#src/sync/protocol.ts';
import type { Account } from '#src/sync/testing/node-device.ts';
import { ABUSER_HEADERS, greetWithCollection, mutation, push, tasksIn } from './abuse-socket.ts';

/** Endless work, as from Abuser.prepare. */
type Endless = (answered: () => void) => void;

/** The number of sub-tasks of each task, level by level. */
const FANS = [9, 33, 33];
const COLLECTIONS = 4_000;
const LABELS = 1_000;
const NOTES = 20;
const REQUESTS = 16;

function times<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

/** Runs one round after the other. */
function endlessly(round: (answered: () => void) => Promise<void>): Endless {
  return (answered) => {
    void (async () => {
      for (;;) await round(answered);
    })();
  };
}

/** Uses another rule each time, so that no cache helps. */
export async function stepWithoutEnd(account: Account): Promise<Endless> {
  const { socket, collectionId } = await greetWithCollection(account);
  let n = 0;
  const ruleOf = () =>
    ++n % 2 === 0
      ? `FREQ=HOURLY;INTERVAL=${n % 10_000};BYMONTH=2;BYMONTHDAY=30`
      : `FREQ=DAILY;INTERVAL=${1 + (n % 60)};BYMONTHDAY=31;BYDAY=MO;COUNT=10000`;
  const [date, at] = ['0001-01-01', Date.now()];
  return endlessly(async (answered) => {
    const tasks = times(MAX_BATCH, () => {
      const repeat = ruleOf();
      const due = repeat.startsWith('FREQ=HOURLY') ? `${date}T09:00` : date;
      const args = { name: 'Water', date, time: '09:00', collectionId, at, id: newId() };
      return mutation('task.add', { ...args, repeat, repeatStart: due, repeatDue: due });
    });
    await push(socket, tasks);
    answered();
    const step = { now: '9990-01-01T09:00', at };
    await push(
      socket,
      tasks.map(({ args: { id, repeatDue } }) =>
        mutation('task.advance', { ...step, id, due: repeatDue, occurrenceId: newId() }),
      ),
    );
    answered();
  });
}

export async function moveWithoutEnd(account: Account): Promise<Endless> {
  const { socket, collectionId } = await greetWithCollection(account);
  const [root = tasksIn(collectionId, 1), ...others] = times(3, () => tasksIn(collectionId, 1));
  const tree = [...root, ...others.flat()];
  let above: readonly string[] = root.map(({ args }) => args.id);
  for (const fan of FANS) {
    const below = above.flatMap((parentId) =>
      tasksIn(collectionId, fan).map((task) => ({ ...task, args: { ...task.args, parentId } })),
    );
    tree.push(...below);
    above = below.map(({ args }) => args.id);
  }
  for (let start = 0; start < tree.length; start += MAX_BATCH)
    await push(socket, tree.slice(start, start + MAX_BATCH));
  const id = root[0]?.args.id;
  const move = (n: number) =>
    mutation('task.edit', { id, changes: { parentId: others[n % 2]?.[0]?.args.id }, at: Date.now() });
  return endlessly(async (answered) => {
    await push(socket, times(MAX_BATCH, move));
    answered();
  });
}

export async function addCollectionsWithoutEnd(account: Account): Promise<Endless> {
  const { socket } = await greetWithCollection(account);
  let n = 0;
  const add = () =>
    mutation('collection.add', { id: newId(), name: `Place ${n++}`, color: '#FFCC33', at: Date.now() });
  for (let added = 0; added < COLLECTIONS; added += MAX_BATCH) await push(socket, times(MAX_BATCH, add));
  return endlessly(async (answered) => {
    const added = times(MAX_BATCH, add);
    await push(socket, added);
    answered();
    await push(
      socket,
      added.map(({ args: { id, at } }) => mutation('collection.delete', { id, at })),
    );
    answered();
  });
}

export async function renameWithoutEnd(account: Account): Promise<Endless> {
  const { socket } = await greetWithCollection(account);
  let n = 0;
  const ids = times(LABELS, newId);
  const add = (id: string) =>
    mutation('label.add', { id, name: `Label ${n++}`, color: '#FFCC33', at: Date.now() });
  for (let added = 0; added < LABELS; added += MAX_BATCH)
    await push(socket, ids.slice(added, added + MAX_BATCH).map(add));
  const rename = (id: string) =>
    mutation('label.edit', { id, changes: { name: `Label ${n++}` }, at: Date.now() });
  return endlessly(async (answered) => {
    await push(socket, ids.slice(0, MAX_BATCH).map(rename));
    answered();
  });
}

export async function noteWithoutEnd(account: Account): Promise<Endless> {
  const { socket, collectionId } = await greetWithCollection(account);
  const tasks = tasksIn(collectionId, NOTES);
  await push(socket, tasks);
  let n = 0;
  const longest = 'Water the plants. '.repeat(LIMITS.taskDescription);
  return endlessly(async (answered) => {
    const description = `${n++} ${longest}`.slice(0, LIMITS.taskDescription);
    await push(
      socket,
      tasks.map(({ args: { id, at } }) => mutation('task.edit', { id, changes: { description }, at })),
    );
    answered();
  });
}

export async function tellReceiptsWithoutEnd({ url, cookie }: Account): Promise<Endless> {
  const headers = { ...ABUSER_HEADERS, cookie, origin: url, 'content-type': 'application/json' };
  // The first request of this process has costs of its own, which are no work of the server.
  await Promise.all(times(REQUESTS, async () => (await fetch(`${url}/healthz`)).text()));
  const tell = async (answered: () => void) => {
    const body = JSON.stringify({ alarm: newId(), what: 'shown', at: Date.now() });
    const response = await fetch(`${url}/api/push/receipts`, { method: 'POST', headers, body });
    const text = await response.text();
    if (response.status !== 404) throw new Error(`${response.status} ${text}`);
    answered();
  };
  return (answered) => {
    for (let i = 0; i < REQUESTS; i++) endlessly(tell)(answered);
  };
}
