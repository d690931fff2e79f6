import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { IndexedDbStore } from '#src/sync/client/storage/indexed-db-store.ts';

/** The schema version of a newer app. */
export const NEWER = 1_000;

/** A tab's store over the database of this name, with the events it gets. */
export async function openStore(name: string = randomUUID()) {
  const store = await IndexedDbStore.open(name);
  const events = { lost: vi.fn<() => void>(), signedOut: vi.fn<() => void>(), gaveWay: vi.fn<() => void>() };
  store.listen(events);
  return { name, store, ...events };
}

export async function databaseNames() {
  return (await indexedDB.databases()).map(({ name }) => name);
}
