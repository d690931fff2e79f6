import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Collection } from '#src/tables/collection/collection.ts';
import { dismissalIdOf } from '#src/tables/dismissal/dismissal-id.ts';
import { byTable, TABLE_NAMES } from '#src/tables/tables.ts';
import { settableIn } from '#src/tables/settable-values.ts';
import type { Task } from '#src/tables/task/task.ts';
import type { Mutation, MutatorArgs, MutatorName } from '#src/tables/operations.ts';
import { emptyRows, Overlay, type RowMaps } from '#src/tables/kit/overlay.ts';
import { RowCounts, type Counts } from '#src/tables/kit/row-counts.ts';
import type { SyncStatus } from '#src/sync/client/state/tab-state.ts';
import { NEW_COLLECTION, NEW_TASK } from './new-rows.ts';
import { ofPlainTables, PLAIN_TABLES } from './plain-tables.ts';

/** The rows of a patch without any. */
export const NO_ROWS = byTable(() => []);

/** The status of a tab that has everything and no unsent changes. */
export const IN_STEP: SyncStatus = {
  connection: 'online',
  unsent: 0,
  waitingSince: null,
  load: null,
  storage: 'kept',
};

const PREFIXES = {
  collection: 'c0',
  section: '50',
  task: 'a0',
  reminder: 'be',
  proposal: '9a',
  item: '1e',
  mutation: 'e0',
  ...ofPlainTables((table) => PLAIN_TABLES[table].idPrefix),
};

type SampleKind = keyof typeof PREFIXES;

/** The UUID number `n` of a kind. It is always the same, and UUIDs of one kind sort by their numbers. */
export function sampleId(kind: SampleKind, n: number): string {
  return `${PREFIXES[kind]}000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
}

/** Dismissed wordings. They are few, so that offline devices dismiss the same ones. */
export const DISMISSALS = [
  ['en', 'mar'],
  ['es', 'mar'],
  ['en', 'Every Mon'],
].map(([language = '', wording = '']) => ({ id: dismissalIdOf(language, wording), wording, language }));

/** The values of a proposal beside its id and times. */
export const PROPOSAL = {
  name: 'Tidy up',
  reason: 'Twice the same.',
  program: 'Librarian',
  tokenId: sampleId('item', 9),
  expiresAt: 9_000_000_000_000,
  items: '[]',
};

export function taskIds(...numbers: readonly number[]): string[] {
  return numbers.map((n) => sampleId('task', n));
}

/** Collection `n`, not deleted, created at `n`. */
export function collection(n: number, fields: Partial<Collection> = {}): Collection {
  return {
    ...NEW_COLLECTION,
    id: sampleId('collection', n),
    name: `Collection ${n}`,
    color: '#FFCC33',
    position: n,
    createdAt: n,
    ...fields,
  };
}

/** Task `n`, active, created at `n`, in collection 1. */
export function task(n: number, fields: Partial<Task> = {}): Task {
  return {
    ...NEW_TASK,
    id: sampleId('task', n),
    name: `Task ${n}`,
    date: '2026-06-15' as CalendarDay,
    collectionId: sampleId('collection', 1),
    createdAt: n,
    updatedAt: n,
    ...fields,
  };
}

/** Mutation `n`. */
export function mutation<N extends MutatorName>(n: number, name: N, args: MutatorArgs<N>): Mutation {
  return { id: sampleId('mutation', n), name, args } as Mutation;
}

/** Mutation `n`, adding `row`. */
export function addCollection(n: number, row: Collection = collection(n)): Mutation {
  const { createdAt: at, id, name, color } = row;
  return mutation(n, 'collection.add', { id, name, color, at });
}

/** Mutation `n`, adding `row`. */
export function addTask(n: number, row: Task = task(n)): Mutation {
  return mutation(n, 'task.add', {
    id: row.id,
    ...settableIn('task', row),
    labels: row.labels,
    at: row.createdAt,
  });
}

/** Mutation `n`, renaming task `n`. */
export function renameTask(n: number, name: string): Mutation {
  return mutation(n, 'task.edit', { id: sampleId('task', n), changes: { name }, at: 30 });
}

/** Mutation `n`, deleting task `n`. */
export function deleteTask(n: number): Mutation {
  return mutation(n, 'task.delete', { id: sampleId('task', n), at: 20 });
}

/** Mutation `n`, completing task `n`. */
export function completeTask(n: number): Mutation {
  return mutation(n, 'task.complete', { id: sampleId('task', n), at: 25 });
}

/** Mutations that add `count` tasks, numbered from `first`. */
export function addTasks(count: number, first = 1): Mutation[] {
  return Array.from({ length: count }, (_, i) => addTask(first + i));
}

/** Mutations that add `count` labels, numbered from `first`. */
export function addLabels(count: number, first = 1): Mutation[] {
  return Array.from({ length: count }, (_, index) => {
    const n = first + index;
    return mutation(n, 'label.add', {
      id: sampleId('label', n),
      name: `Label ${n}`,
      color: '#FFCC33',
      at: 1,
    });
  });
}

/** An overlay over these rows. `live` gives the number of existing rows where `rows` has not all of them. */
export function overlayOver(rows: RowMaps = emptyRows(), live: Partial<Counts['live']> = {}): Overlay {
  const counts = new RowCounts();
  for (const table of TABLE_NAMES) {
    for (const row of rows[table].values())
      counts.change(table, undefined, row, (of, id) => rows[of].get(id));
  }
  return new Overlay({
    rows,
    counts: {
      live: { ...counts.live, ...live },
      ownedBy: (table, id) => counts.ownedBy(table, id),
      below: (table, id) => counts.below(table, id),
    },
  });
}
