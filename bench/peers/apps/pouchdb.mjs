// PouchDB in live replication with its server. The device stores in LevelDB, PouchDB's storage in Node.js.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PouchDB from 'pouchdb';

export async function openDevice(url, room) {
  const local = new PouchDB(join(mkdtempSync(join(tmpdir(), 'sunglow-pouch-')), 'db'));
  const rows = new Map();
  const listeners = new Set();
  const changes = local.changes({ live: true, since: 0, include_docs: true }).on('change', ({ id, doc }) => {
    rows.set(id, doc);
    for (const listener of listeners) listener();
  });
  // Larger batches than by default, as its documentation advises for many documents.
  const sync = local.sync(`${url}/${room}`, { live: true, retry: true, batch_size: 1000 });
  let batch = null;
  const write = (doc) => (batch ? batch.push(doc) : void local.put(doc).catch(fail));
  sync.on('error', fail);
  return {
    add: (task) => write({ _id: task.id, ...task }),
    rename: (id, name) => write({ ...rows.get(id), name }),
    name: (id) => rows.get(id)?.name,
    count: () => rows.size,
    batch(run) {
      batch = [];
      run();
      const docs = batch;
      batch = null;
      local.bulkDocs(docs).catch(fail);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      changes.cancel();
      sync.cancel();
    },
  };
}

/** An idle device: it waits for changes, like the replication. */
export async function connect(url, room) {
  await fetch(`${url}/${room}`, { method: 'PUT' });
  void fetch(`${url}/${room}/_changes?feed=longpoll&heartbeat=10000&since=now`).catch(() => {});
}

function fail(error) {
  throw error;
}
