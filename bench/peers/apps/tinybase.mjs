// TinyBase, according to its guide on synchronization.
import { createMergeableStore } from 'tinybase';
import { createWsSynchronizer } from 'tinybase/synchronizers/synchronizer-ws-client';
import { WebSocket } from 'ws';

/** Answers of many rows take longer than the default of a second. */
const REQUEST_TIMEOUT_S = 60;

export async function openDevice(url, room) {
  const { store, synchronizer } = await createSynchronizer(url, room);
  await synchronizer.startSync();
  return {
    add: (task) => store.setRow('tasks', task.id, task),
    rename: (id, name) => store.setCell('tasks', id, 'name', name),
    name: (id) => store.getCell('tasks', id, 'name'),
    count: () => store.getRowCount('tasks'),
    batch: (run) => store.transaction(run),
    onChange(listener) {
      const id = store.addTablesListener(() => listener());
      return () => store.delListener(id);
    },
    close: () => synchronizer.destroy(),
  };
}

/** An idle device. In a new room, its first request is answered after a second. */
export async function connect(url, room) {
  const { synchronizer } = await createSynchronizer(url, room);
  void synchronizer.startSync();
}

async function createSynchronizer(url, room) {
  const store = createMergeableStore();
  const socket = new WebSocket(`${url.replace('http', 'ws')}/${room}`, { perMessageDeflate: false });
  return { store, synchronizer: await createWsSynchronizer(store, socket, REQUEST_TIMEOUT_S) };
}
