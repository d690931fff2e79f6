import { positionOfNew } from './positions.ts';
import { id, instant, type Column, type Value } from './column.ts';
import { declarationOf, type Rows, type TABLES, type TableName } from '#src/tables/tables.ts';
import { withDefaults } from './row.ts';
import { settableOf, type Columns, type SettableOf } from './table.ts';
import { fields, someFields, type Fields } from './args.ts';
import { keptRow } from './live-rows.ts';
import { goneFrom, type RestoredTable } from './named.ts';
import { oldValues } from './old-values.ts';
import {
  presentRow,
  readsOfOwned,
  readsOfOwner,
  readsOfPlace,
  readsOfPresent,
  readsOfUnique,
  readsOfUniqueAgain,
  requireOwner,
  requirePlace,
  requireRoomWithOwned,
  requireUnique,
} from './row-rules.ts';
import type { Call, ColumnName, Mutator } from './tx.ts';

type Declared<T extends TableName> = (typeof TABLES)[T];
type OwnerColumn<D> = D extends { readonly owner: { readonly column: infer Name } } ? Name : never;
type OrderColumn<D> = D extends { readonly order: infer Name extends string } ? Name : never;

/** Tables with a code for a row that is gone, and a column for the time of an addition. */
type RowTable = {
  [T in RestoredTable]: 'createdAt' extends keyof Declared<T>['columns'] ? T : never;
}[RestoredTable];

interface RowArgs {
  id: string;
  at: number;
}
interface OfRow {
  readonly id: Column<string, false, undefined>;
  readonly at: Column<number, false, undefined>;
}
type AddArgs<T extends TableName> = Fields<
  OfRow &
    Pick<Declared<T>['columns'], OwnerColumn<Declared<T>> & keyof Declared<T>['columns']> &
    Omit<SettableOf<Declared<T>['columns']>, OrderColumn<Declared<T>>>
>;
interface EditArgs<T extends TableName> extends RowArgs {
  changes: Partial<Fields<Omit<SettableOf<Declared<T>['columns']>, never>>>;
}

/** The mutators of a table by their names. A table with fixed rows has no edit. */
export type RowOperations<T extends TableName> = {
  [N in `${T}.add`]: Mutator<AddArgs<T>, Call<`${T}.delete`, RowArgs>>;
} & {
  [N in Declared<T> extends { readonly isFixed: true } ? never : `${T}.edit`]: Mutator<
    EditArgs<T>,
    Call<N, EditArgs<T>>
  >;
} & {
  [N in `${T}.delete`]: Mutator<RowArgs, Call<`${T}.restore`, RowArgs>>;
} & {
  [N in `${T}.restore`]: Mutator<RowArgs, Call<`${T}.delete`, RowArgs>>;
};

type GivenValues = Readonly<Record<string, Value>> & Readonly<RowArgs>;
interface Edit extends Readonly<RowArgs> {
  readonly changes: Readonly<Record<string, Value>>;
}

type AnyCall = Call<string, RowArgs>;

const rowArgs = fields({ id: id(), at: instant() });

/**
 * The mutators that add, edit, delete and restore the rows of a table, made from its declaration. A repeated change has
 * no effect. An edit changes only the fields that it names, so that the last writer wins per field. Rejections, with
 * the name of the table in place of TABLE:
 *
 * - TABLE_GONE: an edit of a row that is not there, or a restore of an unknown or purged row.
 * - The code of the owner's table: an addition or a restore while the owner is not there. Only a row that counts alone is
 *   restored without its owner.
 * - DUPLICATE_TABLE: another row has the value that is `unique`.
 * - CIRCLE, TOO_DEEP: a place that the `tree` cannot have. TABLE_GONE: the row above is unknown or purged.
 * - TABLE_LIMIT: no room for the row, or for the rows of other tables that come with it.
 *
 * `checkAdded` throws InvalidValue for arguments of an addition that do not go together.
 */
export function rowOperations<T extends TableName>(
  of: T & RowTable,
  checkAdded?: (args: AddArgs<T>, name: string) => void,
): RowOperations<T> {
  const table: RowTable = of;
  const { columns, owner, order, isFixed } = declarationOf(table);
  const settable = settableOf({ columns });
  const { [order ?? '']: _, ...chosen } = settable as Columns;
  const ownerShape = owner ? { [owner.column]: columns[owner.column] as Column } : {};
  const addFields = fields({ id: id(), ...ownerShape, ...chosen, at: instant() });
  const editFields = fields({ id: id(), changes: someFields(settable), at: instant() });

  const add: Mutator<GivenValues, AnyCall> = {
    args(value, name) {
      const args = addFields(value, name);
      checkAdded?.(args as AddArgs<T>, name);
      return args;
    },
    reads: (values) => [
      { table, id: values.id },
      ...readsOfOwner(table, values),
      ...readsOfUnique(table, values),
      ...readsOfPlace(table, values.id, values),
      ...readsOfOwned(table, values.id),
      ...(order === undefined ? [] : [{ table, largest: order }]),
    ],
    run(tx, { at, ...values }) {
      const { id } = values as Pick<GivenValues, 'id'>;
      if (keptRow(tx, table, id)) return;
      requireOwner(tx, table, values);
      requireUnique(tx, table, values);
      requirePlace(tx, table, id, values);
      requireRoomWithOwned(tx, table, id);
      const last =
        order === undefined
          ? {}
          : { [order]: positionOfNew(tx.largest(table, order as ColumnName<RowTable>), at) };
      tx.set(table, withDefaults(table, { ...values, ...last, createdAt: at }));
    },
    inverse: (rows, { id, at }) =>
      keptRow(rows, table, id) ? null : { name: `${table}.delete`, args: { id, at } },
  };
  const edit: Mutator<Edit, AnyCall> = {
    args: editFields,
    reads: ({ id, changes }) => [
      ...readsOfPresent(table, id),
      ...readsOfUnique(table, changes),
      ...readsOfPlace(table, id, changes),
    ],
    run(tx, { id, changes }) {
      const row = presentRow(tx, table, id);
      if (!row) throw goneFrom(table);
      const changed = { ...row, ...changes };
      if (readsOfUnique(table, changes).length > 0) requireUnique(tx, table, changed);
      requirePlace(tx, table, id, changes);
      tx.set(table, changed as Rows[RowTable]);
    },
    inverse(rows, { id, changes: given, at }) {
      const changes = oldValues(presentRow(rows, table, id), given);
      return changes && { name: `${table}.edit`, args: { id, changes, at } };
    },
  };
  const remove: Mutator<RowArgs, AnyCall> = {
    args: rowArgs,
    reads: ({ id }) => [...readsOfPresent(table, id), ...readsOfOwned(table, id)],
    run(tx, { id, at }) {
      const row = presentRow(tx, table, id);
      if (row) tx.set(table, { ...row, deletedAt: at } as Rows[RowTable]);
    },
    inverse: (rows, { id, at }) =>
      presentRow(rows, table, id) ? { name: `${table}.restore`, args: { id, at } } : null,
  };
  const restore: Mutator<RowArgs, AnyCall> = {
    args: rowArgs,
    reads: ({ id }) => [
      ...readsOfPresent(table, id),
      ...readsOfUniqueAgain(table, id),
      ...readsOfOwned(table, id),
    ],
    run(tx, { id }) {
      const row = keptRow(tx, table, id);
      if (!row) throw goneFrom(table);
      if (row.deletedAt === null) return;
      if (owner?.countsAlone !== true) requireOwner(tx, table, row);
      requireUnique(tx, table, row);
      requireRoomWithOwned(tx, table, id);
      tx.set(table, { ...row, deletedAt: null });
    },
    inverse: (rows, { id, at }) =>
      (keptRow(rows, table, id)?.deletedAt ?? null) === null
        ? null
        : { name: `${table}.delete`, args: { id, at } },
  };
  return {
    [`${table}.add`]: add,
    ...(isFixed ? {} : { [`${table}.edit`]: edit }),
    [`${table}.delete`]: remove,
    [`${table}.restore`]: restore,
  } as unknown as RowOperations<T>;
}
