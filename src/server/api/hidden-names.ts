import type { Transaction } from 'kysely';
import { newId } from '#src/domain/id.ts';
import type { SpaceId } from '#src/domain/space.ts';
import type { RowHistory } from '#src/reading/history/history.ts';
import type { Value } from '#src/tables/kit/column.ts';
import type { Mutation } from '#src/tables/operations.ts';
import type { SyncTables } from '#src/sync/server/database.ts';
import type { Reach } from './reach.ts';

/** Stand-ins for names of collections, which no collection has. */
export type HiddenNames = ReadonlyMap<string, string>;

/**
 * The names in the mutations that collections outside of the reach have. A rejection would tell of those collections
 * without leaving a trace, so a rehearsal uses stand-ins. The item stays open while the name is taken.
 */
export async function hiddenNamesIn(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  reach: Reach,
  mutations: readonly Mutation[],
): Promise<HiddenNames> {
  const names = mutations.flatMap((each) => nameGivenBy(each) ?? []);
  if (reach.isAll || names.length === 0) return new Map();
  const rows = await tx
    .selectFrom('collection')
    .select(['id', 'name'])
    .where('space_id', '=', spaceId)
    .where('name', 'in', names)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.filter(({ id }) => !reach.has(id)).map(({ name }) => [name, newId()]));
}

/** The mutations with stand-ins in place of hidden names. */
export function withoutHidden(mutations: readonly Mutation[], hidden: HiddenNames): readonly Mutation[] {
  return mutations.map((mutation) => {
    const standIn = hidden.get(nameGivenBy(mutation) ?? '');
    if (standIn === undefined || mutation.name !== 'collection.edit') return mutation;
    const { args } = mutation;
    return { ...mutation, args: { ...args, changes: { ...args.changes, name: standIn } } };
  });
}

/** The changes of rows with the names again. */
export function withHidden(rows: readonly RowHistory[], hidden: HiddenNames): readonly RowHistory[] {
  if (hidden.size === 0) return rows;
  const named = new Map<Value, string>(Array.from(hidden, ([name, standIn]) => [standIn, name]));
  const restored = (values: RowHistory['after']) =>
    Object.fromEntries(
      Object.entries(values).map(([column, value]) => [column, named.get(value ?? null) ?? value]),
    );
  return rows.map((row) => ({
    ...row,
    before: row.before && restored(row.before),
    after: restored(row.after),
  }));
}

/** The name that the mutation gives to a collection. Limited tokens add none. */
function nameGivenBy(mutation: Mutation): string | undefined {
  return mutation.name === 'collection.edit' ? mutation.args.changes.name : undefined;
}
