import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { newId } from '#src/domain/id.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import {
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '#src/server/testing/processes/test-server.ts';
import { CLOSE, type Patch } from '#src/sync/protocol.ts';
import { parseServerMessage } from '#src/sync/parse-message.ts';
import { helloOf, pushOf } from '#src/sync/testing/frames.ts';

describeEachEngine('two users of one server', (engine) => {
  let server: TestServer;
  let ada: TestBrowser;
  let bob: TestBrowser;
  let adaId: string;
  let bobId: string;

  beforeAll(async () => {
    server = await startTestServer(await engine.create());
    [ada, bob] = [server.browser(), server.browser()];
    await Promise.all([ada.signUp('ada@example.com'), bob.signUp('bob@example.com')]);
    [adaId, bobId] = [(await ada.session())!.user.id, (await bob.session())!.user.id];
  });
  afterAll(() => server.stop());

  test('a change reaches the other device of its user, and no device of the other user', async () => {
    const first = await connect(ada, adaId);
    const second = await connect(ada, adaId);
    const stranger = await connect(bob, bobId);

    const id = newId();
    const args = { id, name: 'Home', color: '#FFCC33', at: Date.now() };
    first.send(pushOf([{ id: newId(), name: 'collection.add', args }]));
    const patch = await second.patch();
    stranger.send({ type: 'pull', version: 0, loadedAt: 0 });

    expect(patch.rows.collection).toMatchObject([{ id, name: 'Home' }]);
    expect((await first.patch()).outcomes).toMatchObject([{ rejection: null }]);
    expect((await stranger.patch()).rows.collection ?? []).toEqual([]);
  });

  test('naming another user gives no access to their data', async () => {
    const device = await open(bob, adaId);

    expect(await device.closeCode).toBe(CLOSE.OTHER_USER);
  });

  test('[W13] signing out closes the sockets of that session at once', async () => {
    const leaving = server.browser();
    await leaving.signIn('ada@example.com');
    const device = await connect(leaving, adaId);
    const other = await connect(ada, adaId);

    await leaving.post('/api/auth/sign-out', {});

    expect(await device.closeCode).toBe(CLOSE.SIGN_IN);
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
  });

  /** An up-to-date device of `browser`. */
  async function connect(browser: TestBrowser, userId: string): Promise<Device> {
    const device = await open(browser, userId);
    await device.patch();
    return device;
  }

  /** A device that claims to be of `userId`. */
  async function open(browser: TestBrowser, userId: string): Promise<Device> {
    const socket = new WebSocket(`${server.url}/api/sync`, {
      origin: server.url,
      headers: { cookie: browser.cookie },
    });
    const device = new Device(socket);
    await once(socket, 'open');
    device.send(helloOf(userId));
    return device;
  }
});

class Device {
  readonly socket: WebSocket;
  readonly closeCode: Promise<number>;
  readonly #patches: Patch[] = [];
  #arrival = Promise.withResolvers<void>();

  constructor(socket: WebSocket) {
    this.socket = socket;
    this.closeCode = new Promise((resolve) => socket.on('close', resolve));
    socket.on('message', (data: Buffer) => {
      const message = parseServerMessage(data.toString());
      if (message.type !== 'patch') return;
      this.#patches.push(message);
      this.#arrival.resolve();
    });
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  /** The next patch. Waits until it arrives. */
  async patch(): Promise<Patch> {
    while (this.#patches.length === 0) {
      this.#arrival = Promise.withResolvers();
      await this.#arrival.promise;
    }
    return this.#patches.shift()!;
  }
}
