/** The row's values in the fields that `changes` would change; null when it changes none. */
export function oldValues<Changes extends object>(
  row: Required<Changes> | undefined,
  changes: Changes,
): Changes | null {
  if (!row) return null;
  const fields = (Object.keys(changes) as (keyof Changes)[]).filter((field) => changes[field] !== row[field]);
  if (fields.length === 0) return null;
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as Changes;
}
