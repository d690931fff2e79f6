import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';

import { newId } from '#src/domain/id.ts';
import { SendBuffers, type Buffered } from './send-buffers.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import type { Patch } from '#src/sync/protocol.ts';
import { parseServerMessage } from '#src/sync/parse-message.ts';
import { helloOf, pushOf } from '#src/sync/testing/frames.ts';
import { openSocket, signUp, type Account } from '#src/sync/testing/node-device.ts';

const MEBIBYTE = 1_048_576;

describe('data that waits for slow readers', () => {
  class Reader implements Buffered {
    bufferedAmount = 0;
    isCut = false;
    terminate() {
      this.isCut = true;
    }
  }

  test('past the limit, the sockets with the most data are cut off, and no more than needed', () => {
    const buffers = new SendBuffers(100);
    const readers = [30, 50, 20, 40].map((bufferedAmount) => Object.assign(new Reader(), { bufferedAmount }));
    for (const reader of readers) buffers.sent(reader);

    expect(readers.map(({ isCut }) => isCut)).toEqual([false, true, false, false]);
  });

  test('does not count once it is read, or its socket has closed', () => {
    const buffers = new SendBuffers(100);
    const [first, second, third] = [new Reader(), new Reader(), new Reader()];
    first.bufferedAmount = 60;
    buffers.sent(first);
    first.bufferedAmount = 0;
    second.bufferedAmount = 90;
    buffers.sent(second);
    buffers.closed(second);
    third.bufferedAmount = 90;
    buffers.sent(third);

    expect([first, second, third].map(({ isCut }) => isCut)).toEqual([false, false, false]);
  });

  test('is one copy of a long text for several readers', () => {
    const buffers = new SendBuffers(100);
    const text = 'long '.repeat(10_000);

    const frame = buffers.frameOf(text);

    expect(frame.toString()).toBe(text);
    expect(buffers.frameOf(text)).toBe(frame);
    expect(buffers.frameOf('short')).toBe('short');
  });
});

describe('a server whose readers stopped reading', () => {
  let server: ServerProcess;
  afterEach(() => server.dispose());

  const SLOW = 30;
  const TASKS = 480;
  const TASKS_A_PUSH = 60;
  const PULLS = 14;
  const SILENT = 99;

  test('keeps its memory within a limit, and serves other readers', async () => {
    // The heap has little room for garbage, so that held memory shows.
    server = await ServerProcess.start({ env: { NODE_OPTIONS: '--max-old-space-size=256' } });
    const account = await signUp(server.url);
    const writer = await connect(account);
    await fill(writer);
    const other = await connect(await signUp(server.url));
    const before = peakBytes();

    // A page of 1 MB answers each pull. The system holds some of it for each socket.
    for (let i = 0; i < SLOW; i++) {
      const slow = await greet(account);
      slow.pause();
      for (let pull = 0; pull < PULLS; pull++) send(slow, { type: 'pull', version: 0 });
    }
    await write(other, 'While they wait');
    const patch = await write(writer, 'After them');

    expect(patch.outcomes).toMatchObject([{ rejection: null }]);
    // 128 MiB of the 30 times 14 MB may wait. The system's buffers and garbage come on top.
    expect(peakBytes() - before).toBeLessThan(450 * MEBIBYTE);
  });

  test('holds a change once for all devices that never read it', async () => {
    server = await ServerProcess.start();
    const accounts = [await signUp(server.url), await signUp(server.url)];
    const writers = await Promise.all(accounts.map((account) => connect(account)));
    for (const account of accounts) {
      for (let i = 0; i < SILENT; i++) {
        const silent = await greet(account);
        await once(silent, 'message');
        silent.pause();
      }
    }
    const before = peakBytes();

    for (let i = 0; i < 2; i++) {
      for (const writer of writers) await fill(writer, `Long ${i}`);
    }

    // Each device is sent 16 MB. A copy for each of them in the heap would take 500 MB.
    expect(peakBytes() - before).toBeLessThan(250 * MEBIBYTE);
  });

  async function fill(socket: WebSocket, name = 'Long'): Promise<void> {
    const at = Date.now();
    const collectionId = newId();
    await push(socket, [{ name: 'collection.add', args: { id: collectionId, name, color: '#FFCC33', at } }]);
    const ids = Array.from({ length: TASKS }, () => newId());
    const task = { name: 'Long', description: 'x'.repeat(16_000), date: '2026-01-01', collectionId, at };
    for (let i = 0; i < TASKS; i += TASKS_A_PUSH) {
      const some = ids.slice(i, i + TASKS_A_PUSH);
      await push(
        socket,
        some.map((id) => ({ name: 'task.add', args: { ...task, id } })),
      );
    }
  }

  function write(socket: WebSocket, name: string): Promise<Patch> {
    const args = { id: newId(), name, color: '#FFCC33', at: Date.now() };
    return push(socket, [{ name: 'collection.add', args }]);
  }

  function push(socket: WebSocket, mutations: readonly { name: string; args: object }[]): Promise<Patch> {
    const withIds = mutations.map((mutation) => ({ id: newId(), ...mutation }));
    return ask(socket, pushOf(withIds));
  }

  /** A socket that has its first patch. */
  async function connect(account: Account): Promise<WebSocket> {
    const socket = await greet(account);
    await nextPatch(socket);
    return socket;
  }

  async function greet(account: Account): Promise<WebSocket> {
    const socket = openSocket(account);
    socket.on('error', () => {});
    await once(socket, 'open');
    const { userId } = account;
    send(socket, helloOf(userId));
    return socket;
  }

  function ask(socket: WebSocket, message: object): Promise<Patch> {
    const answered = nextPatch(socket);
    send(socket, message);
    return answered;
  }

  async function nextPatch(socket: WebSocket): Promise<Patch> {
    for (;;) {
      const [data] = (await once(socket, 'message')) as [Buffer];
      const message = parseServerMessage(data.toString());
      if (message.type !== 'patch') continue;
      if (!message.rest) return message;
      send(socket, { type: 'pull', version: message.to });
    }
  }

  function send(socket: WebSocket, message: object): void {
    socket.send(JSON.stringify(message));
  }

  /** The largest resident memory of the server's process so far. */
  function peakBytes(): number {
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  }
});
