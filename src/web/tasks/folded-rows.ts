import { deviceMemory } from '#src/web/platform/device-memory.ts';
import { createStore } from '#src/web/platform/store.ts';

const KEY = 'sunglow.folded';

/** The most ids to remember; the newest stay. */
const MOST = 1_000;

/** The tasks and collections whose descendants lists hide. Each device has its own. */
export const foldedRows = createStore<ReadonlySet<string>>(
  new Set((deviceMemory.get(KEY) ?? '').split(' ').filter(Boolean)),
);

export function toggleFold(id: string): void {
  const folded = new Set(foldedRows.get());
  if (!folded.delete(id)) folded.add(id);
  foldedRows.set(folded);
  deviceMemory.set(KEY, [...folded].slice(-MOST).join(' '));
}
