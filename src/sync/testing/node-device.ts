import { TaskLists } from '#src/reading/lists/task-lists.ts';
import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import * as setBack from '#src/sync/client/set-back/lost-changes.ts';
import type { DeviceDisk } from '#src/sync/client/storage/device-store.ts';
import type { Connect } from '#src/sync/client/connection/link.ts';
import { MemoryDisk, memoryStore } from '#src/sync/client/storage/memory-store.ts';
import { Replica } from '#src/sync/client/replica.ts';

/** The data that a device connects with. */
export interface Credentials {
  /** The server's address, without a path. */
  readonly url: string;
  readonly userId: string;
  readonly cookie: string;
}

export interface Account extends Credentials {
  readonly email: string;
  readonly password: string;
}

/** Signs up a new user. `url` is the server's address, without a path. */
export async function signUp(url: string, name = 'Bench'): Promise<Account> {
  const email = `${randomUUID()}@example.com`;
  const password = 'correct horse battery staple';
  const response = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ name, email, password }),
  });
  if (!response.ok) throw new Error(`Sign-up failed: ${response.status} ${await response.text()}`);
  const { user } = (await response.json()) as { user: { id: string } };
  const cookie = response.headers
    .getSetCookie()
    .map((text) => text.split(';', 1)[0])
    .join('; ');
  return { url, userId: user.id, cookie, email, password };
}

/** Opens a socket of sync. `headers` are headers that a proxy would add. */
export function openSocket(
  { url, cookie }: Pick<Credentials, 'url' | 'cookie'>,
  headers: Readonly<Record<string, string>> = {},
): WebSocket {
  return new WebSocket(`${url.replace('http', 'ws')}/api/sync`, {
    headers: { ...headers, cookie, origin: url },
    perMessageDeflate: false,
  });
}

/** A device of the user: the real client over a real socket. Its disk is in memory, since Node has no IndexedDB. */
export async function openDevice(account: Credentials): Promise<Replica> {
  const replica = await Replica.open({
    userId: account.userId,
    makeLists: TaskLists.of(calendarDayAt(Date.now())),
    disk: diskInMemory(),
    joinTabs: () => ({ post: () => {}, close: () => {} }),
    // The tab leads at once: it is the only one of its device.
    lead: ({ run }) => {
      queueMicrotask(run);
      return () => {};
    },
    connect: connectTo(account),
    startTimer: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    pause: () => Promise.resolve(),
    shownFirst: 100,
    random: Math.random,
    now: Date.now,
    newId,
    watchDevice: () => () => {},
    isVisible: () => true,
    loadSetBack: () => Promise.resolve(setBack),
    onError: (error) => {
      throw error;
    },
  });
  await until(replica, 'status', () => replica.status().connection === 'online');
  return replica;
}

/** The disk counts writes as stored even while the server is away (sync rule W1). */
function diskInMemory(): DeviceDisk {
  return { ...memoryStore(new MemoryDisk()), listen: () => {}, reopen: () => Promise.resolve(null) };
}

/** Resolves once `done` returns true. It asks after each change of the topic. */
export function until(
  replica: Replica,
  topic: Parameters<Replica['subscribe']>[0],
  done: () => boolean,
): Promise<void> {
  if (done()) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = replica.subscribe(topic, () => {
      if (!done()) return;
      unsubscribe();
      resolve();
    });
  });
}

function connectTo(account: Credentials): Connect {
  return (events) => {
    const socket = openSocket(account);
    socket.on('open', () => events.opened());
    socket.on('message', (data: Buffer) => events.received(data.toString()));
    socket.on('close', (code) => events.closed(code));
    socket.on('error', () => {});
    return { send: (text) => socket.send(text), close: () => socket.close() };
  };
}
