import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import type { WebSocket } from 'ws';

import { newId } from '#src/domain/id.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { parseServerMessage } from '#src/sync/parse-message.ts';
import { helloOf, pushOf } from '#src/sync/testing/frames.ts';
import { openSocket, signUp, type Account } from '#src/sync/testing/node-device.ts';

/** 26 MB of text, for a server whose JavaScript has 64 MB in all. */
const TASKS = 1_600;
const DESCRIPTION = 'x'.repeat(16_000);
const TASKS_A_PUSH = 60;

let server: ServerProcess;
afterEach(() => server.dispose());

test('[W16] a server deletes, restores and sends texts that do not fit into its memory twice', async () => {
  server = await ServerProcess.start({ env: { NODE_OPTIONS: '--max-old-space-size=64' } });
  const account = await signUp(server.url);
  const device = await connect(account);
  await readAll(device);
  const [id, at] = [newId(), Date.now()];
  await push(device, { name: 'collection.add', args: { id, name: 'Long', color: '#FFCC33', at } });
  const task = { name: 'Long', description: DESCRIPTION, date: '2026-01-01', collectionId: id, at };
  for (let rest = TASKS; rest > 0; rest -= TASKS_A_PUSH) {
    const tasks = Array.from({ length: Math.min(rest, TASKS_A_PUSH) }, () => ({ ...task, id: newId() }));
    await push(device, ...tasks.map((args) => ({ name: 'task.add', args })));
  }

  const deleted = await push(device, { name: 'collection.delete', args: { id, at } });
  const restored = await push(device, { name: 'collection.restore', args: { id, at } });
  for (const patch of [deleted, restored]) expect(patch).toMatchObject({ tasks: 0, rejected: 0 });
  const loaded = await readAll(await connect(account));
  expect(loaded.tasks).toBe(TASKS);
  expect(loaded.longestFrame).toBeLessThan(2_000_000);
}, 120_000);

async function connect(account: Account): Promise<WebSocket> {
  const socket = openSocket(account);
  await once(socket, 'open');
  const { userId } = account;
  socket.send(JSON.stringify(helloOf(userId)));
  return socket;
}

function push(socket: WebSocket, ...mutations: readonly { name: string; args: object }[]) {
  const withIds = mutations.map((mutation) => ({ id: newId(), ...mutation }));
  socket.send(JSON.stringify(pushOf(withIds)));
  return readAll(socket, withIds.length);
}

/**
 * Reads pages up to the last, until `sent` mutations have outcomes. Returns the number of tasks in the pages,
 * of rejected mutations, and the length of the longest frame.
 */
async function readAll(
  socket: WebSocket,
  sent = 0,
): Promise<{ tasks: number; rejected: number; longestFrame: number }> {
  let [tasks, rejected, longestFrame, answered] = [0, 0, 0, 0];
  const ended = server.ended.then(() => {
    throw new Error(`The server has ended:\n${server.stderr}`);
  });
  for (;;) {
    const [data] = await Promise.race([once(socket, 'message') as Promise<[Buffer]>, ended]);
    const message = parseServerMessage(data.toString());
    if (message.type !== 'patch') continue;
    tasks += message.rows.task?.length ?? 0;
    rejected += message.outcomes.filter(({ rejection }) => rejection !== null).length;
    answered += message.outcomes.length;
    longestFrame = Math.max(longestFrame, data.length);
    if (message.rest) socket.send(JSON.stringify({ type: 'pull', version: message.to }));
    else if (answered >= sent) return { tasks, rejected, longestFrame };
  }
}
