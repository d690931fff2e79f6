import { z } from 'zod';
import { COLORS } from '#src/domain/colors.ts';
import { isIdSet, idSetOf, idsIn, ID_SET_SIZE } from '#src/domain/id-set.ts';
import { newId } from '#src/domain/id.ts';
import { takes, type Column, type Value } from '#src/tables/kit/column.ts';
import { columnsOf, type TableName } from '#src/tables/tables.ts';

type Shape = Record<string, z.ZodType>;

/** The columns of a row that the API tells. */
function toldColumns(table: TableName): readonly (readonly [string, Column])[] {
  return columnsOf(table).filter(([, column]) => !column.isInternal);
}

/** The row as the API tells it: columns for the app alone are left out, and a set of ids is a list. */
export function toldRow(table: TableName, row: object): Record<string, Value | string[]> {
  const values = row as Readonly<Record<string, Value>>;
  return Object.fromEntries(
    toldColumns(table).map(([name, column]) => {
      const value = values[name] ?? null;
      return [name, isSet(column) ? [...idsIn(String(value))] : value];
    }),
  );
}

/** A row in an answer. */
export function rowSchema(table: TableName) {
  return z.strictObject(
    Object.fromEntries(toldColumns(table).map(([name, column]) => [name, columnSchema(column)])),
  );
}

/** The values of a row that a request sets. `required`: columns that a new row must have. */
export function settableShape(table: TableName, isNew: boolean, more: readonly string[] = []): Shape {
  const shape: Shape = {};
  for (const [name, column] of columnsOf(table)) {
    if (!column.isSettable && !isSet(column) && !more.includes(name)) continue;
    const schema = columnSchema(column);
    shape[name] = isNew && column.default === undefined ? schema : schema.optional();
  }
  return shape;
}

/** The values of a request in the form of the row: sets of ids as one text. */
export function settableValues(given: Readonly<Record<string, unknown>>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      Array.isArray(value) ? idSetOf(value as string[]) : (value as Value),
    ]),
  );
}

function isSet(column: Column): boolean {
  return column.default === '' && takes(column, `${ONE} ${OTHER}`) && !takes(column, 'x');
}

const [ONE = '', OTHER = ''] = [newId(), newId()].toSorted();

/** Values that only one kind of column takes, with the schema of that kind. */
const KINDS: readonly (readonly [string, z.ZodType])[] = [
  [newId(), z.uuid()],
  ['2026-01-31', z.iso.date()],
  ['2026-01-31T09:30', z.string().regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/)],
  ['09:30', z.string().regex(/^\d\d:\d\d$/)],
  [COLORS[0]?.hex ?? '', z.enum(COLORS.map(({ hex }) => hex))],
];

/** The words and numbers of columns with a choice. */
const CHOICES = ['list', 'board', 'date', 'completion', 0, 1, 2, 3, 4] as const;

/**
 * The schema of a column, found by the values that it takes: a column checks values, and does not describe them. The
 * column's own check is part of it.
 */
function columnSchema(column: Column): z.ZodType {
  if (isSet(column))
    return z
      .array(z.uuid())
      .max(ID_SET_SIZE)
      .refine((ids) => isIdSet(idSetOf(ids)));
  const plain = plainSchema(column).refine((value) => takes(column, value), 'is not a value of this field');
  return column.default === null ? plain.nullable() : plain;
}

function plainSchema(column: Column): z.ZodType {
  if (column.sql !== 'text') return numberSchema(column);
  const isAny = takes(column, 'x');
  const kind = KINDS.findLast(([sample]) => takes(column, sample));
  if (!isAny && kind) return kind[1];
  const words = CHOICES.filter((word) => typeof word === 'string' && takes(column, word)) as string[];
  if (!isAny && words.length > 0 && !takes(column, 'x'.repeat(3))) return z.enum(words);
  return column.maxLength === null ? z.string() : z.string().max(column.maxLength);
}

function numberSchema(column: Column): z.ZodType {
  if (column.sql === 'double precision') return z.number();
  const among = CHOICES.filter((number) => typeof number === 'number' && takes(column, number)) as number[];
  if (column.sql === 'integer' && !takes(column, 5)) return z.literal(among as [number, ...number[]]);
  return z.int();
}
