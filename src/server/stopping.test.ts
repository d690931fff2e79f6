import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';

import { newId } from '#src/domain/id.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startTestServer } from '#src/server/testing/processes/test-server.ts';
import { openDevice, openSocket, until } from '#src/sync/testing/node-device.ts';
import { helloOf } from '#src/sync/testing/frames.ts';

describeEachEngine('a server that stops', (engine) => {
  test('tells its devices while a receiver of reminders still hangs', async () => {
    const events: string[] = [];
    const asked = Promise.withResolvers<void>();
    const told = Promise.withResolvers<void>();
    const receiver = createServer((_, response) => {
      asked.resolve();
      void told.promise.then(() => response.end());
      response.on('finish', () => events.push('receiver answered'));
      response.on('close', () => response.writableFinished || events.push('receiver given up'));
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const server = await startTestServer(await engine.create(), {
      settings: { WEBHOOK_ALLOW_PRIVATE: 'true' },
    });
    const ada = server.browser();
    await ada.signUp('ada@example.com');
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/topic`;
    await ada.fetch('/api/push/webhook', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address, secret: '', kind: 'ntfy' }),
    });
    const userId = (await ada.session())?.user.id ?? '';
    const device = await openDevice({ url: server.url, userId, cookie: ada.cookie });
    const [collectionId, taskId, at] = [newId(), newId(), Date.now()];
    await device.mutate('setting.set', { id: 'reminderWays', value: 'webhook', at });
    await device.mutate('collection.add', { id: collectionId, name: 'Home', color: '#FFCC33', at });
    const task = { id: taskId, name: 'Water', description: '', date: null, collectionId, at };
    await device.mutate('task.add', task);
    await device.mutate('reminder.add', { id: newId(), taskId, remindAt: Date.now() + 200, at });
    await until(device, 'status', () => device.status().unsent === 0);
    device.close();
    const socket = openSocket({ url: server.url, cookie: ada.cookie });
    await once(socket, 'open');
    socket.send(JSON.stringify(helloOf(userId)));
    await once(socket, 'message');
    socket.once('close', (code) => {
      events.push(`device told ${code}`);
      told.resolve();
    });
    await asked.promise;

    await server.stop();

    expect(events).toEqual(['device told 1012', 'receiver answered']);
    receiver.close();
  });
});
