import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { WebSocket } from 'ws';
import { LIMITS } from '#src/domain/limits.ts';
import { newId } from '#src/domain/id.ts';
import {
  MAX_BATCH,
  MAX_FRAME_BYTES,
  parseServerMessage,
  PROTOCOL_VERSION,
  type Outcome,
} from '#src/sync/protocol.ts';
import { openSocket, type Account } from '#src/sync/testing/node-device.ts';

export type AbuserName = 'pulls' | 'passwords' | 'long-tasks' | 'rejected';

/** What others do meanwhile: write tasks, or sign in by their passwords. */
export type Others = 'writes' | 'sign-ins';

/** One user who takes of a server whatever it gives. */
export interface Abuser {
  readonly name: AbuserName;
  readonly what: string;
  readonly others: readonly Others[];
  /** Makes what it needs, before anything is measured. What it returns goes on without end, and calls `answered` for each answer. */
  readonly prepare: (account: Account) => Promise<(answered: () => void) => void>;
}

export const ABUSERS: readonly Abuser[] = [
  {
    name: 'pulls',
    what: 'four sockets that load 5,000 tasks, each again and again',
    others: ['writes'],
    prepare: pullWithoutEnd,
  },
  {
    name: 'passwords',
    what: '16 requests at a time to change the password, with a wrong one',
    others: ['writes', 'sign-ins'],
    prepare: guessWithoutEnd,
  },
  {
    name: 'long-tasks',
    what: '1,000 tasks with the longest description added and deleted, again and again',
    others: ['writes'],
    prepare: fillWithoutEnd,
  },
  {
    name: 'rejected',
    what: 'edits of tasks that there are not, 500 in a push, 15 pushes waiting',
    others: ['writes'],
    prepare: failWithoutEnd,
  },
];

/** How a socket closes that its own side has closed without a reason. */
const LEFT = 1005;
const SOCKETS = 4;
const TASKS = 5_000;
/** One less than a device may have waiting. */
const IN_FLIGHT = 15;
const REQUESTS = 16;
const LONG_TASKS = 1_000;
const LONGEST = LIMITS.taskDescription;
/** The number of long tasks that one frame takes, with some room for the rest of each. */
const LONG_TASKS_IN_A_FRAME = Math.floor(MAX_FRAME_BYTES / (LONGEST + 500));

/** Where the abuser comes from, as a proxy would say: nobody else does. */
export const ABUSER_HEADERS = { 'x-forwarded-for': '203.0.113.7' };

async function pullWithoutEnd(account: Account): Promise<(answered: () => void) => void> {
  const { socket: first, collectionId } = await greetWithCollection(account);
  for (let sent = 0; sent < TASKS; sent += MAX_BATCH) await push(first, tasksIn(collectionId, MAX_BATCH));
  first.close();
  const sockets: WebSocket[] = [];
  for (let n = 0; n < SOCKETS; n++) sockets.push(await greet(account));
  return (answered) => {
    // A pull from elsewhere than its page is not answered while a device loads.
    for (const socket of sockets)
      repeat(socket, (answer) => pullFrom(answer ? endOfPage(answer) : 0), answered, 1);
  };
}

/** After ten tries it is told to wait (429), which is an answer too. */
async function guessWithoutEnd({ url, cookie }: Account): Promise<(answered: () => void) => void> {
  const headers = { ...ABUSER_HEADERS, cookie, origin: url, 'content-type': 'application/json' };
  const body = JSON.stringify({
    currentPassword: 'not the password at all',
    newPassword: 'a horse of another colour',
  });
  const guess = async () => {
    const response = await fetch(`${url}/api/auth/change-password`, { method: 'POST', headers, body });
    const text = await response.text();
    if (response.status !== 400 && response.status !== 429) throw new Error(`${response.status} ${text}`);
  };
  // What its own machine needs for a first request is none of the server's work.
  await Promise.all(Array.from({ length: REQUESTS }, async () => (await fetch(`${url}/healthz`)).text()));
  return (answered) => {
    for (let i = 0; i < REQUESTS; i++) {
      void (async () => {
        for (;;) {
          await guess();
          answered();
        }
      })();
    }
  };
}

async function fillWithoutEnd(account: Account): Promise<(answered: () => void) => void> {
  const { socket, collectionId } = await greetWithCollection(account);
  // No database makes such a text smaller.
  const description = randomBytes(LONGEST).toString('base64').slice(0, LONGEST);
  return (answered) => {
    void (async () => {
      for (;;) {
        const tasks = tasksIn(collectionId, LONG_TASKS, description);
        for (let i = 0; i < LONG_TASKS; i += LONG_TASKS_IN_A_FRAME) {
          await push(socket, tasks.slice(i, i + LONG_TASKS_IN_A_FRAME));
          answered();
        }
        const deletions = tasks.map(({ args: { id, at } }) => mutation('task.delete', { id, at }));
        for (let i = 0; i < LONG_TASKS; i += MAX_BATCH) {
          await push(socket, deletions.slice(i, i + MAX_BATCH));
          answered();
        }
      }
    })();
  };
}

async function failWithoutEnd(account: Account): Promise<(answered: () => void) => void> {
  const socket = await greet(account);
  const edit = () => mutation('task.edit', { id: newId(), changes: { name: 'Nothing' }, at: Date.now() });
  const edits = () => JSON.stringify({ type: 'push', mutations: Array.from({ length: MAX_BATCH }, edit) });
  return (answered) => repeat(socket, edits, answered, IN_FLIGHT);
}

/** Has so many messages waiting: sends the next with each patch. Beats, which come unasked, are no answers. */
function repeat(
  socket: WebSocket,
  next: (answer: Buffer | null) => string,
  answered: () => void,
  inFlight: number,
): void {
  socket.on('message', (data: Buffer) => {
    if (isBeat(data)) return;
    answered();
    socket.send(next(data));
  });
  for (let i = 0; i < inFlight; i++) socket.send(next(null));
}

function pullFrom(version: number): string {
  return JSON.stringify({ type: 'pull', version });
}

/** The version at which a page ends; 0 for a patch that is none. By its head and its end, for the same reason as `isBeat`. */
function endOfPage(patch: Buffer): number {
  if (patch.subarray(-20).includes('"rest":null')) return 0;
  return Number(/"to":(\d+)/.exec(patch.subarray(0, 100).toString())?.[1]);
}

/** It is told by its length, as what the abuser spends on reading is taken from the others on this machine. */
function isBeat(data: Buffer): boolean {
  return data.length < 100 && parseServerMessage(data.toString()).type === 'beat';
}

function tasksIn(collectionId: string, count: number, description = '') {
  const same = { name: 'Water the plants', description, date: '2026-01-01', collectionId, at: Date.now() };
  return Array.from({ length: count }, () => mutation('task.add', { ...same, id: newId() }));
}

function mutation<Args>(name: string, args: Args) {
  return { id: newId(), name, args };
}

async function greetWithCollection(account: Account) {
  const socket = await greet(account);
  const collectionId = newId();
  const collection = { id: collectionId, name: 'Bench', color: '#FFCC33', at: Date.now() };
  await push(socket, [mutation('collection.add', collection)]);
  return { socket, collectionId };
}

async function greet(account: Account): Promise<WebSocket> {
  const socket = openSocket(account, ABUSER_HEADERS);
  socket.on('close', (code, reason) => {
    if (code !== LEFT) throw new Error(`The abuser was cut off: ${code} ${reason.toString()}`);
  });
  await once(socket, 'open');
  const { userId } = account;
  socket.send(JSON.stringify({ type: 'hello', protocol: PROTOCOL_VERSION, userId, version: 0, loadedAt: 0 }));
  for (;;) {
    const [page] = (await once(socket, 'message')) as [Buffer];
    if (isBeat(page)) continue;
    const version = endOfPage(page);
    if (version === 0) return socket;
    socket.send(pullFrom(version));
  }
}

/** Resolves when all of it is done. What comes without outcomes answers something else, or nothing. Throws when one was rejected. */
async function push(socket: WebSocket, mutations: readonly object[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<readonly Outcome[]>();
  const outcomes: Outcome[] = [];
  const receive = (data: Buffer) => {
    const message = parseServerMessage(data.toString());
    if (message.type !== 'patch') return;
    outcomes.push(...message.outcomes);
    if (outcomes.length === mutations.length) resolve(outcomes);
    // They come with the last page.
    else if (message.rest) socket.send(JSON.stringify({ type: 'pull', version: message.to }));
  };
  socket.on('message', receive);
  socket.send(JSON.stringify({ type: 'push', mutations }));
  const rejected = (await promise).find(({ rejection }) => rejection !== null);
  socket.off('message', receive);
  if (rejected) throw new Error(`A push was rejected: ${rejected.rejection}.`);
}
