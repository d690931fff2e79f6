import { once } from 'node:events';
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

import type { App } from './app.ts';

/** The user and cookie of the browser of `app`. */
export async function identityOf(app: App): Promise<{ userId: string; cookie: string }> {
  const cookies = await app.context.cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const session = (await (await app.page.request.get('/api/auth/get-session')).json()) as {
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

  static async open(server: ServerProcess, headers: Record<string, string> = {}): Promise<RawDevice> {
    const socket = new WebSocket(`ws://localhost:${server.port}/api/sync`, {
      headers: { origin: server.url, ...headers },
    });
    const device = new RawDevice(socket);
    await once(socket, 'open');
    return device;
  }

  /** A device that has said hello as the user of `app`, and has loaded everything. */
  static async of(app: App, server: ServerProcess): Promise<RawDevice> {
    const { userId, cookie } = await identityOf(app);
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
    const ids = new Set(mutations.map(({ id }) => id));
    this.send(pushOf(mutations));
    return this.patch(({ outcomes }) => outcomes.some(({ id }) => ids.has(id)));
  }
}

export interface SeedTask extends Partial<MutatorArgs<'task.add'>> {
  readonly name: string;
  /** The completion, ms since 1970 UTC. */
  readonly completedAt?: number;
}

/** Adds collections on the server directly. Returns their ids. */
export async function seedCollections(
  app: App,
  server: ServerProcess,
  names: readonly string[],
): Promise<string[]> {
  const rows = names.map((name, at) => ({ id: newId(), name, color: '#FFCC33', at }) as const);
  const device = await RawDevice.of(app, server);
  await device.push(...rows.map((row) => mutation('collection.add', row)));
  device.close();
  return rows.map(({ id }) => id);
}

/**
 * Adds tasks of one collection and day on the server directly, by name or with more fields. Returns their
 * ids.
 */
export async function seedTasks(
  app: App,
  server: ServerProcess,
  tasks: readonly (string | SeedTask)[],
  fields: Pick<MutatorArgs<'task.add'>, 'collectionId' | 'date'>,
): Promise<string[]> {
  const device = await RawDevice.of(app, server);
  const rows = tasks.map((task, at) => {
    const { completedAt, ...own } = typeof task === 'string' ? { name: task } : task;
    return { completedAt, args: { id: newId(), description: '', at, ...fields, ...own } };
  });
  await device.push(
    ...rows.flatMap(({ completedAt, args }) => [
      mutation('task.add', args),
      ...(completedAt === undefined ? [] : [mutation('task.complete', { id: args.id, at: completedAt })]),
    ]),
  );
  device.close();
  return rows.map(({ args }) => args.id);
}
