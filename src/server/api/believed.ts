import type { TableName } from '#src/tables/tables.ts';
import { ApiProblem } from './problem.ts';
import { toldRow } from './row-schemas.ts';

/** Values that a row has as the API tells it, as a program believes. */
export type Believed = Readonly<Record<string, unknown>>;

/**
 * Throws CHANGED_SINCE unless the row has these values (rule M3), and INVALID_VALUE for a field that its table does not
 * have. An unknown row has no values.
 */
export function requireBelieved(table: TableName, id: string, row: object | undefined, was: Believed): void {
  const now = toldRow(table, row ?? {});
  for (const [field, value] of Object.entries(was)) {
    if (!Object.hasOwn(now, field))
      throw new ApiProblem('INVALID_VALUE', `was.${field}: a ${table} has no such field.`, {
        field: `was.${field}`,
      });
    if (comparable(now[field]) !== comparable(value))
      throw new ApiProblem(
        'CHANGED_SINCE',
        `The ${table} ${id} has another ${field} than the request says. Read it again.`,
        { field },
      );
  }
}

/** Ids of a set come in any order. */
function comparable(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? value.map(String).toSorted() : (value ?? null));
}
