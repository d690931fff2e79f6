import type { AnyRow, TableName } from '#src/tables/tables.ts';
import type { Operation } from '#src/tables/operations.ts';

/** One row in an entry of the history: the columns that changed, before and after. */
export interface RowHistory {
  readonly table: TableName;
  readonly id: string;
  /** Null for a row that was added. */
  readonly before: Partial<AnyRow> | null;
  /** For an added row all values but the defaults. Texts that were purged since are missing. */
  readonly after: Partial<AnyRow>;
}

/** An operation that changed rows (rule H1). */
export interface HistoryEntry {
  /** Names the entry, and says where the next page goes on. */
  readonly cursor: string;
  /** By the server's clock, ms since 1970 UTC. */
  readonly at: number;
  /** The door of the change: `Firefox on Windows`. */
  readonly source: string;
  readonly operation: Operation['name'];
  readonly rows: readonly RowHistory[];
  /** Names the import that the entry is a part of. Missing in others, and in entries from before imports were told apart. */
  readonly importId?: string | undefined;
}

/** The newest entries first. `next` is the cursor of the next page; null at the end. */
export interface HistoryPage {
  readonly entries: readonly HistoryEntry[];
  readonly next: string | null;
}

/** The entries that a page is made from. Without a filter, all of the space. */
export interface HistoryFilter {
  /** The `next` of the page before. */
  readonly before?: string | undefined;
  /** The id of a row. */
  readonly row?: string | undefined;
  /** The id of a collection. */
  readonly collection?: string | undefined;
  readonly source?: string | undefined;
  /** The name of an operation, or several with commas between them. */
  readonly operation?: string | undefined;
  /** See HistoryEntry. */
  readonly importId?: string | undefined;
  /** Asks for a long page. */
  readonly long?: 'yes' | undefined;
}

export const HISTORY_PATH = '/api/history';

/** The most entries of a page. */
export const HISTORY_PAGE = 100;

/** The most entries of a long page, for a reader of many. It ends earlier after changes of 1 MB. */
export const LONG_HISTORY_PAGE = 1_000;
