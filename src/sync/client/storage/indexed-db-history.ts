import type { IDBPObjectStore, StoreNames } from 'idb';
import type { HistoryEntries } from './history-entries.ts';
import type { HistoryKey, Schema } from './indexed-db-records.ts';

type EntryStore = IDBPObjectStore<Schema, StoreNames<Schema>[], 'history', 'readwrite'>;

const LISTS = ['undo', 'redo'] as const;

/** Replaces the entries by the result of `change`. New entries must be at the end of their list. */
export async function changeEntries<T>(
  store: EntryStore,
  change: (entries: HistoryEntries) => readonly [HistoryEntries, T],
): Promise<T> {
  // Both lists come in the order of the keys, oldest first.
  const [keys, entries] = await Promise.all([store.getAllKeys(), store.getAll()]);
  const keyOf = new Map(entries.map((entry, i) => [entry, keys[i] as HistoryKey]));
  const of = (list: keyof HistoryEntries) => entries.filter((entry) => keyOf.get(entry)?.[0] === list);
  const before = { undo: of('undo'), redo: of('redo') };
  const [after, told] = change(before);
  await Promise.all(
    LISTS.flatMap((list) => {
      const last = before[list].at(-1);
      const place = last ? (keyOf.get(last) as HistoryKey)[1] : 0;
      const gone = before[list].filter((entry) => !after[list].includes(entry));
      const added = after[list].filter((entry) => !before[list].includes(entry));
      return [
        ...gone.map(async (entry) => store.delete(keyOf.get(entry) as HistoryKey)),
        ...added.map(async (entry, i) => store.put(entry, [list, place + 1 + i])),
      ];
    }),
  );
  return told;
}
