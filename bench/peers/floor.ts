import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';

import type { Peer, PeerTask } from './peer.ts';
import { startScript } from './package.ts';

/** The least work of any server that loses nothing: it keeps no messages for later. */
export const FLOOR: Peer = {
  name: 'the floor',
  durability: 'each message, by fsync, before it is relayed',
  start: () => startScript(fileURLToPath(new URL('../floor-relay.ts', import.meta.url))),
  async openDevice(url) {
    const socket = await open(url);
    const names = new Map<string, string>();
    const listeners = new Set<() => void>();
    socket.on('message', (data: Buffer) => {
      const { id, name } = JSON.parse(data.toString()) as PeerTask;
      names.set(id, name);
      for (const listener of listeners) listener();
    });
    return {
      add(task) {
        names.set(task.id, task.name);
        socket.send(JSON.stringify(task));
      },
      rename(id, name) {
        names.set(id, name);
        socket.send(JSON.stringify({ id, name }));
      },
      name: (id) => names.get(id),
      count: () => names.size,
      batch: (run) => run(),
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      close: () => socket.terminate(),
    };
  },
  makeUsers: async (_, count) => Array.from({ length: count }, (_, i) => `user${i}`),
  async connect(url) {
    await open(url);
  },
};

async function open(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url.replace('http', 'ws'), { perMessageDeflate: false });
  await once(socket, 'open');
  return socket;
}
