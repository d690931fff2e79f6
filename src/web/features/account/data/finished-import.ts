import type { ImportedRow } from '#src/reading/history/take-back-import.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { createStore } from '#src/web/platform/store.ts';

/** The last import of this tab. */
export interface FinishedImport {
  readonly replica: Replica;
  readonly fileName: string;
  /** The number of tasks that came, completed ones too. */
  readonly tasks: number;
  /** A collection with tasks that came. */
  readonly collectionId: string | null;
  readonly rows: readonly ImportedRow[];
}

/** Null before the first one, and once it is taken back. */
export const finishedImport = createStore<FinishedImport | null>(null);
