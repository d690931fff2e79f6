import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { columnsOf, TABLE_NAMES } from '#src/tables/tables.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { sqlName } from '#src/sync/server/rows.ts';

/** Columns of every table that only the server has. */
const ITS_OWN = ['space_id', 'tombstone_since', 'version'];

interface FoundColumn {
  readonly name: string;
  readonly type: string;
  readonly required: boolean | number;
  readonly fallback: string | null;
}

/** The value of an SQL default: `''` or `''::text`, `4`. */
function valueOf(fallback: string): string | number | null {
  const [, text, number] = /^(?:'(.*)'(?:::\w+)?|(-?\d+))$/s.exec(fallback) ?? [];
  return text ?? (number === undefined ? null : Number(number));
}

describeEachEngine('schema', (engine) => {
  test.for([...TABLE_NAMES])('[S1] %s has the columns that the schema declares', async (table) => {
    const { db } = await engine.open();
    const { rows } = await (
      engine.name === 'sqlite'
        ? sql<FoundColumn>`
            select name, type, "notnull" as required, dflt_value as fallback from pragma_table_info(${table})`
        : sql<FoundColumn>`
            select column_name as name, data_type as type, is_nullable = 'NO' as required,
              column_default as fallback
            from information_schema.columns where table_schema = 'public' and table_name = ${table}`
    ).execute(db);
    const found = new Map(rows.map((column) => [column.name, column]));

    expect(new Set(found.keys())).toEqual(
      new Set([...ITS_OWN, ...columnsOf(table).map(([name]) => sqlName(name))]),
    );
    for (const [name, column] of columnsOf(table)) {
      const { type, required, fallback } = found.get(sqlName(name)) ?? {};
      // A column that came with its table needs no default there, as the server names every column.
      const otherwise = column.default !== undefined && fallback ? valueOf(fallback) : column.default;
      expect({ name, type, required: Boolean(required), default: otherwise }).toEqual({
        name,
        type: expect.stringMatching(new RegExp(`^${column.sql}$`, 'i')),
        required: column.default !== null,
        default: column.default,
      });
    }
  });
});
