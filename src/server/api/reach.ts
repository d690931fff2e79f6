import type { Transaction } from 'kysely';
import type { SpaceId } from '#src/domain/space.ts';
import type { AccessToken } from '#src/server/tokens/access-tokens.ts';
import type { SyncTables } from '#src/sync/server/database.ts';
import type { PushedRows } from '#src/sync/server/push.ts';
import { MOST_ABOVE } from '#src/tables/kit/row.ts';
import type { Mutation } from '#src/tables/operations.ts';
import {
  columnsOf,
  declarationOf,
  TABLE_NAMES,
  type AnyRow,
  type Rows,
  type TableName,
} from '#src/tables/tables.ts';
import { ApiProblem } from './problem.ts';

type Tx = Transaction<SyncTables>;
type Placed = Pick<Rows['task'], 'id' | 'parentId' | 'collectionId'>;

/** The tables whose rows belong to collections. A token that is limited to collections writes no others. */
const WITHIN: readonly TableName[] = ['collection', 'section', 'task', 'reminder'];

/** The rows that a token reaches: all of its user's, or those of some collections (rule A4). */
export class Reach {
  readonly #collections: ReadonlySet<string> | null;

  constructor({ collections }: Pick<AccessToken, 'collections'>) {
    this.#collections = collections && new Set(collections);
  }

  get isAll(): boolean {
    return this.#collections === null;
  }

  /** True for rows of this collection. */
  has(collectionId: string | undefined): boolean {
    return this.#collections === null || (collectionId !== undefined && this.#collections.has(collectionId));
  }

  /**
   * Throws NOT_FOUND when a mutation of a limited token names a row that is not within its collections, or unknown: both
   * get one answer, before anything is run.
   */
  async checkNamed(tx: Tx, spaceId: SpaceId, mutations: readonly Mutation[]): Promise<void> {
    if (this.isAll) return;
    for (const { name } of mutations)
      if (!WITHIN.includes(tableOf(name)) || name === 'collection.add')
        throw new ApiProblem('SCOPE_TOO_NARROW');
    const named = Map.groupBy(rowsNamedBy(mutations), ({ table }) => table);
    for (const [table, each] of named) {
      const rows = await rowsWithIds(tx, spaceId, table, [...new Set(each.map(({ id }) => id))]);
      const homes = await homesOf(
        tx,
        spaceId,
        rows.flatMap((row) => taskIdsOf(table, row)),
      );
      const known = new Set(rows.map(({ id }) => id));
      if (
        !each.every(({ id, mayBeNew }) => mayBeNew || known.has(id)) ||
        !rows.every((row) => this.#holds(table, row, homes))
      )
        throw new ApiProblem('NOT_FOUND');
    }
  }

  /** Throws NOT_FOUND when a limited token has written a row that was, or is now, outside of its collections. */
  async checkWritten(tx: Tx, spaceId: SpaceId, written: PushedRows): Promise<void> {
    if (this.isAll) return;
    const rowsOf = (table: TableName) => (written.rows[table] ?? []) as readonly AnyRow[];
    const taskIds = TABLE_NAMES.flatMap((table) => rowsOf(table).flatMap((row) => taskIdsOf(table, row)));
    const [before, after] = [
      await homesOf(tx, spaceId, taskIds, written.before.task),
      await homesOf(tx, spaceId, taskIds),
    ];
    for (const table of TABLE_NAMES)
      for (const row of rowsOf(table)) {
        const old: AnyRow | undefined = written.before[table].get(row.id);
        if (
          !WITHIN.includes(table) ||
          !this.#holds(table, row, after) ||
          (old && !this.#holds(table, old, before))
        )
          throw new ApiProblem('NOT_FOUND');
        const above = table === 'collection' ? row['parentId'] : null;
        if (typeof above === 'string' && above !== old?.['parentId'] && !this.has(above))
          throw new ApiProblem('NOT_FOUND');
      }
  }

  #holds(table: TableName, row: AnyRow, homes: ReadonlyMap<string, string>): boolean {
    if (table === 'collection') return this.has(row.id);
    if (table === 'section') return this.has(String(row['collectionId']));
    return this.has(homes.get(table === 'task' ? row.id : String(row['taskId'])));
  }
}

function tableOf(name: Mutation['name']): TableName {
  return name.split('.', 1)[0] as TableName;
}

/** A row that a mutation names. */
interface NamedRow {
  readonly table: TableName;
  readonly id: string;
  /** True for a row that a mutation adds. `checkWritten` looks at it where it is. */
  readonly mayBeNew: boolean;
}

/** The rows that mutations name, in their order. An earlier mutation may add a row for the later ones. */
function rowsNamedBy(mutations: readonly Mutation[]): readonly NamedRow[] {
  const added = new Set<string>();
  return mutations.flatMap((mutation) =>
    namedBy(mutation).map((row) => {
      const key = `${row.table}:${row.id}`;
      if (row.mayBeNew) added.add(key);
      return { ...row, mayBeNew: added.has(key) };
    }),
  );
}

/** The row that the mutation adds or changes, and those that it refers to. */
function namedBy({ name, args }: Mutation): readonly NamedRow[] {
  const table = tableOf(name);
  const isAddition = name === `${table}.add`;
  const { changes, occurrenceId, ...given } = args as Readonly<Record<string, unknown>>;
  const named = (of: TableName, id: unknown, mayBeNew: boolean): readonly NamedRow[] =>
    typeof id === 'string' ? [{ table: of, id, mayBeNew }] : [];
  // Other operations take a collection for a task that may not need it, and answer alike for all that are not reached.
  const isEdit = name === `${table}.edit`;
  const values: Readonly<Record<string, unknown>> = {
    ...(isAddition && given),
    ...(isEdit && (changes as object)),
  };
  const { tree } = declarationOf(table);
  return [
    ...named(table, args.id, isAddition),
    ...named('task', occurrenceId, true),
    ...columnsOf(table).flatMap(([column, { references }]) => {
      const of = column === tree?.column ? table : references;
      return of === null ? [] : named(of as TableName, values[column], false);
    }),
  ];
}

function taskIdsOf(table: TableName, row: AnyRow): string[] {
  if (table === 'task') return [row.id];
  return table === 'reminder' ? [String(row['taskId'])] : [];
}

/** The columns that place a row of these tables. */
const PLACING = {
  collection: ['id'],
  section: ['id', 'collection_id as collectionId'],
  task: ['id'],
  reminder: ['id', 'task_id as taskId'],
} as const;

async function rowsWithIds(
  tx: Tx,
  spaceId: SpaceId,
  table: TableName,
  ids: readonly string[],
): Promise<readonly AnyRow[]> {
  const rows = await tx
    .selectFrom(table as 'reminder')
    .select(PLACING[table as 'reminder'])
    .where('space_id', '=', spaceId)
    .where('id', 'in', ids)
    .execute();
  return rows as unknown as readonly AnyRow[];
}

/**
 * The collection of each task, deleted or not, by the id of the task: that of the topmost task above it. `before`: rows
 * as they were, which replace those of the database.
 */
export async function homesOf(
  tx: Tx,
  spaceId: SpaceId,
  taskIds: readonly string[],
  before: ReadonlyMap<string, Placed> = new Map(),
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, Placed>();
  let wanted: readonly (string | null)[] = taskIds;
  for (let level = 0; level <= MOST_ABOVE; level++) {
    const missing = [...new Set(wanted)].filter((id): id is string => id !== null && !found.has(id));
    if (missing.length === 0) break;
    const rows = await tx
      .selectFrom('task')
      .select(['id', 'parent_id as parentId', 'collection_id as collectionId'])
      .where('space_id', '=', spaceId)
      .where('id', 'in', missing)
      .execute();
    const read = rows.map((row): Placed => before.get(row.id) ?? row);
    for (const row of read) found.set(row.id, row);
    wanted = read.map(({ parentId }) => parentId);
  }
  const homes = new Map<string, string>();
  for (const id of taskIds) {
    let top = found.get(id);
    for (let level = 0; level < MOST_ABOVE && top?.parentId; level++) top = found.get(top.parentId) ?? top;
    if (top) homes.set(id, top.collectionId);
  }
  return homes;
}
