import { once } from 'node:events';
import type { WebSocket } from 'ws';
import { newId } from '#src/domain/id.ts';
import type { Mutation } from '#src/mutators/index.ts';
import { MAX_BATCH, PROTOCOL_VERSION } from '#src/sync/protocol.ts';
import { openSocket, type Account } from '#src/sync/testing/node-device.ts';

export type AbuserName = 'pulls';

/** One user who takes of a server whatever it gives. */
export interface Abuser {
  readonly name: AbuserName;
  readonly what: string;
  /** Goes on without end; `answered` is called for each answer. */
  readonly run: (account: Account, answered: () => void) => Promise<void>;
}

export const ABUSERS: readonly Abuser[] = [
  {
    name: 'pulls',
    what: 'four sockets that pull 5,000 tasks from version 0, 15 pulls waiting on each',
    run: pullWithoutEnd,
  },
];

const SOCKETS = 4;
const TASKS = 5_000;
/** One less than a device may have waiting. */
const IN_FLIGHT = 15;

async function pullWithoutEnd(account: Account, answered: () => void): Promise<void> {
  await addTasks(account);
  for (let n = 0; n < SOCKETS; n++) {
    const socket = await greet(account);
    const pull = JSON.stringify({ type: 'pull', version: 0 });
    socket.on('message', () => {
      answered();
      socket.send(pull);
    });
    for (let i = 0; i < IN_FLIGHT; i++) socket.send(pull);
  }
}

async function addTasks(account: Account): Promise<void> {
  const socket = await greet(account);
  const at = Date.now();
  const collectionId = newId();
  await ask(socket, { type: 'push', mutations: [addCollection(collectionId, at)] });
  for (let sent = 0; sent < TASKS; sent += MAX_BATCH) {
    const mutations = Array.from({ length: MAX_BATCH }, () => addTask(collectionId, at));
    await ask(socket, { type: 'push', mutations });
  }
  socket.close();
}

function addCollection(id: string, at: number): Mutation {
  return { id: newId(), name: 'collection.add', args: { id, name: 'Bench', color: '#FFCC33', at } };
}

function addTask(collectionId: string, at: number): object {
  const args = {
    id: newId(),
    name: 'Water the plants',
    description: '',
    date: '2026-01-01',
    collectionId,
    at,
  };
  return { id: newId(), name: 'task.add', args };
}

async function greet(account: Account): Promise<WebSocket> {
  const socket = openSocket(account);
  await once(socket, 'open');
  const { userId } = account;
  await ask(socket, { type: 'hello', protocol: PROTOCOL_VERSION, userId, version: 0, loadedAt: 0 });
  return socket;
}

async function ask(socket: WebSocket, message: object): Promise<void> {
  const answered = once(socket, 'message');
  socket.send(JSON.stringify(message));
  await answered;
}
