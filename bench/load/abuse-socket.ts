import { once } from 'node:events';
import type { WebSocket } from 'ws';
import { newId } from '#src/domain/id.ts';
import type { Outcome } from '#src/sync/protocol.ts';
import { parseServerMessage } from '#src/sync/parse-message.ts';
import { helloOf, pushOf } from '#src/sync/testing/frames.ts';
import { openSocket, type Account } from '#src/sync/testing/node-device.ts';

/** The close code of a socket that its own side closed without a reason. */
const LEFT = 1005;

/** The abuser's address, as from a proxy. Nobody else has it. */
export const ABUSER_HEADERS = { 'x-forwarded-for': '203.0.113.7' };

/**
 * Keeps `inFlight` messages unanswered: sends the next one after each answer. Beats come by themselves, and
 * are no answers.
 */
export function repeat(
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

export function pullFrom(version: number): string {
  return JSON.stringify({ type: 'pull', version });
}

/**
 * The version at the end of a page; 0 for a patch that is none. Reads only its head and end, for the same
 * reason as `isBeat`.
 */
export function endOfPage(patch: Buffer): number {
  if (!/\{"version":\d+,"rows":\d+\}\]$/u.test(patch.subarray(-60).toString())) return 0;
  return Number(/^\["patch",\d+,(\d+)/u.exec(patch.subarray(0, 100).toString())?.[1]);
}

/** Checks the length first, since the abuser's reading takes CPU time from the others on this machine. */
function isBeat(data: Buffer): boolean {
  return data.length < 100 && parseServerMessage(data.toString()).type === 'beat';
}

export function tasksIn(collectionId: string, count: number, description = '') {
  const same = { name: 'Water the plants', description, date: '2026-01-01', collectionId, at: Date.now() };
  return Array.from({ length: count }, () => mutation('task.add', { ...same, id: newId() }));
}

export function mutation<Args>(name: string, args: Args) {
  return { id: newId(), name, args };
}

export async function greetWithCollection(account: Account) {
  const socket = await greet(account);
  const collectionId = newId();
  const collection = { id: collectionId, name: 'Bench', color: '#FFCC33', at: Date.now() };
  await push(socket, [mutation('collection.add', collection)]);
  return { socket, collectionId };
}

export async function greet(account: Account): Promise<WebSocket> {
  const socket = openSocket(account, ABUSER_HEADERS);
  socket.on('close', (code, reason) => {
    if (code !== LEFT) throw new Error(`The abuser was cut off: ${code} ${reason.toString()}`);
  });
  await once(socket, 'open');
  const { userId } = account;
  socket.send(JSON.stringify(helloOf(userId)));
  for (;;) {
    const [page] = (await once(socket, 'message')) as [Buffer];
    if (isBeat(page)) continue;
    const version = endOfPage(page);
    if (version === 0) return socket;
    socket.send(pullFrom(version));
  }
}

/**
 * Resolves when all mutations are done. Messages without outcomes answer other requests. Throws when one was
 * rejected.
 */
export async function push(socket: WebSocket, mutations: readonly object[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<readonly Outcome[]>();
  const outcomes: Outcome[] = [];
  const receive = (data: Buffer) => {
    const message = parseServerMessage(data.toString());
    if (message.type !== 'patch') return;
    outcomes.push(...message.outcomes);
    if (outcomes.length === mutations.length) resolve(outcomes);
    // The outcomes come with the last page.
    else if (message.rest) socket.send(JSON.stringify({ type: 'pull', version: message.to }));
  };
  socket.on('message', receive);
  socket.send(JSON.stringify(pushOf(mutations)));
  const rejected = (await promise).find(({ rejection }) => rejection !== null);
  socket.off('message', receive);
  if (rejected) throw new Error(`A push was rejected: ${rejected.rejection}.`);
}
