import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import sharp from 'sharp';
import type { WebSocket } from 'ws';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import type { Mutation } from '#src/tables/operations.ts';
import type { Patch } from '#src/sync/protocol.ts';
import { parseServerMessage } from '#src/sync/parse-message.ts';
import { helloOf, pushOf } from '#src/sync/testing/frames.ts';
import { openDevice, openSocket, until, type Account } from '#src/sync/testing/node-device.ts';
import { addPasskey, PasskeyUser } from '#src/server/testing/sign-in/passkey-user.ts';
import { SoftwarePasskey } from '#src/server/testing/sign-in/software-passkey.ts';
import { PASSWORD, TestBrowser } from '#src/server/testing/processes/test-server.ts';
import { turnOnTwoFactor, type Setup } from '#src/server/testing/sign-in/two-factor-user.ts';

type Replica = Awaited<ReturnType<typeof openDevice>>;

/** The data of some users after a while, with rows in nearly every table. */
export interface RichInstallation {
  /** Signed in as ada@example.com. */
  readonly ada: TestBrowser;
  readonly account: Account;
  readonly passkey: SoftwarePasskey;
  readonly photo: string;
  /** The two-factor setup of bob@example.com. */
  readonly twoFactor: Setup;
  /** A connected device of ada's. */
  readonly device: Replica;
  readonly collectionId: string;
  /** A version from before the tasks. */
  readonly oldCursor: number;
  /** Two mutations known to the server, one of them rejected as GONE. */
  readonly known: readonly Mutation[];
}

export const COLLECTION_NAME = 'Home "1", \\ {ä} 日本 🌅';

/**
 * Makes these data through the server at `url`, with `tasks` tasks from a device and one more. The user
 * gone@example.com has been deleted.
 */
export async function richInstallation(url: string, tasks: number): Promise<RichInstallation> {
  const ada = new TestBrowser(url);
  await ada.signUp('ada@example.com');
  const passkey = new SoftwarePasskey();
  await addPasskey(ada, passkey.register(await passkeyUser(url).ceremony(ada, 'register')));
  const bob = new TestBrowser(url);
  await bob.signUp('bob@example.com');
  const twoFactor = await turnOnTwoFactor(bob, PASSWORD);
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#fc3' } });
  const body = await picture.png().toBuffer();
  const put = await ada.fetch('/api/account/photo', { method: 'PUT', body });
  const { image: photo } = (await put.json()) as { image: string };
  const gone = new TestBrowser(url);
  await gone.signUp('gone@example.com');
  await gone.post('/api/auth/delete-user', { password: PASSWORD });

  const userId = (await ada.session())?.user.id ?? '';
  const account = { url, userId, cookie: ada.cookie, email: 'ada@example.com', password: PASSWORD };
  const device = await openDevice(account);
  const collectionId = await addCollection(device, COLLECTION_NAME);
  const other = await addCollection(device, 'Other');
  const { to: oldCursor } = await readAll(account);
  const added = Array.from({ length: tasks }, (_, i) => addTask(device, collectionId, `Task ${i}`));
  const [done, deleted] = await Promise.all(added);
  await device.mutate('task.complete', { id: done ?? '', at: Date.now() });
  await device.mutate('task.delete', { id: deleted ?? '', at: Date.now() });
  await device.mutate('collection.edit', { id: other, changes: { position: 1 / 3 }, at: Date.now() });
  await device.mutate('collection.delete', { id: other, at: Date.now() });
  await settled(device);
  const lost = { id: newId(), name: 'Not answered', description: '', date: calendarDayAt(0) };
  const known: Mutation[] = [
    { id: randomUUID(), name: 'task.add', args: { ...lost, collectionId, at: 1 } },
    { id: randomUUID(), name: 'task.edit', args: { id: newId(), changes: { name: 'New' }, at: 1 } },
  ];
  await pushAlone(account, known);
  return { ada, account, passkey, photo, twoFactor, device, collectionId, oldCursor, known };
}

/** A user of passkeys at a server in another process. */
export function passkeyUser(url: string): PasskeyUser {
  return new PasskeyUser({
    url,
    publicUrl: url,
    browser: () => new TestBrowser(url),
    logged: () => [],
    stop: async () => {},
  });
}

/** Resolves to the id once the device has stored the task. */
export async function addTask(device: Replica, collectionId: string, name: string): Promise<string> {
  const at = Date.now();
  const id = newId();
  await device.mutate('task.add', { id, name, description: '', date: calendarDayAt(at), collectionId, at });
  return id;
}

async function addCollection(device: Replica, name: string): Promise<string> {
  const id = newId();
  await device.mutate('collection.add', { id, name, color: '#FFCC33', at: Date.now() });
  await settled(device);
  return id;
}

/** Resolves once the server has answered all changes of the device. */
export function settled(device: Replica): Promise<void> {
  return until(device, 'status', () => device.status().unsent === 0);
}

/** The patch for a device at `version`. */
export async function readAll(account: Account, version = 0): Promise<Patch> {
  const socket = openSocket(account);
  const patch = await hello(socket, account, version);
  socket.close();
  return patch;
}

/** Sends mutations on a separate connection. */
export async function pushAlone(account: Account, mutations: readonly Mutation[]): Promise<Patch> {
  const socket = openSocket(account);
  await hello(socket, account, 0);
  const patch = await ask(socket, pushOf(mutations));
  socket.close();
  return patch;
}

async function hello(socket: WebSocket, { userId }: Account, version: number): Promise<Patch> {
  await once(socket, 'open');
  return ask(socket, helloOf(userId, { version }));
}

async function ask(socket: WebSocket, message: object): Promise<Patch> {
  socket.send(JSON.stringify(message));
  const [data] = (await once(socket, 'message')) as [Buffer];
  return parseServerMessage(data.toString()) as Patch;
}
