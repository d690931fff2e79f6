import { once } from 'node:events';
import type { Page } from '@playwright/test';
import { WebSocket } from 'ws';

import { newId } from '#src/domain/id.ts';
import { TABLE_NAMES } from '#src/tables/tables.ts';
import type { Task } from '#src/tables/task/task.ts';
import type { Mutation, MutatorArgs, MutatorName } from '#src/tables/operations.ts';
import { emptyRows } from '#src/tables/kit/overlay.ts';
import type { Patch, ServerMessage } from '#src/sync/protocol.ts';
import { parseServerMessage } from '#src/sync/parse-message.ts';
import { takeInPatch } from '#src/sync/testing/take-in-patch.ts';
import { helloOf, pushOf } from '#src/sync/testing/frames.ts';
import type { ServerProcess } from '#src/server/testing/processes/server-process.ts';

import { day } from './days.ts';

/** A tab of Sunglow, such as an `App`. */
interface Tab {
  readonly page: Page;
}
type Server = Pick<ServerProcess, 'url'>;

/** The user and cookie of the tab's browser. */
export async function identityOf({ page }: Tab): Promise<{ userId: string; cookie: string }> {
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const session = (await (await page.request.get('/api/auth/get-session')).json()) as {
    user: { id: string };
  };
  return { userId: session.user.id, cookie };
}

export function mutation<N extends MutatorName>(name: N, args: MutatorArgs<N>): Mutation {
  return { id: crypto.randomUUID(), name, args } as Mutation;
}

/**
 * A device with only a socket: it sends messages on command, pulls after each page, and keeps every frame.
 */
export class RawDevice {
  readonly frames: string[] = [];
  readonly #messages: ServerMessage[] = [];
  readonly #rows = emptyRows();
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => {
      const frame = data.toString('utf8');
      this.frames.push(frame);
      const message = this.#withWholeRows(parseServerMessage(frame));
      this.#messages.push(message);
      if (message.type === 'patch' && message.rest) this.send({ type: 'pull', version: message.to });
    });
    // A killed server, or one that rejects, ends sockets with an error; `closed` reports it.
    socket.on('error', () => {});
    const { promise, resolve } = Promise.withResolvers<{ code: number; reason: string }>();
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    this.closed = promise;
  }

  static async open({ url }: Server, headers: Record<string, string> = {}): Promise<RawDevice> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/sync`, {
      headers: { origin: url, ...headers },
    });
    const device = new RawDevice(socket);
    await once(socket, 'open');
    return device;
  }

  /** A device that has said hello as the user of `tab`, and has loaded everything. */
  static async of(tab: Tab, server: Server): Promise<RawDevice> {
    const { userId, cookie } = await identityOf(tab);
    const device = await RawDevice.open(server, { cookie });
    device.send(helloOf(userId));
    await device.patch(({ rest }) => !rest);
    return device;
  }

  /** The message with the rows that a patch changes beside its others. */
  #withWholeRows(message: ServerMessage): ServerMessage {
    if (message.type !== 'patch') return message;
    const missing = takeInPatch(this.#rows, message);
    if (missing.length > 0) throw new Error(`Rows changed that were never sent: ${missing.join()}.`);
    const rows = TABLE_NAMES.map((table) => {
      const changed = (message.changes[table] ?? []).map(({ id }) => this.#rows[table].get(id));
      return [table, [...(message.rows[table] ?? []), ...changed]];
    });
    return { ...message, rows: Object.fromEntries(rows) };
  }

  /** All that came, in order; one that changed meanwhile more than once. */
  get tasks(): Task[] {
    return this.#messages.flatMap((message) => (message.type === 'patch' ? (message.rows.task ?? []) : []));
  }

  send(message: unknown): void {
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  close(): void {
    this.#socket.close();
  }

  /** Resolves with the first patch that is `wanted`, received already or later. */
  async patch(wanted: (patch: Patch) => boolean): Promise<Patch> {
    for (let seen = 0; ;) {
      for (; seen < this.#messages.length; seen++) {
        const message = this.#messages[seen]!;
        if (message.type === 'patch' && wanted(message)) return message;
      }
      const next = once(this.#socket, 'message');
      const closed = await Promise.race([next.then(() => null), this.closed]);
      if (closed) throw new Error(`The socket closed with ${closed.code} ${closed.reason}.`);
    }
  }

  /** Resolves when the server has answered all of them, rejections included. */
  async push(...mutations: Mutation[]): Promise<Patch> {
    const unanswered = new Set(mutations.map(({ id }) => id));
    this.send(pushOf(mutations));
    // A slow server answers a long push in parts.
    return this.patch(({ outcomes }) => {
      for (const { id } of outcomes) unanswered.delete(id);
      return unanswered.size === 0;
    });
  }
}

interface SeedTask extends Partial<MutatorArgs<'task.add'>> {
  readonly name: string;
  /** The completion, ms since 1970 UTC. */
  readonly completedAt?: number;
}

/**
 * Names of collections, or the tasks of each, by name or with more fields. A task is for today unless it names another
 * day.
 */
export type Contents = readonly string[] | Readonly<Record<string, readonly (string | SeedTask)[]>>;

/** Adds collections with their tasks on the server directly, in this order. Returns whether there are any. */
export async function seed(tab: Tab, server: Server, contents: Contents): Promise<boolean> {
  const now = Date.now();
  const entries = areNames(contents) ? contents.map((name) => [name, []] as const) : Object.entries(contents);
  const mutations = entries.flatMap(([name, tasks], place) => {
    const collection = newCollection(name, now + place);
    const rows = newTasks(tasks, { collectionId: collection.id, date: day() }, now);
    return [mutation('collection.add', collection), ...rows.flatMap(taskMutations)];
  });
  if (mutations.length === 0) return false;
  await pushAll(tab, server, mutations);
  return true;
}

function areNames(contents: Contents): contents is readonly string[] {
  return Array.isArray(contents);
}

/** Adds collections on the server directly. Returns their ids. */
export async function seedCollections(tab: Tab, server: Server, names: readonly string[]): Promise<string[]> {
  const rows = names.map(newCollection);
  await pushAll(
    tab,
    server,
    rows.map((row) => mutation('collection.add', row)),
  );
  return rows.map(({ id }) => id);
}

/**
 * Adds tasks of one collection and day on the server directly, by name or with more fields. Returns their
 * ids.
 */
export async function seedTasks(
  tab: Tab,
  server: Server,
  tasks: readonly (string | SeedTask)[],
  fields: Pick<MutatorArgs<'task.add'>, 'collectionId' | 'date'>,
): Promise<string[]> {
  const rows = newTasks(tasks, fields);
  await pushAll(tab, server, rows.flatMap(taskMutations));
  return rows.map(({ args }) => args.id);
}

async function pushAll(tab: Tab, server: Server, mutations: Mutation[]): Promise<void> {
  const device = await RawDevice.of(tab, server);
  await device.push(...mutations);
  device.close();
}

function newCollection(name: string, at: number): MutatorArgs<'collection.add'> {
  return { id: newId(), name, color: '#FFCC33', at };
}

interface NewTask {
  readonly completedAt: number | undefined;
  readonly args: MutatorArgs<'task.add'>;
}

/** The first one is added at `start`, each further one 1 ms later. */
function newTasks(
  tasks: readonly (string | SeedTask)[],
  fields: Pick<MutatorArgs<'task.add'>, 'collectionId' | 'date'>,
  start = 0,
): NewTask[] {
  return tasks.map((task, place) => {
    const { completedAt, ...own } = typeof task === 'string' ? { name: task } : task;
    return { completedAt, args: { id: newId(), description: '', at: start + place, ...fields, ...own } };
  });
}

function taskMutations({ completedAt, args }: NewTask): Mutation[] {
  const add = mutation('task.add', args);
  if (completedAt === undefined) return [add];
  return [add, mutation('task.complete', { id: args.id, at: completedAt })];
}
