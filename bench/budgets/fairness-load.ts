import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { MAX_BATCH } from '#src/sync/protocol.ts';
import { helloOf, pushOf } from '#src/sync/testing/frames.ts';
import { openSocket, type Account } from '#src/sync/testing/node-device.ts';

/**
 * A separate thread that sends 10,000 mutations of one user as fast as the server takes them, again and
 * again.
 */
const BATCH = 10_000;
/** The server's limit of unanswered frames per device. The app itself uses one. */
const FRAMES_IN_FLIGHT = 16;

const account = workerData as Account;
const collectionId = newId();
const at = Date.now();
const ids = Array.from({ length: BATCH }, () => newId());

const socket = openSocket(account);
await once(socket, 'open');
await ask(helloOf(account.userId));
const collection = { id: collectionId, name: 'Bench', color: '#FFCC33', at };
await ask(pushOf([{ id: newId(), name: 'collection.add', args: collection }]));

let frames = framesOf(addTask);
let inFlight = 0;
socket.on('message', () => {
  inFlight -= 1;
  // Each message answers a frame, or is a beat; beats are too rare to matter.
  parentPort?.postMessage(MAX_BATCH);
  pump();
});
pump();

function pump(): void {
  for (; inFlight < FRAMES_IN_FLIGHT; inFlight++) {
    if (frames.length === 0) frames = framesOf(editTask);
    socket.send(frames.pop() ?? '');
  }
}

function framesOf(mutationOf: (id: string) => Mutation): string[] {
  return Array.from({ length: BATCH / MAX_BATCH }, (_, i) => {
    const mutations = ids.slice(i * MAX_BATCH, (i + 1) * MAX_BATCH).map(mutationOf);
    return JSON.stringify(pushOf(mutations));
  }).toReversed();
}

function addTask(id: string): Mutation {
  const args = { id, name: 'Water the plants', description: '', date: calendarDayAt(at), collectionId, at };
  return { id: newId(), name: 'task.add', args };
}

function editTask(id: string): Mutation {
  return { id: newId(), name: 'task.edit', args: { id, changes: { name: 'Water the flowers' }, at } };
}

async function ask(message: object): Promise<void> {
  const answered = once(socket, 'message');
  socket.send(JSON.stringify(message));
  await answered;
}
