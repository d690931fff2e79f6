import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { WebSocket } from 'ws';
import { newId } from '#src/domain/id.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { MAX_BATCH } from '#src/sync/protocol.ts';
import type { Account } from '#src/sync/testing/node-device.ts';
import { ABUSER_HEADERS, greetWithCollection, mutation, push } from './abuse-socket.ts';

/** Endless work, as from Abuser.prepare. */
type Endless = (answered: () => void) => void;

const TIMED_TASKS = 20_000;
const REMINDED_TASKS = 1_000;
/** Of MAX_BATCH tasks nearly as many as a user may have. */
const REMINDERS_A_TASK = Math.floor(LIMITS.reminders / MAX_BATCH) - 1;
const DAYS = ['2030-01-01', '2030-01-02'];
/** Written in different case each time, which names the same zone. */
const ZONES = ['Asia/Tokyo', 'Europe/Berlin', 'America/New_York'];

function settingOf(id: string, value: string) {
  return mutation('setting.set', { id, value, at: Date.now() });
}

async function addTasks(socket: WebSocket, collectionId: string, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, newId);
  const task = { name: 'Water', date: '2030-01-01', time: '09:00', collectionId, at: Date.now() };
  for (let start = 0; start < count; start += MAX_BATCH)
    await push(
      socket,
      ids.slice(start, start + MAX_BATCH).map((id) => mutation('task.add', { ...task, id })),
    );
  return ids;
}

/** Each change of the zone computes all alarms again. */
export async function travelWithoutEnd(account: Account): Promise<Endless> {
  const { socket, collectionId } = await greetWithCollection(account);
  await push(socket, [settingOf('remindBefore', '0')]);
  await addTasks(socket, collectionId, TIMED_TASKS);
  return (answered) => {
    void (async () => {
      for (let n = 0; ; n++) {
        const zone = ZONES[n % ZONES.length] ?? 'UTC';
        await push(socket, [settingOf('zone', n % 2 === 0 ? zone : zone.toLowerCase())]);
        answered();
      }
    })();
  };
}

/** Moves tasks with many reminders from day to day, so that all their alarms are written anew. */
export async function moveAlarmsWithoutEnd(account: Account): Promise<Endless> {
  const { socket, collectionId } = await greetWithCollection(account);
  const ids = await addTasks(socket, collectionId, MAX_BATCH);
  for (let minutesBefore = 1; minutesBefore <= REMINDERS_A_TASK; minutesBefore++)
    await push(
      socket,
      ids.map((taskId) => mutation('reminder.add', { id: newId(), taskId, minutesBefore, at: Date.now() })),
    );
  return (answered) => {
    void (async () => {
      for (let n = 0; ; n++) {
        const date = DAYS[n % DAYS.length];
        await push(
          socket,
          ids.map((id) => mutation('task.edit', { id, changes: { date }, at: Date.now() })),
        );
        answered();
      }
    })();
  };
}

/** Makes reminders of all tasks due again and again, for a webhook that accepts them. */
export async function remindWithoutEnd(account: Account): Promise<Endless> {
  return remindedBy(account, (request) => request.respond());
}

/** The same, for a webhook that answers with another protocol and nothing else. */
export async function remindUpgradingWithoutEnd(account: Account): Promise<Endless> {
  return remindedBy(account, (request) => request.upgrade());
}

interface Asked {
  readonly respond: () => void;
  readonly upgrade: () => void;
}

async function remindedBy(account: Account, answer: (request: Asked) => void): Promise<Endless> {
  const receiver = createServer((request, response) => {
    request.resume();
    answer({
      respond: () => response.end(),
      upgrade: () =>
        request.socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nupgrade: none\r\nconnection: upgrade\r\n\r\n',
        ),
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const { url, cookie } = account;
  const saved = await fetch(`${url}/api/push/webhook`, {
    method: 'PUT',
    headers: { ...ABUSER_HEADERS, cookie, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ address: `http://127.0.0.1:${port}/reminders`, secret: '', kind: 'ntfy' }),
  });
  if (!saved.ok) throw new Error(`The webhook was not saved: ${saved.status} ${await saved.text()}`);
  const { socket, collectionId } = await greetWithCollection(account);
  await push(socket, [settingOf('reminderWays', 'webhook')]);
  const ids = await addTasks(socket, collectionId, REMINDED_TASKS);
  return (answered) => {
    void (async () => {
      for (let start = 0; ; start = (start + MAX_BATCH) % REMINDED_TASKS) {
        const at = Date.now();
        const reminders = ids
          .slice(start, start + MAX_BATCH)
          .map((taskId) => mutation('reminder.add', { id: newId(), taskId, remindAt: at, at }));
        await push(socket, reminders);
        answered();
        await push(
          socket,
          reminders.map(({ args: { id } }) => mutation('reminder.delete', { id, at: Date.now() })),
        );
        answered();
      }
    })();
  };
}
