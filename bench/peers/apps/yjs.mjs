// Yjs over Hocuspocus: a map of tasks, each a map itself, so that fields merge one by one.
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import { WebSocket } from 'ws';
import * as Y from 'yjs';

export async function openDevice(url, room) {
  const document = new Y.Doc();
  const { provider, socket } = await attach(url, room, document);
  const tasks = document.getMap('tasks');
  return {
    add: (task) => tasks.set(task.id, new Y.Map(Object.entries(task))),
    rename: (id, name) => tasks.get(id).set('name', name),
    name: (id) => tasks.get(id)?.get('name'),
    count: () => tasks.size,
    batch: (run) => document.transact(run),
    onChange(listener) {
      const observer = () => listener();
      tasks.observeDeep(observer);
      return () => tasks.unobserveDeep(observer);
    },
    close() {
      provider.destroy();
      socket.destroy();
    },
  };
}

/** An idle device. */
export async function connect(url, room) {
  await attach(url, room, new Y.Doc());
}

async function attach(url, room, document) {
  const socket = new HocuspocusProviderWebsocket({
    url: url.replace('http', 'ws'),
    WebSocketPolyfill: WebSocket,
  });
  const provider = new HocuspocusProvider({ websocketProvider: socket, name: room, document });
  const synced = new Promise((resolve) => provider.on('synced', resolve));
  provider.attach();
  await synced;
  return { provider, socket };
}
